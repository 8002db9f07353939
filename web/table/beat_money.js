/** The chips of a table between two beats: nothing is won before it is pushed across. @module */

import { roundEvent } from "./results.js";

/** @import { Line, SeatInfo, TableView } from "../api-types" */

/**
 * Stacks, bets and pots after the lines that were told. In banked games stacks rest until all is settled: the plates
 * follow with the outcome.
 */
export function moneyAt(/** @type {TableView} */ before, /** @type {TableView} */ now, /** @type {Line[]} */ told) {
	const isSame = before.round_number === now.round_number;
	const round = isSame ? before.round : null;
	/** @type {Map<number, number>} */
	const bets = new Map((now.round?.seats ?? []).map((seat) => [seat.seat, betBefore(seat.seat)]));
	/** @type {Map<number, number>} */
	const moved = new Map();
	let pot = (round?.pots ?? []).reduce((sum, one) => sum + one, 0);
	let isChanged = false;
	const move = (/** @type {number} */ seat, /** @type {number} */ cents) => moved.set(seat, (moved.get(seat) ?? 0) + cents);
	for (const line of told) {
		const event = roundEvent(line);
		if (event?.family !== "poker") continue;
		const paid = event.event === "chose" ? event.adds : event.event === "posted" ? event.amount : 0;
		if (paid !== 0 && "seat" in event && event.seat !== null) {
			bets.set(event.seat, (bets.get(event.seat) ?? 0) + paid);
			move(event.seat, -paid);
			pot += paid;
			isChanged = true;
		}
		if (event.event === "returned" || event.event === "awarded") {
			move(event.seat, event.amount);
			pot -= event.amount;
			isChanged = true;
			if (event.event === "returned") bets.set(event.seat, Math.max(0, (bets.get(event.seat) ?? 0) - event.amount));
		}
		if (event.event === "collected") {
			pot -= event.amount;
			isChanged = true;
		}
		if (event.event === "closed" || event.event === "awarded") {
			bets.forEach((_, seat) => bets.set(seat, 0));
			isChanged = true;
		}
	}
	// Whoever goes away or leaves once all is settled, because no chips are left or it was time, sits there until then.
	const stayed = before.people.map((person) => ({ ...person, stack: person.stack + (moved.get(person.seat ?? 0) ?? 0) }));
	const isTaken = (/** @type {SeatInfo} */ { person, seat }) => before.people.some((one) => one.person === person || (seat !== null && one.seat === seat));
	const people = [...stayed, ...now.people.filter((one) => !isTaken(one))];
	const pots = isChanged ? (pot > 0 ? [pot] : []) : (round?.pots ?? []);
	return { people, bets, pots };

	function betBefore(/** @type {number} */ seat) {
		return round?.seats.find((one) => one.seat === seat)?.bet ?? 0;
	}
}

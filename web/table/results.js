/** What has been settled in a round, in order, as the lines tell it. @module */

import { money } from "../money.js";

/** @import { ClauseView, Line, Party } from "../api-types" */

/**
 * @typedef {object} Settled
 * @property {number} number the number of its line
 * @property {number} seat
 * @property {number} [from] the seat that paid, where one player pays another
 * @property {number} hand
 * @property {Party | null} who whose money it was, as the round counts its bets
 * @property {string} on what the money lay on
 * @property {string} verdict
 * @property {number} due what the bank would pay or take if its money reached that far
 * @property {number} paid
 * @property {number} collected
 * @property {ClauseView | null} clause
 */

/** A fee that went into the drop. */
/** @typedef {{number: number, who: Party, amount: number, clause: ClauseView | null}} Fee */

/** What a foul hand had collected and gives back. */
export const GIVEN_BACK = "given back";

/** What happened in the round itself, as its family tells it; nothing for lines of the table and hidden ones. */
export function roundEvent(/** @type {Line} */ { event }) {
	return event?.event === "round" ? event.of : null;
}

/** What still holds when a line takes the last step of a round back. @template {{number: number}} T @returns {T[]} */
function without(/** @type {T[]} */ list, /** @type {Line} */ { event }) {
	if (event?.event !== "taken-back") return list;
	const { first } = event;
	return list.filter((one) => one.number < first);
}

/** Adds what new lines settle; a new round begins with nothing. @returns {Settled[]} */
export function settle(/** @type {Settled[]} */ before, /** @type {Line[]} */ lines) {
	let list = before;
	for (const line of lines) {
		if (line.event?.event === "round-began") list = [];
		list = without(list, line);
		const event = roundEvent(line);
		if (event === null) continue;
		if (event.event === "paid") {
			const { from, to, pay, again, due, paid } = event;
			const on = `${pay.replaceAll("-", " ")}${again ? " again" : ""}`;
			const one = { number: line.number, seat: to, from, hand: 0, who: null, clause: line.clause };
			list = [...list, { ...one, on, verdict: "won", due, paid, collected: 0 }];
			continue;
		}
		if (event.event === "gave-back") {
			const { from, to, due, amount } = event;
			const one = { number: line.number, seat: to, from, hand: 0, who: null, clause: line.clause };
			list = [...list, { ...one, on: GIVEN_BACK, verdict: "won", due, paid: amount, collected: 0 }];
			continue;
		}
		const seat = "spot" in event ? event.spot : "seat" in event ? event.seat : null;
		if (seat === null) continue;
		const hand = "hand" in event ? event.hand : 0;
		const who = "who" in event ? event.who : null;
		const one = { number: line.number, seat, hand, who, clause: line.clause };
		if (event.event === "settled") {
			const { verdict, due, paid, collected } = event;
			list = [...list, { ...one, on: "wager" in event ? event.wager : "base", verdict, due, paid, collected }];
		} else if (event.event === "awarded") {
			const on = event.pot === 0 ? "the main pot" : `side pot ${event.pot}`;
			list = [...list, { ...one, on, verdict: "won", due: event.amount, paid: event.amount, collected: 0 }];
		} else if (event.event === "won" && event.tops > 0) {
			list = [...list, { ...one, on: "the tops", verdict: "won", due: event.tops, paid: event.tops, collected: 0 }];
		} else if (event.event === "bonus") {
			list = [...list, { ...one, on: "house bonus", verdict: "won", due: event.amount, paid: event.amount, collected: 0 }];
		}
	}
	return list;
}

/** Adds the fees that new lines tell of; a new round begins with none. @returns {Fee[]} */
export function collect(/** @type {Fee[]} */ before, /** @type {Line[]} */ lines) {
	let list = before;
	for (const line of lines) {
		if (line.event?.event === "round-began") list = [];
		list = without(list, line);
		const event = roundEvent(line);
		if (event?.event === "collected" && "who" in event)
			list = [...list, { number: line.number, who: event.who, amount: event.amount, clause: line.clause }];
	}
	return list;
}

/** What the law of a game calls a wager, by the word of its event. */
/** @type {Record<string, string>} */
const called = { base: "The wager", "pair-plus": "Pair Plus", "six-card": "6 Card Bonus", "even-money": "Even money" };

/** A settlement with what it was about: "Pair Plus loses $5", "You win the main pot: $42". */
export function settledSentence(/** @type {Settled} */ one, worth = "", nameOf = seatNumber) {
	if (one.on === "the main pot" || one.on.startsWith("side pot")) return `You win ${one.on}${worth && ` with ${worth}`}: ${money(one.paid)}`;
	const plain = one.on.replaceAll("-", " ");
	return `${called[one.on] ?? plain.charAt(0).toUpperCase() + plain.slice(1)} ${settledWords(one, nameOf)}`;
}

const seatNumber = (/** @type {number} */ seat) => `seat ${seat}`;

/** One settlement in words: "wins $20", "loses $5", "pushes". */
export function settledWords(/** @type {Settled} */ { verdict, due, paid, collected, from }, nameOf = seatNumber) {
	if (from !== undefined) return `gets ${money(paid)}${paid < due ? ` of ${money(due)}` : ""} from ${nameOf(from)}`;
	switch (verdict) {
		case "won":
			return paid < due ? `wins: paid ${money(paid)} of ${money(due)}, the bank's money ended` : `wins ${money(paid)}`;
		case "lost":
			return `loses ${money(collected)}`;
		case "push":
			return "pushes";
		case "surrendered":
			return `gives up ${money(collected)}`;
		default:
			return "is returned";
	}
}

/** What became of a seat's base wager, for the mark beside its cards. */
export function verdictOf(/** @type {Settled[]} */ settled, /** @type {number} */ seat, /** @type {number} */ hand) {
	const own = settled.filter((one) => one.seat === seat && one.hand === hand);
	const main = own.find((one) => ["base", "split", "ante", "the main pot"].includes(one.on)) ?? own[0];
	return main?.verdict ?? "";
}

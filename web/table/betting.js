/** What the betting of a street has come to, for the reader. @module */

import { ownPlace, ownSeat } from "./desk.js";

/** @import { Desk } from "./desk.js" */

/** The highest bet of the street, what the reader has to add to call it, and all money in the pots with the bets. */
export function betting(/** @type {Desk} */ desk) {
	const { round } = desk.view;
	const own = ownSeat(desk)?.bet ?? 0;
	const highest = Math.max(0, ...(round?.seats.map((seat) => seat.bet) ?? []));
	const left = ownPlace(desk)?.stack ?? 0;
	const pot = round?.pots.reduce((sum, one) => sum + one, 0) ?? 0;
	return { highest, left, pot, price: Math.min(highest - own, left) };
}

/** A bet or raise by a part of the pot, as it is when the reader has called: the amount of the bet, or what is raised to. */
export function partOfPot(/** @type {Desk} */ desk, /** @type {number} */ part) {
	const { highest, pot, price } = betting(desk);
	return highest + (pot + price) * part;
}

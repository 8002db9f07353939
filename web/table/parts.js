/** Parts of a table that only some tables need: each is fetched where it is needed, and drawn once it is here. @module */

import { choiceWord } from "../words.js";

/** @import { TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/**
 * Gives the part of a table, or nothing until it is here or where it is not needed.
 * @template T
 * @param {(view: TableView) => boolean} isNeeded
 * @param {() => Promise<T>} load
 * @returns {(desk: Desk) => T | null}
 */
export function partWhere(isNeeded, load) {
	/** @type {T | null} */
	let part = null;
	let isAsked = false;
	return ({ view, redraw }) => {
		if (!isNeeded(view)) return null;
		if (part === null && !isAsked) {
			isAsked = true;
			load().then(
				(loaded) => {
					part = loaded;
					redraw();
				},
				() => {
					isAsked = false;
				},
			);
		}
		return part;
	};
}

/** Whether a table has a bank that people take in turn. */
const isBanked = (/** @type {TableView} */ view) => view.round?.bank != null || view.bank !== null || view.bank_offered !== null || ["offering", "broken", "wagers"].includes(view.phase);

/** Taking the bank and putting wagers down. */
export const bankPart = partWhere(isBanked, () => import("./bank.js"));
export const wagerPart = partWhere(isBanked, () => import("./wager.js"));

/** Families whose choices stand as buttons; those of the others stand in panels of their own. */
const BUTTONED = ["poker", "blackjack", "three-card"];

/** Settings, discards, draws and piles are chosen in panels of their own. */
export const elsewhere = new Set(["set", "house-way", "confirm", "discard", "draw", "dice", "pile"]);

/** What is chosen by a button. */
export const choicePart = partWhere(
	({ round }) => round !== null && (BUTTONED.includes(round.family) || round.offers.some((offer) => !elsewhere.has(choiceWord(offer.choice) ?? ""))),
	() => import("./choices.js"),
);

/** Picking cards to throw away or to draw anew. */
export const pickingPart = partWhere(({ round }) => round?.family === "poker", () => import("./picking.js"));

/** Choosing before it is one's turn. */
export const aheadPart = partWhere(({ round }) => round !== null && BUTTONED.includes(round.family), () => import("./ahead.js"));

/** Setting double hands. */
export const settingPart = partWhere(({ round }) => round?.family === "double-hand", () => import("./setting.js"));

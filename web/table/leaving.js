/** Leaving in the middle of a hand: says what will become of it, and asks. @module */

import { openSheet } from "../dialog.js";
import { SIGNED_OUT } from "../route.js";
import { h } from "../tree.js";
import { isHandOn } from "./desk.js";

/** @import { Desk } from "./desk.js" */

/** How often it is looked whether the hand is over, in milliseconds. */
const LOOK_MS = 300;

/** What silence chooses, by family. */
function silence(/** @type {Desk} */ { view }) {
	switch (view.round?.family) {
		case "blackjack":
			return "it stands with what you have";
		case "double-hand":
			return "it sets your hand the house way";
		case "three-card":
			return "it folds your hand";
		case "pan":
			return "it draws and discards for you";
		default:
			return "it checks where that is free, and folds otherwise";
	}
}

/** What becomes of the hand of whoever goes. */
export function handWords(/** @type {Desk} */ desk) {
	return `Your hand is still on. It stays yours to play until it is over. If you say nothing, the clock chooses for you: ${silence(desk)}.`;
}

/** What becomes of a seat meanwhile. */
const KEPT = "Your seat is kept. After two clocks you count as away and sit out until you come back.";

/** Asks whoever goes elsewhere in the middle of a hand, or of several at tables that stand side by side. */
export function askToLeave(/** @type {Desk[]} */ desks, /** @type {string} */ path, /** @type {() => unknown} */ leave) {
	const isOne = desks.length === 1;
	const sheet = openSheet(
		`Leave in the middle of ${isOne ? "a hand" : `${desks.length} hands`}?`,
		(_, close) => [
			desks.map((desk) => h("p", { key: desk.table }, !isOne && h("strong", `${desk.view.game}, table ${desk.table}: `), handWords(desk))),
			h("p.soft", KEPT),
			h(
				"div.actions",
				h("button.main", { onclick: close }, "Stay"),
				h(
					"button",
					{
						onclick: () => {
							close();
							void leave();
						},
					},
					path === "/" ? "Go to the lobby" : path === SIGNED_OUT ? "Sign out all the same" : "Go there all the same",
				),
				h(
					"button",
					{
						onclick: async () => {
							close();
							await Promise.all(desks.map((desk) => desk.send({ do: "leave" })));
						},
					},
					isOne ? "Leave after this hand" : "Leave after these hands",
				),
			),
		],
		{ class: "narrow", onclose: () => clearInterval(looking) },
	);
	// Once the hands are over there is nothing to ask any more.
	const looking = setInterval(() => {
		if (desks.some(isHandOn)) return;
		sheet.close();
		void leave();
	}, LOOK_MS);
}

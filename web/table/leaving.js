/** Leaving in the middle of a hand: says what will become of it, and asks. @module */

import { openSheet } from "../dialog.js";
import { go } from "../route.js";
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

/** Asks whoever goes elsewhere in the middle of a hand. */
export function askToLeave(/** @type {Desk} */ desk, /** @type {string} */ path) {
	const sheet = openSheet(
		"Leave in the middle of a hand?",
		(_, close) => [
			h("p", handWords(desk)),
			h("p.soft", "Your seat is kept. After two clocks you count as away and sit out until you come back."),
			h(
				"div.actions",
				h("button.main", { onclick: close }, "Stay"),
				h(
					"button",
					{
						onclick: () => {
							close();
							go(path, true);
						},
					},
					path === "/" ? "Go to the lobby" : "Go there all the same",
				),
				h(
					"button",
					{
						onclick: async () => {
							close();
							await desk.send({ do: "leave" });
						},
					},
					"Leave after this hand",
				),
			),
		],
		{ class: "narrow", onclose: () => clearInterval(looking) },
	);
	// Once the hand is over there is nothing to ask any more.
	const looking = setInterval(() => {
		if (isHandOn(desk)) return;
		sheet.close();
		go(path, true);
	}, LOOK_MS);
}

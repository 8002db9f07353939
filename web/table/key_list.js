/** The sheet that lists what single keys do. @module */

import { openSheet } from "../dialog.js";
import { settings } from "../settings.js";
import { h } from "../tree.js";

const list = [
	["H  S  D  P  U", "Hit, stand, double, split, give up half"],
	["I  E  N", "Insure, even money, no thank you"],
	["F  C  B  R", "Fold, check or call, bet, raise"],
	["P  F", "Play or fold in Three Card Poker"],
	["1 to 7, Enter, W", "Pick cards, set the hand, house way"],
	["T  P", "Take or pass the bank"],
	["Enter", "Put the wager down, confirm"],
	["Space", "Show at once what is still being told"],
	["N", "Your next table"],
	["L", "Show or hide the narration on a small screen"],
	["?", "This list"],
];

export function openKeyList() {
	openSheet(
		"Keys",
		() => [
			h(
				"dl.facts.keys",
				list.map(([keys, what]) => h("div", { key: keys }, h("dt", what), h("dd", h("kbd", keys)))),
			),
			h(
				"p.soft",
				settings.shortcuts
					? "Single keys can be turned off in the preferences."
					: "Single keys are turned off in the preferences.",
			),
		],
		{ class: "narrow", isRead: true },
	);
}

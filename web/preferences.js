/** The sheet with what a reader may prefer. @module */

import { card } from "./cards.js";
import { openSheet } from "./dialog.js";
import { changeSettings, settings } from "./settings.js";
import { h } from "./tree.js";

/** @import { Settings } from "./settings.js" */

export function openPreferences() {
	openSheet(
		"Preferences",
		(redraw) => {
			const choice = (/** @type {keyof Settings} */ name, /** @type {string} */ label, /** @type {string} */ help) =>
				h(
					"label.switch",
					h("input", {
						type: "checkbox",
						role: "switch",
						checked: settings[name],
						onchange: (/** @type {Event} */ event) => {
							changeSettings({ [name]: /** @type {HTMLInputElement} */ (event.target).checked });
							redraw();
						},
					}),
					h("span", h("strong", label), h("small", help)),
				);
			return [
				choice("fourColours", "Four-colour cards", "Clubs in green and diamonds in blue."),
				h(
					"p.card-row",
					{ style: "--card:3.6rem" },
					["As", "Kh", "Qd", "Jc"].map((one) => card(one, { key: one })),
				),
				choice("animations", "Animations", "Cards and chips move lightly. A system that asks for less motion is always heard."),
				choice(
					"shortcuts",
					"Keyboard shortcuts",
					"Single keys for choices; each button shows its key. Press ? at a table for the list.",
				),
				choice("largeText", "Larger text", "Everything one step larger."),
			];
		},
		{ class: "narrow" },
	);
}

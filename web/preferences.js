/** The sheet with what a reader may prefer. @module */

import { card } from "./cards.js";
import { openSheet } from "./dialog.js";
import { whoAmI } from "./session.js";
import { changeSettings, FELTS, POT_PARTS, settings, THEMES } from "./settings.js";
import { h } from "./tree.js";

export function openPreferences() {
	openSheet(
		"Preferences",
		(redraw) => {
			const choice = (/** @type {"fourColours" | "animations" | "shortcuts" | "largeText" | "largeCards" | "sounds" | "vibration"} */ name, /** @type {string} */ label, /** @type {string} */ help) =>
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
			const several = (
				/** @type {string} */ label,
				/** @type {string[]} */ all,
				/** @type {string[]} */ chosen,
				/** @type {(chosen: string[]) => void} */ change,
				isOne = false,
			) =>
				h(
					"fieldset.side",
					h("legend", label),
					h(
						"div.presets",
						all.map((name) =>
							h(
								"button",
								{
									key: name,
									class: "preset",
									"aria-pressed": String(chosen.includes(name)),
									onclick: () => {
										const others = chosen.filter((one) => one !== name);
										change(isOne ? [name] : chosen.includes(name) ? others : [...chosen, name]);
										redraw();
									},
								},
								name.charAt(0).toUpperCase() + name.slice(1),
							),
						),
					),
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
				choice("largeCards", "Larger cards", "Cards grow as far as their places let them."),
				choice("sounds", "Sounds", "For your turn, cards, chips, a win, and when your time runs low."),
				choice("vibration", "Vibration", "A telephone shakes lightly when it is your turn."),
				several("Light", THEMES, [settings.theme], ([theme]) => changeSettings({ theme }), true),
				several("Felt", FELTS, [settings.felt], ([felt]) => changeSettings({ felt }), true),
				several("Parts of the pot offered for a bet", POT_PARTS.map(([name]) => name), settings.presets, (presets) => changeSettings({ presets })),
				h("p.soft", whoAmI()?.is_guest === false ? "Preferences are kept with your account." : "Preferences are kept in this browser."),
			];
		},
		{ class: "narrow" },
	);
}

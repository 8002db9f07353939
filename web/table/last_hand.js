/** The last finished round of a table, one press away: it opens over the table, which goes on below. @module */

import { openSheet } from "../dialog.js";
import { icon } from "../icons.js";
import { addDeskStyle } from "../styles.js";
import { h } from "../tree.js";

/** @import { TableView } from "../api-types" */

/** The button in the head of a table; nothing before the first round is over. */
export function lastHand(/** @type {TableView} */ view) {
	const isOn = view.phase === "playing" || view.is_settling;
	const round = isOn ? view.round_number - 1 : view.round_number;
	if (round < 1) return null;
	return h(
		"button.quiet",
		{ "aria-label": "Last hand", onclick: () => openLast(view.table, round) },
		icon("undo"),
		h("span", "Last hand"),
	);
}

async function openLast(/** @type {number} */ table, /** @type {number} */ round) {
	const [{ open }] = await Promise.all([import("../history/replay.js"), addDeskStyle()]);
	const title = document.title;
	let stop = () => {};
	const made = (/** @type {HTMLElement} */ place) => {
		stop = open(place, String(table), String(round), "end");
		document.title = title;
	};
	openSheet("Last hand", () => h("div", { key: "last", made }), {
		class: "wide-sheet last-hand",
		onclose: () => stop(),
	});
}

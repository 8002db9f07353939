/** Chips by denomination, drawn as small stacks. @module */

import { money } from "./money.js";
import { h } from "./tree.js";

/** @import { Branch } from "./tree.js" */

/** Worth in cents, colour of the chip, colour of its edge spots. */
const denominations = /** @type {const} */ ([
	[500000, "#8a4b20", "#f4d9a8"],
	[100000, "#d9a928", "#3a2a05"],
	[50000, "#5b3a8c", "#e7dbf7"],
	[10000, "#23272b", "#e9e4d6"],
	[2500, "#1c7a4d", "#e6f5ea"],
	[500, "#b5322f", "#fbe9e4"],
	[100, "#e8e6df", "#2f5f94"],
	[25, "#d88ba6", "#fff1f5"],
	[5, "#7fa6c9", "#f0f6fb"],
	[1, "#a8763f", "#f6e6d2"],
]);

const WIDE = 44;
const THICK = 6;
const COLUMN = 6;

/** How an amount lies in chips, the largest first; very many chips are shown as a few. */
export function breakDown(/** @type {number} */ cents, most = 12) {
	/** @type {number[]} */
	const chips = [];
	let rest = cents;
	denominations.forEach(([worth], place) => {
		while (rest >= worth && chips.length < most) {
			chips.push(place);
			rest -= worth;
		}
	});
	return chips;
}

function chip(/** @type {number} */ place, /** @type {number} */ x, /** @type {number} */ y) {
	const [, colour, spots] = denominations[place] ?? denominations[6];
	return h(
		"g",
		{ transform: `translate(${x} ${y})` },
		h("path", { d: `M1 9v${THICK}a21 8 0 0 0 42 0V9`, fill: colour, stroke: "#00000055", "stroke-width": 1 }),
		h("path", { d: `M6 14.5v${THICK}M22 17v${THICK}M38 14.5v${THICK}`, stroke: spots, "stroke-width": 5 }),
		h("ellipse", { cx: 22, cy: 9, rx: 21, ry: 8, fill: colour, stroke: "#00000040", "stroke-width": 1 }),
		h("ellipse", {
			cx: 22,
			cy: 9,
			rx: 18,
			ry: 6.4,
			fill: "none",
			stroke: spots,
			"stroke-width": 3,
			"stroke-dasharray": "7 8.3",
		}),
		h("ellipse", { cx: 22, cy: 9, rx: 12.5, ry: 4.4, fill: "#ffffff26" }),
	);
}

/**
 * A stack of chips with its amount in words beneath.
 * @param {number} cents
 * @param {{key?: string, label?: string, class?: string}} [props]
 * @returns {Branch}
 */
export function chipStack(cents, props = {}) {
	const chips = breakDown(cents);
	const columns = Math.max(1, Math.ceil(chips.length / COLUMN));
	const tallest = Math.min(COLUMN, chips.length);
	const height = 18 + THICK * tallest + 2;
	const width = WIDE + (columns - 1) * 30;
	const art = chips.map((place, index) => {
		const column = Math.floor(index / COLUMN);
		const level = index % COLUMN;
		return chip(place, column * 30, height - 18 - THICK * (level + 1));
	});
	const said = props.label ? `${props.label} ${money(cents)}` : money(cents);
	return h(
		"span",
		{ key: props.key, class: `chips ${props.class ?? ""}`, role: "img", "aria-label": said },
		h("svg", { viewBox: `0 0 ${width} ${height}`, style: `--columns:${columns};--tall:${tallest}`, "aria-hidden": "true" }, art),
		h("span.chips-amount", { "aria-hidden": "true" }, money(cents)),
	);
}

/** Bars for amounts, drawn as SVG with a table beside them for those who do not see them. @module */

import { money } from "../money.js";
import { h } from "../tree.js";

/** @typedef {{label: string, cents: number, detail?: string}} Bar */

const WIDE = 720;
const TALL = 220;
const FOOT = 26;
const LEFT = 64;

/** A round amount at or above the largest bar. */
function ceiling(/** @type {number} */ cents) {
	const power = 10 ** Math.floor(Math.log10(Math.max(cents, 100)));
	return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= cents) ?? cents;
}

/** Columns over a line of hours. */
export function columns(/** @type {string} */ title, /** @type {Bar[]} */ bars) {
	const top = ceiling(Math.max(1, ...bars.map((bar) => bar.cents)));
	const step = (WIDE - LEFT) / Math.max(1, bars.length);
	const y = (/** @type {number} */ cents) => 10 + (TALL - 10 - FOOT) * (1 - cents / top);
	const every = Math.ceil(bars.length / 12);
	return h(
		"figure.chart",
		h("figcaption", title),
		h(
			"svg",
			{
				viewBox: `0 0 ${WIDE} ${TALL}`,
				role: "img",
				"aria-label": `${title}. ${bars.map((bar) => `${bar.label}: ${money(bar.cents)}`).join(", ")}`,
			},
			[0, 0.5, 1].map((part) =>
				h(
					"g",
					{ key: part, class: "grid" },
					h("path", { d: `M${LEFT} ${y(top * part)}H${WIDE}` }),
					h("text", { x: LEFT - 8, y: y(top * part) + 4, "text-anchor": "end" }, money(Math.round(top * part))),
				),
			),
			bars.map((bar, place) =>
				h(
					"g",
					{ key: place },
					h(
						"rect.bar",
						{
							x: LEFT + step * place + step * 0.14,
							y: y(bar.cents),
							width: step * 0.72,
							height: Math.max(0, TALL - FOOT - y(bar.cents)),
							rx: 3,
						},
						h("title", `${bar.label}: ${money(bar.cents)}`),
					),
					place % every === 0 && h("text", { x: LEFT + step * (place + 0.5), y: TALL - 8, "text-anchor": "middle" }, bar.label),
				),
			),
		),
	);
}

/** Lying bars, one a line. */
export function lines(/** @type {string} */ title, /** @type {Bar[]} */ bars) {
	const most = Math.max(1, ...bars.map((bar) => bar.cents));
	return h(
		"figure.chart",
		h("figcaption", title),
		h(
			"ul.bar-list",
			bars.map((bar) =>
				h(
					"li",
					{ key: bar.label },
					h("span.bar-label", bar.label),
					h("span.bar-track", { "aria-hidden": "true" }, h("i", { style: `width:${(bar.cents / most) * 100}%` })),
					h("b", money(bar.cents)),
				),
			),
		),
	);
}

/** Bars for amounts: standing ones over hours, lying ones over names. @module */

import { money } from "../money.js";
import { h } from "../tree.js";

/** @typedef {{label: string, cents: number}} Bar */

/** A round amount at or above the largest bar. */
function ceiling(/** @type {number} */ cents) {
	const power = 10 ** Math.floor(Math.log10(Math.max(cents, 100)));
	return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= cents) ?? cents;
}

/** Standing bars; the largest amount and its half are marked at the side. */
export function columns(/** @type {string} */ title, /** @type {Bar[]} */ bars, said = money) {
	const top = ceiling(Math.max(1, ...bars.map((bar) => bar.cents)));
	const told = bars.filter((bar) => bar.cents > 0).map((bar) => `${bar.label}: ${said(bar.cents)}`);
	return h(
		"figure.chart",
		h("figcaption", title),
		h(
			"div.columns",
			{ role: "img", "aria-label": `${title}. ${told.join(", ") || "Nothing."}` },
			h(
				"div.scale",
				[1, 0.5, 0].map((part) => h("span", { key: part }, said(Math.round(top * part)))),
			),
			h(
				"div.plot",
				bars.map((bar, place) =>
					h(
						"div.column",
						{ key: place, title: `${bar.label}: ${said(bar.cents)}` },
						h("i", { style: `height:${((bar.cents / top) * 100).toFixed(1)}%` }),
						h("small", bar.label),
					),
				),
			),
		),
	);
}

/** Lying bars, one a line. */
export function lines(/** @type {string} */ title, /** @type {Bar[]} */ bars, said = money) {
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
					h("span.bar-track", { "aria-hidden": "true" }, h("i", { style: `width:${(Math.max(bar.cents, 0) / most) * 100}%` })),
					h("b", said(bar.cents)),
				),
			),
		),
	);
}

/** A table of rows that turns into a stack of cards on a narrow screen. @module */

import { h } from "../tree.js";

/** @import { Leaf } from "../tree.js" */

/** @typedef {{key: string | number, name: Leaf, cells: Leaf[], actions?: Leaf}} Row */

/** Draws rows under heads; the first head stands over the names, one over each cell. The label tells lists of one view apart. */
export function listing(/** @type {string[]} */ heads, /** @type {Row[]} */ rows, label = heads[0]) {
	const hasActions = rows.some((row) => row.actions !== undefined);
	return h(
		"div.scroll",
		{ tabindex: 0, role: "region", "aria-label": `List: ${label}` },
		h(
			"table.listing",
			h(
				"thead",
				h(
					"tr",
					heads.map((head) => h("th", { key: head, scope: "col" }, head)),
					hasActions && h("td"),
				),
			),
			h(
				"tbody",
				rows.map((row) =>
					h(
						"tr",
						{ key: row.key },
						h("th", { scope: "row" }, row.name),
						row.cells.map((cell, place) => h("td", { key: place, "data-label": heads[place + 1] }, cell)),
						row.actions !== undefined && h("td.row-actions", row.actions),
					),
				),
			),
		),
	);
}

/** The clauses and remedies of a table's book, found by words, for a ruling or a correction to rest on. @module */

import { api } from "../api.js";
import { h } from "../tree.js";

/** @import { ClauseView } from "../api-types" */

/** How many are listed at once. */
const MOST = 8;

/** A field for a clause, with a search over what the book says. */
export class ClausePick {
	constructor(/** @type {number} */ table, /** @type {() => void} */ redraw) {
		this.redraw = redraw;
		this.words = "";
		/** @type {ClauseView | null} */
		this.picked = null;
		/** @type {ClauseView[]} */
		this.clauses = [];
		api.tableBook(table).then(
			({ book }) => {
				this.clauses = book.clauses;
				redraw();
			},
			() => {},
		);
	}

	/** The name of what was picked; empty if nothing was. */
	get name() {
		return this.picked?.name ?? "";
	}

	/** Everything that has all of the words, in its name, its place or what it says. */
	found() {
		const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
		if (words.length === 0) return [];
		const has = (/** @type {ClauseView} */ one) => {
			const text = `${one.name} ${one.at} ${one.says}`.toLowerCase();
			return words.every((word) => text.includes(word));
		};
		return this.clauses.filter(has);
	}

	draw(/** @type {string} */ label) {
		const { picked } = this;
		if (picked)
			return h(
				"div.clause-picked",
				h("p", h("strong", picked.at || picked.name), " ", picked.says),
				h(
					"button.small",
					{
						onclick: () => {
							this.picked = null;
							this.redraw();
						},
					},
					"Another clause",
				),
			);
		const found = this.found();
		return h(
			"div.clause-pick",
			h(
				"label",
				label,
				h("input", {
					name: "clause-words",
					type: "search",
					autocomplete: "off",
					placeholder: "Search the book, for example exposed card",
					oninput: (/** @type {Event} */ event) => {
						this.words = /** @type {HTMLInputElement} */ (event.target).value;
						this.redraw();
					},
				}),
			),
			h(
				"ul.clause-found",
				found.slice(0, MOST).map((one) =>
					h(
						"li",
						{ key: one.name },
						h(
							"button.quiet",
							{
								onclick: () => {
									this.picked = one;
									this.redraw();
								},
							},
							h("strong", one.at || one.name),
							" ",
							one.says,
						),
					),
				),
			),
			found.length > MOST && h("p.soft", `And ${found.length - MOST} more: add a word.`),
			this.words.trim() !== "" && this.clauses.length > 0 && found.length === 0 && h("p.soft", "Nothing in this book says that."),
		);
	}
}

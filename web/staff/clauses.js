/** The clauses and remedies of a table's book, found by words, for a ruling or a correction to rest on. @module */

import { api } from "../api.js";
import { h } from "../tree.js";

/** @import { ClauseView, House } from "../api-types" */

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
		/** The other games of the house, by what the names of their clauses begin with. @type {Map<string, string>} */
		this.others = new Map();
		Promise.all([api.tableBook(table), api.lobby()]).then(
			([{ book }, { houses }]) => {
				this.clauses = book.clauses;
				this.others = otherGames(book.id, book.clauses, houses);
				redraw();
			},
			() => {},
		);
	}

	/** The game of which a clause is, if it is another one than the table's. */
	otherGame(/** @type {ClauseView} */ one) {
		return this.others.get(part(one.name)) ?? null;
	}

	/** The name of what was picked; empty if nothing was. */
	get name() {
		return this.picked?.name ?? "";
	}

	/** Everything that has all of the words, in its name, its place or what it says; what other games say comes last. */
	found() {
		const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
		if (words.length === 0) return [];
		const has = (/** @type {ClauseView} */ one) => {
			const text = `${one.name} ${one.at} ${one.says}`.toLowerCase();
			return words.every((word) => text.includes(word));
		};
		const found = this.clauses.filter(has);
		return [...found.filter((one) => this.otherGame(one) === null), ...found.filter((one) => this.otherGame(one) !== null)];
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
							this.otherGame(one) !== null && h("span.tag", this.otherGame(one)),
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

/** What the name of a clause begins with: the part of the filing that it is from. */
const part = (/** @type {string} */ name) => name.split("/")[0] ?? "";

/** Which parts of a house's filing are of other games than a book's; parts of no game are the house's general ones. */
function otherGames(/** @type {string} */ book, /** @type {ClauseView[]} */ clauses, /** @type {House[]} */ houses) {
	const parts = [...new Set(clauses.map((one) => part(one.name)))].sort((one, other) => other.length - one.length);
	// Books that differ in little share a part, whose name theirs begin with.
	const partOf = (/** @type {string} */ id) => parts.find((one) => `${id.split("/").at(-1)}-`.startsWith(`${one}-`));
	const games = houses.find((one) => one.games.some((game) => game.book === book))?.games ?? [];
	const others = new Map(games.map((game) => [partOf(game.book) ?? "", game.name]));
	others.delete(partOf(book) ?? "");
	return others;
}

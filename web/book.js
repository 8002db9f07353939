/**
 * A rule book: its rules in plain words with their clauses, its pay tables, its schedules, and the posted notice. The
 * book of a table is the one that the table plays by, which may not be the one that is filed by now.
 * @module
 */

import { api } from "./api.js";
import { openSheet, showClause } from "./dialog.js";
import { addBookStyle } from "./styles.js";
import { draw, h } from "./tree.js";
import { familyName } from "./words.js";

/** @import { BookView, TableView } from "./api-types" */
/** @import { Branch } from "./tree.js" */

/** @typedef {"rules" | "pays" | "schedules" | "notice"} Part */

/**
 * Somebody's look into a book.
 * @typedef {object} Reading
 * @property {string} place where it stands: "books/HOUSE/GAME", or "tables/N" for the book of a table
 * @property {BookView | null} book nothing until it has come
 * @property {string} note what the reader should know of it first
 * @property {string} fault why it does not come
 * @property {string | null} posted the schedule posted at the reader's table
 * @property {string | null} schedule the schedule whose notice is shown
 * @property {Part} part
 * @property {string} wanted the words that are looked for
 * @property {() => void} redraw
 */

/** @typedef {{book: BookView, note: string | null}} Read */

/** @type {Map<string, Promise<Read>>} */
const books = new Map();

/** What stands at a place; the number of a table stands for its own book. @returns {Promise<Read>} */
async function fetchBook(/** @type {string} */ id) {
	if (isTable(id)) return api.tableBook(Number(id));
	return { book: await api.book(id), note: null };
}

/** Whether something names a table rather than a book. */
export const isTable = (/** @type {string} */ id) => /^\d+$/.test(id);

/** @returns {Reading} */
function begin(/** @type {string} */ id, /** @type {string | null} */ posted, /** @type {Part} */ part) {
	const place = isTable(id) ? `tables/${id}` : `books/${id}`;
	/** @type {Reading} */
	const reading = { place, book: null, note: "", fault: "", posted, schedule: posted, part, wanted: "", redraw: () => {} };
	const coming = books.get(id) ?? fetchBook(id);
	books.set(id, coming);
	coming
		.then(
			({ book, note }) => {
				reading.book = book;
				reading.note = note ?? "";
			},
			(error) => {
				books.delete(id);
				reading.fault = error.message;
			},
		)
		.then(() => reading.redraw());
	return reading;
}

/** Opens a book in a sheet over the table. */
export function openBook(/** @type {TableView} */ table, /** @type {Part} */ part) {
	void addBookStyle();
	const reading = begin(String(table.table), table.schedule ?? null, part);
	reading.redraw = openSheet("Rule book", () => parts(reading), { class: "book-sheet" }).redraw;
}

/** @type {import("./route.js").OpenView} */
export function open(place, id = "") {
	place.className = "book-page";
	document.title = "Rule book · Cardroom";
	const reading = begin(id, null, "rules");
	reading.redraw = () => {
		const { book } = reading;
		if (book) document.title = `${book.name} · Cardroom`;
		const facts = book && [book.house, familyName[book.family], book.approval];
		const subtitle = facts && facts.filter(Boolean).join(" · ");
		draw(place, [h("header.page-head", h("h1", book?.name ?? "Rule book"), subtitle && h("p.soft", subtitle)), parts(reading)]);
	};
	reading.redraw();
	return () => {};
}

/** @returns {Branch[]} */
function parts(/** @type {Reading} */ reading) {
	const { book, fault, part } = reading;
	if (!book) return [h("p", { class: fault ? "fault" : "soft", role: "status" }, fault || "Fetching the book…")];
	const drawn = { rules, pays, schedules, notice };
	/** @type {[Part, string][]} */
	const names = [
		["rules", "Rules"],
		["pays", "Pay tables"],
		["schedules", "Collections"],
		["notice", "Posted notice"],
	];
	const tabs = names.map(([name, text]) =>
		h("button", { key: name, "aria-pressed": String(part === name), onclick: () => turnTo(reading, name) }, text),
	);
	const page = reading.place.replace(/^(book|table)s/, "/$1");
	const odds = h("a.button", { key: "odds", href: `${page}/odds` }, "Odds");
	return [
		...(reading.note ? [h("p.notice", { role: "note" }, reading.note)] : []),
		h("div.tabs", { role: "group", "aria-label": "Parts of the book" }, tabs, odds),
		drawn[part](book, reading),
	];
}

function turnTo(/** @type {Reading} */ reading, /** @type {Part} */ part) {
	reading.part = part;
	reading.redraw();
}

function rules(/** @type {BookView} */ book, /** @type {Reading} */ reading) {
	const search = reading.wanted.trim().toLowerCase();
	const found = book.sentences.filter((one) =>
		`${one.section} ${one.text} ${one.clauses.join(" ")}`.toLowerCase().includes(search),
	);
	const look = (/** @type {Event} */ event) => {
		reading.wanted = /** @type {HTMLInputElement} */ (event.target).value;
		reading.redraw();
	};
	const cited = (/** @type {string} */ name) => {
		const clause = book.clauses.find((one) => one.name === name);
		const tell = () => clause && showClause(clause);
		return h("button.cite", { key: name, title: clause?.says, onclick: tell }, clause?.at ?? name);
	};
	const sections = [...new Set(found.map((one) => one.section))].map((section) =>
		h(
			"section",
			{ key: section },
			h("h2", section),
			h(
				"ul",
				found
					.filter((one) => one.section === section)
					.map((one) => h("li", { key: one.text }, h("span", one.text), " ", one.clauses.map(cited))),
			),
		),
	);
	return h(
		"div.rules",
		{ key: "rules" },
		h("label.field.search", "Find in the rules", h("input", { type: "search", value: reading.wanted, oninput: look })),
		sections.length === 0 && h("p.soft", "No rule has these words."),
		sections,
	);
}

/** Hands that win high, the best first. */
const HIGH = [
	["Straight flush", "Five of one suit in a row; the best is A K Q J 10"],
	["Four of a kind", "Four of one rank"],
	["Full house", "Three of one rank and two of another"],
	["Flush", "Five of one suit"],
	["Straight", "Five in a row"],
	["Three of a kind", "Three of one rank"],
	["Two pair", "Two of one rank and two of another"],
	["Pair", "Two of one rank"],
	["High card", "Nothing of these"],
];

/** What wins the pot: the ranking of hands where the highest wins, and the book's own words. */
function rankingOf(/** @type {BookView} */ book) {
	const said = book.sentences.filter((one) => one.section === "What wins").map((one) => one.text);
	const isHigh = said.some((text) => /^The highest hand takes/.test(text));
	return h(
		"section.ranking",
		{ key: "ranking" },
		h("h2", "What wins"),
		isHigh &&
			h(
				"table",
				h("caption", "Ranking of hands, the best first"),
				h("tbody", HIGH.map(([hand, what]) => h("tr", { key: hand }, h("th", { scope: "row" }, hand), h("td", what)))),
			),
		h("ul", said.map((text) => h("li", { key: text }, text))),
	);
}

function pays(/** @type {BookView} */ book) {
	const rows = (/** @type {[string, string][]} */ list) =>
		list.map(([hand, odds]) => h("tr", { key: hand }, h("th", { scope: "row" }, hand), h("td", odds.replace("(spades ", "(spades\u00a0"))));
	const tables = book.pays.map((table) =>
		h("table", { key: table.title }, h("caption", table.title), h("tbody", rows(table.rows))),
	);
	const ranking = book.family === "poker" && rankingOf(book);
	if (tables.length === 0 && !ranking) return h("p.soft", { key: "pays" }, "This game has no pay tables: the pot goes to the winner.");
	return h("div.pays", { key: "pays" }, ranking, tables);
}

/** Every way in which the house may collect, with all amounts; pressed, its notice is shown. */
function schedules(/** @type {BookView} */ book, /** @type {Reading} */ reading) {
	const rows = book.schedules.map(({ handle, limit, words, fees, is_offered }) => {
		const show = () => {
			reading.schedule = handle;
			turnTo(reading, "notice");
		};
		return h(
			"li",
			{ key: handle, class: handle === reading.posted ? "current" : "" },
			h(
				"div",
				h("strong", `Schedule ${handle}`),
				limit && h("span.soft", ` · ${limit}`),
				handle === reading.posted && h("span.tag", "posted at this table"),
				!is_offered && h("span.tag", "not offered"),
			),
			h(
				"div.fees",
				fees.map((group) =>
					h(
						"table",
						{ key: group.title },
						h("caption", group.title),
						h(
							"tbody",
							group.rows.map(([what, fee]) => h("tr", { key: what }, h("th", { scope: "row" }, what), h("td", fee))),
						),
					),
				),
			),
			h("p.soft", words),
			h("button.small", { onclick: show, "aria-label": `Show the notice of schedule ${handle}` }, "Show the notice"),
		);
	});
	return h("ul.schedules", { key: "schedules" }, rows);
}

function notice(/** @type {BookView} */ book, /** @type {Reading} */ reading) {
	const handle = reading.schedule ?? book.schedules[0]?.handle ?? null;
	const asked = new URLSearchParams(handle ? { schedule: handle } : {});
	// What hangs at the reader's own table names that table's limit and blinds.
	const address = `/api/${reading.place}/sign.svg?${asked}`;
	const said = `The notice posted at the table: ${book.name}${handle ? `, schedule ${handle}` : ""}`;
	return h(
		"figure.posted",
		{ key: "notice" },
		h("a", { href: address, target: "_blank", rel: "noopener" }, h("img", { src: address, alt: said })),
	);
}

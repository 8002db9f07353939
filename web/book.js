/** A rule book: its rules in plain words with their clauses, its pay tables, its schedules, and the posted notice. @module */

import { api } from "./api.js";
import { openSheet, showClause } from "./dialog.js";
import { draw, h } from "./tree.js";
import { familyName } from "./words.js";

/** @import { BookView, StakesTold, TableView } from "./api-types" */
/** @import { Branch } from "./tree.js" */

/** @typedef {"rules" | "pays" | "schedules" | "notice"} Part */

/**
 * Somebody's look into a book.
 * @typedef {object} Reading
 * @property {BookView | null} book nothing until it has come
 * @property {string} fault why it does not come
 * @property {string | null} posted the schedule posted at the reader's table
 * @property {StakesTold | null} stakes what that table was told to play for
 * @property {string | null} schedule the schedule whose notice is shown
 * @property {Part} part
 * @property {string} wanted the words that are looked for
 * @property {() => void} redraw
 */

/** @type {Map<string, Promise<BookView>>} */
const books = new Map();

/** @returns {Reading} */
function begin(
	/** @type {string} */ id,
	/** @type {string | null} */ posted,
	/** @type {Part} */ part,
	/** @type {StakesTold | null} */ stakes = null,
) {
	/** @type {Reading} */
	const reading = { book: null, fault: "", posted, stakes, schedule: posted, part, wanted: "", redraw: () => {} };
	const coming = books.get(id) ?? api.book(id);
	books.set(id, coming);
	coming
		.then(
			(book) => {
				reading.book = book;
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
	const reading = begin(table.book, table.schedule ?? null, part, table.stakes);
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
	const odds = h("a.button", { key: "odds", href: `/book/${book.id}/odds` }, "Odds");
	return [h("div.tabs", { role: "group", "aria-label": "Parts of the book" }, tabs, odds), drawn[part](book, reading)];
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

function pays(/** @type {BookView} */ book) {
	const rows = (/** @type {[string, string][]} */ list) =>
		list.map(([hand, odds]) => h("tr", { key: hand }, h("th", { scope: "row" }, hand), h("td", odds)));
	const tables = book.pays.map((table) =>
		h("table", { key: table.title }, h("caption", table.title), h("tbody", rows(table.rows))),
	);
	if (tables.length === 0) return h("p.soft", { key: "pays" }, "This game has no pay tables: the pot goes to the winner.");
	return h("div.pays", { key: "pays" }, tables);
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
	const told = handle === reading.posted ? reading.stakes : null;
	if (told?.structure) asked.set("structure", told.structure);
	if (told?.limit) asked.set("limit", told.limit.join("-"));
	if (told?.blinds) asked.set("blinds", told.blinds.join("-"));
	const address = `/api/books/${book.id}/sign.svg?${asked}`;
	const said = `The notice posted at the table: ${book.name}${handle ? `, schedule ${handle}` : ""}`;
	return h(
		"figure.posted",
		{ key: "notice" },
		h("a", { href: address, target: "_blank", rel: "noopener" }, h("img", { src: address, alt: said })),
	);
}

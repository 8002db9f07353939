/** A rule book: its rules in plain words with their clauses, its pay tables, its schedules, and the posted notice. @module */

import { api } from "./api.js";
import { openSheet, showClause } from "./dialog.js";
import { draw, h } from "./tree.js";
import { familyName } from "./words.js";

/** @import { BookView } from "./api-types" */
/** @typedef {"rules" | "pays" | "notice" | "schedules"} Part */

/** @type {Map<string, Promise<BookView>>} */
const books = new Map();

function read(/** @type {string} */ id) {
	const found = books.get(id) ?? api.book(id);
	books.set(id, found);
	found.catch(() => books.delete(id));
	return found;
}

/** Opens a book in a sheet over the table. */
export function openBook(/** @type {string} */ id, /** @type {string | null} */ schedule, /** @type {Part} */ part) {
	/** @type {BookView | string} */
	let book = "";
	let shown = part;
	let wanted = "";
	const sheet = openSheet(
		"Rule book",
		(redraw) =>
			bookParts(
				book,
				schedule,
				shown,
				wanted,
				(next) => {
					shown = next;
					redraw();
				},
				(words) => {
					wanted = words;
					redraw();
				},
			),
		{ class: "book-sheet" },
	);
	read(id)
		.then(
			(found) => (book = found),
			(error) => (book = String(error.message)),
		)
		.then(sheet.redraw);
}

/** @type {import("./route.js").OpenView} */
export function open(place, id) {
	place.className = "book-page";
	document.title = "Rule book · Cardroom";
	/** @type {BookView | string} */
	let book = "";
	/** @type {Part} */
	let shown = "rules";
	let wanted = "";
	const redraw = () =>
		draw(place, [
			h(
				"header.page-head",
				h("h1", typeof book === "string" ? "Rule book" : book.name),
				typeof book !== "string" && h("p.soft", `${book.house} · ${familyName[book.family] ?? book.family} · ${book.approval}`),
			),
			bookParts(
				book,
				null,
				shown,
				wanted,
				(next) => {
					shown = next;
					redraw();
				},
				(words) => {
					wanted = words;
					redraw();
				},
			),
		]);
	read(id ?? "")
		.then(
			(found) => {
				book = found;
				document.title = `${found.name} · Cardroom`;
			},
			(error) => (book = String(error.message)),
		)
		.then(redraw);
	redraw();
	return () => {};
}

function bookParts(
	/** @type {BookView | string} */ book,
	/** @type {string | null} */ schedule,
	/** @type {Part} */ shown,
	/** @type {string} */ wanted,
	/** @type {(part: Part) => void} */ show,
	/** @type {(words: string) => void} */ want,
) {
	if (typeof book === "string") return [h("p", { class: book ? "fault" : "soft", role: "status" }, book || "Fetching the book…")];
	const tab = (/** @type {Part} */ part, /** @type {string} */ text) =>
		h("button", { key: part, "aria-pressed": String(shown === part), onclick: () => show(part) }, text);
	return [
		h(
			"div.tabs",
			{ role: "group", "aria-label": "Parts of the book" },
			tab("rules", "Rules"),
			tab("pays", "Pay tables"),
			tab("schedules", "Collections"),
			tab("notice", "Posted notice"),
		),
		shown === "rules"
			? rules(book, wanted, want)
			: shown === "pays"
				? pays(book)
				: shown === "schedules"
					? schedules(book, schedule)
					: notice(book, schedule),
	];
}

function rules(/** @type {BookView} */ book, /** @type {string} */ wanted, /** @type {(words: string) => void} */ want) {
	const search = wanted.trim().toLowerCase();
	const found = book.sentences.filter(
		(one) => !search || `${one.section} ${one.text} ${one.clauses.join(" ")}`.toLowerCase().includes(search),
	);
	const sections = [...new Set(found.map((one) => one.section))];
	const clauseOf = (/** @type {string} */ name) => book.clauses.find((one) => one.name === name);
	return h(
		"div",
		{ key: "rules", class: "rules" },
		h(
			"label.field.search",
			"Find in the rules",
			h("input", {
				type: "search",
				value: wanted,
				oninput: (/** @type {Event} */ event) => want(/** @type {HTMLInputElement} */ (event.target).value),
			}),
		),
		sections.length === 0 && h("p.soft", "No rule has these words."),
		sections.map((section) =>
			h(
				"section",
				{ key: section },
				h("h2", section),
				h(
					"ul",
					found
						.filter((one) => one.section === section)
						.map((one) =>
							h(
								"li",
								{ key: one.text },
								h("span", one.text),
								" ",
								one.clauses.map((name) => {
									const clause = clauseOf(name);
									return h(
										"button",
										{
											key: name,
											class: "cite",
											title: clause?.says,
											onclick: () => clause && showClause(clause),
										},
										clause?.at ?? name,
									);
								}),
							),
						),
				),
			),
		),
	);
}

function pays(/** @type {BookView} */ book) {
	if (book.pays.length === 0)
		return h("p", { key: "pays", class: "soft" }, "This game has no pay tables: wagers are paid as its rules say.");
	return h(
		"div",
		{ key: "pays", class: "pays" },
		book.pays.map((table) =>
			h(
				"table",
				{ key: table.title },
				h("caption", table.title),
				h(
					"tbody",
					table.rows.map(([hand, odds]) => h("tr", { key: hand }, h("th", { scope: "row" }, hand), h("td", odds))),
				),
			),
		),
	);
}

function schedules(/** @type {BookView} */ book, /** @type {string | null} */ current) {
	return h(
		"ul",
		{ key: "schedules", class: "schedules" },
		book.schedules.map((one) =>
			h(
				"li",
				{ key: one.handle, class: one.handle === current ? "current" : "" },
				h("strong", `Schedule ${one.handle}`, one.handle === current && h("span.tag", "posted at this table")),
				h("p", one.words),
			),
		),
	);
}

function notice(/** @type {BookView} */ book, /** @type {string | null} */ schedule) {
	const handle = schedule ?? book.schedules[0]?.handle;
	const address = `/api/books/${book.id}/sign.svg${handle ? `?schedule=${encodeURIComponent(handle)}` : ""}`;
	return h(
		"figure",
		{ key: "notice", class: "posted" },
		h(
			"a",
			{ href: address, target: "_blank", rel: "noopener" },
			h("img", {
				src: address,
				alt: `The notice posted at the table: ${book.name}${handle ? `, schedule ${handle}` : ""}`,
			}),
		),
	);
}

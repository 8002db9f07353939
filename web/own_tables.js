/** The tables at which the reader has a place: asked for now and then, shown in the head, the lobby and at each table. @module */

import { api } from "./api.js";
import { icon } from "./icons.js";
import { money } from "./money.js";
import { go, isFramed } from "./route.js";
import { onSession, whoAmI } from "./session.js";
import { h } from "./tree.js";
import { plural } from "./words.js";

/** @import { OwnTable } from "./api-types" */

/** How often it is asked where the reader is waited for. */
const EVERY_MS = 4000;

/** @type {OwnTable[]} */
let tables = [];
/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls back when something has changed; gives a way to stop. */
export function onOwnTables(/** @type {() => void} */ listener) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const ownTables = () => tables;

/** Whether a path leads to own tables only: going there leaves nothing. */
export const isOwnTable = (/** @type {string} */ path) => path === "/tables" || tables.some((one) => path === `/table/${one.table}`);

/** Asked of every table that stands in one window: each at which the reader's hand is on adds its desk. */
export const ASKS_HANDS = "asks-hands";

/** What is asked already, so that it is not asked twice at once. @type {Promise<OwnTable[]> | null} */
let asked = null;

export async function refreshOwnTables() {
	if (whoAmI() && !isFramed) asked ??= api.ownTables().catch(() => tables).finally(() => (asked = null));
	const found = whoAmI() && !isFramed ? ((await asked) ?? []) : [];
	if (JSON.stringify(found) === JSON.stringify(tables)) return;
	tables = found;
	for (const listener of [...listeners]) listener();
}

onSession(() => void refreshOwnTables());
setInterval(() => document.visibilityState === "visible" && whoAmI() && void refreshOwnTables(), EVERY_MS);

/** The tables that wait for the reader, but for the one that is looked at. */
const asking = (/** @type {number | null} */ here) => tables.filter((one) => one.is_asked && one.table !== here);

/** The table that is looked at, if one is. */
const here = () => Number(/^\/table\/(\d+)$/.exec(location.pathname)?.[1] ?? Number.NaN);

/** The way to all own tables, for the head of the page. */
export function ownTablesLink() {
	if (tables.length === 0) return null;
	const waiting = asking(here()).length;
	return h(
		"a.own-tables",
		{ key: "/tables", href: "/tables", "aria-current": location.pathname === "/tables" ? "page" : undefined },
		icon("tables"),
		h("span.hush", "Your tables: "),
		h("span", String(tables.length)),
		waiting > 0 && [h("span.hush", ", your turn at "), h("b.badge", String(waiting))],
	);
}

/** Goes to the next of the own tables, or the one before; those that wait for the reader come first. */
export function switchTables(/** @type {number} */ from, /** @type {1 | -1} */ way) {
	if (isFramed) return;
	const [first] = way === 1 ? asking(from) : [];
	const others = tables.map((one) => one.table);
	const place = others.indexOf(from);
	const next = first?.table ?? others.at((place + way) % others.length);
	if (next !== undefined && next !== from) go(`/table/${next}`);
}

/** The button to the next of several own tables. */
export function nextTable(/** @type {number} */ from) {
	const others = tables.filter((one) => one.table !== from);
	if (others.length === 0) return null;
	const waiting = asking(from).length;
	return h(
		"button.quiet.icon-only.next-table",
		{ onclick: () => switchTables(from, 1) },
		h("em.hush", "Your next table"),
		icon("next"),
		waiting > 0 && [h("em.hush", ", your turn at "), h("b.badge", String(waiting))],
	);
}

function stateOf(/** @type {OwnTable} */ one) {
	if (one.is_asked) return h("b.badge", "Your turn");
	if (one.is_away) return h("span.tag", "Away");
	return one.is_in_round ? h("span.tag", "In a round") : h("span.tag", one.seat === null ? "Waiting or behind" : "Seated");
}

/** The own tables as a list, for the lobby and small screens. */
export function ownTablesList() {
	if (tables.length === 0) return null;
	return h(
		"section.own-list",
		{ "aria-labelledby": "own-title" },
		h(
			"div.section-head",
			h("h2", { id: "own-title" }, "Your tables"),
			h("p.soft", { role: "status" }, plural(tables.length, "table")),
			tables.length > 1 && h("a.text-link", { href: "/tables" }, "Side by side"),
		),
		h(
			"ul",
			tables.map((one) =>
				h(
					"li",
					{ key: one.table },
					h("a", { href: `/table/${one.table}` }, one.game),
					h("span.soft", `${one.house} · table ${one.table}${one.seat === null ? "" : ` · seat ${one.seat}`} · ${money(one.stack)}`),
					stateOf(one),
				),
			),
		),
	);
}

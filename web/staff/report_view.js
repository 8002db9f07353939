/** Reports over the log: any kind and span, with a chart, for spreadsheets and for paper. @module */

import { money } from "../money.js";
import { draw, h } from "../tree.js";
import { columns, lines } from "./chart.js";
import { forRoles } from "./gate.js";
import { house } from "./house_api.js";
import { listing } from "./listing.js";

/** @import { HouseReport, ReportCell, ReportCellKind } from "../api-types" */
/** @import { Bar } from "./chart.js" */

/** @typedef {{from: string, to: string, shift: string, table: string}} Span */

/** Of what a report is made, in words. @type {Record<keyof Span, string>} */
const NAMES = { from: "From", to: "To", shift: "Shift", table: "Table" };

/** @type {(keyof Span)[]} */
const SPAN = ["from", "to", "shift", "table"];

/** The day after a day of a calendar, which need not have 24 hours. */
const after = (/** @type {string} */ day) => {
	const begun = new Date(`${day}T00:00`);
	return begun.setDate(begun.getDate() + 1);
};

/**
 * The kinds, with what their chart adds up: the column of the names, and that of the amounts; nothing counts rows, and rows in
 * which the column `told` is empty do not count. `asks` is of what span they are made; all of it if left out.
 */
/** @type {{kind: string, name: string, by: string, of?: string, told?: string, asks?: (keyof Span)[]}[]} */
const KINDS = [
	{ kind: "collections-by-table", name: "Collections by table", by: "Table", of: "Collected" },
	{ kind: "collections-by-hour", name: "Collections by hour", by: "Hour", of: "Collected" },
	{ kind: "collections-by-schedule", name: "Collections by schedule", by: "Schedule", of: "Collected" },
	{ kind: "collections-by-shift", name: "Collections by shift", by: "Shift", of: "Collected" },
	{ kind: "hands", name: "Hands and players by hour", by: "Hour", of: "Hands" },
	{ kind: "rotation", name: "Rotation of the bank", by: "Answer" },
	// A box is counted twice at least; the count that settles it has the ledger's amount beside it.
	{ kind: "counts", name: "Counts of boxes", by: "Table", of: "Counted", told: "Ledger" },
	{ kind: "cage", name: "Counts of the cage", by: "When", of: "Chips", asks: ["from", "to", "shift"] },
	{ kind: "chips", name: "Where the chips are", by: "What", of: "Chips", asks: [] },
	{ kind: "cash", name: "Money by gaming day", by: "Day", of: "Brought", asks: ["from", "to", "shift"] },
	{ kind: "jackpots", name: "Jackpots", by: "What", of: "Amount" },
	{ kind: "rulings", name: "Rulings and corrections", by: "What" },
	{ kind: "playing-books", name: "Playing books", by: "Player", of: "Banked" },
	{ kind: "law", name: "The law", by: "Rule" },
];

const moment = (/** @type {number} */ at) => new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

/** A cell in words. */
function said(/** @type {ReportCell | null} */ cell, /** @type {ReportCellKind} */ kind) {
	if (cell === null) return "";
	if (typeof cell === "string") return cell;
	if (kind === "money") return money(cell);
	return kind === "moment" ? moment(cell) : String(cell);
}

/** The rows put together by a column, as bars. @returns {Bar[]} */
function bars(/** @type {HouseReport} */ report, /** @type {number} */ by, /** @type {number} */ of, /** @type {number} */ told) {
	/** @type {Map<string, number>} */
	const sums = new Map();
	for (const row of report.rows) {
		if (told >= 0 && row[told] === null) continue;
		const label = said(row[by] ?? null, report.columns[by]?.kind ?? "text");
		const cell = row[of];
		const amount = of < 0 ? 1 : typeof cell === "number" ? cell : 0;
		sums.set(label, (sums.get(label) ?? 0) + amount);
	}
	return [...sums].map(([label, cents]) => ({ label, cents }));
}

/** The chart of a report. */
function chart(/** @type {HouseReport} */ report, /** @type {typeof KINDS[number]} */ own) {
	const by = report.columns.findIndex((column) => column.title === own.by);
	const of = report.columns.findIndex((column) => column.title === own.of);
	if (by < 0 || report.rows.length === 0 || (own.of && of < 0)) return null;
	const isMoney = report.columns[of]?.kind === "money";
	const title = own.of ? `${own.of} by ${own.by.toLowerCase()}` : `How often, by ${own.by.toLowerCase()}`;
	const words = isMoney ? money : String;
	const found = bars(report, by, of, report.columns.findIndex((column) => column.title === own.told));
	if (found.length === 0) return null;
	const isTime = report.columns[by]?.kind === "moment";
	return h("section.panel", { "aria-label": "Chart" }, isTime ? columns(title, found.slice(-24), words) : lines(title, found.sort((one, other) => other.cents - one.cents).slice(0, 16), words));
}

export const open = forRoles(["floor", "cage", "auditor", "owner"], "Reports", (place) => {
	place.className = "staff-page";
	document.title = "Reports · Cardroom";
	const asked = new URLSearchParams(location.search);
	let own = KINDS.find((one) => one.kind === asked.get("kind")) ?? KINDS[0];
	/** @type {Span} */
	const span = { from: "", to: "", shift: "", table: "" };
	const asks = () => own?.asks ?? SPAN;
	/** @type {HouseReport | null} */
	let report = null;
	let fault = "";

	/** The span as the address has it. */
	const query = () => {
		const found = new URLSearchParams();
		for (const name of asks()) {
			const words = span[name];
			if (!words) continue;
			if (name === "from") found.set(name, String(new Date(`${words}T00:00`).getTime()));
			else found.set(name, name === "to" ? String(after(words)) : words);
		}
		const text = found.toString();
		return text ? `?${text}` : "";
	};

	const refresh = async () => {
		const wanted = own;
		if (!wanted) return;
		try {
			const found = await house.report(wanted.kind, query());
			if (wanted !== own) return;
			[report, fault] = [found, ""];
		} catch (error) {
			[report, fault] = [null, error instanceof Error ? error.message : String(error)];
		}
		redraw();
	};

	const change = (/** @type {keyof typeof span} */ name) => (/** @type {Event} */ event) => {
		span[name] = /** @type {HTMLInputElement} */ (event.target).value;
		void refresh();
	};

	function picker() {
		const kind = own?.kind ?? "";
		return h(
			"section.panel.span",
			{ "aria-label": "Which report" },
			h(
				"label.field",
				"Report",
				h(
					"select",
					{
						name: "kind",
						value: kind,
						onchange: (/** @type {Event} */ event) => {
							own = KINDS.find((one) => one.kind === /** @type {HTMLSelectElement} */ (event.target).value) ?? own;
							report = null;
							redraw();
							void refresh();
						},
					},
					KINDS.map((one) => h("option", { key: one.kind, value: one.kind }, one.name)),
				),
			),
			asks().map((name) => {
				const kind = name === "from" || name === "to" ? { type: "date" } : { type: "number", min: 1 };
				const input = h("input", { ...kind, name, value: span[name], onchange: change(name) });
				return h("label.field", { key: name }, NAMES[name], input);
			}),
			h(
				"div.actions",
				h("a.button", { href: `/api/reports/${kind}/csv${query()}`, download: `${kind}.csv` }, "CSV"),
				h("a.button", { href: `/api/reports/${kind}${query()}`, target: "_blank" }, "JSON"),
				h("a.button", { href: `/api/reports/${kind}/pdf${query()}`, target: "_blank" }, "PDF"),
			),
		);
	}

	function rows(/** @type {HouseReport} */ found) {
		const cell = (/** @type {(ReportCell | null)[]} */ row, /** @type {number} */ at) => said(row[at] ?? null, found.columns[at]?.kind ?? "text");
		return h(
			"section.panel",
			{ "aria-label": found.title },
			h("h2", found.title),
			found.notes.map((text, at) => h("p.soft", { key: at }, text)),
			found.sums.length > 0 && h("dl.summary", found.sums.map((sum) => h("div", { key: sum.name }, h("dt", sum.name), h("dd", money(sum.amount))))),
			found.rows.length > 0
				? listing(
						found.columns.map((column) => column.title),
						found.rows.map((row, key) => ({ key, name: cell(row, 0), cells: row.slice(1).map((_, at) => cell(row, at + 1)) })),
						found.title,
					)
				: h("p.soft", "Nothing in this span."),
		);
	}

	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Reports")),
			picker(),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			report && own && [chart(report, own), rows(report)],
		]);

	redraw();
	void refresh();
	return () => {};
});

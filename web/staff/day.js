/** A day of the house: shifts, boxes that are pulled and counted, the cage's counts, and where every chip lies. @module */

import { house } from "./house_api.js";
import { note } from "../dialog.js";
import { money, readMoney } from "../money.js";
import { hasRole } from "../session.js";
import { draw, h } from "../tree.js";
import { askedPanel } from "./asked.js";
import { form, words } from "./form.js";
import { forRoles } from "./gate.js";
import { listing } from "./listing.js";

/** @import { BoxView, DayView, PulledView, TrayView, WhereChipsLie } from "../api-types" */

const EVERY_MS = 5000;

const KIND = { collection: "Collections", jackpot: "Jackpot" };

const moment = (/** @type {number} */ at) => new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

export const open = forRoles(["floor", "cage", "auditor", "owner"], "Day", (place) => {
	place.className = "staff-page";
	document.title = "Day · Cardroom";
	/** @type {DayView | null} */
	let day = null;
	let fault = "";

	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Day")),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			day && [shift(day), day.chips && chips(day.chips), boxes(day), pulled(day), trays(day), cage(day), (hasRole("cage") || leads()) && askedPanel(day.asked, refresh), sheets()],
		]);

	const refresh = async () => {
		try {
			day = await house.day();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	/** Does something and shows what came of it. */
	const act = async (/** @type {() => Promise<DayView>} */ what, /** @type {string} */ done) => {
		try {
			const waited = day?.asked.length ?? 0;
			day = await what();
			const last = day.asked.at(-1);
			if (day.asked.length > waited && last?.table && !last.is_sale) note(`${last.name} has to agree to it.`);
			else if (day.asked.length > waited) note("A second person of the cage or the floor has to approve this amount.");
			else note(done, "good");
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
		redraw();
	};

	const leads = () => hasRole("floor") || hasRole("owner");

	function shift(/** @type {DayView} */ found) {
		const own = found.shift;
		return h(
			"section.panel",
			{ "aria-label": "Shift" },
			h("h2", own ? `Shift ${own.shift}, ${own.name}` : "No shift is open"),
			h("p.soft", own ? `Opened by ${own.by}, ${moment(own.since_ms)}.` : "A box belongs to a shift: open one before boxes are pulled."),
			leads() &&
				(own
					? h("div.actions", h("button", { onclick: () => act(house.closeShift, `Shift ${own.shift} is over.`) }, "Close the shift"))
					: h("div.actions", h("button.main", { onclick: () => openShift(act) }, "Open a shift"))),
		);
	}

	function boxes(/** @type {DayView} */ found) {
		const row = (/** @type {BoxView} */ one) => ({
			key: `${one.table} ${one.kind}`,
			name: [`${one.table} ${one.game}`, one.is_closed && h("small", "The table is closed")],
			cells: [KIND[one.kind], String(one.number), String(one.shift), ...(one.holds === null ? [] : [money(one.holds)])],
			actions: leads()
				? [
						h(
							"button.small",
							{
								key: "pull",
								"aria-label": `Pull the ${one.kind} box of table ${one.table}`,
								onclick: () => act(() => house.pullBox(one.table, one.kind, false), `Box ${one.number} of table ${one.table} waits for its counts.`),
							},
							"Pull",
						),
						h(
							"button.small",
							{
								key: "next",
								"aria-label": `Pull for the next shift: the ${one.kind} box of table ${one.table}`,
								onclick: () => act(() => house.pullBox(one.table, one.kind, true), `Box ${one.number} of table ${one.table} waits for its counts.`),
							},
							"Pull for the next shift",
						),
					]
				: undefined,
		});
		return h(
			"section.panel",
			{ "aria-label": "Boxes at tables" },
			h("h2", "Boxes at tables"),
			found.boxes.length > 0
				? [
					found.chips === null && h("p.soft", "What is in them is told once they are counted."),
					listing(["Table", "Of", "Box", "Shift", ...(found.chips === null ? [] : ["Holds"])], found.boxes.map(row), "Boxes at tables"),
				]
				: h("p.soft", "No table of the house is open."),
		);
	}

	function pulled(/** @type {DayView} */ found) {
		const row = (/** @type {PulledView} */ one) => ({
			key: `${one.table} ${one.number}`,
			name: [`Box ${one.number} of table ${one.table}`, h("small", KIND[one.kind])],
			cells: [
				String(one.shift),
				`${one.by}, ${moment(one.at_ms)}`,
				[one.counted_by.join(", ") || "nobody", disagreement(one)],
			],
			actions:
				hasRole("cage") || hasRole("floor")
					? [
							h(
								"button.small.main",
								{ key: "count", "aria-label": `Count box ${one.number} of table ${one.table}`, onclick: () => countBox(one, act) },
								"Count",
							),
						]
					: undefined,
		});
		return h(
			"section.panel",
			{ "aria-label": "Boxes to count" },
			h("h2", "Boxes to count"),
			found.pulled.length > 0
				? [
						h("p.soft", "Two people count each box by themselves. It is settled when both find the same; what differs from the ledger needs a note."),
						listing(["Box", "Shift", "Pulled by", "Counted by"], found.pulled.map(row), "Boxes to count"),
					]
				: h("p.soft", "Every box that was pulled is counted."),
		);
	}

	function trays(/** @type {DayView} */ found) {
		if (found.trays.length === 0) return null;
		const row = (/** @type {TrayView} */ one) => ({
			key: one.table,
			name: `Table ${one.table}`,
			cells: [
				...(one.amount === null ? [] : [money(one.amount)]),
				[one.is_counted ? "in this shift" : one.counted_by.join(", ") || "nobody", disagreement(one)],
			],
			actions:
				hasRole("cage") || hasRole("floor")
					? [
							h(
								"button.small",
								{ key: "count", "aria-label": `Count the chips for change at table ${one.table}`, onclick: () => countTray(one, act) },
								"Count",
							),
						]
					: undefined,
		});
		return h(
			"section.panel",
			{ "aria-label": "Chips for change" },
			h("h2", "Chips for change"),
			h("p.soft", "Two people count them by themselves before a shift is over."),
			listing(["At", ...(found.chips === null ? [] : ["Ledger"]), "Counted by"], found.trays.map(row), "Chips for change"),
		);
	}

	function cage(/** @type {DayView} */ found) {
		const own = found.cage;
		return h(
			"section.panel",
			{ "aria-label": "Cage" },
			h("h2", "Cage"),
			own
				? h(
						"dl.summary",
						fact(`Last count, ${own.moment}`, `${money(own.found.chips)} chips, ${money(own.found.cash)} money`),
						fact("Counted by", `${own.by}, ${moment(own.at_ms)}`),
						own.tried &&
							fact(
								`Counted by ${own.tried.by}, and not what there should be`,
								`${money(own.tried.found.chips)} chips of ${money(own.tried.expected.chips)}, ${money(own.tried.found.cash)} money of ${money(own.tried.expected.cash)}: count again, or say why`,
								"lost",
							),
					)
				: h("p.soft", "The cage was not counted yet."),
			hasRole("cage") &&
				h(
					"div.actions",
					h("button", { onclick: () => countCage("opening", act) }, "Count for opening"),
					h("button", { onclick: () => countCage("closing", act) }, "Count for closing"),
					h("button", { onclick: () => change("fill", act) }, "Bring chips to a table"),
					h("button", { onclick: () => change("credit", act) }, "Take chips back"),
				),
		);
	}

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	redraw();
	return () => clearInterval(timer);
});

/** @typedef {(what: () => Promise<DayView>, done: string) => Promise<void>} Act */

const fact = (/** @type {string} */ name, /** @type {string} */ value, kind = "") => h("div", { key: name, class: kind }, h("dt", name), h("dd", value));

/** What two people found that the ledger has not, or that they do not agree. */
const disagreement = (/** @type {PulledView | TrayView} */ one) => [
	one.is_disputed && h("small.bad", { key: "disputed" }, "The counts differ: count again."),
	one.difference !== null &&
		h("small.bad", { key: "difference" }, `Two counts differ from the ledger by ${money(one.difference)}: one of the two counts again, and says why.`),
];

function chips(/** @type {WhereChipsLie} */ chips) {
	return h(
		"dl.summary",
		{ "aria-label": "Where the chips lie" },
		fact("Out of the cage", money(chips.out)),
		fact("With patrons", money(chips.patrons)),
		fact("At tables", money(chips.tables)),
		fact("For change", money(chips.trays)),
		fact("In boxes", money(chips.boxes)),
		fact("To count", money(chips.pulled)),
		fact("Jackpot fund", money(chips.jackpot_fund)),
		fact("Promotion fund", money(chips.promotion_fund)),
		fact("Missing by counts", money(chips.differences)),
		fact(
			"Unexplained",
			chips.unexplained === 0 ? "$0: every chip is accounted for" : money(chips.unexplained),
			chips.unexplained === 0 ? "won" : "lost",
		),
	);
}

/** Where the reports are. */
function sheets() {
	return h(
		"section.panel",
		{ "aria-label": "Reports" },
		h("h2", "Reports"),
		h("p", h("a", { href: "/reports" }, "Collections, counts, hands, rotation, rulings, playing books and the law"), ", with charts, for spreadsheets and for paper."),
	);
}

const AMOUNT = "Give an amount such as 100 or 12.50.";

const amountField = (/** @type {string} */ label, name = "amount") =>
	h("label", { key: name }, label, h("input", { name, inputmode: "decimal", required: true }));

const noteField = () => h("label", { key: "note" }, "Note, if it is not what it should be", h("input", { name: "note", maxlength: 500 }));

function openShift(/** @type {Act} */ act) {
	form("Open a shift", h("label", "Name of the shift, such as Swing", h("input", { name: "name", maxlength: 40, required: true })), "Open", (data) => {
		const name = words(data, "name");
		if (!name) return "Name the shift.";
		void act(() => house.openShift(name), `${name} is open.`);
		return null;
	});
}

function countBox(/** @type {PulledView} */ one, /** @type {Act} */ act) {
	form(`Count box ${one.number} of table ${one.table}`, [amountField("Found in the box, in dollars"), noteField()], "Enter the count", (data) => {
		const counted = readMoney(words(data, "amount"));
		if (counted === null) return AMOUNT;
		void act(() => house.countBox(one.table, one.number, counted, words(data, "note")), "The count is taken.");
		return null;
	});
}

function countTray(/** @type {TrayView} */ one, /** @type {Act} */ act) {
	form(`Count the chips for change at table ${one.table}`, [amountField("Found there, in dollars"), noteField()], "Enter the count", (data) => {
		const counted = readMoney(words(data, "amount"));
		if (counted === null) return AMOUNT;
		void act(() => house.countTray(one.table, counted, words(data, "note")), "The count is taken.");
		return null;
	});
}

function countCage(/** @type {"opening" | "closing"} */ when, /** @type {Act} */ act) {
	const fields = [amountField("Chips, in dollars", "chips"), amountField("Money, in dollars", "cash"), noteField()];
	form(`Count the cage for ${when}`, fields, "Enter the count", (data) => {
		const [found, cash] = [readMoney(words(data, "chips")), readMoney(words(data, "cash"))];
		if (found === null || cash === null) return AMOUNT;
		void act(() => house.countCage(when, { chips: found, cash }, words(data, "note")), "The count is taken.");
		return null;
	});
}

function change(/** @type {"fill" | "credit"} */ way, /** @type {Act} */ act) {
	const fields = [
		h("label", { key: "table" }, "Number of the table", h("input", { name: "table", inputmode: "numeric", required: true })),
		amountField("Amount in dollars"),
		h("label", { key: "with" }, way === "fill" ? "Who receives them at the table" : "Who gives them at the table", h("input", { name: "with", required: true })),
	];
	form(way === "fill" ? "Bring chips to a table" : "Take chips back from a table", fields, way === "fill" ? "Bring" : "Take back", (data) => {
		const [amount, table] = [readMoney(words(data, "amount")), Number(words(data, "table"))];
		if (amount === null || amount === 0) return AMOUNT;
		if (!Number.isInteger(table) || table < 1) return "Give the number of the table.";
		void act(() => house.change(way, { table, amount, with: words(data, "with") }), way === "fill" ? "They lie at the table." : "They lie in the cage.");
		return null;
	});
}

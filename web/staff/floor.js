/** The floor: every table, who banks, who waits, what was dropped, rulings, pauses and new tables. @module */

import { house } from "./house_api.js";
import { api, sentence } from "../api.js";
import { cite, note, openSheet } from "../dialog.js";
import { icon } from "../icons.js";
import { money } from "../money.js";
import { hasRole } from "../session.js";
import { draw, h } from "../tree.js";
import { closedWords, closingWords, phaseName, tableFacts } from "../words.js";
import { askedPanel } from "./asked.js";
import { columns, lines } from "./chart.js";
import { ClausePick } from "./clauses.js";
import { correctionsPanel, disputesPanel, namesInDispute, openDispute } from "./disputes.js";
import { dropCharts } from "./drop_charts.js";
import { forRoles } from "./gate.js";
import { openIrregular } from "./irregular.js";
import { lightsPanel } from "./lights.js";
import { listing } from "./listing.js";
import { jackpotsPanel, lineUpPanel } from "./line_up.js";
import { openTableSheet } from "./opening.js";
import { openPeople } from "./people.js";

/** @import { AskedCorrection, AskedView, Command, Floor, FloorView, JackpotsView, LawView, LineUpView } from "../api-types" */

const EVERY_MS = 4000;
const HOURS = 24;
const HOUR_MS = 3_600_000;

export const open = forRoles(["floor"], "Floor", (place) => {
	place.className = "staff-page";
	document.title = "Floor · Cardroom";
	/** @type {Floor | null} */
	let floor = null;
	let fault = "";
	/** @type {AskedView[]} */
	let asked = [];
	/** @type {AskedCorrection[]} */
	let corrections = [];
	/** @type {LawView | null} */
	let law = null;
	/** @type {LineUpView | null} */
	let line = null;
	/** @type {JackpotsView | null} */
	let jackpots = null;
	/** @type {Map<number, string>} */
	let names = new Map();
	let table = 0;
	/** Tables that stop once the round is over. */
	const stopping = new Set();

	const redraw = () =>
		draw(place, [
			h(
				"header.page-head.row",
				h("h1", "Floor"),
				h("button.main", { onclick: () => openTableSheet(refresh) }, icon("plus"), "Open a table"),
			),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			floor && [
				summary(floor),
				law && lightsPanel(law, refresh),
				askedPanel(asked, refresh),
				correctionsPanel(corrections, refresh),
				disputesPanel(floor.tables, names, (one, dispute) => openRuling(one, tell, dispute)),
				h(
					"section.panel",
					{ "aria-label": "Tables" },
					listing(["Table", "Now", "Seats", "Bank", "Waiting", "Rounds", "Drop"], floor.tables.map(row)),
				),
				charts(floor),
				dropCharts(floor),
				line && lineUpPanel(line, refresh),
				jackpots && jackpotsPanel(jackpots, refresh),
			],
		]);

	const refresh = async () => {
		try {
			floor = await api.floor();
			names = await namesInDispute(floor.tables);
			({ asked } = await api.asked());
			corrections = (await house.corrections()).asked;
			law = await house.law();
			line = await house.lineUp();
			jackpots = await house.jackpots();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	const tell = async (/** @type {number} */ number, /** @type {Command} */ command, /** @type {string} */ done) => {
		try {
			const answer = await api.command(number, { id: crypto.randomUUID(), command, as: "floor" });
			if (command.do === "pause" && (answer.outcome !== "refused" || answer.code === "already-stopped")) stopping.add(number);
			if (command.do === "resume") stopping.delete(number);
			if (answer.outcome === "refused") note([h("span", sentence(answer.what)), cite(answer.clause)], "bad");
			else note(done, "good");
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
		void refresh();
	};

	function charts(/** @type {Floor} */ found) {
		const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
		// Play chips are never added to those of the house.
		const play = new Set(found.tables.filter((one) => one.is_practice).map((one) => one.table));
		const of = found.drop.filter((one) => (table === 0 ? !play.has(one.table) : one.table === table));
		const hours = Array.from({ length: HOURS }, (_, place) => now - (HOURS - 1 - place) * HOUR_MS).map((hour) => ({
			label: `${String(new Date(hour).getHours()).padStart(2, "0")}`,
			cents: of.filter((one) => one.hour === hour).reduce((sum, one) => sum + one.cents, 0),
		}));
		const sum = (/** @type {number} */ number) => found.drop.filter((one) => one.table === number).reduce((all, one) => all + one.cents, 0);
		const byTable = found.tables
			.filter((one) => !one.is_practice)
			.map((one) => ({ label: `${one.table} ${one.game}`, cents: sum(one.table) }))
			.filter((bar) => bar.cents > 0)
			.sort((one, other) => other.cents - one.cents)
			.slice(0, 12);
		return h(
			"section.charts",
			{ "aria-label": "Drop" },
			h(
				"div.panel",
				h(
					"label.field.inline",
					"Table",
					h(
						"select",
						{
							value: String(table),
							onchange: (/** @type {Event} */ event) => {
								table = Number(/** @type {HTMLSelectElement} */ (event.target).value);
								redraw();
							},
						},
						h("option", { value: "0" }, "All tables of the house"),
						found.tables.map((one) => h("option", { key: one.table, value: String(one.table) }, `${one.table} · ${one.game}${one.is_practice ? " (play chips)" : ""}`)),
					),
				),
				columns("Counted drop by hour, the last day", hours),
			),
			h("div.panel", byTable.length > 0 ? lines("Counted drop by table, the last week", byTable) : h("p.soft", "No box that was counted holds anything yet. What is in the others is told once two people have counted it.")),
		);
	}

	function row(/** @type {FloorView} */ one) {
		const isPaused = one.phase === "paused" || stopping.has(one.table);
		const pause = () =>
			tell(
				one.table,
				{ do: isPaused ? "resume" : "pause" },
				isPaused ? `Table ${one.table} goes on.` : `Table ${one.table} stops after the round.`,
			);
		return {
			key: one.table,
			name: [
				h("a", { href: `/table/${one.table}` }, `${one.table} ${one.game}`),
				h("small", tableFacts(one)),
				one.closing && h("small.bad", `Closes: ${closingWords(one.closing)}`),
				one.closed_until !== null && h("small", closedWords(one.closed_until)),
				one.signed_in && h("small", `${one.signed_in.name} deals`),
				one.set_aside && h("small.bad", `Set aside: ${one.set_aside}`),
			],
			cells: [
				h("span", { class: `phase ${one.phase}` }, one.is_set_aside ? "set aside" : phaseName[one.phase]),
				`${one.seated} of ${one.seats}`,
				one.bank ? `Seat ${one.bank[0]}, ${turnWord(one.bank[1])}` : "none",
				one.names_waiting.length > 0 ? one.names_waiting.join(", ") : "nobody",
				String(one.rounds),
				one.drop === null || one.drop === undefined ? "to be counted" : `${money(one.drop)} play`,
			],
			actions: one.set_aside
				? hasRole("owner") && [act(one, "Give back", () => openGivingBack(one, refresh))]
				: one.phase !== "closed" && !one.is_set_aside && [
				act(one, isPaused ? "Resume" : "Pause", pause),
				one.family !== "poker" &&
					act(one, "New game", () => tell(one.table, { do: "new-game" }, `A new game begins at table ${one.table}.`)),
				one.shoe &&
					act(one, "New shoe", () =>
						tell(one.table, { do: "new-shoe" }, `The next round at table ${one.table} begins with a new shoe.`),
					),
				act(one, "People", () => openPeople(one, tell)),
				act(one, "Rule", () => openRuling(one, tell)),
				act(one, "Dispute", () => openDispute(one, tell)),
				one.rounds > 0 && h("a.button.small", { key: "rounds", href: `/table/${one.table}/rounds`, "aria-label": `Past rounds, table ${one.table}` }, "Past rounds"),
				one.phase === "playing" && act(one, "Irregular", () => void lookAt(one.table).then(openIrregular)),
				one.dealer === "entered" &&
					h("a.button.small", { key: "deal", href: `/dealer/${one.table}`, "aria-label": `Deal at table ${one.table}` }, "Deal"),
				act(one, "Close", () => confirmClose(one, tell)),
			],
		};
	}

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	redraw();
	return () => clearInterval(timer);
});

/** A table as it stands now. */
const lookAt = async (/** @type {number} */ table) => (await api.table(table)).view;

/** A button of a table's row, which says to those who hear it at which table. */
const act = (/** @type {FloorView} */ { table }, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
	h("button.small", { key: text, "aria-label": `${text}, table ${table}`, onclick }, text);

const turnWord = (/** @type {number} */ turn) => ["", "1st", "2nd", "3rd"][turn] ?? `${turn}th`;

function summary(/** @type {Floor} */ { tables }) {
	const people = tables.reduce((sum, one) => sum + one.seated - one.bots, 0);
	const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
		h("div", { key: name }, h("dt", name), h("dd", value));
	return h(
		"dl.summary",
		fact("Tables open", String(tables.filter((one) => one.phase !== "closed").length)),
		fact("In play", String(tables.filter((one) => one.phase === "playing").length)),
		fact("People seated", String(people)),
		fact("Waiting", String(tables.reduce((sum, one) => sum + one.waiting, 0))),
	);
}

/** @typedef {(table: number, command: Command, done: string) => Promise<void>} Tell */

function openRuling(/** @type {FloorView} */ table, /** @type {Tell} */ tell, /** @type {number | null} */ dispute = null) {
	/** @type {() => void} */
	let redraw = () => {};
	const clauses = new ClausePick(table.table, () => redraw());
	const sheet = openSheet(
		`Ruling at table ${table.table}`,
		(_, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
						await tell(table.table, { do: "rule", words: String(form.get("words")), clause: clauses.name, dispute }, "The ruling is in the log.");
						close();
					},
				},
				h("label", "The ruling, in words", h("textarea", { name: "words", rows: 3, required: true, maxlength: 500 })),
				clauses.draw("The clause it rests on, if any"),
				h("button.main", { type: "submit" }, "Rule"),
			),
		{ class: "narrow" },
	);
	redraw = sheet.redraw;
}

function openGivingBack(/** @type {FloorView} */ table, /** @type {() => Promise<void>} */ refresh) {
	openSheet(
		`Give the chips of table ${table.table} back?`,
		(_, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
						try {
							const { given } = await api.giveBack(table.table, String(form.get("why")));
							const sum = given.reduce((sum, one) => sum + one.amount, 0);
							note(`${money(sum)} went back to ${given.length} people; table ${table.table} is closed.`, "good");
							close();
						} catch (error) {
							note(error instanceof Error ? error.message : String(error), "bad");
						}
						void refresh();
					},
				},
				h("p", "A round that was on is undone, everybody gets their chips, and the table does not open again."),
				h("label", "Why, for the house's log", h("textarea", { name: "why", rows: 3, required: true, maxlength: 500 })),
				h("button.main", { type: "submit" }, "Give back"),
			),
		{ class: "narrow" },
	);
}

function confirmClose(/** @type {FloorView} */ table, /** @type {Tell} */ tell) {
	openSheet(
		`Close table ${table.table}?`,
		(_, close) => [
			h("p", "Everybody leaves with their chips when the round is over, and the table does not open again."),
			h(
				"div.actions",
				h(
					"button.main",
					{
						onclick: async () => {
							close();
							await tell(table.table, { do: "close" }, `Table ${table.table} closes.`);
						},
					},
					"Close the table",
				),
				h("button", { onclick: close }, "Keep it open"),
			),
		],
		{ class: "narrow" },
	);
}

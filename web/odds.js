/** The odds of a book: the edge of every wager, its charts and hit tables, and what a table of it earns. @module */

import { api, ask } from "./api.js";
import { money, signed } from "./money.js";
import { draw, h } from "./tree.js";

/** @import { BookView, FoundNumber, MoneyView, OddsTable, OddsView, WagerOdds } from "./api-types" */

/** @returns {Promise<OddsView>} */
const askOdds = (/** @type {string} */ book) => ask(`/books/${book}/odds`);

/** Tables with more rows than this are folded up. */
const LONG = 24;

/** How long a slider rests before the room is asked, in milliseconds. */
const REST = 250;

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/style/odds.css";

/**
 * Somebody's look at the odds.
 * @typedef {object} Looking
 * @property {string} id
 * @property {OddsView | null} odds
 * @property {BookView | null} book
 * @property {string} fault
 * @property {{wager: number, seats: number, stake: number, schedule: string}} asked in cents; a stake of nothing always reaches
 * @property {MoneyView | null} money
 * @property {string} moneyFault
 * @property {() => void} redraw
 */

/** @type {import("./route.js").OpenView} */
export function open(place, id = "") {
	place.className = "book-page odds-page";
	document.title = "Odds · Cardroom";
	document.head.append(style);
	/** @type {Looking} */
	const looking = {
		id,
		odds: null,
		book: null,
		fault: "",
		asked: { wager: 2_000, seats: 3, stake: 0, schedule: "" },
		money: null,
		moneyFault: "",
		redraw: () => draw(place, page(looking)),
	};
	looking.redraw();
	Promise.all([askOdds(id), api.book(id)]).then(
		([odds, book]) => {
			looking.odds = odds;
			looking.book = book;
			document.title = `Odds of ${odds.name} · Cardroom`;
			looking.redraw();
			if (odds.has_money) void beginMoney(looking);
		},
		(error) => {
			looking.fault = error.message;
			looking.redraw();
		},
	);
	return () => {};
}

function page(/** @type {Looking} */ looking) {
	const { odds, book, fault, id } = looking;
	if (!odds || !book)
		return [
			h("header.page-head", h("h1", "Odds")),
			h("p", { class: fault ? "fault" : "soft", role: "status" }, fault || "Working the odds out. The first time this takes some seconds…"),
		];
	const charts = odds.tables.filter((table) => table.is_chart);
	const others = odds.tables.filter((table) => !table.is_chart);
	return [
		h(
			"header.page-head",
			h("h1", `Odds of ${odds.name}`),
			h("p.soft", book.house, " · ", h("a", { href: `/book/${id}` }, "Rule book")),
		),
		h("div.odds-words", odds.words.map((text) => h("p", { key: text }, text))),
		odds.wagers.length > 0 && wagers(odds.wagers),
		odds.has_money && moneyPart(looking),
		charts.length > 0 && h("section.odds-charts", h("h2", "Chart"), h("p.soft", charts[0]?.note), charts.map(chart)),
		h("div.odds-tables", others.map(oddsTable)),
		h("p.soft", odds.basis),
	];
}

const percent = (/** @type {number} */ share, digits = 2) => `${(100 * share).toFixed(digits).replace("-", "−")}%`;

function wagers(/** @type {WagerOdds[]} */ list) {
	const dollars = (/** @type {number} */ value) => `$${value.toFixed(4)} a round`;
	const row = (/** @type {WagerOdds} */ one) =>
		h(
			"tr",
			{ key: one.name },
			h("th", { scope: "row" }, one.name.replace(", dollars a round", "")),
			h("td", { class: one.value < 0 ? "lost" : "won" }, one.is_in_dollars ? dollars(one.value) : percent(one.value, 3)),
			h("td", one.hit === null ? "–" : percent(one.hit)),
			h("td", one.deviation === null ? "–" : one.deviation.toFixed(3)),
		);
	const head = ["Wager", "Worth to who makes it", "Paid", "Deviation"];
	return h(
		"section",
		h("h2", "Every wager"),
		h(
			"div.wide",
			h("table.figures", h("thead", h("tr", head.map((text) => h("th", { key: text, scope: "col" }, text)))), h("tbody", list.map(row))),
		),
	);
}

function chart(/** @type {OddsTable} */ table) {
	return h(
		"div.wide",
		{ key: table.title },
		h(
			"table.odds-chart",
			h("caption", table.title),
			h("thead", h("tr", table.head.map((text, place) => h("th", { key: place, scope: "col" }, text || h("span.hush", "Hand"))))),
			h(
				"tbody",
				table.rows.map(([name, ...cells]) =>
					h(
						"tr",
						{ key: name },
						h("th", { scope: "row" }, name),
						cells.map((cell, place) => h("td", { key: place, class: `act-${cell.charAt(0)}` }, cell)),
					),
				),
			),
		),
	);
}

function oddsTable(/** @type {OddsTable} */ table) {
	const drawn = h(
		"div.wide",
		h(
			"table.figures",
			table.rows.length <= LONG && h("caption", table.title),
			h("thead", h("tr", table.head.map((text, place) => h("th", { key: place, scope: "col" }, text || h("span.hush", table.title))))),
			h(
				"tbody",
				table.rows.map(([name, ...cells]) =>
					h("tr", { key: name }, h("th", { scope: "row" }, name), cells.map((cell, place) => h("td", { key: place }, cell))),
				),
			),
		),
		table.note && h("p.soft", table.note),
	);
	if (table.rows.length <= LONG) return h("section", { key: table.title }, drawn);
	return h("details", { key: table.title }, h("summary", `${table.title} (${table.rows.length} rows)`), drawn);
}

let waiting = 0;

function change(/** @type {Looking} */ looking, /** @type {Partial<Looking["asked"]>} */ to) {
	Object.assign(looking.asked, to);
	looking.redraw();
	clearTimeout(waiting);
	waiting = setTimeout(() => void askMoney(looking), REST);
}

/** Begins with the first schedule under which these wagers can be made. */
async function beginMoney(/** @type {Looking} */ looking) {
	await askMoney(looking);
	const usable = looking.money?.schedules.find((one) => one.is_offered && one.refused === "");
	if (usable && looking.asked.schedule === "") change(looking, { schedule: usable.schedule });
}

async function askMoney(/** @type {Looking} */ looking) {
	const { wager, seats, stake, schedule } = looking.asked;
	const asked = new URLSearchParams({ seats: Array.from({ length: seats }, () => wager).join(",") });
	if (stake > 0) asked.set("stake", String(stake));
	if (schedule) asked.set("schedule", schedule);
	const isWanted = () => JSON.stringify(looking.asked) === JSON.stringify({ wager, seats, stake, schedule });
	try {
		/** @type {MoneyView} */
		const found = await ask(`/books/${looking.id}/money?${asked}`);
		if (!isWanted()) return;
		Object.assign(looking, { money: found, moneyFault: "" });
	} catch (error) {
		if (!isWanted()) return;
		looking.moneyFault = error instanceof Error ? error.message : String(error);
	}
	looking.redraw();
}

/** An average in cents, with its error where it was found by playing. */
function amount(/** @type {FoundNumber} */ { value, error }) {
	const words = signed(Math.round(value));
	return error === null ? words : [words, h("small", ` ± ${money(Math.max(1, Math.round(error)))}`)];
}

const plain = (/** @type {FoundNumber} */ { value, error }) => (error === null ? money(Math.round(value)) : `about ${money(Math.round(value / 100) * 100)}`);

function moneyPart(/** @type {Looking} */ looking) {
	const { asked, book, money: found, moneyFault } = looking;
	const most = (book?.schedules.length ?? 0) > 0;
	const slider = (
		/** @type {string} */ label,
		/** @type {string} */ shown,
		/** @type {number} */ value,
		/** @type {[number, number, number]} */ [least, largest, step],
		/** @type {(value: number) => void} */ set,
	) =>
		h(
			"label.slider",
			h("span", label, " ", h("b", shown)),
			h("input", {
				type: "range",
				min: least,
				max: largest,
				step,
				value,
				"aria-valuetext": shown,
				oninput: (/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value)),
			}),
		);
	const pick = (/** @type {Event} */ event) => change(looking, { schedule: /** @type {HTMLSelectElement} */ (event.target).value });
	return h(
		"section.money",
		h("h2", "Money at a table"),
		h(
			"div.sliders",
			slider("Wager of each seat", money(asked.wager), asked.wager, [500, 30_000, 500], (wager) => change(looking, { wager })),
			slider("Seats that wager", String(asked.seats), asked.seats, [1, 6, 1], (seats) => change(looking, { seats })),
			slider(
				"Stake of the bank",
				asked.stake > 0 ? money(asked.stake) : "always enough",
				asked.stake,
				[0, 200_000, 1_000],
				(stake) => change(looking, { stake }),
			),
			most &&
				h(
					"label.field",
					"Schedule of fees",
					h(
						"select",
						{ value: asked.schedule, onchange: pick },
						h("option", { key: "", value: "", selected: asked.schedule === "" }, "No fees"),
						book?.schedules.map((one) =>
							h("option", { key: one.handle, value: one.handle, selected: asked.schedule === one.handle }, `${one.handle}${one.limit ? ` · ${one.limit}` : ""}`),
						),
					),
				),
		),
		moneyFault && h("p.fault", { role: "alert" }, moneyFault),
		found ? moneyTables(found) : !moneyFault && h("p.soft", { role: "status" }, "Counting the money…"),
	);
}

function moneyTables(/** @type {MoneyView} */ found) {
	const head = ["", "A hand", "Deviation", "An hour", "Of the wagers"];
	const alike = found.people.filter((one) => !/^Seat [2-9]/.test(one.name));
	const facts = /** @type {[string, import("./tree.js").Leaf][]} */ ([
		["Fees of a hand", percent(found.fee_share.value)],
		["The bank's edge before fees", percent(found.edge.value)],
		["Stake that fails in 1 round of 100", plain(found.dry_stake)],
		["Stake that always reaches", money(found.sure_stake)],
		[`Bankroll for ${found.hours} hours at a risk of ${percent(found.risk, 0)}`, plain(found.bankroll)],
		found.stake !== null && ["This stake does not reach in", percent(found.short_chance.value)],
		found.stake !== null && ["Which changes for the last seat", amount(found.short_last)],
		[
			"The banker comes out ahead",
			found.ahead.length === 0
				? "never"
				: found.ahead.map((one) => `from ${plain(one.from)}${one.to === null ? "" : ` to below ${money(one.to)}`}`).join(", ") + " of action",
		],
	].filter(Boolean));
	const banks = found.cliffs.filter((one) => one.is_banks);
	return h(
		"div.money-found",
		h(
			"div.wide",
			h(
				"table.figures",
				h("thead", h("tr", head.map((text, place) => h("th", { key: place, scope: "col" }, text || h("span.hush", "Who"))))),
				h(
					"tbody",
					alike.map((one) =>
						h(
							"tr",
							{ key: one.name },
							h("th", { scope: "row" }, one.name === "Seat 1" ? "Each seat" : one.name),
							h("td", amount(one.per_hand)),
							h("td", money(Math.round(one.deviation.value))),
							h("td", amount(one.per_hour)),
							h("td", percent(one.share.value)),
						),
					),
				),
			),
		),
		h("dl.facts", facts.map(([name, value]) => h("div", { key: name }, h("dt", name), h("dd", value)))),
		banks.length > 0 &&
			h("p", "The bank's fee steps at ", banks.map((one) => `${money(one.at)} of action (${money(one.before)} to ${money(one.after)})`).join(", "), "."),
		found.schedules.length > 1 && schedulesTable(found),
		h(
			"p.soft",
			`${found.hands_per_hour} hands an hour. Figures with ± come from ${found.rounds.toLocaleString("en-US")} rounds played through the engine, the others are exact.`,
		),
	);
}

function schedulesTable(/** @type {MoneyView} */ found) {
	const head = ["Schedule", "Fees of the wagers", "Banker, a hand", "House, an hour"];
	return h(
		"details",
		h("summary", "All schedules at these wagers"),
		h(
			"div.wide",
			h(
				"table.figures",
				h("thead", h("tr", head.map((text) => h("th", { key: text, scope: "col" }, text)))),
				h(
					"tbody",
					found.schedules.map((one) =>
						h(
							"tr",
							{ key: one.schedule },
							h("th", { scope: "row" }, one.schedule, !one.is_offered && h("small", " not offered"), one.refused && h("small", ` ${one.refused}`)),
							h("td", one.share === null ? "–" : percent(one.share)),
							h("td", one.banker === null ? "–" : amount(one.banker)),
							h("td", one.house_per_hour === null ? "–" : amount(one.house_per_hour)),
						),
					),
				),
			),
		),
	);
}

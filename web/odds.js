/** The odds of a book: the edge of every wager, its charts and hit tables, and what a table of it earns. @module */

import { api, ask } from "./api.js";
import { isTable } from "./book.js";
import { money, readMoney, signed } from "./money.js";
import { draw, h } from "./tree.js";

/** @import { ActionRange, BookView, FoundNumber, MoneyOf, MoneyView, OddsTable, OddsView, WagerOdds } from "./api-types" */

/** @returns {Promise<OddsView>} */
const askOdds = (/** @type {string} */ id) => ask(`${placeOf(id)}/odds`);

/** Where a book stands, or the one that a table plays by. */
const placeOf = (/** @type {string} */ id) => (isTable(id) ? `/tables/${id}` : `/books/${id}`);

/** @returns {Promise<BookView>} */
const askBook = async (/** @type {string} */ id) => (isTable(id) ? (await api.tableBook(Number(id))).book : api.book(id));

/** Tables with more rows than this are folded up. */
const LONG = 24;

/** What is said of a bank that can always pay. */
const ALWAYS = "always enough";

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
 * @property {string} moneyFor what the figures are an answer to
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
		moneyFor: "",
		moneyFault: "",
		redraw: () => draw(place, page(looking)),
	};
	looking.redraw();
	Promise.all([askOdds(id), askBook(id)]).then(
		([odds, book]) => {
			looking.odds = odds;
			looking.book = book;
			document.title = `Odds of ${odds.name} · Cardroom`;
			if (odds.has_money) beginMoney(looking);
			else looking.redraw();
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
			h("p.soft", book.house, " · ", h("a", { href: isTable(id) ? `/table/${id}/book` : `/book/${id}` }, "Rule book")),
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
			h("th", { scope: "row" }, wagerName(one.name)),
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
			canScroll("Every wager"),
			h("table.figures", h("thead", h("tr", head.map((text) => h("th", { key: text, scope: "col" }, text)))), h("tbody", list.map(row))),
		),
	);
}

/** Wagers as players call them; the analysis has words of its own. @type {Record<string, string>} */
const WAGERS = {
	base: "Wager",
	"ante-play": "Ante and play, the bank's card not looked at",
	"ante-play-exposed": "Ante and play, by the bank's card",
	"pair-plus": "Pair Plus",
	"six-card-bonus": "6 Card Bonus",
};

function wagerName(/** @type {string} */ name) {
	const [first = "", ...rest] = name.replace(", dollars a round", "").split(", ");
	const said = WAGERS[first] ?? first.charAt(0).toUpperCase() + first.slice(1);
	return [said, ...rest].join(", ");
}

/** What is wider than the window is scrolled by keys as well. */
const canScroll = (/** @type {string} */ label) => ({ tabindex: 0, role: "group", "aria-label": label });

function chart(/** @type {OddsTable} */ table) {
	return h(
		"div.wide",
		{ key: table.title, ...canScroll(table.title) },
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
		canScroll(table.title),
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
	keepWithin(looking);
	looking.redraw();
	clearTimeout(waiting);
	waiting = setTimeout(() => void askMoney(looking), REST);
}

/** Steps in which a slider goes, in cents. */
const STEPS = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000];

/** The smallest step that takes a slider over a range in no more than so many. */
const stepFor = (/** @type {number} */ range, /** @type {number} */ least) =>
	STEPS.find((step) => step >= least && range / step <= 120) ?? 1_000_000;

/** The stakes of a slider: none first, which always reaches, then steps of a twentieth at most, so that short ones lie close together. */
function stakesTo(/** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ unit) {
	const list = [0];
	for (let at = least; at < most; ) {
		list.push(at);
		at += STEPS.findLast((step) => step >= unit && 20 * step <= at && at % step === 0) ?? unit;
	}
	return [...list, most];
}

/** How far the sliders go: what the schedule lets a seat wager, the seats of the table, and stakes up to four times that. */
function bounds(/** @type {Looking} */ { odds, asked }) {
	const limit = odds?.limits.find((one) => one.schedule === asked.schedule);
	const least = limit?.least ?? 500;
	const most = Math.max(least, limit ? (limit.most ?? 20 * least) : 30_000);
	const unit = least % 500 === 0 ? 500 : 100;
	const step = stepFor(most - least, unit);
	const seats = odds?.players_most ?? 1;
	const stakes = stakesTo(least, 4 * most * asked.seats, unit);
	return { least, most, step, seats, stakes };
}

/** Nothing is asked that the table cannot have; an amount between two steps was typed and stays. */
function keepWithin(/** @type {Looking} */ looking) {
	const { asked } = looking;
	asked.seats = Math.min(asked.seats, bounds(looking).seats);
	const { least, most, stakes } = bounds(looking);
	asked.wager = Math.min(most, Math.max(least, asked.wager));
	asked.stake = Math.min(asked.stake, stakes.at(-1) ?? 0);
}

/** Begins with the first schedule under which these wagers can be made. */
function beginMoney(/** @type {Looking} */ looking) {
	const { odds, asked } = looking;
	const offered = odds?.limits.filter((one) => one.is_offered) ?? [];
	const usable = offered.find((one) => asked.wager >= one.least && asked.wager <= (one.most ?? asked.wager)) ?? offered[0];
	asked.schedule = usable?.schedule ?? "";
	keepWithin(looking);
	looking.redraw();
	void askMoney(looking);
}

async function askMoney(/** @type {Looking} */ looking) {
	const { wager, seats, stake, schedule } = looking.asked;
	const asked = new URLSearchParams({ seats: Array.from({ length: seats }, () => wager).join(",") });
	if (stake > 0) asked.set("stake", String(stake));
	if (schedule) asked.set("schedule", schedule);
	const question = JSON.stringify(looking.asked);
	const isWanted = () => JSON.stringify(looking.asked) === question;
	try {
		/** @type {MoneyView} */
		const found = await ask(`${placeOf(looking.id)}/money?${asked}`);
		if (!isWanted()) return;
		Object.assign(looking, { money: found, moneyFor: question, moneyFault: "" });
	} catch (error) {
		if (!isWanted()) return;
		// What was found for other wagers is no answer to these.
		Object.assign(looking, { money: null, moneyFor: question, moneyFault: error instanceof Error ? error.message : String(error) });
	}
	looking.redraw();
}

/** An average in cents, with its error where it was found by playing. */
function amount(/** @type {FoundNumber} */ { value, error }) {
	const words = signed(Math.round(value));
	return error === null ? words : [words, h("small", ` ± ${money(Math.max(1, Math.round(error)))}`)];
}

const plain = (/** @type {FoundNumber} */ { value, error }) => (error === null ? money(Math.round(value)) : `about ${money(Math.round(value / 100) * 100)}`);

const plainShare = (/** @type {FoundNumber} */ { value, error }) => (error === null ? percent(value) : `about ${percent(value)}`);

function moneyPart(/** @type {Looking} */ looking) {
	const { asked, book, odds, money: found, moneyFault, moneyFor } = looking;
	const isOld = moneyFor !== JSON.stringify(asked);
	const { least, most, step, seats, stakes } = bounds(looking);
	const schedules = book?.schedules ?? [];
	const isUsable = (/** @type {string} */ handle) => odds?.limits.some((one) => one.schedule === handle && one.is_offered) ?? false;
	const slider = (
		/** @type {string} */ label,
		/** @type {string} */ shown,
		/** @type {number} */ value,
		/** @type {[number, number, number]} */ [lowest, largest, by],
		/** @type {(value: number) => void} */ set,
		/** @type {import("./tree.js").Leaf} */ typed = null,
	) =>
		h(
			"div.slider",
			h(
				"label",
				h("span", label, " ", h("b", shown)),
				h("input", {
					type: "range",
					min: lowest,
					max: largest,
					step: by,
					value,
					style: `--part: ${(100 * (value - lowest)) / Math.max(1, largest - lowest)}%`,
					disabled: largest === lowest,
					"aria-valuetext": shown,
					oninput: (/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value)),
				}),
			),
			typed,
		);
	// An amount to the cent, for what lies between two steps; what is none leaves the last one standing.
	const typed = (/** @type {string} */ label, /** @type {"wager" | "stake"} */ what, /** @type {string} */ none = "") => {
		const words = () => (asked[what] > 0 ? money(asked[what]) : none);
		const read = (/** @type {Event} */ event) => {
			const field = /** @type {HTMLInputElement} */ (event.target);
			const amount = readMoney(field.value) ?? (none && field.value.trim() === "" ? 0 : null);
			if (amount !== null) change(looking, { [what]: amount });
			field.value = words();
		};
		return h("label.typed", h("span", label), h("input", { type: "text", inputmode: "decimal", value: words(), onchange: read }));
	};
	const nearest = Math.max(0, stakes.findLastIndex((one) => one <= asked.stake));
	const pick = (/** @type {Event} */ event) => change(looking, { schedule: /** @type {HTMLSelectElement} */ (event.target).value });
	return h(
		"section.money",
		h("h2", "Money at a table"),
		h(
			"div.sliders",
			slider(
				"Wager of each seat",
				money(asked.wager),
				asked.wager,
				[least, most, step],
				(wager) => change(looking, { wager }),
				typed("Wager, typed", "wager"),
			),
			slider("Seats that wager", String(asked.seats), asked.seats, [1, seats, 1], (count) => change(looking, { seats: count })),
			slider(
				"Stake of the bank",
				asked.stake > 0 ? money(asked.stake) : ALWAYS,
				nearest,
				[0, stakes.length - 1, 1],
				(place) => change(looking, { stake: stakes[place] ?? 0 }),
				typed("Stake, typed", "stake", ALWAYS),
			),
			schedules.length > 0 &&
				h(
					"label.field",
					"Schedule of fees",
					h(
						"select",
						{ value: asked.schedule, onchange: pick },
						h("option", { key: "", value: "", selected: asked.schedule === "" }, "No fees"),
						schedules.filter((one) => isUsable(one.handle)).map((one) =>
							h("option", { key: one.handle, value: one.handle, selected: asked.schedule === one.handle }, `${one.handle}${one.limit ? ` · ${one.limit}` : ""}`),
						),
					),
				),
		),
		moneyFault && !isOld && h("p.fault", { role: "alert" }, moneyFault),
		isOld && h("p.soft.counting", { role: "status" }, found ? "Counting the money anew. The figures below are those of what was set before." : "Counting the money…"),
		found && h("div", { class: isOld ? "money-found old" : "money-found", "aria-busy": isOld ? "true" : "false" }, moneyTables(found)),
	);
}

const inRanges = (/** @type {ActionRange[]} */ list) =>
	list.map((one) => `from ${plain(one.from)}${one.to === null ? "" : ` to ${plain(one.to)}`}`).join(", ") + " of action";

function aheadWords(/** @type {MoneyView} */ { ahead, untold, action_most: most }) {
	if (ahead.length > 0) return inRanges(ahead);
	if (untold.length > 0) return "nowhere surely";
	return most === null ? "never" : `never, up to the limit of ${money(Math.floor(most))} of action`;
}

function moneyTables(/** @type {MoneyView} */ found) {
	const head = ["", "A hand", "Deviation", "An hour", "Of the wagers"];
	// A bank that can always pay makes no difference between seats with the same wager; a short stake does.
	const isAlike = found.short_chance.error === null;
	const players = found.people.filter((one) => one.name.startsWith("Seat "));
	const people = isAlike && players.length > 1 ? found.people.filter((one) => !players.includes(one) || one === players[0]) : found.people;
	const named = (/** @type {MoneyOf} */ one) => (isAlike && players.length > 1 && one === players[0] ? "Each seat" : one.name);
	const places = players.map((one) => one.seat);
	const seated = places.length === 1 ? `The player sits in seat ${places[0]}` : `The players sit in seats ${places.slice(0, -1).join(", ")} and ${places.at(-1)}`;
	const facts = /** @type {[string, import("./tree.js").Leaf][]} */ ([
		["Fees of a hand", percent(found.fee_share.value)],
		["The bank's edge before fees", plainShare(found.edge)],
		[`Stake that fails in ${percent(found.risk, 0)} of rounds`, plain(found.dry_stake)],
		["Stake that always reaches", money(found.sure_stake)],
		[`Bankroll for ${found.hours} hours at a risk of ${percent(found.risk, 0)}`, plain(found.bankroll)],
		found.stake !== null && ["This stake does not reach in", plainShare(found.short_chance)],
		found.stake !== null && ["Which changes for the last seat", amount(found.short_last)],
		["The banker comes out ahead", aheadWords(found)],
		found.untold.length > 0 && [`Not to be told from ${found.rounds.toLocaleString("en-US")} rounds`, inRanges(found.untold)],
	].filter(Boolean));
	const banks = found.cliffs.filter((one) => one.is_banks);
	return [
		h(
			"div.wide",
			canScroll("What each comes to"),
			h(
				"table.figures",
				h("thead", h("tr", head.map((text, place) => h("th", { key: place, scope: "col" }, text || h("span.hush", "Who"))))),
				h(
					"tbody",
					people.map((one) =>
						h(
							"tr",
							{ key: one.name },
							h("th", { scope: "row" }, named(one)),
							h("td", amount(one.per_hand)),
							h("td", plain(one.deviation)),
							h("td", amount(one.per_hour)),
							h("td", plainShare(one.share)),
						),
					),
				),
			),
		),
		h("dl.facts", facts.map(([name, value]) => h("div", { key: name }, h("dt", name), h("dd", value)))),
		banks.length > 0 &&
			h("p", "The bank's fee steps at ", banks.map((one) => `${money(one.at)} of action (${money(one.before)} to ${money(one.after)})`).join(", "), "."),
		found.schedules.length > 1 && schedulesTable(found),
		found.warnings.map((text) => h("p.warning", { key: text }, text)),
		h("p.soft", `${seated}, the bank in seat ${found.bank_seat}; ${found.order}.`),
		h(
			"p.soft",
			`${found.hands_per_hour} hands an hour. Nobody may bank more than ${found.banks_running} in a row: the banker's hour and session have the ${found.hands_banked.toFixed(1)} of them that one person may bank at most; with a turn for everybody it would be ${found.hands_in_turn.toFixed(1)}.`,
		),
		h(
			"p.soft",
			`Figures with ± or "about" come from ${found.rounds.toLocaleString("en-US")} rounds played through the engine, the others are exact.`,
		),
	];
}

function schedulesTable(/** @type {MoneyView} */ found) {
	const head = ["Schedule", "Fees of the wagers", "Banker, a hand", "House, an hour"];
	return h(
		"details",
		h("summary", found.stake === null ? "All schedules at these wagers" : "All schedules at these wagers and this stake"),
		h(
			"div.wide",
			canScroll("Schedules"),
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

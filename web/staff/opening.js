/** The sheet by which the floor opens a table: the book, its schedule, and what these leave to the table. @module */

import { api, sentence } from "../api.js";
import { note, openSheet } from "../dialog.js";
import { money, readMoney } from "../money.js";
import { h } from "../tree.js";

/** @import { BookView, Lobby, ScheduleView, StructureView } from "../api-types" */

export function openTableSheet(/** @type {() => void} */ done) {
	/** @type {Lobby | null} */
	let lobby = null;
	/** @type {BookView | null} */
	let book = null;
	let handle = "";
	let word = "";
	let lasts = false;
	let isPractice = true;
	let fault = "";

	/** What the chosen book asks for. */
	function ofBook(/** @type {BookView} */ { schedules, structures, decks }, /** @type {() => void} */ redraw) {
		const schedule = schedules.find((one) => one.handle === handle);
		const take = (/** @type {string} */ chosen) => {
			handle = chosen;
			redraw();
		};
		const keep = (/** @type {string} */ chosen) => {
			lasts = chosen === "lasts";
			redraw();
		};
		const bet = (/** @type {string} */ chosen) => {
			word = chosen;
			redraw();
		};
		return [
			choice("Schedule", "schedule", take, [
				h("option", { key: "", value: "" }, isPractice ? "None, at a practice table" : "Choose a schedule"),
				...schedules.map((one) =>
					h(
						"option",
						{ key: one.handle, value: one.handle, disabled: !one.is_offered },
						`${scheduleName(one, schedules)}${one.is_offered ? "" : " (closed: the house does not offer it)"}`,
					),
				),
			], !isPractice),
			schedule && h("p.soft", { key: "words" }, schedule.words),
			structures.length > 0
				? stakes(structures, schedule, word, bet)
				: amount("Least buy-in, if not the least wager", "buy_in_least"),
			decks && shoe(decks, lasts, keep),
		];
	}

	const sheet = openSheet(
		"Open a table",
		(redraw, close) => {
			if (!lobby) return h("p.soft", { role: "status" }, "Fetching the books…");
			const pick = async (/** @type {string} */ id) => {
				[book, handle, word, lasts, fault] = [null, "", "", false, ""];
				try {
					book = id ? await api.book(id) : null;
				} catch (error) {
					fault = error instanceof Error ? error.message : String(error);
				}
				redraw();
			};
			const submit = async (/** @type {SubmitEvent} */ event) => {
				event.preventDefault();
				try {
					const { table, warnings } = await api.open(specIn(new FormData(/** @type {HTMLFormElement} */ (event.target))));
					note(`Table ${table} is open.`, "good");
					for (const warning of warnings) note(`Table ${table}: ${warning}.`);
					close();
					done();
				} catch (error) {
					fault = error instanceof Error ? error.message : String(error);
					redraw();
				}
			};
			const games = lobby.houses.map((house) =>
				h(
					"optgroup",
					{ key: house.house, label: house.name },
					house.games.map((game) =>
						h(
							"option",
							{ key: game.book, value: game.book, disabled: game.closed !== null },
							`${game.name} · ${house.name}${game.closed === null ? "" : ` (closed: ${sentence(game.closed.says)})`}`,
						),
					),
				),
			);
			return h(
				"form.form",
				{ onsubmit: submit },
				choice("Game", "book", (id) => void pick(id), [h("option", { value: "" }, "Choose a book"), ...games], true),
				book && h("div.form", { key: book.id }, ofBook(book, redraw)),
				choice("Cards", "dealer", () => {}, [
					h("option", { value: "shuffler" }, "Shuffled by the room, with a commitment"),
					h("option", { value: "entered" }, "Dealt by a human dealer and entered"),
				]),
				h(
					"label.switch",
					h("input", {
						type: "checkbox",
						name: "practice",
						checked: isPractice,
						onchange: (/** @type {Event} */ event) => {
							isPractice = /** @type {HTMLInputElement} */ (event.target).checked;
							redraw();
						},
					}),
					h("span", h("strong", "Practice table"), h("small", "Guests may sit, and bots may play.")),
				),
				!isPractice && h(
					"label.switch",
					{ key: "despite" },
					h("input", { type: "checkbox", name: "despite_errors" }),
					h(
						"span",
						h("strong", "Open despite errors"),
						h("small", "For a book that the check finds fault with; it is logged."),
					),
				),
				h(
					"label.switch",
					h("input", { type: "checkbox", name: "has_chat" }),
					h("span", h("strong", "Chat"), h("small", "Those who have a place at the table may talk. What they say is not kept.")),
				),
				isPractice && h("label", { key: "bots" }, "Bots", h("input", { name: "bots", type: "number", min: 0, max: 9, value: "3" })),
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { type: "submit" }, "Open the table"),
			);
		},
		{ class: "narrow" },
	);
	api.lobby().then(
		(found) => {
			lobby = found;
			sheet.redraw();
		},
		(error) => note(error.message, "bad"),
	);
}

/** How long the words of one schedule in a list may be. */
const NAME_MOST = 110;

/** What a schedule says: its sentences, and what is paid for what. */
const partsOf = (/** @type {ScheduleView} */ { words, fees }) => [
	...words.split(/(?<=[.;])\s+/).map((part) => part.replace(/[.;]$/, "")),
	...fees.flatMap(({ rows }) => rows.map((row) => row.join(" "))),
];

/** A schedule by its limits, and by what it says and the others with these limits do not. */
function scheduleName(/** @type {ScheduleView} */ one, /** @type {ScheduleView[]} */ all) {
	const others = all.filter((other) => other !== one && other.limit === one.limit).map(partsOf);
	const own = partsOf(one).filter((part) => others.some((other) => !other.includes(part))).join("; ");
	const said = own.length > NAME_MOST ? `${own.slice(0, NAME_MOST - 1)}…` : own;
	return [`${one.handle}: ${one.limit}`, said].filter(Boolean).join(" · ");
}

function choice(
	/** @type {string} */ label,
	/** @type {string} */ name,
	/** @type {(value: string) => void} */ chosen,
	/** @type {import("../tree.js").Branch[]} */ options,
	isNeeded = false,
) {
	const onchange = (/** @type {Event} */ event) => chosen(/** @type {HTMLSelectElement} */ (event.target).value);
	return h("label", { key: name }, label, h("select", { name, required: isNeeded, onchange }, options));
}

const amount = (/** @type {string} */ label, /** @type {string} */ name, isNeeded = false) =>
	h("label", { key: name }, label, h("input", { name, inputmode: "decimal", required: isNeeded, placeholder: "in dollars" }));

/** What a poker table is asked for: the way of betting, then what neither the book nor the schedule settles. */
function stakes(
	/** @type {StructureView[]} */ structures,
	/** @type {ScheduleView | undefined} */ schedule,
	/** @type {string} */ word,
	/** @type {(word: string) => void} */ chosen,
) {
	const settled = schedule?.stakes ?? null;
	const open = structures.filter((one) => !settled || settled.structures.includes(one.word));
	const one = open.find((other) => other.word === word) ?? open[0];
	if (!one) return h("p.soft", "The house offers no way of betting that goes with this schedule.");
	return h(
		"fieldset.stakes",
		h("legend", "Stakes"),
		choice(
			"Betting",
			"structure",
			chosen,
			open.map((other) => h("option", { key: other.word, value: other.word }, other.word)),
		),
		one.asks_limit && !settled?.limit && limit(one, schedule !== undefined),
		one.asks_blinds &&
			!settled?.blinds &&
			h("div.pair", amount("Small blind", "small", true), amount("Big blind", "big", true)),
		one.asks_buy_in && amount("Least buy-in, if not ten big blinds", "buy_in_least"),
	);
}

/** A limit of the house's list, or one that is written; a schedule for a span of limits has a usual one. */
function limit(/** @type {StructureView} */ { limits }, /** @type {boolean} */ isOptional) {
	if (limits.length === 0)
		return h("div.pair", amount("Lower limit", "low", !isOptional), amount("Upper limit", "high", !isOptional));
	const options = limits.map(([low, high]) =>
		h("option", { key: `${low}-${high}`, value: `${low}-${high}` }, `${money(low)} and ${money(high)}`),
	);
	return choice("Limit", "limit", () => {}, options);
}

/** How many decks are dealt from, and whether the shoe lasts. */
function shoe(
	/** @type {import("../api-types").DecksView} */ { least, most, usual },
	/** @type {boolean} */ lasts,
	/** @type {(value: string) => void} */ chosen,
) {
	const whole = (/** @type {string} */ label, /** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high, value = "") =>
		h("label", { key: name }, label, h("input", { name, type: "number", min: low, max: high, value }));
	return h(
		"fieldset.stakes",
		{ key: "shoe" },
		h("legend", "Shoe"),
		whole(`Decks, ${least} to ${most}`, "decks", least, most, String(usual)),
		choice("Shuffle", "shoe", chosen, [
			h("option", { key: "", value: "" }, "Afresh for every round"),
			h("option", { key: "lasts", value: "lasts" }, "One shoe for many rounds"),
		]),
		lasts && whole("Cards behind the cut card, if not a quarter", "behind", 1, 312),
		lasts && whole("Cards burnt from a new shoe", "burn", 0, 10, "1"),
	);
}

/** The table that the form describes; what was left empty is left to the book. */
function specIn(/** @type {FormData} */ form) {
	const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
	const cents = (/** @type {string} */ name) => {
		const found = readMoney(text(name));
		if (text(name) && found === null) throw new Error(`${text(name)} is no amount. Write dollars, such as 2 or 0.50.`);
		return found;
	};
	const pair = (/** @type {string} */ low, /** @type {string} */ high) => {
		const both = [cents(low), cents(high)];
		return both.includes(null) ? null : both;
	};
	return {
		book: text("book"),
		schedule: text("schedule") || null,
		dealer: text("dealer"),
		by_hand: text("dealer") === "entered",
		is_practice: form.get("practice") === "on",
		despite_errors: form.get("despite_errors") === "on",
		has_chat: form.get("has_chat") === "on",
		bots: Number(text("bots")),
		structure: text("structure") || null,
		limit: text("limit") ? text("limit").split("-").map(Number) : pair("low", "high"),
		blinds: pair("small", "big"),
		buy_in_least: cents("buy_in_least"),
		decks: text("decks") ? Number(text("decks")) : null,
		shoe:
			text("shoe") === "lasts"
				? { behind: text("behind") ? Number(text("behind")) : null, burn: Number(text("burn") || 0) }
				: null,
	};
}

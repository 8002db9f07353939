/** Something is irregular: what it is, what would come of it by the room's own reckoning, and only then the confirmation. @module */

import { api, sentence } from "../api.js";
import { cite, note, openSheet } from "../dialog.js";
import { icon } from "../icons.js";
import { readMoney, signed } from "../money.js";
import { hasRole } from "../session.js";
import { h } from "../tree.js";
import { seatName } from "../words.js";
import { deadWords, reportsOf } from "./reports.js";

/** @import { Command, Foreseen, PokerChoice, Report, TableView } from "../api-types" */
/** @import { Ask, Kind, Told } from "./reports.js" */

/** @typedef {"dealer" | "floor"} Part */

/** What a command would bring about, and in which part it may be said: what only the floor decides is asked as the floor by whoever is. */
export async function foresee(/** @type {number} */ table, /** @type {Command} */ command) {
	const asDealer = await api.preview(table, { as: "dealer", command });
	const isFloors = ["floor-decides", "not-for-the-dealer"].includes(asDealer.code) && hasRole("floor");
	if (!isFloors) return { foreseen: asDealer, as: /** @type {Part} */ ("dealer") };
	return { foreseen: await api.preview(table, { as: "floor", command }), as: /** @type {Part} */ ("floor") };
}

/** What would happen, in words, with its clauses. */
export function foreseenWords(/** @type {Foreseen} */ foreseen) {
	if (!foreseen.is_allowed)
		return h("div.refusal", { role: "alert" }, icon("warn"), h("span", sentence(foreseen.says)), foreseen.clauses.map(cite));
	return h(
		"section.foreseen",
		{ "aria-label": "What will happen" },
		h("h3", "What will happen"),
		h("p.foreseen-says", { role: "status" }, foreseen.says, " ", foreseen.clauses.map(cite)),
		foreseen.chips.length > 0 &&
			h(
				"ul.foreseen-chips",
				foreseen.chips.map((one) => h("li", { key: one.person }, h("span", one.name), " ", h("b", { class: one.change > 0 ? "won" : "lost" }, signed(one.change)))),
			),
		foreseen.lines.length > 0 && h("details", h("summary", "Step by step"), h("ol", foreseen.lines.map((line, place) => h("li", { key: place }, line.words, " ", cite(line.clause))))),
		foreseen.next_step && h("p.soft", `Then: ${foreseen.next_step}`),
	);
}

/** Asks what is irregular at a table, shows what would come of it, and does it when it is confirmed. */
export function openIrregular(/** @type {TableView} */ view) {
	const { table, round } = view;
	const family = round?.family;
	if (!family) return note("Something is irregular in a round only, and none is on.", "bad");
	/** @type {Kind<Report> | null} */
	let chosen = null;
	/** @type {{foreseen: Foreseen, as: Part, command: Command} | null} */
	let ahead = null;
	let fault = "";
	let asked = 0;
	const sheet = openSheet(`Irregular at table ${table}`, (_, close) => (chosen ? about(chosen, close) : list()), {});

	function list() {
		return h(
			"div.report-list",
			reportsOf(/** @type {import("../api-types").Family} */ (family)).map((one) =>
				h(
					"button",
					{
						key: one.says,
						onclick: () => {
							chosen = one;
							sheet.redraw();
							void look(null);
						},
					},
					one.says,
				),
			),
		);
	}

	/** Looks ahead with what stands in the fields now; what is not filled in yet is waited for. */
	async function look(/** @type {HTMLFormElement | null} */ form) {
		const turn = ++asked;
		ahead = null;
		fault = "";
		sheet.redraw();
		const found = form ?? [...document.querySelectorAll("dialog[open] form.report-form")].at(-1);
		try {
			if (!chosen || !(found instanceof HTMLFormElement)) return;
			const command = /** @type {Command} */ ({ do: "report", report: chosen.report(answers(new FormData(found), chosen.asks)) });
			const told = await foresee(table, command);
			if (turn !== asked) return;
			ahead = { ...told, command };
		} catch (error) {
			if (turn === asked) fault = error instanceof Error ? error.message : String(error);
		}
		sheet.redraw();
	}

	async function confirm(/** @type {() => void} */ close) {
		if (!ahead) return;
		const { command, as, foreseen } = ahead;
		// The table may have gone on meanwhile: what is confirmed is what was read.
		const again = (await foresee(table, command)).foreseen;
		if (again.says !== foreseen.says) {
			ahead = { ...ahead, foreseen: again };
			note("The table has gone on. Read again what will happen.", "bad");
			return sheet.redraw();
		}
		const answer = await api.command(table, { id: crypto.randomUUID(), command, as });
		if (answer.outcome === "refused") return note([h("span", sentence(answer.what)), cite(answer.clause)], "bad");
		note("It is done, and in the log.", "good");
		close();
	}

	function about(/** @type {Kind<Report>} */ one, /** @type {() => void} */ close) {
		const isAllowed = ahead?.foreseen.is_allowed ?? false;
		return h(
			"form.form.report-form",
			{
				key: one.says,
				onchange: (/** @type {Event} */ event) => void look(/** @type {HTMLFormElement} */ (event.currentTarget)),
				onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
			},
			h("h3", one.says),
			one.asks.map((ask) => field(view, ask)),
			fault && h("p.soft", { role: "status" }, fault),
			ahead && foreseenWords(ahead.foreseen),
			h(
				"div.actions",
				h("button.main", { key: "confirm", disabled: !isAllowed, onclick: () => void confirm(close) }, ahead?.as === "floor" ? "Confirm, as the floor" : "Confirm"),
				h(
					"button",
					{
						key: "other",
						onclick: () => {
							chosen = null;
							ahead = null;
							sheet.redraw();
						},
					},
					"Something else",
				),
			),
		);
	}
}

/** What stands in the fields; whatever is missing is said. @returns {Told} */
function answers(/** @type {FormData} */ form, /** @type {Ask[]} */ asks) {
	const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
	const number = (/** @type {string} */ name) => Number(text(name));
	const amount = readMoney(text("amount")) ?? 0;
	if (asks.includes("amount") && text("amount") === "") throw new Error("Write the amount.");
	const card = cardIn(text("card"));
	if (asks.includes("card") && card === null) throw new Error("Name the card, such as 9h or Joker.");
	return {
		seat: number("seat"),
		spot: text("spot") === "" ? null : number("spot"),
		card: card ?? "",
		seen: card,
		place: Math.max(0, number("place") - 1),
		count: number("count"),
		amount,
		who: number("who"),
		recovered: form.get("recovered") !== null,
		forfeits: form.get("forfeits") !== null,
		fees: form.get("fees") !== null,
		why: /** @type {import("../api-types").DeadHand} */ (text("why") || "floor"),
		choice: choiceIn(text("choice"), amount),
	};
}

/** A card as people and scanners write it; nothing if it is none. */
function cardIn(/** @type {string} */ text) {
	if (/^joker$/i.test(text)) return "Joker";
	const found = /^(10|[2-9tjqka])([shdc])$/i.exec(text);
	if (!found) return null;
	const [, rank = "", suit = ""] = found;
	return (rank === "10" ? "T" : rank.toUpperCase()) + suit.toLowerCase();
}

/** @returns {PokerChoice} */
function choiceIn(/** @type {string} */ word, /** @type {number} */ amount) {
	if (word === "bet") return { bet: amount };
	if (word === "raise") return { raise: amount };
	return word === "call" || word === "fold" ? word : "check";
}

/** The field for one thing that is asked. */
function field(/** @type {TableView} */ view, /** @type {Ask} */ ask) {
	const seats = view.round?.seats ?? [];
	const bank = view.round?.bank?.seat;
	const at = (/** @type {number} */ seat) => h("option", { key: seat, value: String(seat) }, `Seat ${seat} ${seatName(view, seat)}`);
	const all = [...seats.map((one) => one.seat), ...(bank === undefined || seats.some((one) => one.seat === bank) ? [] : [bank])];
	const check = (/** @type {string} */ name, /** @type {string} */ words, checked = false) =>
		h("label.check", { key: name }, h("input", { type: "checkbox", name, checked }), words);
	const count = (/** @type {string} */ name, /** @type {string} */ words, /** @type {string} */ value) =>
		h("label", { key: name }, words, h("input", { name, type: "number", min: 0, max: 60, value, inputmode: "numeric" }));
	const card = (/** @type {string} */ words) =>
		h("label", { key: "card" }, words, h("input", { name: "card", placeholder: "9h", autocomplete: "off", maxlength: 5 }));
	switch (ask) {
		case "seat":
			return h("label", { key: ask }, "Seat", h("select", { name: "seat" }, all.map(at)));
		case "spot":
			return h("label", { key: ask }, "What is void", h("select", { name: "spot" }, h("option", { value: "" }, "The whole round"), seats.map((one) => at(one.seat))));
		case "card":
			return card("The card");
		case "card-if-seen":
			return card("The card, if it is known");
		case "place":
			return count("place", "Which of the cards, in the order of the deal", "1");
		case "count":
			return count("count", "How many cards", "3");
		case "pile":
			return count("count", "Which pile", "1");
		case "amount":
			return h("label", { key: ask }, "What really lies there", h("input", { name: "amount", inputmode: "decimal", placeholder: "15" }));
		case "who":
			return h("label", { key: ask }, "Whose wager", h("select", { name: "who" }, wagers(view)));
		case "recovered":
			return check("recovered", "The cards can be recovered", true);
		case "forfeits":
			return check("forfeits", "The caller forfeits the pot");
		case "fees":
			return check("fees", "Fees go back", true);
		case "why":
			return h("label", { key: ask }, "Why", h("select", { name: "why" }, Object.entries(deadWords).map(([word, says]) => h("option", { key: word, value: word, selected: word === "floor" }, says))));
		case "choice":
			return [
				h("label", { key: ask }, "What was done", h("select", { name: "choice" }, ["check", "call", "fold", "bet", "raise"].map((word) => h("option", { key: word, value: word }, word)))),
				h("label", { key: "amount" }, "Amount of a bet or raise", h("input", { name: "amount", inputmode: "decimal" })),
			];
	}
}

/** The wagers of the round by their numbers: by rising spot, on each the sitter's first. */
function wagers(/** @type {TableView} */ view) {
	const seats = [...(view.round?.seats ?? [])].sort((one, other) => one.seat - other.seat);
	const all = seats.flatMap((one) => one.wagers.filter(({ on }) => on === "base" || on === "ante").map(({ purse }) => ({ seat: one.seat, purse })));
	return all.map(({ seat, purse }, place) =>
		h("option", { key: place, value: String(place) }, `Seat ${seat} ${view.round_people[purse]?.name ?? ""}`),
	);
}

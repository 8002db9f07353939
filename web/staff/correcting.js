/** A correction by the floor: chips of a round that is over go from somebody to somebody, with the reason. @module */

import { house } from "./house_api.js";
import { api, sentence } from "../api.js";
import { cite, note, openSheet } from "../dialog.js";
import { readMoney } from "../money.js";
import { h } from "../tree.js";
import { ClausePick } from "./clauses.js";
import { foresee, foreseenWords } from "./irregular.js";

/** @import { Chips, Command, Dispute, Foreseen } from "../api-types" */

/** The boxes of a table, by the words of the API. @type {[Exclude<Chips, object>, string][]} */
const BOXES = [
	["drop", "The drop box"],
	["jackpot", "The jackpot's box"],
	["promotion", "The promotion money"],
];

/**
 * Asks what is to be corrected, shows what would come of it, and does it when it is confirmed.
 * @param {number} table
 * @param {number} round
 * @param {{person: number, name: string}[]} people who had money in the round
 * @param {() => void} [done]
 */
export function openCorrection(table, round, people, done = () => {}) {
	/** @type {{foreseen: Foreseen, command: Command} | null} */
	let ahead = null;
	let fault = "";
	let asked = 0;
	/** The open disputes about this round. @type {Dispute[]} */
	let disputes = [];
	/** @type {() => void} */
	let redraw = () => {};
	const clauses = new ClausePick(table, () => {
		redraw();
		const form = document.querySelector("dialog[open] form.correction-form");
		if (form instanceof HTMLFormElement && form.matches(":has([name=amount]:valid)")) void look(form);
	});
	const sheet = openSheet(`Correct round ${round} of table ${table}`, (_, close) => form(close), {});
	redraw = sheet.redraw;
	api.floor().then(
		({ tables }) => {
			disputes = (tables.find((one) => one.table === table)?.disputes ?? []).filter((one) => one.round === round);
			redraw();
		},
		() => {},
	);

	function command(/** @type {FormData} */ form) {
		const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
		const amount = readMoney(text("amount"));
		if (amount === null) throw new Error("Write the amount in dollars, such as 20.");
		const why = text("why") === "ruling" ? "ruling" : "record";
		/** @type {Command} */
		const command = {
			do: "correct",
			correction: { round, from: chips(text("from")), to: chips(text("to")), amount, why, clause: clauses.name, reason: text("reason"), approved: null, dispute: Number(text("dispute")) || null },
		};
		return command;
	}

	async function look(/** @type {HTMLFormElement} */ form) {
		const turn = ++asked;
		ahead = null;
		fault = "";
		redraw();
		try {
			const said = command(new FormData(form));
			const { foreseen } = await foresee(table, said);
			if (turn === asked) ahead = { foreseen, command: said };
		} catch (error) {
			if (turn === asked) fault = error instanceof Error ? error.message : String(error);
		}
		sheet.redraw();
	}

	/** Whether a second person has to approve it. */
	function needsSecond() {
		return ahead?.foreseen.code === "second-person";
	}

	async function confirm(/** @type {HTMLFormElement} */ form, /** @type {() => void} */ close) {
		try {
			const said = command(new FormData(form));
			if (needsSecond() && said.do === "correct") {
				await house.askCorrection(table, said.correction);
				note("It waits on the floor's desk for a second person.", "good");
				close();
				return done();
			}
			const answer = await api.command(table, { id: crypto.randomUUID(), command: said, as: "floor" });
			if (answer.outcome === "refused") return note([h("span", sentence(answer.what)), cite(answer.clause)], "bad");
			note("The correction is in the log, beside the round.", "good");
			close();
			done();
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
	}

	function form(/** @type {() => void} */ close) {
		const places = [
			...people.map((one) => h("option", { key: one.person, value: String(one.person) }, one.name)),
			...BOXES.map(([word, says]) => h("option", { key: word, value: word }, says)),
		];
		// Where the shuffler deals nothing is told ahead; the room still refuses what cannot be.
		const isUntold = ahead?.foreseen.code === "dealt-by-shuffler";
		return h(
			"form.form.correction-form",
			{
				onchange: (/** @type {Event} */ event) => void look(/** @type {HTMLFormElement} */ (event.currentTarget)),
				onsubmit: (/** @type {SubmitEvent} */ event) => {
					event.preventDefault();
					void confirm(/** @type {HTMLFormElement} */ (event.target), close);
				},
			},
			h("p.soft", "The round stays as it is in the log; the chips are moved once more beside it."),
			h("label", { key: "from" }, "From", h("select", { name: "from" }, places)),
			h("label", { key: "to" }, "To", h("select", { name: "to" }, places)),
			h("label", { key: "amount" }, "Amount", h("input", { name: "amount", inputmode: "decimal", required: true, placeholder: "20" })),
			h(
				"label",
				{ key: "why" },
				"Why",
				h("select", { name: "why" }, h("option", { value: "record" }, "The record is wrong"), h("option", { value: "ruling" }, "The floor rules so")),
			),
			h("label", { key: "reason" }, "The reason, in words", h("input", { name: "reason", required: true, maxlength: 300 })),
			disputes.length > 0 &&
				h(
					"label",
					{ key: "dispute" },
					"Settles the dispute",
					h("select", { name: "dispute" }, disputes.map((one) => h("option", { key: one.dispute, value: String(one.dispute) }, one.words)), h("option", { value: "" }, "None of them")),
				),
			clauses.draw("The clause it rests on; a ruling needs one"),
			fault && h("p.soft", { role: "status" }, fault),
			ahead && !isUntold && foreseenWords(ahead.foreseen),
			h("button.main", { type: "submit", disabled: !(ahead?.foreseen.is_allowed || isUntold || needsSecond()) }, needsSecond() ? "Ask a second person" : "Correct it"),
		);
	}
}

/** @returns {Chips} */
function chips(/** @type {string} */ word) {
	const box = BOXES.find(([name]) => name === word);
	return box ? box[0] : { person: Number(word) };
}

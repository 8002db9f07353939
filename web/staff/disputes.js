/** What stays on the floor's desk until it is settled: open disputes, and corrections that wait for a second person. @module */

import { house } from "./house_api.js";
import { api } from "../api.js";
import { note, openSheet } from "../dialog.js";
import { money } from "../money.js";
import { whoAmI } from "../session.js";
import { h } from "../tree.js";
import { listing } from "./listing.js";

/** @import { AskedCorrection, FloorView, SeatInfo } from "../api-types" */
/** @import { Tell } from "./floor.js" */

/** The names of everybody at tables where something is disputed, by account. */
export async function namesInDispute(/** @type {FloorView[]} */ tables) {
	const disputed = tables.filter((table) => table.disputes.length > 0);
	const looked = await Promise.all(disputed.map((table) => api.table(table.table)));
	return new Map(looked.flatMap(({ view }) => view.people.map((one) => [one.person, one.name])));
}

/**
 * The disputes of all tables; nothing if there are none.
 * @param {FloorView[]} tables
 * @param {Map<number, string>} names
 * @param {(table: FloorView, dispute: number) => void} rule
 */
export function disputesPanel(tables, names, rule) {
	const open = tables.flatMap((table) => table.disputes.map((one) => ({ table, one })));
	if (open.length === 0) return null;
	return h(
		"section.panel",
		{ "aria-label": "Open disputes" },
		h("h2", "Open disputes"),
		listing(
			["Dispute", "Table", "Round"],
			open.map(({ table, one }) => ({
				key: `${table.table} ${one.dispute}`,
				name: [one.words, h("small", one.people.map((person) => names.get(person) ?? `Number ${person}`).join(", "))],
				cells: [`${table.table} ${table.game}`, one.round === null ? "none" : String(one.round)],
				actions: [
					h("button.small.main", { key: "rule", "aria-label": `Rule on dispute ${one.dispute}`, onclick: () => rule(table, one.dispute) }, "Rule"),
					one.round !== null &&
						h("a.button.small", { key: "round", href: `/table/${table.table}/rounds/${one.round}`, "aria-label": `Round ${one.round} of table ${table.table}` }, "See the round"),
				],
			})),
		),
	);
}

/** Asks what a dispute is about, and opens it. */
export function openDispute(/** @type {FloorView} */ table, /** @type {Tell} */ tell) {
	/** @type {SeatInfo[]} */
	let there = [];
	const sheet = openSheet(
		`Open a dispute at table ${table.table}`,
		(_, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
						const round = Number(form.get("round")) || null;
						const others = String(form.get("others") ?? "").split(/[^0-9]+/).filter(Boolean);
						const people = [...new Set([...form.getAll("person"), ...others].map(Number))];
						await tell(table.table, { do: "dispute", round, people, words: String(form.get("words")) }, "The dispute is open, and in the log.");
						close();
					},
				},
				h("label", "What it is about", h("textarea", { name: "words", rows: 3, required: true, maxlength: 500 })),
				h("label", "Round, if it is about one", h("input", { name: "round", type: "number", min: 1, max: table.rounds, inputmode: "numeric" })),
				there.length > 0 &&
					h(
						"fieldset.stakes",
						h("legend", "Whom it concerns"),
						there.map((one) =>
							h("label.check", { key: one.person }, h("input", { type: "checkbox", name: "person", value: String(one.person) }), one.seat === null ? one.name : `Seat ${one.seat} ${one.name}`),
						),
					),
				h("label", "Others, by the numbers of their accounts", h("input", { name: "others", inputmode: "numeric", placeholder: "12, 15" })),
				h("button.main", { type: "submit" }, "Open it"),
			),
		{ class: "narrow" },
	);
	api.table(table.table).then(
		({ view }) => {
			there = view.people.filter((one) => !one.is_bot);
			sheet.redraw();
		},
		() => {},
	);
}

/** The corrections that wait for a second person; nothing if none does. */
export function correctionsPanel(/** @type {AskedCorrection[]} */ asked, /** @type {() => void} */ done) {
	if (asked.length === 0) return null;
	const settle = async (/** @type {number} */ number, /** @type {"approve" | "decline"} */ how) => {
		try {
			await house.settleCorrection(number, how);
			note(how === "approve" ? "The correction is made." : "It is not made.", "good");
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
		done();
	};
	const me = whoAmI()?.person;
	return h(
		"section.panel",
		{ "aria-label": "Corrections that wait for a second person" },
		h("h2", "Corrections that wait for a second person"),
		listing(
			["Correction", "Table", "Amount", "Asked by"],
			asked.map((one) => ({
				key: one.asked,
				name: one.words,
				cells: [String(one.table), money(one.correction.amount), one.by_name],
				actions: [
					h("button.small.main", { key: "approve", disabled: me === one.by, "aria-label": `Approve correction ${one.asked}`, onclick: () => settle(one.asked, "approve") }, "Approve"),
					h("button.small", { key: "decline", "aria-label": `Decline correction ${one.asked}`, onclick: () => settle(one.asked, "decline") }, "Decline"),
				],
			})),
		),
	);
}

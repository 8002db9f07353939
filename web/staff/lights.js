/** What is wrong by the law at open tables, as lights that the floor sees. @module */

import { note } from "../dialog.js";
import { h } from "../tree.js";
import { field, form, words } from "./form.js";
import { house } from "./house_api.js";

/** @import { Finding, LawView, RuleStanding } from "../api-types" */

/** @type {Record<RuleStanding, string>} */
export const STANDING = { "in-force": "in force", enjoined: "enjoined", vacated: "vacated", proposed: "proposed" };

const moment = (/** @type {number} */ at) => new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

/** How grave a finding is: against what binds, left open by the filing, overridden, or for information. */
const grade = (/** @type {Finding} */ one) => {
	if (one.overridden) return "over";
	if (one.standing !== "in-force") return "told";
	return one.is_warning ? "look" : "bad";
};

const GRADE = { bad: "Against a rule in force", look: "To be looked at: the filing leaves it open", over: "Overridden", told: "For information" };

const ORDER = ["bad", "look", "over", "told"];

/** Does something about the law and shows what came of it. */
export async function act(/** @type {() => Promise<unknown>} */ what, /** @type {string} */ done, /** @type {() => unknown} */ refresh) {
	try {
		await what();
		note(done, "good");
	} catch (error) {
		note(error instanceof Error ? error.message : String(error), "bad");
	}
	refresh();
}

function overrideSheet(/** @type {Finding} */ one, /** @type {() => unknown} */ refresh) {
	form(`Override ${one.rule} at table ${one.table}`, [h("p", { key: "what" }, one.what), field("reason", "Why, for the log", 500)], "Override", (data) => {
		const reason = words(data, "reason");
		if (!reason) return "Give the reason.";
		void act(() => house.overrideRule(one.table, one.rule, reason), `${one.rule} is overridden at table ${one.table}.`, refresh);
		return null;
	});
}

function light(/** @type {Finding} */ one, /** @type {(() => unknown) | null} */ refresh) {
	const kind = /** @type {keyof typeof GRADE} */ (grade(one));
	return h(
		"li.light",
		{ key: `${one.table} ${one.rule}`, class: kind },
		h("i", { "aria-hidden": "true" }),
		h(
			"div",
			h("strong", h("a", { href: `/table/${one.table}` }, `Table ${one.table}`), `: ${one.what}`),
			h(
				"small",
				`${GRADE[kind]} · ${one.rule}, ${one.source} (${STANDING[one.standing]}) · since ${moment(one.since_ms)}`,
				one.rounds > 0 && `, ${one.rounds} ${one.rounds === 1 ? "round" : "rounds"}`,
			),
			one.overridden && h("small", `Overridden by ${one.overridden.by}: ${one.overridden.reason}`),
		),
		refresh &&
			(kind === "bad" || kind === "look") &&
			h("button.small", { "aria-label": `Override ${one.rule} at table ${one.table}`, onclick: () => overrideSheet(one, refresh) }, "Override"),
	);
}

/** The lights of all tables, the gravest first; what binds nobody is folded away. Who may override gives what refreshes. */
export function lightsPanel(/** @type {LawView} */ law, /** @type {(() => unknown) | null} */ refresh) {
	const sorted = [...law.lights].sort((one, other) => ORDER.indexOf(grade(one)) - ORDER.indexOf(grade(other)) || one.table - other.table);
	const binding = sorted.filter((one) => grade(one) !== "told");
	const told = sorted.filter((one) => grade(one) === "told");
	return h(
		"section.panel",
		{ "aria-label": "Lights of the law" },
		h("h2", "The law at the tables"),
		binding.length > 0
			? h("ul.lights", binding.map((one) => light(one, refresh)))
			: h("p.soft", "Every open table of the house keeps every rule in force."),
		told.length > 0 &&
			h(
				"details",
				h("summary", `${told.length} ${told.length === 1 ? "finding" : "findings"} against rules that bind nobody today`),
				h("ul.lights", told.map((one) => light(one, null))),
			),
	);
}

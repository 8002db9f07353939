/** Dealers and jackpots on the floor's page: who deals where and who is next, breaks and pushes; hits that wait to be approved. @module */

import { note, openSheet } from "../dialog.js";
import { money, readMoney } from "../money.js";
import { hasRole } from "../session.js";
import { h } from "../tree.js";
import { house } from "./house_api.js";
import { listing } from "./listing.js";

/** @import { ClaimView, JackpotAct, JackpotsView, LineUpAct, LineUpView } from "../api-types" */

/** Does something, says what came of it, and whether it was done. */
async function tell(/** @type {() => Promise<unknown>} */ act, /** @type {string} */ done, /** @type {() => void} */ after) {
	try {
		await act();
		note(done, "good");
		after();
		return true;
	} catch (error) {
		note(error instanceof Error ? error.message : String(error), "bad");
		return false;
	}
}

/** The line-up of dealers. */
export function lineUpPanel(/** @type {LineUpView} */ line, /** @type {() => void} */ after) {
	const act = (/** @type {LineUpAct} */ what, /** @type {string} */ done) => tell(() => house.lineUpAct(what), done, after);
	const minutes = line.due_ms === null ? null : Math.round((line.due_ms - line.now_ms) / 60000);
	const row = (/** @type {LineUpView["tables"][number]} */ one) => ({
		key: one.table,
		name: `Table ${one.table}`,
		cells: [one.dealer ?? "nobody", one.next ?? "nobody", one.signed_in ?? "nobody"],
	});
	const rests = [...line.resting.map((name) => ({ name, isAway: false })), ...line.away.map((name) => ({ name, isAway: true }))];
	return h(
		"section.panel",
		{ "aria-label": "Dealers" },
		h("h2", "Dealers"),
		minutes !== null && line.tables.length > 0 && h("p", { class: minutes < 0 ? "bad" : "soft" }, minutes < 0 ? `The next push is ${-minutes} min late.` : `The next push is due in ${minutes} min.`),
		line.tables.length > 0 ? listing(["Table", "Deals", "Next", "Signed in"], line.tables.map(row), "Dealers at tables") : h("p.soft", "No line-up: name the tables that are dealt."),
		rests.length > 0 &&
			h(
				"ul.resting",
				rests.map(({ name, isAway }) =>
					h(
						"li",
						{ key: name },
						`${name}: ${isAway ? "on a break" : "rests by turn"} `,
						h("button.small", { "aria-label": isAway ? `Back: ${name}` : `Break: ${name}`, onclick: () => act({ do: "break", name, is_on: !isAway }, isAway ? `${name} is back.` : `${name} takes a break.`) }, isAway ? "Back" : "Break"),
					),
				),
			),
		h(
			"div.actions",
			h("button.main", { disabled: line.tables.length === 0, onclick: () => act({ do: "push" }, "Everybody moves on.") }, "Push"),
			h("button", { onclick: () => openTables(line, act) }, "Tables of the line"),
			h("button", { onclick: () => openDealer("on-duty", act) }, "Dealer on duty"),
			h("button", { onclick: () => openDealer("off-duty", act) }, "Dealer off duty"),
		),
	);
}

/** @typedef {(what: LineUpAct, done: string) => Promise<boolean>} Act */

function openTables(/** @type {LineUpView} */ line, /** @type {Act} */ act) {
	sheet(
		"Tables of the line",
		[
			{ name: "tables", label: "Tables in order, such as 1 2 5", value: line.tables.map((one) => one.table).join(" ") },
			{ name: "minutes", label: "Minutes at each", value: String(line.minutes || 30) },
		],
		"Set the line",
		({ tables, minutes }) => act({ do: "tables", tables: tables.split(/[\s,]+/).filter(Boolean).map(Number), minutes: Number(minutes) }, "The line is set."),
	);
}

function openDealer(/** @type {"on-duty" | "off-duty"} */ what, /** @type {Act} */ act) {
	const isOn = what === "on-duty";
	sheet(isOn ? "Dealer on duty" : "Dealer off duty", [{ name: "name", label: "Name of the dealer", value: "" }], isOn ? "On duty" : "Off duty", ({ name }) =>
		act({ do: what, name }, isOn ? `${name} is on duty.` : `${name} is off duty.`),
	);
}

/** The jackpot fund and the hits that wait. */
export function jackpotsPanel(/** @type {JackpotsView} */ found, /** @type {() => void} */ after) {
	const act = (/** @type {JackpotAct} */ what, /** @type {string} */ done) => tell(() => house.jackpotAct(what), done, after);
	const row = (/** @type {ClaimView} */ one) => ({
		key: one.claim,
		name: [one.name, h("small", one.words)],
		cells: [`Table ${one.table}, round ${one.round}`, money(one.amount), one.by, one.needs_two ? (one.approved_by ? `approved by ${one.approved_by}, one more` : "two people") : "one person"],
		actions: [
			h("button.small.main", { key: "approve", "aria-label": `Approve ${money(one.amount)} for ${one.name}`, onclick: () => act({ do: "approve", claim: one.claim }, "It is approved.") }, "Approve"),
			h("button.small", { key: "decline", "aria-label": `Decline ${money(one.amount)} for ${one.name}`, onclick: () => openDecline(one, act) }, "Decline"),
		],
	});
	return h(
		"section.panel",
		{ "aria-label": "Jackpots" },
		h("h2", "Jackpots"),
		h("p.soft", `The fund holds ${money(found.fund)}; ${money(found.unclaimed)} of it is not claimed. ${found.in_boxes === null || found.in_boxes === undefined ? "What lies in boxes at tables counts once it is counted." : `In boxes at tables lie ${money(found.in_boxes)}, which count once they are counted.`}`),
		found.claims.length > 0 && listing(["Hit", "Where", "Amount", "Claimed by", "Needs"], found.claims.map(row), "Hits"),
		(hasRole("floor") || hasRole("dealer")) && h("div.actions", h("button", { onclick: () => openClaim(act) }, "Claim a hit")),
	);
}

function openClaim(/** @type {(what: JackpotAct, done: string) => Promise<boolean>} */ act) {
	sheet(
		"Claim a hit",
		[
			{ name: "table", label: "Table", value: "" },
			{ name: "round", label: "Round", value: "" },
			{ name: "name", label: "Who has hit it", value: "" },
			{ name: "amount", label: "Amount in dollars", value: "" },
			{ name: "words", label: "The hand", value: "" },
		],
		"Claim it",
		({ table, round, name, amount, words }) => act({ do: "claim", table: Number(table), round: Number(round), name, amount: readMoney(amount) ?? 0, words }, "It waits to be approved."),
	);
}

function openDecline(/** @type {ClaimView} */ one, /** @type {(what: JackpotAct, done: string) => Promise<boolean>} */ act) {
	sheet("Decline a hit", [{ name: "words", label: "Why", value: "" }], "Decline it", ({ words }) => act({ do: "decline", claim: one.claim, words }, "It is not paid."));
}

/** A sheet with fields, and what is done with them. */
function sheet(/** @type {string} */ title, /** @type {{name: string, label: string, value: string}[]} */ fields, /** @type {string} */ button, /** @type {(values: Record<string, string>) => Promise<boolean>} */ done) {
	openSheet(
		title,
		(_, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
						if (await done(Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? "").trim()])))) close();
					},
				},
				fields.map(({ name, label, value }) => h("label", { key: name }, label, h("input", { name, value, required: true }))),
				h("button.main", { type: "submit" }, button),
			),
		{ class: "narrow" },
	);
}

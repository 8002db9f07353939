/** Dealers and jackpots on the floor's page: who deals where and who is next, breaks and pushes; hits that wait to be approved. @module */

import { note } from "../dialog.js";
import { money, readMoney } from "../money.js";
import { hasRole } from "../session.js";
import { h } from "../tree.js";
import { askFor } from "./form.js";
import { house } from "./house_api.js";
import { listing } from "./listing.js";

/** @import { ClaimView, JackpotAct, JackpotsView, LineUpAct, LineUpView } from "../api-types" */

/** Does something, says what came of it (in the words that it comes back with, if any), and whether it was done. */
async function tell(/** @type {() => Promise<unknown>} */ act, /** @type {string} */ done, /** @type {() => void} */ after) {
	try {
		const told = await act();
		if (typeof told === "string") note(told);
		else note(done, "good");
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
	askFor(
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
	askFor(isOn ? "Dealer on duty" : "Dealer off duty", [{ name: "name", label: "Name of the dealer", value: "" }], isOn ? "On duty" : "Off duty", ({ name }) =>
		act({ do: what, name }, isOn ? `${name} is on duty.` : `${name} is off duty.`),
	);
}

/** The jackpot fund and the hits that wait. */
export function jackpotsPanel(/** @type {JackpotsView} */ found, /** @type {() => void} */ after) {
	const act = (/** @type {JackpotAct} */ what, /** @type {string} */ done) =>
		tell(
			async () => {
				const now = await house.jackpotAct(what);
				return what.do === "fund" && now.asked.length > found.asked.length ? "A second person of the cage or the floor, or another owner, has to approve this amount." : now;
			},
			done,
			after,
		);
	const row = (/** @type {ClaimView} */ one) => ({
		key: one.claim,
		name: [one.name, h("small", one.words)],
		cells: [
			`Table ${one.table}, round ${one.round}`,
			[money(one.amount), h("small", one.of === "promotion" ? "of the promotion fund" : "of the jackpot")],
			[goesTo(one), one.kept_off && h("small.bad", `Now it would go into the wallet: ${one.kept_off}`)],
			one.by,
			one.needs_two ? (one.approved_by ? `approved by ${one.approved_by}, one more` : "two people") : "one person",
		],
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
		h("p.soft", `For promotions the house has set apart ${money(found.promotion)}; ${money(found.promotion_unclaimed)} of it is not claimed.`),
		found.asked.map((one) => h("p.soft", { key: `asked ${one.exchange}` }, `${one.by_name} asks to ${one.is_sale ? "set apart" : "give back"} ${money(one.amount)}: it waits for a second person.`)),
		found.claims.length > 0 && listing(["Hit", "Where", "Amount", "Chips go", "Claimed by", "Needs"], found.claims.map(row), "Hits"),
		found.bonuses.map((one) =>
			h(
				"div.row",
				{ key: `bonus ${one.table}` },
				h("p", `Bonuses at table ${one.table} have cost ${money(one.amount)} that nobody has met.`),
				(hasRole("floor") || hasRole("owner")) &&
					h("button.small", { onclick: () => act({ do: "meet-bonuses", table: one.table }, `The bonuses at table ${one.table} are met.`) }, `Meet the bonuses of table ${one.table}`),
			),
		),
		h(
			"div.actions",
			(hasRole("floor") || hasRole("dealer")) && h("button", { onclick: () => openClaim(act) }, "Claim a hit"),
			hasRole("owner") && h("button", { onclick: () => openFund(act, false) }, "Set money apart for promotions"),
			hasRole("owner") && found.promotion_unclaimed > 0 && h("button", { onclick: () => openFund(act, true) }, "Give promotion money back"),
		),
	);
}

/** Where the chips of a hit are to go, and by whose word. */
const goesTo = (/** @type {ClaimView} */ one) =>
	!one.onto_table ? "into the wallet" : one.is_chosen ? "in front of them, as they want" : "in front of them, once they agree at the table";

/** An owner sets chips of the cage apart for promotions, or gives them back. */
function openFund(/** @type {(what: JackpotAct, done: string) => Promise<boolean>} */ act, /** @type {boolean} */ isBack) {
	askFor(
		isBack ? "Give promotion money back" : "Set money apart for promotions",
		[
			{ name: "amount", label: "Amount in dollars", value: "" },
			{ name: "with", label: isBack ? "Who of the cage takes the chips" : "Who of the cage gives the chips", value: "" },
		],
		isBack ? "Give it back" : "Set it apart",
		({ amount, with: name }) => act({ do: "fund", amount: readMoney(amount) ?? 0, is_back: isBack, with: name }, isBack ? "It is back in the cage." : "It is set apart."),
	);
}

function openClaim(/** @type {(what: JackpotAct, done: string) => Promise<boolean>} */ act) {
	askFor(
		"Claim a hit",
		[
			{ name: "table", label: "Table", value: "" },
			{ name: "round", label: "Round", value: "" },
			{ name: "name", label: "Who has hit it", value: "" },
			{ name: "amount", label: "Amount in dollars", value: "" },
			{ name: "words", label: "The hand", value: "" },
			{ name: "of", label: "Out of which fund", value: "jackpot", choices: { jackpot: "The jackpot", promotion: "Promotions" } },
			{ name: "to", label: "Where they want the chips", value: "wallet", choices: { wallet: "In the wallet", table: "In front of them" } },
		],
		"Claim it",
		({ table, round, name, amount, words, of, to }) =>
			act(
				{ do: "claim", table: Number(table), round: Number(round), name, amount: readMoney(amount) ?? 0, words, of: of === "promotion" ? "promotion" : "jackpot", onto_table: to === "table" },
				"It waits to be approved.",
			),
	);
}

function openDecline(/** @type {ClaimView} */ one, /** @type {(what: JackpotAct, done: string) => Promise<boolean>} */ act) {
	askFor("Decline a hit", [{ name: "words", label: "Why", value: "" }], "Decline it", ({ words }) => act({ do: "decline", claim: one.claim, words }, "It is not paid."));
}

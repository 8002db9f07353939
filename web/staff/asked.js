/** Large sales and redemptions, much that is to be brought to a table or set apart for promotions, and what is to come back from a table, that wait for a second person. @module */

import { api } from "../api.js";
import { note } from "../dialog.js";
import { money } from "../money.js";
import { hasRole, whoAmI } from "../session.js";
import { h } from "../tree.js";
import { listing } from "./listing.js";

/** @import { AskedView } from "../api-types" */

/** What waits, with its buttons; nothing if nothing waits. */
export function askedPanel(/** @type {AskedView[]} */ asked, /** @type {() => void} */ done) {
	if (asked.length === 0) return null;
	return h(
		"section.panel",
		{ "aria-label": "Waiting for a second person" },
		h("h2", "Waiting for a second person"),
		listing(
			["Patron", "What", "Amount", "Asked by"],
			asked.map((one) => row(one, done)),
		),
	);
}

/** Whether chips for change are to come back from a table; whoever gives them there agrees to it. */
const isBack = (/** @type {AskedView} */ one) => one.table !== null && !one.is_sale;

const funded = (/** @type {AskedView} */ one) => (one.is_sale ? "They are set apart for promotions." : "They are back in the cage.");

function what(/** @type {AskedView} */ one) {
	if (one.is_fund) return one.is_sale ? "Set chips apart for promotions" : "Give promotion money back";
	if (one.table) return one.is_sale ? `Bring chips to table ${one.table}` : `Give chips for change back from table ${one.table}`;
	return one.is_sale ? "Sell chips" : "Redeem chips";
}

function row(/** @type {AskedView} */ one, /** @type {() => void} */ done) {
	const me = whoAmI()?.person;
	// Whoever of the cage gives chips for promotions gets nothing, and agrees to it best themselves.
	const isOwn = isBack(one) ? me !== one.person : me === one.by || (me === one.person && !one.is_fund);
	const isSecond = hasRole("cage") || hasRole("floor") || (one.is_fund && hasRole("owner")) || (isBack(one) && hasRole("dealer"));
	const settle = async (/** @type {"approve" | "decline"} */ how) => {
		try {
			const { wallet } = await api.settle(one.exchange, how);
			const made = isBack(one) ? "They lie in the cage." : one.table ? `They lie at table ${one.table}.` : one.is_fund ? funded(one) : `${one.name} holds ${money(wallet ?? 0)} now.`;
			note(how === "approve" ? made : "It is not made.", "good");
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
		done();
	};
	return {
		key: one.exchange,
		name: [one.name, h("small", `Number ${one.person}`)],
		cells: [what(one), money(one.amount), one.by_name],
		actions: isSecond && [
			h(
				"button.small.main",
				{
					key: "approve",
					disabled: isOwn,
					"aria-label": `Approve ${money(one.amount)} for ${one.name}`,
					onclick: () => settle("approve"),
				},
				"Approve",
			),
			h(
				"button.small",
				{ key: "decline", "aria-label": `Decline ${money(one.amount)} for ${one.name}`, onclick: () => settle("decline") },
				"Decline",
			),
		],
	};
}

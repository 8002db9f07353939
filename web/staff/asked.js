/** Large sales and redemptions, and much that is to be brought to a table, that wait for a second person of the cage or the floor. @module */

import { api } from "../api.js";
import { note } from "../dialog.js";
import { money } from "../money.js";
import { whoAmI } from "../session.js";
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

function row(/** @type {AskedView} */ one, /** @type {() => void} */ done) {
	const me = whoAmI()?.person;
	const isOwn = me === one.by || me === one.person;
	const settle = async (/** @type {"approve" | "decline"} */ how) => {
		try {
			const { wallet } = await api.settle(one.exchange, how);
			const made = one.table ? `They lie at table ${one.table}.` : `${one.name} holds ${money(wallet)} now.`;
			note(how === "approve" ? made : "It is not made.", "good");
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
		done();
	};
	return {
		key: one.exchange,
		name: [one.name, h("small", `Number ${one.person}`)],
		cells: [one.table ? `Bring chips to table ${one.table}` : one.is_sale ? "Sell chips" : "Redeem chips", money(one.amount), one.by_name],
		actions: [
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

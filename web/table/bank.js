/** Taking, passing and sharing the bank. @module */

import { money } from "../money.js";
import { h } from "../tree.js";
import { amountControl, amountOf } from "./amount.js";
import { may, sends } from "./desk.js";
import { timeWords } from "./time.js";

/** @import { Command } from "../api-types" */
/** @import { Desk } from "./desk.js" */

export function bankPanel(/** @type {Desk} */ desk) {
	const take = may(desk, "take-bank");
	const pass = may(desk, "pass-bank");
	if (!take && !pass) return null;
	const half = take ? Math.round((take.least + take.most) / 200) * 100 : 0;
	const amount = take && {
		name: "stake",
		label: "Stake",
		least: take.least,
		most: take.most,
		usual: half,
		presets: /** @type {[string, number][]} */ ([
			["Least", take.least],
			["Half", half],
			["All", take.most],
		]),
	};
	const takeIt = () => amount && desk.send({ do: "take-bank", stake: amountOf(desk, amount) });
	const passIt = () => desk.send({ do: "pass-bank" });
	if (amount) desk.keys.set("t", takeIt);
	if (pass) desk.keys.set("p", passIt);
	return h(
		"div.bank-panel",
		h(
			"div.bank-words",
			h("h2", pass ? "The bank is offered to you" : "The bank is free"),
			h("p.soft", "You pay and collect every other wager, up to your stake. Wagers beyond it are not covered."),
		),
		amount && amountControl(desk, amount),
		h(
			"div.tray-actions",
			amount &&
				h(
					"button.main.large",
					sends(desk, takeIt),
					`Bank with ${money(amountOf(desk, amount))}`,
					h("kbd", "T"),
				),
			pass &&
				h("button.large", sends(desk, passIt), "Pass", h("small.seconds", timeWords(desk)), h("kbd", "P")),
		),
	);
}

/** As the banker: letting in what others offer for the bank of the coming round. */
export function sharesPanel(/** @type {Desk} */ desk) {
	if (!may(desk, "take-share")) return null;
	const { view } = desk;
	const nameOf = (/** @type {number} */ person) => view.people.find((one) => one.person === person)?.name ?? "somebody";
	const open = view.shares.filter((share) => !share.is_taken);
	return h(
		"div.bank-panel",
		h(
			"div.bank-words",
			h("h2", "Others offer to share your bank"),
			h("p.soft", "What the bank wins or loses is divided by what each has put up."),
		),
		h(
			"div.tray-actions",
			open.map((share) =>
				h(
					"button.main",
					{ key: share.person, ...sends(desk, () => desk.send({ do: "take-share", person: share.person })) },
					`Let in ${money(share.amount)} of ${nameOf(share.person)}`,
				),
			),
		),
	);
}

/** Offering money for somebody else's bank, in the menu of one's place. */
export function shareOffer(/** @type {Desk} */ desk, /** @type {(command: Command, done: string) => void} */ tell) {
	const share = may(desk, "share-bank");
	if (!share) return null;
	const amount = {
		name: "share",
		label: "A share of the bank",
		least: Math.min(100, share.most),
		most: share.most,
		usual: Math.min(share.most, Math.max(100, Math.round(share.most / 200) * 100)),
	};
	const offer = () =>
		tell({ do: "share-bank", amount: amountOf(desk, amount) }, "Your share is offered; whoever holds the bank decides.");
	return h(
		"section.menu-part",
		amountControl(desk, amount),
		h("button", { onclick: offer }, `Offer ${money(amountOf(desk, amount))} for the bank`),
	);
}

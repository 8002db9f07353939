/** Taking or passing the bank. @module */

import { money } from "../money.js";
import { h } from "../tree.js";
import { amountControl, amountOf } from "./amount.js";
import { may } from "./desk.js";
import { timeWords } from "./time.js";

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
					{ disabled: desk.isBusy, onclick: takeIt },
					`Bank with ${money(amountOf(desk, amount))}`,
					h("kbd", "T"),
				),
			pass &&
				h("button.large", { disabled: desk.isBusy, onclick: passIt }, "Pass", h("small.seconds", timeWords(desk)), h("kbd", "P")),
		),
	);
}

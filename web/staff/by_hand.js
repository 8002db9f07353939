/** What a human dealer walks through and takes back: payments one by one, mistakes, and a bank that goes by. @module */

import { money } from "../money.js";
import { hasRole } from "../session.js";
import { h } from "../tree.js";

/** @import { Command, PaymentView, TableView } from "../api-types" */
/** @import { Twig } from "../tree.js" */

/** @typedef {(command: Command, as?: "dealer" | "floor") => void} Speak */

/** Whether payments are made now: those of a round that is over, or of the hands that are settled so far. */
export const isWalking = (/** @type {TableView} */ view) => view.is_settling || view.dealers_step.kind === "pay";

/** The payments in the order in which they are made, the next one in sight, each with the clause that decides it. */
export function payments(/** @type {TableView} */ { settlement }, /** @type {(number: number) => Twig} */ cited) {
	const next = settlement.find((one) => !one.is_paid);
	return h(
		"section.payouts.walking",
		{ "aria-label": "Settlement", tabindex: 0 },
		h("h2", "Pay and collect, in this order"),
		h(
			"ol",
			settlement.map((one) =>
				h(
					"li",
					{
						// Once a payment is the next one, it stands there anew, so that it is brought into sight.
						key: one === next ? `next ${one.number}` : one.number,
						class: one.is_paid ? "paid" : one === next ? "next" : "",
						"aria-current": one === next ? "step" : undefined,
						made: one === next ? intoSight : undefined,
					},
					h("span", one.words, stakeLeft(one), one.is_paid && h("span.soft", " Done."), " ", cited(one.number)),
				),
			),
		),
	);
}

const intoSight = (/** @type {Element} */ item) => requestAnimationFrame(() => item.scrollIntoView({ block: "nearest" }));

/** What the dealer says of the payments: that the next one is made, or all of them. */
export function walking(/** @type {TableView} */ view, /** @type {Speak} */ speak) {
	if (!isWalking(view)) return null;
	const { settlement } = view;
	const all = !view.is_settling ? "All of these are paid" : settlement.length > 0 ? "All done: close the round" : "Close the round";
	return h(
		"div.tray-actions",
		settlement.some((one) => !one.is_paid) && h("button.main.large", { key: "pay", onclick: () => speak({ do: "pay" }) }, "Done, next"),
		h("button.large", { key: "close", onclick: () => speak({ do: "close-round" }) }, all),
	);
}

/** What lies before the bank after a payment, and so covers whatever comes behind it. */
const stakeLeft = (/** @type {PaymentView} */ { stake_left }) =>
	stake_left === null ? null : h("span.soft", ` The bank then holds ${money(stake_left)}.`);

/** The last step of the round, if it was a mistake: for the dealer until somebody is paid, then for the floor. */
export function takingBack(/** @type {TableView} */ view, /** @type {Speak} */ speak) {
	if (view.may_take_back)
		return h("div.tray-actions", h("button.quiet", { key: "back", onclick: () => speak({ do: "take-back" }) }, "Take the last step back"));
	if (!view.floor_may_take_back) return null;
	if (!hasRole("floor")) return h("p.soft", "Only the floor takes this step back.");
	return h(
		"div.tray-actions",
		h("button.quiet", { key: "back", onclick: () => speak({ do: "take-back" }, "floor") }, "Take the last step back, as the floor"),
	);
}

/** The bank goes by without a word of whoever was to be asked; who declines aloud does so in their own row. */
export function passing(/** @type {TableView} */ view, /** @type {Speak} */ speak) {
	if (!view.by_hand || view.phase !== "offering" || view.bank_offered === null) return null;
	const seat = view.bank_offered;
	return h(
		"div.tray-actions",
		h("strong", `Seat ${seat}`),
		h("button.small", { key: "over", onclick: () => speak({ do: "pass-over", why: "passed-over" }) }, "Passed over"),
		h("button.small", { key: "away", onclick: () => speak({ do: "pass-over", why: "absent" }) }, "Away from the seat"),
	);
}

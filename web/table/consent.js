/** Chips that the staff ask the reader to bring: nothing moves before the reader agrees. @module */

import { money } from "../money.js";
import { h } from "../tree.js";
import { may } from "./desk.js";

/** @import { Desk } from "./desk.js" */

/** What is asked, with both answers; nothing if nothing is. */
export function consentPanel(/** @type {Desk} */ desk) {
	const asked = desk.view.consents.find((one) => one.person === desk.me?.person);
	if (!asked) return null;
	const { bring } = asked;
	const what =
		bring.bring === "sit"
			? `take seat ${bring.seat} with ${money(bring.amount)}`
			: bring.bring === "stand-behind"
				? `stand behind the seats with ${money(bring.amount)}`
				: `bring ${money(bring.amount)} more`;
	return h(
		"section.panel.consent",
		{ "aria-label": "The staff ask you" },
		h("p", { role: "status" }, `The staff ask you to ${what}, out of your own chips.`),
		h(
			"div.tray-actions",
			h("button.main", { key: "yes", disabled: may(desk, "give-consent") === undefined, onclick: () => desk.send({ do: "give-consent" }) }, "Yes, bring them"),
			h("button", { key: "no", onclick: () => desk.send({ do: "refuse-consent" }) }, "No"),
		),
	);
}

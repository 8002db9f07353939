/** Throwing cards away, or exchanging them: the reader taps their own cards. @module */

import { card, cardName } from "../cards.js";
import { h } from "../tree.js";
import { choiceOf, choiceWord, plural } from "../words.js";
import { ownOffers, ownSeat, sends } from "./desk.js";

/** @import { Desk } from "./desk.js" */

export function pickingPanel(/** @type {Desk} */ desk) {
	const offer = ownOffers(desk).find((one) => ["discard", "draw"].includes(choiceWord(one.choice)));
	const cards = ownSeat(desk)?.hands[0]?.cards ?? [];
	if (!offer || cards.length === 0) return null;
	const { plans } = desk;
	const word = choiceWord(offer.choice);
	const key = `${desk.view.round_number}${desk.view.round?.stage}${cards.join("")}`;
	if (plans.handKey !== key) Object.assign(plans, { handKey: key, picked: new Set() });
	const [least, most] = offer.cards;
	const count = plans.picked.size;
	const isRight = count >= least && count <= most;
	const pick = (/** @type {number} */ place) => {
		if (plans.picked.has(place)) plans.picked.delete(place);
		else if (count < most) plans.picked.add(place);
		else if (most === 1) plans.picked = new Set([place]);
		desk.redraw();
	};
	const bits = [...plans.picked].reduce((sum, place) => sum | (1 << place), 0);
	const done = () => isRight && desk.send({ do: "choose", who: offer.who, choice: choiceOf("poker", { [word]: bits }) });
	desk.keys.set("Enter", done);
	cards.forEach((_, place) => desk.keys.set(String(place + 1), () => pick(place)));
	const label =
		word === "draw" ? (count === 0 ? "Stand pat" : `Draw ${plural(count, "card")}`) : `Discard ${plural(least, "card")}`;
	return h(
		"div.picking",
		h(
			"p.tray-words",
			word === "draw" ? `Tap the cards to exchange, ${most} at most.` : `Tap ${plural(least, "card")} to throw away.`,
		),
		h(
			"div.zone-cards",
			cards.map((one, place) =>
				h(
					"button",
					{
						key: place,
						class: `card-button ${plans.picked.has(place) ? "picked" : ""}`,
						"aria-pressed": String(plans.picked.has(place)),
						"aria-label": `${cardName(one)}${plans.picked.has(place) ? ", to go" : ""}`,
						onclick: () => pick(place),
					},
					card(one),
					h("kbd", String(place + 1)),
				),
			),
		),
		h("div.tray-actions", h("button.main.large", { disabled: !isRight, ...sends(desk, done) }, label, h("kbd", "Enter"))),
	);
}

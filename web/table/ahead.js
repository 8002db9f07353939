/** What the reader chooses before it is their turn. It holds for one round, and a call for one price. @module */

import { money } from "../money.js";
import { h } from "../tree.js";
import { choiceWord } from "../words.js";
import { betting } from "./betting.js";
import { choose, ownOffers, ownSeat } from "./desk.js";

/** @import { Desk } from "./desk.js" */

/** What is meant, in which round, and what it cost when it was meant. */
/** @typedef {{word: string, round: number, price: number}} Ahead */

/** Everything that may be chosen ahead now. */
function wordsFor(/** @type {Desk} */ desk) {
	switch (desk.view.round?.family) {
		case "poker": {
			const { left, price } = betting(desk);
			if (left === 0) return [];
			return ["check or fold", ...(price > 0 ? ["fold", "call"] : ["check"]), "call any"];
		}
		case "three-card":
			return ["play", "fold"];
		case "blackjack":
			return ["stand", "decline"];
		default:
			return [];
	}
}

export function aheadPanel(/** @type {Desk} */ desk) {
	const { view, plans } = desk;
	const own = ownSeat(desk);
	if (view.phase !== "playing" || desk.isDecided || !own?.is_live || ownOffers(desk).length > 0) return null;
	// Whoever has had their turn for all their hands is not asked again in this round.
	if (own.hands.every((hand) => hand.cards.length === 0 || hand.end !== "")) return null;
	const words = wordsFor(desk);
	if (words.length === 0) return null;
	const { price } = betting(desk);
	return h(
		"fieldset.ahead",
		h("legend", "When my turn comes"),
		words.map((word) =>
			h(
				"label",
				{ key: word, class: "ahead-choice" },
				h("input", {
					type: "checkbox",
					checked: plans.ahead?.word === word,
					onchange: () => {
						plans.ahead = plans.ahead?.word === word ? null : { word, round: view.round_number, price };
						desk.redraw();
					},
				}),
				label(word, price),
			),
		),
	);
}

function label(/** @type {string} */ word, /** @type {number} */ price) {
	if (word === "decline") return "No insurance";
	const text = word.charAt(0).toUpperCase() + word.slice(1);
	return word === "call" ? `${text} ${money(price)}` : text;
}

/** What is meant whatever it costs by then. */
const standing = new Set(["check or fold", "fold", "call any"]);

/** Forgets what was meant for another round or another price. */
export function forgetAhead(/** @type {Desk} */ desk) {
	const { view, plans } = desk;
	if (plans.ahead === null) return;
	const { word, round, price } = plans.ahead;
	const isPriced = view.round?.family === "poker" && !standing.has(word);
	if (view.phase !== "playing" || round !== view.round_number || (isPriced && price !== betting(desk).price)) plans.ahead = null;
}

/** Chooses what was chosen ahead if it is offered now. */
export function actAhead(/** @type {Desk} */ desk) {
	const { ahead } = desk.plans;
	const offers = ownOffers(desk);
	if (ahead === null || offers.length === 0) return;
	desk.plans.ahead = null;
	const wanted = ahead.word === "check or fold" ? ["check", "fold"] : ahead.word === "call any" ? ["call", "check"] : [ahead.word];
	const found = wanted
		.map((word) => offers.find((offer) => choiceWord(offer.choice) === word))
		.find((offer) => offer !== undefined);
	if (found && (ahead.word !== "call" || found.most === ahead.price)) void choose(desk, found);
}

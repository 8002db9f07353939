/** What a seated person may do besides playing: more chips, a break, another seat, leaving. @module */

import { note, openSheet } from "../dialog.js";
import { money } from "../money.js";
import { refreshSession, walletAt } from "../session.js";
import { h } from "../tree.js";
import { amountControl, amountOf } from "./amount.js";
import { shareOffer } from "./bank.js";
import { isHandOn, isInHand, may, ownPlace } from "./desk.js";
import { handWords } from "./leaving.js";
import { OWN_WORDS_MOST, ownWords } from "./speech.js";

/** @import { Desk } from "./desk.js" */

export function openSeatMenu(/** @type {Desk} */ desk) {
	let isLeaving = false;
	openSheet(
		"Your seat",
		(redraw, close) => {
			const place = ownPlace(desk);
			if (!place) return h("p", "You have no seat here.");
			const wallet = walletAt(desk.view);
			const tell = async (/** @type {import("../api-types").Command} */ command, /** @type {string} */ done) => {
				const answer = await desk.send(command);
				if (answer.outcome !== "refused") note(done, "good");
				await refreshSession();
				close();
			};
			const chips = {
				name: "add",
				label: "More chips",
				least: 100,
				most: Math.max(100, wallet),
				usual: Math.min(wallet, Math.max(desk.view.buy_in_least, 10000)),
			};
			const shown = { ...desk, redraw };
			const leave = may(desk, "take-leave");
			const isIn = isInHand(desk);
			const heldWords = isIn ? "Your seat is held. This hand is still yours to play." : "Your seat is held.";
			const leftWords = isIn
				? "You leave with your chips when this hand is over."
				: "You leave the table with your chips.";
			if (isLeaving && isHandOn(desk))
				return [
					h("p", handWords(desk)),
					h("p.soft", "When it is over you leave the table with your chips."),
					h(
						"div.actions",
						h("button.main", { onclick: close }, "Stay"),
						h("button", { onclick: () => tell({ do: "leave" }, leftWords) }, "Leave after this hand"),
					),
				];
			const leaves = () => {
				if (!isHandOn(desk)) return tell({ do: "leave" }, leftWords);
				isLeaving = true;
				redraw();
			};
			return [
				h(
					"dl.facts",
					h("div", h("dt", "Chips at this table"), h("dd", money(place.stack))),
					h("div", h("dt", desk.view.is_practice ? "Play chips away from the tables" : "House chips away from the tables"), h("dd", money(wallet))),
				),
				may(desk, "add-chips") &&
					wallet >= 100 &&
					h(
						"section.menu-part",
						amountControl(shown, chips),
						h(
							"button",
							{
								onclick: () => tell({ do: "add-chips", amount: amountOf(shown, chips) }, "The chips are before you."),
							},
							`Bring ${money(amountOf(shown, chips))} more`,
						),
					),
				shareOffer(shown, tell),
				h(
					"div.actions",
					may(desk, "sit-out") && h("button", { onclick: () => tell({ do: "sit-out" }, heldWords) }, "Take a break"),
					leave &&
						(leave.from === null || leave.from <= Date.now() + desk.skew) &&
						h("button", { onclick: () => tell({ do: "take-leave" }, "Your seat is held for a meal.") }, "Go for a meal or funds"),
					may(desk, "sit-in") && h("button", { onclick: () => tell({ do: "sit-in" }, "Welcome back.") }, "Deal me in"),
					may(desk, "join") &&
						h("button", { onclick: () => tell({ do: "join" }, "You are on the waiting list.") }, "Join the waiting list"),
					may(desk, "unlist") &&
						h("button", { onclick: () => tell({ do: "unlist" }, "You are off the waiting list.") }, "Leave the waiting list"),
					may(desk, "leave") &&
						h("button", { onclick: leaves }, "Leave the table"),
				),
				desk.speech && desk.view.words.next && wordsField(desk),
				h("p.soft", "To move, press an empty seat between rounds."),
			];
		},
		{ class: "narrow" },
	);
}

/** A small field for words of one's own, which have their part in the order of the cards. */
function wordsField(/** @type {Desk} */ desk) {
	const change = (/** @type {Event} */ event) => {
		const field = /** @type {HTMLInputElement} */ (event.target);
		desk.speech?.change(field.value, desk.view, desk.me?.person);
		note("Your words have a part in the next shuffle.", "good");
	};
	return h(
		"label.own-words",
		h("span", "Your words for the shuffle"),
		h("input", { type: "text", maxlength: OWN_WORDS_MOST, value: ownWords(), onchange: change, placeholder: "whatever you like" }),
		h("small.soft", "With random digits of your browser they help to decide the order of the cards. All can read them afterwards."),
	);
}

/** What the reader may choose in a round, as buttons; what is forbidden stays there, greyed, and says why when pressed. @module */

import { money } from "../money.js";
import { h } from "../tree.js";
import { choiceKey, choiceLabel, choiceOf, choicePart, choiceWord } from "../words.js";
import { POT_PARTS, settings } from "../settings.js";
import { amountControl, amountOf } from "./amount.js";
import { betting, partOfPot } from "./betting.js";
import { choose, handInPlay, ownOffers, ownSeat, sends } from "./desk.js";
import { elsewhere } from "./parts.js";

/** @import { Offer, Party } from "../api-types" */
/** @import { Amount } from "./amount.js" */
/** @import { Desk } from "./desk.js" */

/** The words that always stand there when it is the reader's turn, by family. */
/** @type {Record<string, string[]>} */
const always = {
	blackjack: ["hit", "stand", "double", "split", "surrender"],
	"three-card": ["play", "fold"],
};

const withAmount = new Set(["double", "insure", "follow", "bet", "raise", "change", "stake"]);
const strong = new Set(["hit", "play", "call", "check", "draw", "confirm", "insure", "show"]);

export function choicePanel(/** @type {Desk} */ desk) {
	const offers = ownOffers(desk).filter((offer) => !elsewhere.has(choiceWord(offer.choice) ?? ""));
	if (offers.length === 0) return null;
	const parties = [...new Set(offers.map((offer) => offer.who))];
	return h(
		"div.choices",
		parties.map((who, place) =>
			partyChoices(
				desk,
				who,
				offers.filter((offer) => offer.who === who),
				parties.length > 1,
				place === 0,
			),
		),
	);
}

function partyChoices(
	/** @type {Desk} */ desk,
	/** @type {Party} */ who,
	/** @type {Offer[]} */ offers,
	/** @type {boolean} */ isOneOfSeveral,
	/** @type {boolean} */ hasKeys,
) {
	const family = Object.keys(offers[0]?.choice ?? {})[0] ?? "";
	const words = [...new Set([...greyWords(family, offers), ...offers.map((offer) => choiceWord(offer.choice))])];
	const sized = offers.find((offer) => withAmount.has(choiceWord(offer.choice)) && offer.most > offer.least);
	return h(
		"div",
		{ key: who, class: "party" },
		isOneOfSeveral && h("h2", partyName(desk, who)),
		sized && amountControl(desk, amountFor(desk, sized)),
		h(
			"div.tray-actions.choice-buttons",
			words.map((word) => {
				const all = offers.filter((offer) => choiceWord(offer.choice) === word);
				if (all.length === 0) return greyButton(desk, family, who, word);
				return all.map((offer, place) => choiceButton(desk, offer, hasKeys && place === 0));
			}),
		),
	);
}

/** Poker always shows a way to stay in and a way to put in more; the others show their whole list. */
function greyWords(/** @type {string} */ family, /** @type {Offer[]} */ offers) {
	if (family !== "poker") {
		const isTurn = offers.some((offer) => ["hit", "stand", "play", "fold"].includes(choiceWord(offer.choice)));
		return isTurn ? (always[family] ?? []) : [];
	}
	const has = (/** @type {string} */ word) => offers.some((offer) => choiceWord(offer.choice) === word);
	if (has("show") || has("muck")) return [];
	return ["fold", has("call") ? "call" : "check", has("bet") ? "bet" : "raise"];
}

function choiceButton(/** @type {Desk} */ desk, /** @type {Offer} */ offer, /** @type {boolean} */ hasKey) {
	const word = choiceWord(offer.choice);
	const family = Object.keys(offer.choice)[0] ?? "";
	const isSized = withAmount.has(word);
	const cents = isSized ? (offer.most > offer.least ? amountOf(desk, amountFor(desk, offer)) : offer.least) : 0;
	const choice = isSized ? choiceOf(family, { [word]: cents }) : offer.choice;
	const cost = isSized
		? money(cents)
		: ["call", "split", "play", "even-money"].includes(word) && offer.most > 0
			? money(offer.most)
			: "";
	const press = () => choose(desk, offer, choice);
	const key = choiceKey[word];
	if (hasKey && key) desk.keys.set(key, press);
	return h(
		"button",
		{
			key: `${offer.who}${JSON.stringify(offer.choice)}`.replace(/\d+/g, (digits) => (isSized ? "n" : digits)),
			class: `choice ${strong.has(word) ? "main" : ""}`,
			...sends(desk, press),
		},
		h("span", ofHand(desk, offer), cost && ` ${cost}`),
		hasKey && key && h("kbd", key.toUpperCase()),
	);
}

/** After a split a choice names its hand: "Hand 2: hit"; a hand that is given up is named by the offer. */
function ofHand(/** @type {Desk} */ desk, /** @type {Offer} */ offer) {
	const word = choiceWord(offer.choice);
	const label = choiceLabel(word);
	const inPlay = handInPlay(desk, desk.view.you);
	if (inPlay < 0 || !played.has(word)) return label;
	const hand = word === "surrender" ? Number(choicePart(offer.choice)) : inPlay;
	return `Hand ${hand + 1}: ${label.toLowerCase()}`;
}

/** What is chosen for one hand of a spot. */
const played = new Set(["hit", "stand", "double", "split", "surrender"]);

/** Pressed, it asks the room, and the room's refusal names the rule. */
function greyButton(
	/** @type {Desk} */ desk,
	/** @type {string} */ family,
	/** @type {Party} */ who,
	/** @type {string} */ word,
) {
	const own = ownSeat(desk)?.wagers.find((wager) => wager.on === "base" || wager.on === "ante")?.amount ?? 100;
	const pot = desk.view.round?.pots.reduce((sum, one) => sum + one, 0) ?? 100;
	const inner =
		word === "double"
			? { double: own }
			: word === "surrender"
				? { surrender: 0 }
				: word === "bet" || word === "raise"
					? { [word]: pot }
					: word;
	const ask = () => desk.send({ do: "choose", who, choice: choiceOf(family, inner) });
	const key = choiceKey[word];
	if (key && !desk.keys.has(key)) desk.keys.set(key, ask);
	return h(
		"button",
		{
			key: `${who}${word}-grey`,
			class: "choice grey",
			...sends(desk, ask),
			"aria-disabled": "true",
			title: "Not now. Press to see which rule forbids it.",
		},
		h("span", choiceLabel(word)),
	);
}

/** An amount in whole dollars above the least one. */
const roundly = (/** @type {number} */ cents, /** @type {number} */ least) => least + Math.round((cents - least) / 100) * 100;

/** @returns {Amount} */
function amountFor(/** @type {Desk} */ desk, /** @type {Offer} */ offer) {
	const word = choiceWord(offer.choice);
	const { least, most, step } = offer;
	const { left } = betting(desk);
	const presets = /** @type {[string, number][]} */ (
		word === "bet" || word === "raise"
			? [
					["Least", least],
					...POT_PARTS.filter(([name]) => settings.presets.includes(name)).map(([name, part]) => [name, roundly(partOfPot(desk, part), least)]),
					[most - (ownSeat(desk)?.bet ?? 0) < left ? "Most" : "All in", most],
				]
			: [
					["Least", least],
					["Half", Math.round((least + most) / 200) * 100],
					["Most", most],
				]
	);
	const isSmall = word === "double" || word === "insure" || word === "follow";
	return {
		name: `${word}-${desk.view.round_number}-${least}`,
		label: choiceLabel(word),
		least,
		most,
		step,
		usual: isSmall ? most : least,
		presets,
		isSmall,
	};
}

function partyName(/** @type {Desk} */ desk, /** @type {Party} */ who) {
	return typeof who === "number" ? `Your wager ${who + 1}` : "As the bank";
}

/** Small words that several views share. @module */

/** @import { Choice, ClosingView, Family, LobbyTable, Offer, Phase, TableView } from "./api-types" */

import { money } from "./money.js";

/** @type {Record<Family, string>} */
export const familyName = {
	blackjack: "Blackjack",
	"double-hand": "Double-hand poker",
	"three-card": "Three Card Poker",
	poker: "Poker",
	pan: "Panguingue",
};

/** Whose a table is, what is played there and for how much; a book that is gone leaves its family out. */
export const tableFacts = (/** @type {LobbyTable} */ { house, family, limits }) =>
	[house, family && familyName[family], limits].filter(Boolean).join(" · ");

/** @type {Record<Phase, string>} */
export const phaseName = {
	idle: "waiting for players",
	resting: "between rounds",
	offering: "the bank is offered",
	broken: "nobody banks",
	wagers: "taking wagers",
	playing: "playing",
	paused: "paused",
	closed: "closed",
};

/** The inner word of a choice: `{"blackjack": {"double": 2000}}` is "double". */
export function choiceWord(/** @type {Offer["choice"]} */ choice) {
	const inner = Object.values(choice)[0];
	return typeof inner === "string" ? inner : Object.keys(/** @type {object} */ (inner))[0];
}

/** A choice of a family from what stands inside it. @returns {Choice} */
export function choiceOf(/** @type {string} */ family, /** @type {unknown} */ inner) {
	return /** @type {any} */ ({ [family]: inner });
}

/** What stands inside a choice beside its word: an amount, cards, a pile. */
export function choicePart(/** @type {Offer["choice"]} */ choice) {
	const inner = Object.values(choice)[0];
	return typeof inner === "string" ? null : Object.values(/** @type {object} */ (inner))[0];
}

/** @type {Record<string, string>} */
const labels = {
	hit: "Hit",
	stand: "Stand",
	double: "Double",
	split: "Split",
	surrender: "Give up half",
	insure: "Insure",
	"even-money": "Even money",
	follow: "Follow",
	decline: "No, thank you",
	play: "Play",
	fold: "Fold",
	check: "Check",
	call: "Call",
	bet: "Bet",
	raise: "Raise to",
	show: "Show",
	muck: "Muck",
	discard: "Discard",
	draw: "Draw",
	"house-way": "House way",
	"set-unseen": "Set by hand",
	confirm: "Confirm",
	look: "Look at this hand",
	change: "Change wager",
	stake: "Change stake",
	"no-more-bets": "Betting is closed",
	open: "Compare the hand",
};

export const choiceLabel = (/** @type {string} */ word) => labels[word] ?? word;

/** A choice of Pan in words, with its cards: "Meld 5c 5d 5h". */
export function panWords(/** @type {Offer["choice"]} */ choice) {
	const word = choiceWord(choice) ?? "";
	const part = /** @type {string | {cards?: string[]} | null} */ (choicePart(choice));
	const cards = typeof part === "string" ? part : (part?.cards ?? []).join(" ");
	const name = word.charAt(0).toUpperCase() + word.slice(1);
	return cards ? `${name} ${cards}` : name;
}

/** The key that stands for a choice while its buttons are shown. */
/** @type {Record<string, string>} */
export const choiceKey = {
	hit: "h",
	stand: "s",
	double: "d",
	split: "p",
	surrender: "u",
	insure: "i",
	"even-money": "e",
	follow: "f",
	decline: "n",
	play: "p",
	fold: "f",
	check: "c",
	call: "c",
	bet: "b",
	raise: "r",
	show: "s",
	muck: "m",
	discard: "x",
	draw: "x",
	"house-way": "w",
	confirm: "Enter",
	look: "l",
};

/** "seat 3" as people say it, with the name where it is known. */
export function seatName(/** @type {TableView} */ view, /** @type {number | null} */ seat) {
	const person = view.people.find((one) => one.seat === seat);
	return person ? person.name : `Seat ${seat}`;
}

/** The name of somebody at the table; the seat's player where nobody is known. */
export function personName(/** @type {TableView} */ view, /** @type {number | null} */ person, /** @type {number | null} */ seat) {
	return view.people.find((one) => one.person === person)?.name ?? seatName(view, seat);
}

/** What a hand is worth, as it stands in a sentence: "a pair of fives", "an ace-high flush", "three kings". */
export function aHand(/** @type {string} */ worth) {
	if (!/^pair of |(?:straight|flush)$/.test(worth)) return worth;
	return `${/^(?:ace|eight)/.test(worth) ? "an" : "a"} ${worth}`;
}

/** The waiting list in words: who is next, and until when somebody is called to a seat. */
export function waitingWords(/** @type {TableView} */ { waiting }) {
	const one = (/** @type {import("./api-types").Person} */ { name, called_until }) =>
		called_until === null ? name : `${name} (called until ${clock(called_until)})`;
	return waiting.map(one).join(", ");
}

/** What happens while nobody is asked. @type {Record<import("./api-types").RoundStage, string>} */
const stageWords = {
	"the deal": "The cards are dealt.",
	"a card is drawn": "A card is drawn.",
	"the dealer looks": "The dealer looks at the down card.",
	turns: "The hands are played.",
	"insurance and other answers": "The players answer.",
	"pile and dice": "The piles are chosen.",
	setting: "The hands are set.",
	"the bank sets": "The bank sets its hand.",
	"hands are opened": "The hands are opened.",
	"play or fold": "The players play or fold.",
	declaring: "The players say whether they play.",
	deal: "The cards are dealt.",
	flop: "The flop.",
	turn: "The turn.",
	river: "The river.",
	draw: "The draw.",
	showdown: "The showdown.",
	settled: "The round is settled.",
};

/** What the table waits for, in one sentence. */
export function standing(/** @type {TableView} */ view, /** @type {number | null} */ me) {
	const { phase, round } = view;
	switch (phase) {
		case "idle":
			if (view.people.length < 2) return "The game begins when two people take part.";
			if (view.people.every((one) => one.is_bot)) return "The game begins when somebody sits down with the bots.";
			return "The next round begins soon.";
		case "resting":
			return "The round is over.";
		case "offering":
			return view.bank_asked === me && me !== null
				? "The bank is offered to you."
				: `The bank is offered to ${personName(view, view.bank_asked, view.bank_offered)}.`;
		case "broken":
			return "Everybody has passed. The game goes on as soon as somebody takes the bank.";
		case "wagers":
			return view.bank ? `${personName(view, view.banker, view.bank[0])} banks with ${money(view.stake)}. Wagers, please.` : "Wagers, please.";
		case "paused":
			return "The floor has stopped this table.";
		case "closed":
			return "This table is closed.";
		case "playing": {
			if (round === null) return "A round is on.";
			const waited = round.awaits.map((purse) => view.round_people[purse]).filter((one) => one !== undefined);
			if (waited.some((one) => one.person === me)) return waited.length > 1 ? "You and others decide now." : "It is your turn.";
			if (waited.length === 1) return `${waited[0]?.name}'s turn.`;
			if (waited.length > 1) return `Waiting for ${waited.length} players.`;
			if (view.dealer === "entered") return "The dealer deals.";
			return stageWords[round.stage];
		}
	}
}

/** That no hand begins before the house opens again, in words. */
export function closedWords(/** @type {number} */ until) {
	return `closed until ${new Date(until).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" })}`;
}

/** That the house closes soon, in words. */
export function closingWords(/** @type {ClosingView} */ closing) {
	return closing.is_last_hand ? "the last hand" : `last hand at ${new Date(closing.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
}

export function clock(/** @type {number} */ at) {
	return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export function plural(/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ many = `${one}s`) {
	return `${count} ${count === 1 ? one : many}`;
}

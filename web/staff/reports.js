/**
 * Every irregularity of every family: in what words it is reported, what is asked about it, and the report itself.
 *
 * Each table names every report that the API knows; one that is left out is found by the check of types.
 * @module
 */

/** @import { BlackjackReport, DeadHand, DoubleHandReport, Family, Irregularity, PanReport, PokerChoice, Report, ThreeCardReport } from "../api-types" */

/** @typedef {"seat" | "spot" | "card" | "card-if-seen" | "place" | "count" | "pile" | "amount" | "who" | "recovered" | "forfeits" | "fees" | "why" | "choice"} Ask */

/**
 * @typedef {object} Told what was answered
 * @property {number} seat
 * @property {number | null} spot
 * @property {string} card
 * @property {string | null} seen
 * @property {number} place
 * @property {number} count
 * @property {number} amount
 * @property {number} who
 * @property {boolean} recovered
 * @property {boolean} forfeits
 * @property {boolean} fees
 * @property {DeadHand} why
 * @property {PokerChoice} choice
 */

/** @template T @typedef {T extends string ? T : keyof T & string} WordOf */
/** @template T @typedef {{says: string, asks: Ask[], report: (told: Told) => T}} Kind */
/** @template T @typedef {Record<WordOf<T>, Kind<T>>} Kinds */

/**
 * @template T
 * @param {string} says
 * @param {Ask[]} asks
 * @param {(told: Told) => T} report
 * @returns {Kind<T>}
 */
const kind = (says, asks, report) => ({ says, asks, report });

/** @type {Kinds<BlackjackReport>} */
const blackjack = {
	"hole-exposed": kind("The bank's down card was seen too early", ["card-if-seen"], ({ seen }) => ({ "hole-exposed": { card: seen } })),
	"drawn-past": kind("A card was drawn to a hand that must stand", ["seat", "card"], ({ seat, card }) => ({ "drawn-past": { spot: seat, card } })),
};

/** @type {Kinds<DoubleHandReport>} */
const doubleHand = {
	exposed: kind("A card of the deal was seen", ["card"], ({ card }) => ({ exposed: card })),
	boxed: kind("A card lay the wrong way up in the deck", ["card"], ({ card }) => ({ boxed: card })),
	"exposed-in": kind("A card was seen in a pile that lies unseen", ["card", "pile"], ({ card, count }) => ({ "exposed-in": { card, pile: count } })),
	"boxed-in": kind("A card lay the wrong way up in a pile that lies unseen", ["card", "pile"], ({ card, count }) => ({ "boxed-in": { card, pile: count } })),
	left: kind("A wrong number of cards is left after the deal", ["count"], ({ count }) => ({ left: count })),
	"identical-cards": kind("Two identical cards have turned up", [], () => "identical-cards"),
	"identical-cards-refunded": kind("Two identical cards, and the fees of what is void go back", [], () => "identical-cards-refunded"),
	"wrong-count": kind("A pile has a wrong number of cards", ["seat"], ({ seat }) => ({ "wrong-count": seat })),
	"out-of-order": kind("A hand was picked up out of order", ["seat"], ({ seat }) => ({ "out-of-order": seat })),
	"bank-seen": kind("The bank's hand was seen before all were set", [], () => "bank-seen"),
	"bank-foul": kind("The bank directed a foul setting", [], () => "bank-foul"),
	contact: kind("An unprotected hand touched other cards", ["seat"], ({ seat }) => ({ contact: seat })),
	cheating: kind("Somebody cheated with a hand", ["seat"], ({ seat }) => ({ cheating: seat })),
	"short-wager": kind("A wager is smaller than it was taken for", ["who", "amount"], ({ who, amount }) => ({ "short-wager": { who, amount } })),
	"losing-wager-removed": kind("A losing wager was taken back", ["who"], ({ who }) => ({ "losing-wager-removed": who })),
	"winning-wager-removed": kind("A winning wager was picked up", ["who"], ({ who }) => ({ "winning-wager-removed": who })),
	"house-way-error": kind("A house-way hand was set wrongly by the dealer", ["seat", "recovered"], ({ seat, recovered }) => ({ "house-way-error": { seat, recovered } })),
	misread: kind("The dealer misread a hand", ["seat", "recovered"], ({ seat, recovered }) => ({ misread: { seat, recovered } })),
};

/** @type {Kinds<ThreeCardReport>} */
const threeCard = {
	"wrong-stack": kind("A player's stack has a wrong number of cards, or one was seen", ["seat"], ({ seat }) => ({ "wrong-stack": seat })),
	"wrong-bank-stack": kind("The bank's stack has a wrong number of cards", [], () => "wrong-bank-stack"),
	"bad-deck": kind("A foreign, double or missing card, or the machine failed", [], () => "bad-deck"),
};

/** @type {Kinds<Irregularity>} */
const poker = {
	"first-card-exposed": kind("The very first card lies face up", [], () => "first-card-exposed"),
	exposed: kind("The dealer exposed a private card", ["seat", "place"], ({ seat, place }) => ({ exposed: { seat, card: place } })),
	"exposed-by-holder": kind("A player exposed an own card", ["seat", "place"], ({ seat, place }) => ({ "exposed-by-holder": { seat, card: place } })),
	"exposed-on-draw": kind("A card was exposed on the draw", ["seat", "place"], ({ seat, place }) => ({ "exposed-on-draw": { seat, card: place } })),
	"extra-cards-off": kind("Cards too many came off the deck", ["count"], ({ count }) => ({ "extra-cards-off": count })),
	boxed: kind("The next card lies face up in the deck", ["card"], ({ card }) => ({ boxed: card })),
	"boxed-together": kind("Several cards lie face up together in the deck", ["count"], ({ count }) => ({ "boxed-together": count })),
	"joker-next": kind("The next card is a joker", [], () => "joker-next"),
	"joker-in-hand": kind("A player finds a joker", ["seat", "place"], ({ seat, place }) => ({ "joker-in-hand": { seat, card: place } })),
	"extra-card": kind("A player has a card too many", ["seat", "card-if-seen"], ({ seat, seen }) => ({ "extra-card": { seat, card: seen } })),
	"missing-card": kind("A player has a card too few", ["seat"], ({ seat }) => ({ "missing-card": { seat } })),
	"early-flop": kind("The flop was turned too early", [], () => "early-flop"),
	"large-flop": kind("The flop has four cards", ["card"], ({ card }) => ({ "large-flop": card })),
	"early-turn": kind("The turn was turned too early", ["card"], ({ card }) => ({ "early-turn": card })),
	"early-river": kind("The river was turned too early", ["card"], ({ card }) => ({ "early-river": card })),
	"out-of-turn": kind("Somebody acted out of turn", ["seat", "choice"], ({ seat, choice }) => ({ "out-of-turn": { seat, choice } })),
	"thrown-by-mistake": kind("A private card was thrown away by mistake", ["seat", "place"], ({ seat, place }) => ({ "thrown-by-mistake": { seat, card: place } })),
	"substantial-action": kind("A player let substantial action pass", ["seat"], ({ seat }) => ({ "substantial-action": { seat } })),
	"not-posted": kind("A player was dealt in and has not posted", ["seat"], ({ seat }) => ({ "not-posted": { seat } })),
	"post-made": kind("The missing post is made", ["seat"], ({ seat }) => ({ "post-made": { seat } })),
	"fouled-deck": kind("The deck has a card twice, or lacks one", [], () => "fouled-deck"),
	dead: kind("A hand is dead", ["seat", "why"], ({ seat, why }) => ({ dead: { seat, why } })),
	"shown-to-one": kind("A player showed cards to one", ["seat"], ({ seat }) => ({ "shown-to-one": { seat } })),
	miscalled: kind("A hand was called falsely, and another threw theirs in", ["seat"], ({ seat }) => ({ miscalled: { seat } })),
	"miscall-ruled": kind("Management has ruled on a false call", ["seat", "forfeits"], ({ seat, forfeits }) => ({ "miscall-ruled": { seat, forfeits } })),
};

/** @type {Kinds<PanReport>} */
const pan = {
	"wrong-count": kind("A hand has a wrong number of cards", ["seat"], ({ seat }) => ({ "wrong-count": seat })),
	"foul-meld": kind("A meld that was none is not made good", ["seat"], ({ seat }) => ({ "foul-meld": seat })),
	"card-kept": kind("A drawn card was put into the hand", ["seat"], ({ seat }) => ({ "card-kept": seat })),
	"drawn-out-of-turn": kind("Somebody drew out of turn", ["card-if-seen"], ({ seen }) => ({ "drawn-out-of-turn": { card: seen } })),
	void: kind("The hand is void", [], () => "void"),
};

/** A void by the floor, of a spot or of the whole round. @type {Record<"spots" | "whole", Kind<Report>>} */
const voids = {
	spots: kind("A hand, or the whole round, is void", ["spot", "fees"], ({ spot, fees }) => ({ void: { spot, fees_returned: fees } })),
	whole: kind("The whole hand is void", ["fees"], ({ fees }) => ({ void: { spot: null, fees_returned: fees } })),
};

/** @type {Record<Family, Kind<Report>[]>} */
const byFamily = {
	blackjack: [...of("blackjack", blackjack), voids.spots],
	"double-hand": [...of("double-hand", doubleHand), voids.spots],
	"three-card": [...of("three-card", threeCard), voids.spots],
	poker: [...of("poker", poker), voids.whole],
	pan: of("pan", pan),
};

/** @returns {Kind<Report>[]} */
function of(/** @type {string} */ family, /** @type {Record<string, Kind<any>>} */ kinds) {
	return Object.values(kinds).map(({ says, asks, report }) => ({
		says,
		asks,
		report: (told) => /** @type {Report} */ (/** @type {unknown} */ ({ [family]: report(told) })),
	}));
}

/** Everything that can be reported in a round of a family. */
export const reportsOf = (/** @type {Family} */ family) => byFamily[family];

/** Why a hand is dead, in words. @type {Record<DeadHand, string>} */
export const deadWords = {
	"no-discard": "no card was thrown away when asked",
	"too-many-discards": "too many cards were thrown away",
	joker: "a joker was acted on",
	"wrong-count": "a wrong number of cards",
	"off-table": "cards left the table",
	unprotected: "it was not protected",
	"looked-before-posting": "its player looked before posting",
	floor: "the floor rules so",
};

/** One seat: whose it is, and the cards before it. @module */

import { card } from "../cards.js";
import { icon } from "../icons.js";
import { money, signed } from "../money.js";
import { h } from "../tree.js";
import { choiceWord } from "../words.js";
import { handInPlay, may, ownOffers } from "./desk.js";
import { verdictOf } from "./results.js";
import { maySit, openSit } from "./sit.js";
import { timeBar } from "./time.js";

/** @import { HandEnd, HandView, SeatInfo, TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** The name and the chips of whoever sits there, or the offer to sit. */
export function plate(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const { view } = desk;
	const person = view.people.find((one) => one.seat === seat);
	if (!person) {
		const canMove = may(desk, "change-seat") !== undefined;
		const canSit = desk.me === null || maySit(desk);
		if (!canSit && !canMove) return h("div.plate.empty", h("span.seat-number", `Seat ${seat}`));
		const act = () => (canSit ? openSit(desk, seat) : desk.send({ do: "change-seat", seat }));
		return h(
			"button.plate.empty",
			{
				onclick: act,
				disabled: view.phase === "closed",
				"aria-label": canSit ? `Sit at seat ${seat}` : `Move to seat ${seat}`,
			},
			h("span.seat-number", canSit ? "Sit" : `${seat}`),
		);
	}
	const isAwaited = awaited(desk, person);
	const net = view.phase === "resting" ? view.nets.find((one) => one.person === person.person)?.net : undefined;
	return h(
		"div",
		{ class: `plate${isAwaited ? " awaited" : ""}${isDealtTo(view, seat) ? " dealt-to" : ""}${person.is_out ? " out" : ""}` },
		h("span.hush", `Seat ${seat}: `),
		h(
			"span.plate-name",
			h("span.plate-number", { "aria-hidden": "true" }, String(seat)),
			person.is_bot && icon("bot"),
			h("span.plate-who", person.name),
		),
		h(
			"span",
			{ class: `plate-line${net !== undefined && `${money(person.stack)}${signed(net)}`.length > TIGHT ? " tight" : ""}` },
			h("span", { class: `plate-stack${person.stack >= LONG ? " long" : ""}` }, money(person.stack)),
			net === undefined && status(desk, person),
			net !== undefined &&
				h("span", { key: `net${view.round_number}`, class: `net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, signed(net)),
		),
		isAwaited && timeBar(desk),
	);
}

function status(/** @type {Desk} */ { view }, /** @type {SeatInfo} */ person) {
	const word = person.is_leaving
		? "leaving"
		: person.is_out
			? "away"
			: person.owes_blind
				? "waits"
				: view.phase === "wagers" && person.is_ready && view.banker !== person.person
					? "ready"
					: "";
	return word && h("span.plate-status", word);
}

function awaited(/** @type {Desk} */ { view }, /** @type {SeatInfo} */ person) {
	if (view.phase === "offering") return view.bank_asked === person.person;
	if (view.phase === "wagers") return view.banker !== person.person && !person.is_ready && !person.is_out;
	if (view.phase !== "playing" || !view.round) return false;
	return view.round.awaits.some((purse) => view.round_people[purse]?.person === person.person);
}

/** From here on, amounts need smaller figures: a million dollars in cents. */
const LONG = 100_000_000;

/** From so many figures on, a stack and what a round brought take smaller ones beside each other. */
const TIGHT = 15;

/** Whether the next card of a human dealer goes to a seat, or its hand is turned up next. */
function isDealtTo(/** @type {TableView} */ { phase, round, dealer }, /** @type {number} */ seat) {
	if (phase !== "playing" || dealer !== "entered") return false;
	if (round?.next_hand === seat) return true;
	const next = round?.next_card;
	return next?.to === "spot" ? next.seat === seat : next?.to === "bank" && round?.bank?.seat === seat;
}

/** Ends after which a hand no longer plays. */
/** @type {Set<HandEnd>} */
const gone = new Set(["folded", "given up", "void"]);

/** While these are chosen, the reader's cards lie in the tray. */
const elsewhere = new Set(["set", "discard", "draw"]);

/** The hands of a seat. A banked game's bank has its cards in the middle of the table instead. */
export function hands(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const { view } = desk;
	const found = view.round?.seats.find((one) => one.seat === seat);
	if (!found || found.hands.length === 0) return null;
	const isElsewhere = view.you === seat && ownOffers(desk).some((offer) => elsewhere.has(choiceWord(offer.choice)));
	const inPlay = handInPlay(desk, seat);
	const isGone = found.hands.every((hand) => gone.has(hand.end));
	return h(
		"div",
		{
			class: `hands${isGone ? " gone" : ""}${isElsewhere ? " elsewhere" : ""}${found.hands.length > 1 ? " several" : ""}`,
		},
		spread(found.hands, view.you === seat).map((part, place) =>
			oneHand(desk, found.hands[place], `${seat}-${place}`, verdictOf(desk.settled, seat, place), part, place === inPlay),
		),
	);
}

function linesOf(/** @type {HandView[]} */ hands) {
	if (hands.length > 1) return hands.some((hand) => hand.name !== "") ? 2 : 1;
	const { worth = "", end = "" } = hands[0] ?? {};
	// A hand without an end gets a verdict beside its worth, which is shorter than an end.
	return worth.length + end.length > (end ? LONG_WITH_END : LONG_WORDS) ? 2 : 1;
}

/**
 * How a hand lies among the others of its place: how much of each card is seen, how many cards wide it is, its
 * share of the place and the lines of words below.
 * @typedef {{step: number, across: number, share: number, lines: number}} Spread
 */

/** From so many letters on, words below a hand take two lines. */
const LONG_WORDS = 13;
const LONG_WITH_END = 16;

/** Shares a place among hands; many cards lie closer, and long words below them take two lines. @returns {Spread[]} */
export function spread(/** @type {HandView[]} */ hands, /** @type {boolean} */ isLarge, lines = linesOf(hands)) {
	const most = Math.max(0, ...hands.map((hand) => hand.cards.length));
	const step = hands.length > 2 || most > 6 ? 0.36 : isLarge && most < 4 ? 0.64 : 0.48;
	const widths = hands.map((hand) => 1.2 + Math.max(0, hand.cards.length - 1) * step);
	const whole = widths.reduce((sum, one) => sum + one, 0);
	const least = whole * 0.42;
	// Split hands have equal places, so that the words below them have.
	const widest = Math.max(...widths);
	return widths.map((across) =>
		lines > 1 && hands.length > 1 ? { step, across, share: Math.min(Math.max(across, least), whole - least) / whole, lines } : { step, across: widest, share: 1 / hands.length, lines },
	);
}

/** One hand of cards with its worth. */
export function oneHand(/** @type {Desk} */ desk, /** @type {HandView | undefined} */ hand, /** @type {string} */ key, verdict = "", part = spread(hand ? [hand] : [], false)[0], isInPlay = false) {
	if (!hand || hand.cards.length === 0 || !part) return null;
	const isOneOfSeveral = part.share < 1 && part.lines === 1;
	const worth = isOneOfSeveral ? shortWorth(hand.worth) : hand.worth;
	// Beside other hands there is room for what a hand is worth, and for a sign of what became of it.
	const said = isOneOfSeveral && worth ? verdict : verdict || hand.end;
	const sayIt = () => (part.share < 1 && worth ? signOf(said) : verdictWord(said));
	const isSaid = said && !worth?.split(" ").includes(said);
	const lengths = [worth?.length ?? 0, isSaid ? sayIt().length : 0].filter((length) => length > 0);
	const letters = lengths.reduce((sum, length) => sum + length + 1, 0) * (part.lines > 1 ? 0.62 : 1);
	const last = Math.max(-1, ...hand.cards.map((_, place) => [...desk.fresh].indexOf(`${key}-${place}`)));
	return h(
		"div",
		{
			key,
			class: `hand${hand.name ? ` ${hand.name}` : ""}${verdict ? ` is-${verdict}` : ""}${isInPlay ? " in-play" : ""}`,
			style: `--count:${hand.cards.length};--step:${part.step};--across:${part.across};--share:${part.share};--lines:${part.lines};--letters:${letters}`,
		},
		h(
			"div.hand-cards",
			hand.cards.map((one, place) => {
				const id = `${key}-${place}`;
				const order = desk.fresh.has(id) ? [...desk.fresh].indexOf(id) : -1;
				return card(one, {
					key: `${id}${one ?? "back"}`,
					class: order >= 0 ? "dealt" : "",
					style: order >= 0 ? `--order:${order}` : "",
				});
			}),
		),
		(worth || said) &&
			h(
				"div",
				{ class: `worth${part.lines > 1 ? " two-lines" : ""}`, style: `--order:${last}` },
				worth && h("span", worth),
				isSaid && h("em", { class: verdict, title: verdictWord(said) }, sayIt()),
			),
	);
}

/** As players write it: 7/17 for a soft 17. */
function shortWorth(/** @type {string} */ worth) {
	const soft = /^soft (\d+)$/.exec(worth);
	if (soft) return `${Number(soft[1]) - 10}/${soft[1]}`;
	return worth.endsWith(" over") ? "over" : worth;
}

const signOf = (/** @type {string} */ word) => /** @type {Record<string, string>} */ ({ won: "✓", lost: "✗", push: "=", surrendered: "½" })[word] ?? verdictWord(word);

const verdictWord = (/** @type {string} */ word) =>
	/** @type {Record<string, string>} */ ({
		won: "wins",
		lost: "loses",
		push: "push",
		surrendered: "given up",
		returned: "returned",
	})[word] ?? word;

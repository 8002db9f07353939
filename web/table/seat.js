/** One seat: whose it is, and the cards before it. @module */

import { card } from "../cards.js";
import { icon } from "../icons.js";
import { money, signed } from "../money.js";
import { h } from "../tree.js";
import { choiceWord } from "../words.js";
import { may, ownOffers } from "./desk.js";
import { verdictOf } from "./results.js";
import { openSit } from "./sit.js";
import { timeBar } from "./time.js";

/** @import { HandEnd, HandView, SeatInfo, TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** The name and the chips of whoever sits there, or the offer to sit. */
export function plate(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const { view } = desk;
	const person = view.people.find((one) => one.seat === seat);
	if (!person) {
		const canMove = may(desk, "change-seat") !== undefined;
		const canSit = may(desk, "sit") !== undefined || desk.me === null;
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
		h("span.plate-number", { "aria-hidden": "true" }, String(seat)),
		h("span.plate-name", person.is_bot && icon("bot"), h("span", person.name)),
		h("span", { class: `plate-stack${person.stack >= LONG ? " long" : ""}` }, money(person.stack)),
		status(desk, person),
		isAwaited && timeBar(desk),
		net !== undefined &&
			h("span", { key: `net${view.round_number}`, class: `net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, signed(net)),
	);
}

function status(/** @type {Desk} */ { view }, /** @type {SeatInfo} */ person) {
	const word = person.is_leaving
		? "leaving"
		: person.is_out
			? "away"
			: person.owes_blind
				? "waits for the blind"
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
	const isGone = found.hands.every((hand) => gone.has(hand.end));
	return h(
		"div",
		{
			class: `hands${isGone ? " gone" : ""}${isElsewhere ? " elsewhere" : ""}${found.hands.some((hand) => hand.name) ? " double" : ""}`,
		},
		found.hands.map((hand, place) => oneHand(desk, hand, `${seat}-${place}`, verdictOf(desk.settled, seat, place))),
	);
}

/** One hand of cards with its worth. */
export function oneHand(/** @type {Desk} */ desk, /** @type {HandView} */ hand, /** @type {string} */ key, verdict = "") {
	if (hand.cards.length === 0) return null;
	const said = verdict || hand.end;
	const last = Math.max(-1, ...hand.cards.map((_, place) => [...desk.fresh].indexOf(`${key}-${place}`)));
	return h(
		"div",
		{
			key,
			class: `hand${hand.name ? ` ${hand.name}` : ""}${verdict ? ` is-${verdict}` : ""}`,
			style: `--count:${hand.cards.length}`,
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
		(hand.worth || said) &&
			h(
				"div.worth",
				{ style: `--order:${last}` },
				hand.worth && h("span", hand.worth),
				said && !hand.worth?.split(" ").includes(said) && h("em", { class: verdict }, verdictWord(said)),
			),
	);
}

const verdictWord = (/** @type {string} */ word) =>
	/** @type {Record<string, string>} */ ({
		won: "wins",
		lost: "loses",
		push: "push",
		surrendered: "given up",
		returned: "returned",
	})[word] ?? word;

/** Everything that the parts of a table view share: the table as it is shown, and what the reader is about to do. @module */

import { sentence } from "../api.js";

/** @import { Answer, Choice, ClauseView, Command, Line, Me, Offer, SeatView, TableView } from "../api-types" */
/** @import { Ahead } from "./ahead.js" */
/** @import { Link } from "./stream.js" */
/** @import { Proof } from "./proof.js" */
/** @import { Fee, Settled } from "./results.js" */
/** @import { Speech } from "./speech.js" */

/**
 * @typedef {object} Desk
 * @property {number} table
 * @property {Me | null} me
 * @property {TableView} view the table as it is shown now
 * @property {Line[]} lines the last lines of narration
 * @property {Settled[]} settled what has been settled in the round that is shown
 * @property {Fee[]} [fees] what has been collected from banked wagers in that round
 * @property {boolean} [isReplay] whether a finished round is looked at, without a tray for the own hand
 * @property {Set<string>} fresh the cards that came with the last message
 * @property {boolean} [isDecided] whether the round that is still told is over by its end, so that nothing is left to choose
 * @property {Link} link
 * @property {number} skew the server's clock less ours, in milliseconds
 * @property {Refusal | null} refusal the last one, until it has been read
 * @property {boolean} isBusy whether something was sent whose outcome is not shown yet
 * @property {Plans} plans
 * @property {import("./chat.js").Chat | null} [chat] what is said at the table, where people talk
 * @property {Proof} [proof] what was checked of the cards that the reader saw
 * @property {Speech} [speech] the reader's part in the shuffles
 * @property {Map<string, () => unknown>} keys what single keys do while this is shown; false where one did nothing
 * @property {(command: Command, ...then: Command[]) => Promise<Answer>} send sends a command and, once it is done, the others
 * @property {() => void} redraw
 */

/**
 * Why something was not done, and since when that is shown.
 * @typedef {{what: string, clause: ClauseView | null, since: number}} Refusal
 */

/**
 * What the reader is about to do, kept from one drawing to the next.
 * @typedef {object} Plans
 * @property {Record<string, number>} amounts by what they are for
 * @property {number | null} spot the spot that a wager is meant for, if not the own
 * @property {Set<number>} picked places of own cards that are picked to be thrown away
 * @property {string[]} front the cards that are meant for the front hand
 * @property {string} handKey which hand `front` and `picked` belong to
 * @property {Ahead | null} ahead what is to be chosen as soon as it is offered
 * @property {boolean} isFoulMeant whether a foul setting has been pressed once
 * @property {boolean} rebets whether the last wager is put down again in every round
 * @property {string} rebetAt the moment at which it was put down by itself
 * @property {boolean} isLogOpen whether the narration is shown on a small screen
 */

/** @returns {Plans} */
export function noPlans() {
	return {
		amounts: {},
		spot: null,
		picked: new Set(),
		front: [],
		handKey: "",
		ahead: null,
		isFoulMeant: false,
		rebets: false,
		rebetAt: "",
		isLogOpen: false,
	};
}

/** Why the table did not do what it was asked. @returns {Refusal | null} */
export function refusalIn(/** @type {Answer} */ answer) {
	const since = Date.now();
	if (answer.outcome === "refused") return { what: sentence(answer.what), clause: answer.clause, since };
	if (answer.outcome === "stale") return { what: "The table has moved on. Please choose again.", clause: null, since };
	return null;
}

/** The reader's place in the list of purses of the round; -1 if they have no money in it. */
export function ownPurse(/** @type {Desk} */ { view, me }) {
	return me === null ? -1 : view.round_people.findIndex((one) => one.person === me.person);
}

/** The reader at this table. */
export function ownPlace(/** @type {Desk} */ { view, me }) {
	return me === null ? undefined : view.people.find((one) => one.person === me.person);
}

/** Whether the reader has a hand or money in the round that is on. */
export function isInHand(/** @type {Desk} */ { view, me }) {
	return view.phase === "playing" && view.round_people.some((one) => one.person === me?.person);
}

/** Whether something can still become of the reader's hand: one that was thrown in is over for them. */
export function isHandOn(/** @type {Desk} */ desk) {
	const own = ownSeat(desk);
	const isThrownIn = desk.view.round?.bank === null && own !== undefined && !own.is_live;
	return isInHand(desk) && !isThrownIn;
}

/** What the reader may choose now; the house dealer's own calls are left out. */
export function ownOffers(/** @type {Desk} */ desk) {
	const { view } = desk;
	if (view.phase !== "playing" || view.round === null) return [];
	return view.round.offers.filter((offer) => offer.who !== "dealer");
}


/** What the reader may do besides choosing. */
export function may(/** @type {Desk} */ { view, skew }, /** @type {string} */ word) {
	const now = Date.now() + skew;
	return view.may.find((one) => one.do === word && (one.until === null || one.until > now));
}

/** The reader's own seat in the round. @returns {SeatView | undefined} */
export function ownSeat(/** @type {Desk} */ { view }) {
	return view.round?.seats.find((seat) => seat.seat === view.you);
}

/** Which of several hands of a seat is in play: they are played in order. -1 where one hand is alone or none is asked. */
export function handInPlay(/** @type {Desk} */ { view }, /** @type {number | null} */ seat) {
	const { phase, round } = view;
	const found = round?.seats.find((one) => one.seat === seat);
	if (phase !== "playing" || !round || !found || round.family !== "blackjack" || found.hands.length < 2) return -1;
	const person = view.people.find((one) => one.seat === seat)?.person;
	const isAwaited = round.awaits.some((purse) => view.round_people[purse]?.person === person);
	return isAwaited ? found.hands.findIndex((hand) => hand.end === "") : -1;
}

/** Whether the reader holds the bank of the round that is shown. */
export function isBanker(/** @type {Desk} */ { view, me }) {
	// In a round the bank's purse is the first.
	const banker = view.round?.bank ? view.round_people[0]?.person : view.banker;
	return me !== null && banker === me.person;
}

/** Says a choice, for the bet it was offered for. */
export function choose(/** @type {Desk} */ desk, /** @type {Offer} */ offer, /** @type {Choice} */ choice = offer.choice) {
	return desk.send({ do: "choose", who: offer.who, choice });
}

/** What makes a button send: it rests, and keeps the focus, until the table shows what was sent before. */
export function sends(/** @type {Desk} */ desk, /** @type {() => unknown} */ act) {
	return {
		"aria-disabled": desk.isBusy ? "true" : undefined,
		onclick: () => {
			if (!desk.isBusy) act();
		},
	};
}

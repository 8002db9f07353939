/**
 * One message cut into beats, in the order in which a dealer would do it: each street, each card that is turned up or
 * drawn, each hand that is shown, each seat that is settled, and what it all came to last. A beat shows no card and
 * tells no outcome of a later one.
 * @module
 */

import { cardsOf } from "./fresh.js";
import { moneyAt } from "./beat_money.js";
import { roundEvent } from "./results.js";

/** @import { HandView, Line, RoundEvent, SeatView, TableView, View, WagerPart } from "../api-types" */
/** @import { Told } from "./stream.js" */

/** @typedef {"deal" | "street" | "draw" | "turn" | "act" | "settle" | "rest"} Kind */
/**
 * `isDecided`: whether it was all over by the end of what is told, so that nothing is left to choose.
 * @typedef {Told & {kind: Kind, isLast: boolean, isDecided: boolean}} Beat
 */

/** When a card comes to its place, and when it can be read, as places in the list of lines. */
/** @typedef {{dealt: number, shown: number}} Coming */

/** A hand that is turned up to be paid is seen between the line before and the one that pays it. */
const TURNED = 0.25;
const IN_BETWEEN = 0.5;

/** From the start: what no line of this message explains. */
const AT_ONCE = -1;

/** @returns {Beat[]} */
export function beatsOf(/** @type {TableView | null} */ before, /** @type {Told} */ told) {
	const isDecided = told.view.phase !== "playing";
	const last = { ...told, kind: /** @type {Kind} */ ("rest"), isLast: true, isDecided };
	const round = told.view.round;
	if (told.isFresh || before === null || round === null || round.family === "pan") return [last];
	const old = before.round_number === told.view.round_number ? before : null;
	const comings = comingsOf(old, told);
	const cuts = cutsOf(told.lines, comings);
	if (cuts.length < 2) return [last];
	const beats = cuts.map(({ kind, from, end }) => {
		const view = viewAt(before, told, comings, end);
		return { view, lines: told.lines.slice(from, end), isFresh: false, kind, isLast: false, isDecided };
	});
	// The last of them shows what is: the real table, with what may be done now.
	const final = /** @type {Beat} */ (beats.pop());
	return final.kind === "settle"
		? [...beats, final, { ...last, lines: [] }]
		: [...beats, { ...last, lines: final.lines, kind: final.kind }];
}

/** Where one beat ends and the next begins. */
function cutsOf(/** @type {Line[]} */ lines, /** @type {Map<string, Coming>} */ comings) {
	/** @type {{kind: Kind, from: number, end: number, seat: number | null}[]} */
	const cuts = [];
	lines.forEach((line, place) => {
		const event = roundEvent(line);
		const open = cuts.at(-1);
		// What the round came to for everybody is read together with the plates.
		const kind = line.event?.event === "round-ended" ? "rest" : event && kindOf(event, open?.kind);
		const seat = event && seatOf(event);
		const isSame = kind === null || (open && kind === open.kind && (kind === "deal" || (kind === "settle" && seat === open.seat)));
		// What a new street deals belongs to it.
		const isOfStreet = open?.kind === "street" && event?.event === "dealt";
		// What the dealer sees under the bank's card is told with the card.
		const isLookedAt = event?.event === "turned" && isNatural(lines[place - 1]);
		const turned = [...comings.values()].some(({ shown }) => shown === place + TURNED);
		if (turned) cuts.push({ kind: "turn", from: place, end: place + IN_BETWEEN, seat: null });
		if (open && !turned && (isSame || isOfStreet || isLookedAt)) open.end = place + 1;
		else cuts.push({ kind: kind ?? "act", from: place, end: place + 1, seat: seat ?? null });
	});
	return cuts;
}

/** What an event begins; nothing if it belongs to whatever was going on. @returns {Kind | null} */
function kindOf(/** @type {RoundEvent} */ event, /** @type {Kind | undefined} */ before) {
	switch (event.event) {
		case "dealt":
			return "place" in event && event.place === "bank" && (before === "turn" || before === "draw") ? "draw" : "deal";
		case "began":
			return "street";
		case "turned":
		case "hole-exposed":
		case "revealed":
		case "bank-opened":
		case "showed":
		case "mucked":
			return "turn";
		case "looked":
			return event.family === "blackjack" && event.natural ? "turn" : null;
		case "opened":
			return event.family === "double-hand" ? "turn" : null;
		case "chose":
			return "act";
		case "settled":
		case "awarded":
		case "bonus":
			return "settle";
		default:
			return null;
	}
}

/** Whether a line says that the bank's down card makes a Natural. */
function isNatural(/** @type {Line | undefined} */ line) {
	const event = line && roundEvent(line);
	return event?.event === "looked" && event.family === "blackjack" && event.natural;
}

function seatOf(/** @type {RoundEvent} */ event) {
	return "spot" in event ? event.spot : "seat" in event ? event.seat : null;
}

/** When each card that is new in this message comes, by its place on the table. */
function comingsOf(/** @type {TableView | null} */ old, /** @type {Told} */ { view, lines }) {
	const before = cardsOf(old);
	const now = cardsOf(view);
	/** @type {Map<string, Coming>} */
	const comings = new Map();
	for (const [place, { card }] of now) {
		const was = before.get(place);
		if (was === undefined || was.card !== card) comings.set(place, { dealt: AT_ONCE, shown: AT_ONCE });
	}
	const under = (/** @type {string} */ prefix) => [...comings].filter(([place]) => place.startsWith(prefix));
	const taken = new Set();
	lines.forEach((line, index) => {
		const event = roundEvent(line);
		if (event === null) return;
		if (event.event === "dealt") {
			const prefix = "place" in event ? prefixOf(event.place) : null;
			const due = prefix === null ? [] : under(prefix).filter(([place]) => !taken.has(place));
			// A card goes to a place where none lay; in a draw game it takes the place of one that was thrown away.
			const changed = due.find(([place]) => !before.has(place)) ?? due[0];
			if (!changed) return;
			taken.add(changed[0]);
			changed[1].dealt = index;
			changed[1].shown = index;
			return;
		}
		for (const prefix of shownBy(event)) {
			// Where a hand is turned up to be paid, the first payment shows it.
			const isFirst = (/** @type {Coming} */ coming) => event.event !== "settled" || coming.shown === AT_ONCE;
			const shown = event.event === "settled" ? index + TURNED : index;
			for (const [place, coming] of under(prefix)) if (isFirst(coming) && wasHidden(place, event)) coming.shown = shown;
		}
	});
	return comings;

	/** Whether a card lay face down until it was turned up by this event. */
	function wasHidden(/** @type {string} */ place, /** @type {RoundEvent} */ event) {
		const card = now.get(place)?.card ?? null;
		if (card === null) return false;
		if ("card" in event && event.card !== null) return card === event.card && before.get(place)?.card !== card;
		if (before.get(place)?.card === null) return true;
		const dealing = lines[comings.get(place)?.dealt ?? AT_ONCE];
		const dealt = dealing && roundEvent(dealing);
		return !dealt || (dealt.event === "dealt" && dealt.card === null);
	}
}

/** The beginning of the names of the places that a dealt card may have come to. */
function prefixOf(/** @type {unknown} */ place) {
	if (place === "bank") return "bank-";
	if (place === "board") return "board-";
	if (typeof place !== "object" || place === null) return null;
	if ("private" in place) return `${place.private}-`;
	if ("hand" in place) {
		const { spot, hand } = /** @type {{spot: number, hand: number}} */ (place.hand);
		return `${spot}-${hand}-`;
	}
	return null;
}

/** Whose cards an event turns up, as beginnings of the names of their places. */
function shownBy(/** @type {RoundEvent} */ event) {
	switch (event.event) {
		case "turned":
			if (event.family === "blackjack") return ["bank-"];
			if (event.family === "poker") return [`${event.seat}-0-${event.place}`];
			if (event.family === "three-card") return [prefixOf(event.place) ?? "bank-"];
			return [`${event.seat}-`, "bank-"];
		case "hole-exposed":
		case "revealed":
		case "bank-opened":
			return ["bank-"];
		case "button":
			return event.family === "three-card" ? ["bank-"] : [];
		case "showed":
			return [`${event.seat}-`];
		case "settled":
			return event.family === "three-card" ? [`${event.seat}-`] : [];
		case "opened":
			return event.family === "double-hand" ? [`${event.spot}-`] : [];
		default:
			return [];
	}
}

/** The table as it was once so many lines had happened. @returns {TableView} */
function viewAt(
	/** @type {TableView} */ before,
	/** @type {Told} */ { view, lines },
	/** @type {Map<string, Coming>} */ comings,
	/** @type {number} */ end,
) {
	const round = /** @type {View} */ (view.round);
	const old = before.round_number === view.round_number ? before.round : null;
	const untold = lines.slice(end);
	const cash = moneyAt(before, view, lines.slice(0, end));
	const isBankDue = [...comings].some(([place, { shown }]) => place.startsWith("bank-") && shown >= end);
	const isBoardDue = round.board.some((_, place) => (comings.get(`board-${place}`)?.dealt ?? AT_ONCE) >= end);
	const splits = new Set(untold.flatMap((line) => splitSpot(line)));
	const seats = round.seats.map((seat) => {
		const was = old?.seats.find((one) => one.seat === seat.seat);
		const isWhole = was && splits.has(seat.seat) && was.hands.length < seat.hands.length;
		const dealt = isWhole ? was.hands : handsAt(seat.hands, `${seat.seat}`, was?.hands ?? [], comings, end, isBoardDue);
		const ends = round.family === "three-card" && untold.some((line) => isSettled(line, seat.seat)) ? dealt.map((hand, place) => ({ ...hand, end: was?.hands[place]?.end ?? "" })) : dealt;
		const hands = isBankDue ? ends.map((hand, place) => beforeNatural(hand, was?.hands[place])) : ends;
		const wagers = wagersAt(seat, was, lines, end);
		return { ...seat, hands, wagers, bet: cash.bets.get(seat.seat) ?? seat.bet, is_live: isLiveAt(seat, was, untold) };
	});
	const bank = round.bank && {
		...round.bank,
		hands: handsAt(round.bank.hands, "bank", old?.bank?.hands ?? [], comings, end, false),
		left: old?.bank?.left ?? round.bank.left,
		net: old?.bank?.net ?? 0,
	};
	const board = round.board.filter((_, place) => (comings.get(`board-${place}`)?.dealt ?? AT_ONCE) < end);
	return {
		...view,
		number: lines[Math.floor(end) - 1]?.number ?? before.number,
		phase: "playing",
		people: cash.people,
		// What becomes of the bank and of the shoe says how the hands end.
		bank: before.bank ?? view.bank,
		banker: before.banker ?? view.banker,
		shoe: before.shoe ?? view.shoe,
		deadline: null,
		may: [],
		nets: [],
		round: { ...round, seats, bank, board, pots: cash.pots, awaits: [], offers: [], stage: old?.stage ?? round.stage },
	};
}

/** Whether a line pays or takes what lies at a seat. */
function isSettled(/** @type {Line} */ line, /** @type {number} */ seat) {
	const event = roundEvent(line);
	return event?.event === "settled" && seatOf(event) === seat;
}

function splitSpot(/** @type {Line} */ line) {
	const event = roundEvent(line);
	return event?.event === "chose" && event.family === "blackjack" && event.choice === "split" ? [event.spot] : [];
}

/** Hands without the cards that come later; what they are worth is told once they are whole. */
function handsAt(
	/** @type {HandView[]} */ hands,
	/** @type {string} */ owner,
	/** @type {HandView[]} */ before,
	/** @type {Map<string, Coming>} */ comings,
	/** @type {number} */ end,
	/** @type {boolean} */ isBoardDue,
) {
	return hands.map((hand, which) => {
		const coming = (/** @type {number} */ place) => comings.get(`${owner}-${which}-${place}`);
		const isDue = hand.cards.some((_, place) => (coming(place)?.shown ?? AT_ONCE) >= end);
		if (!isDue && !isBoardDue) return hand;
		const was = before[which];
		const cards = hand.cards.flatMap((card, place) => {
			const { dealt, shown } = coming(place) ?? { dealt: AT_ONCE, shown: AT_ONCE };
			// The bank's cards are put in order when they are turned up: until then each lies as it lay.
			return dealt >= end ? [] : [shown >= end ? (was?.cards[place] ?? null) : card];
		});
		const isAsBefore = was !== undefined && was.cards.length === cards.length && was.cards.every((card, place) => card === cards[place]);
		return { ...hand, cards, worth: isAsBefore ? was.worth : "", end: isAsBefore ? was.end : "" };
	});
}

/** A hand that the bank's Natural ends goes on until that is seen. @returns {HandView} */
function beforeNatural(/** @type {HandView} */ hand, /** @type {HandView | undefined} */ was) {
	return hand.end === "ended by the bank's Natural" ? { ...hand, end: was?.end ?? "" } : hand;
}

/** What lies on a spot: wagers stay, and new ones come, until all that the seat has down is settled. */
function wagersAt(
	/** @type {SeatView} */ now,
	/** @type {SeatView | undefined} */ was,
	/** @type {Line[]} */ lines,
	/** @type {number} */ end,
) {
	const own = (/** @type {Line[]} */ some) => some.map(roundEvent).filter((event) => event !== null && seatOf(event) === now.seat);
	if (!was || own(lines.slice(end)).every((event) => event?.event !== "settled")) return now.wagers;
	const added = own(lines.slice(0, end)).flatMap((event) =>
		event?.event === "wagered" && "wager" in event ? [{ purse: 0, on: /** @type {WagerPart} */ (event.wager), hand: "hand" in event ? event.hand : 0, amount: event.amount }] : [],
	);
	return [...was.wagers, ...added];
}

/** Whether a seat was still in: it is until the line that takes it out. */
function isLiveAt(/** @type {SeatView} */ now, /** @type {SeatView | undefined} */ was, /** @type {Line[]} */ untold) {
	const goes = untold.some((line) => {
		const event = roundEvent(line);
		return event !== null && seatOf(event) === now.seat;
	});
	return goes && was ? was.is_live : now.is_live;
}

/** Panguingue: melds before the seats, stock and discards in the middle, and the reader's hand in the tray. @module */

import { card, cardName, parts } from "../cards.js";
import { chipStack } from "../chips.js";
import { money } from "../money.js";
import { h } from "../tree.js";
import { choiceWord, plural, seatName } from "../words.js";
import { choose, ownOffers, ownPurse, ownSeat, sends } from "./desk.js";
import { partWhere } from "./parts.js";
import { lastHand } from "./pan_summary.js";
import { oneHand, spread } from "./seat.js";

/** @import { Offer, SeatView } from "../api-types" */
/** @import { Desk } from "./desk.js" */

const isPan = (/** @type {Desk} */ { view }) => view.round?.family === "pan";

const ranks = "A234567JQK";
const suits = "cdhs";

/** The ranks that no pack of Pan has. */
export const PAN_LACKS = "T98";

/** @type {Record<string, string>} */
const signs = { c: "♣", d: "♦", h: "♥", s: "♠" };
const sign = (/** @type {string | null} */ one) => (one === null ? "?" : `${one[0]}${signs[one[1] ?? ""] ?? ""}`);

/** A meld by its cards, as there is no number on it: "7♦ 7♥ 7♠", or the ends of a longer one. */
export function meldName(/** @type {(string | null)[]} */ cards) {
	if (cards.length <= 4) return cards.map(sign).join(" ");
	return `${sign(cards[0] ?? null)} to ${sign(cards.at(-1) ?? null)}`;
}

/** How the reader's hand is sorted, for as long as the page is open. */
/** @type {{by: "rank" | "suit" | "own", order: string[], picked: string | null, copy: number, moment: string}} */
const desktop = { by: "rank", order: [], picked: null, copy: 0, moment: "" };

/** Naming cards of a hand that the page does not know, where a human dealer deals; and the cards that are named. */
const namingPart = partWhere(({ dealer }) => dealer === "entered", () => import("./pan_naming.js"));
/** @type {import("./pan_naming.js").Naming | null} */
let naming = null;

/** A card is picked for the turn, and for as long as it is in the hand. */
function forget(/** @type {Desk} */ { table, view }, /** @type {SeatView} */ own) {
	const moment = [table, view.round_number, view.round?.awaits.join(" ")].join("/");
	const isHeld = desktop.picked === null || own.hands.some((hand) => hand.name !== "meld" && hand.cards.includes(desktop.picked));
	if (desktop.moment !== moment || !isHeld) Object.assign(desktop, { moment, picked: null, copy: 0 });
}

/** How far a card is moved before that is more than a tap, in pixels. */
const DRAG_LEAST = 6;

/** The hand of another seat is told by its number of cards; melds lie open. */
export function panHands(/** @type {Desk} */ desk, /** @type {SeatView} */ found) {
	const { seat } = found;
	// The own hand lies in the tray while it is played.
	const isOwn = desk.view.you === seat;
	const isInTray = isOwn && desk.view.phase === "playing" && !desk.isReplay;
	const held = found.hands[0];
	const known = isOwn && !isInTray && held?.name !== "meld" ? sorted(held?.cards ?? []) : [];
	const count = held?.cards.length ?? 0;
	const melds = found.hands.filter((hand) => hand.name === "meld");
	const drawn = found.hands.find((hand) => hand.name === "drawn");
	const up = held?.cards.find((one) => one !== null) ?? null;
	const own = { cards: known, name: /** @type {const} */ ("hand"), worth: "", end: /** @type {const} */ ("") };
	const fans = [...(known.length > 0 ? [own] : []), ...melds];
	const parts = spread(fans, false, 1).map((part) => ({ ...part, step: 0.4, share: 1 }));
	// Melds lie in one row or in two; where a row ends, part of it may stay empty.
	const whole = fans.reduce((sum, hand) => sum + 1.8 + (hand.cards.length - 1) * 0.4, 0);
	const rows = whole > 6 ? 2 : 1;
	const widest = Math.max(0, ...fans.map((hand) => hand.cards.length)) * 0.4 + 1.4;
	const across = rows === 1 ? Math.max(whole, 2.4) : Math.max(whole / 2 + widest / 2, widest);
	return h(
		"div",
		{
			class: `hands pan-hands${found.is_live ? "" : " gone"}${held?.end && fans.length > 0 ? " ended" : ""}`,
			style: `--rows:${rows};--all:${across.toFixed(2)}`,
		},
		h(
			"div.pan-held",
			!isInTray && known.length === 0 && count > 0 && h("span.pan-backs", { "aria-label": plural(count, "card") + " in the hand" }, card(up), h("b", String(count))),
			held?.end && h("em.pan-end", held.end),
			drawn && !isInTray && h("span.pan-drawn", { "aria-label": "Drawn card" }, card(drawn.cards[0] ?? null)),
		),
		h(
			"div.pan-melds",
			known.length > 0 &&
				h("div.own-hand", oneHand(desk, own, `${seat}-0`, "", parts[0])),
			melds.map((meld, place) =>
				oneHand(desk, { ...meld, worth: short(meld.worth) }, `${seat}-${place + 1}`, "", parts[fans.length - melds.length + place]),
			),
		),
	);
}

/** Only what a meld pays is said beside it; a narrow window has room for the number alone. */
function short(/** @type {string} */ worth) {
	const [number, word] = (worth.split(", ")[1] ?? "").split(" ");
	return number ? /** @type {any} */ ([number, h("small", ` ${word}`)]) : "";
}

/** The stock, the top discard and the tops. */
export function panCentre(/** @type {Desk} */ desk) {
	const round = desk.view.round;
	if (!round) return null;
	const top = round.board[0];
	const tops = round.pots.reduce((sum, pot) => sum + pot, 0);
	return h(
		"div",
		{ key: "pan", class: "board-place pan-centre" },
		h("span.pan-pile", { "aria-label": `Stock, ${plural(round.stock ?? 0, "card")}` }, card(null), h("b", String(round.stock ?? 0))),
		h(
			"span.pan-pile",
			{ "aria-label": top ? `Top discard: ${cardName(top)}` : "No discards" },
			top ? card(top, { key: `top${top}` }) : h("i.board-slot"),
			h("b", "Discard"),
		),
		tops > 0 && h("span.pot", chipStack(tops, { label: "Tops" })),
		flying(desk),
	);
}

/** The pays of the last turn: chips fly to whoever collects. */
function flying(/** @type {Desk} */ desk) {
	const lines = desk.lines.slice(-16);
	const last = lines.findLastIndex((line) => line.event?.event === "round" && /** @type {any} */ (line.event.of).event !== "paid");
	const paid = lines.slice(last + 1).filter((line) => line.event?.event === "round");
	const first = /** @type {any} */ (paid[0]?.event)?.of;
	if (!first) return null;
	const sum = paid.reduce((all, line) => all + /** @type {any} */ (line.event).of.paid, 0);
	return h(
		"p.pan-flying",
		{ key: `fly${paid[0]?.number}`, role: "status" },
		h("span.pan-chips", { "aria-hidden": "true" }, h("i"), h("i"), h("i")),
		`${seatName(desk.view, first.to)} collects ${money(sum)}`,
	);
}

function sorted(/** @type {(string | null)[]} */ cards) {
	const known = cards.filter((one) => one !== null);
	const place = (/** @type {string} */ one) => {
		const [rank, suit] = parts(one);
		const [r, s] = [ranks.indexOf(rank), suits.indexOf(suit)];
		return desktop.by === "suit" ? s * 16 + r : r * 4 + s;
	};
	if (desktop.by !== "own") return known.toSorted((one, other) => place(one) - place(other));
	// Cards keep the places that the reader gave them; new ones come last.
	const left = [...known];
	const kept = desktop.order.filter((one) => {
		const at = left.indexOf(one);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
	return [...kept, ...left];
}

/** What stands inside an offer of Pan. */
const inner = (/** @type {Offer} */ offer) => /** @type {any} */ (offer.choice).pan;
const laid = (/** @type {Offer} */ offer) => {
	const of = inner(offer);
	return /** @type {string[]} */ (of.meld?.cards ?? of.add?.cards ?? of.split?.cards ?? []);
};

/** The reader's hand, the drawn card apart, the possible melds, and what may be done. */
export function panPanel(/** @type {Desk} */ desk) {
	const own = ownSeat(desk);
	if (!isPan(desk) || !own) return null;
	forget(desk, own);
	const offers = ownOffers(desk);
	const find = (/** @type {string} */ word) => offers.find((offer) => choiceWord(offer.choice) === word);
	const every = offers
		.filter((offer) => ["meld", "add", "split"].includes(choiceWord(offer.choice)))
		.toSorted((one, other) => other.most - one.most || laid(other).length - laid(one).length);
	// A picked card leaves the melds that it goes into; one that goes into none hides nothing.
	const fitting = every.filter((offer) => desktop.picked !== null && laid(offer).includes(desktop.picked));
	const melds = fitting.length > 0 ? fitting : every;
	const lit = new Set(melds.flatMap(laid));
	const drawn = own.hands.find((hand) => hand.name === "drawn")?.cards[0] ?? null;
	const top = desk.view.round?.board[0] ?? null;
	return h(
		"div.pan-panel",
		h(
			"div.pan-rows",
			h("div.pan-own", { role: "group", "aria-label": "Your hand" }, handCards(desk, sorted(own.hands[0]?.cards ?? []), lit)),
			drawn && h("figure", { class: `pan-apart${lit.has(drawn) ? " lit" : ""}` }, card(drawn), h("figcaption", "Drawn")),
			!drawn && top && find("take") && h("figure.pan-apart", card(top), h("figcaption", "Top discard")),
			h(
				"div.pan-sort",
				{ role: "group", "aria-label": "Sort your hand" },
				sortButton(desk, "rank", "By rank"),
				sortButton(desk, "suit", "By suit"),
				lastHand(desk),
			),
		),
		melds.length > 0 &&
			h(
				"div.pan-choices",
				{ role: "group", "aria-label": "Possible melds" },
				melds.map((offer) => meldButton(desk, offer)),
			),
		h("div.tray-actions.choice-buttons", actions(desk, find)),
		unseen(desk, own),
	);
}

/** Whether cards of the reader's hand lie before them that the page does not know. */
const isUnseen = (/** @type {SeatView} */ own) => own.hands[0]?.cards.includes(null) ?? false;

/** The reader names cards of a hand that nobody has entered. */
function unseen(/** @type {Desk} */ desk, /** @type {SeatView} */ own) {
	const { view, me } = desk;
	const names = view.asked.find((one) => one.person === me?.person)?.names ?? [];
	if (names.length === 0 || !isUnseen(own)) return null;
	const part = namingPart(desk);
	if (part === null) return null;
	naming ??= new part.Naming(() => undefined);
	naming.redraw = naming.pad.redraw = desk.redraw;
	return naming.draw({
		title: "Name cards of your hand",
		key: `${desk.table} ${desktop.moment} ${JSON.stringify(own.hands)}`,
		names,
		hands: own.hands,
		say: (choice) => void desk.send({ do: "choose", who: own.seat, choice }),
	});
}

function sortButton(/** @type {Desk} */ desk, /** @type {"rank" | "suit"} */ by, /** @type {string} */ words) {
	const press = () => {
		desktop.by = by;
		desk.redraw();
	};
	return h("button.quiet.small", { "aria-pressed": String(desktop.by === by), onclick: press }, words);
}

function handCards(/** @type {Desk} */ desk, /** @type {string[]} */ cards, /** @type {Set<string>} */ lit) {
	return cards.map((one, place) => {
		const copy = cards.slice(0, place).filter((other) => other === one).length;
		const isPicked = desktop.picked === one && desktop.copy === copy;
		return h(
			"button",
			{
				key: `${one}${copy}`,
				class: `card-button${lit.has(one) ? " lit" : ""}${isPicked ? " picked" : ""}`,
				"data-place": place,
				"aria-pressed": String(isPicked),
				"aria-label": `${cardName(one)}${lit.has(one) ? ", goes into a meld" : ""}`,
				onpointerdown: (/** @type {PointerEvent} */ event) => lift(desk, cards, place, event),
				onclick: () => {
					Object.assign(desktop, { picked: isPicked ? null : one, copy });
					desk.redraw();
				},
			},
			card(one),
		);
	});
}

/** Lets a card follow the pointer until it is let go. */
function lift(/** @type {Desk} */ desk, /** @type {string[]} */ cards, /** @type {number} */ place, /** @type {PointerEvent} */ down) {
	const button = /** @type {HTMLElement} */ (down.currentTarget);
	const go = (/** @type {PointerEvent} */ event) => {
		const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
		if (!button.classList.contains("lifted") && Math.hypot(x, y) < DRAG_LEAST) return;
		button.classList.add("lifted");
		button.style.translate = `${x}px ${y}px`;
	};
	const end = (/** @type {PointerEvent} */ event) => {
		removeEventListener("pointermove", go);
		removeEventListener("pointerup", end);
		removeEventListener("pointercancel", end);
		const isMoved = button.classList.contains("lifted");
		if (isMoved && event.type === "pointerup") drop(desk, cards, place, event);
		button.classList.remove("lifted");
		button.style.translate = "";
	};
	addEventListener("pointermove", go);
	addEventListener("pointerup", end);
	addEventListener("pointercancel", end);
}

/** A card that is let go over another one takes its place. */
function drop(/** @type {Desk} */ desk, /** @type {string[]} */ cards, /** @type {number} */ from, /** @type {PointerEvent} */ event) {
	const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
	const to = over instanceof HTMLElement ? Number(over.dataset.place) : null;
	const taken = cards[from];
	if (taken === undefined || to === null || from === to) return;
	const order = cards.toSpliced(from, 1);
	order.splice(to, 0, taken);
	Object.assign(desktop, { by: "own", order });
	desk.redraw();
}

function meldButton(/** @type {Desk} */ desk, /** @type {Offer} */ offer) {
	const of = inner(offer);
	const melds = ownSeat(desk)?.hands.filter((hand) => hand.name === "meld") ?? [];
	const words = of.add ? `Add to meld ${meldName(melds[of.add.to]?.cards ?? [])}` : of.split ? "Lay apart" : of.meld?.borrowed?.length ? "Meld, borrowing" : "Meld";
	const press = () => {
		desktop.picked = null;
		return choose(desk, offer);
	};
	return h(
		"button",
		{ key: JSON.stringify(offer.choice), class: "pan-meld", ...sends(desk, press) },
		h(
			"span.pan-meld-cards",
			laid(offer).map((one, place) => card(one, { key: `${one}${place}` })),
		),
		h("span", words, offer.least > 0 && h("b", ` ${money(offer.least)} from each`)),
	);
}

/** @type {[string, string, string][]} */
const plain = [
	["in", "Play this hand", "main"],
	["out", "Out", ""],
	["draw", "Draw from the stock", "main"],
	["take", "Take the discard", ""],
	["pass", "No second card", ""],
	["decline", "Not this card", ""],
	["keep", "Keep", ""],
	["force", "Force the discard", ""],
];

/** Which card is forced on whom, and what that costs: "Force 7♣ on seat 3 Kate, up to $2 from each". */
function forceWords(/** @type {Desk} */ desk, /** @type {Offer} */ offer) {
	const { view } = desk;
	const own = ownPurse(desk);
	const turn = view.round?.awaits.find((purse) => purse !== own);
	const seat = turn === undefined ? null : (view.round_people[turn]?.seat ?? null);
	const on = seat === null ? "" : ` on seat ${seat} ${seatName(view, seat)}`;
	const price = offer.least > 0 ? `: costs up to ${money(offer.least)}` : "";
	return `Force ${sign(view.round?.board[0] ?? null)}${on}${price}`;
}

function actions(/** @type {Desk} */ desk, /** @type {(word: string) => Offer | undefined} */ find) {
	const buttons = plain.map(([word, label, kind]) => {
		const offer = find(word);
		if (!offer) return null;
		const press = () => {
			desktop.picked = null;
			return choose(desk, offer);
		};
		const text = word === "force" ? forceWords(desk, offer) : label;
		return h("button", { key: word, class: `choice ${kind}`, ...sends(desk, press) }, h("span", text));
	});
	const discards = ownOffers(desk).filter((offer) => choiceWord(offer.choice) === "discard");
	if (discards.length === 0) return buttons;
	const offer = discards.find((one) => inner(one).discard === desktop.picked);
	const own = ownSeat(desk);
	if (!offer && own && isUnseen(own)) return buttons;
	const press = () => {
		desktop.picked = null;
		return offer && choose(desk, offer);
	};
	const label = offer ? `Discard the ${cardName(desktop.picked)}` : "Tap a card to discard";
	return [...buttons, h("button", { key: "discard", class: "choice main", disabled: !offer, ...sends(desk, press) }, h("span", label))];
}

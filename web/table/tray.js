/** The tray before the reader: what is asked of them now, and what they may do about it. @module */

import { cite } from "../dialog.js";
import { icon } from "../icons.js";
import { money, signed } from "../money.js";
import { walletAt } from "../session.js";
import { h } from "../tree.js";
import { aHand, seatName, standing, waitingWords } from "../words.js";
import { coachLine, coachPanel, coachSwitch } from "./coach_part.js";
import { consentPanel } from "./consent.js";
import { isBanker, may, ownOffers, ownPlace, sends } from "./desk.js";
import { isPan, panOutcome, panPanel } from "./pan_part.js";
import { aheadPart, bankPart, choicePart, pickingPart, settingPart, wagerPart } from "./parts.js";
import { settledSentence } from "./results.js";
import { freeSeat, joinList, maySit, openSit } from "./sit.js";
import { timeWords } from "./time.js";

/** @import { Party } from "../api-types" */
/** @import { Desk } from "./desk.js" */
/** @import { Settled } from "./results.js" */

// The sheet is fetched when it is first opened.
const openSeatMenu = (/** @type {Desk} */ desk) => void import("./menu.js").then((part) => part.openSeatMenu(desk));

export function tray(/** @type {Desk} */ desk) {
	const place = ownPlace(desk);
	const asked = isAsked(desk);
	return h(
		"section",
		{ class: `tray${asked ? " asked" : ""}`, "aria-label": "Your place", tabindex: -1 },
		h(
			"header.tray-head",
			h(
				"p.tray-standing",
				{ role: "status" },
				desk.view.phase === "wagers" ? "Wagers, please." : standing(desk.view, desk.me?.person ?? null),
				asked && h("span.seconds", { "aria-hidden": "true" }, timeWords(desk)),
			),
			may(desk, "call-time") &&
				h("button.quiet.small", { title: "More time for this turn, once", onclick: () => desk.send({ do: "call-time" }) }, "Call time"),
			place && coachSwitch(desk),
			place &&
				h(
					"button.quiet.small.seat-menu",
					{ onclick: () => openSeatMenu(desk) },
					icon("list"),
					place.seat ? `Seat ${place.seat}` : "Behind",
					h("b", money(place.stack)),
				),
		),
		desk.refusal &&
			h(
				"div.refusal",
				{ role: "alert" },
				icon("warn"),
				h("span", desk.refusal.what),
				cite(desk.refusal.clause),
				h(
					"button.quiet.icon-only",
					{
						"aria-label": "Close this message",
						onclick: () => {
							desk.refusal = null;
							desk.redraw();
						},
					},
					icon("close"),
				),
			),
		consentPanel(desk),
		place && coachLine(desk),
		h("div.tray-main", place ? panels(desk) : stranger(desk)),
		place && coachPanel(desk),
	);
}

/** Whether the table waits for the reader. */
export const isAsked = (/** @type {Desk} */ desk) =>
	ownOffers(desk).length > 0 || may(desk, "pass-bank") !== undefined || mayWager(desk);

/** Whether wagers are taken and the reader has not said that theirs is down. */
const mayWager = (/** @type {Desk} */ desk) =>
	desk.view.phase === "wagers" && may(desk, "put-wager") !== undefined && may(desk, "ready") !== undefined && !isBroke(desk);

/** Whether the reader has too few chips left to be dealt in. */
function isBroke(/** @type {Desk} */ desk) {
	const { view, me } = desk;
	const isIn = view.phase === "playing" && view.round_people.some((one) => one.person === me?.person);
	const down = view.wagers.some((one) => one.person === me?.person) || isBanker(desk);
	return !isIn && !down && (ownPlace(desk)?.stack ?? 0) < Math.max(1, view.limits?.[0] ?? 0);
}

function panels(/** @type {Desk} */ desk) {
	const { view } = desk;
	const place = ownPlace(desk);
	const pan = view.phase === "playing" ? panPanel(desk) : null;
	if (pan) return pan;
	const setting = settingPart(desk);
	const shown = [setting?.settingPanel(desk), setting?.pilePanel(desk), pickingPart(desk)?.pickingPanel(desk), choicePart(desk)?.choicePanel(desk)].filter((panel) => panel != null);
	if (shown.length > 0) return shown;
	if (isBroke(desk)) return [view.phase === "resting" && outcome(desk), bringing(desk)];
	const [bank, wager] = [bankPart(desk), wagerPart(desk)];
	const between = bank?.bankPanel(desk) ?? bank?.sharesPanel(desk) ?? (view.phase === "wagers" ? wager?.wagerPanel(desk) : null);
	if (between) return [wager?.jointPanel(desk), between];
	if (place?.is_out)
		return h("div.tray-actions", h("button.main.large", { onclick: () => desk.send({ do: "sit-in" }) }, "Deal me in"));
	if (may(desk, "post")) return posting(desk);
	if (view.phase === "resting") return [outcome(desk), seeing(desk)];
	const ahead = aheadPart(desk)?.aheadPanel(desk);
	const words = ahead ? "" : quietWords(desk);
	return [seeing(desk), ahead, words && h("p.tray-words.soft", words)];
}

function quietWords(/** @type {Desk} */ { view, me }) {
	if (view.phase === "playing" && me && view.round_people.every((one) => one.person !== me.person))
		return view.you === null
			? "You have no wager in this round. In the next you may back a spot again."
			: "You are not in this round. The next one is yours.";
	if (view.phase === "wagers" && me && view.banker === me.person)
		return "You hold the bank. The round begins when the wagers are down.";
	return "";
}

/** Without chips there is nothing to do but to bring some. */
function bringing(/** @type {Desk} */ desk) {
	const stack = ownPlace(desk)?.stack ?? 0;
	const words = stack > 0 ? `${money(stack)} is less than the least wager.` : "You have no chips left at this table.";
	if (!may(desk, "add-chips")) return h("p.tray-words", words);
	if (walletAt(desk.view, desk.me) < 100)
		return h("p.tray-words", words, desk.view.is_practice ? " Your account gives more." : " The cage sells more.");
	return h(
		"div.tray-actions",
		h("p.tray-words", words),
		h("button.main.large", { onclick: () => openSeatMenu(desk) }, "Bring more chips"),
	);
}

function posting(/** @type {Desk} */ desk) {
	return h(
		"div.tray-actions",
		h("p.tray-words", "Wait for the big blind, or post now to be dealt in."),
		h("button.main", { onclick: () => desk.send({ do: "post" }) }, "Post and be dealt in"),
	);
}

/** What the last round brought, wager by wager, with the clauses. */
function outcome(/** @type {Desk} */ desk) {
	const { view, me } = desk;
	const net = view.nets.find((one) => one.person === me?.person)?.net;
	if (net === undefined) return h("p.tray-words.soft", "The round is over.");
	if (isPan(desk)) return panOutcome(desk);
	const own = desk.settled.filter((one) => isOwnBet(desk, one));
	const spots = new Set(own.map((one) => one.seat)).size > 1 || own.some((one) => one.seat !== view.you);
	const fees = ownFees(desk);
	return h(
		"div.outcome",
		h(
			"p",
			{ class: `outcome-net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
			h("span.hush", "This round brought you "),
			signed(net),
		),
		h(
			"ul.outcome-list",
			own.map((one) =>
				h(
					"li",
					{ key: one.number },
					h("span", `${spots && view.round?.bank ? `On ${spotName(desk, one.seat)}: ` : ""}${settledSentence(one, aHand(wonWith(desk)), (seat) => seatName(view, seat))}`),
					cite(one.clause),
				),
			),
			fees.map((one) => h("li", { key: one.number }, h("span", `Fee ${money(one.amount)}`), cite(one.clause))),
		),
	);
}

/** What the reader's hand of poker was worth, if another hand was left to beat. */
function wonWith(/** @type {Desk} */ { view }) {
	const { round, you } = view;
	if (!round || round.bank !== null) return "";
	const isContested = round.seats.some((one) => one.seat !== you && one.is_live);
	return isContested ? (round.seats.find((one) => one.seat === you)?.hands[0]?.worth ?? "") : "";
}

/** Asking to see hands that were thrown in at the showdown, each once. */
function seeing(/** @type {Desk} */ desk) {
	const { view, lines } = desk;
	const began = lines.findLastIndex((line) => line.event?.event === "round-began");
	const isSeen = (/** @type {number} */ seat) =>
		lines.slice(began + 1).some(({ event }) => event?.event === "asked-to-see" && event.seat === seat);
	const asked = view.may.filter((one) => one.do === "ask-to-see" && one.spot !== null && !isSeen(one.spot));
	if (asked.length === 0) return null;
	return h(
		"div.tray-actions",
		asked.map(({ spot }) =>
			h(
				"button",
				{ key: spot, ...sends(desk, () => spot !== null && desk.send({ do: "ask-to-see", seat: spot })) },
				`See the hand of ${seatName(view, spot ?? 0)}`,
			),
		),
	);
}

/** Whose a bet of the round is: in banked games the round counts bets, of which one person may have several. */
function ownerOf(/** @type {Desk} */ { view }, /** @type {Party | null} */ who) {
	if (who === "bank") return view.round_people[0]?.person;
	return typeof who === "number" ? view.round_people[view.round_bets[who] ?? -1]?.person : undefined;
}

/** Whether a settlement is the reader's: by whose money it was where the round says so, else by the seat. */
function isOwnBet(/** @type {Desk} */ desk, /** @type {Settled} */ one) {
	const { view, me } = desk;
	const isByBet = view.round?.bank && typeof one.who === "number";
	return isByBet ? ownerOf(desk, one.who) === me?.person : one.seat === view.you;
}

const spotName = (/** @type {Desk} */ { view }, /** @type {number} */ spot) => (spot === view.you ? "your spot" : `the spot of ${seatName(view, spot)}`);

/** The reader's own fees, of every bet. */
function ownFees(/** @type {Desk} */ desk) {
	return (desk.fees ?? []).filter((one) => ownerOf(desk, one.who) === desk.me?.person);
}

function watchingWords(/** @type {Desk} */ desk, /** @type {number | null} */ seat) {
	if (desk.view.waiting.length > 0) return `Waiting list: ${waitingWords(desk.view)}.`;
	if (seat === null) return "You are watching. Every seat is taken.";
	if (may(desk, "sit") && !maySit(desk)) return `You are watching. The least buy-in is ${money(desk.view.buy_in_least)}, and you have ${money(walletAt(desk.view, desk.me))}. ${desk.view.is_practice ? "Your account gives more play chips." : "The cage sells chips."}`;
	const canSit = desk.me === null || may(desk, "sit") !== undefined;
	return canSit ? "You are watching. Every empty seat can be pressed." : "You are watching.";
}

/** Somebody who only watches. */
function stranger(/** @type {Desk} */ desk) {
	const { view } = desk;
	const seat = freeSeat(desk);
	if (view.phase === "closed") return h("p.tray-words", "This table is closed.");
	if (desk.isBusy) return h("p.tray-words.soft", "One moment…");
	const canSit = desk.me === null || maySit(desk);
	return h(
		"div.tray-actions",
		seat !== null &&
			canSit &&
			h("button.main.large", { onclick: () => openSit(desk, seat) }, "Take a seat"),
		may(desk, "unlist") && h("button.large", { onclick: () => desk.send({ do: "unlist" }) }, "Leave the waiting list"),
		(may(desk, "join") || (desk.me === null && seat === null)) &&
			h("button.main.large", { onclick: () => joinList(desk) }, "Join the waiting list"),
		may(desk, "stand-behind") &&
			maySit(desk, "stand-behind") &&
			h("button.large", { onclick: () => openSit(desk, null) }, "Stand behind and back others"),
		h("p.tray-words.soft", watchingWords(desk, seat)),
	);
}

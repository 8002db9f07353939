/** What the coach says about the reader's hand, and after the round what each choice cost. @module */

import { ask } from "../api.js";
import { icon } from "../icons.js";
import { money, signed } from "../money.js";
import { h } from "../tree.js";
import { lookBack, reviewWords } from "./coach_review.js";
import { ownOffers, ownSeat } from "./desk.js";

/** @import { Advice, HandAdvice, Rated, Review } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** What the coach says about the own hand at a practice table. @returns {Promise<Advice>} */
const askCoach = (/** @type {number} */ table, isExact = false) => ask(`/tables/${table}/coach${isExact ? "?exact=true" : ""}`);

/** What the own choices of a finished round cost. @returns {Promise<Review>} */
const askReview = (/** @type {number} */ table, /** @type {number} */ round) => ask(`/tables/${table}/rounds/${round}/coach`);

/** How many choices are shown before the rest is asked for. */
const SHOWN = 4;

/** What was asked last about a hand, at which event, and what has come of it. */
/** @type {{key: string, number: number, said: Advice | null, fault: string, isCounting: boolean, isLong: boolean}} */
const now = { key: "", number: 0, said: null, fault: "", isCounting: false, isLong: false };

/** The last round that the reader was seen playing, and the one that was looked back at; that stays until it is put away. */
/** @type {{table: number, playing: number, round: number, review: Review | null, fault: string, isAway: boolean}} */
const past = { table: 0, playing: 0, round: 0, review: null, fault: "", isAway: false };

/** All that an answer hangs on, so that none is shown beside another hand, board or pot. */
function keyOf(/** @type {Desk} */ desk) {
	const { view } = desk;
	const { round } = view;
	const isPoker = round?.family === "poker";
	return JSON.stringify([
		view.table,
		view.round_number,
		ownOffers(desk),
		round?.to_set,
		ownSeat(desk)?.hands,
		round?.bank?.hands.map((hand) => hand.cards),
		round?.board,
		isPoker && [round.pots, round.seats.map((seat) => [seat.seat, seat.is_live, seat.bet, seat.paid, seat.thrown])],
	]);
}

/** Asks about the hand that is shown, once; again if the answer came for a table that had moved on. */
function needAdvice(/** @type {Desk} */ desk) {
	const { view } = desk;
	const key = keyOf(desk);
	const isMissed = now.said !== null && now.said.hands.length === 0 && view.number > now.number;
	if (now.key === key && !isMissed) return;
	Object.assign(now, { key, number: view.number, said: null, fault: "", isCounting: false, isLong: false });
	const { number } = now;
	const isStill = () => now.key === key && now.number === number;
	askCoach(view.table).then(
		(said) => {
			if (!isStill()) return;
			now.said = said;
			desk.redraw();
		},
		(error) => {
			if (!isStill()) return;
			now.fault = error.message;
			desk.redraw();
		},
	);
}

/** Looks back at the last round that is over and that the reader was in; also at one whose end went by unseen. */
function needReview(/** @type {Desk} */ desk) {
	const { view, me } = desk;
	const forget = { review: null, fault: "", isAway: false };
	if (past.table !== view.table) Object.assign(past, { table: view.table, playing: 0, round: 0, ...forget });
	const isOwn = (/** @type {{person: number}} */ one) => one.person === me?.person;
	const isPlaying = view.phase === "playing";
	const isPast = past.playing < view.round_number || !isPlaying;
	const over = view.phase === "resting" && view.nets.some(isOwn) ? view.round_number : isPast ? past.playing : 0;
	if (isPlaying && view.round_people.some(isOwn)) past.playing = view.round_number;
	if (over === 0 || over === past.round) return;
	Object.assign(past, { round: over, ...forget });
	askReview(view.table, over).then(
		(review) => {
			if (past.round !== over || past.table !== view.table) return;
			past.review = review;
			desk.redraw();
		},
		(error) => {
			if (past.round !== over || past.table !== view.table) return;
			past.fault = error.message;
			desk.redraw();
		},
	);
}

/** Brings what the table shows and what was asked into step. */
function follow(/** @type {Desk} */ desk) {
	needReview(desk);
	if (ownOffers(desk).length > 0) {
		needAdvice(desk);
		// The next decision ends the look at the round before.
		past.isAway = true;
	}
}

export function panel(/** @type {Desk} */ desk) {
	follow(desk);
	if (ownOffers(desk).length > 0) {
		const { said } = now;
		return around(said ? said.hands.map((hand) => aboutHand(desk, hand)) : [waiting(now.fault)], said?.words);
	}
	if (past.round === 0 || past.isAway)
		return around([h("p.soft", { key: "quiet" }, "The coach speaks when you are asked, and looks back after the round.")]);
	const putAway = () => {
		past.isAway = true;
		desk.redraw();
	};
	return around([
		h("header.coach-head", { key: "head" }, h("h2", `Round ${past.round}`), h("button.quiet.icon-only.small", { "aria-label": "Close the review", onclick: putAway }, icon("close"))),
		past.review ? lookBack(past.review) : waiting(past.fault),
	]);
}

/** The answer in one line, beside the buttons of a screen too small for all of it; pressed, it leads to the rest. */
export function line(/** @type {Desk} */ desk) {
	follow(desk);
	const words = lineWords(desk);
	const go = () => document.querySelector(".coach")?.scrollIntoView({ block: "start" });
	return words && h("button.coach-line", { "aria-label": `${words}. Read why`, onclick: go }, icon("coach"), h("span", words));
}

function lineWords(/** @type {Desk} */ desk) {
	if (ownOffers(desk).length === 0) return past.round > 0 && !past.isAway && past.review ? `Round ${past.round}: ${reviewWords(past.review)}` : "";
	const { said, fault } = now;
	if (!said) return fault || "The coach is thinking…";
	const bests = said.hands.flatMap((hand) => hand.choices.filter((one) => one.is_best));
	const one = (/** @type {Rated} */ best) => `${best.name}${best.value === null ? "" : `, ${part(best.value)}`}`;
	return bests.length > 0 ? `Best: ${bests.map(one).join("; ")}` : said.words;
}

const waiting = (/** @type {string} */ fault) => h("p.soft", { key: "waiting", role: "status" }, fault || "The coach is thinking…");

function around(/** @type {import("../tree.js").Branch[]} */ parts, /** @type {string | undefined} */ words = "") {
	return h("section.coach", { "aria-label": "Coach", tabindex: "0" }, parts, words && h("p.soft", words));
}

/** "+12.3%" of the wager, ante or pot. */
const part = (/** @type {number} */ value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value * 100).toFixed(1)}%`;

function aboutHand(/** @type {Desk} */ desk, /** @type {HandAdvice} */ hand) {
	const best = hand.choices.find((one) => one.is_best);
	const shown = now.isLong ? hand.choices : hand.choices.slice(0, SHOWN);
	// The house way stands in the list wherever it is.
	const way = hand.choices.find((one, place) => !now.isLong && place >= SHOWN && one.note.startsWith("the house way"));
	const rows = way ? [...shown, way] : shown;
	const longer = () => {
		now.isLong = !now.isLong;
		desk.redraw();
	};
	const count = async () => {
		const { key } = now;
		now.isCounting = true;
		desk.redraw();
		const said = await askCoach(desk.view.table, true).catch(() => null);
		if (now.key !== key) return;
		now.isCounting = false;
		if (said) now.said = said;
		desk.redraw();
	};
	const isSampled = !hand.is_exact && desk.view.round?.family === "double-hand";
	return h(
		"div.coach-hand",
		{ key: `${hand.who}-${hand.seat}-${hand.hand}` },
		h("p.coach-best", "Best: ", h("strong", best?.name ?? "no number for this")),
		h(
			"table.coach-list",
			h("caption.hush", `What each choice is worth, by the ${hand.unit_name} of ${money(hand.unit)}`),
			h("thead.hush", h("tr", ["Choice", `Of the ${hand.unit_name}`, "On average"].map((text) => h("th", { key: text, scope: "col" }, text)))),
			h("tbody", rows.map((one) => choiceRow(one, hand))),
		),
		(hand.choices.length > SHOWN || isSampled) &&
			h(
				"p.coach-more",
				hand.choices.length > SHOWN &&
					h("button.quiet.small", { onclick: longer }, now.isLong ? "Fewer choices" : `All ${hand.choices.length} choices`),
				isSampled &&
					h("button.quiet.small", { onclick: count, disabled: now.isCounting }, now.isCounting ? "Counting every hand…" : "Count every hand"),
			),
		h("ul.coach-why", hand.why.map((text) => h("li", { key: text }, text))),
		h("p.soft.coach-basis", hand.basis),
	);
}

function choiceRow(/** @type {Rated} */ one, /** @type {HandAdvice} */ hand) {
	const value = one.value;
	return h(
		"tr",
		{ key: one.name, class: one.is_best ? "best" : "" },
		h("th", { scope: "row" }, one.name, one.note && h("small", one.note)),
		h("td", value === null ? "–" : part(value), one.error > 0 && h("small", `± ${(one.error * 100).toFixed(1)}%`)),
		h("td", value === null ? "" : signed(Math.round(value * hand.unit))),
	);
}

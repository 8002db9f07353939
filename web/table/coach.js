/** What the coach says about the reader's hand, and after the round what each choice cost. @module */

import { ask } from "../api.js";
import { money, signed } from "../money.js";
import { h } from "../tree.js";
import { ownOffers, ownSeat } from "./desk.js";

/** @import { Advice, HandAdvice, Moment, Rated, Review } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** What the coach says about the own hand at a practice table. @returns {Promise<Advice>} */
const askCoach = (/** @type {number} */ table, isExact = false) => ask(`/tables/${table}/coach${isExact ? "?exact=true" : ""}`);

/** What the own choices of a finished round cost. @returns {Promise<Review>} */
const askReview = (/** @type {number} */ table, /** @type {number} */ round) => ask(`/tables/${table}/rounds/${round}/coach`);

/** How many choices are shown before the rest is asked for. */
const SHOWN = 4;

/** What was asked last and what has come of it. */
/** @type {{key: string, said: Advice | null, review: Review | null, fault: string, isCounting: boolean, isLong: boolean}} */
const kept = { key: "", said: null, review: null, fault: "", isCounting: false, isLong: false };

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/style/coach.css";
document.head.append(style);

/** Asks for what a key stands for, once. */
function need(/** @type {Desk} */ desk, /** @type {string} */ key, /** @type {() => Promise<void>} */ begin) {
	if (kept.key === key) return;
	Object.assign(kept, { key, said: null, review: null, fault: "", isCounting: false, isLong: false });
	begin().then(
		() => kept.key === key && desk.redraw(),
		(error) => {
			if (kept.key !== key) return;
			kept.fault = error.message;
			desk.redraw();
		},
	);
}

export function panel(/** @type {Desk} */ desk) {
	const { view } = desk;
	if (ownOffers(desk).length > 0) {
		// What others do meanwhile does not change what is advised.
		const key = JSON.stringify([view.table, view.round_number, ownOffers(desk), view.round?.to_set, ownSeat(desk)?.hands]);
		need(desk, key, async () => {
			const said = await askCoach(view.table);
			if (kept.key === key) kept.said = said;
		});
		return around(kept.said ? kept.said.hands.map((hand) => aboutHand(desk, hand)) : [waiting()], kept.said?.words);
	}
	const isOver = view.phase === "resting" && view.nets.some((one) => one.person === desk.me?.person);
	if (!isOver) return around([h("p.soft", { key: "quiet" }, "The coach speaks when you are asked, and looks back after the round.")]);
	const key = `${view.table}/round ${view.round_number}`;
	need(desk, key, async () => {
		const review = await askReview(view.table, view.round_number);
		if (kept.key === key) kept.review = review;
	});
	return around([kept.review ? lookBack(kept.review) : waiting()]);
}

const waiting = () => h("p.soft", { key: "waiting", role: "status" }, kept.fault || "The coach is thinking…");

function around(/** @type {import("../tree.js").Branch[]} */ parts, /** @type {string | undefined} */ words = "") {
	return h("section.coach", { "aria-label": "Coach" }, parts, words && h("p.soft", words));
}

/** "+12.3%" of the wager, ante or pot. */
const part = (/** @type {number} */ value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value * 100).toFixed(1)}%`;

function aboutHand(/** @type {Desk} */ desk, /** @type {HandAdvice} */ hand) {
	const best = hand.choices.find((one) => one.is_best);
	const shown = kept.isLong ? hand.choices : hand.choices.slice(0, SHOWN);
	// The house way stands in the list wherever it is.
	const way = hand.choices.find((one, place) => !kept.isLong && place >= SHOWN && one.note.startsWith("the house way"));
	const rows = way ? [...shown, way] : shown;
	const longer = () => {
		kept.isLong = !kept.isLong;
		desk.redraw();
	};
	const count = async () => {
		const { key } = kept;
		kept.isCounting = true;
		desk.redraw();
		const said = await askCoach(desk.view.table, true).catch(() => null);
		if (kept.key !== key) return;
		kept.isCounting = false;
		if (said) kept.said = said;
		desk.redraw();
	};
	const isSampled = !hand.is_exact && desk.view.round?.family === "double-hand";
	return h(
		"div.coach-hand",
		{ key: String(hand.who) },
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
					h("button.quiet.small", { onclick: longer }, kept.isLong ? "Fewer choices" : `All ${hand.choices.length} choices`),
				isSampled &&
					h("button.quiet.small", { onclick: count, disabled: kept.isCounting }, kept.isCounting ? "Counting every hand…" : "Count every hand"),
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

/** What the round's choices cost. */
function lookBack(/** @type {Review} */ { moments, cost }) {
	if (moments.length === 0) return h("p.soft", { key: "review" }, "You had nothing to choose in this round.");
	const cents = Math.round(cost);
	return h(
		"div.coach-hand",
		{ key: "review" },
		h("p.coach-best", cents > 0 ? ["Your choices cost ", h("strong", money(cents)), " on average."] : h("strong", "Every choice was the best one.")),
		h("ol.coach-moments", moments.map(momentRow)),
	);
}

function momentRow(/** @type {Moment} */ { number, name, cost, value, advice }) {
	const best = advice.choices.find((one) => one.is_best);
	const cents = Math.round(cost);
	const words =
		value === null
			? "hangs on what the others do"
			: cents > 0
				? `cost ${money(cents)}; ${best?.name ?? "another"} was better`
				: best?.name === name || cost === 0
					? "the best choice"
					: "cost less than a cent";
	return h(
		"li",
		{ key: number, class: cents > 0 ? "worse" : "" },
		h("strong", name),
		h("span", ` with ${advice.cards.join(" ")}: ${words}`),
	);
}

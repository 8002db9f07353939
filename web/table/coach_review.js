/** What the choices of a finished round cost, at the table and in its history. @module */

import { sentence } from "../api.js";
import { money } from "../money.js";
import { addBookStyle } from "../styles.js";
import { h } from "../tree.js";

/** @import { Moment, Rated, Review } from "../api-types" */

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/style/coach.css";
document.head.append(style);
void addBookStyle();

/** Which of the choices the sum leaves out; empty if none. */
const leftOut = (/** @type {number} */ unvalued) => (unvalued === 0 ? "" : unvalued === 1 ? "one choice is not valued" : `${unvalued} choices are not valued`);

/** The whole review in a few words. */
export function reviewWords(/** @type {Review} */ { moments, cost, unvalued }) {
	const cents = Math.round(cost);
	if (moments.length === 0) return "nothing to choose";
	if (unvalued === moments.length) return "nothing that you chose is valued";
	const sum = cents > 0 ? `your choices cost ${money(cents)}` : `no ${unvalued > 0 ? "valued " : ""}choice cost a cent`;
	return unvalued > 0 ? `${sum}; ${leftOut(unvalued)}` : sum;
}

/** What the round's choices cost, one by one. */
export function lookBack(/** @type {Review} */ { moments, cost, unvalued }) {
	if (moments.length === 0) return h("p.soft", { key: "review" }, "You had nothing to choose in this round.");
	const cents = Math.round(cost);
	const isUnvalued = unvalued === moments.length;
	const best = isUnvalued ? "Nothing that you chose is valued." : unvalued > 0 ? "No valued choice cost a cent." : "No choice cost a cent.";
	return h(
		"div.coach-hand.coach-review",
		{ key: "review" },
		h("p.coach-best", cents > 0 ? ["Your choices cost ", h("strong", money(cents)), " on average."] : h("strong", best)),
		unvalued > 0 && !isUnvalued && h("p.soft.coach-left-out", sentence(`${leftOut(unvalued)} and not in this`)),
		h("ol.coach-moments", moments.map(momentRow)),
	);
}

function momentRow(/** @type {Moment} */ { number, name, cost, value, advice }) {
	const best = advice.choices.find((one) => one.is_best);
	const chosen = advice.choices.find((one) => one.name === name);
	const isClose = cost !== null && cost > 0 && areClose(best, chosen);
	return h(
		"li",
		{ key: `${number}-${advice.seat}-${advice.hand}`, class: cost !== null && Math.round(cost) > 0 && !isClose ? "worse" : "" },
		h("strong", name),
		h("span", ` with ${advice.cards.join(" ")}: ${isClose ? closeWords(cost, best?.name) : costWords(cost, name, best?.name)}`),
		// Why a choice has no value, and why a foul hand has the one it has.
		(value === null || name.endsWith(", foul")) && chosen?.note && h("small", ` ${chosen.note}`),
	);
}

/** Whether random deals cannot tell two choices apart; as far as the coach says so of the best two. */
function areClose(/** @type {Rated | undefined} */ best, /** @type {Rated | undefined} */ chosen) {
	if (!best || !chosen || best.value === null || chosen.value === null) return false;
	return best.value - chosen.value < 2 * Math.max(best.error, chosen.error);
}

/** What is said of a choice that may be as good as the best. */
function closeWords(/** @type {number} */ cost, /** @type {string | undefined} */ best) {
	const cents = Math.round(cost);
	return `too close to ${best ?? "another"} for these deals to tell apart${cents > 0 ? `, ${money(cents)} by them` : ""}`;
}

function costWords(/** @type {number | null} */ cost, /** @type {string} */ name, /** @type {string | undefined} */ best) {
	if (best === name) return "the best choice";
	if (cost === null) return best ? `not valued beside ${best}` : "not valued";
	const cents = Math.round(cost);
	if (cents > 0) return `cost ${money(cents)}; ${best ?? "another"} was better`;
	return cost === 0 ? "as good as the best choice" : "cost less than a cent";
}

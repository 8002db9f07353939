/**
 * What a front of two and a back of five are worth, for the words beside them and for the warning of a foul.
 * The room decides; this only tells the reader beforehand. The joker is an ace, or fills a straight or a flush.
 * @module
 */

import { rankName } from "../art/ranks.js";
import { parts } from "../cards.js";

const ORDER = "23456789TJQKA";

/** A card's height, two to ace as 2 to 14; the joker stands with the aces. */
function height(/** @type {string} */ card) {
	return card === "Joker" ? 14 : ORDER.indexOf(card[0] ?? "") + 2;
}

const named = (/** @type {number} */ value) => rankName[/** @type {keyof typeof rankName} */ (ORDER[value - 2])];
const many = (/** @type {number} */ value) => (value === 6 ? "sixes" : `${named(value)}s`);

/** The highest first, the joker before all. */
export function sortCards(/** @type {string[]} */ cards) {
	const key = (/** @type {string} */ card) => (card === "Joker" ? 1000 : height(card) * 4 + "cdhs".indexOf(card[1] ?? ""));
	return [...cards].sort((one, other) => key(other) - key(one));
}

/**
 * A hand as a list to compare: its category, then heights in order of weight.
 * Categories: 0 no pair, 1 pair, 2 two pair, 3 three, 4 straight, 5 flush, 6 full house, 7 four, 8 straight flush, 9 five aces.
 * @returns {number[]}
 */
function weigh(/** @type {string[]} */ cards) {
	/** @type {Map<number, number>} */
	const counts = new Map();
	for (const card of cards) counts.set(height(card), (counts.get(height(card)) ?? 0) + 1);
	const groups = [...counts].sort(([one, times], [other, often]) => often - times || other - one);
	const heights = groups.map(([value]) => value);
	const [most = 0, next = 0] = groups.map(([, count]) => count);
	const plain =
		most === 5
			? 9
			: most === 4
				? 7
				: most === 3 && next >= 2
					? 6
					: most === 3
						? 3
						: most === 2 && next === 2
							? 2
							: most === 2
								? 1
								: 0;
	if (cards.length < 5) return [plain, ...heights];
	const straight = straightTop(cards);
	const flush = isFlush(cards);
	if (straight && flush) return [8, straight];
	if (plain >= 6) return [plain, ...heights];
	if (flush) return [5, ...heights];
	if (straight) return [4, straight];
	return [plain, ...heights];
}

function isFlush(/** @type {string[]} */ cards) {
	return new Set(cards.filter((card) => card !== "Joker").map((card) => parts(card)[1])).size === 1;
}

/** The top of a straight, with the joker where it is missing; 0 if there is none. */
function straightTop(/** @type {string[]} */ cards) {
	const held = cards.filter((card) => card !== "Joker").map(height);
	if (new Set(held).size !== held.length) return 0;
	for (let top = 14; top >= 5; top -= 1) {
		const run = Array.from({ length: 5 }, (_, step) => (top - step === 1 ? 14 : top - step));
		if (held.every((value) => run.includes(value))) return top;
	}
	return 0;
}

/** Whether the front ranks above the back, which is foul. */
export function isFoul(/** @type {string[]} */ front, /** @type {string[]} */ back) {
	const [one, other] = [weigh(front), weigh(back)];
	for (let place = 0; place < one.length; place += 1) {
		const [a = 0, b = 0] = [one[place], other[place]];
		if (a !== b) return a > b;
	}
	return false;
}

/** "pair of kings", "ace, queen". */
export function frontWords(/** @type {string[]} */ front) {
	const [category = 0, first = 2, second = 2] = weigh(front);
	return category === 1 ? `pair of ${many(first)}` : `${named(first)}, ${named(second)}`;
}

/** "two pair, kings and nines". */
export function backWords(/** @type {string[]} */ back) {
	const [category = 0, first = 2, second = 2] = weigh(back);
	switch (category) {
		case 9:
			return "five aces";
		case 8:
			return first === 14 ? "royal flush" : `straight flush, ${named(first)} high`;
		case 7:
			return `four ${many(first)}`;
		case 6:
			return `full house, ${many(first)} over ${many(second)}`;
		case 5:
			return `flush, ${named(first)} high`;
		case 4:
			return `straight, ${named(first)} high`;
		case 3:
			return `three ${many(first)}`;
		case 2:
			return `two pair, ${many(first)} and ${many(second)}`;
		case 1:
			return `pair of ${many(first)}`;
		default:
			return `${named(first)} high`;
	}
}

/** Checks a finished round against what the room published before its first card. @module */

import { cut, cutAnew, madeOf, openedRoot, otherWords, sealedBy, sealedRoot } from "../seal.js";
import { commitment, shuffled } from "../shuffle.js";
import { roundEvent } from "../table/results.js";

/** @import { RoundHistory, ShuffleRecord } from "../api-types" */

/** @typedef {{what: string, isGood: boolean, detail: string}} Finding */

/**
 * Repeats the shuffle and compares it with every card the reader saw.
 * @returns {{findings: Finding[], order: string[], dealt: number}}
 */
export function checkRound(/** @type {RoundHistory} */ round) {
	const sealed = [...checkDraw(round), ...round.shuffles.flatMap((one) => checkShuffle(one, round.deck))];
	if (sealed.length > 0) return { findings: sealed, order: [], dealt: 0 };
	return checkCommitted(round);
}

/** The draw for the button: its own shuffles, and the cards that were drawn. @returns {Finding[]} */
function checkDraw(/** @type {RoundHistory} */ { button, deck }) {
	const made = button?.shuffles.findLast((one) => one.chosen !== 0);
	if (!button || !made) return [];
	const wrong = button.drawn.filter(([, card], place) => made.openings.find((one) => one.nth === place + 1)?.card !== card);
	return [
		...button.shuffles.flatMap((one) => checkShuffle(one, deck)),
		{
			what: "Draw for the button",
			isGood: wrong.length === 0,
			detail:
				wrong.length === 0
					? `The ${button.drawn.length} cards that were drawn are the first of the deck that was cut for it.`
					: `${wrong.length} of the cards that were drawn are not those of the deck that was cut for it.`,
		},
	];
}

/** One shuffle: what was said, what it chose, seven whole decks, and each card that the reader saw. @returns {Finding[]} */
function checkShuffle(/** @type {ShuffleRecord} */ shuffle, /** @type {string[]} */ deck) {
	const name = (/** @type {string} */ what) => `${what} of shuffle ${shuffle.shuffle}`;
	if (shuffle.chosen === 0)
		return [{ what: name("Words"), isGood: true, detail: "They were not opened in time, so that the shuffle was given up." }];
	const outside = shuffle.words.filter((one) => one.is_outside).length;
	const other = otherWords(shuffle, shuffle.words);
	const { deck: chosen, order } = shuffle.shoe
		? cutAnew(shuffle, shuffle.shoe, shuffle.roots, shuffle.words, deck.length)
		: cut(shuffle, shuffle.roots, shuffle.words, deck.length);
	const sealed = sealedBy(shuffle, shuffle.shoe);
	const unlike = shuffle.opened.filter(
		(seed, place) => place + 1 !== chosen && sealedRoot(sealed, place + 1, seed, deck) !== shuffle.roots[place],
	);
	const made = madeOf(deck);
	const bad = shuffle.openings.filter(
		(one) =>
			openedRoot(sealed, chosen, made, one) !== shuffle.roots[chosen - 1] || (one.card && order[one.nth - 1] !== one.place),
	);
	const cards = shuffle.openings.filter((one) => one.card).length;
	return [
		{
			what: name("Words"),
			isGood: other.length === 0 && chosen === shuffle.chosen,
			detail:
				other.length > 0 || chosen !== shuffle.chosen
					? "The deck was cut by other words than were given before it was sealed."
					: chosenBy(shuffle, outside, chosen),
		},
		{
			what: name("Seals"),
			isGood: unlike.length === 0,
			detail:
				unlike.length === 0
					? "The seven other decks are whole, and were sealed before any word was open."
					: `${unlike.length} of the other decks are not what was sealed.`,
		},
		{
			what: name("Cards"),
			isGood: bad.length === 0,
			detail:
				bad.length === 0
					? `All ${cards} cards that you saw lay where the cut says in the deck that was sealed.`
					: `${bad.length} of the cards that you saw are not those that were sealed.`,
		},
	];
}

/** Whose words did what. */
function chosenBy(/** @type {ShuffleRecord} */ { shoe }, /** @type {number} */ outside, /** @type {number} */ deck) {
	const whose =
		outside > 0
			? `Words of ${outside} outside of the house, closed before they could be known,`
			: "Nobody outside of the house gave words; the house's own";
	if (shoe) return `${whose} put what was left of the shoe, sealed by shuffle ${shoe.sealed}, into a new order.`;
	return outside > 0
		? `Words of ${outside} outside of the house, closed before the decks were sealed, chose deck ${deck} and its order.`
		: `${whose} chose deck ${deck} and its order.`;
}

/** A round whose seed was committed to, as early versions did; only the auditor has the seed. */
function checkCommitted(/** @type {RoundHistory} */ round) {
	/** @type {Finding[]} */
	const findings = [];
	if (round.is_for_auditor && round.seeds.length === 0) {
		findings.push({
			what: "For the auditor",
			isGood: true,
			detail:
				"The proof of this round is for the auditor: the seed would give away every hand that was never shown. " +
				"The commitment below was published before the first card and is in the log.",
		});
		return { findings, order: [], dealt: 0 };
	}
	round.commitments.forEach((published, place) => {
		const seed = round.seeds[place];
		const made = seed === undefined ? "" : commitment(seed);
		findings.push({
			what: round.commitments.length > 1 ? `Commitment ${place + 1}` : "Commitment",
			isGood: made === published,
			detail:
				seed === undefined
					? "The seed has not been revealed."
					: made === published
						? "SHA-256 of the revealed seed is what was published before the first card."
						: `The seed gives ${made}, but ${published} was published.`,
		});
	});
	const seed = round.seeds[0];
	if (seed === undefined || round.deck.length === 0) {
		findings.push({
			what: "Cards",
			isGood: false,
			detail: "Without a seed there is nothing to compare; cards of a real deck are not shuffled by the room.",
		});
		return { findings, order: [], dealt: 0 };
	}
	const order = shuffled(seed, round.deck);
	const { dealt, compared, wrong } = compareDeal(round, order);
	findings.push({
		what: "Cards in order",
		isGood: wrong.length === 0,
		detail:
			wrong[0] ??
			(compared === 0
				? "You saw no card as it was dealt; those shown later are compared next."
				: `${compared} cards that you saw dealt stand exactly where the seed puts them.`),
	});
	const strangers = cardsShown(round).filter(
		(card, place, all) => count(all, card) > count(order.slice(0, dealt), card) && all.indexOf(card) === place,
	);
	findings.push({
		what: "Cards shown",
		isGood: strangers.length === 0 || round.seeds.length > 1,
		detail:
			strangers.length === 0
				? `Every card shown at the end is among the first ${dealt} of the shuffled deck.`
				: round.seeds.length > 1
					? "Some cards come from a second shuffle with cards that stay secret."
					: `Not among the first ${dealt}: ${strangers.join(" ")}.`,
	});
	return { findings, order, dealt };
}

const count = (/** @type {string[]} */ list, /** @type {string} */ card) => list.filter((one) => one === card).length;

/** Follows the deal line by line; a card that the reader did not see still takes its place. */
function compareDeal(/** @type {RoundHistory} */ round, /** @type {string[]} */ order) {
	let dealt = 0;
	let compared = 0;
	/** @type {string[]} */
	const wrong = [];
	for (const line of round.lines) {
		const event = roundEvent(line);
		if (event?.event === "shuffled") break;
		if (event?.event !== "dealt") continue;
		if (event.card !== null) {
			compared += 1;
			const right = order[dealt];
			if (event.card !== right)
				wrong.push(`Line ${line.number}: the ${event.card} was dealt, but the seed puts the ${right} there.`);
		}
		dealt += 1;
	}
	return { dealt, compared, wrong };
}

/** Every card that lies open in the last view with a round in it. */
function cardsShown(/** @type {RoundHistory} */ round) {
	const view = round.views.findLast((one) => one.round !== null)?.round;
	if (!view) return [];
	const hands = [...view.seats.flatMap((seat) => seat.hands), ...(view.bank?.hands ?? [])];
	return [...hands.flatMap((hand) => hand.cards), ...view.board].filter((card) => card !== null);
}

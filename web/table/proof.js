/** Checks every card that the reader is shown against what was sealed before anybody spoke. @module */

import { bytesOf } from "../shuffle.js";
import { cut, cutAnew, openedRoot, otherWords, sealedBy } from "../seal.js";
import { h } from "../tree.js";
import { icon } from "../icons.js";

/** @import { Line, ShoeCut } from "../api-types" */
/** @import { Deck, Shuffle } from "../seal.js" */

/** @typedef {{of: Shuffle, deck: Deck, roots: string[], shoe: ShoeCut | null, chosen: number, order: number[]}} Seal */

export class Proof {
	constructor(/** @type {number} */ table) {
		this.table = table;
		/** @type {Map<number, Seal>} */
		this.seals = new Map();
		/** How many cards have left by the last cut. */
		this.dealt = 0;
		/** The number of the last line. */
		this.last = 0;
		/** How many cards were proven. */
		this.proven = 0;
		/** What did not hold, in a sentence. @type {string | null} */
		this.wrong = null;
	}

	take(/** @type {Line[]} */ lines) {
		for (const line of lines) {
			const event = line.event;
			// What was missed cannot be counted.
			if (this.last > 0 && line.number > this.last + 1) this.dealt = Number.NaN;
			const isNew = line.number > this.last;
			this.last = Math.max(this.last, line.number);
			if (event?.event === "sealed") {
				const of = { mark: event.mark, table: this.table, shuffle: event.shuffle };
				const deck = { count: event.cards, composition: bytesOf(event.composition) };
				this.seals.set(event.shuffle, { of, deck, roots: event.roots, shoe: event.shoe ?? null, chosen: 0, order: [] });
				this.followShoe(event.shuffle, event.shoe ?? null);
				for (const old of [...this.seals.keys()].slice(0, -6)) this.seals.delete(old);
			}
			const seal = event?.event === "cut" ? this.seals.get(event.shuffle) : undefined;
			if (event?.event === "cut" && seal) {
				const { deck, order } = seal.shoe
					? cutAnew(seal.of, seal.shoe, seal.roots, event.words, seal.deck.count)
					: cut(seal.of, seal.roots, event.words, seal.deck.count);
				Object.assign(seal, { chosen: deck, order: order.slice() });
				this.dealt = event.burnt ?? 0;
				if (deck !== event.deck) this.wrong ??= `The words of shuffle ${event.shuffle} choose another deck.`;
				if (otherWords(seal.of, event.words).length > 0)
					this.wrong ??= `Other words cut the deck of shuffle ${event.shuffle} than were given.`;
			}
			if (isNew && event?.event === "round" && event.of.event === "dealt") this.dealt += 1;
			for (const opening of line.openings ?? []) this.check(opening);
		}
	}

	/** A shoe that lasts is cut anew without the cards that have left it, and without no others. */
	followShoe(/** @type {number} */ shuffle, /** @type {ShoeCut | null} */ shoe) {
		if (shoe === null) return;
		const before = this.seals.get(shuffle - 1);
		if (!before?.chosen || Number.isNaN(this.dealt) || (before.shoe?.sealed ?? before.of.shuffle) !== shoe.sealed) return;
		const gone = [...(before.shoe?.gone ?? []), ...before.order.slice(0, this.dealt)].sort((one, other) => one - other);
		if (gone.join() !== shoe.gone.join()) this.wrong ??= `Other cards have left the shoe of shuffle ${shoe.sealed} than were dealt.`;
	}

	check(/** @type {import("../api-types").CardOpening} */ opening) {
		const seal = this.seals.get(opening.shuffle);
		// Whoever comes in the middle of a round was not told its seals; the record of the round has them.
		if (!seal?.chosen) return;
		const isSealed = openedRoot(sealedBy(seal.of, seal.shoe), seal.chosen, seal.deck, opening) === seal.roots[seal.chosen - 1];
		const isInOrder = !opening.card || seal.order[opening.nth - 1] === opening.place;
		if (isSealed && isInOrder) this.proven += 1;
		else this.wrong ??= `A card of shuffle ${opening.shuffle} is not the one that was sealed.`;
	}
}

/** A quiet sign; loud only if something does not hold. */
export function proofSign(/** @type {Proof} */ proof) {
	if (proof.wrong) return h("strong.proof-sign.bad", { role: "alert" }, icon("warn"), proof.wrong);
	if (proof.proven === 0) return null;
	const words = `${proof.proven} cards that you saw were checked against their seals`;
	return h("span.proof-sign", { role: "img", title: words, "aria-label": words }, icon("check"));
}

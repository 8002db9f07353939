/** Entering a whole hand that lay unseen, when it is turned up: each card by the pad, then all of them together. @module */

import { card, cardName } from "../cards.js";
import { h } from "../tree.js";
import { CardPad } from "./card_pad.js";

/** @import { Twig } from "../tree.js" */

/**
 * @typedef {object} Wanted
 * @property {string} key by which a hand is told from the next
 * @property {string} title empty where single cards of many people are entered, each named at its place
 * @property {[string, number][]} parts the parts of the hand with their number of cards
 * @property {boolean} hasJoker
 * @property {string} [done] what the button says that gives the cards
 * @property {(parts: string[][]) => Promise<boolean>} give says whether the table has taken it
 */

export class HandEntry {
	constructor(/** @type {() => void} */ redraw) {
		this.redraw = redraw;
		/** @type {string[]} */
		this.cards = [];
		this.key = "";
		/** @type {Wanted | null} */
		this.wanted = null;
		this.isGiving = false;
		this.pad = new CardPad((chosen) => this.add(chosen), redraw, 0);
	}

	add(/** @type {string | null} */ chosen) {
		const isNew = chosen !== null && !this.cards.includes(chosen);
		if (isNew && this.wanted && this.cards.length < count(this.wanted)) this.cards = [...this.cards, chosen];
		this.redraw();
	}

	/** Takes a key as the pad does; Backspace takes back the last card, Enter gives the hand. */
	press(/** @type {string} */ key) {
		if (!this.wanted) return false;
		if (key === "Enter") void this.give();
		else if (key === "Backspace" && this.pad.rank === null && this.cards.length > 0) this.remove(this.cards.length - 1);
		else return this.pad.key(key);
		return true;
	}

	remove(/** @type {number} */ place) {
		this.cards = this.cards.filter((_, other) => other !== place);
		this.redraw();
	}

	/** Gives the hand; what the table does not take stays to be mended. */
	async give() {
		const { wanted, cards, key } = this;
		if (!wanted || this.isGiving || cards.length !== count(wanted)) return;
		let from = 0;
		const parts = wanted.parts.map(([, size]) => cards.slice(from, (from += size)));
		this.isGiving = true;
		const isTaken = await wanted.give(parts);
		this.isGiving = false;
		if (isTaken && this.key === key) this.cards = [];
		this.redraw();
	}

	/** Beside the keys stands what takes a step back, beside the cards what the player may say instead of showing them. */
	draw(/** @type {Wanted} */ wanted, /** @type {Twig} */ beside, /** @type {Twig} */ instead) {
		if (this.key !== wanted.key) Object.assign(this, { key: wanted.key, cards: [] });
		this.wanted = wanted;
		const all = count(wanted);
		let from = 0;
		return h(
			"div",
			{ class: `hand-entry${wanted.title === "" ? " singles" : ""}` },
			wanted.title !== "" && h("h3", wanted.title),
			h(
				"div.zones",
				wanted.parts.map(([name, size]) => {
					const start = from;
					from += size;
					return h(
						"div.zone",
						{ key: name },
						h("div.zone-head", h("strong", name)),
						h(
							"div.zone-cards",
							Array.from({ length: size }, (_, step) => {
								const one = this.cards[start + step];
								if (one === undefined) return h("i.card-slot", { key: step, "aria-hidden": "true" });
								const label = `${cardName(one)}. Take it back`;
								return h(
									"button.card-button",
									{ key: one, "aria-label": label, onclick: () => this.remove(start + step) },
									card(one),
								);
							}),
						),
					);
				}),
				h(
					"button.main.large",
					{ disabled: this.cards.length !== all, onclick: () => void this.give() },
					this.cards.length === all ? (wanted.done ?? "Give this hand") : `${all - this.cards.length} to go`,
				),
			),
			instead,
			this.pad.draw({ isOpen: this.cards.length < all, mayHide: false, hasJoker: wanted.hasJoker, isGrid: true, beside }),
		);
	}
}

const count = (/** @type {Wanted} */ { parts }) => parts.reduce((sum, [, size]) => sum + size, 0);

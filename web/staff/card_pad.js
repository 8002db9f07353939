/**
 * The pad on which a dealer taps the cards of a real deck.
 *
 * A card is a rank and a suit. It waits for a moment before it is given to the table, so that a slip can be undone;
 * a second tap on it gives it at once, and so does the next card.
 * @module
 */

import { rankName, rankStroke } from "../art/ranks.js";
import { suitName, suitOutline } from "../art/suits.js";
import { card, cardName } from "../cards.js";
import { icon } from "../icons.js";
import { h } from "../tree.js";

/** @import { Rank } from "../art/ranks.js" */
/** @import { Suit } from "../art/suits.js" */
/** @import { Twig } from "../tree.js" */

/** How long a slip can be undone. */
const GRACE_MS = 1500;

/** How long after a card has given itself Enter still means that card. */
const LATE_MS = 3000;

const JOKER = "joker";

/** @type {Rank[]} */
const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
/** @type {Suit[]} */
const SUITS = ["s", "h", "d", "c"];

/** Whether a key for each card of a deck has room to be touched; whoever draws pads listens to it. */
export const WIDE = matchMedia("(min-width: 46rem)");

export class CardPad {
	/**
	 * @param {(card: string | null) => void} commit
	 * @param {() => void} redraw
	 * @param {number} grace how long a card waits before it is given
	 */
	constructor(commit, redraw, grace = GRACE_MS) {
		this.grace = grace;
		this.commit = commit;
		this.redraw = redraw;
		/** @type {Rank | null} */
		this.rank = null;
		/** @type {{card: string | null} | null} */
		this.pending = null;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		this.timer = undefined;
		/** The ranks that the deck has. */
		this.ranks = RANKS;
		this.hasJoker = false;
		/** How far the word of the joker is typed. */
		this.word = "";
		/** When a card gave itself, until the next key. */
		this.gave = -Infinity;
	}

	choose(/** @type {string | null} */ chosen) {
		if (this.pending) this.give();
		clearTimeout(this.timer);
		this.rank = null;
		this.pending = { card: chosen };
		if (this.grace === 0) return this.give();
		this.timer = setTimeout(() => {
			this.gave = performance.now();
			this.give();
		}, this.grace);
		this.redraw();
	}

	give() {
		clearTimeout(this.timer);
		const pending = this.pending;
		this.pending = null;
		if (pending) this.commit(pending.card);
		this.redraw();
	}

	undo() {
		clearTimeout(this.timer);
		if (this.pending) this.pending = null;
		else this.rank = null;
		this.redraw();
	}

	/** Whether a key is an Enter for a card that has just given itself: that card's, and no step of its own. */
	isLate(/** @type {string} */ key) {
		const isLate = key === "Enter" && !this.pending && performance.now() - this.gave < LATE_MS;
		this.gave = -Infinity;
		return isLate;
	}

	/** Takes a key: a rank, then a suit, or the word of the joker; Enter gives the card, Backspace undoes it. Says whether the key meant anything. */
	key(/** @type {string} */ key) {
		if (this.spells(key)) return true;
		if ((key === "Backspace" || key === "Escape") && !this.pending && !this.rank) return false;
		const upper = key === "1" || key === "0" ? "T" : key.toUpperCase();
		if (key === "Enter") {
			// Half a card is none, and nothing else is meant by Enter then.
			if (!this.pending) return this.rank !== null;
			this.give();
		} else if (key === "Backspace" || key === "Escape") this.undo();
		else if (this.rank && /^[shdc]$/i.test(key)) this.choose(this.rank + key.toLowerCase());
		else if (this.ranks.some((rank) => rank === upper)) {
			this.rank = /** @type {Rank} */ (upper);
			this.redraw();
		} else if (upper === "X") this.choose(null);
		else if (key === "*" && this.hasJoker) this.choose("Joker");
		else return false;
		return true;
	}

	/** Whether a key goes on with the word of the joker, which begins as a jack does. */
	spells(/** @type {string} */ key) {
		const word = this.word + key.toLowerCase();
		this.word = JOKER.startsWith(word) ? word : key.toLowerCase() === "j" ? "j" : "";
		if (this.word.length < 2) return false;
		this.rank = null;
		if (this.word === JOKER) {
			this.word = "";
			if (this.hasJoker) this.choose("Joker");
		}
		this.redraw();
		return true;
	}

	close() {
		clearTimeout(this.timer);
	}

	/**
	 * @param {{isOpen: boolean, mayHide: boolean, hasJoker: boolean, without?: string, isGrid?: boolean, beside?: Twig}} wanted where
	 * `without` are ranks that the deck lacks, a grid has a key for every card where there is room for it, and `beside` stands
	 * beside the keys as long as no card waits
	 */
	draw({ isOpen, mayHide, hasJoker, without = "", isGrid = false, beside = null }) {
		const { pending } = this;
		this.ranks = RANKS.filter((rank) => !without.includes(rank));
		this.hasJoker = hasJoker;
		if (isGrid && WIDE.matches) return this.drawGrid(isOpen, mayHide, hasJoker, beside);
		if (pending) {
			return h(
				"div.pad-pending",
				h(
					"button.pad-card",
					{ "aria-label": `Give ${cardName(pending.card)} to the table now`, onclick: () => this.give() },
					card(pending.card),
					h("i", {
						key: pending.card ?? "down",
						class: "pad-time",
						style: `--whole:${this.grace}ms`,
						"aria-hidden": "true",
					}),
				),
				h("p", { role: "status" }, `${cardName(pending.card)}. Tap it to give it at once.`),
				h("button.large", { onclick: () => this.undo() }, icon("undo"), "Undo"),
			);
		}
		return h(
			"div",
			{ class: `pad${isOpen ? "" : " shut"}` },
			h(
				"div.pad-ranks",
				{ role: "group", "aria-label": "Rank" },
				this.ranks.map((rank) =>
					h(
						"button",
						{
							key: rank,
							class: "pad-key",
							disabled: !isOpen,
							"aria-label": rankName[rank],
							"aria-pressed": String(this.rank === rank),
							onclick: () => {
								this.rank = rank;
								this.redraw();
							},
						},
						h("svg", { viewBox: "-4 -4 48 65", "aria-hidden": "true" }, h("path", { d: rankStroke[rank] })),
					),
				),
			),
			h(
				"div.pad-suits",
				{ role: "group", "aria-label": "Suit" },
				SUITS.map((suit) =>
					h(
						"button",
						{
							key: suit,
							class: `pad-key pad-suit suit-key-${suit}`,
							disabled: !isOpen || !this.rank,
							"aria-label": suitName[suit],
							onclick: () => this.rank && this.choose(this.rank + suit),
						},
						h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, h("path", { d: suitOutline[suit] })),
					),
				),
				mayHide && h("button.pad-key.wide-key", { disabled: !isOpen, onclick: () => this.choose(null) }, "Face down"),
				hasJoker && h("button.pad-key.wide-key", { disabled: !isOpen, onclick: () => this.choose("Joker") }, "Joker"),
			),
			beside,
		);
	}

	/** One tap a card: what was tapped before is given with it, and can be taken back until then. */
	drawGrid(/** @type {boolean} */ isOpen, /** @type {boolean} */ mayHide, /** @type {boolean} */ hasJoker, /** @type {Twig} */ beside) {
		const { pending } = this;
		const key = (/** @type {string} */ text, /** @type {string | null} */ chosen) =>
			h("button.pad-key.wide-key", { key: text, disabled: !isOpen, onclick: () => this.choose(chosen) }, text);
		return h(
			"div",
			{ key: "grid", class: `pad pad-whole${isOpen ? "" : " shut"}` },
			SUITS.map((suit) =>
				h(
					"div.pad-row",
					{ key: suit, role: "group", "aria-label": suitName[suit], style: `--ranks:${this.ranks.length}` },
					this.ranks.map((rank) => {
						const shown = rank === "T" ? "10" : rank;
						return h(
							"button",
							{
								key: rank,
								class: `pad-key suit-key-${suit}${this.rank === rank ? " meant" : ""}`,
								disabled: !isOpen,
								// The name begins with what is seen, for those who say it to press it.
								"aria-label": `${shown}, ${cardName(rank + suit)}`,
								"data-card": rank + suit,
								onclick: () => this.choose(rank + suit),
							},
							h("b", shown),
							h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, h("path", { d: suitOutline[suit] })),
						);
					}),
				),
			),
			h(
				"div.pad-strip",
				pending
					? [
							h(
								"button.pad-card",
								{ key: "pending", "aria-label": `Give ${cardName(pending.card)} to the table now`, onclick: () => this.give() },
								card(pending.card),
								h("i", { key: pending.card ?? "down", class: "pad-time", style: `--whole:${this.grace}ms`, "aria-hidden": "true" }),
							),
							h("p", { key: "says", role: "status" }, `${cardName(pending.card)}. The next card gives it.`),
							h("button", { key: "undo", onclick: () => this.undo() }, icon("undo"), "Undo"),
						]
					: [h("p.soft", { key: "says" }, this.rank ? `${rankName[this.rank]} of…` : "Tap the card, or type it: 9 h."), beside],
				mayHide && key("Face down", null),
				hasJoker && key("Joker", "Joker"),
			),
		);
	}
}

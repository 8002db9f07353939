/** Naming cards of a hand of Pan that lies unseen: each by the pad, then what is done with them. @module */

import { card, cardName } from "../cards.js";
import { CardPad } from "../staff/card_pad.js";
import { addDeskStyle } from "../styles.js";
import { h } from "../tree.js";
import { meldName, PAN_LACKS } from "./pan.js";

/** @import { Choice, HandView } from "../api-types" */

/** The most cards that can be melded. */
const MOST = 11;

/**
 * @typedef {object} Named
 * @property {string} title
 * @property {string} key by which one moment is told from the next
 * @property {string[]} names what may be said: "meld", "add", "discard"
 * @property {HandView[]} hands the hands of the seat, its melds and the drawn card among them
 * @property {boolean} [isGrid] whether each card has a key of its own where there is room
 * @property {(choice: Choice) => void} say
 */

export class Naming {
	constructor(/** @type {() => void} */ redraw) {
		void addDeskStyle();
		this.redraw = redraw;
		/** @type {string[]} */
		this.cards = [];
		this.key = "";
		this.isOpen = false;
		this.pad = new CardPad((chosen) => this.add(chosen), redraw, 0);
	}

	add(/** @type {string | null} */ chosen) {
		if (chosen !== null && this.cards.length < MOST) this.cards = [...this.cards, chosen];
		this.redraw();
	}

	remove(/** @type {number} */ place) {
		this.cards = this.cards.filter((_, other) => other !== place);
		this.redraw();
	}

	/** Takes a key as the pad does; Backspace takes back the last card. */
	press(/** @type {string} */ key) {
		if (!this.isOpen || key === "Enter") return false;
		if (key === "Backspace" && this.pad.rank === null) this.remove(this.cards.length - 1);
		else return this.pad.key(key);
		return true;
	}

	close() {
		this.isOpen = false;
		return null;
	}

	/** A drawn card is among the cards from the start, because it has to be used. */
	draw(/** @type {Named} */ { title, key, names, hands, isGrid = false, say }) {
		const drawn = hands.find((hand) => hand.name === "drawn")?.cards[0] ?? null;
		if (this.key !== key) Object.assign(this, { key, cards: drawn === null ? [] : [drawn] });
		this.isOpen = true;
		const { cards } = this;
		const melds = hands.filter((hand) => hand.name === "meld");
		const button = (/** @type {string} */ text, /** @type {boolean} */ isReady, /** @type {Choice} */ choice) =>
			h("button", { key: text, class: "choice", disabled: !isReady, onclick: () => say(choice) }, h("span", text));
		return h(
			"div",
			{ key: "naming", class: "pan-naming", role: "group", "aria-label": title },
			h("h3", title),
			h(
				"div.pan-named",
				cards.length === 0 && h("span.soft", "Tap the cards that are shown."),
				cards.map((one, place) =>
					h(
						"button.card-button",
						{ key: `${place}${one}`, "aria-label": `${cardName(one)}. Take it back`, onclick: () => this.remove(place) },
						card(one),
					),
				),
			),
			this.pad.draw({ isOpen: cards.length < MOST, mayHide: false, hasJoker: false, without: PAN_LACKS, isGrid }),
			h(
				"div.tray-actions.choice-buttons",
				names.includes("meld") && button("Meld these", cards.length >= 3, { pan: { meld: { cards, borrowed: [], from: 0 } } }),
				names.includes("add") &&
					melds.map((meld, to) => button(`Add to meld ${meldName(meld.cards)}`, cards.length > 0, { pan: { add: { cards, to } } })),
				names.includes("discard") &&
					button(cards[0] && cards.length === 1 ? `Discard ${cardName(cards[0])}` : "Discard one card", cards.length === 1, {
						pan: { discard: cards[0] ?? "" },
					}),
			),
		);
	}
}

/**
 * Playing cards, drawn by ourselves as SVG.
 *
 * Every face is a symbol that is put into the page once; a card on the table is a small `<svg>` that uses it.
 * Each face exists twice: whole, and as a large index for cards that are shown very small. The style sheet
 * picks one by the width of the card, and the colours of the suits are custom properties.
 * @module
 */

import { pipPlaces, rankName, rankStroke } from "./art/ranks.js";
import { suitName, suitOutline } from "./art/suits.js";
import { courtFigure } from "./art/courts.js";
import { h } from "./tree.js";

/** @import { Rank } from "./art/ranks.js" */
/** @import { Suit } from "./art/suits.js" */
/** @import { Branch } from "./tree.js" */

const WIDTH = 240;
const HEIGHT = 336;

/** The card in words: "queen of hearts". */
export function cardName(/** @type {string | null} */ card) {
	if (card === null) return "a card face down";
	if (card === "Joker") return "joker";
	const [rank, suit] = parts(card);
	return `${rankName[rank]} of ${suitName[suit]}`;
}

/** @returns {[Rank, Suit]} */
export function parts(/** @type {string} */ card) {
	return [/** @type {Rank} */ (card[0]), /** @type {Suit} */ (card[1])];
}

const suitAt = (/** @type {Suit} */ suit, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
	`<path d="${suitOutline[suit]}" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})"/>`;

const rankAt = (/** @type {Rank} */ rank, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) =>
	`<path class="ck" d="${rankStroke[rank]}" transform="translate(${x} ${y}) scale(${scale})"/>`;

const turned = (/** @type {string} */ art) => `${art}<g transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})">${art}</g>`;

const paper = `<rect class="cp" x="1.5" y="1.5" width="${WIDTH - 3}" height="${HEIGHT - 3}" rx="15"/>`;

function pips(/** @type {Rank} */ rank, /** @type {Suit} */ suit) {
	const size = rank === "A" ? (suit === "s" ? 150 : 110) : 50;
	const art = (pipPlaces[rank] ?? []).map(([column, height]) => {
		const x = 72 + column * 48;
		const y = 62 + height * 2.12;
		const one = suitAt(suit, x, y, size);
		return height > 50 ? `<g transform="rotate(180 ${x} ${y})">${one}</g>` : one;
	});
	return art.join("");
}

function court(/** @type {keyof typeof courtFigure} */ rank, /** @type {Suit | null} */ suit) {
	const frame = `<rect class="cw" x="52" y="34" width="136" height="268" rx="8"/>`;
	const badge = suit ? suitAt(suit, 76, 60, 32) : "";
	const half = `<g transform="translate(120 168)">${courtFigure[rank]}</g>${badge}`;
	return `${frame}${turned(half)}<path class="cl" d="M52 168h136"/>`;
}

function wholeFace(/** @type {Rank} */ rank, /** @type {Suit} */ suit) {
	const corner = rankAt(rank, 12, 16, 0.86) + suitAt(suit, 29, 88, 31);
	const middle = rank === "J" || rank === "Q" || rank === "K" ? court(rank, suit) : pips(rank, suit);
	return paper + turned(corner) + middle;
}

/** The index stands on the left, so that it is read when cards lie over each other. */
function largeFace(/** @type {Rank} */ rank, /** @type {Suit} */ suit) {
	return paper + rankAt(rank, 22, 26, 2.2) + suitAt(suit, 76, 244, 124);
}

function joker(/** @type {boolean} */ isLarge) {
	const letters =
		"M38 22v30c0 10-5 14-12 14-6 0-10-3-11-9M28 82c8 0 13 8 13 20s-5 20-13 20-13-8-13-20 5-20 13-20ZM17 138v40M39 138l-22 24M24 155l16 23M38 194H18v40h20M18 213h16M18 290v-40h10c7 0 12 4 12 10s-5 10-12 10H18M28 270l13 20";
	const word = `<path class="ck" d="${letters}" stroke-width="6"/>`;
	if (isLarge) return `${paper}<g transform="translate(120 292) scale(1.7)">${courtFigure.Joker}</g>`;
	return paper + word + `<g transform="translate(126 216) scale(1.15)">${courtFigure.Joker}</g>`;
}

function back() {
	const lattice = `<pattern id="lattice" width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="cbl" d="M0 0H24M0 0V24M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8"/></pattern>`;
	return `${lattice}${paper}<rect class="cb" x="12" y="12" width="216" height="312" rx="9"/><rect fill="url(#lattice)" x="12" y="12" width="216" height="312" rx="9"/><rect class="cbr" x="20" y="20" width="200" height="296" rx="5"/><circle class="cb" cx="120" cy="168" r="46"/><circle class="cbr" cx="120" cy="168" r="46"/><g class="cbs">${suitAt("s", 120, 166, 54)}</g>`;
}

/** Puts the symbols of all cards into the page; they are used by every card drawn later. */
export function installCards(/** @type {HTMLElement} */ place) {
	const symbol = (/** @type {string} */ id, /** @type {string} */ suit, /** @type {string} */ art) =>
		`<symbol id="${id}" viewBox="0 0 ${WIDTH} ${HEIGHT}" class="suit-${suit}">${art}</symbol>`;
	const all = [
		symbol("back", "none", back()),
		symbol("Joker", "joker", joker(false)),
		symbol("Joker-large", "joker", joker(true)),
	];
	for (const suit of /** @type {Suit[]} */ (["c", "d", "h", "s"])) {
		for (const rank of /** @type {Rank[]} */ (Object.keys(rankStroke))) {
			all.push(symbol(rank + suit, suit, wholeFace(rank, suit)));
			all.push(symbol(`${rank}${suit}-large`, suit, largeFace(rank, suit)));
		}
	}
	place.innerHTML = `<svg width="0" height="0" aria-hidden="true">${all.join("")}</svg>`;
}

/**
 * One card; `null` is a card face down.
 * @param {string | null} card
 * @param {{key?: string, class?: string, style?: string}} [props]
 * @returns {Branch}
 */
export function card(card, props = {}) {
	const faces =
		card === null
			? [h("use", { href: "#back" })]
			: [h("use.whole", { href: `#${card}` }), h("use.large", { href: `#${card}-large` })];
	return h(
		"span",
		{ ...props, class: `card ${props.class ?? ""}`, role: "img", "aria-label": cardName(card) },
		h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, faces),
	);
}

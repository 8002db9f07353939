/**
 * Sealed decks, words and openings once more, as docs/shuffle.md describes them, so that a reader can check what was
 * shown without trusting the room.
 * @module
 */

import { below, bytesOf, hexOf, inRandomOrder, sha256, words } from "./shuffle.js";

/** @import { CardOpening, ShoeCut, Spoken } from "./api-types" */

/** @typedef {{mark: string, table: number, shuffle: number}} Shuffle */
/** @typedef {{count: number, composition: Uint8Array}} Deck what a deck is made of */

const THROWS = 8;
const THROW = 255;
const encoder = new TextEncoder();

/** SHA-256 of a label in five letters and parts, one after another. */
function hash(/** @type {string} */ label, /** @type {Uint8Array[]} */ ...parts) {
	const all = [encoder.encode(`cardroom/2 ${label.padEnd(5)}`), ...parts];
	const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of all) {
		joined.set(part, at);
		at += part.length;
	}
	return sha256(joined);
}

/** A number in so many bytes, the highest first. */
function number(/** @type {number} */ value, /** @type {number} */ width) {
	const bytes = new Uint8Array(width);
	for (let place = width - 1, rest = value; place >= 0; place -= 1, rest = Math.floor(rest / 256)) bytes[place] = rest % 256;
	return bytes;
}

/** The number of a card: rank by rank from the two of clubs to the ace of spades; the joker comes last. */
export const cardNumber = (/** @type {string} */ card) =>
	card === "Joker" ? 52 : "23456789TJQKA".indexOf(card.charAt(0)) * 4 + "cdhs".indexOf(card.charAt(1));

/** What closed words hash to. */
export const closedWords = (
	/** @type {number} */ table,
	/** @type {number} */ shuffle,
	/** @type {number} */ person,
	/** @type {string} */ said,
) => hexOf(hash("words", number(table, 4), number(shuffle, 8), number(person, 4), encoder.encode(said)));

/** @returns {Deck} */
export const madeOf = (/** @type {readonly string[]} */ cards) => ({
	count: cards.length,
	composition: hash("cards", Uint8Array.from(cards, cardNumber)),
});

const bound = (/** @type {Shuffle} */ of) => [bytesOf(of.mark), number(of.table, 4), number(of.shuffle, 8)];

const leaf = (
	/** @type {Shuffle} */ of,
	/** @type {number} */ place,
	/** @type {string | null} */ card,
	/** @type {Uint8Array} */ salt,
) => hash("leaf", ...bound(of), number(place, 4), number(card === null ? THROW : cardNumber(card), 1), salt);

const root = (/** @type {Shuffle} */ of, /** @type {number} */ which, /** @type {Deck} */ deck, /** @type {Uint8Array} */ top) =>
	hexOf(hash("root", ...bound(of), number(which, 1), number(deck.count, 4), number(THROWS, 4), deck.composition, top));

/** The root of a deck that is opened whole. */
export function sealedRoot(
	/** @type {Shuffle} */ of,
	/** @type {number} */ which,
	/** @type {string} */ seed,
	/** @type {readonly string[]} */ cards,
) {
	const order = inRandomOrder(words(hash("order", bytesOf(seed))), cards);
	const salts = hash("salts", bytesOf(seed));
	/** @type {(string | null)[]} */
	const places = [...order, ...Array.from({ length: THROWS }, () => null)];
	/** @type {Uint8Array[]} */
	let level = places.map((card, place) => leaf(of, place, card, hash("salt", salts, number(place, 4))));
	while (level.length > 1) {
		/** @type {Uint8Array[]} */
		const above = [];
		for (let at = 0; at < level.length; at += 2) {
			const [left, right] = [/** @type {Uint8Array} */ (level[at]), level[at + 1]];
			above.push(right ? hash("node", left, right) : left);
		}
		level = above;
	}
	return root(of, which, madeOf(cards), /** @type {Uint8Array} */ (level[0]));
}

/** The root to which the opening of a card leads; nothing if its path is too short or too long. */
export function openedRoot(
	/** @type {Shuffle} */ of,
	/** @type {number} */ which,
	/** @type {Deck} */ deck,
	/** @type {CardOpening} */ opening,
) {
	let at = opening.place;
	let width = deck.count + THROWS;
	let top = leaf(of, at, opening.card ?? null, bytesOf(opening.salt));
	const path = opening.path.map(bytesOf);
	while (width > 1) {
		if ((at ^ 1) < width) {
			const beside = path.shift();
			if (!beside) return null;
			top = at % 2 ? hash("node", beside, top) : hash("node", top, beside);
		}
		at = Math.floor(at / 2);
		width = Math.ceil(width / 2);
	}
	return path.length === 0 ? root(of, which, deck, top) : null;
}

/** Which deck the words choose, from 1, and the order of its places. */
export function cut(
	/** @type {Shuffle} */ of,
	/** @type {readonly string[]} */ roots,
	/** @type {readonly Spoken[]} */ spoken,
	/** @type {number} */ count,
) {
	const next = words(hash("cut", ...bound(of), ...roots.map(bytesOf), ...said(spoken)));
	const deck = below(next, 8) + 1;
	return { deck, order: inRandomOrder(next, Array.from({ length: count }, (_, place) => place)) };
}

/** What new words make of a shoe that lasts: the order of the places that are left. */
export function cutAnew(
	/** @type {Shuffle} */ of,
	/** @type {ShoeCut} */ shoe,
	/** @type {readonly string[]} */ roots,
	/** @type {readonly Spoken[]} */ spoken,
	/** @type {number} */ count,
) {
	const gone = new Set(shoe.gone);
	const left = Array.from({ length: count }, (_, place) => place).filter((place) => !gone.has(place));
	const root = bytesOf(roots[shoe.deck - 1] ?? "");
	return { deck: shoe.deck, order: inRandomOrder(words(hash("again", ...bound(of), root, ...said(spoken))), left) };
}

/** The shuffle that sealed the deck: an earlier one where a shoe lasts. @returns {Shuffle} */
export const sealedBy = (/** @type {Shuffle} */ { mark, table, shuffle }, /** @type {ShoeCut | null | undefined} */ shoe) => ({
	mark,
	table,
	shuffle: shoe?.sealed ?? shuffle,
});

/** Everybody's words with their lengths. */
const said = (/** @type {readonly Spoken[]} */ spoken) =>
	spoken.flatMap((one) => {
		const bytes = encoder.encode(one.words ?? "");
		return [number(one.person, 4), number(bytes.length, 4), bytes];
	});

/** Everybody whose opened words are not those that they had given. */
export const otherWords = (/** @type {Shuffle} */ of, /** @type {readonly Spoken[]} */ spoken) =>
	spoken.filter((one) => closedWords(of.table, of.shuffle, one.person, one.words ?? "") !== one.commitment);

/**
 * The reader's part in the shuffles: words that are given closed ahead of time and opened once the decks are sealed.
 * They are 128 random bits and whatever the reader likes to add; the page gives them by itself.
 * @module
 */

import { closedWords } from "../seal.js";
import { hexOf } from "../shuffle.js";

/** @import { Command, TableView } from "../api-types" */

/** The most letters that a reader may add. */
export const OWN_WORDS_MOST = 80;

/** What the reader adds to every shuffle. */
export const ownWords = () => localStorage.getItem("own-words") ?? "";

export class Speech {
	/**
	 * @param {number} table
	 * @param {(command: Command) => unknown} send
	 */
	constructor(table, send) {
		this.table = table;
		this.send = send;
		/** The shuffle for which something was sent last. */
		this.given = 0;
		this.opened = 0;
	}

	/** Words outlive the page, so that they can be opened after a reload. */
	get name() {
		return `words-of-table-${this.table}`;
	}

	/** @returns {{shuffle: number, words: string}[]} */
	get kept() {
		try {
			return JSON.parse(localStorage.getItem(this.name) ?? "[]");
		} catch {
			return [];
		}
	}

	/** Looks whether words are to be given or opened. */
	take(/** @type {TableView} */ view, /** @type {number | undefined} */ person) {
		const { next, given, awaited, is_left_out } = view.words;
		if (awaited && awaited !== this.opened) {
			const said = this.kept.find((one) => one.shuffle === awaited && one.words);
			if (said) {
				this.opened = awaited;
				this.send({ do: "open-words", shuffle: awaited, words: said.words });
			}
		}
		const isHere = person !== undefined && view.people.some((one) => one.person === person);
		if (isHere && next && !given && !is_left_out && next !== this.given) this.give(next, person);
	}

	/** Gives words for a shuffle, in place of those given before. */
	give(/** @type {number} */ shuffle, /** @type {number} */ person) {
		const random = hexOf(crypto.getRandomValues(new Uint8Array(16)));
		const own = ownWords().slice(0, OWN_WORDS_MOST).trim();
		const words = own ? `${random} ${own}` : random;
		this.given = shuffle;
		localStorage.setItem(this.name, JSON.stringify([...this.kept, { shuffle, words }].filter((one) => one.shuffle !== shuffle || one.words === words).slice(-4)));
		this.send({ do: "give-words", shuffle, commitment: closedWords(this.table, shuffle, person, words) });
	}

	/** Changes what the reader adds, from the next shuffle on that is still open. */
	change(/** @type {string} */ own, /** @type {TableView} */ view, /** @type {number | undefined} */ person) {
		localStorage.setItem("own-words", own.slice(0, OWN_WORDS_MOST));
		const { next, is_left_out } = view.words;
		if (person !== undefined && next && !is_left_out) this.give(next, person);
	}
}

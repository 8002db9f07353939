/**
 * A dealer's keys, as fast as they come: each waits until the table has taken what was typed before it, so that none is
 * lost and none is taken for another step than it was meant for. A refusal drops what was typed ahead of it.
 * @module
 */

import { choiceKey, choiceWord } from "../words.js";
import { unsaid } from "./on_behalf.js";

/** @import { Command, TableView } from "../api-types" */

export class Typing {
	/**
	 * @param {(key: string) => void} take what is done with a key
	 * @param {() => Promise<void>} settled when the table shows everything that was sent
	 */
	constructor(take, settled) {
		this.take = take;
		this.settled = settled;
		/** @type {string[]} */
		this.keys = [];
		this.isBusy = false;
	}

	press(/** @type {string} */ key) {
		this.keys.push(key);
		if (!this.isBusy) void this.run();
	}

	/** What is taken next comes before everything else that was typed. */
	again(/** @type {string} */ key) {
		this.keys.unshift(key);
	}

	drop() {
		this.keys = [];
	}

	async run() {
		this.isBusy = true;
		for (;;) {
			await this.settled();
			const key = this.keys.shift();
			if (key === undefined) break;
			this.take(key);
		}
		this.isBusy = false;
	}
}

/** Keys that mean something to a dealer; everything else is left to the browser. */
export const isDealersKey = (/** @type {string} */ key) => /^[0-9a-z*]$/i.test(key) || ["Enter", "Backspace", "Escape"].includes(key);

/** The step that a key stands for where no card is awaited. @returns {Command | null} */
export function stepFor(/** @type {TableView} */ view, /** @type {string} */ key) {
	const { kind } = view.dealers_step;
	const letter = key.toLowerCase();
	if (view.is_settling) {
		const isLeft = view.settlement.some((one) => !one.is_paid);
		if (letter === "a") return { do: "close-round" };
		return key === "Enter" ? { do: isLeft ? "pay" : "close-round" } : null;
	}
	// A hand that is settled is paid before the next one is turned up.
	if (kind === "pay") return letter === "a" ? { do: "close-round" } : key === "Enter" ? { do: "pay" } : null;
	if (kind === "look") return letter === "n" || letter === "y" ? { do: "look", natural: letter === "y" } : null;
	// No key that scanners send deals so many cards at once.
	if (letter === "u" && view.phase === "playing" && view.round?.next_face === "down") return { do: "deal-unseen" };
	if (key === "Enter") {
		if (kind === "start") return { do: "start" };
		return kind === "shuffle" ? { do: "shuffled" } : null;
	}
	return chosenBy(view, letter);
}

/** The choice that a key stands for, of the first whose word is awaited; an amount that has to be said is written in its field. @returns {Command | null} */
function chosenBy(/** @type {TableView} */ view, /** @type {string} */ letter) {
	for (const asked of view.asked) {
		const offer = asked.offers.find((one) => choiceKey[choiceWord(one.choice) ?? ""] === letter);
		const choice = offer ? unsaid(offer) : null;
		if (offer && choice) return { do: "for", person: asked.person, command: { do: "choose", who: offer.who, choice } };
	}
	return null;
}

/** How long the keys of one card may lie apart. */
const STRAY_MS = 1500;

/** A card as far as it is typed; the whole of an ace is told by its capital letter where `a` alone is a step of its own. */
const PART = /^(10?|[2-9tqka]|j|jok?|joker?|(10?|[2-9tjqka])[shdc])$/i;

/** The keys of a card that nobody asked for: all of them are passed over, so that no suit is taken for a player's choice. */
export class Stray {
	constructor() {
		this.typed = "";
		this.at = 0;
	}

	/** Whether a key is one of them; a rank begins them. */
	takes(/** @type {string} */ key) {
		if (performance.now() - this.at > STRAY_MS) this.typed = "";
		const isEnd = key === "Enter" && this.typed !== "";
		const typed = isEnd ? "" : PART.test(this.typed + key) ? this.typed + key : PART.test(key) ? key : "";
		this.typed = typed;
		this.at = performance.now();
		return isEnd || typed !== "";
	}
}

/**
 * What comes faster than an eye can follow is shown beat by beat, with a rest after each that is as long as there is
 * something to see. Nothing is held back once the next round has come, nor at all when animations are off, nobody looks
 * or somebody presses to skip.
 * @module
 */

import { isStill } from "../settings.js";
import { roundEvent } from "./results.js";

/** @import { TableView } from "../api-types" */
/** @import { Beat, Kind } from "./beats.js" */
/** @import { Told } from "./stream.js" */

/** @type {Record<Kind, number>} */
const REST_MS = { deal: 260, street: 700, draw: 650, turn: 750, act: 260, settle: 550, rest: 260 };
const CARD_MS = 120;
/** How far the page may fall behind the table beyond what its own beats take. */
const LAG_MOST_MS = 8000;
/** How long an outcome stands before a table that goes on at once. */
const OUTCOME_MS = 1500;

/** How a message is cut into beats: needed from the first round on, and never in Pan. @type {typeof import("./beats.js") | null} */
let cutting = null;

/** Fetches what cuts messages, once; gives whether a message that has come is for it. */
const needCutting = (/** @type {TableView | null} */ view) => {
	const isFor = view !== null && view.round?.family !== "pan" && view.phase !== "idle";
	if (isFor && cutting === null) void import("./beats.js").then((part) => (cutting = part), () => {});
	return isFor;
};

/** A message that is shown as it came. @returns {Beat[]} */
const whole = (/** @type {Told} */ told) => [{ ...told, kind: "rest", isLast: true, isDecided: told.view.phase !== "playing" }];

export class Pace {
	constructor(/** @type {(beat: Beat) => void} */ show) {
		this.show = show;
		/** @type {{beat: Beat, late: number}[]} */
		this.queue = [];
		this.freeAt = 0;
		/** The newest table that has come, shown or not. @type {TableView | null} */
		this.newest = null;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		this.timer = undefined;
	}

	/** Takes what has come. A whole table is shown at once, with what was still to be told of the one before. */
	add(/** @type {Told} */ told) {
		if (told.isFresh) told = { ...told, lines: [...this.queue.splice(0).flatMap(({ beat }) => beat.lines), ...told.lines] };
		const beats = needCutting(told.view) && cutting ? cutting.beatsOf(this.newest, told) : whole(told);
		this.newest = told.view;
		let late = performance.now() + LAG_MOST_MS;
		for (const beat of beats) {
			this.queue.push({ beat, late });
			late += restAfter(beat);
		}
		this.run();
	}

	/** Shows all that has come, at once; gives whether there was anything. */
	skip() {
		const wasBehind = this.isBehind();
		this.freeAt = 0;
		for (const { beat } of this.queue.splice(0)) this.show(beat);
		clearTimeout(this.timer);
		return wasBehind;
	}

	/** Whether something has come that is not shown yet. */
	isBehind() {
		return this.queue.length > 0;
	}

	run() {
		clearTimeout(this.timer);
		for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
			const { beat, late } = next;
			const now = performance.now();
			const isPast = beat.view.round_number < (this.newest?.round_number ?? 0);
			const isFree = isStill() || document.hidden || beat.isFresh || isPast || now > late || now >= this.freeAt;
			if (!isFree) {
				this.timer = setTimeout(() => this.run(), this.freeAt - now);
				return;
			}
			this.queue.shift();
			this.freeAt = beat.isFresh ? now : now + restAfter(beat);
			this.show(beat);
		}
	}

	stop() {
		clearTimeout(this.timer);
		this.queue = [];
	}
}

/** How long a beat is looked at before the next one. */
function restAfter(/** @type {Beat} */ beat) {
	const cards = beat.lines.filter((line) => roundEvent(line)?.event === "dealt").length;
	if (beat.isLast && beat.view.phase === "resting") return OUTCOME_MS;
	return REST_MS[beat.kind] + Math.min(cards, 12) * CARD_MS;
}

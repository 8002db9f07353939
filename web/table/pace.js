/**
 * What comes faster than an eye can follow is shown one message after the other, with a short rest between.
 * Nothing is ever held back for long, and nothing at all when animations are off or nobody looks.
 * @module
 */

import { isStill } from "../settings.js";
import { roundEvent } from "./results.js";

/** @import { Told } from "./stream.js" */

const REST_MS = 260;
const CARD_MS = 120;
const LAG_MOST_MS = 2400;

export class Pace {
	constructor(/** @type {(told: Told) => void} */ show) {
		this.show = show;
		/** @type {{told: Told, at: number}[]} */
		this.queue = [];
		this.freeAt = 0;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		this.timer = undefined;
	}

	add(/** @type {Told} */ told) {
		if (told.isFresh) this.queue = [];
		this.queue.push({ told, at: performance.now() });
		this.run();
	}

	run() {
		clearTimeout(this.timer);
		for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
			const now = performance.now();
			const isLate = now - next.at > LAG_MOST_MS;
			const isFree = isStill() || document.hidden || next.told.isFresh || isLate || now >= this.freeAt;
			if (!isFree) {
				this.timer = setTimeout(() => this.run(), this.freeAt - now);
				return;
			}
			this.queue.shift();
			const cards = next.told.lines.filter((line) => roundEvent(line)?.event === "dealt").length;
			this.freeAt = next.told.isFresh ? now : now + REST_MS + Math.min(cards, 12) * CARD_MS;
			this.show(next.told);
		}
	}

	stop() {
		clearTimeout(this.timer);
		this.queue = [];
	}
}

/**
 * What is heard at a table: one's turn, cards, chips, a win, and time that runs low. Every sound is made here, from
 * tones and a little noise; a telephone also shakes for one's turn.
 * @module
 */

import { settings } from "../settings.js";
import { isAsked } from "./tray.js";

/** @import { TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** @typedef {"turn" | "cards" | "chips" | "win" | "time"} Sound */
/** A tone: its pitch in hertz (0 is noise), when it begins, how long it lasts in seconds, and how loud it is. */
/** @typedef {[number, number, number, number]} Tone */

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
	turn: [[660, 0, 0.14, 0.2], [880, 0.13, 0.22, 0.2]],
	cards: [[0, 0, 0.07, 0.12]],
	chips: [[2400, 0, 0.04, 0.08], [3100, 0.05, 0.05, 0.07]],
	win: [[523, 0, 0.16, 0.16], [659, 0.12, 0.16, 0.16], [784, 0.24, 0.3, 0.16]],
	time: [[440, 0, 0.1, 0.22], [440, 0.2, 0.1, 0.22]],
};

/** When so little of one's time is left, in milliseconds, it is heard. */
const LOW_MS = 5000;

/** @type {AudioContext | null} */
let context = null;

/** Makes a sound; a browser that does not let the page sound before a press stays silent. */
function play(/** @type {Sound} */ sound) {
	if (!settings.sounds || typeof AudioContext === "undefined") return;
	context ??= new AudioContext();
	if (context.state === "suspended") void context.resume();
	for (const [pitch, begin, length, loudness] of SOUNDS[sound]) {
		const at = context.currentTime + begin;
		const gain = context.createGain();
		gain.gain.setValueAtTime(loudness, at);
		gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
		const source = pitch > 0 ? tone(context, pitch) : noise(context, length);
		source.connect(gain).connect(context.destination);
		source.start(at);
		source.stop(at + length);
	}
}

function tone(/** @type {AudioContext} */ from, /** @type {number} */ pitch) {
	const source = from.createOscillator();
	source.frequency.value = pitch;
	return source;
}

function noise(/** @type {AudioContext} */ from, /** @type {number} */ length) {
	const source = from.createBufferSource();
	const buffer = from.createBuffer(1, Math.ceil(from.sampleRate * length), from.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
	source.buffer = buffer;
	return source;
}

/** The chips that lie on the felt. */
function down(/** @type {TableView} */ { round, wagers }) {
	const inRound = (round?.seats ?? []).flatMap((seat) => [seat.bet, ...seat.wagers.map((one) => one.amount)]);
	const waiting = round ? [] : wagers.map((one) => one.wager.base);
	return [...inRound, ...waiting, ...(round?.pots ?? [])].reduce((sum, one) => sum + one, 0);
}

/** Hears a table from one view to the next. */
export class Ear {
	constructor() {
		this.wasAsked = false;
		/** The deadline of which it was said that it comes soon. */
		this.warned = 0;
	}

	/** Sounds for what has come about since the view before. */
	hear(/** @type {TableView | null} */ before, /** @type {Desk} */ desk) {
		const { view, me, fresh } = desk;
		const asked = isAsked(desk);
		const isTurn = asked && !this.wasAsked;
		this.wasAsked = asked;
		// Before the first touch a browser lets nothing shake.
		if (isTurn && settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
		const net = view.nets.find((one) => one.person === me?.person)?.net ?? 0;
		const isOver = view.phase === "resting" && before !== null && before.phase !== "resting";
		if (isTurn) play("turn");
		else if (isOver && net > 0) play("win");
		else if (fresh.size > 0) play("cards");
		else if (before !== null && down(view) > down(before)) play("chips");
	}

	/** Once a second: says once for each turn that its time runs low. */
	tick(/** @type {Desk} */ desk) {
		const { deadline } = desk.view;
		if (deadline === null || deadline === this.warned || !isAsked(desk)) return;
		const left = deadline - (Date.now() + desk.skew);
		if (left > LOW_MS || left <= 0) return;
		this.warned = deadline;
		play("time");
	}
}

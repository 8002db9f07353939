/** Single keys for choices, and the sheet that lists them. @module */

import { openSheet } from "../dialog.js";
import { settings } from "../settings.js";
import { h } from "../tree.js";

/** @import { Desk } from "./desk.js" */

const list = [
	["H  S  D  P  U", "Hit, stand, double, split, give up half"],
	["I  E  N", "Insure, even money, no thank you"],
	["F  C  B  R", "Fold, check or call, bet, raise"],
	["P  F", "Play or fold in Three Card Poker"],
	["1 to 7, Enter, W", "Pick cards, set the hand, house way"],
	["T  P", "Take or pass the bank"],
	["Enter", "Put the wager down, confirm"],
	["Space", "Show at once what is still being told"],
	["N", "Your next table"],
	["L", "Show or hide the narration on a small screen"],
	["?", "This list"],
];

/** Listens for keys; gives a way to stop. */
export function listenForKeys(/** @type {() => Desk | null} */ current) {
	const listen = (/** @type {KeyboardEvent} */ event) => {
		const desk = current();
		const target = event.target instanceof HTMLElement ? event.target : null;
		if (!desk || !settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
		if (target?.closest("dialog, input:not([type=range]), textarea, select")) return;
		if (event.key === "?") return openKeyList();
		// Enter on a focused button presses that button.
		if (event.key === "Enter" && target?.closest("button, a")) return;
		const act = desk.keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
		if (!act || desk.isBusy) return;
		event.preventDefault();
		act();
	};
	addEventListener("keydown", listen);
	return () => removeEventListener("keydown", listen);
}

/** How far a finger goes across before it is a swipe, in pixels. */
const SWIPE = 70;

/** Listens for swipes across the head and the felt of a table; gives a way to stop. */
export function listenForSwipes(/** @type {HTMLElement} */ place, /** @type {(way: 1 | -1) => void} */ swiped) {
	/** @type {Touch | null} */
	let from = null;
	const begin = (/** @type {TouchEvent} */ { target, touches }) => {
		const isMeant = target instanceof Element && target.closest(".felt, .table-head") !== null && !target.closest("input");
		from = isMeant && touches.length === 1 ? (touches[0] ?? null) : null;
	};
	const end = (/** @type {TouchEvent} */ { changedTouches }) => {
		const [to] = changedTouches;
		if (!from || !to) return;
		const across = to.clientX - from.clientX;
		if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(to.clientY - from.clientY)) swiped(across < 0 ? 1 : -1);
		from = null;
	};
	place.addEventListener("touchstart", begin, { passive: true });
	place.addEventListener("touchend", end, { passive: true });
	return () => {
		place.removeEventListener("touchstart", begin);
		place.removeEventListener("touchend", end);
	};
}

export function openKeyList() {
	openSheet(
		"Keys",
		() => [
			h(
				"dl.facts.keys",
				list.map(([keys, what]) => h("div", { key: keys }, h("dt", what), h("dd", h("kbd", keys)))),
			),
			h(
				"p.soft",
				settings.shortcuts
					? "Single keys can be turned off in the preferences."
					: "Single keys are turned off in the preferences.",
			),
		],
		{ class: "narrow" },
	);
}

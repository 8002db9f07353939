/** Single keys for choices, and swipes between tables. @module */

import { settings } from "../settings.js";

/** @import { Desk } from "./desk.js" */

// The list is fetched when it is first opened.
export const openKeyList = () => void import("./key_list.js").then((part) => part.openKeyList());

/** Listens for keys; gives a way to stop. */
export function listenForKeys(/** @type {() => Desk | null} */ current) {
	const listen = (/** @type {KeyboardEvent} */ event) => {
		const desk = current();
		const target = event.target instanceof HTMLElement ? event.target : null;
		if (!desk || !settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
		if (target?.closest("dialog, input:not([type=range]), textarea, select")) return;
		if (event.key === "?") return openKeyList();
		// Enter and Space on a focused button press that button.
		if (event.key === "Enter" && target?.closest("button, a, summary")) return;
		if (event.key === " " && target?.closest("button, summary")) return;
		const act = desk.keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
		// What was sent holds up choices alone: what is being told of it can be skipped.
		if (!act || (desk.isBusy && event.key !== " ")) return;
		// What did nothing leaves the key to the browser: Space scrolls where nothing is to be skipped.
		if (act() !== false) event.preventDefault();
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

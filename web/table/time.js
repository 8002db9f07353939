/** How much time is left, as a bar that empties and as seconds. @module */

import { h } from "../tree.js";

/** @import { Desk } from "./desk.js" */

/** When each deadline was first seen, to know how long it was. */
/** @type {Map<number, number>} */
const firstSeen = new Map();

function remains(/** @type {Desk} */ desk) {
	const { deadline } = desk.view;
	if (deadline === null) return null;
	const left = deadline - (Date.now() + desk.skew);
	if (!firstSeen.has(deadline)) {
		if (firstSeen.size > 50) firstSeen.clear();
		firstSeen.set(deadline, Math.max(left, 1));
	}
	return { left: Math.max(0, left), whole: firstSeen.get(deadline) ?? left, deadline };
}

/** The bar under a name; it empties by itself. */
export function timeBar(/** @type {Desk} */ desk) {
	const time = remains(desk);
	if (!time || time.left <= 0) return null;
	return h("i", {
		key: time.deadline,
		class: "time-bar",
		style: `--whole:${time.whole}ms;--gone:${Math.round(time.left - time.whole)}ms`,
		"aria-hidden": "true",
	});
}

/** Seconds left in words; drawn once a second by the table. */
export function timeWords(/** @type {Desk} */ desk) {
	const time = remains(desk);
	return time ? `${Math.ceil(time.left / 1000)} s` : "";
}

/** Small line drawings for buttons, in a square of 24. @module */

import { h } from "./tree.js";

const lines = {
	back: "M15 5 8 12l7 7",
	book: "M5 4h6a3 3 0 0 1 3 3v13a3 3 0 0 0-3-2H5ZM19 4h-2a3 3 0 0 0-3 3v13a3 3 0 0 1 3-2h2Z",
	notice: "M6 3h12v18H6ZM9 8h6M9 12h6M9 16h4",
	history: "M4 12a8 8 0 1 1 2.5 5.8M4 20v-5h5M12 8v5l3 2",
	gear: "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
	close: "M6 6l12 12M18 6 6 18",
	keys: "M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8",
	person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM5 20c0-4 3-6 7-6s7 2 7 6",
	play: "M8 5l11 7-11 7Z",
	next: "M9 5l7 7-7 7",
	first: "M7 5v14M18 5l-8 7 8 7",
	last: "M17 5v14M6 5l8 7-8 7",
	check: "M5 13l4 4L19 7",
	warn: "M12 4 2.5 20h19ZM12 10v5M12 17.5h.01",
	undo: "M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2",
	list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
	door: "M6 3h9v18H6ZM12 12h.01M18 12h4M20 10l2 2-2 2",
	minus: "M6 12h12",
	plus: "M6 12h12M12 6v12",
	coach: "M12 3a6 6 0 0 1 3.5 10.9V17h-7v-3.1A6 6 0 0 1 12 3ZM9.5 20.5h5M12 17v-5M9.8 9.8 12 12l2.2-2.2",
	sound: "M4 9h4l5-4v14l-5-4H4ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
	silent: "M4 9h4l5-4v14l-5-4H4ZM17 10l4 4M21 10l-4 4",
	tables: "M3 5h8v6H3ZM13 5h8v6h-8ZM3 13h8v6H3ZM13 13h8v6h-8Z",
	mark: "M7 3h10v18l-5-4-5 4Z",
	share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
	bot: "M6 9h12v9H6ZM12 9V5M9.5 13h.01M14.5 13h.01M3 12v3M21 12v3",
};

/** @typedef {keyof typeof lines} Icon */

export function icon(/** @type {Icon} */ name) {
	return h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: lines[name] }));
}

/** Panguingue's part of a table, fetched when a table plays it: other tables need none of it. @module */

import { addPanStyle } from "../styles.js";

/** @import { SeatView } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** @type {(typeof import("./pan.js") & typeof import("./pan_summary.js")) | null} */
let part = null;
let isAsked = false;

/** Fetches the part if the table plays Pan, and draws once more when it is here. */
export function needPan(/** @type {Desk} */ { view, redraw }) {
	if (isAsked || view.round?.family !== "pan") return;
	isAsked = true;
	Promise.all([import("./pan.js"), import("./pan_summary.js"), addPanStyle()]).then(
		([pan, summary]) => {
			part = { ...pan, ...summary };
			redraw();
		},
		() => {
			isAsked = false;
		},
	);
}

/** Whether the table plays Pan, and its part is here. */
export const isPan = (/** @type {Desk} */ { view }) => part !== null && view.round?.family === "pan";

export const panPanel = (/** @type {Desk} */ desk) => part?.panPanel(desk) ?? null;
export const panOutcome = (/** @type {Desk} */ desk) => part?.panOutcome(desk) ?? null;
export const panCentre = (/** @type {Desk} */ desk) => part?.panCentre(desk) ?? null;
export const panHands = (/** @type {Desk} */ desk, /** @type {SeatView} */ seat) => part?.panHands(desk, seat) ?? null;

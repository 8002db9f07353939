/** The coach's part of a table, fetched when a reader at a practice table asks for it. @module */

import { icon } from "../icons.js";
import { changeSettings, settings } from "../settings.js";
import { h } from "../tree.js";

/** @import { Desk } from "./desk.js" */

/** @type {typeof import("./coach.js") | null} */
let part = null;
let isAsked = false;

/** Fetches the part, and draws once more when it is here. */
function needCoach(/** @type {Desk} */ desk) {
	if (isAsked) return;
	isAsked = true;
	import("./coach.js").then(
		(coach) => {
			part = coach;
			desk.redraw();
		},
		() => {
			isAsked = false;
		},
	);
}

/** Turns the coach on and off; there is none at a table of the house. */
export function coachSwitch(/** @type {Desk} */ desk) {
	if (!desk.view.is_practice) return null;
	const press = () => {
		changeSettings({ coach: !settings.coach });
		desk.redraw();
	};
	return h(
		"button.quiet.small.coach-switch",
		{ "aria-pressed": String(settings.coach), "aria-label": "Coach", title: "What each choice is worth", onclick: press },
		icon("coach"),
		h("span", "Coach"),
	);
}

/** The coach's answer in one line. */
export function coachLine(/** @type {Desk} */ desk) {
	if (!desk.view.is_practice || !settings.coach) return null;
	needCoach(desk);
	return part?.line(desk) || null;
}

/** What the coach says, at a practice table and if the reader wants it. */
export function coachPanel(/** @type {Desk} */ desk) {
	if (!desk.view.is_practice || !settings.coach) return null;
	needCoach(desk);
	return part?.panel(desk) ?? null;
}

/** Setting double hands, fetched where they are played: other tables need none of it. @module */

/** @import { Desk } from "./desk.js" */

/** @type {typeof import("./setting.js") | null} */
let part = null;
let isAsked = false;

/** Fetches the part if the table plays double hands, and draws once more when it is here. */
function need(/** @type {Desk} */ { view, redraw }) {
	if (isAsked || view.round?.family !== "double-hand") return;
	isAsked = true;
	import("./setting.js").then(
		(setting) => {
			part = setting;
			redraw();
		},
		() => {
			isAsked = false;
		},
	);
}

export function settingPanel(/** @type {Desk} */ desk) {
	need(desk);
	return part?.settingPanel(desk) ?? null;
}

export const pilePanel = (/** @type {Desk} */ desk) => part?.pilePanel(desk) ?? null;

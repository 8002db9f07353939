/** What a reader prefers, kept in this browser. @module */

const KEY = "cardroom-settings";

/** @typedef {{animations: boolean, fourColours: boolean, shortcuts: boolean, largeText: boolean, coach: boolean}} Settings */

/** @type {Settings} */
export const settings = { animations: true, fourColours: false, shortcuts: true, largeText: false, coach: false, ...kept() };

/** @returns {Partial<Settings>} */
function kept() {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? "{}");
	} catch {
		return {};
	}
}

/** Puts the preferences onto the page, where the style sheets see them. */
export function applySettings() {
	const root = document.documentElement.dataset;
	root.suits = settings.fourColours ? "four" : "two";
	root.motion = isStill() ? "off" : "on";
	root.text = settings.largeText ? "large" : "normal";
}

/** Whether nothing should move: by choice here or in the system's own settings. */
export function isStill() {
	return !settings.animations || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function changeSettings(/** @type {Partial<Settings>} */ change) {
	Object.assign(settings, change);
	try {
		localStorage.setItem(KEY, JSON.stringify(settings));
	} catch {
		// A browser that keeps nothing still lets the preference hold until the page is left.
	}
	applySettings();
}

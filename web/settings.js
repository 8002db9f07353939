/** What a reader prefers, kept in this browser. @module */

const KEY = "cardroom-settings";

/** @typedef {{animations: boolean, fourColours: boolean, shortcuts: boolean, largeText: boolean, coach: boolean, presets: string[], felt: string, largeCards: boolean}} Settings */

/** Parts of the pot that a bet can be offered at; the preferences say which of them are. @type {[string, number][]} */
export const POT_PARTS = [
	["⅓ pot", 1 / 3],
	["½ pot", 1 / 2],
	["¾ pot", 3 / 4],
	["Pot", 1],
];

/** The colours of the felt. */
export const FELTS = ["green", "blue", "red", "charcoal"];

/** @type {Settings} */
export const settings = { animations: true, fourColours: false, shortcuts: true, largeText: false, coach: false, presets: POT_PARTS.map(([name]) => name), felt: "green", largeCards: false, ...kept() };

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
	root.felt = settings.felt;
	root.cards = settings.largeCards ? "large" : "normal";
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

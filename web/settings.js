/** What a reader prefers, kept in this browser, and by the room for an account (kept_settings.js). @module */

const KEY = "cardroom-settings";

/** @typedef {{animations: boolean, fourColours: boolean, shortcuts: boolean, largeText: boolean, coach: boolean, presets: string[], felt: string, theme: string, largeCards: boolean, sounds: boolean, vibration: boolean, marks: string[]}} Settings */

/** Parts of the pot that a bet can be offered at; the preferences say which of them are. @type {[string, number][]} */
export const POT_PARTS = [
	["⅓ pot", 1 / 3],
	["½ pot", 1 / 2],
	["¾ pot", 3 / 4],
	["Pot", 1],
];

/** The light of the room. */
export const THEMES = ["dark", "light", "system"];

/** The colours of the felt. */
export const FELTS = ["green", "blue", "red", "charcoal"];

/** @type {Settings} */
export const settings = { animations: true, fourColours: false, shortcuts: true, largeText: false, coach: false, presets: POT_PARTS.map(([name]) => name), felt: "green", theme: "dark", largeCards: false, sounds: true, vibration: true, marks: [], ...kept() };

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
	root.theme = isLight() ? "light" : "dark";
	root.cards = settings.largeCards ? "large" : "normal";
	root.text = settings.largeText ? "large" : "normal";
}

/** Whether nothing should move: by choice here or in the system's own settings. */
export function isStill() {
	return !settings.animations || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether walls and papers are light; the felt keeps its colour. */
function isLight() {
	return settings.theme === "light" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
}

/** What is told of every change. @type {Set<() => void>} */
const listeners = new Set();

/** Calls back after every change of the preferences by the reader. */
export const onSettings = (/** @type {() => void} */ listener) => listeners.add(listener);

export function changeSettings(/** @type {Partial<Settings>} */ change) {
	takeSettings(change);
	for (const listener of listeners) listener();
}

/** Takes preferences over without telling anybody, such as those that the account has kept. */
export function takeSettings(/** @type {Partial<Settings>} */ change) {
	Object.assign(settings, change);
	try {
		localStorage.setItem(KEY, JSON.stringify(settings));
	} catch {
		// A browser that keeps nothing still lets the preference hold until the page is left.
	}
	applySettings();
}

/** Who sits before this page. @module */

import { api, Refused } from "./api.js";
import { money } from "./money.js";

/** @import { Me, Role } from "./api-types" */

/** @type {Me | null} */
let me = null;
/** @type {Set<() => void>} */
const listeners = new Set();

export const whoAmI = () => me;

export const hasRole = (/** @type {Role} */ role) => me?.roles.includes(role) ?? false;

/** The chips that somebody can bring to a table: play chips to a practice table, those of the house to any other. */
export const walletAt = (/** @type {{is_practice: boolean}} */ table, who = me) =>
	(table.is_practice ? who?.play_chips : who?.wallet) ?? 0;

/** What somebody has away from the tables, in a word or two that say which chips they are. */
export const chipsInHand = (/** @type {Me} */ who) =>
	who.wallet > 0 ? money(who.wallet) : `${money(who.play_chips)} play`;

/** Takes play chips, up to what a newcomer has. */
export async function takePlayChips() {
	become(await api.playChips());
}

/** Calls back whenever somebody comes or goes; gives a way to stop. */
export function onSession(/** @type {() => void} */ listener) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The session's cookie is out of a script's sight, so the browser keeps a mark that there is one. */
const MARK = "cardroom-came-in";

function mark(/** @type {Me | null} */ who) {
	try {
		if (who) localStorage.setItem(MARK, String(who.person));
		else localStorage.removeItem(MARK);
	} catch {
		// Without storage the page asks again on each visit by signing in.
	}
}

function isMarked() {
	try {
		return localStorage.getItem(MARK) !== null;
	} catch {
		return false;
	}
}

function become(/** @type {Me | null} */ next) {
	me = next;
	mark(next);
	for (const listener of [...listeners]) listener();
}

/** Asks the server who this is; nobody is a fine answer. */
export async function refreshSession() {
	if (!isMarked()) return;
	try {
		become(await api.me());
	} catch (error) {
		if (!(error instanceof Refused) || error.status !== 401) throw error;
		become(null);
	}
}

// Whoever comes or goes in another tab comes or goes here.
addEventListener("storage", (event) => {
	if (event.key !== MARK) return;
	if (event.newValue === null) become(null);
	else refreshSession().catch(() => {});
});

/** Comes in as a guest unless somebody is here already. */
export async function ensureGuest(name = "") {
	if (me === null) become(await api.guest(name));
	return /** @type {Me} */ (me);
}

export async function signIn(/** @type {string} */ name, /** @type {string} */ password, /** @type {boolean} */ isNew) {
	become(await (isNew ? api.register(name, password) : api.login(name, password)));
}

export async function signOut() {
	await api.logout();
	become(null);
}

/** Ends every session, wherever it was opened. */
export async function signOutEverywhere() {
	await api.logoutEverywhere();
	become(null);
}

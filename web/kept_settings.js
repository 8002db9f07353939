/** Preferences that go with an account: the room keeps them, and every browser of the same person has them. @module */

import { api } from "./api.js";
import { onSession, whoAmI } from "./session.js";
import { applySettings, onSettings, settings, takeSettings } from "./settings.js";

/** How long a change waits for the next one before it is sent, in milliseconds. */
const WAIT_MS = 600;

/** Whose preferences are shown. @type {number | null} */
let person = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const account = () => {
	const me = whoAmI();
	return me && !me.is_guest ? me.person : null;
};

async function load() {
	if (account() === person) return;
	person = account();
	if (person === null) return;
	const mine = person;
	const { text } = await api.preferences().catch(() => ({ text: "" }));
	if (account() !== mine || text === "") return;
	try {
		takeSettings(JSON.parse(text));
		applySettings();
	} catch {
		// What an earlier page wrote and this one cannot read is left alone.
	}
}

function keep() {
	clearTimeout(timer);
	const mine = account();
	if (mine === null) return;
	timer = setTimeout(() => account() === mine && void api.keepPreferences(JSON.stringify(settings)).catch(() => {}), WAIT_MS);
}

/** Follows whoever signs in, and keeps what they change. */
export function followAccount() {
	onSession(() => void load());
	onSettings(keep);
	void load();
}

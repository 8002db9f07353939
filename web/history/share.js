/** Sharing a round by its address. @module */

import { note } from "../dialog.js";

/** Copies the address of a round, at which anybody sees it as the rail did. */
export async function shareRound(/** @type {number} */ table, /** @type {number} */ round) {
	const address = `${location.origin}/table/${table}/rounds/${round}`;
	try {
		await navigator.clipboard.writeText(address);
		note("The link is copied. Whoever opens it sees the round as the rail did.", "good");
	} catch {
		note(address);
	}
}

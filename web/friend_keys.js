/** The words of links to private tables that this browser has come by. @module */

const NAME = "cardroom-friends-";

/** The word of a table's link, if this browser knows it. */
export function friendKey(/** @type {number} */ table) {
	try {
		return localStorage.getItem(NAME + table);
	} catch {
		return null;
	}
}

export function keepFriendKey(/** @type {number} */ table, /** @type {string} */ key) {
	try {
		localStorage.setItem(NAME + table, key);
	} catch {
		// Without storage the link itself leads back.
	}
}

/** The whole address that friends get. */
export const friendLink = (/** @type {number} */ table, /** @type {string} */ key) =>
	`${location.origin}/table/${table}/friends/${key}`;

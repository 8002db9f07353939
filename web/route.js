/** Going from one view to another without loading the page anew. @module */

/**
 * Draws a view into a place and gives the function that closes it; the parts come from the address.
 * @typedef {(place: HTMLElement, ...parts: string[]) => (() => void)} OpenView
 */

/** Asked where the reader is about to go; gives whether they stay until they have answered. @type {((path: string) => boolean) | null} */
let guard = null;

/** Sets what is asked before the reader goes away; gives a way to end it. */
export function guardLeaving(/** @type {(path: string) => boolean} */ next) {
	guard = next;
	return () => {
		if (guard === next) guard = null;
	};
}

/** Whether the reader has to answer something before they go there. */
export const isGuarded = (/** @type {string} */ path) => guard?.(path) ?? false;

/** Goes to another view; `isMeant` once the reader has answered whatever is asked before. */
export function go(/** @type {string} */ path, isMeant = false) {
	if (!isMeant && isGuarded(path)) return;
	if (path !== location.pathname) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
}

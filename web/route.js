/** Going from one view to another without loading the page anew. @module */

/**
 * Draws a view into a place and gives the function that closes it; the parts come from the address.
 * @typedef {(place: HTMLElement, ...parts: string[]) => (() => void)} OpenView
 */

export function go(/** @type {string} */ path) {
	if (path !== location.pathname) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
}

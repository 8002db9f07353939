/** Going from one view to another without loading the page anew. @module */

/**
 * Draws a view into a place and gives the function that closes it; the parts come from the address.
 * @typedef {(place: HTMLElement, ...parts: string[]) => (() => void)} OpenView
 */

/**
 * Asked where the reader is about to go; gives whether they stay until they have answered, and goes if they say so.
 * @typedef {(path: string, leave: () => unknown) => boolean} Guard
 */

/** @type {Guard | null} */
let guard = null;

/** Where somebody is who signs out. */
export const SIGNED_OUT = "signed out";

/** Sets what is asked before the reader goes away; gives a way to end it. */
export function guardLeaving(/** @type {Guard} */ next) {
	guard = next;
	return () => {
		if (guard === next) guard = null;
	};
}

/** Whether the reader has to answer something before they go there. */
export const isGuarded = (/** @type {string} */ path, /** @type {() => unknown} */ leave = () => go(path, true)) => guard?.(path, leave) ?? false;

/** Whether this page stands beside others in one window. */
export const isFramed = window.top !== window.self;

/** How a page that stands beside others tells the whole window where to go. */
export const GOES = "goes-from-beside";

/** Goes to another view; `isMeant` once the reader has answered whatever is asked before. */
export function go(/** @type {string} */ path, isMeant = false) {
	// What is no table's takes the whole window, which asks for every table in it.
	if (isFramed && !path.startsWith("/table/")) {
		window.parent.dispatchEvent(new CustomEvent(GOES, { detail: path }));
		return;
	}
	if (!isMeant && isGuarded(path)) return;
	if (path !== location.pathname) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
}

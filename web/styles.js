/** Styles that only some views need: each comes with the first view that does, at its place among the others. @module */

/** Before which of the others each stands. */
const PLACES = { "/style/seats.css": "/style/tray.css", "/style/lobby.css": "/style/felt.css", "/style/pan.css": "/style/books.css", "/style/staff.css": "/style/low.css", "/style/own.css": "/style/low.css", "/style/chat.css": "/style/low.css", "/style/wall.css": "/style/low.css" };

/** Adds a style if it is not here yet, and waits for it. */
async function addStyle(/** @type {keyof typeof PLACES} */ href) {
	if (document.querySelector(`link[href="${href}"]`)) return;
	const link = document.createElement("link");
	link.rel = "stylesheet";
	link.href = href;
	const done = new Promise((done) => (link.onload = link.onerror = done));
	document.querySelector(`link[href="${PLACES[href]}"]`)?.before(link);
	await done;
}

/** What is opened most: the lobby, a table, a book. */
const PLAIN = /^\/(table\/\d+(\/book)?|book\/[\w-]+\/[\w-]+)?$/;

/** The styles of the view at a path: those of seats with a felt, the desks' with whatever is not plain. Those of one game or of a chat come with it. */
export async function addStylesOf(/** @type {string} */ path) {
	if (/^\/(tables)?$/.test(path)) await addStyle("/style/lobby.css");
	if (/^\/(table\/\d+(\/rounds\/\d+)?|dealer\/\d+)$/.test(path)) await addStyle("/style/seats.css");
	if (/^\/deal/.test(path)) await addPanStyle();
	if (!PLAIN.test(path)) await addDeskStyle();
	if (path === "/wall") await addStyle("/style/wall.css");
	if (/^\/(tables|rounds|floor)$/.test(path)) await addStyle("/style/own.css");
}

/** The style of melds and piles. */
export const addPanStyle = () => addStyle("/style/pan.css");

/** The style of what is said at a table. */
export const addChatStyle = () => addStyle("/style/chat.css");

/** The style of desks, lists and pads for cards. */
export const addDeskStyle = () => addStyle("/style/staff.css");

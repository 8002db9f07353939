/** Styles that only some views need: each comes with the first view that does, at its place among the others. @module */

/** The styles of which each overrides those before it. */
const ORDER = /** @type {const} */ (["lobby", "felt", "seats", "tray", "pan", "books", "staff", "own", "chat", "wall", "low"]);

const linkTo = (/** @type {string} */ name) => document.querySelector(`link[href="/style/${name}.css"]`);

/** Adds a style if it is not here yet, and waits for it. */
async function addStyle(/** @type {(typeof ORDER)[number]} */ name) {
	if (linkTo(name)) return;
	const link = document.createElement("link");
	link.rel = "stylesheet";
	link.href = `/style/${name}.css`;
	const done = new Promise((done) => (link.onload = link.onerror = done));
	ORDER.slice(ORDER.indexOf(name) + 1).map(linkTo).find(Boolean)?.before(link);
	await done;
}

/** What is opened most: the lobby, a table, a book. */
const PLAIN = /^\/(table\/\d+(\/book)?|book\/[\w-]+\/[\w-]+)?$/;

/** The styles of the view at a path: those of seats with a felt, the desks' with whatever is not plain. Those of one game or of a chat come with it. */
export async function addStylesOf(/** @type {string} */ path) {
	if (/^\/(tables)?$/.test(path)) await addStyle("lobby");
	if (/^\/(table\/\d+(\/rounds\/\d+)?|dealer\/\d+)$/.test(path)) await addStyle("seats");
	if (/^\/deal/.test(path)) await addPanStyle();
	if (!/^\/(tables|table\/\d+)?$/.test(path)) await addBookStyle();
	if (!PLAIN.test(path)) await addDeskStyle();
	if (path === "/wall") await addStyle("wall");
	if (/^\/(tables|rounds|floor)$/.test(path)) await addStyle("own");
}

/** The style of melds and piles. */
export const addPanStyle = () => addStyle("pan");

/** The style of what is said at a table. */
export const addChatStyle = () => addStyle("chat");

/** The style of rule books, and of whatever stands in a table of rows. */
export const addBookStyle = () => addStyle("books");

/** The style of desks, lists and pads for cards. */
export const addDeskStyle = () => Promise.all([addBookStyle(), addStyle("staff")]);

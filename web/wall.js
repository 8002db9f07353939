/** The wall: every list of the house in large letters, for a screen that nobody touches. @module */

import { api } from "./api.js";
import { draw, h } from "./tree.js";

/** @import { WallCall, WallList, WallView } from "./api-types" */
/** @import { OpenView } from "./route.js" */

const EVERY_MS = 2000;

/** How many names stand in one list before the rest is counted. */
const NAMES_MOST = 10;

/** @type {OpenView} */
export const open = (place) => {
	place.className = "wall";
	document.title = "Lists · Cardroom";
	document.documentElement.dataset.wall = "yes";
	/** @type {WallView | null} */
	let wall = null;
	let fault = "";
	// How far the clock of this screen is from the room's.
	let ahead = 0;

	const redraw = () =>
		draw(place, [
			h("header.wall-head", h("h1", "Lists"), h("p.wall-clock", new Date(Date.now() - ahead).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }))),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			wall && wall.lists.length === 0 && h("p.wall-none", "No list is open. Ask the floor for a game."),
			wall && h("div.wall-lists", wall.lists.map((list) => game(list, Date.now() - ahead))),
			h("footer.wall-foot", "Nobody under 21 plays here. If gambling is a problem for you or somebody you know, call ", h("span.unbroken", "1-800-GAMBLER"), "."),
		]);

	const refresh = async () => {
		try {
			wall = await api.wall();
			ahead = Date.now() - wall.now_ms;
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	void refresh();
	const asking = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	const ticking = setInterval(redraw, 1000);
	redraw();
	return () => {
		clearInterval(asking);
		clearInterval(ticking);
		delete document.documentElement.dataset.wall;
	};
};

function game(/** @type {WallList} */ list, /** @type {number} */ now) {
	const more = list.waiting.length - NAMES_MOST;
	return h(
		"section.wall-list",
		{ key: list.list, "aria-label": `${list.game} ${list.stakes}` },
		h("h2", h("span", list.stakes), list.game),
		h(
			"p.wall-tables",
			list.tables.length === 0
				? "No table yet"
				: list.tables.map((table) =>
						h("span", { key: table.table, class: table.taken + table.held < table.seats ? "open" : "" }, `Table ${table.table}: ${table.taken} of ${table.seats}${table.feeds ? " (must move)" : ""}`),
					),
		),
		list.calls.length > 0 && h("ul.wall-calls", list.calls.map((call) => called(call, now))),
		h("ol.wall-names", list.waiting.slice(0, NAMES_MOST).map((name, at) => h("li", { key: `${at} ${name}` }, name))),
		list.waiting.length === 0 && list.calls.length === 0 && h("p.wall-none", "Nobody waits"),
		more > 0 && h("p.wall-more", `and ${more} more`),
	);
}

function called(/** @type {WallCall} */ call, /** @type {number} */ now) {
	const left = Math.max(0, Math.ceil((call.until_ms - now) / 1000));
	const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
	return h("li", { key: `${call.table} ${call.seat}` }, h("b", call.shown), h("span", `Table ${call.table}, seat ${call.seat}`), h("time", clock));
}

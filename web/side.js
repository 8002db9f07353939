/** All own tables side by side on a wide screen; on a small one the list of them. @module */

import { ASKS_HANDS, isOwnTable, onOwnTables, ownTables, ownTablesList, refreshOwnTables } from "./own_tables.js";
import { guardLeaving } from "./route.js";
import { draw, h } from "./tree.js";

/** How many tables can be followed at once. */
const MOST = 4;

/** From this width on tables stand side by side. */
const WIDE = "(min-width: 80rem)";

/** The desks of all tables in a place at which a hand of the reader's is on. */
function handsIn(/** @type {HTMLElement} */ place) {
	return [...place.querySelectorAll("iframe")].flatMap((frame) => {
		/** @type {CustomEvent<import("./table/desk.js").Desk[]>} */
		const asked = new CustomEvent(ASKS_HANDS, { detail: [] });
		frame.contentWindow?.dispatchEvent(asked);
		return asked.detail;
	});
}

/** @type {import("./route.js").OpenView} */
export function open(place) {
	place.className = "side-page";
	document.title = "Your tables · Cardroom";
	const wide = matchMedia(WIDE);
	const redraw = () => {
		const tables = ownTables();
		if (tables.length === 0)
			return draw(place, h("section.notice", h("h1", "You sit at no table."), h("p", h("a", { href: "/" }, "To the lobby"))));
		if (!wide.matches) return draw(place, [h("h1.hush", "Your tables"), ownTablesList()]);
		draw(place, [
			h("h1.hush", "Your tables, side by side"),
			h(
				"div.side-by-side",
				{ style: tables.length < MOST ? `--columns:${tables.length}` : "" },
				tables.slice(0, MOST).map((one) =>
					h(
						"section",
						{ key: one.table, class: `beside${one.is_asked ? " asked" : ""}`, "aria-label": `Table ${one.table}` },
						h("iframe", { src: `/table/${one.table}`, title: `Table ${one.table}, ${one.game}` }),
					),
				),
			),
		]);
	};
	const stop = onOwnTables(redraw);
	const stopGuard = guardLeaving((path, leave) => {
		const desks = isOwnTable(path) ? [] : handsIn(place);
		if (desks.length === 0) return false;
		void import("./table/leaving.js").then((part) => part.askToLeave(desks, path, leave));
		return true;
	});
	wide.addEventListener("change", redraw);
	redraw();
	void refreshOwnTables();
	return () => {
		stop();
		stopGuard();
		wide.removeEventListener("change", redraw);
	};
}

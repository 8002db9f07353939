/** All own tables side by side on a wide screen; on a small one the list of them. @module */

import { onOwnTables, ownTables, ownTablesList, refreshOwnTables } from "./own_tables.js";
import { draw, h } from "./tree.js";

/** How many tables can be followed at once. */
const MOST = 4;

/** From this width on tables stand side by side. */
const WIDE = "(min-width: 80rem)";

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
	wide.addEventListener("change", redraw);
	redraw();
	void refreshOwnTables();
	return () => {
		stop();
		wide.removeEventListener("change", redraw);
	};
}

/** The finished rounds of a table. @module */

import { api } from "../api.js";
import { icon } from "../icons.js";
import { signed } from "../money.js";
import { draw, h } from "../tree.js";
import { clock } from "../words.js";

/** @import { RoundLine } from "../api-types" */

/** @type {import("../route.js").OpenView} */
export function open(place, number) {
	const table = Number(number);
	place.className = "history-page";
	document.title = `History of table ${table} · Cardroom`;
	const head = h(
		"header.page-head.row",
		h("a.button.quiet.icon-only", { href: `/table/${table}`, "aria-label": "Back to the table" }, icon("back")),
		h("h1", `Finished rounds of table ${table}`),
	);
	draw(place, [head, h("p.soft", { role: "status" }, "Reading the log…")]);
	api.rounds(table).then(
		(rounds) => draw(place, [head, rounds.length === 0 ? h("p.soft", "No round has ended here yet.") : list(table, rounds)]),
		(error) => draw(place, [head, h("p.fault", { role: "alert" }, error.message)]),
	);
	return () => {};
}

function list(/** @type {number} */ table, /** @type {RoundLine[]} */ rounds) {
	const newest = [...rounds].sort((one, other) => other.round - one.round);
	return h(
		"table.rounds",
		h(
			"thead",
			h(
				"tr",
				["Round", "Began", "Lasted", "Your result"].map((text) => h("th", { scope: "col" }, text)),
			),
		),
		h(
			"tbody",
			newest.map((round) =>
				h(
					"tr",
					{ key: round.round },
					h("th", { scope: "row" }, h("a", { href: `/table/${table}/rounds/${round.round}` }, `Round ${round.round}`)),
					h("td", clock(round.began)),
					h("td", `${Math.max(1, Math.round((round.ended - round.began) / 1000))} s`),
					h(
						"td",
						{ class: round.net === null ? "soft" : round.net > 0 ? "won" : round.net < 0 ? "lost" : "" },
						round.net === null ? "not in it" : signed(round.net),
					),
				),
			),
		),
	);
}

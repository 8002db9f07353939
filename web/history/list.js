/** The finished rounds of a table. @module */

import { api } from "../api.js";
import { icon } from "../icons.js";
import { money, signed } from "../money.js";
import { draw, h } from "../tree.js";
import { clock } from "../words.js";
import { corrected } from "./corrected.js";

/** @import { RoundLine } from "../api-types" */

/** How many rounds are asked for at a time. */
const PAGE = 100;

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
	/** @type {RoundLine[]} */
	const all = [];
	const read = (/** @type {number | undefined} */ below) =>
		api.rounds(table, below).then(
			(rounds) => {
				all.push(...rounds);
				const older = h("button.quiet", { type: "button", onclick: () => read(all[all.length - 1]?.round) }, "Older rounds");
				const hasMore = rounds.length === PAGE;
				draw(place, [head, all.length === 0 ? h("p.soft", "No round has ended here yet.") : list(table, all), hasMore && older]);
			},
			(error) => draw(place, [head, h("p.fault", { role: "alert" }, error.message)]),
		);
	read(undefined);
	return () => {};
}

function list(/** @type {number} */ table, /** @type {RoundLine[]} */ rounds) {
	return h(
		"table.rounds",
		h(
			"thead",
			h(
				"tr",
				["Round", "Began", "Lasted", "Players", "Won", "Your result"].map((text) => h("th", { scope: "col" }, text)),
			),
		),
		h(
			"tbody",
			rounds.map((round) =>
				h(
					"tr",
					{ key: round.round },
					h("th", { scope: "row" }, h("a", { href: `/table/${table}/rounds/${round.round}` }, `Round ${round.round}`)),
					h("td", clock(round.began)),
					h("td", `${Math.max(1, Math.round((round.ended - round.began) / 1000))} s`),
					h("td", `${round.people}`),
					h("td", money(round.won)),
					h(
						"td",
						{ class: round.net === null ? "soft" : round.net > 0 ? "won" : round.net < 0 ? "lost" : "" },
						round.net === null ? "not in it" : signed(round.net),
						round.is_corrected && corrected(),
					),
				),
			),
		),
	);
}

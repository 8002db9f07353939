/** The reader's own sessions at tables of the house, for their own eyes. @module */

import { money, signed } from "../money.js";
import { h } from "../tree.js";

/** @import { HouseReport, ReportCell } from "../api-types" */

const number = (/** @type {ReportCell | null | undefined} */ cell) => (typeof cell === "number" ? cell : null);

const moment = (/** @type {number | null} */ at) => (at === null ? "now" : new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }));

const amount = (/** @type {number | null} */ cents) => (cents === null ? "" : money(cents));

/** The sessions as a table; nothing for whoever has played for play chips alone. */
export function ownSessions(/** @type {HouseReport | null} */ report) {
	if (!report || report.rows.length === 0) return null;
	return h(
		"section",
		{ "aria-label": "Your sessions" },
		h("h2", "Your sessions at tables of the house"),
		h(
			"div.mine-scroll",
			{ tabindex: 0, role: "region", "aria-label": "Sessions" },
			h(
				"table.rounds",
				h("thead", h("tr", ["From", "To", "Table", "Hands", "Banked", "Brought", "Taken away", "Won or lost"].map((text) => h("th", { key: text, scope: "col" }, text)))),
				h(
					"tbody",
					report.rows.map((row, key) => {
						const net = number(row[8]) ?? 0;
						return h(
							"tr",
							{ key },
							h("th", { scope: "row" }, moment(number(row[0]))),
							h("td", moment(number(row[1]))),
							h("td", `${row[2] ?? ""} · ${row[3] ?? ""}`),
							h("td", String(row[4] ?? "")),
							h("td", String(row[5] ?? "")),
							h("td", amount(number(row[6]))),
							h("td", amount(number(row[7]))),
							h("td", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, signed(net)),
						);
					}),
				),
			),
		),
		h("p", h("a", { href: "/api/me/play/csv", download: "my-play.csv" }, "For spreadsheets")),
	);
}

/** The tables whose cards a human dealer enters, for a dealer to choose from. @module */

import { api } from "../api.js";
import { draw, h } from "../tree.js";
import { phaseName, tableFacts } from "../words.js";
import { forRoles } from "./gate.js";
import { listing } from "./listing.js";

/** @import { LobbyTable } from "../api-types" */

const EVERY_MS = 5000;

export const open = forRoles(["dealer", "floor"], "Deal", (place) => {
	place.className = "staff-page";
	document.title = "Deal · Cardroom";
	/** @type {LobbyTable[] | null} */
	let tables = null;
	let fault = "";
	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Deal")),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			tables?.length === 0 && h("p.notice", "No table is dealt by hand now. The floor opens one with cards that are entered."),
			tables && tables.length > 0 && h("section.panel", listing(["Table", "Now", "Seats"], tables.map(row))),
		]);
	const refresh = async () => {
		try {
			tables = (await api.lobby()).tables.filter((one) => one.dealer === "entered" && one.phase !== "closed");
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};
	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	return () => clearInterval(timer);
});

function row(/** @type {LobbyTable} */ one) {
	return {
		key: one.table,
		name: [`${one.table} ${one.game}`, h("small", tableFacts(one))],
		cells: [h("span", { class: `phase ${one.phase}` }, phaseName[one.phase]), `${one.seated} of ${one.seats}`],
		actions: h(
			"a.button.small",
			{ href: `/dealer/${one.table}`, "aria-label": `Deal at table ${one.table}, ${one.game}` },
			"Deal",
		),
	};
}

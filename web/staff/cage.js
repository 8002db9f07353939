/** The cage: chips against money, and the sum over all accounts. @module */

import { api } from "../api.js";
import { note, openSheet } from "../dialog.js";
import { money, readMoney } from "../money.js";
import { draw, h } from "../tree.js";
import { askedPanel } from "./asked.js";
import { forRoles } from "./gate.js";
import { listing } from "./listing.js";

/** @import { CageView, PatronView } from "../api-types" */

const EVERY_MS = 5000;

export const open = forRoles(["cage"], "Cage", (place) => {
	place.className = "staff-page";
	document.title = "Cage · Cardroom";
	/** @type {CageView | null} */
	let cage = null;
	let fault = "";
	let wanted = "";

	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Cage")),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			cage && [summary(cage), askedPanel(cage.asked, refresh), patrons(cage)],
		]);

	const refresh = async () => {
		try {
			cage = await api.cage();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	function patrons(/** @type {CageView} */ found) {
		const search = wanted.trim().toLowerCase();
		const shown = found.patrons.filter(
			(one) => !search || one.name.toLowerCase().includes(search) || String(one.person) === search,
		);
		return h(
			"section.panel",
			{ "aria-label": "Patrons" },
			h(
				"label.field.search",
				"Find a patron by name or number",
				h("input", {
					type: "search",
					value: wanted,
					oninput: (/** @type {Event} */ event) => {
						wanted = /** @type {HTMLInputElement} */ (event.target).value;
						redraw();
					},
				}),
			),
			listing(["Patron", ...(found.patrons.some((one) => one.wallet !== null) ? ["House chips in hand", "At tables"] : [])], shown.map(row)),
			shown.length === 0 && h("p.soft", "Nobody of that name has an account here. Guests hold play chips, which the cage neither sells nor redeems."),
		);
	}

	const row = (/** @type {PatronView} */ one) => ({
		key: one.person,
		name: [one.name, h("small", `Number ${one.person}`)],
		cells: one.wallet === null ? [] : [money(one.wallet), money(one.on_tables ?? 0)],
		actions: [
			h(
				"button.small",
				{ key: "sell", "aria-label": `Sell chips to ${one.name}`, onclick: () => openExchange(one, "buy", refresh) },
				"Sell chips",
			),
			h(
				"button.small",
				{
					key: "redeem",
					disabled: one.wallet !== null && one.wallet <= 0,
					"aria-label": `Redeem chips of ${one.name}`,
					onclick: () => openExchange(one, "redeem", refresh),
				},
				"Redeem",
			),
		],
	});

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	redraw();
	return () => clearInterval(timer);
});

function summary(/** @type {CageView} */ cage) {
	const fact = (/** @type {string} */ name, /** @type {string} */ value, kind = "") =>
		h("div", { key: name, class: kind }, h("dt", name), h("dd", value));
	return h(
		"dl.summary",
		fact("Play chips given, worth nothing", money(cage.play.out)),
		fact(
			"Sum over all house chips",
			cage.total === 0 ? "$0: every chip is accounted for" : money(cage.total),
			cage.total === 0 ? "won" : "lost",
		),
	);
}

function openExchange(/** @type {PatronView} */ patron, /** @type {"buy" | "redeem"} */ way, /** @type {() => void} */ done) {
	let fault = "";
	openSheet(
		way === "buy" ? `Sell chips to ${patron.name}` : `Redeem chips of ${patron.name}`,
		(redraw, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const amount = readMoney(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("amount")));
						if (amount === null || amount <= 0) fault = "Give an amount such as 100 or 12.50.";
						else {
							try {
								const { wallet, asked } = await api.exchange(way, patron.person, amount);
								if (asked) note("A second person of the cage or the floor has to approve this amount.");
								else note(`${patron.name} holds ${money(wallet ?? 0)} now.`, "good");
								close();
								done();
								return;
							} catch (error) {
								fault = error instanceof Error ? error.message : String(error);
							}
						}
						redraw();
					},
				},
				patron.wallet !== null && h("p.soft", `${patron.name} holds ${money(patron.wallet)} in house chips away from the tables.`),
				h("label", "Amount in dollars", h("input", { name: "amount", inputmode: "decimal", required: true })),
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { type: "submit" }, way === "buy" ? "Sell" : "Redeem"),
			),
		{ class: "narrow" },
	);
}

/** Who sits at a table, for the floor: where, the companies they play for, relatives, and the rotation of the bank. @module */

import { api } from "../api.js";
import { openSheet } from "../dialog.js";
import { money } from "../money.js";
import { h } from "../tree.js";
import { waitingWords } from "../words.js";
import { house } from "./house_api.js";
import { rotationDrawing } from "./rotation_drawing.js";
import { seating } from "./seating.js";

/** @import { FloorView, SeatInfo, TableView } from "../api-types" */
/** @import { Tell } from "./floor.js" */
/** @import { Account } from "./seating.js" */

/** How often the sheet looks what has changed at the table, such as who banks. */
const EVERY_MS = 3000;

export function openPeople(/** @type {FloorView} */ table, /** @type {Tell} */ tell) {
	/** @type {TableView | null} */
	let view = null;
	let fault = "";
	let isOpen = true;
	/** Everybody with an account, by whose name somebody is found. @type {Account[]} */
	let accounts = [];
	const sheet = openSheet(
		`People at table ${table.table}`,
		() =>
			fault
				? h("p.fault", { role: "alert" }, fault)
				: view === null
					? h("p.soft", { role: "status" }, "Looking…")
					: [clock(view), ...seating(view, (command, done) => void say(command, done), accounts), ...people(view.people.filter((one) => !one.is_bot)), rotationDrawing(view), others(view)],
		{
			onclose: () => {
				isOpen = false;
				clearInterval(looking);
			},
		},
	);
	const looking = setInterval(() => document.visibilityState === "visible" && void look(), EVERY_MS);
	const look = async () => {
		if (!isOpen) return;
		try {
			view = (await api.table(table.table)).view;
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		sheet.redraw();
	};
	const say = async (/** @type {import("../api-types").Command} */ command, /** @type {string} */ done) => {
		await tell(table.table, command, done);
		await look();
	};

	/** Whether the clock chooses for people at a table that is led by hand. */
	function clock(/** @type {TableView} */ { by_hand, clock_runs: runs }) {
		if (!by_hand) return null;
		return h(
			"div.place-row",
			{ key: "clock" },
			h("span", { role: "status" }, runs ? "The clock runs, and chooses for whoever lets it run out." : "No clock runs: everybody is waited for."),
			h(
				"button.small",
				{ onclick: () => void say({ do: "run-clock", runs: !runs }, runs ? "No clock runs." : "The clock runs.") },
				runs ? "Turn the clock off" : "Turn the clock on",
			),
		);
	}

	function people(/** @type {SeatInfo[]} */ list) {
		if (list.length === 0) return [];
		return [
			table.family !== "poker" && h("h3", "Companies"),
			h(
				"ul.people-list",
				table.family !== "poker" && list.map((one) => h("li", { key: one.person }, person(one))),
			),
			list.length > 1 && relatives(list),
		];
	}

	/** Bots, and who waits for a seat. */
	function others(/** @type {TableView} */ view) {
		const { people } = view;
		const bots = people.filter((one) => one.is_bot).map((one) => `${one.name} (seat ${one.seat}, ${money(one.stack)})`);
		return h(
			"dl.others",
			h("div", h("dt", "Bots"), h("dd", bots.join(", ") || "none")),
			h("div", h("dt", "Waiting list, first come first"), h("dd", waitingWords(view) || "nobody")),
		);
	}

	function person(/** @type {SeatInfo} */ one) {
		const where = one.seat ? `Seat ${one.seat}` : "Behind";
		return h(
			"form.inline-form",
			{
				onsubmit: (/** @type {SubmitEvent} */ event) => {
					event.preventDefault();
					const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
					const company = String(form.get("company")).trim() || null;
					const done = company ? `${one.name} plays for ${company}.` : `${one.name} plays for nobody else.`;
					void say({ do: "company", person: one.person, company }, done);
				},
			},
			h("div", h("strong", one.name), h("small.soft", `${where} · ${money(one.stack)}`)),
			table.family !== "poker" && [
				h(
					"label",
					"Plays for the company",
					h("input", { name: "company", value: one.company ?? "", maxlength: 60, placeholder: "nobody else" }),
				),
				h("button.small", { type: "submit" }, "Note"),
			],
		);
	}

	function relatives(/** @type {SeatInfo[]} */ list) {
		const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ usual) =>
			h(
				"label",
				label,
				h(
					"select",
					{ name },
					list.map((one, place) => h("option", { value: String(one.person), selected: place === usual }, one.name)),
				),
			);
		return h(
			"form.inline-form",
			{
				onsubmit: (/** @type {SubmitEvent} */ event) => {
					event.preventDefault();
					const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
					const [one, other] = [Number(form.get("one")), Number(form.get("other"))];
					void say({ do: "relatives", one, other, may_play: form.get("leave") !== null }, "It is noted in the log.");
				},
			},
			h("h3", "Relatives"),
			choice("one", "This one", 0),
			choice("other", "and this one", 1),
			h("label.check", h("input", { type: "checkbox", name: "leave" }), "may play in one game"),
			h("button.small", { type: "submit" }, "Note"),
		);
	}

	void look();
	house.patrons().then(
		({ patrons }) => {
			accounts = patrons;
			sheet.redraw();
		},
		() => {},
	);
}

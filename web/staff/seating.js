/** Where people sit, for the staff: sit out, come back, move, leave, and the waiting list. Nobody's chips come out of a wallet here. @module */

import { money } from "../money.js";
import { h } from "../tree.js";

/** @import { Command, SeatInfo, TableView } from "../api-types" */

/** @typedef {(command: Command, done: string) => void} Say */

/** What the staff may do with one person at the table, by that person's word; where the shuffler deals, only take them out. */
export function placeActions(/** @type {TableView} */ view, /** @type {SeatInfo} */ one, /** @type {Say} */ say) {
	const { person, name } = one;
	const isFelt = view.dealer === "entered";
	const taken = new Set(view.people.map((other) => other.seat));
	const free = Array.from({ length: view.seats }, (_, place) => place + 1).filter((seat) => !taken.has(seat));
	const act = (/** @type {string} */ text, /** @type {Command} */ command, /** @type {string} */ done) =>
		h("button.small", { key: text, "aria-label": `${text}, ${name}`, onclick: () => say({ do: "for", person, command }, done) }, text);
	return h(
		"div.tray-actions",
		!one.is_out && one.seat !== null && act("Sit out", { do: "sit-out" }, `${name} sits out.`),
		isFelt && one.is_out && act("Plays again", { do: "sit-in" }, `${name} plays again.`),
		isFelt &&
			one.seat !== null &&
			free.length > 0 &&
			h(
				"select",
				{
					key: "move",
					"aria-label": `Move ${name} to`,
					value: "",
					onchange: (/** @type {Event} */ event) => {
						const field = /** @type {HTMLSelectElement} */ (event.target);
						const seat = Number(field.value);
						field.value = "";
						if (seat > 0) say({ do: "for", person, command: { do: "change-seat", seat } }, `${name} moves to seat ${seat}.`);
					},
				},
				h("option", { value: "" }, "Move to…"),
				free.map((seat) => h("option", { key: seat, value: String(seat) }, `Seat ${seat}`)),
			),
		!one.is_leaving && act("Remove", { do: "leave" }, `${name} leaves the table with all chips.`),
	);
}

/** Everybody at a table and on its list, with what the staff may do. */
export function seating(/** @type {TableView} */ view, /** @type {Say} */ say) {
	const people = view.people.filter((one) => !one.is_bot).sort((one, other) => (one.seat ?? 99) - (other.seat ?? 99));
	return [
		people.length === 0 && h("p.soft", "Nobody but bots sits here."),
		h(
			"ul.people-list",
			people.map((one) =>
				h(
					"li",
					{ key: one.person },
					h(
						"div.place-row",
						h("div", h("strong", one.name), " ", h("small.soft", `${one.seat ? `Seat ${one.seat}` : "Behind"} · ${money(one.stack)}${one.is_out ? " · sits out" : ""}${one.is_leaving ? " · leaves" : ""}`)),
						placeActions(view, one, say),
					),
				),
			),
			view.waiting.map((one) =>
				h(
					"li",
					{ key: `waiting ${one.person}` },
					h(
						"div.place-row",
						h("div", h("strong", one.name), " ", h("small.soft", "waits for a seat")),
						h(
							"div.tray-actions",
							h(
								"button.small",
								{
									"aria-label": `Take off the list, ${one.name}`,
									onclick: () => say({ do: "for", person: one.person, command: { do: "unlist" } }, `${one.name} is off the list.`),
								},
								"Take off the list",
							),
						),
					),
				),
			),
		),
		h("p.soft", "Whoever sits down or brings chips does so on a device of their own."),
	];
}

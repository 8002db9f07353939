/** Where people sit, for the staff: sit out, come back, move, leave, and the waiting list. Whose chips come out of a wallet agrees on their own device. @module */

import { note } from "../dialog.js";
import { money, readMoney } from "../money.js";
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

/** @typedef {{person: number, name: string}} Account somebody who can be found by name */

/** Asks somebody to sit down or to bring more chips, who agrees on their own device; or puts them on the table's list. */
function bringing(/** @type {TableView} */ view, /** @type {Say} */ say, /** @type {Account[]} */ accounts) {
	const people = view.people.filter((one) => !one.is_bot);
	const known = new Map([...accounts, ...view.waiting, ...people].map((one) => [one.person, one.name]));
	/** Who is meant by a name, or by the number of an account. */
	const personIn = (/** @type {string} */ text) => {
		const found = [...known].find(([, name]) => name.toLowerCase() === text.toLowerCase());
		return found ? found[0] : /^\d+$/.test(text) ? Number(text) : null;
	};
	const ask = (/** @type {SubmitEvent} */ event) => {
		event.preventDefault();
		const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
		const who = String(form.get("person") ?? "").trim();
		const person = personIn(who);
		if (person === null) return note(`Nobody here is called ${who}. Write the number of the account instead.`, "bad");
		if (event.submitter?.getAttribute("value") === "list")
			return say({ do: "for", person, command: { do: "join" } }, `${known.get(person) ?? who} is on the list.`);
		const amount = readMoney(String(form.get("amount") ?? ""));
		const seat = Number(form.get("seat"));
		if (amount === null) return note("Write the amount in dollars, such as 100.", "bad");
		const isThere = people.some((one) => one.person === person);
		/** @type {Command} */
		const command = isThere ? { do: "add-chips", amount } : { do: "sit", seat, buy_in: amount };
		say({ do: "for", person, command }, view.is_practice ? "Done." : "They are asked, and answer on their own device.");
	};
	const taken = new Set(view.people.map((one) => one.seat));
	const free = Array.from({ length: view.seats }, (_, place) => place + 1).filter((seat) => !taken.has(seat));
	return h(
		"form.form.seat-form",
		{ onsubmit: ask },
		h("h3", "Seat somebody, or more chips"),
		h("label", "Name, or number of the account", h("input", { name: "person", list: "seat-names", autocomplete: "off", required: true })),
		h("datalist", { id: "seat-names" }, [...known].map(([person, name]) => h("option", { key: person, value: name }))),
		h("label", "Chips", h("input", { name: "amount", inputmode: "decimal", placeholder: "100" })),
		free.length > 0 && h("label", "Seat", h("select", { name: "seat" }, free.map((seat) => h("option", { key: seat, value: String(seat) }, `Seat ${seat}`)))),
		h(
			"div.actions",
			h("button", { type: "submit" }, "Ask them"),
			free.length === 0 && h("button", { type: "submit", name: "how", value: "list" }, "Put on the list"),
		),
	);
}

/** Everybody at a table and on its list, with what the staff may do. */
export function seating(/** @type {TableView} */ view, /** @type {Say} */ say, /** @type {Account[]} */ accounts = []) {
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
		view.dealer === "entered" && bringing(view, say, accounts),
		view.consents.map((one) =>
			h(
				"p.place-row",
				{ key: `asked ${one.person}` },
				h("span", `${one.name} is asked to bring ${money(one.bring.amount)}.`),
				h("button.small", { "aria-label": `Ask no more, ${one.name}`, onclick: () => say({ do: "for", person: one.person, command: { do: "refuse-consent" } }, `${one.name} is asked no more.`) }, "Ask no more"),
			),
		),
		h("p.soft", "Chips come out of a wallet only when its owner agrees, on a device of their own."),
	];
}

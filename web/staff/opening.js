/** The sheet by which the floor opens a table. @module */

import { api } from "../api.js";
import { note, openSheet } from "../dialog.js";
import { h } from "../tree.js";

/** @import { BookView, Lobby } from "../api-types" */

export function openTableSheet(/** @type {() => void} */ done) {
	/** @type {Lobby | null} */
	let lobby = null;
	/** @type {BookView | null} */
	let book = null;
	let fault = "";
	const sheet = openSheet(
		"Open a table",
		(redraw, close) => {
			if (!lobby) return h("p.soft", { role: "status" }, "Fetching the books…");
			const pick = async (/** @type {string} */ id) => {
				book = await api.book(id).catch(() => null);
				redraw();
			};
			const submit = async (/** @type {SubmitEvent} */ event) => {
				event.preventDefault();
				const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
				const spec = {
					book: form.get("book"),
					schedule: form.get("schedule") || null,
					dealer: form.get("dealer"),
					is_practice: form.get("practice") === "on",
					bots: Number(form.get("bots")),
				};
				try {
					const { table } = await api.open(spec);
					note(`Table ${table} is open.`, "good");
					close();
					done();
				} catch (error) {
					fault = error instanceof Error ? error.message : String(error);
					redraw();
				}
			};
			return h(
				"form.form",
				{ onsubmit: submit },
				h(
					"label",
					"Game",
					h(
						"select",
						{
							name: "book",
							required: true,
							onchange: (/** @type {Event} */ event) => void pick(/** @type {HTMLSelectElement} */ (event.target).value),
						},
						h("option", { value: "" }, "Choose a book"),
						lobby.houses.map((house) =>
							h(
								"optgroup",
								{ key: house.house, label: house.name },
								house.games.map((game) => h("option", { key: game.book, value: game.book }, game.name)),
							),
						),
					),
				),
				h(
					"label",
					"Schedule",
					h(
						"select",
						{ name: "schedule" },
						h("option", { value: "" }, "Nothing is collected"),
						book?.schedules.map((one) =>
							h("option", { key: one.handle, value: one.handle }, `${one.handle}: ${one.words}`.slice(0, 90)),
						),
					),
				),
				h(
					"label",
					"Cards",
					h(
						"select",
						{ name: "dealer" },
						h("option", { value: "shuffler" }, "Shuffled by the room, with a commitment"),
						h("option", { value: "entered" }, "Dealt by a human dealer and entered"),
					),
				),
				h(
					"label.switch",
					h("input", { type: "checkbox", name: "practice", checked: true }),
					h("span", h("strong", "Practice table"), h("small", "Guests may sit, and bots may play.")),
				),
				h("label", "Bots", h("input", { name: "bots", type: "number", min: 0, max: 9, value: "3" })),
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { type: "submit" }, "Open the table"),
			);
		},
		{ class: "narrow" },
	);
	api.lobby().then(
		(found) => {
			lobby = found;
			sheet.redraw();
		},
		(error) => note(error.message, "bad"),
	);
}

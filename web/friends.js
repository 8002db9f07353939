/** A table for friends: opening one, and coming to one by its link. @module */

import { api } from "./api.js";
import { note, openSheet } from "./dialog.js";
import { friendLink, keepFriendKey } from "./friend_keys.js";
import { icon } from "./icons.js";
import { go } from "./route.js";
import { ensureGuest, whoAmI } from "./session.js";
import { draw, h } from "./tree.js";

/** @import { Lobby } from "./api-types" */

/** How many bots may sit at a private table. */
const BOTS_MOST = 6;

/** How long the name of a guest may be. */
const NAME_MOST = 24;

const faultOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

/** Puts a text where it can be pasted from; browsers that refuse leave it in its field. */
export async function copy(/** @type {string} */ text) {
	try {
		await navigator.clipboard.writeText(text);
		note("The link is copied. Whoever has it may come to the table.", "good");
	} catch {
		note("The browser does not let the page copy. Select the link and copy it.", "bad");
	}
}

/** A field for the name under which others see a stranger. */
function nameField(/** @type {(name: string) => void} */ change) {
	const oninput = (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value);
	return h(
		"label.field",
		h("span", "Your name"),
		h("input", { type: "text", maxlength: NAME_MOST, autocomplete: "nickname", oninput }),
		h("small.soft", "So that the others know who you are. You come in as a guest."),
	);
}

/** Asks what is to be played, and opens the table. */
export function openFriends(/** @type {Lobby} */ lobby) {
	let [book, bots, noLimit, name, fault] = [lobby.houses[0]?.games[0]?.book ?? "", 0, false, "", ""];
	openSheet(
		"A table for friends",
		(redraw, close) => {
			const games = lobby.houses.flatMap((house) => house.games);
			const isPoker = games.find((game) => game.book === book)?.family === "poker";
			const open = async () => {
				try {
					await ensureGuest(name.trim());
					const { table, key } = await api.openPrivate({ book, bots, no_limit: noLimit && isPoker });
					keepFriendKey(table, key);
					close();
					openLink(table, key);
				} catch (error) {
					fault = faultOf(error);
					redraw();
				}
			};
			const valueOf = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
			return [
				h("p.soft", "Played with play chips, seen by nobody but those who have its link, with a chat. It closes when everybody has gone."),
				h(
					"label.field",
					h("span", "Game"),
					h(
						"select",
						{
							onchange: (/** @type {Event} */ event) => {
								book = valueOf(event);
								redraw();
							},
						},
						lobby.houses.map((house) =>
							h(
								"optgroup",
								{ key: house.house, label: house.name },
								house.games.map((game) => h("option", { key: game.book, value: game.book, selected: game.book === book }, game.name)),
							),
						),
					),
				),
				h(
					"label.field",
					h("span", "Bots that sit down with you"),
					h(
						"select",
						{ onchange: (/** @type {Event} */ event) => (bots = Number(valueOf(event))) },
						Array.from({ length: BOTS_MOST + 1 }, (_, count) => h("option", { key: count, value: count, selected: count === bots }, String(count))),
					),
				),
				isPoker &&
					h(
						"label.joint",
						h("input", {
							type: "checkbox",
							checked: noLimit,
							onchange: () => {
								noLimit = !noLimit;
								redraw();
							},
						}),
						"Without a limit on bets, where the house has filed such a game",
					),
				whoAmI() === null && nameField((typed) => (name = typed)),
				h("p.fault", { role: "alert" }, fault),
				h("div.actions", h("button.main", { onclick: open }, "Open the table")),
			];
		},
		{ class: "narrow" },
	);
}

/** Shows the link of a table that was just opened. */
export function openLink(/** @type {number} */ table, /** @type {string} */ key) {
	const link = friendLink(table, key);
	openSheet(
		"The link for your friends",
		(_, close) => [
			h("p", "Send it to those you want to play with. Nobody else finds the table."),
			h(
				"label.field",
				h("span", "Link"),
				h("input", { type: "text", readonly: true, value: link, onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
			),
			h(
				"div.actions",
				h("button", { onclick: () => copy(link) }, icon("share"), "Copy the link"),
				h(
					"button.main",
					{
						onclick: () => {
							close();
							go(`/table/${table}`);
						},
					},
					"Go to the table",
				),
			),
		],
		{ class: "narrow" },
	);
}

/** Comes to a table by its link. @type {import("./route.js").OpenView} */
export function open(place, number, key = "") {
	document.title = "A table for friends · Cardroom";
	place.className = "";
	const table = Number(number);
	let [name, fault, isGone] = ["", "", false];
	const enter = async () => {
		try {
			await ensureGuest(name.trim());
			await api.enterPrivate(table, key);
			keepFriendKey(table, key);
			if (isGone) return;
			history.replaceState(null, "", `/table/${table}`);
			go(`/table/${table}`);
		} catch (error) {
			fault = faultOf(error);
			redraw();
		}
	};
	const redraw = () =>
		draw(
			place,
			h(
				"section.notice",
				h("h1", "A table for friends"),
				fault ? h("p.fault", { role: "alert" }, fault, " ", h("a", { href: "/" }, "To the lobby")) : h("p", "You are invited to a private table, played with play chips."),
				whoAmI() === null && [nameField((typed) => (name = typed)), h("div.actions", h("button.main", { onclick: enter }, "Come in"))],
			),
		);
	redraw();
	if (whoAmI()) void enter();
	return () => {
		isGone = true;
	};
}

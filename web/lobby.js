/** The lobby: play now, the houses with their games, and the tables that are open. @module */

import { api, sentence } from "./api.js";
import { card } from "./cards.js";
import { openSheet, note } from "./dialog.js";
import { icon } from "./icons.js";
import { onOwnTables, ownTablesList } from "./own_tables.js";
import { go } from "./route.js";
import { ensureGuest, hasRole, whoAmI } from "./session.js";
import { h, draw } from "./tree.js";
import { closedWords, closingWords, familyName, phaseName, plural } from "./words.js";

/** @import { Family, Lobby, LobbyTable } from "./api-types" */

/** What each family looks like on its tile, and says of itself. */
/** @type {Record<string, {cards: (string | null)[], says: string}>} */
const families = {
	blackjack: {
		cards: ["As", "Kh"],
		says: "Draw to a Natural. Nobody is beaten by drawing too far alone: the bank may be over too.",
	},
	"double-hand": { cards: ["Joker", "Qs", "Qd"], says: "Seven cards, set as two hands. Both must win." },
	"three-card": {
		cards: ["Jd", "Td", "9d"],
		says: "Three cards against the bank, with Pair Plus and the 6 Card Bonus.",
	},
	poker: { cards: ["Ac", "Ad"], says: "Hold'em, Omaha, the Pineapples and lowball, player against player." },
	pan: { cards: ["7s", "7s", "7s"], says: "Ropes and squares from eight packs; conditions are paid as they are laid down." },
};

// The sheet is fetched when it is first opened.
const openFriends = (/** @type {Lobby} */ lobby) => void import("./friends.js").then((part) => part.openFriends(lobby));

/** How often the list of tables is asked for while somebody reads it. */
const EVERY_MS = 5000;

/** @type {import("./route.js").OpenView} */
export function open(place) {
	document.title = "Cardroom";
	place.className = "lobby";
	/** @type {Lobby | null} */
	let lobby = null;
	let house = "";
	let family = "";
	let fault = "";

	const redraw = () =>
		draw(place, [
			hero(lobby),
			ownTablesList(),
			unserved(),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			lobby ? tables(lobby) : h("p.soft", { role: "status" }, "Looking for tables…"),
		]);

	const refresh = async () => {
		try {
			lobby = await api.lobby();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	function tables(/** @type {Lobby} */ found) {
		const shown = found.tables.filter(
			(table) => (!house || table.book.startsWith(`${house}/`)) && (!family || table.family === family),
		);
		const filter = (
			/** @type {string} */ value,
			/** @type {string} */ current,
			/** @type {(value: string) => void} */ choose,
			/** @type {string} */ text,
		) =>
			h(
				"button",
				{
					key: value || "all",
					class: "filter",
					"aria-pressed": String(value === current),
					onclick: () => {
						choose(value);
						redraw();
					},
				},
				text,
			);
		return h(
			"section.tables",
			{ "aria-labelledby": "tables-title" },
			h(
				"div.section-head",
				h("h2", { id: "tables-title" }, "Tables"),
				h("p.soft", { role: "status" }, plural(shown.length, "table")),
			),
			h(
				"div.filters",
				{ role: "group", "aria-label": "House" },
				filter("", house, (value) => (house = value), "Every house"),
				found.houses.map((one) => filter(one.house, house, (value) => (house = value), one.name)),
			),
			h(
				"div.filters",
				{ role: "group", "aria-label": "Family of games" },
				filter("", family, (value) => (family = value), "Every game"),
				[...new Set(found.tables.map((table) => table.family))].filter((one) => one !== null).map((one) =>
					filter(one, family, (value) => (family = value), familyName[one]),
				),
			),
			h("ul.table-list", shown.map(tableCard)),
		);
	}

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	const stop = onOwnTables(redraw);
	redraw();
	return () => {
		stop();
		clearInterval(timer);
	};
}

/** What the house says to somebody whom it does not serve. */
function unserved() {
	const says = whoAmI()?.not_served;
	return says && h("p.notice", { role: "status" }, sentence(says));
}

function hero(/** @type {Lobby | null} */ lobby) {
	const fan = ["Ts", "Jh", "Qc", "Kd", "As"];
	return h(
		"section.hero",
		h(
			"div.hero-words",
			h("p.eyebrow", "A California card room, by its filed rules"),
			h("h1", "Sit down. We play by the book."),
			h(
				"p.lead",
				"Every game here is dealt from a house's own filing. The bank goes round the table, every payment names its clause, and every shuffle can be checked.",
			),
			h(
				"div.actions",
				h(
					"button.main.large",
					{ disabled: lobby === null, onclick: () => lobby && openPlayNow(lobby) },
					icon("play"),
					"Play now",
				),
				h("a.button.large", { href: "#tables-title" }, "See all tables"),
				h("button.large", { disabled: lobby === null, onclick: () => lobby && openFriends(lobby) }, icon("share"), "A table for friends"),
			),
		),
		h(
			"div.fan",
			{ "aria-hidden": "true" },
			fan.map((one, place) => card(one, { key: one, style: `--turn:${place - 2}` })),
		),
	);
}

/** One press from a seat: every family with its games. */
function openPlayNow(/** @type {Lobby} */ lobby) {
	openSheet(
		"What would you like to play?",
		(_, close) => {
			const sit = async (/** @type {LobbyTable} */ table) => {
				try {
					await ensureGuest();
					close();
					sessionStorage.setItem("sit-at", String(table.table));
					go(`/table/${table.table}`);
				} catch (error) {
					note(error instanceof Error ? error.message : String(error), "bad");
				}
			};
			const practice = lobby.tables.filter(
				(table) => table.is_practice && table.dealer === "shuffler" && table.phase !== "closed" && !table.is_set_aside,
			);
			return h(
				"div.families",
				Object.entries(families).map(([family, { cards, says }]) => {
					const open = practice.filter((table) => table.family === family);
					if (open.length === 0) return null;
					return h(
						"section",
						{ key: family, class: "family" },
						h(
							"div.family-head",
							h(
								"span.card-row.tight",
								{ "aria-hidden": "true" },
								cards.map((one, place) => card(one, { key: String(place) })),
							),
							h("div", h("h3", familyName[/** @type {Family} */ (family)]), h("p.soft", says)),
						),
						h(
							"ul.game-list",
							open.map((table) =>
								h(
									"li",
									{ key: table.table },
									h(
										"button",
										{ class: "game", onclick: () => sit(table) },
										h("strong", table.game),
										h("small", `${table.house} · ${table.limits}`),
									),
								),
							),
						),
					);
				}),
			);
		},
		{ class: "wide-sheet" },
	);
}

function tableCard(/** @type {LobbyTable} */ table) {
	const free = table.seats - table.seated;
	return h(
		"li",
		{ key: table.table },
		h(
			"article",
			{ class: `table-card ${table.family ?? ""} ${table.closed_until !== null || table.phase === "closed" ? "shut" : ""}` },
			h(
				"header",
				h("h3", h("a", { href: `/table/${table.table}` }, table.game)),
				h("p.soft", `${table.house} · table ${table.table}`),
			),
			h(
				"dl",
				h("div", h("dt", "Limits"), h("dd", table.limits)),
				h(
					"div",
					h("dt", "Seats"),
					h("dd", seatDots(table), free > 0 ? `${free} free` : "full", table.waiting > 0 && `, ${table.waiting} waiting`),
				),
				h("div", h("dt", "Now"), h("dd", table.is_set_aside ? "set aside" : table.closed_until === null ? phaseName[table.phase] : closedWords(table.closed_until), table.closing && h("strong.closing", ` · ${closingWords(table.closing)}`))),
				h("div.whole", h("dt", "Posted collection"), h("dd", table.collection)),
			),
			h(
				"footer",
				table.is_practice && h("span.tag", "Practice"),
				table.dealer === "entered" && h("span.tag", "Human dealer"),
				h("a.text-link", { href: `/table/${table.table}/book` }, "Rules"),
				table.dealer === "entered" &&
					hasRole("dealer") &&
					h("a.text-link", { href: `/dealer/${table.table}`, "aria-label": `Deal at table ${table.table}` }, "Deal"),
				h(
					"a.button.small",
					{
						href: `/table/${table.table}`,
						"aria-label": `${free > 0 ? "Go to the table" : "Watch"}: table ${table.table}, ${table.game}`,
					},
					free > 0 ? "Go to the table" : "Watch",
				),
			),
		),
	);
}

function seatDots(/** @type {LobbyTable} */ table) {
	const people = table.seated - table.bots;
	return h(
		"span.dots",
		{ "aria-hidden": "true" },
		Array.from({ length: table.seats }, (_, place) =>
			h("i", { class: place < people ? "person" : place < table.seated ? "bot" : "" }),
		),
	);
}

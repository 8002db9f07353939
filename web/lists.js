/** The lists of the house: for patrons to wait and take their seats, for the floor to call, hold and move people. @module */

import { api } from "./api.js";
import { openAccount } from "./account.js";
import { note } from "./dialog.js";
import { readMoney } from "./money.js";
import { go } from "./route.js";
import { hasRole, onSession, whoAmI } from "./session.js";
import { askFor } from "./staff/form.js";
import { listing } from "./staff/listing.js";
import { draw, h } from "./tree.js";

/** @import { HoldView, ListAct, ListsView, ListTableView, ListView, PlaceView } from "./api-types" */
/** @import { OpenView } from "./route.js" */

const EVERY_MS = 3000;

const WHY = {
	called: "called from the list",
	"seat-change": "moves within the table",
	"table-change": "comes from another table",
	"must-move": "must move",
	"locked-up": "locked up by the floor",
};

/** @type {OpenView} */
export const open = (place) => {
	place.className = "staff-page lists-page";
	document.title = "Lists · Cardroom";
	/** @type {ListsView | null} */
	let found = null;
	let fault = "";

	const redraw = () =>
		draw(place, [
			h(
				"header.page-head.row",
				h("h1", "Lists"),
				h("div.actions", hasRole("floor") && h("button.main", { onclick: () => openList(act) }, "Open a list"), h("a.button", { href: "/wall" }, "Wall screen")),
			),
			!whoAmI() && h("section.notice", h("p", "Sign in with an account to wait for a game."), h("div.actions", h("button.main", { onclick: openAccount }, "Sign in"))),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			found && whoAmI() && [holds(found), ...found.lists.map((list) => panel(list)), changes(found), found.lists.length === 0 && h("p.soft", "No list is open.")],
		]);

	const refresh = async () => {
		if (!whoAmI()) {
			found = null;
			return redraw();
		}
		try {
			found = await api.lists();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	/** Does something and shows what came of it; says whether it was done. */
	const act = async (/** @type {ListAct} */ what, /** @type {string} */ done) => {
		try {
			found = await api.listAct(what);
			note(done, "good");
			redraw();
			return true;
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
			return false;
		}
	};

	const left = (/** @type {number} */ until) => {
		const now = found?.now_ms ?? Date.now();
		const minutes = Math.ceil((until - now) / 60000);
		return minutes > 0 ? `${minutes} min left` : "time is up";
	};

	function holds(/** @type {ListsView} */ view) {
		if (view.holds.length === 0) return null;
		const row = (/** @type {HoldView} */ one) => ({
			key: one.hold,
			name: [one.name ?? one.shown, one.name && h("small", one.shown)],
			cells: [`Table ${one.table}, seat ${one.seat}`, WHY[one.why], one.is_overdue ? h("span.bad", "overdue") : left(one.until_ms)],
			actions: [
				one.is_own && h("button.small.main", { key: "take", onclick: () => take(one) }, "Take the seat"),
				one.is_overdue &&
					hasRole("floor") &&
					h("button.small", { key: "move", onclick: () => act({ do: "enforce", hold: one.hold }, "They have left the must-move game; the seat stays held.") }, "Move them"),
				(one.is_own || hasRole("floor")) &&
					h(
						"button.small",
						{ key: "release", "aria-label": `Release seat ${one.seat} of table ${one.table}`, onclick: () => act({ do: "release", hold: one.hold }, "The seat is held no more.") },
						"Release",
					),
			],
		});
		return h("section.panel", { "aria-label": "Held seats" }, h("h2", "Held seats"), listing(["For", "Seat", "Why", "Until"], view.holds.map(row), "Held seats"));
	}

	async function take(/** @type {HoldView} */ one) {
		if (one.why === "called" || one.why === "locked-up") return openBuyIn(one, act);
		if (await act({ do: "take", hold: one.hold, buy_in: null }, `You sit at table ${one.table} now.`)) go(`/table/${one.table}`);
	}

	function panel(/** @type {ListView} */ list) {
		const own = list.waiting.find((one) => one.is_own);
		const keeps = hasRole("floor") || hasRole("dealer");
		return h(
			"section.panel",
			{ key: list.list, "aria-label": `${list.game} ${list.stakes}` },
			h("h2", `${list.stakes} ${list.game}`),
			h("ul.list-tables", list.tables.map((table) => tableLine(list, table))),
			list.tables.length === 0 && h("p.soft", "No table of this game is open yet: whoever waits shows that there is interest."),
			list.waiting.length > 0
				? listing(["Waiting", "Since", "State"], list.waiting.map(waiting), `Waiting for ${list.stakes} ${list.game}`)
				: h("p.soft", "Nobody waits."),
			h(
				"div.actions",
				own
					? h("button", { key: "off", onclick: () => act({ do: "leave", place: own.place }, "You wait no more.") }, "Take my name off")
					: h("button.main", { key: "on", onclick: () => openJoin(list, act) }, "Put my name down"),
				keeps && h("button", { key: "add", "aria-label": `Put somebody down on the list of ${list.stakes} ${list.game}`, onclick: () => openAdd(list, act) }, "Put somebody down"),
				hasRole("floor") && h("button", { key: "table", "aria-label": `Put a table on the list of ${list.stakes} ${list.game}`, onclick: () => openTable(list, act) }, "Put a table on"),
				hasRole("floor") && h("button", { key: "close", onclick: () => act({ do: "close", list: list.list }, "The list is closed.") }, "Close the list"),
			),
		);
	}

	function tableLine(/** @type {ListView} */ list, /** @type {ListTableView} */ table) {
		const isFree = table.taken + table.held < table.seats;
		return h(
			"li",
			{ key: table.table },
			h("a", { href: `/table/${table.table}` }, `Table ${table.table}`),
			h("span", `${table.taken} of ${table.seats} seats taken${table.held ? `, ${table.held} held` : ""}`),
			table.feeds && h("span.tag", `must move to table ${table.feeds}`),
			hasRole("floor") && isFree && h("button.small", { "aria-label": `Call the next to table ${table.table}`, onclick: () => act({ do: "call", table: table.table, seconds: 300 }, "The next is called; the seat is held for five minutes.") }, "Call the next"),
			hasRole("floor") && isFree && h("button.small", { "aria-label": `Lock up a seat of table ${table.table}`, onclick: () => openHold(table, act) }, "Lock up a seat"),
			h("button.small", { "aria-label": `Ask for another seat at table ${table.table}`, onclick: () => openSeat(table, act) }, "Another seat"),
			list.tables.length > 1 && h("button.small", { "aria-label": `Move here, to table ${table.table}`, onclick: () => act({ do: "join", wants: { want: "table", table: table.table } }, "You are called when a seat is free there.") }, "Move here"),
		);
	}

	const waiting = (/** @type {PlaceView} */ one) => ({
		key: one.place,
		name: [one.name ?? one.shown, one.name && h("small", one.shown), one.is_own && h("small", "you")],
		cells: [new Date(one.since_ms).toLocaleTimeString([], { timeStyle: "short" }), one.is_called ? "called" : one.misses ? "missed a call" : "waits"],
		actions:
			hasRole("floor") || hasRole("dealer")
				? [h("button.small", { key: "off", "aria-label": `Take off ${one.name ?? one.shown}`, onclick: () => act({ do: "leave", place: one.place }, "They wait no more.") }, "Take off")]
				: undefined,
	});

	function changes(/** @type {ListsView} */ view) {
		if (view.changes.length === 0) return null;
		const words = (/** @type {PlaceView} */ one) =>
			one.wants.want === "table" ? `wants to come to table ${one.wants.table}` : one.wants.want === "seat" ? `wants ${one.wants.seat ? `seat ${one.wants.seat}` : "another seat"} at table ${one.wants.table}` : "";
		const row = (/** @type {PlaceView} */ one) => ({
			key: one.place,
			name: one.name ?? one.shown,
			cells: [words(one), one.is_called ? "a seat is held" : "waits"],
			actions: [h("button.small", { key: "off", onclick: () => act({ do: "leave", place: one.place }, "It is taken back.") }, "Take back")],
		});
		return h("section.panel", { "aria-label": "Changes" }, h("h2", "Seat and table changes"), listing(["Who", "Wants", "State"], view.changes.map(row), "Changes"));
	}

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	const stop = onSession(() => void refresh());
	redraw();
	return () => {
		clearInterval(timer);
		stop();
	};
};

/** @typedef {(what: ListAct, done: string) => Promise<boolean>} Act */

const openList = (/** @type {Act} */ act) =>
	askFor(
		"Open a list",
		[
			{ name: "book", label: "Book, such as marina/holdem" },
			{ name: "stakes", label: "Stakes, such as $4-$8" },
		],
		"Open",
		({ book, stakes }) => act({ do: "open", book, stakes }, "The list is open."),
	);

const openJoin = (/** @type {ListView} */ list, /** @type {Act} */ act) =>
	askFor(
		`Wait for ${list.stakes} ${list.game}`,
		[{ name: "shown", label: "What stands on the wall; your initials if empty", required: false }],
		"Put my name down",
		({ shown }) => act({ do: "join", wants: { want: "game", list: list.list }, shown: shown || null }, "You are on the list."),
	);

const openAdd = (/** @type {ListView} */ list, /** @type {Act} */ act) =>
	askFor(
		`Put somebody down for ${list.stakes} ${list.game}`,
		[
			{ name: "name", label: "Name of the account; empty for who has none", required: false },
			{ name: "shown", label: "What stands on the wall", required: false },
		],
		"Put them down",
		({ name, shown }) => act({ do: "join", wants: { want: "game", list: list.list }, shown: shown || null, name: name || null, is_walk_in: !name }, "They are on the list."),
	);

const openTable = (/** @type {ListView} */ list, /** @type {Act} */ act) =>
	askFor(
		`Put a table on ${list.stakes} ${list.game}`,
		[
			{ name: "table", label: "Table", type: "number" },
			{ name: "feeds", label: "Must move to table; empty for a main game", type: "number", required: false },
		],
		"Put it on the list",
		({ table, feeds }) => act({ do: "set-table", table: Number(table), list: list.list, feeds: feeds ? Number(feeds) : null }, "The table is on the list."),
	);

const openHold = (/** @type {ListTableView} */ table, /** @type {Act} */ act) =>
	askFor(
		`Lock up a seat of table ${table.table}`,
		[
			{ name: "seat", label: "Seat", type: "number" },
			{ name: "name", label: "Name of the account" },
			{ name: "minutes", label: "Minutes", type: "number", value: "10" },
		],
		"Lock it up",
		({ seat, name, minutes }) => act({ do: "hold", table: table.table, seat: Number(seat), name, seconds: 60 * Number(minutes) }, "The seat is held."),
	);

const openSeat = (/** @type {ListTableView} */ table, /** @type {Act} */ act) =>
	askFor(
		`Another seat at table ${table.table}`,
		[{ name: "seat", label: "Seat; empty for any", type: "number", required: false }],
		"Ask for it",
		({ seat }) => act({ do: "join", wants: { want: "seat", table: table.table, seat: seat ? Number(seat) : null } }, "You are called when it is free."),
	);

function openBuyIn(/** @type {HoldView} */ one, /** @type {Act} */ act) {
	askFor(`Seat ${one.seat} of table ${one.table}`, [{ name: "amount", label: "Chips to bring, in dollars" }], "Sit down", async ({ amount }) => {
		const cents = readMoney(amount);
		if (cents === null || cents <= 0) {
			note("Give an amount such as 100 or 12.50.", "bad");
			return false;
		}
		const isDone = await act({ do: "take", hold: one.hold, buy_in: cents }, `You sit at table ${one.table} now.`);
		if (isDone) go(`/table/${one.table}`);
		return isDone;
	});
}

/** A table: the felt, the tray, the narration, and the line to the server that keeps them in step. @module */

import { icon } from "../icons.js";
import { nextTable, switchTables } from "../own_tables.js";
import { onSession, refreshSession, whoAmI } from "../session.js";
import { changeSettings, settings } from "../settings.js";
import { draw, h } from "../tree.js";
import { actAhead, forgetAhead } from "./ahead.js";
import { isInHand, noPlans, ownPlace, refusalIn } from "./desk.js";
import { lastHand } from "./last_hand.js";
import { felt } from "./felt.js";
import { freshCards } from "./fresh.js";
import { LINES_MOST, isTold, named, narration } from "./narration.js";
import { Pace } from "./pace.js";
import { Proof, proofSign } from "./proof.js";
import { collect, settle } from "./results.js";
import { listenForKeys, listenForSwipes, openKeyList } from "./shortcuts.js";
import { sitNow } from "./sit.js";
import { Ear } from "./sound.js";
import { Speech } from "./speech.js";
import { TableStream, linkWords } from "./stream.js";
import { tray } from "./tray.js";
import { rebet } from "./wager.js";

/** @import { Command, TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */
/** @import { Beat } from "./beats.js" */

// Sheets are fetched when they are first opened.
const openBook = (/** @type {TableView} */ view, /** @type {"rules" | "pays" | "notice"} */ tab) => void import("../book.js").then((part) => part.openBook(view, tab));
const openPreferences = () => void import("../preferences.js").then((part) => part.openPreferences());

/** Going away in the middle of a hand asks first. */
function askFirst(/** @type {Desk} */ desk, /** @type {Event} */ event) {
	if (!ownPlace(desk) || !isInHand(desk)) return;
	event.preventDefault();
	event.stopPropagation();
	void import("./leaving.js").then((part) => part.askToLeave(desk));
}

/** How long a refusal stays for its reader although the table moves on, in milliseconds. */
const READING_TIME = 10_000;

/** @type {import("../route.js").OpenView} */
export function open(place, number) {
	const table = Number(number);
	place.className = "table-page";
	document.title = `Table ${table} · Cardroom`;
	/** @type {Desk | null} */
	let desk = null;
	/** @type {import("./stream.js").Link} */
	let link = "joining";

	/** How many presses wait for an answer, and the event that must be shown before the next one. */
	let underWay = 0;
	let promised = 0;

	const redraw = () => {
		if (!desk)
			return draw(
				place,
				h("p.notice", { role: "status" }, linkWords(link), " ", link === "missing" && h("a", { href: "/" }, "To the lobby")),
			);
		desk.me = whoAmI();
		desk.link = link;
		desk.isBusy = underWay > 0 || desk.view.number < promised;
		desk.keys = new Map([
			[
				"l",
				() => {
					if (desk) {
						desk.plans.isLogOpen = !desk.plans.isLogOpen;
						redraw();
					}
				},
			],
			[" ", () => pace.skip()],
			["n", () => switchTables(table, 1)],
		]);
		const hadFocus = place.querySelector(".tray")?.contains(document.activeElement) ?? false;
		draw(place, tablePage(desk));
		// Whoever goes by keyboard stays in the tray when the button just pressed is gone.
		if (hadFocus && document.activeElement === document.body)
			/** @type {HTMLElement | null} */ (place.querySelector(".tray"))?.focus({ preventScroll: true });
	};

	// What is chosen rests on what is shown, which may be older than what has come.
	const send = async (/** @type {Command} */ command, /** @type {Command[]} */ ...then) => {
		const shown = desk?.view.number;
		underWay += 1;
		redraw();
		const answer = await stream.send(command, "patron", shown);
		promised = Math.max(promised, answer.number);
		const isDone = answer.outcome === "applied" || answer.outcome === "duplicate";
		for (const next of isDone ? then : [])
			promised = Math.max(promised, (await stream.send(next, "patron", shown)).number);
		underWay -= 1;
		if (desk) {
			desk.refusal = refusalIn(answer);
			desk.plans.isFoulMeant = false;
		}
		if (["sit", "stand-behind", "leave"].includes(command.do)) void refreshSession();
		redraw();
		return answer;
	};

	const show = (/** @type {Beat} */ { view, lines, isFresh, isLast }) => {
		const isFirst = desk === null;
		const shown = desk?.view ?? null;
		const fresh = isFresh ? new Set() : freshCards(desk?.view ?? null, view);
		const before = desk ?? {
			table,
			me: whoAmI(),
			view,
			lines: [],
			settled: [],
			fees: [],
			fresh,
			link,
			skew: 0,
			refusal: null,
			isBusy: false,
			plans: noPlans(),
			keys: new Map(),
			proof,
			speech,
			send,
			redraw,
		};
		if (isFresh) promised = 0;
		const hasMovedOn = view.round_number !== before.view.round_number || before.view.phase !== view.phase;
		if (hasMovedOn && before.refusal && Date.now() - before.refusal.since > READING_TIME) before.refusal = null;
		desk = Object.assign(before, {
			view,
			fresh,
			lines: [...before.lines, ...lines.map((line) => named(line, view))].slice(-LINES_MOST),
			settled: settle(before.settled, lines),
			fees: collect(before.fees ?? [], lines),
			skew: stream.skew,
		});
		document.title = `${view.game} · table ${table} · Cardroom`;
		if (isLast) forgetAhead(desk);
		redraw();
		ear.hear(isFresh ? null : shown, desk);
		if (isLast) {
			actAhead(desk);
			rebet(desk);
		}
		if (isFirst && sessionStorage.getItem("sit-at") === number && view.may.some((one) => one.do === "sit")) {
			sessionStorage.removeItem("sit-at");
			void sitNow(desk);
		}
	};

	// Words and proofs do not wait for what is shown: the table waits for them.
	const ear = new Ear();
	const proof = new Proof(table);
	const speech = new Speech(table, (command) => stream.send(command));
	const pace = new Pace(show);
	const stream = new TableStream(
		table,
		(told) => {
			speech.take(told.view, whoAmI()?.person);
			proof.take(told.lines);
			pace.add(told);
		},
		(next) => {
			link = next;
			redraw();
		},
	);
	let person = whoAmI()?.person;
	const stopSession = onSession(() => {
		if (whoAmI()?.person !== person) {
			person = whoAmI()?.person;
			stream.rejoin();
		}
		redraw();
	});
	const stopKeys = listenForKeys(() => desk);
	// A press on the felt shows at once what is still being told; buttons keep their own meaning.
	const skip = (/** @type {PointerEvent} */ { target }) => {
		if (target instanceof Element && target.closest(".felt") && !target.closest("button, a") && pace.isBehind()) pace.skip();
	};
	place.addEventListener("pointerdown", skip);
	const stopSwipes = listenForSwipes(place, (way) => switchTables(table, way));
	const seconds = setInterval(() => {
		if (!desk?.view.deadline) return;
		redraw();
		ear.tick(desk);
	}, 1000);
	redraw();
	return () => {
		stopSession();
		stopKeys();
		place.removeEventListener("pointerdown", skip);
		stopSwipes();
		clearInterval(seconds);
		pace.stop();
		stream.close();
	};
}

/** What is left of a shoe that lasts. */
const shoeWords = (/** @type {import("../api-types").ShoeView} */ { decks, left, is_cut_card_out }) =>
	`Shoe: ${decks} ${decks === 1 ? "deck" : "decks"}, ${is_cut_card_out ? "the cut card is out" : `${left} cards left`}`;

function tablePage(/** @type {Desk} */ desk) {
	const { view, plans } = desk;
	const last = desk.lines.findLast(isTold);
	return [
		h(
			"header.table-head",
			h("a.button.quiet.icon-only.to-lobby", { href: "/", "aria-label": "Back to the lobby", onclick: (/** @type {Event} */ event) => askFirst(desk, event) }, icon("back")),
			h(
				"div.table-title",
				h("h1", view.game),
				h(
					"p.soft",
					`Table ${view.table} · round ${view.round_number}`,
					view.is_practice && " · practice",
					view.shoe && ` · ${shoeWords(view.shoe)}`,
					desk.proof && proofSign(desk.proof),
					desk.link !== "live" && h("strong.link-lost", { role: "status" }, " · coming back…"),
				),
			),
			h(
				"button.quiet",
				{ onclick: () => openBook(view, "rules"), "aria-label": "Rules" },
				icon("book"),
				h("span", "Rules"),
			),
			h(
				"button.quiet",
				{ onclick: () => openBook(view, "pays"), "aria-label": "Pays, the pay tables" },
				icon("list"),
				h("span", "Pays"),
			),
			h(
				"button.quiet.notice-button",
				{ onclick: () => openBook(view, "notice"), "aria-label": "Posted notice" },
				icon("notice"),
				h("span", "Notice"),
			),
			h(
				"a.button.quiet",
				{ href: `/table/${view.table}/rounds`, "aria-label": "History" },
				icon("history"),
				h("span", "History"),
			),
			lastHand(view),
			h(
				"button.quiet.icon-only",
				{
					"aria-label": settings.sounds ? "Turn sounds off" : "Turn sounds on",
					"aria-pressed": String(settings.sounds),
					onclick: () => {
						changeSettings({ sounds: !settings.sounds });
						desk.redraw();
					},
				},
				icon(settings.sounds ? "sound" : "silent"),
			),
			nextTable(view.table),
			h("button.quiet.icon-only.phone-only", { onclick: openPreferences, "aria-label": "Preferences" }, icon("gear")),
			h("button.quiet.icon-only.keys-button", { onclick: openKeyList, "aria-label": "Keyboard shortcuts" }, icon("keys")),
		),
		felt(desk),
		tray(desk),
		h(
			"aside",
			{ class: `log${plans.isLogOpen ? " open" : ""}`, "aria-label": "Narration" },
			h(
				"button.log-toggle",
				{
					"aria-expanded": String(plans.isLogOpen),
					onclick: () => {
						plans.isLogOpen = !plans.isLogOpen;
						desk.redraw();
					},
				},
				h("span", last?.words ?? "What happens is told here."),
				icon("list"),
			),
			narration(desk.lines),
		),
	];
}

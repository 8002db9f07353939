/** A table: the felt, the tray, the narration, and the line to the server that keeps them in step. @module */

import { api } from "../api.js";
import { icon } from "../icons.js";
import { ASKS_HANDS, isOwnTable, nextTable, switchTables } from "../own_tables.js";
import { guardLeaving } from "../route.js";
import { onSession, refreshSession, whoAmI } from "../session.js";
import { changeSettings, settings } from "../settings.js";
import { draw, h } from "../tree.js";
import { closedWords, closingWords } from "../words.js";
import { isHandOn, noPlans, ownPlace, refusalIn } from "./desk.js";
import { lastHand } from "./last_hand.js";
import { felt } from "./felt.js";
import { freshCards } from "./fresh.js";
import { heardOnly, LINES_MOST, isNews, named, narration } from "./narration.js";
import { Pace } from "./pace.js";
import { aheadPart, wagerPart } from "./parts.js";
import { Proof, proofSign } from "./proof.js";
import { collect, settle } from "./results.js";
import { listenForKeys, listenForSwipes, openKeyList } from "./shortcuts.js";
import { sitNow } from "./sit.js";
import { Ear } from "./sound.js";
import { Speech } from "./speech.js";
import { TableStream, linkWords } from "./stream.js";
import { tray } from "./tray.js";

/** @import { Command, TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */
/** @import { Beat } from "./beats.js" */

// Sheets are fetched when they are first opened.
const openBook = (/** @type {TableView} */ view, /** @type {"rules" | "pays" | "notice"} */ tab) => void import("../book.js").then((part) => part.openBook(view, tab));
const openPreferences = () => void import("../preferences.js").then((part) => part.openPreferences());

/** Whether going away would leave a hand of the reader's to the clock. */
const isHeld = (/** @type {Desk | null} */ desk) => desk !== null && ownPlace(desk) !== undefined && isHandOn(desk);

/** Going away in the middle of a hand asks first, by whichever way; another own table is no way out. */
function asksFirst(/** @type {Desk | null} */ desk, /** @type {string} */ path, /** @type {() => unknown} */ leave) {
	if (!desk || isOwnTable(path) || !isHeld(desk)) return false;
	void import("./leaving.js").then((part) => part.askToLeave([desk], path, leave));
	return true;
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

	/** @type {import("./chat.js").Chat | null} */
	let chat = null;
	/** Asks whether people talk here and the reader hears it; the part for it is fetched where they do. */
	const askForChat = async () => {
		const view = await api.chat(table).catch(() => null);
		if (!view?.has_chat) chat = null;
		else if (chat) chat.take(view);
		else chat = await (await import("./chat.js")).openChat(table, view, () => redraw());
		if (desk) redraw();
	};

	/** How many presses wait for an answer, and the event that must be shown before the next one. */
	let underWay = 0;
	let promised = 0;

	/** What the reader was asked last, so that what is new below a small window is brought into it once. */
	let asked = "";
	const bringUp = () => {
		const panel = place.querySelector(".tray.asked .tray-main");
		// Amounts that are being set are nothing new.
		const words = (panel?.textContent ?? "").replace(/[$\d.,]+/g, "");
		const bring = () => {
			if (panel?.isConnected && panel.getBoundingClientRect().bottom > innerHeight) panel.scrollIntoView({ block: "end" });
		};
		// The felt above it may still be growing.
		if (words !== asked) for (const later of [0, 200, 450]) setTimeout(bring, later);
		asked = words;
	};

	const redraw = () => {
		if (!desk)
			return draw(
				place,
				h("p.notice", { role: "status" }, linkWords(link), " ", link === "missing" && h("a", { href: "/" }, "To the lobby")),
			);
		desk.me = whoAmI();
		desk.link = link;
		desk.chat = chat;
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
		bringUp();
		// Whoever goes by keyboard stays in the tray when the button just pressed is gone.
		if (hadFocus && document.activeElement === document.body)
			/** @type {HTMLElement | null} */ (place.querySelector(".tray"))?.focus({ preventScroll: true });
	};

	// What is chosen rests on what is shown, which may be older than what has come.
	const send = async (/** @type {Command} */ command, /** @type {Command[]} */ ...then) => {
		const shown = desk?.view.number;
		underWay += 1;
		redraw();
		if (command.do === "unlist" || command.do === "sit") void import("./seat_call.js").then((part) => part.forgetCall());
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
		if (["sit", "stand-behind", "leave"].includes(command.do)) {
			void refreshSession();
			void askForChat();
		}
		redraw();
		return answer;
	};

	const show = (/** @type {Beat} */ { view, lines, isFresh, isLast, isDecided }) => {
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
			isDecided,
			lines: [...before.lines, ...lines.map((line) => named(line, view))].slice(-LINES_MOST),
			settled: settle(before.settled, lines),
			fees: collect(before.fees ?? [], lines),
			skew: stream.skew,
		});
		const person = desk.me?.person;
		const isCall = lines.some(({ event }) => (event?.event === "unlisted" || event?.event === "seat-offered") && event.person === person);
		if (isCall && person !== undefined) void import("./seat_call.js").then((part) => part.followCall(lines, person));
		// Who has left may be somebody whom the house does not serve any more.
		const isGone = lines.some(({ event }) => event?.event === "left" && event.person === person);
		if (isGone) void import("../account.js").then((part) => part.tellUnserved());
		document.title = `${view.game} · table ${table} · Cardroom`;
		if (isLast) aheadPart(desk)?.forgetAhead(desk);
		redraw();
		ear.hear(isFresh ? null : shown, desk);
		if (isLast) {
			aheadPart(desk)?.actAhead(desk);
			wagerPart(desk)?.rebet(desk);
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
			if (next === "live" && link !== "live") void askForChat();
			link = next;
			redraw();
		},
		(said) => chat?.hear(said),
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
	const stopGuard = guardLeaving((path, leave) => asksFirst(desk, path, leave));
	// Beside other tables, the window that shows them all asks for each.
	const tellHand = (/** @type {Event} */ event) => isHeld(desk) && /** @type {CustomEvent<(Desk | null)[]>} */ (event).detail.push(desk);
	addEventListener(ASKS_HANDS, tellHand);
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
		stream.expect(desk.view.deadline);
	}, 1000);
	redraw();
	return () => {
		stopSession();
		stopKeys();
		stopGuard();
		removeEventListener(ASKS_HANDS, tellHand);
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
	const last = desk.lines.findLast(isNews);
	return [
		h(
			"header.table-head",
			h("a.button.quiet.icon-only.to-lobby", { href: "/", "aria-label": "Back to the lobby" }, icon("back")),
			h(
				"div.table-title",
				h("h1", view.game),
				h(
					"p.soft",
					`Table ${view.table} · round ${view.round_number}`,
					view.is_practice && (desk.chat?.isPrivate ? " · private" : " · practice"),
					view.shoe && ` · ${shoeWords(view.shoe)}`,
					view.closing && h("strong.closing", { role: "status" }, ` · ${closingWords(view.closing)}`),
					view.closed_until !== null && h("strong.closing", { role: "status" }, ` · ${closedWords(view.closed_until)}`),
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
				desk.chat && desk.chat.unread > 0 && [h("em.hush", ", unread in the chat: "), h("b.badge", String(desk.chat.unread))],
				icon("list"),
			),
			desk.chat?.tabs(),
			desk.chat?.isShown ? desk.chat.panel() : narration(desk.lines),
			heardOnly(desk.lines),
		),
	];
}

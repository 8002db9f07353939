/** The page's beginning: its head, its addresses, and which view stands at each. @module */

import { installCards } from "./cards.js";
import { note } from "./dialog.js";
import { icon } from "./icons.js";
import { followAccount } from "./kept_settings.js";
import { onOwnTables, ownTablesLink, refreshOwnTables } from "./own_tables.js";
import { GOES, go, isFramed, isGuarded } from "./route.js";
import { chipsInHand, hasRole, onSession, refreshSession, whoAmI } from "./session.js";
import { applySettings } from "./settings.js";
import { addStylesOf } from "./styles.js";
import { draw, h } from "./tree.js";

/** @import { OpenView } from "./route.js" */

/** Addresses and the modules that draw them; what stands in brackets is handed to the view. */
/** @type {[RegExp, () => Promise<{open: OpenView}>][]} */
const views = [
	[/^\/$/, () => import("./lobby.js")],
	[/^\/tables$/, () => import("./side.js")],
	[/^\/rounds$/, () => import("./history/mine.js")],
	[/^\/table\/(\d+)$/, () => import("./table/page.js")],
	[/^\/table\/(\d+)\/friends\/([0-9a-f]+)$/, () => import("./friends.js")],
	[/^\/table\/(\d+)\/rounds$/, () => import("./history/list.js")],
	[/^\/table\/(\d+)\/rounds\/(\d+)$/, () => import("./history/replay.js")],
	[/^\/book\/([\w-]+\/[\w-]+)$/, () => import("./book.js")],
	[/^\/book\/([\w-]+\/[\w-]+)\/odds$/, () => import("./odds.js")],
	[/^\/table\/(\d+)\/book$/, () => import("./book.js")],
	[/^\/table\/(\d+)\/odds$/, () => import("./odds.js")],
	[/^\/dealer\/(\d+)$/, () => import("./staff/dealer.js")],
	[/^\/deal$/, () => import("./staff/dealing.js")],
	[/^\/floor$/, () => import("./staff/floor.js")],
	[/^\/cage$/, () => import("./staff/cage.js")],
	[/^\/lists$/, () => import("./lists.js")],
	[/^\/wall$/, () => import("./wall.js")],
	[/^\/patrons$/, () => import("./staff/patrons.js")],
	[/^\/day$/, () => import("./staff/day.js")],
	[/^\/law$/, () => import("./staff/law.js")],
	[/^\/reports$/, () => import("./staff/report_view.js")],
	[/^\/audit$/, () => import("./staff/audit.js")],
	[/^\/accounts$/, () => import("./staff/accounts.js")],
];

// Sheets are fetched when they are first opened.
const openAccount = () => void import("./account.js").then((part) => part.openAccount());
const openPreferences = () => void import("./preferences.js").then((part) => part.openPreferences());

const top = /** @type {HTMLElement} */ (document.getElementById("top"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let close = () => {};
let visit = 0;
/** The address of the view that is shown. */
let shown = "";

async function show(/** @type {boolean} */ isFirst) {
	const path = location.pathname;
	const found = views.find(([pattern]) => pattern.test(path));
	const mine = ++visit;
	shown = path;
	close();
	close = () => {};
	drawTop();
	if (whoAmI()) void refreshOwnTables();
	if (!found) return nothingHere();
	const [pattern, load] = found;
	const parts = (pattern.exec(path) ?? []).slice(1);
	await addStylesOf(path);
	const view = await load().catch(() => null);
	if (mine !== visit) return;
	main.replaceChildren();
	main.className = "";
	if (view) close = view.open(main, ...parts);
	else void awaitRoom(mine);
	if (!isFirst) main.focus({ preventScroll: true });
	scrollTo(0, 0);
}

/** A view that could not be fetched is opened by a new beginning as soon as the room answers again. */
async function awaitRoom(/** @type {number} */ mine) {
	draw(main, h("p.notice", { role: "status" }, "The room does not answer. Trying again…"));
	while (mine === visit) {
		await new Promise((done) => setTimeout(done, 1000));
		const answer = await fetch(location.href).catch(() => null);
		if (answer?.ok && mine === visit) return location.reload();
	}
}

function nothingHere() {
	document.title = "Nothing here · Cardroom";
	main.className = "";
	draw(main, h("section.notice", h("h1", "There is nothing at this address."), h("p", h("a", { href: "/" }, "To the lobby"))));
}

function drawTop() {
	const me = whoAmI();
	const path = location.pathname;
	const link = (/** @type {string} */ href, /** @type {string} */ text) =>
		h("a", { key: href, href, "aria-current": path === href ? "page" : undefined }, text);
	draw(top, [
		h(
			"a.brand",
			{ href: "/", "aria-label": "Cardroom, to the lobby" },
			h(
				"svg",
				{ viewBox: "0 0 64 64", "aria-hidden": "true" },
				h("path", {
					d: "M32 4c10 15 28 24 28 39 0 8-6 13-13 13-5 0-10-3-13-8 0 7 3 12 8 16H22c5-4 8-9 8-16-3 5-8 8-13 8-7 0-13-5-13-13C4 28 22 19 32 4Z",
				}),
			),
			h("span", "Cardroom"),
		),
		h(
			"nav",
			{ "aria-label": "Views" },
			link("/", "Lobby"),
			me && link("/rounds", "My rounds"),
			me && link("/lists", "Lists"),
			hasRole("dealer") && link("/deal", "Deal"),
			hasRole("floor") && link("/floor", "Floor"),
			hasRole("cage") && link("/cage", "Cage"),
			(hasRole("floor") || hasRole("cage") || hasRole("auditor") || hasRole("owner")) && [link("/day", "Day"), link("/law", "Law"), link("/reports", "Reports")],
			(hasRole("floor") || hasRole("cage") || hasRole("owner")) && link("/patrons", "Patrons"),
			hasRole("auditor") && link("/audit", "Audit"),
			hasRole("owner") && link("/accounts", "Accounts"),
		),
		ownTablesLink(),
		h("button.quiet.icon-only", { "aria-label": "Preferences", onclick: openPreferences }, icon("gear")),
		h(
			"button.quiet.who",
			{ onclick: openAccount, "aria-label": me ? `${me.name}, ${chipsInHand(me)}. Your account` : "Sign in" },
			icon("person"),
			me ? [h("span.who-name", me.name), h("span.who-wallet", chipsInHand(me))] : h("span", "Sign in"),
		),
	]);
}

document.addEventListener("click", (event) => {
	const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
	if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
	if (event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)) return;
	event.preventDefault();
	go(link.pathname);
});
addEventListener("popstate", ({ isTrusted }) => {
	const path = location.pathname;
	// The browser has gone back by itself: the address is set right again while the reader is asked.
	if (isTrusted && path !== shown && isGuarded(path)) history.pushState(null, "", shown);
	else void show(false);
});
addEventListener(GOES, (event) => go(/** @type {CustomEvent<string>} */ (event).detail));
for (const system of ["(prefers-reduced-motion: reduce)", "(prefers-color-scheme: light)"])
	matchMedia(system).addEventListener("change", applySettings);
if (isFramed) document.documentElement.dataset.framed = "yes";

applySettings();
installCards(/** @type {HTMLElement} */ (document.getElementById("symbols")));
onSession(drawTop);
onOwnTables(drawTop);
followAccount();
drawTop();
refreshSession()
	.catch((error) => note(error.message, "bad"))
	.then(() => show(true));

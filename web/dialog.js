/** Sheets that open over the page, short notes, and clauses on request. @module */

import { icon } from "./icons.js";
import { draw, h } from "./tree.js";

/** @import { Leaf } from "./tree.js" */
/** @import { ClauseView } from "./api-types" */

/** @typedef {"plain" | "bad" | "good"} Kind */
/** @typedef {{what: Leaf, kind: Kind}} Said */

/** The sheets that are open, the uppermost last: the page below them cannot be read. @type {{say: (said: Said, milliseconds: number) => void}[]} */
const sheets = [];

/**
 * Opens a sheet over the page; `fill` is called with a function that draws it again.
 * @param {string} title
 * @param {(redraw: () => void, close: () => void) => Leaf} fill
 * @param {{class?: string, isRead?: boolean, onclose?: () => void}} [options] `isRead` where nothing but its text can have the focus
 */
export function openSheet(title, fill, options = {}) {
	const dialog = document.createElement("dialog");
	/** @type {Said[]} */
	let said = [];
	dialog.className = `sheet ${options.class ?? ""}`;
	dialog.setAttribute("aria-label", title);
	dialog.tabIndex = -1;
	const close = () => dialog.close();
	const redraw = () =>
		draw(
			dialog,
			h(
				"div.sheet-body",
				h(
					"div.sheet-head",
					h("h2", title),
					h("button.quiet.icon-only", { "aria-label": "Close", onclick: close }, icon("close")),
				),
				h("div.sheet-notes", { role: "status" }, said.map(({ what, kind }, place) => h("div", { key: place, class: `note ${kind}` }, what))),
				h("div.sheet-main", options.isRead ? { tabindex: 0, role: "group", "aria-label": title } : {}, fill(redraw, close)),
			),
		);
	const sheet = {
		say: (/** @type {Said} */ one, /** @type {number} */ milliseconds) => {
			said = [...said.slice(-1), one];
			redraw();
			setTimeout(() => {
				said = said.filter((other) => other !== one);
				if (dialog.open) redraw();
			}, milliseconds);
		},
	};
	sheets.push(sheet);
	dialog.addEventListener("close", () => {
		sheets.splice(sheets.indexOf(sheet), 1);
		dialog.remove();
		for (const { what, kind } of said) note(what, kind);
		options.onclose?.();
	});
	dialog.addEventListener("click", (event) => {
		const link = event.target instanceof Element && event.target.closest("a[href^='/']:not([download])");
		if (event.target === dialog || link) close();
	});
	document.body.append(dialog);
	redraw();
	dialog.showModal();
	// A field that takes the focus brings up the keyboard of a telephone, which nobody has asked for yet.
	const isTouched = matchMedia("(pointer: coarse)").matches;
	const first = isTouched ? null : dialog.querySelector(".sheet-main :is(input, select, textarea)");
	if (first instanceof HTMLElement) first.focus();
	else dialog.focus();
	return { close, redraw };
}

/** A short note that goes away by itself, in the sheet that is open or at the top of the page. */
export function note(
	/** @type {Leaf} */ what,
	/** @type {Kind} */ kind = "plain",
	/** @type {number} */ milliseconds = 6000,
) {
	const sheet = sheets.at(-1);
	if (sheet) return sheet.say({ what, kind }, milliseconds);
	const place = /** @type {HTMLElement} */ (document.getElementById("notes"));
	const element = document.createElement("div");
	element.className = `note ${kind}`;
	draw(element, what);
	place.append(element);
	while (place.children.length > 3) place.firstElementChild?.remove();
	const go = () => element.remove();
	element.addEventListener("click", go);
	setTimeout(go, milliseconds);
}

/** The button that cites a clause; pressed, it tells what the filing says. */
export function cite(/** @type {ClauseView | null} */ clause) {
	if (clause === null) return null;
	return h("button.cite", { title: clause.says, onclick: () => showClause(clause) }, clause.at || clause.name);
}

export function showClause(/** @type {ClauseView} */ clause) {
	openSheet(
		"What the rule says",
		() => [
			h("p.clause-says", clause.says),
			h(
				"dl.facts",
				h("div", h("dt", "In the filing"), h("dd", clause.at || "not placed")),
				h("div", h("dt", "Clause"), h("dd", h("code", clause.name))),
			),
		],
		{ class: "narrow", isRead: true },
	);
}

/** What happens, told line by line, each with the clause it rests on. @module */

import { cite } from "../dialog.js";
import { h } from "../tree.js";
import { aHand } from "../words.js";
import { roundEvent } from "./results.js";

/** @import { Line, TableView } from "../api-types" */

/** How many lines are kept to read. */
export const LINES_MOST = 120;

/** Lines without words are hidden from this reader; they are not told, nor is what pages do by themselves. */
export const isTold = (/** @type {Line} */ line) => line.words !== "" && !WORDS.has(line.event?.event ?? "");

/** Every page gives and opens words at every shuffle; the cut tells enough of it. */
const WORDS = new Set(["words-given", "words-opened"]);

/** A line as it is read: with names instead of the numbers of seats, and with what a pot was won. @returns {Line} */
export function named(/** @type {Line} */ line, /** @type {TableView} */ view) {
	const nameOf = (/** @type {string} */ seat) => view.people.find((one) => one.seat === Number(seat))?.name;
	const words = `${line.words}`
		.replace(/\.$/, (end) => `${withHand(line, view)}${end}`)
		// In one go, because somebody may be called "Seat 2".
		.replace(/\bspot (\d+)\b|(\b(?:at|takes?|moves to|offered from) )?\b[Ss]eat (\d+)\b/g, (said, spot, before, seat) => {
			if (spot) return ownedBy(nameOf(spot), "spot") ?? said;
			const name = nameOf(seat);
			if (name === undefined || (before && before !== "at ")) return said;
			return before ? `at ${ownedBy(name, "seat")}` : name;
		});
	return words === line.words ? line : { ...line, words };
}

/** "Ann's spot"; nothing where nobody is known. */
const ownedBy = (/** @type {string | undefined} */ name, /** @type {string} */ what) => (name === undefined ? undefined : `${name}'s ${what}`);

/** What a pot was won with, if the hand was shown to somebody who could beat it. */
function withHand(/** @type {Line} */ line, /** @type {TableView} */ { round, you }) {
	const event = roundEvent(line);
	if (event?.event !== "awarded" || event.part !== "whole") return "";
	const hand = round?.seats.find((one) => one.seat === event.seat)?.hands[0];
	const isShown = hand?.cards.every((card) => card !== null) && (event.seat !== you || round?.seats.some((one) => one.seat !== you && one.is_live));
	return hand?.worth && isShown ? ` with ${aHand(hand.worth)}` : "";
}

/** Whether a line is worth the one line of a small window: seals are for those who check them. */
export const isNews = (/** @type {Line} */ line) => isTold(line) && line.event?.event !== "sealed";

export function narration(/** @type {Line[]} */ lines) {
	const told = gathered(lines.filter(isTold)).map((line) => {
		const kind = line.event?.event === "round-began" ? "begins" : "";
		return h("li", { key: line.number, class: kind }, h("span", line.words), cite(line.clause));
	});
	return h(
		"div.narration",
		{ role: "log", "aria-live": "polite", "aria-label": "What happens", tabindex: 0, made: stick },
		h("ol", told),
	);
}

/** How many of the last lines somebody hears who does not see the narration. */
const HEARD_MOST = 8;

/** The last lines for those who listen, where the narration is closed or the chat stands in its place. */
export const heardOnly = (/** @type {Line[]} */ lines) =>
	h(
		"div.hush.heard-only",
		{ key: "heard", role: "log", "aria-live": "polite", "aria-label": "What happens" },
		h("ol", gathered(lines.filter(isTold)).slice(-HEARD_MOST).map((line) => h("li", { key: line.number }, line.words))),
	);

const isDealt = (/** @type {Line} */ line) => / gets /.test(line.words);
const isUnseen = (/** @type {Line} */ line) => / gets a card( face down)?\.$/.test(line.words);

/** In a deal, the cards that the reader does not see are told together: four or more of them say nothing each. */
function gathered(/** @type {Line[]} */ lines) {
	/** @type {Line[]} */
	const told = [];
	/** @type {Line[]} */
	let deal = [];
	const tellDeal = () => {
		const unseen = deal.filter(isUnseen);
		const last = unseen.at(-1);
		if (unseen.length < 4 || !last) told.push(...deal);
		else told.push(...deal.filter((line) => !isUnseen(line)), { ...last, words: `${unseen.length} cards are dealt face down.` });
		deal = [];
	};
	for (const line of lines) {
		if (isDealt(line)) {
			deal.push(line);
			continue;
		}
		tellDeal();
		told.push(line);
	}
	tellDeal();
	return told;
}

/** Stays at the newest line unless somebody has scrolled up to read. */
function stick(/** @type {HTMLElement} */ list) {
	let isAtEnd = true;
	list.addEventListener("scroll", () => {
		isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
	});
	const follow = () => {
		if (isAtEnd) list.scrollTop = list.scrollHeight;
	};
	new MutationObserver(follow).observe(list, { childList: true, subtree: true });
	requestAnimationFrame(follow);
}

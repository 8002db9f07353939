/** What rounds brought over time: a line that adds them up, and what each book and each day came to. @module */

import { signed } from "../money.js";
import { h } from "../tree.js";

/** @import { OwnRound } from "../api-types" */

const WIDE = 600;
const HIGH = 140;

/** Sums of what rounds brought, by something they have in common. */
function sums(/** @type {OwnRound[]} */ rounds, /** @type {(round: OwnRound) => string} */ by) {
	/** @type {Map<string, number>} */
	const found = new Map();
	for (const one of rounds) found.set(by(one), (found.get(by(one)) ?? 0) + (one.line.net ?? 0));
	return [...found];
}

function bars(/** @type {string} */ title, /** @type {[string, number][]} */ list) {
	const most = Math.max(1, ...list.map(([, cents]) => Math.abs(cents)));
	return h(
		"figure.chart",
		h("figcaption", title),
		h(
			"ul.bar-list",
			list.map(([label, cents]) =>
				h(
					"li",
					{ key: label },
					h("span.bar-label", label),
					h("span.bar-track", { "aria-hidden": "true" }, h("i", { class: cents < 0 ? "minus" : "", style: `width:${(Math.abs(cents) / most) * 100}%` })),
					h("b", { class: cents > 0 ? "won" : cents < 0 ? "lost" : "" }, signed(cents)),
				),
			),
		),
	);
}

/** Results of rounds, which come the newest first. Play chips are never added to those of the house. */
export function resultsOverTime(/** @type {OwnRound[]} */ rounds) {
	const kinds = [rounds.filter((one) => !one.is_practice), rounds.filter((one) => one.is_practice)];
	const isMixed = kinds.every((of) => of.length > 0);
	return kinds.map((of, place) => resultsOf(of, isMixed ? ["house chips", "play chips"][place] : ""));
}

/** Results of rounds that were played with the same chips. */
function resultsOf(/** @type {OwnRound[]} */ rounds, /** @type {string | undefined} */ chips) {
	if (rounds.length === 0) return null;
	const old = [...rounds].reverse();
	let sum = 0;
	const line = [0, ...old.map((one) => (sum += one.line.net ?? 0))];
	const [low, high] = [Math.min(...line), Math.max(...line)];
	const x = (/** @type {number} */ place) => ((place / Math.max(1, line.length - 1)) * WIDE).toFixed(1);
	const y = (/** @type {number} */ cents) => (8 + ((high - cents) / Math.max(1, high - low)) * (HIGH - 16)).toFixed(1);
	const words = `In all ${signed(sum)}${chips && ` in ${chips}`} over ${rounds.length} rounds, between ${signed(low)} and ${signed(high)} on the way.`;
	const day = (/** @type {OwnRound} */ one) => new Date(one.line.ended).toLocaleDateString();
	return h(
		"section.results",
		{ key: `results ${chips}`, "aria-label": `Results over time${chips && `, ${chips}`}` },
		h(
			"figure.chart",
			// A sign stays with its amount.
			h("figcaption", words.split(/([−+±]\$[\d.,]*\d)/).map((part, place) => (place % 2 === 1 ? h("span.unbroken", part) : part))),
			h(
				"svg.results-line",
				{ viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words, preserveAspectRatio: "none" },
				h("path.zero", { d: `M0 ${y(0)}H${WIDE}` }),
				h("polyline", { points: line.map((cents, place) => `${x(place)},${y(cents)}`).join(" ") }),
			),
		),
		bars("By game", sums(rounds, (one) => `${one.game} · ${one.house}`)),
		bars("By day", sums(rounds, day)),
	);
}

/** The drop by schedule and by shift, as the floor and the cage read it. @module */

import { h } from "../tree.js";
import { lines } from "./chart.js";

/** @import { Floor } from "../api-types" */

/** When each shift begins, by the hour of the day. @type {[string, number][]} */
const SHIFTS = [
	["Day shift, 6 to 14", 6],
	["Swing shift, 14 to 22", 14],
	["Night shift, 22 to 6", 22],
];

/** The shift in which an hour lies; the night's goes over midnight. */
function shiftOf(/** @type {number} */ at) {
	const hour = new Date(at).getHours();
	return (SHIFTS.findLast(([, begins]) => hour >= begins) ?? SHIFTS[2])?.[0] ?? "";
}

/** Amounts by what they have in common, the largest first. */
function sums(/** @type {Floor["drop"]} */ drop, /** @type {(one: Floor["drop"][number]) => string} */ by) {
	/** @type {Map<string, number>} */
	const found = new Map();
	for (const one of drop) found.set(by(one), (found.get(by(one)) ?? 0) + one.cents);
	return [...found].map(([label, cents]) => ({ label, cents })).filter((bar) => bar.cents > 0);
}

/** Two panels: what came from each schedule, and what came in each shift of the last week. */
export function dropCharts(/** @type {Floor} */ { tables, drop }) {
	const scheduleOf = (/** @type {number} */ table) => {
		const row = tables.find((one) => one.table === table);
		return row ? `${row.game} · ${row.schedule ? `schedule ${row.schedule}` : "no schedule"}` : `Table ${table}`;
	};
	// Play chips are never added to those of the house.
	const play = new Set(tables.filter((one) => one.is_practice).map((one) => one.table));
	const of = drop.filter((one) => !play.has(one.table));
	const bySchedule = sums(of, (one) => scheduleOf(one.table)).sort((one, other) => other.cents - one.cents).slice(0, 12);
	const byShift = sums(of, (one) => shiftOf(one.hour));
	if (bySchedule.length === 0) return null;
	return h(
		"section.charts",
		{ "aria-label": "Drop by schedule and shift, the last week" },
		h("div.panel", lines("Drop by schedule, the last week", bySchedule)),
		h("div.panel", lines("Drop by shift, the last week", SHIFTS.flatMap(([name]) => byShift.filter((bar) => bar.label === name)))),
	);
}

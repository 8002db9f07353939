/** What a hand of Pan brought: who collected, for which condition, and from whom. @module */

import { cite, openSheet } from "../dialog.js";
import { money, signed } from "../money.js";
import { h } from "../tree.js";
import { personName, seatName } from "../words.js";
import { GIVEN_BACK, roundEvent } from "./results.js";

/** @import { Line, TableView } from "../api-types" */
/** @import { Desk } from "./desk.js" */
/** @import { Settled } from "./results.js" */

/** @type {Record<string, string>} */
const names = {
	"valle mixed": "Valle square of several suits",
	"valle one suit": "Valle square of one suit",
	"other one suit": "Square of one suit",
	"low rope": "Low rope",
	"high rope": "High rope",
	"more valle mixed": "More cards of a valle square of several suits",
	"more valle one suit": "More cards of a valle square of one suit",
	"more other one suit": "More cards of a square of one suit",
	"longer rope": "A longer rope",
	"going out": "Going out",
	"the tops": "The tops",
	[GIVEN_BACK]: "Given back by a foul hand",
	"gave back": "Given back, as the hand is foul",
};

const name = (/** @type {string} */ on) => {
	const kind = on.replace(/ again$/, "");
	return `${names[kind] ?? kind}${kind === on ? "" : ", again at going out"}`;
};

/** The last hand that was over, so that it can be looked at once more. */
/** @type {{table: number, view: TableView, settled: Settled[], voided: Line | null} | null} */
let last = null;

/** The line by which the hand that is shown became void. */
function voidedBy(/** @type {Line[]} */ lines) {
	const began = lines.findLastIndex((line) => line.event?.event === "round-began");
	return lines.slice(began + 1).find((line) => roundEvent(line)?.event === "voided") ?? null;
}

/** Payments to one seat for one thing. */
/** @typedef {{on: string, sum: number, from: Map<number, number>, clause: Settled["clause"]}} Group */

/** What each seat collected, the seat that collected most first. @returns {[number, Group[]][]} */
function collected(/** @type {Settled[]} */ settled) {
	/** @type {Map<number, Map<string, Group>>} */
	const seats = new Map();
	const put = (/** @type {number} */ seat, /** @type {string} */ on, /** @type {Settled} */ one, /** @type {number} */ amount) => {
		const groups = seats.get(seat) ?? new Map();
		seats.set(seat, groups);
		const group = groups.get(on) ?? { on, sum: 0, from: new Map(), clause: one.clause };
		groups.set(on, group);
		group.sum += amount;
		return group;
	};
	for (const one of settled) {
		const group = put(one.seat, one.on, one, one.paid);
		if (one.from === undefined) continue;
		group.from.set(one.from, (group.from.get(one.from) ?? 0) + one.paid);
		if (one.on === GIVEN_BACK) put(one.from, "gave back", one, -one.paid);
	}
	const sum = (/** @type {Group[]} */ groups) => groups.reduce((all, group) => all + group.sum, 0);
	return [...seats]
		.map(([seat, groups]) => /** @type {[number, Group[]]} */ ([seat, [...groups.values()]]))
		.toSorted(([, one], [, other]) => sum(other) - sum(one));
}

/** "$8 from each of Ann, Bea and Carl", or one by one where somebody paid less. */
function payers(/** @type {TableView} */ view, /** @type {Group} */ { from }) {
	const paid = [...from].toSorted(([one], [other]) => one - other);
	if (paid.length === 0) return "";
	const amounts = new Set(paid.map(([, amount]) => amount));
	if (amounts.size > 1) return paid.map(([seat, amount]) => `${seatName(view, seat)} ${money(amount)}`).join(", ");
	const each = money(paid[0]?.[1] ?? 0);
	const names = paid.map(([seat]) => seatName(view, seat));
	return names.length === 1 ? `${each} from ${names[0]}` : `${each} from each of ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function summary(
	/** @type {TableView} */ view,
	/** @type {Settled[]} */ settled,
	/** @type {Line | null} */ voided,
	/** @type {"h2" | "h3"} */ heading,
) {
	return h(
		"div.pan-summary",
		voided && h("p.pan-void", h("strong", "The hand is void: nobody won it, and every top went back."), " ", cite(voided.clause)),
		collected(settled).map(([seat, groups]) =>
			h(
				"section",
				{ key: seat },
				h(
					heading,
					h("span", `${seatName(view, seat)} collected`),
					h("b", money(groups.reduce((sum, group) => sum + group.sum, 0))),
				),
				h(
					"ul",
					groups.map((group) =>
						h(
							"li",
							{ key: group.on },
							h("span", h("strong", name(group.on)), " ", h("span.soft", payers(view, group)), " ", cite(group.clause)),
							h("b", money(group.sum)),
						),
					),
				),
			),
		),
		view.nets.length > 0 &&
			h(
				"p.pan-nets",
				view.nets
					.toSorted((one, other) => other.net - one.net)
					.map((one) => h("span", { key: one.person }, `${personName(view, one.person, 0)} ${signed(one.net)}`)),
			),
	);
}

/** What the hand that is over brought, for the tray. */
export function panOutcome(/** @type {Desk} */ { table, view, settled, me, lines }) {
	const voided = voidedBy(lines);
	last = { table, view, settled, voided };
	const net = view.nets.find((one) => one.person === me?.person)?.net ?? 0;
	return h(
		"div.outcome.pan-outcome",
		h("p", { class: `outcome-net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, h("span.hush", "This hand brought you "), signed(net)),
		summary(view, settled, voided, "h2"),
	);
}

/** A button for the hand before this one, if it was seen. */
export function lastHand(/** @type {Desk} */ desk) {
	const shown = last;
	if (shown === null || shown.table !== desk.table) return null;
	const open = () => openSheet("The last hand", () => summary(shown.view, shown.settled, shown.voided, "h3"));
	return h("button.quiet.small", { key: "last", onclick: open }, "Last hand");
}

/** Putting down wagers before a banked round. @module */

import { money } from "../money.js";
import { h } from "../tree.js";
import { personName, seatName } from "../words.js";
import { amountControl, amountOf } from "./amount.js";
import { may, ownPlace, sends } from "./desk.js";

/** @import { Allowance, Command, SideWager } from "../api-types" */
/** @import { Amount } from "./amount.js" */
/** @import { Desk } from "./desk.js" */

export function wagerPanel(/** @type {Desk} */ desk) {
	const { view, plans } = desk;
	const allowed = may(desk, "put-wager");
	const place = ownPlace(desk);
	if (!place) return null;
	const spot = plans.spot ?? (allowed?.spot === view.you ? view.you : null);
	if (!allowed || spot === null) return withoutSpot(desk, allowed !== undefined);
	const isOwn = spot === view.you;
	const laid = view.wagers.find((one) => one.person === place.person && one.spot === spot)?.wager;
	const base = baseAmount(desk, allowed);
	const wager = plannedWager(desk, base, spot);
	const total = wager.base + wager.side + wager.pair_plus + wager.six_card;
	const others = view.wagers.filter((one) => one.spot === spot && one.person !== place.person);
	const put = async () => {
		/** @type {Command} */
		const putting = { do: "put-wager", spot, wager };
		const answer = await (isOwn ? desk.send(putting, { do: "ready" }) : desk.send(putting));
		if (answer.outcome === "refused" || answer.outcome === "stale") return;
		plans.amounts["last"] = wager.base;
		plans.spot = null;
		desk.redraw();
	};
	desk.keys.set("Enter", put);
	if (place.is_ready && isOwn) {
		return h(
			"div.tray-words",
			h(
				"p",
				laid
					? `${money(laid.base + laid.side + laid.pair_plus + laid.six_card)} is down. The round begins when the others are ready.`
					: "You sit this round out.",
			),
			(laid || plans.rebets) && rebetSwitch(desk),
		);
	}
	return h(
		"div.wager-panel",
		h(
			"div.wager-main",
			h(
				"h2",
				isOwn
					? view.sides.some((side) => side.part === "pair_plus")
						? "Your ante"
						: "Your wager"
					: `On ${seatName(view, spot)}'s spot`,
			),
			amountControl(desk, base),
		),
		view.sides.length > 0 &&
			h(
				"div.sides",
				view.sides.map((side) => sideControl(desk, side, wager.base)),
			),
		view.joins_wagers &&
			h(
				"label.joint",
				h("input", {
					type: "checkbox",
					checked: isJointMeant(desk),
					onchange: () => {
						plans.amounts["joint"] = isJointMeant(desk) ? 0 : 1;
						desk.redraw();
					},
				}),
				others.length > 0 ? "As one bet with those on this spot who agree" : "As one bet with those who come to this spot",
			),
		isOwn && rebetSwitch(desk),
		h(
			"div.tray-actions",
			h(
				"button.main.large",
				sends(desk, put),
				laid && isOwn && !desk.isBusy ? "Ready" : `Wager ${money(total)}${isOwn ? "" : ` on ${seatName(view, spot)}'s spot`}`,
				h("kbd", "Enter"),
			),
			isOwn
				? h("button", sends(desk, () => desk.send({ do: "ready" })), "Not this round")
				: h(
						"button",
						{
							onclick: () => {
								plans.spot = null;
								desk.redraw();
							},
						},
						view.you === null ? "Another spot" : "Back to my spot",
					),
		),
	);
}

/** Whether the last wager is to be put down in every round: it can be said before a wager, and while one lies there. */
function rebetSwitch(/** @type {Desk} */ desk) {
	const { plans } = desk;
	return h(
		"label.joint",
		{ key: "rebets" },
		h("input", {
			type: "checkbox",
			checked: plans.rebets,
			onchange: () => {
				plans.rebets = !plans.rebets;
				desk.redraw();
			},
		}),
		"The same in every round from now on",
	);
}

/** Puts the last wager down again, once in a round, if the reader wants the same in every round. */
export function rebet(/** @type {Desk} */ desk) {
	const { view, plans } = desk;
	const allowed = may(desk, "put-wager");
	const place = ownPlace(desk);
	const moment = `${view.round_number}`;
	if (!plans.rebets || plans.rebetAt === moment || plans.amounts["last"] === undefined) return;
	if (view.phase !== "wagers" || !allowed || view.you === null || allowed.spot !== view.you || place?.is_ready) return;
	if (view.wagers.some((one) => one.person === place?.person)) return;
	plans.rebetAt = moment;
	const wager = plannedWager(desk, baseAmount(desk, allowed), view.you);
	void desk.send({ do: "put-wager", spot: view.you, wager }, { do: "ready" });
}

/** Who stands behind, or whose own spot takes no wager now: what is down, and the word that no more is coming. */
function withoutSpot(/** @type {Desk} */ desk, /** @type {boolean} */ canBack) {
	const { view } = desk;
	const place = ownPlace(desk);
	const isReady = may(desk, "ready") === undefined;
	if (!canBack && isReady) return null;
	const own = view.wagers.filter((one) => one.person === place?.person).map(({ wager }) => wager);
	const total = own.reduce((sum, one) => sum + one.base + one.side + one.pair_plus + one.six_card, 0);
	const down = total > 0 ? `${money(total)} is down. ` : "";
	if (isReady) {
		return h("p.tray-words", total > 0 ? `${down}The round begins when the others are ready.` : "You sit this round out.");
	}
	return [
		h("p.tray-words", `${down}${canBack ? "Tap a spot on the felt to back the player who sits there." : ""}`),
		h(
			"div.tray-actions",
			h(
				total > 0 ? "button.main.large" : "button.large",
				sends(desk, () => desk.send({ do: "ready" })),
				total > 0 ? "Ready" : "Not this round",
			),
		),
	];
}

/** @returns {Amount} */
function baseAmount(/** @type {Desk} */ desk, /** @type {Allowance} */ { least, most, step }) {
	const last = desk.plans.amounts["last"];
	const presets = /** @type {[string, number][]} */ ([
		["Least", least],
		["×2", least * 2],
		["×5", least * 5],
		["×10", least * 10],
		["Most", most],
	]);
	if (last !== undefined) presets.splice(1, 0, ["Again", last], ["Double it", last * 2]);
	return { name: "base", label: "Wager", least, most, step, usual: last ?? least, presets };
}

function sideControl(/** @type {Desk} */ desk, /** @type {SideWager} */ side, /** @type {number} */ base) {
	const { plans } = desk;
	const amount = plans.amounts[side.part] ?? 0;
	const least = side.equals_base ? base : side.least;
	const most = mostOf(side, base);
	const set = (/** @type {number} */ cents) => {
		plans.amounts[side.part] = cents;
		desk.redraw();
	};
	const steps = side.equals_base ? [0, base] : [...new Set([0, least, least * 5, least * 25])].filter((cents) => cents <= most);
	return h(
		"fieldset",
		{ key: side.part, class: "side" },
		h("legend", side.name),
		h(
			"div.presets",
			steps.map((cents) =>
				h(
					"button",
					{
						key: cents,
						class: "preset",
						"aria-pressed": String(side.equals_base ? cents > 0 === amount > 0 : cents === amount),
						onclick: () => set(cents),
					},
					cents === 0 ? "No" : money(cents),
				),
			),
		),
	);
}

/** A blackjack side wager is never larger than the base wager; the others have bounds of their own. */
function mostOf(/** @type {SideWager} */ side, /** @type {number} */ base) {
	return side.part === "side" ? Math.min(base, side.most || base) : side.most || base;
}

/** Whether the reader wants to bet as one with others on the spot. */
const isJointMeant = (/** @type {Desk} */ desk) => (desk.plans.amounts["joint"] ?? 0) > 0;

/** Agreeing that those who came later bet as one with the reader. */
export function jointPanel(/** @type {Desk} */ desk) {
	const { view, me } = desk;
	const spot = may(desk, "agree-joint")?.spot;
	if (spot === undefined || spot === null) return null;
	const onSpot = view.wagers.filter((one) => one.spot === spot);
	const own = onSpot.findIndex((one) => one.person === me?.person);
	const later = onSpot.slice(own + 1).filter((one) => one.wager.joint === onSpot[own]?.wager.joint);
	return h(
		"div.bank-panel",
		h(
			"div.bank-words",
			h("h2", "Others would bet as one with you"),
			h("p.soft", "What the spot wins or loses is then paid and collected as one bet."),
		),
		h(
			"div.tray-actions",
			later.map((one) =>
				h(
					"button.main",
					{ key: one.person, ...sends(desk, () => desk.send({ do: "agree-joint", spot, person: one.person })) },
					`Bet as one with ${personName(view, one.person, null)}`,
				),
			),
		),
	);
}

/** The whole wager as it is planned. */
function plannedWager(/** @type {Desk} */ desk, /** @type {Amount} */ base, /** @type {number} */ spot) {
	const { plans, view } = desk;
	const joined = view.wagers.find((one) => one.spot === spot && one.wager.joint !== null)?.wager.joint ?? 1;
	const joint = view.joins_wagers && isJointMeant(desk) ? joined : null;
	const cents = amountOf(desk, base);
	const part = (/** @type {string} */ name) => {
		const side = view.sides.find((one) => one.part === name);
		const planned = plans.amounts[name] ?? 0;
		if (!side || planned === 0) return 0;
		return side.equals_base ? cents : Math.min(planned, mostOf(side, cents));
	};
	return { base: cents, side: part("side"), pair_plus: part("pair_plus"), six_card: part("six_card"), joint };
}

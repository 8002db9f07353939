/** The felt with everything that lies on it, drawn from one view of the table. @module */

import { chipStack } from "../chips.js";
import { money } from "../money.js";
import { h } from "../tree.js";
import { centre } from "./centre.js";
import { isBanker } from "./desk.js";
import { cellOf, isMirrored, middleCells, tallTemplate } from "./layout.js";
import { isPan, needPan, panHands } from "./pan_part.js";
import { hands, plate } from "./seat.js";

/** @import { Desk } from "./desk.js" */
/** @import { Branch } from "../tree.js" */

/** @returns {Branch} */
export function felt(/** @type {Desk} */ desk) {
	const { view } = desk;
	needPan(desk);
	const cells = middleCells(view.seats);
	const seats = Array.from({ length: view.seats }, (_, place) => place + 1);
	return h(
		"section",
		{ class: `felt ${familyClass(desk)}`, "aria-label": "The table" },
		h("div.rail", { "aria-hidden": "true" }, h("div.cloth")),
		h(
			"div.places",
			{ style: `--rows-tall:${tallTemplate(view.seats)}` },
			h("div.shoe", { style: cells.shoe, "aria-hidden": "true" }, h("i"), h("span", shoeName(desk))),
			centre(desk, cells.centre),
			h(
				"ol.ring",
				seats.map((seat) => ringSeat(desk, seat)),
			),
		),
	);
}

function familyClass(/** @type {Desk} */ { view }) {
	return view.round?.family ?? (view.bank !== null || view.bank_offered !== null || view.sides.length > 0 ? "banked" : "");
}

/** What the cards come from. */
function shoeName(/** @type {Desk} */ { view }) {
	if (view.dealer === "entered") return "Dealer";
	const isBanked = view.round ? view.round.bank !== null : view.bank !== null || view.bank_offered !== null || view.sides.length > 0;
	return isBanked ? "Shoe" : "Deck";
}

function ringSeat(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const { view } = desk;
	const cell = cellOf(view, seat);
	const isOwn = view.you === seat;
	return h(
		"li",
		{
			key: seat,
			class: `ring-seat ${cell.bearing}${isMirrored(cell) ? " mirrored" : ""}${isOwn ? " own" : ""}`,
			style: `--a:${cell.angle.toFixed(2)}deg;--wide:${cell.wide};--tall:${cell.tall}`,
			"data-seat": seat,
		},
		h(
			"div.seat-parts",
			plate(desk, seat),
			seatHands(desk, seat),
			h("div.seat-money", buttons(desk, seat), spot(desk, seat)),
		),
	);
}

function seatHands(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const found = desk.view.round?.seats.find((one) => one.seat === seat);
	// Until its part is here, a hand of melds is not drawn as another.
	if (desk.view.round?.family === "pan") return found && isPan(desk) ? panHands(desk, found) : null;
	return hands(desk, seat);
}

/** The money of a seat on the felt: its spot in banked games, its bet in poker. */
function spot(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const { view } = desk;
	const inRound = view.round?.seats.find((one) => one.seat === seat);
	if (view.round?.bank === null) {
		return h("div.spot", inRound && inRound.bet > 0 && chipStack(inRound.bet, { key: "bet", label: "Bet" }));
	}
	const holdsBank = (view.round?.bank?.seat ?? view.bank?.[0]) === seat;
	const isBanked = view.round !== null || view.phase === "wagers" || view.phase === "offering" || view.phase === "broken";
	if (!isBanked || holdsBank) return null;
	const put =
		view.phase === "wagers"
			? view.wagers
					.filter((one) => one.spot === seat)
					.flatMap((one) => [
						{ on: "", amount: one.wager.base },
						...view.sides.map((side) => ({ on: side.name, amount: sidePart(one.wager, side.part) })),
					])
					.filter((one) => one.amount > 0)
			: (inRound?.wagers ?? []).map((one) => ({
					on: one.on === "base" || one.on === "ante" ? "" : one.on,
					amount: one.amount,
				}));
	const main = put.filter((one) => one.on === "");
	const total = main.reduce((sum, one) => sum + one.amount, 0);
	const others = together(put.filter((one) => one.on !== ""));
	const backs =
		view.phase === "wagers" && view.you !== seat && !isBanker(desk) && desk.view.may.some((one) => one.do === "put-wager");
	const isFree = view.round === null || view.phase === "wagers";
	const circle =
		total > 0
			? chipStack(total, { key: "main", label: "Wager" })
			: isFree && h("i.circle", { "aria-hidden": "true" }, String(seat));
	return h(
		"div.spot",
		backs
			? h(
					"button.back-spot",
					{
						"aria-pressed": String(desk.plans.spot === seat),
						onclick: () => {
							desk.plans.spot = seat;
							desk.redraw();
						},
					},
					h("span.hush", `Wager on spot ${seat} `),
					circle,
				)
			: circle,
		others.map((one) =>
			h("span", { key: one.on, class: "side-chip", title: one.on }, h("b", short(one.on)), money(one.amount)),
		),
		others.length > 1 && h("span.side-chip.rest", { "aria-hidden": "true" }, `+${money(others.reduce((sum, one) => sum + one.amount, 0))}`),
	);
}

/** Wagers of one name, such as those on split hands, are told as one sum. */
function together(/** @type {{on: string, amount: number}[]} */ put) {
	const sums = new Map();
	for (const { on, amount } of put) sums.set(on, (sums.get(on) ?? 0) + amount);
	return [...sums].map(([on, amount]) => ({ on, amount }));
}

function sidePart(/** @type {import("../api-types").Wager} */ wager, /** @type {string} */ part) {
	return part === "side" ? wager.side : part === "pair_plus" ? wager.pair_plus : wager.six_card;
}

const shortNames = /** @type {Record<string, string>} */ ({
	"Pair Plus": "PP",
	"6 Card Bonus": "6C",
	insurance: "INS",
	double: "DBL",
	split: "SPL",
	play: "PLAY",
	"Bonus Bet": "BONUS",
});
const short = (/** @type {string} */ name) => shortNames[name] ?? name.toUpperCase();

/** The bank button, and the action button or the dealer button. */
function buttons(/** @type {Desk} */ { view }, /** @type {number} */ seat) {
	const bank = view.bank?.[0] === seat ? view.bank[1] : view.round?.bank?.seat === seat ? 0 : null;
	const isAction = view.round?.button === seat;
	const turn = bank === 1 ? "1st" : bank === 2 ? "2nd" : "";
	const isKiller = view.round?.killer === seat;
	if (bank === null && !isAction && !isKiller) return null;
	const isPoker = view.round?.bank === null;
	const isFirst = view.round?.family === "pan";
	return h(
		"div.markers",
		bank !== null && h("span", { key: "bank", class: "marker bank", title: "Holds the bank" }, "Bank", turn && h("small", turn)),
		isAction &&
			h(
				"span",
				{
					key: "action",
					class: `marker ${isPoker ? "dealer" : "action"}`,
					title: isFirst ? "First to act" : isPoker ? "Dealer button" : "Action button: settlement starts here",
				},
				isFirst ? "First" : isPoker ? "Dealer" : "Action",
			),
		isKiller && h("span", { key: "kill", class: "marker kill", title: "Killed the pot: the limits are larger" }, "Kill"),
	);
}

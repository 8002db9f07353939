/** The middle of the felt: the bank's hand and stake, or the board and the pots. @module */

import { card } from "../cards.js";
import { chipStack } from "../chips.js";
import { money } from "../money.js";
import { h } from "../tree.js";
import { personName, seatName, standing } from "../words.js";
import { isPan, panCentre } from "./pan_part.js";
import { oneHand, spread } from "./seat.js";

/** @import { BankView, View } from "../api-types" */
/** @import { Desk } from "./desk.js" */

/** The middle, in the cell that its style names. */
export function centre(/** @type {Desk} */ desk, style = "") {
	const { view } = desk;
	const round = view.round;
	return h(
		"div.centre",
		{ style },
		round?.bank ? bank(desk, round.bank) : null,
		round && !round.bank ? (round.family === "pan" ? isPan(desk) && panCentre(desk) : board(desk)) : null,
		!round && view.bank ? waitingStake(desk) : null,
		h("p.standing", standing(view, desk.me?.person ?? null)),
	);
}

function bank(/** @type {Desk} */ desk, /** @type {BankView} */ bank) {
	const { view } = desk;
	const used = bank.stake > 0 ? Math.round((1 - bank.left / bank.stake) * 100) : 0;
	const isOver = view.phase === "resting";
	return h(
		"div",
		{ key: "bank", class: "bank-place", "aria-label": `The bank, ${seatName(view, bank.seat)}` },
		h(
			"div.bank-hands",
			spread(bank.hands, true).map((part, place) => oneHand(desk, bank.hands[place], `bank-${place}`, "", part)),
		),
		h(
			"div.stake",
			chipStack(bank.stake, { key: "stake", label: "Stake" }),
			h(
				"div.stake-words",
				h("span", `Bank: ${seatName(view, bank.seat)}`),
				h("i.stake-bar", { role: "img", "aria-label": `${used}% of the stake has acted` }, h("b", { style: `width:${used}%` })),
				h("small", isOver ? `Stake ${money(bank.stake)}` : `The bank has ${money(bank.left)} left to cover`),
			),
		),
	);
}

/** Before the cards: the stake, and how far it reaches over what lies on the spots. */
function waitingStake(/** @type {Desk} */ { view }) {
	const wagered = view.wagers.reduce((sum, { wager }) => sum + wager.base + wager.side + wager.pair_plus + wager.six_card, 0);
	const covered = Math.min(wagered, view.stake);
	const beyond = wagered - covered;
	return h(
		"div",
		{ key: "bank", class: "bank-place" },
		h(
			"div.stake",
			chipStack(view.stake, { key: "stake", label: "Stake" }),
			h(
				"div.stake-words",
				h("span", `Bank: ${personName(view, view.banker, view.bank?.[0] ?? 0)}`),
				h(
					"i.stake-bar",
					{ role: "img", "aria-label": `${money(covered)} of ${money(view.stake)} covered` },
					h("b", { style: `width:${view.stake ? Math.round((covered / view.stake) * 100) : 0}%` }),
				),
				h("small", beyond > 0 ? `${money(beyond)} more than the bank can cover` : `The bank has ${money(view.stake - covered)} left to cover`),
			),
		),
	);
}

function board(/** @type {Desk} */ desk) {
	const { view } = desk;
	const round = view.round;
	if (!round) return null;
	const isDraw =
		round.board.length === 0 && !["preflop", "flop", "turn", "river"].some((word) => round.stage.toLowerCase().includes(word));
	// Once it is told what everybody has won, nothing lies in the middle any more.
	const pots = view.nets.length > 0 ? [] : gathered(round);
	return h(
		"div",
		{ key: "board", class: "board-place" },
		h(
			"div.pots",
			round.killer !== null && h("span.kill-pot", { key: "kill" }, "Kill pot"),
			pots.map((pot, place) =>
				h(
					"span.pot",
					{ key: place },
					chipStack(pot, { label: place === 0 ? "Pot" : `Side pot ${place}` }),
					pots.length > 1 && h("small", place === 0 ? "main" : `side ${place}`),
				),
			),
		),
		!isDraw &&
			h(
				"div.board",
				{ "aria-label": "The board" },
				Array.from({ length: 5 }, (_, place) => {
					const one = round.board[place];
					if (one === undefined) return h("i", { key: `slot${place}`, class: "board-slot", "aria-hidden": "true" });
					const id = `board-${place}`;
					const order = desk.fresh.has(id) ? [...desk.fresh].indexOf(id) : -1;
					return card(one, {
						key: `${id}${one}`,
						class: order >= 0 ? "dealt" : "",
						style: order >= 0 ? `--order:${order}` : "",
					});
				}),
			),
	);
}

/** The pots without the bets of the street, which still lie before the seats; side pots once those are in. */
function gathered(/** @type {View} */ round) {
	const total = round.pots.reduce((sum, pot) => sum + pot, 0);
	const bets = round.seats.reduce((sum, seat) => sum + seat.bet, 0);
	if (bets === 0) return round.pots;
	return total > bets ? [total - bets] : [];
}

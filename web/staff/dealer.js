/** The dealer's view of a table with real cards: the next step in one sentence, the pad, and who is paid in order. @module */

import { sentence } from "../api.js";
import { cite } from "../dialog.js";
import { icon } from "../icons.js";
import { money } from "../money.js";
import { onSession, whoAmI } from "../session.js";
import { noPlans, DEALER } from "../table/desk.js";
import { felt } from "../table/felt.js";
import { freshCards } from "../table/fresh.js";
import { LINES_MOST, narration } from "../table/narration.js";
import { settle, settledWords } from "../table/results.js";
import { TableStream } from "../table/stream.js";
import { draw, h } from "../tree.js";
import { choiceLabel, choicePart, choiceWord, seatName, standing } from "../words.js";
import { CardPad } from "./card_pad.js";
import { onBehalf } from "./on_behalf.js";

/** @import { Command, TableView } from "../api-types" */
/** @import { Desk } from "../table/desk.js" */

/** @type {import("../route.js").OpenView} */
export function open(place, number) {
	const table = Number(number);
	place.className = "table-page dealer-page";
	document.title = `Dealing at table ${table} · Cardroom`;
	/** @type {Desk | null} */
	let desk = null;

	const speak = async (/** @type {Command} */ command) => {
		const answer = await stream.send(command, "dealer");
		if (!desk) return answer;
		desk.refusal = answer.outcome === "refused" ? { what: sentence(answer.what), clause: answer.clause } : null;
		redraw();
		return answer;
	};
	const redraw = () => draw(place, desk ? dealing(desk, pad, speak) : h("p.notice", { role: "status" }, "Walking to the table…"));
	const pad = new CardPad(
		(card) => void speak({ do: "card", card }),
		() => redraw(),
	);
	const stream = new TableStream(
		table,
		({ view, lines, isFresh }) => {
			const before = desk;
			const all = [...(before?.lines ?? []), ...lines];
			desk = {
				table,
				me: { person: -1, name: "", roles: [], wallet: 0, is_guest: false },
				view: { ...view, may: [], you: null },
				lines: all.slice(-LINES_MOST),
				settled: settle(before?.settled ?? [], lines),
				fresh: isFresh ? new Set() : freshCards(before?.view ?? null, view),
				link: "live",
				skew: 0,
				refusal: before?.refusal ?? null,
				isBusy: false,
				plans: noPlans(),
				keys: new Map(),
				send: speak,
				redraw,
			};
			redraw();
		},
		(link) => {
			if (desk) desk.link = link;
			redraw();
		},
	);
	const keys = (/** @type {KeyboardEvent} */ event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog")) return;
		if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.closest("button, a") && !pad.pending) return;
		if (desk?.view.round?.next_card && pad.key(event.key)) event.preventDefault();
	};
	addEventListener("keydown", keys);
	const stopSession = onSession(() => stream.rejoin());
	redraw();
	return () => {
		removeEventListener("keydown", keys);
		stopSession();
		pad.close();
		stream.close();
	};
}

function dealing(/** @type {Desk} */ desk, /** @type {CardPad} */ pad, /** @type {(command: Command) => void} */ speak) {
	const { view } = desk;
	const isOpen = view.round?.next_card != null && view.phase === "playing";
	return [
		h(
			"header.table-head",
			h("a.button.quiet.icon-only", { href: "/", "aria-label": "Back to the lobby" }, icon("back")),
			h(
				"div.table-title",
				h("h1", `Dealing ${view.game}`),
				h("p.soft", `Table ${view.table} · round ${view.round_number}`, desk.link !== "live" && " · coming back…"),
			),
			h("a.button.quiet", { href: `/table/${view.table}` }, icon("person"), h("span", "Player's view")),
		),
		felt(desk),
		h(
			"aside.log.open",
			{ "aria-label": "Payouts and narration" },
			desk.settled.length > 0 ? payouts(desk) : narration(desk.lines),
		),
		h(
			"section.tray.asked.dealer-tray",
			{ "aria-label": "The dealer's place" },
			h("p.next-step", { role: "status" }, nextStep(view)),
			desk.refusal && h("div.refusal", { role: "alert" }, icon("warn"), h("span", desk.refusal.what), cite(desk.refusal.clause)),
			view.dealer !== "entered" && h("p.soft", "The room shuffles at this table; there is nothing to enter."),
			calls(view, speak),
			isOpen && pad.draw({ isOpen, mayHide: view.round?.next_face === "down", hasJoker: view.round?.family !== "poker" }),
			onBehalf(view, speak),
		),
	];
}

function nextStep(/** @type {TableView} */ view) {
	if (view.phase === "wagers")
		return view.wagers.length === 0 ? "Ask for wagers." : "When the wagers are down, call betting closed.";
	return view.next_step || standing(view, null);
}

/** The dealer's own calls: beginning a round, looking, shuffling, opening hands, the dice. */
function calls(/** @type {TableView} */ view, /** @type {(command: Command) => void} */ speak) {
	const round = view.round;
	const button = (/** @type {string} */ text, /** @type {Command} */ command, kind = "main large") =>
		h("button", { key: text, class: kind, onclick: () => speak(command) }, text);
	/** @type {import("../tree.js").Twig[]} */
	const list = [];
	if (view.phase === "wagers") list.push(button("No more wagers, begin", { do: "start" }));
	if ((view.phase === "resting" || view.phase === "idle") && view.dealer === "entered" && view.people.length > 1)
		list.push(button("Begin the next hand", { do: "start" }, "large"));
	if (view.phase === "playing" && round) {
		if (/look at the bank/i.test(view.next_step))
			list.push(button("No Natural", { do: "look", natural: false }), button("Natural", { do: "look", natural: true }, "large"));
		if (/shuffle/i.test(view.next_step)) list.push(button("Shuffled", { do: "shuffled" }));
		for (const offer of round.offers.filter((one) => one.who === DEALER))
			list.push(button(choiceLabel(choiceWord(offer.choice)), { do: "choose", choice: offer.choice }));
		const dice = round.offers.filter((one) => choiceWord(one.choice) === "dice");
		for (const offer of dice)
			list.push(button(`Dice ${choicePart(offer.choice)}`, { do: "choose", choice: offer.choice }, "small"));
	}
	return list.length > 0 && h("div.tray-actions", list);
}

/** Who is paid or collected, in the order in which the dealer's hands go. */
function payouts(/** @type {Desk} */ { view, settled }) {
	return h(
		"div.payouts",
		{ tabindex: 0 },
		h("h2", "Pay and collect, in this order"),
		h(
			"ol",
			settled.map((one) =>
				h(
					"li",
					{ key: one.number },
					h(
						"div.payout",
						h("strong", `Seat ${one.seat}`),
						h("span.soft", seatName(view, one.seat)),
						h(
							"b",
							{ class: one.paid > 0 ? "won" : one.collected > 0 ? "lost" : "" },
							one.paid > 0 ? `pay ${money(one.paid)}` : one.collected > 0 ? `take ${money(one.collected)}` : "leave it",
						),
					),
					h("p.soft", `The ${one.on} wager ${settledWords(one)}. `, cite(one.clause)),
				),
			),
		),
	);
}

/** The dealer's view of a table with real cards: the next step in one sentence, the pad, and who is paid in order. @module */

import { api } from "../api.js";
import { cite, note, openSheet } from "../dialog.js";
import { icon } from "../icons.js";
import { money } from "../money.js";
import { onSession, whoAmI } from "../session.js";
import { noPlans, refusalIn } from "../table/desk.js";
import { felt } from "../table/felt.js";
import { freshCards } from "../table/fresh.js";
import { LINES_MOST, narration } from "../table/narration.js";
import { settle, settledSentence } from "../table/results.js";
import { TableStream, linkWords } from "../table/stream.js";
import { draw, h } from "../tree.js";
import { choiceLabel, choicePart, choiceWord, seatName, standing } from "../words.js";
import { askedPanel } from "./asked.js";
import { CardPad, WIDE } from "./card_pad.js";
import { forRoles } from "./gate.js";
import { HandEntry } from "./hand_entry.js";
import { openIrregular } from "./irregular.js";
import { onBehalf } from "./on_behalf.js";
import { isWalking, passing, payments, takingBack, walking } from "./by_hand.js";
import { dealersDesk } from "./dealers_desk.js";
import { seating } from "./seating.js";
import { Naming } from "../table/pan_naming.js";
import { Stray, Typing, isDealersKey, stepFor } from "./typing.js";
import { PAN_LACKS } from "../table/pan.js";

/** @import { Answer, AskedView, Command, TableView } from "../api-types" */
/** @import { Desk } from "../table/desk.js" */
/** @import { Wanted } from "./hand_entry.js" */

/** How often the cage is asked what it wants back. */
const ASKED_EVERY_MS = 5000;

export const open = forRoles(["dealer", "floor"], "Dealing", (place, number) => {
	const table = Number(number);
	place.className = "table-page dealer-page";
	document.title = `Dealing at table ${table} · Cardroom`;
	/** @type {Desk | null} */
	let desk = null;
	/** @type {{redraw: () => void} | null} */
	let seatsSheet = null;

	/** Everything that was sent and is not shown yet. */
	/** @type {Promise<unknown>} */
	let sending = Promise.resolve();
	/** @type {Set<() => void>} */
	const waiting = new Set();
	const shows = async (/** @type {number} */ number) => {
		while (desk && desk.view.number < number) await new Promise((/** @type {(value: void) => void} */ done) => waiting.add(done));
	};
	const speak = (/** @type {Command} */ command, /** @type {"dealer" | "floor"} */ as = "dealer") => {
		const said = say(command, as);
		sending = Promise.all([sending, said]);
		return said;
	};
	const say = async (/** @type {Command} */ command, /** @type {"dealer" | "floor"} */ as) => {
		const answer = await stream.send(command, as);
		const refusal = refusalIn(answer);
		if (refusal) typing.drop();
		await shows(answer.number);
		if (desk) desk.refusal = refusal;
		redraw();
		return answer;
	};
	const redraw = () =>
		draw(place, [
			desk ? dealing(desk, pad, entry, naming, speak, openSeats) : h("p.notice", { role: "status" }, linkWords(stream.link)),
			askedPanel(asked, readAsked),
		]);
	/** What the cage asks back from the own table. @type {AskedView[]} */
	let asked = [];
	const readAsked = async () => {
		const found = await api.asked().catch(() => ({ asked: [] }));
		const mine = found.asked.filter((one) => one.table === table && !one.is_sale && one.person === whoAmI()?.person);
		if (mine.length === 0 && asked.length === 0) return;
		asked = mine;
		redraw();
	};
	const asking = setInterval(() => document.visibilityState === "visible" && void readAsked(), ASKED_EVERY_MS);
	/** Where people sit, in a sheet that follows the table. */
	const openSeats = () => {
		const say = async (/** @type {Command} */ command, /** @type {string} */ done) => {
			const refusal = refusalIn(await speak(command));
			note(refusal ? [h("span", refusal.what), cite(refusal.clause)] : done, refusal ? "bad" : "good");
		};
		seatsSheet = openSheet("Seats", () => (desk ? seating(desk.view, (command, done) => void say(command, done)) : null), {
			onclose: () => {
				seatsSheet = null;
			},
		});
	};
	const pad = new CardPad(
		(card) => void speak({ do: "card", card }),
		() => redraw(),
	);
	const entry = new HandEntry(() => redraw());
	const naming = new Naming(() => redraw());
	const stream = new TableStream(
		table,
		({ view, lines, isFresh }) => {
			const before = desk;
			const all = [...(before?.lines ?? []), ...lines];
			desk = {
				table,
				me: { person: -1, name: "", roles: [], wallet: 0, play_chips: 0, is_guest: false, not_served: null },
				view: { ...view, may: [], you: null },
				lines: all.slice(-LINES_MOST),
				settled: settle(before?.settled ?? [], lines),
				fresh: isFresh ? new Set() : freshCards(before?.view ?? null, view),
				link: "live",
				skew: 0,
				// What was refused is past once anything else has been done, wherever.
				refusal: before && view.number === before.view.number ? before.refusal : null,
				isBusy: false,
				plans: noPlans(),
				keys: new Map(),
				send: (command) => speak(command),
				redraw,
			};
			redraw();
			seatsSheet?.redraw();
			for (const done of waiting) done();
			waiting.clear();
		},
		(link) => {
			if (desk) desk.link = link;
			redraw();
		},
	);
	const stray = new Stray();
	const takeKey = (/** @type {string} */ key) => {
		if (!desk) return;
		const { view } = desk;
		const isCard = takesCard(view);
		if (pad.isLate(key)) return;
		if (isCard ? pad.key(key) : entry.press(key) || naming.press(key)) return;
		// What comes after a card that waits means that the card is right.
		if (pad.pending) {
			typing.again(key);
			return pad.give();
		}
		const step = stepFor(view, key);
		if (!isCard && isStray(key, step)) return note("No card is due.", "bad");
		if (step) void speak(step);
		else if (key === "Backspace" && view.may_take_back) void speak({ do: "take-back" });
	};
	/** Whether a key is part of a card that nobody asked for; a small `a` that is a step is that step. */
	const isStray = (/** @type {string} */ key, /** @type {Command | null} */ step) => {
		// A rank may have been typed while a card was still due.
		if (pad.rank) stray.takes(pad.rank);
		pad.rank = null;
		return !(key === "a" && step) && stray.takes(key);
	};
	const typing = new Typing(takeKey, async () => {
		await sending;
	});
	const keys = (/** @type {KeyboardEvent} */ event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || !isDealersKey(event.key)) return;
		if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog")) return;
		if (document.querySelector("dialog[open]")) return;
		const isPressed = event.target instanceof HTMLElement && event.target.closest("button, a");
		if (event.key === "Enter" && isPressed && !pad.pending && !typing.isBusy) return;
		event.preventDefault();
		typing.press(event.key);
	};
	addEventListener("keydown", keys);
	WIDE.addEventListener("change", redraw);
	const stopSession = onSession(() => stream.rejoin());
	redraw();
	return () => {
		removeEventListener("keydown", keys);
		WIDE.removeEventListener("change", redraw);
		clearInterval(asking);
		stopSession();
		pad.close();
		stream.close();
	};
});

function dealing(
	/** @type {Desk} */ desk,
	/** @type {CardPad} */ pad,
	/** @type {HandEntry} */ entry,
	/** @type {Naming} */ naming,
	/** @type {(command: Command, as?: "dealer" | "floor") => Promise<Answer>} */ speak,
	/** @type {() => void} */ seats,
) {
	const { view } = desk;
	const isOpen = takesCard(view);
	const wanted = isOpen ? null : handWanted(view, async (/** @type {Command} */ command) => refusalIn(await speak(command)) === null);
	entry.wanted = wanted;
	return [
		h(
			"header.table-head",
			h("a.button.quiet.icon-only", { href: "/", "aria-label": "Back to the lobby" }, icon("back")),
			h(
				"div.table-title",
				h("h1", `Dealing ${view.game}`),
				h("p.soft", `Table ${view.table} · round ${view.round_number}`, desk.link !== "live" && " · coming back…"),
			),
			view.phase === "playing" &&
				h("button.quiet", { key: "irregular", "aria-label": "Something is irregular", onclick: () => openIrregular(view) }, icon("warn"), h("span", "Irregular")),
			view.dealer === "entered" && h("button.quiet", { key: "keys", "aria-label": "Keys", onclick: openKeys }, icon("keys"), h("span", "Keys")),
			h("button.quiet", { key: "seats", "aria-label": "Seats", onclick: seats }, icon("list"), h("span", "Seats")),
			h(
				"a.button.quiet",
				{ key: "player", href: `/table/${view.table}`, "aria-label": "Player's view" },
				icon("person"),
				h("span", "Player's view"),
			),
		),
		felt(desk),
		h(
			"aside.log.open",
			{ "aria-label": "Payouts and narration" },
			told(desk),
			dealersDesk(view, speak),
		),
		h(
			"section.tray.asked.dealer-tray",
			{ "aria-label": "The dealer's place" },
			h("p.next-step", { role: "status" }, nextStep(view)),
			desk.refusal && h("div.refusal", { role: "alert" }, icon("warn"), h("span", desk.refusal.what), cite(desk.refusal.clause)),
			view.dealer !== "entered" && h("p.soft", "The room shuffles at this table; there is nothing to enter."),
			walking(view, speak),
			calls(view, speak),
			passing(view, speak),
			dice(view, speak),
			isOpen && pad.draw({ isOpen, isGrid: true, mayHide: view.round?.next_face === "down", hasJoker: view.has_joker, without: view.round?.family === "pan" ? PAN_LACKS : "", beside: takingBack(view, speak) }),
			wanted && entry.draw(wanted, takingBack(view, speak), onBehalf(view, speak)),
			!wanted && onBehalf(view, speak),
			named(view, naming, speak),
			!isOpen && !wanted && takingBack(view, speak),
		),
	];
}

/** What can be typed instead of tapped. */
const openKeys = () =>
	openSheet(
		"Keys",
		() =>
			h(
				"dl.facts",
				KEYS.map(([key, says]) => h("div", { key }, h("dt", key), h("dd", says))),
			),
		{ class: "narrow", isRead: true },
	);

/** @type {[string, string][]} */
const KEYS = [
	["9 h", "A card: its rank (t for ten) and its suit. The next card gives it to the table."],
	["joker, *", "The joker, where the deck has one"],
	["x", "A card that lies face down"],
	["u", "Everything that is due face down is dealt, unseen"],
	["Enter", "Give the card; else begin the round, make the next payment"],
	["Backspace", "Take the card back, and after that the last step"],
	["a", "All payments that are listed are made; at the end that closes the round"],
	["y, n", "The down card is a Natural, or is none"],
	["h s d p", "Hit, stand, double, split, for the player in turn"],
	["c f n", "Check or call, fold, no"],
];

/** What a player of Pan lays down or discards, named by the dealer for a hand that nobody has seen. */
function named(/** @type {TableView} */ view, /** @type {Naming} */ naming, /** @type {(command: Command) => void} */ speak) {
	const asked = view.asked.find((one) => one.names.length > 0);
	const person = asked && view.people.find((one) => one.person === asked.person);
	const seat = person && view.round?.seats.find((one) => one.seat === person.seat);
	if (!asked || !person || !seat) return naming.close();
	return naming.draw({
		title: `Seat ${person.seat} ${person.name} names cards`,
		key: `${view.round_number} ${seat.seat} ${JSON.stringify(seat.hands)}`,
		names: asked.names,
		hands: seat.hands,
		isGrid: true,
		say: (choice) => speak({ do: "for", person: asked.person, command: { do: "choose", who: seat.seat, choice } }),
	});
}

function nextStep(/** @type {TableView} */ view) {
	if (view.phase === "wagers" && view.wagers.length === 0) return "Ask for wagers.";
	// Whose cards they are stands at their places.
	if (view.dealers_step.kind === "draw") return "Everybody draws a card for the button.";
	return view.next_step || standing(view, null);
}

/** Whether the next card of the deal is due; a hand that is turned up whole is a choice of the dealer's instead. */
function takesCard(/** @type {TableView} */ view) {
	const isPaid = view.dealers_step.kind !== "pay";
	return view.phase === "playing" && view.round?.next_card != null && isPaid && dealerOffers(view).length === 0;
}

/** What the dealer calls now; nothing as long as a hand that was turned up is to be paid. */
function dealerOffers(/** @type {TableView} */ view) {
	const isAsked = view.phase === "playing" && view.dealers_step.kind !== "pay";
	return isAsked ? (view.round?.offers.filter((one) => one.who === "dealer") ?? []) : [];
}

/** The dealer's own calls: beginning a round, looking, shuffling, closing the betting, opening hands. */
function calls(/** @type {TableView} */ view, /** @type {(command: Command) => void} */ speak) {
	if (view.dealer !== "entered") return null;
	const { phase, round } = view;
	const button = (/** @type {string} */ text, /** @type {Command} */ command, kind = "main large") =>
		h("button", { key: text, class: kind, onclick: () => speak(command) }, text);
	/** @type {import("../tree.js").Twig[]} */
	const list = [];
	if (view.dealers_step.kind === "start")
		list.push(button(phase === "wagers" ? "Begin the round" : "Begin the next hand", { do: "start" }));
	if (phase === "playing" && round) {
		if (round.next_face === "down") list.push(button("Dealt, all face down", { do: "deal-unseen" }, "large"));
		if (view.dealers_step.kind === "look")
			list.push(button("No Natural", { do: "look", natural: false }), button("Natural", { do: "look", natural: true }, "large"));
		if (view.dealers_step.kind === "shuffle") list.push(button("Shuffled", { do: "shuffled" }));
		for (const offer of dealerOffers(view).filter((one) => one.cards[1] === 0 && choiceWord(one.choice) !== "dice"))
			list.push(button(choiceLabel(choiceWord(offer.choice)), { do: "choose", choice: offer.choice }));
	}
	return list.length > 0 && h("div.tray-actions", list);
}

/** The sum of the dice that place the first pile. */
function dice(/** @type {TableView} */ view, /** @type {(command: Command) => void} */ speak) {
	// Where a player may say it as well, the dice are among what that player is asked.
	const offered = [...dealerOffers(view), ...view.asked.flatMap((one) => one.offers)];
	const sums = offered.filter((offer) => choiceWord(offer.choice) === "dice");
	if (sums.length === 0) return null;
	return h(
		"div.tray-actions",
		h("strong", "The dice show"),
		sums.map(({ choice }) => {
			const sum = String(choicePart(choice));
			return h("button.small", { key: sum, onclick: () => speak({ do: "choose", choice }) }, sum);
		}),
	);
}

/** A hand that is to be turned up and entered: by the dealer's offers, or of a seat at a poker showdown. @returns {Wanted | null} */
function handWanted(/** @type {TableView} */ view, /** @type {(command: Command) => Promise<boolean>} */ speak) {
	const { round } = view;
	if (view.dealers_step.kind === "draw") return drawn(view, speak);
	if (!round || view.phase !== "playing" || view.dealer !== "entered") return null;
	const offer = dealerOffers(view).find((one) => one.cards[1] > 0);
	// What is asked for tells a hand from the next; whatever else happens at the table takes no card out of the entry.
	const key = `${view.round_number} ${view.next_step}`;
	const seat = round.next_hand ?? null;
	const whose = seat === null || seat === round.bank?.seat ? "The bank's hand" : `The hand of seat ${seat} ${seatName(view, seat)}`;
	if (offer && choiceWord(offer.choice) === "show") {
		const give = (/** @type {string[][]} */ [front, back]) =>
			speak({ do: "choose", choice: { "double-hand": { show: { front, back } } } });
		return {
			key,
			title: `${whose}, as it was set`,
			parts: [
				["Front", 2],
				["Back", 5],
			],
			hasJoker: view.has_joker,
			give,
		};
	}
	if (offer) {
		const give = (/** @type {string[][]} */ [cards]) => speak({ do: "choose", choice: { "double-hand": { turn: cards } } });
		return { key, title: whose, parts: [["Seven cards", 7]], hasJoker: view.has_joker, give };
	}
	const { kind, seat: shows, cards: size } = view.dealers_step;
	if (kind !== "show" || shows === null) return null;
	const give = (/** @type {string[][]} */ [cards]) => speak({ do: "turn-up", seat: shows, cards });
	return {
		key: `${view.round_number} ${shows}`,
		title: `Seat ${shows} ${seatName(view, shows)} shows`,
		parts: [["Cards", size]],
		hasJoker: view.has_joker,
		give,
	};
}

/** The cards that everybody draws for the button of a new game, by seat. @returns {Wanted} */
function drawn(/** @type {TableView} */ view, /** @type {(command: Command) => Promise<boolean>} */ speak) {
	const playing = view.people.filter((one) => one.seat !== null && !one.is_out);
	const seats = playing.map((one) => one.seat ?? 0).sort((one, other) => one - other);
	return {
		key: `draw ${view.round_number} ${seats.join(" ")}`,
		title: "",
		parts: seats.map((seat) => [`${seat} ${seatName(view, seat)}`, 1]),
		hasJoker: false,
		done: "Give these cards",
		give: (parts) => speak({ do: "draw-button", cards: parts.flat() }),
	};
}

/** What is told beside the felt: payments while they are made, what was paid afterwards, and else what happens. */
function told(/** @type {Desk} */ desk) {
	const { view, settled } = desk;
	if (isWalking(view) && view.settlement.length > 0)
		return payments(view, (number) => cite(settled.find((one) => one.number === number)?.clause ?? null));
	return settled.length > 0 ? payouts(desk) : narration(desk.lines);
}

/** What is paid or collected, in words: of a pot and of the tops who wins them is said beside. */
function paidWords(/** @type {Desk["settled"][number]} */ one) {
	const isWhole = ["the main pot", "the tops"].includes(one.on) || one.on.startsWith("side pot");
	return isWhole ? `Wins ${one.on}: ${money(one.paid)}` : settledSentence(one);
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
					h("p.soft", `${paidWords(one)}. `, cite(one.clause)),
				),
			),
		),
	);
}

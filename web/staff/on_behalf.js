/** What a dealer enters for people at a table who speak and do not tap: the bank, wagers, choices. @module */

import { money, readMoney } from "../money.js";
import { h } from "../tree.js";
import { choiceLabel, choiceOf } from "../words.js";

/** @import { Command, SeatInfo, TableView } from "../api-types" */

/** @typedef {(command: Command) => void} Speak */

/** @type {Record<string, string[]>} */
const words = {
	blackjack: ["hit", "stand", "double", "split", "surrender", "insure", "even-money", "decline"],
	"three-card": ["play", "fold"],
	poker: ["fold", "check", "call", "bet", "raise", "show", "muck"],
	"double-hand": ["set-unseen", "house-way", "confirm"],
};

const PILES = 7;

const sized = new Set(["double", "insure", "bet", "raise"]);

/** Everybody whose word is awaited, with what they may say. */
export function onBehalf(/** @type {TableView} */ view, /** @type {Speak} */ speak) {
	const awaited = view.people.filter((person) => isAwaited(view, person));
	if (awaited.length === 0) return null;
	return h(
		"section.panel.behalf",
		{ "aria-label": "For the players" },
		h("h2", "For the players"),
		awaited.map((person) =>
			h(
				"form",
				{ key: person.person, class: "behalf-row", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
				h("strong", `${person.seat ? `Seat ${person.seat} ` : ""}${person.name}`),
				parts(view, person, speak),
			),
		),
	);
}

function isAwaited(/** @type {TableView} */ view, /** @type {SeatInfo} */ person) {
	if (view.phase === "offering") return view.bank_offered === person.seat;
	if (view.phase === "wagers") return view.bank?.[0] !== person.seat && !person.is_out && !person.is_ready;
	return (
		view.phase === "playing" && (view.round?.awaits.some((purse) => view.round_people[purse]?.person === person.person) ?? false)
	);
}

function parts(/** @type {TableView} */ view, /** @type {SeatInfo} */ person, /** @type {Speak} */ speak) {
	const forThem = (/** @type {Command} */ command) => speak({ do: "for", person: person.person, command });
	const field = h("input", {
		name: "amount",
		inputmode: "decimal",
		"aria-label": `Amount for ${person.name}`,
		placeholder: "Amount",
	});
	const amount = (/** @type {Event} */ event) =>
		readMoney(
			String(
				new FormData(/** @type {HTMLFormElement} */ (/** @type {HTMLElement} */ (event.currentTarget).closest("form"))).get(
					"amount",
				) ?? "",
			),
		) ?? 0;
	const button = (/** @type {string} */ text, /** @type {(event: Event) => Command} */ command) =>
		h("button", { key: text, class: "small", onclick: (/** @type {Event} */ event) => forThem(command(event)) }, text);
	if (view.phase === "offering")
		return [
			field,
			button("Takes the bank", (event) => ({ do: "take-bank", stake: amount(event) })),
			button("Passes", () => ({ do: "pass-bank" })),
		];
	if (view.phase === "wagers") {
		const { seat } = person;
		const laid = view.wagers.find((one) => one.person === person.person);
		return [
			field,
			seat !== null &&
				button("Wagers", (event) => ({
					do: "put-wager",
					spot: seat,
					wager: { base: amount(event), side: 0, pair_plus: 0, six_card: 0, joint: null },
				})),
			button("Ready", () => ({ do: "ready" })),
			laid && h("span.soft", `${money(laid.wager.base)} is down`),
		];
	}
	const family = view.round?.family ?? "";
	const base = view.round?.seats.find((seat) => seat.seat === person.seat)?.wagers.find((one) => one.on === "base")?.amount ?? 0;
	if (family === "double-hand" && view.round?.stage === "pile and dice") {
		const piles = Array.from({ length: PILES }, (_, place) => place + 1);
		return piles.map((pile) => button(`Pile ${pile}`, () => ({ do: "choose", choice: { [family]: { pile } } })));
	}
	const list = words[family] ?? [];
	return [
		list.some((word) => sized.has(word)) && field,
		list.map((word) =>
			button(choiceLabel(word), (event) => {
				const inner = sized.has(word) ? { [word]: amount(event) || base } : word === "surrender" ? { surrender: 0 } : word;
				return { do: "choose", choice: choiceOf(family, inner) };
			}),
		),
	];
}

/** What a dealer enters for people at a table who speak and do not tap: the bank, wagers, choices. @module */

import { note } from "../dialog.js";
import { money, readMoney } from "../money.js";
import { h } from "../tree.js";
import { choiceLabel, choiceOf, choicePart, choiceWord, panWords } from "../words.js";

/** @import { Allowance, Asked, Command, Offer, SeatInfo, TableView, Wager } from "../api-types" */
/** @import { Twig } from "../tree.js" */

/** @typedef {(command: Command) => void} Speak */

/** Choices that name an amount. */
const sized = new Set(["double", "insure", "follow", "bet", "raise", "change", "stake"]);

/** Of these, the ones that mean the most where nothing else is said. */
const usual = new Set(["double", "insure", "follow"]);

/** Everybody whose word is awaited, with what they may say now. */
export function onBehalf(/** @type {TableView} */ view, /** @type {Speak} */ speak) {
	const rows = view.asked.map((asked) => row(view, asked, speak)).filter((one) => one !== null);
	if (rows.length === 0) return null;
	return h("section.panel.behalf", { "aria-label": "For the players" }, h("h2", "For the players"), rows);
}

function row(/** @type {TableView} */ view, /** @type {Asked} */ asked, /** @type {Speak} */ speak) {
	const person = view.people.find((one) => one.person === asked.person);
	if (!person) return null;
	const say = (/** @type {Event} */ event, /** @type {Told} */ told) => {
		const form = /** @type {HTMLElement} */ (event.currentTarget).closest("form");
		try {
			if (form) speak({ do: "for", person: asked.person, command: told(new FormData(form)) });
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
	};
	const said = [...before(view, asked, person, say), ...choices(asked, person, say)].filter(Boolean);
	if (said.length === 0) return null;
	return h(
		"form",
		{ key: person.person, class: "behalf-row", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
		h("strong", `${person.seat ? `Seat ${person.seat} ` : ""}${person.name}`),
		said,
	);
}

/** @typedef {(form: FormData) => Command} Told what is said, with the amounts that stand in the fields */
/** @typedef {(event: Event, told: Told) => void} Say */

const button = (/** @type {Say} */ say, /** @type {string} */ text, /** @type {Told} */ told) =>
	h("button", { key: text, class: "small", onclick: (/** @type {Event} */ event) => say(event, told) }, text);

/** A field for an amount, which hints at its bounds. */
const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ hint) =>
	h("input", { key: name, name, inputmode: "decimal", "aria-label": label, placeholder: hint });

/** The amount in a field; what stands for an empty one is given where something does, and nothing else is guessed. */
function amountIn(/** @type {FormData} */ form, /** @type {string} */ name, /** @type {number | null} */ usual = null) {
	const text = String(form.get(name) ?? "").trim();
	const cents = text === "" ? usual : readMoney(text);
	if (cents === null) throw new Error(text === "" ? "Write the amount first." : `${text} is no amount. Write dollars, such as 20.`);
	return cents;
}

/** What somebody says before a round. @returns {Twig[]} */
function before(
	/** @type {TableView} */ view,
	/** @type {Asked} */ { may },
	/** @type {SeatInfo} */ person,
	/** @type {Say} */ say,
) {
	const found = (/** @type {string} */ word) => may.find((one) => one.do === word);
	const take = found("take-bank");
	const put = person.is_ready ? undefined : found("put-wager");
	/** @type {Twig[]} */
	const said = [];
	if (take)
		said.push(
			field("stake", `Stake of ${person.name}`, span(take)),
			button(say, "Takes the bank", (form) => ({ do: "take-bank", stake: amountIn(form, "stake") })),
		);
	if (found("pass-bank")) said.push(button(say, "Passes", () => ({ do: "pass-bank" })));
	if (put)
		said.push(
			spots(view, put.spot ?? person.seat ?? 1, person),
			field("base", `Wager of ${person.name}`, span(put)),
			...view.sides.map((side) => field(side.part, `${side.name} of ${person.name}`, side.name)),
			view.joins_wagers && asOne(person),
			button(say, "Wagers", (form) => ({ do: "put-wager", spot: Number(form.get("spot")), wager: wagerIn(view, form) })),
			laid(view, person),
		);
	said.push(...sharing(view, may, person, say));
	if (found("ready")) said.push(button(say, "Ready", () => ({ do: "ready" })));
	if (found("post")) said.push(button(say, "Posts the blind", () => ({ do: "post" })));
	return said;
}

/** On which spot somebody wagers: the own one, or another's, before or behind its player. */
const spots = (/** @type {TableView} */ view, /** @type {number} */ own, /** @type {SeatInfo} */ person) =>
	h(
		"select",
		{ key: "spot", name: "spot", "aria-label": `Spot of ${person.name}` },
		Array.from({ length: view.seats }, (_, place) => place + 1).map((spot) =>
			h("option", { key: spot, value: String(spot), selected: spot === own }, `Spot ${spot}`),
		),
	);

/** Whether a wager counts as one with the others on its spot. */
const asOne = (/** @type {SeatInfo} */ person) =>
	h("label.joint", { key: "joint" }, h("input", { type: "checkbox", name: "joint", "aria-label": `As one with others, ${person.name}` }), "as one");

/** Money that comes into the bank beside the banker's, and wagers that become one. @returns {Twig[]} */
function sharing(/** @type {TableView} */ view, /** @type {Allowance[]} */ may, /** @type {SeatInfo} */ person, /** @type {Say} */ say) {
	/** @type {Twig[]} */
	const said = [];
	const nameOf = (/** @type {number} */ who) => view.people.find((one) => one.person === who)?.name ?? "";
	for (const one of may) {
		const { person: other, spot } = one;
		if (one.do === "share-bank")
			said.push(
				field("share", `Share of ${person.name} in the bank`, span(one)),
				button(say, "Shares the bank", (form) => ({ do: "share-bank", amount: amountIn(form, "share") })),
			);
		else if (one.do === "take-share" && other !== null)
			said.push(button(say, `Lets ${nameOf(other)} share`, () => ({ do: "take-share", person: other })));
		else if (one.do === "agree-joint" && other !== null && spot !== null)
			said.push(button(say, `Bets as one with ${nameOf(other)}`, () => ({ do: "agree-joint", spot, person: other })));
	}
	return said;
}

const span = (/** @type {Allowance | Offer} */ { least, most }) => `${money(least)} to ${money(most)}`;

/** @returns {Wager} */
function wagerIn(/** @type {TableView} */ view, /** @type {FormData} */ form) {
	const onSpot = view.wagers.filter((one) => one.spot === Number(form.get("spot")));
	const joined = onSpot.find((one) => one.wager.joint !== null)?.wager.joint ?? 1;
	const part = (/** @type {string} */ name) => amountIn(form, name, 0);
	return {
		base: amountIn(form, "base"),
		side: part("side"),
		pair_plus: part("pair_plus"),
		six_card: part("six_card"),
		joint: form.get("joint") ? joined : null,
	};
}

function laid(/** @type {TableView} */ view, /** @type {SeatInfo} */ person) {
	const own = view.wagers.filter((one) => one.person === person.person);
	if (own.length === 0) return null;
	const words = own.map(({ spot, wager }) => {
		const sides = wager.side + wager.pair_plus + wager.six_card;
		const where = spot === person.seat ? "" : ` on spot ${spot}`;
		return `${money(wager.base)}${sides > 0 ? ` and ${money(sides)} beside` : ""}${where} is down`;
	});
	return h("span.soft", words.join("; "));
}

/** What somebody chooses in a round; the dice are the dealer's own. @returns {Twig[]} */
function choices(/** @type {Asked} */ asked, /** @type {SeatInfo} */ person, /** @type {Say} */ say) {
	const offers = asked.offers.filter((offer) => choiceWord(offer.choice) !== "dice");
	const first = offers.find(isSized);
	const amount = first && field("amount", `Amount for ${person.name}`, span(first));
	return [amount, ...offers.flatMap((offer) => choice(offer, say))];
}

/** What is chosen where no amount is said: as much as goes, where that is what people mean; nothing where it has to be said. */
export function unsaid(/** @type {Offer} */ offer) {
	const word = choiceWord(offer.choice) ?? "";
	if (!isSized(offer)) return offer.choice;
	return usual.has(word) ? choiceOf(Object.keys(offer.choice)[0] ?? "", { [word]: offer.most }) : null;
}

const isSized = (/** @type {Offer} */ offer) => sized.has(choiceWord(offer.choice) ?? "") && offer.most > offer.least;

function choice(/** @type {Offer} */ offer, /** @type {Say} */ say) {
	const { who } = offer;
	const word = choiceWord(offer.choice) ?? "";
	const family = Object.keys(offer.choice)[0] ?? "";
	if (family === "pan") return [button(say, panWords(offer.choice), () => ({ do: "choose", who, choice: offer.choice }))];
	if (word === "draw" || word === "discard") return throwing(offer, say);
	const text = word === "pile" ? `Pile ${choicePart(offer.choice)}` : choiceLabel(word);
	return [
		button(say, text, (form) => {
			const amount = isSized(offer) ? amountIn(form, "amount", usual.has(word) ? offer.most : null) : null;
			return { do: "choose", who, choice: amount === null ? offer.choice : choiceOf(family, { [word]: amount }) };
		}),
	];
}

/** Cards that nobody has seen are thrown away by their number: the first so many stand for any. */
function throwing(/** @type {Offer} */ { who, choice, cards: [least, most] }, /** @type {Say} */ say) {
	const word = choiceWord(choice) ?? "";
	const counts = Array.from({ length: most - least + 1 }, (_, place) => least + place);
	return counts.map((count) =>
		button(say, word === "draw" && count === 0 ? "Stands pat" : `${choiceLabel(word)} ${count}`, () => ({
			do: "choose",
			who,
			choice: choiceOf("poker", { [word]: (1 << count) - 1 }),
		})),
	);
}

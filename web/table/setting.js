/** Setting a double hand: seven cards into a front of two and a back of five, by tap or by drag. @module */

import { card, cardName } from "../cards.js";
import { icon } from "../icons.js";
import { h } from "../tree.js";
import { choiceWord, choicePart, choiceLabel } from "../words.js";
import { choose, ownOffers, sends } from "./desk.js";
import { backWords, frontWords, isFoul, sortCards } from "./double_ranks.js";

/** @import { Offer, Party } from "../api-types" */
/** @import { Desk } from "./desk.js" */

export function settingPanel(/** @type {Desk} */ desk) {
	const offers = ownOffers(desk).filter((offer) => ["set", "house-way", "confirm"].includes(choiceWord(offer.choice)));
	const first = offers[0];
	if (!first) return null;
	const own = offers.filter((offer) => offer.who === first.who);
	const confirm = own.find((offer) => choiceWord(offer.choice) === "confirm");
	const hand = desk.view.round?.to_set?.find((one) => one.who === first.who);
	const houseWay = own.find((offer) => choiceWord(offer.choice) === "house-way");
	if (hand) return setter(desk, first.who, sortCards(hand.cards), own, houseWay, confirm);
	if (confirm) return confirmOnly(desk, confirm);
	return houseWay ? houseWayOnly(desk, houseWay) : null;
}

function setter(
	/** @type {Desk} */ desk,
	/** @type {Party} */ who,
	/** @type {string[]} */ cards,
	/** @type {Offer[]} */ offers,
	/** @type {Offer | undefined} */ houseWay,
	/** @type {Offer | undefined} */ confirm,
) {
	const { plans } = desk;
	const key = `${who}${cards.join("")}`;
	if (plans.handKey !== key) Object.assign(plans, { handKey: key, front: [], isFoulMeant: false });
	const front = sortCards(plans.front);
	const back = cards.filter((one) => !plans.front.includes(one));
	const isWhole = front.length === 2;
	const foul = isWhole && isFoul(front, back);
	const move = (/** @type {string} */ one, /** @type {boolean} */ toFront) => {
		const others = plans.front.filter((other) => other !== one);
		plans.front = toFront ? [...others, one].slice(-2) : others;
		plans.isFoulMeant = false;
		desk.redraw();
	};
	const set = () => {
		if (!isWhole) return;
		if (foul && who !== "bank" && !plans.isFoulMeant) {
			plans.isFoulMeant = true;
			desk.redraw();
			return;
		}
		const offer = offers.find((one) => sameCards(choicePart(one.choice), front));
		void desk.send({ do: "choose", who, choice: offer?.choice ?? { "double-hand": { set: front } } });
	};
	const byHouse = () => houseWay && choose(desk, houseWay);
	desk.keys.set("Enter", confirm ? () => choose(desk, confirm) : set);
	desk.keys.set("w", () => void byHouse());
	cards.slice(0, 7).forEach((one, place) => desk.keys.set(String(place + 1), () => move(one, !plans.front.includes(one))));
	const zone = (
		/** @type {string} */ name,
		/** @type {string[]} */ list,
		/** @type {number} */ size,
		/** @type {string} */ worth,
	) =>
		h(
			"div",
			{ class: `zone ${name}`, "data-zone": name },
			h("div.zone-head", h("strong", name === "front" ? "Front" : "Back"), h("span", worth)),
			h(
				"div.zone-cards",
				list.map((one) => settingCard(one, cards.indexOf(one) + 1, name === "front", move)),
				Array.from({ length: size - list.length }, (_, place) =>
					h("i", { key: `slot${place}`, class: "card-slot", "aria-hidden": "true" }),
				),
			),
		);
	return h(
		"div.setting",
		h(
			"div.zones",
			zone("back", back, 7, back.length === 5 ? backWords(back) : ""),
			zone("front", front, 2, isWhole ? frontWords(front) : ""),
		),
		h(
			"div.setting-side",
			h(
				"p",
				{ class: `setting-words ${foul ? "warn" : ""}`, role: "status" },
				foul
					? [
							icon("warn"),
							plans.isFoulMeant
								? "A foul hand loses. Press again to set it all the same."
								: "Foul: the front is higher than the back.",
						]
					: isWhole
						? "The back is the higher hand: this may be set."
						: "Tap two cards for the front, or drag them there.",
			),
			h(
				"div.tray-actions",
				confirm &&
					h(
						"button.main",
						sends(desk, () => choose(desk, confirm)),
						"Confirm this setting",
						h("kbd", "Enter"),
					),
				h(
					"button",
					{ class: confirm ? "" : "main", disabled: !isWhole, ...sends(desk, set) },
					foul && plans.isFoulMeant ? "Set it all the same" : "Set the hand",
					!confirm && h("kbd", "Enter"),
				),
				houseWay && h("button", sends(desk, byHouse), choiceLabel("house-way"), h("kbd", "W")),
			),
		),
	);
}

function sameCards(/** @type {unknown} */ one, /** @type {string[]} */ other) {
	return Array.isArray(one) && one.length === other.length && other.every((card) => one.includes(card));
}

/** A card that is tapped to change sides, or dragged there. */
function settingCard(
	/** @type {string} */ one,
	/** @type {number} */ number,
	/** @type {boolean} */ isFront,
	/** @type {(card: string, toFront: boolean) => void} */ move,
) {
	const grab = (/** @type {PointerEvent} */ down) => {
		if (down.button !== 0) return;
		const element = /** @type {HTMLElement} */ (down.currentTarget);
		let isDragged = false;
		element.setPointerCapture(down.pointerId);
		element.onpointermove = (event) => {
			const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
			isDragged ||= Math.hypot(x, y) > 8;
			if (isDragged) element.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
		};
		element.onpointerup = element.onpointercancel = (event) => {
			element.onpointermove = element.onpointerup = element.onpointercancel = null;
			element.style.transform = "";
			if (!isDragged) return;
			element.dataset.dragged = "yes";
			const under = document
				.elementsFromPoint(event.clientX, event.clientY)
				.map((each) => each.closest("[data-zone]"))
				.find((zone) => zone !== null);
			const zone = under instanceof HTMLElement ? under.dataset.zone : undefined;
			if (zone) move(one, zone === "front");
		};
	};
	const tap = (/** @type {MouseEvent} */ event) => {
		const element = /** @type {HTMLElement} */ (event.currentTarget);
		if (element.dataset.dragged) delete element.dataset.dragged;
		else move(one, !isFront);
	};
	return h(
		"button",
		{
			key: one,
			class: "card-button",
			"aria-label": `${cardName(one)}, in the ${isFront ? "front" : "back"}. Move to the ${isFront ? "back" : "front"}`,
			onpointerdown: grab,
			onclick: tap,
		},
		card(one),
		h("kbd", String(number)),
	);
}

function confirmOnly(/** @type {Desk} */ desk, /** @type {Offer} */ offer) {
	desk.keys.set("Enter", () => choose(desk, offer));
	return h(
		"div.tray-actions",
		h("button.main.large", sends(desk, () => choose(desk, offer)), "Confirm the bank's setting", h("kbd", "Enter")),
	);
}

function houseWayOnly(/** @type {Desk} */ desk, /** @type {Offer} */ offer) {
	desk.keys.set("w", () => choose(desk, offer));
	return h(
		"div.tray-actions",
		h("p.tray-words", "This hand is not yours to look at; the house way sets it."),
		h("button.main.large", sends(desk, () => choose(desk, offer)), "House way", h("kbd", "W")),
	);
}

/** The bank marks the pile that goes out first, and may change its stake until betting closes. */
export function pilePanel(/** @type {Desk} */ desk) {
	const piles = ownOffers(desk).filter((offer) => choiceWord(offer.choice) === "pile");
	if (piles.length === 0) return null;
	return h(
		"div.piles",
		h("h2", "Mark the pile that goes out first"),
		h(
			"div.tray-actions",
			piles.map((offer) => {
				const pile = Number(choicePart(offer.choice));
				desk.keys.set(String(pile), () => choose(desk, offer));
				return h(
					"button",
					{
						key: pile,
						class: "pile",
						"aria-label": `Pile ${pile}`,
						...sends(desk, () => choose(desk, offer)),
					},
					card(null),
					h("b", String(pile)),
				);
			}),
		),
	);
}

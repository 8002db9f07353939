/** Taking a seat: how many chips to bring, or whether to wait, or to stand behind. @module */

import { openSheet } from "../dialog.js";
import { money } from "../money.js";
import { ensureGuest, walletAt } from "../session.js";
import { h } from "../tree.js";
import { amountControl, amountOf } from "./amount.js";
import { may } from "./desk.js";

/** @import { Desk } from "./desk.js" */

/** What somebody brings to a table of which nothing but a small least buy-in is known. */
const USUAL = 10000;

/** How many chips a newcomer brings who says nothing: enough for an evening, not all there is. */
export function usualBuyIn(/** @type {Desk} */ { view }, /** @type {number} */ wallet) {
	const wanted = Math.max(USUAL, view.buy_in_least * 2, (view.limits?.[0] ?? 0) * 50);
	return Math.max(view.buy_in_least, Math.min(wallet, wanted));
}

/** The free seat nearest to the middle of the table. */
export function freeSeat(/** @type {Desk} */ { view }) {
	const middle = (view.seats + 1) / 2;
	const free = Array.from({ length: view.seats }, (_, place) => place + 1).filter((seat) =>
		view.people.every((one) => one.seat !== seat),
	);
	return free.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0] ?? null;
}

/** Sits a newcomer down at once, as "play now" promises. */
export async function sitNow(/** @type {Desk} */ desk) {
	const seat = freeSeat(desk);
	const wallet = walletAt(desk.view);
	if (seat === null) return desk.send({ do: "join" });
	return desk.send({ do: "sit", seat, buy_in: usualBuyIn(desk, wallet) });
}

/** Who the reader is at a table: a stranger comes in as a guest where guests may play, and is asked to sign in elsewhere. */
async function known(/** @type {Desk} */ desk) {
	const me = desk.me ?? (desk.view.is_practice ? await ensureGuest() : null);
	if (!me) {
		const { openStranger } = await import("../account.js");
		openStranger();
	}
	return me;
}

/** Puts the reader's name on the waiting list. */
export async function joinList(/** @type {Desk} */ desk) {
	if (await known(desk)) return desk.send({ do: "join" });
}

/** Asks with how many chips to sit down, or to stand behind where no seat is named. */
export async function openSit(/** @type {Desk} */ desk, /** @type {number | null} */ seat) {
	const me = await known(desk);
	if (!me) return;
	const allowed = may(desk, seat === null ? "stand-behind" : "sit");
	const least = allowed?.least ?? desk.view.buy_in_least;
	const wallet = walletAt(desk.view, me);
	const most = Math.min(wallet, allowed?.most || wallet);
	const [kind, more] = desk.view.is_practice
		? ["play chips", "Your account gives more."]
		: ["house chips", "The cage sells more."];
	let fault = "";
	openSheet(
		seat === null ? "Behind the seats" : `Seat ${seat}`,
		(redraw, close) => {
			if (most < least)
				return h("p", `The least buy-in is ${money(least)}, and you have ${money(wallet)} in ${kind}. ${more}`);
			const amount = {
				name: "buy-in",
				label: "Chips to bring",
				least,
				most,
				usual: usualBuyIn(desk, wallet),
				presets: /** @type {[string, number][]} */ ([
					["Least", least],
					["Usual", usualBuyIn(desk, wallet)],
					["All", most],
				]),
			};
			const shown = { ...desk, redraw };
			const sit = async (/** @type {number | null} */ at) => {
				const buy_in = amountOf(shown, amount);
				const answer = await desk.send(at === null ? { do: "stand-behind", buy_in } : { do: "sit", seat: at, buy_in });
				if (answer.outcome === "refused") fault = answer.what;
				else close();
				redraw();
			};
			return [
				h("p.soft", `You have ${money(wallet)} in ${kind} away from the tables. The least buy-in here is ${money(least)}.`),
				amountControl(shown, amount),
				h("p.fault", { role: "alert" }, fault),
				h(
					"div.actions",
					seat !== null &&
						h("button.main", { onclick: () => sit(seat) }, `Sit down with ${money(amountOf(shown, amount))}`),
					may(desk, "stand-behind") &&
						h(seat === null ? "button.main" : "button", { onclick: () => sit(null) }, "Stand behind and back others"),
				),
			];
		},
		{ class: "narrow", onclose: desk.redraw },
	);
}

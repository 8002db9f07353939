/** Taking a seat: how many chips to bring, or whether to wait, or to stand behind. @module */

import { openSheet } from "../dialog.js";
import { money } from "../money.js";
import { ensureGuest, whoAmI } from "../session.js";
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
	const wallet = whoAmI()?.wallet ?? 0;
	if (seat === null) return desk.send({ do: "join" });
	return desk.send({ do: "sit", seat, buy_in: usualBuyIn(desk, wallet) });
}

export async function openSit(/** @type {Desk} */ desk, /** @type {number} */ seat) {
	const me = desk.me ?? (desk.view.is_practice ? await ensureGuest() : null);
	if (!me) {
		const { openStranger } = await import("../account.js");
		return openStranger();
	}
	const allowed = may(desk, "sit");
	const least = allowed?.least ?? desk.view.buy_in_least;
	const most = Math.min(me.wallet, allowed?.most || me.wallet);
	let fault = "";
	openSheet(
		`Seat ${seat}`,
		(redraw, close) => {
			if (most < least)
				return h("p", `The least buy-in is ${money(least)}, and you have ${money(me.wallet)}. The cage sells chips.`);
			const amount = {
				name: "buy-in",
				label: "Chips to bring",
				least,
				most,
				usual: usualBuyIn(desk, me.wallet),
				presets: /** @type {[string, number][]} */ ([
					["Least", least],
					["Usual", usualBuyIn(desk, me.wallet)],
					["All", most],
				]),
			};
			const shown = { ...desk, redraw };
			const sit = async (/** @type {boolean} */ isBehind) => {
				const buy_in = amountOf(shown, amount);
				const answer = await desk.send(isBehind ? { do: "stand-behind", buy_in } : { do: "sit", seat, buy_in });
				if (answer.outcome === "refused") fault = answer.what;
				else close();
				redraw();
			};
			return [
				h("p.soft", `You have ${money(me.wallet)} away from the tables. The least buy-in here is ${money(least)}.`),
				amountControl(shown, amount),
				h("p.fault", { role: "alert" }, fault),
				h(
					"div.actions",
					h("button.main", { onclick: () => sit(false) }, `Sit down with ${money(amountOf(shown, amount))}`),
					h("button", { onclick: () => sit(true) }, "Stand behind and back others"),
				),
			];
		},
		{ class: "narrow", onclose: desk.redraw },
	);
}

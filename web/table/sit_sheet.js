/** The sheet that asks how many chips somebody brings to a seat, or to a place behind. @module */

import { openSheet } from "../dialog.js";
import { money } from "../money.js";
import { walletAt } from "../session.js";
import { h } from "../tree.js";
import { amountControl, amountOf } from "./amount.js";
import { may } from "./desk.js";
import { known, usualBuyIn } from "./sit.js";

/** @import { Desk } from "./desk.js" */

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

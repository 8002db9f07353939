/** Taking a seat: which one, with how many chips, or whether to wait. @module */

import { ensureGuest, walletAt } from "../session.js";
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

/** Whether somebody who is known may sit down, or stand behind, with the chips they have. */
export function maySit(/** @type {Desk} */ desk, way = "sit") {
	const allowed = may(desk, way);
	return allowed !== undefined && walletAt(desk.view, desk.me) >= Math.max(allowed.least, desk.view.buy_in_least);
}

/** Sits a newcomer down at once, as "play now" promises. */
export async function sitNow(/** @type {Desk} */ desk) {
	const seat = freeSeat(desk);
	const wallet = walletAt(desk.view);
	if (seat === null) return desk.send({ do: "join" });
	return desk.send({ do: "sit", seat, buy_in: usualBuyIn(desk, wallet) });
}

/** Who the reader is at a table: a stranger comes in as a guest where guests may play, and is asked to sign in elsewhere. */
export async function known(/** @type {Desk} */ desk) {
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

/** Asks with how many chips to sit down, or to stand behind where no seat is named; the sheet is fetched when it is first opened. */
export const openSit = (/** @type {Desk} */ desk, /** @type {number | null} */ seat) => void import("./sit_sheet.js").then((part) => part.openSit(desk, seat));

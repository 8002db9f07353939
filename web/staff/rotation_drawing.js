/** The rotation of the bank as a drawing: the seats in a ring, who banks, who is asked, and which way it goes. @module */

import { h } from "../tree.js";
import { personName, seatName } from "../words.js";

/** @import { TableView } from "../api-types" */

const SIZE = 320;
const RING = 118;
/** How many letters of a name have room below a seat. */
const NAME_MOST = 10;

/** Where a seat stands: clockwise from the dealer's left. */
function placeOf(/** @type {number} */ seat, /** @type {number} */ seats) {
	const turn = ((seat - 0.5) / seats) * 2 * Math.PI + Math.PI / 2;
	return [SIZE / 2 + RING * Math.cos(turn), SIZE / 2 + RING * Math.sin(turn)].map((one) => one.toFixed(1));
}

/** Nothing for a game without a bank. */
export function rotationDrawing(/** @type {TableView} */ view) {
	const banks = view.bank?.[0] ?? null;
	// Between rounds nobody has the bank yet: whoever had it last is where the offers go on.
	const last = view.phase === "resting" ? (view.round?.bank?.seat ?? null) : null;
	if (banks === null && last === null && view.bank_offered === null && view.phase !== "broken") return null;
	const here = view.people.filter((one) => one.seat !== null && !one.is_out).sort((one, other) => (one.seat ?? 0) - (other.seat ?? 0));
	// Whoever is asked now goes before whoever comes after them.
	const from = view.bank_offered ?? banks ?? last ?? 0;
	const next = here.find((one) => (one.seat ?? 0) > from) ?? here.find((one) => one.seat !== from);
	const words = [
		banks !== null ? `${seatName(view, banks)} banks, round ${view.bank?.[1]}` : last !== null ? `${seatName(view, last)} banked last` : "Nobody banks",
		view.bank_offered !== null && `${personName(view, view.bank_asked, view.bank_offered)} is asked`,
		next && `then ${next.name}`,
	].filter(Boolean).join("; ");
	return h(
		"figure.rotation",
		h("figcaption", `Rotation of the bank: ${words}.`),
		h(
			"svg",
			{ viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": words },
			h("circle.way", { cx: SIZE / 2, cy: SIZE / 2, r: RING }),
			Array.from({ length: view.seats }, (_, place) => place + 1).map((seat) => {
				const [x, y] = placeOf(seat, view.seats);
				const sitter = view.people.find((one) => one.seat === seat);
				const part = seat === (banks ?? last) ? "banks" : seat === view.bank_offered ? "is-asked" : seat === next?.seat ? "is-next" : "";
				return h(
					"g",
					{ key: seat, class: `rotation-seat ${part}${sitter ? "" : " is-free"}${sitter?.is_out ? " is-out" : ""}` },
					h("circle", { cx: x, cy: y, r: 17 }),
					h("text", { x, y: Number(y) + 5 }, String(seat)),
					sitter && h("text.who", { x, y: Number(y) + 32 }, sitter.name.length > NAME_MOST ? `${sitter.name.slice(0, NAME_MOST - 1)}…` : sitter.name),
				);
			}),
			h("path.arrow", { d: `M${SIZE / 2 - 34} ${SIZE / 2 + 22}a40 40 0 1 1 60 6m4-14-3 15-14-6` }),
		),
	);
}

/** Which cards lie on the table that did not lie there before, in the order in which they were dealt. @module */

/** @import { TableView } from "../api-types" */

/** Every card of a view by its place, with its turn in the deal. */
export function cardsOf(/** @type {TableView | null} */ view) {
	/** @type {Map<string, {card: string | null, turn: number}>} */
	const cards = new Map();
	const round = view?.round;
	if (!round) return cards;
	round.seats.forEach((seat, order) =>
		seat.hands.forEach((hand, place) =>
			hand.cards.forEach((card, index) => cards.set(`${seat.seat}-${place}-${index}`, { card, turn: index * 100 + order })),
		),
	);
	round.bank?.hands.forEach((hand, place) =>
		hand.cards.forEach((card, index) => cards.set(`bank-${place}-${index}`, { card, turn: index * 100 + 50 })),
	);
	round.board.forEach((card, index) => cards.set(`board-${index}`, { card, turn: 1000 + index * 100 }));
	return cards;
}

/** @returns {Set<string>} */
export function freshCards(/** @type {TableView | null} */ before, /** @type {TableView} */ now) {
	const isSame = before?.round_number === now.round_number;
	const old = cardsOf(isSame ? before : null);
	const fresh = [...cardsOf(now)].filter(([place, { card }]) => {
		const was = old.get(place);
		return was === undefined || was.card !== card;
	});
	fresh.sort(([, one], [, other]) => one.turn - other.turn);
	return new Set(fresh.map(([place]) => place));
}

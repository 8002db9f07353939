/** Where seats lie around the felt: the reader's own seat is nearest, and every seat has a cell of its own. @module */

/** @import { TableView } from "../api-types" */

/**
 * A seat's cell: its area in a wide felt and in an upright one, the angle under which it lies from the middle in
 * degrees (0 to the right, 90 nearest, rising clockwise), and the words for its place.
 * @typedef {{wide: string, tall: string, angle: number, bearing: string}} Cell
 */

/** The columns into which a wide felt is divided. */
const COLUMNS = 60;

/** The seat that lies nearest: the reader's own, or one in the middle of the row. */
const nearest = (/** @type {TableView} */ { seats, you }) => you ?? Math.ceil(seats / 2);

/** How many seats lie at each side of a wide felt: nearest, at either end, and across. */
function wideSides(/** @type {number} */ seats) {
	const ends = seats >= 5 ? 1 : 0;
	const near = seats >= 8 ? 3 : 1;
	const far = Math.max(0, seats - near - 2 * ends);
	return { ends, near, far, end: far >= 5 ? 12 : 15 };
}

/** How many rows of seats lie above the own one in an upright felt, and after how many of them the middle lies. */
function tallRows(/** @type {number} */ seats) {
	const rows = Math.ceil((seats - 1) / 2);
	return { rows, above: Math.ceil(rows / 2), isOdd: (seats - 1) % 2 === 1 };
}

/** The cell of a seat; they are told clockwise from the nearest: up the left side, across, and down the right side. @returns {Cell} */
export function cellOf(/** @type {TableView} */ view, /** @type {number} */ seat) {
	const { seats } = view;
	const around = (((seat - nearest(view)) % seats) + seats) % seats;
	const angle = (90 + (around * 360) / seats) % 360;
	return { ...wideCell(seats, around), tall: tallCell(seats, around), angle };
}

function wideCell(/** @type {number} */ seats, /** @type {number} */ around) {
	const { ends, near, far, end } = wideSides(seats);
	const area = (/** @type {string} */ rows, /** @type {number} */ from, /** @type {number} */ to) => {
		const [first, last] = rows.split("-");
		return `${first} / ${Math.round(from) + 1} / ${last} / ${Math.round(to) + 1}`;
	};
	const isAlone = near === 1;
	if (around === 0) return { wide: isAlone && ends === 0 ? area("3-4", 0, COLUMNS) : area("3-4", isAlone ? end : 17, COLUMNS - (isAlone ? end : 17)), bearing: "near" };
	if (near === 3 && around === 1) return { wide: area("3-4", 0, 17), bearing: "near" };
	if (near === 3 && around === seats - 1) return { wide: area("3-4", COLUMNS - 17, COLUMNS), bearing: "near" };
	const turn = around - (near === 3 ? 1 : 0);
	const rows = isAlone ? "2-4" : "2-3";
	if (ends === 1 && turn === 1) return { wide: area(rows, 0, end), bearing: "edge" };
	if (ends === 1 && turn === ends + far + 1) return { wide: area(rows, COLUMNS - end, COLUMNS), bearing: "edge" };
	const place = turn - ends - 1;
	return { wide: area("1-2", (place * COLUMNS) / far, ((place + 1) * COLUMNS) / far), bearing: "far" };
}

function tallCell(/** @type {number} */ seats, /** @type {number} */ around) {
	const { rows, above, isOdd } = tallRows(seats);
	const line = (/** @type {number} */ row) => (row <= above ? row : row + 1);
	if (around === 0) return `${rows + 2} / 1 / auto / 3`;
	const left = Math.floor((seats - 1) / 2);
	if (around <= left) return `${line(rows + 1 - around)} / 1`;
	if (isOdd && around === left + 1) return "1 / 1 / auto / 3";
	return `${line(around - left)} / 2`;
}

/** Whether a seat lies in the right column of an upright felt. */
export const isMirrored = (/** @type {Cell} */ { tall }) => tall.endsWith("/ 2");

/** The cell of the middle, and of the shoe beside it. */
export function middleCells(/** @type {number} */ seats) {
	const { ends, end } = wideSides(seats);
	const from = ends ? end : 0;
	const { above } = tallRows(seats);
	return {
		centre: `--wide:2 / ${from + 6} / 3 / ${COLUMNS - from + 1};--tall:${above + 1} / 1 / auto / 3`,
		shoe: `--wide:2 / ${from + 1} / 3 / ${from + 6}`,
	};
}

/** The rows of an upright felt: seats, the middle, seats, and the own seat with larger cards. */
export function tallTemplate(/** @type {number} */ seats) {
	const { rows, above } = tallRows(seats);
	const some = (/** @type {number} */ count) => (count > 0 ? `repeat(${count}, minmax(0, 1fr)) ` : "");
	return `${some(above)}minmax(0, 1.3fr) ${some(rows - above)}minmax(0, 1.6fr)`;
}

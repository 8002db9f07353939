/** Where seats lie around the felt: the reader's own seat is nearest, the house dealer keeps a place in the ring. @module */

/** @import { TableView } from "../api-types" */

/** The angle of a seat in degrees: 0 to the right, 90 nearest, rising clockwise; place 0 is the house dealer. */
export function angleOf(/** @type {TableView} */ view, /** @type {number} */ place) {
	const places = view.seats + 1;
	const nearest = view.you ?? places / 2;
	return (((90 + ((place - nearest) * 360) / places) % 360) + 360) % 360;
}

/**
 * On which part of the ring a place lies, as class names: "far" or "near" the reader, to the "east" or "west" of
 * the middle, and "edge" where the ring runs up and down.
 */
export function bearing(/** @type {number} */ angle) {
	const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
	const words = [y < -0.55 ? "far" : y > 0.55 ? "near" : "", x > 0.15 ? "east" : "west", Math.abs(x) > 0.8 ? "edge" : ""];
	return words.filter((word) => word !== "").join(" ");
}

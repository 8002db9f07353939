/**
 * Jack, queen, king and joker: half figures that are mirrored below the card's middle.
 * A half figure stands on the line y = 0 and reaches up to y = -118; it is 120 wide around x = 0.
 * `S` is the suit's colour, `G` gold, `I` ivory, `L` the ink of lines.
 * @module
 */

const fill = (/** @type {string} */ colour, /** @type {string} */ path) => `<path class="${colour}" d="${path}"/>`;
const line = (/** @type {string} */ path) => `<path class="cl" d="${path}"/>`;

/** A robe with wide shoulders, a stole down its middle and cuffs of gold. */
const robe =
	fill("cs", "M-62 0v-22c0-20 14-30 34-34l28-6 28 6c20 4 34 14 34 34V0Z") +
	fill("cg", "M-13-60 0-20l13-40 12 3L9 0H-9l-16-57Z") +
	line("M-25-57-9 0M25-57 9 0M-44 0v-24M44 0v-24") +
	fill("ci", "M-62-8h18V0h-18ZM44-8h18V0H44Z");

const face = (/** @type {string} */ jaw) =>
	fill("cf", `M-15-86h30v${jaw}Z`) + line("M-8.5-77h5M3.5-77h5M0-76l-2 7h4M-4-63q4 2.5 8 0");

const king =
	fill("cl2", "M-22-88h44v20c0 20-10 30-22 30s-22-10-22-30Z") +
	robe +
	fill("cl2", "M-19-72h38v8c0 16-8 26-19 30-11-4-19-14-19-30Z") +
	face("16c0 10-6 14-15 14s-15-4-15-14") +
	fill("cg", "M-24-86-29-112l15 11L0-118l14 17 15-11-5 26Z") +
	fill("cs", "M-24-90h48v6h-48Z") +
	fill(
		"cg",
		"M0-118m-4 0a4 4 0 1 1 8 0a4 4 0 1 1-8 0M-29-112m-3 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0M29-112m-3 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0",
	) +
	line("M48-62v-44M40-94h16") +
	fill("cg", "M45.5-62h5v14h-5ZM38-66h20v4H38Z");

const queen =
	fill("cl2", "M-24-84c0-14 10-18 24-18s24 4 24 18c0 20 4 30 8 38H-32c4-8 8-18 8-38Z") +
	robe +
	fill("ci", "M-12-60c4 8 8 12 12 12s8-4 12-12l-3-4H-9Z") +
	face("16c0 10-6 15-15 15s-15-5-15-15") +
	fill("cg", "M-21-90-25-108l12 8 13-14 13 14 12-8-4 18Z") +
	fill("ci", "M-21-92h42v5h-42Z") +
	fill(
		"cs",
		"M0-114m-3.5 0a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1-7 0M-25-108m-2.5 0a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0M25-108m-2.5 0a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0",
	) +
	line("M-48-30c2-14 0-26-2-40") +
	fill("cs", "M-50-84c6-4 12 0 10 6 6 0 8 8 2 10 2 6-6 10-10 5-4 5-12 1-10-5-6-2-4-10 2-10-2-6 2-10 6-6Z") +
	fill("cg", "M-49-73m-4 0a4 4 0 1 1 8 0a4 4 0 1 1-8 0");

const jack =
	fill("cl2", "M-21-88h42v16c4 10 2 18-2 22h-38c-4-4-6-12-2-22Z") +
	robe +
	fill("ci", "M-14-60 0-50l14-10-4-6h-20Z") +
	face("16c0 9-6 13-15 13s-15-4-15-13") +
	fill("cs", "M-26-86c0-16 10-26 27-26s25 10 25 26Z") +
	fill("cg", "M-28-91h56v7h-56Z") +
	fill("ci", "M20-92c14-2 24-12 24-26-14 0-26 8-29 22Z") +
	line("M18-93c8-6 16-14 24-23M-50-30v-76") +
	fill("cg", "M-50-118c6 6 6 12 0 18-6-6-6-12 0-18Z") +
	fill("cl2", "M-60-96h20v4h-20Z");

const cap =
	fill(
		"cg",
		"M-40-40c-24-10-30-30-22-54 8 14 18 18 30 14C-26-100-16-112 0-118c16 6 26 18 32 38 12 4 22 0 30-14 8 24 2 44-22 54Z",
	) +
	fill("cs", "M0-118c16 6 26 18 32 38-8 12-12 24-12 40h-40c0-16-4-28-12-40 6-20 16-32 32-38Z") +
	fill("ci", "M-44-40h88v12h-88Z") +
	fill(
		"cl2",
		"M-62-94m-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0M62-94m-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0M0-118m-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0",
	) +
	line("M-20-40c0-16-4-28-12-40M20-40c0-16 4-28 12-40");

/** Half figures by rank; `Joker` is the jester's cap. */
export const courtFigure = { J: jack, Q: queen, K: king, Joker: cap };

/**
 * The shuffle `cardroom-shuffle-1` of early logs once more, so that a reader can check it without trusting the room,
 * and what `seal.js` shares with it. Their description and test vectors stand in docs/shuffle.md.
 * @module
 */

const VERSION = "cardroom-shuffle-1";

export function bytesOf(/** @type {string} */ hex) {
	return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const hexOf = (/** @type {Uint8Array} */ bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a seed, as the room publishes it before the first card. */
export function commitment(/** @type {string} */ seedHex) {
	return hexOf(sha256(new Uint8Array([...bytesOf(seedHex), ...new TextEncoder().encode(VERSION)])));
}

/** The cards in the order in which they leave a deck that was shuffled with a seed. */
export function shuffled(/** @type {string} */ seedHex, /** @type {readonly string[]} */ deck) {
	return inRandomOrder(words(bytesOf(seedHex)), deck);
}

/**
 * The items of a list in the order that the draws give them.
 * @template T
 * @param {() => number} next
 * @param {readonly T[]} list
 */
export function inRandomOrder(next, list) {
	const items = [...list];
	for (let last = items.length - 1; last > 0; last -= 1) {
		const chosen = below(next, last + 1);
		[items[last], items[chosen]] = [/** @type {T} */ (items[chosen]), /** @type {T} */ (items[last])];
	}
	return items;
}

/** Words that would favour some places are dropped. */
export function below(/** @type {() => number} */ next, /** @type {number} */ bound) {
	const limit = Math.floor(2 ** 32 / bound) * bound;
	let word = next();
	while (word >= limit) word = next();
	return word % bound;
}

/** The words of the ChaCha20 key stream, one after the other. */
export function words(/** @type {Uint8Array} */ seed) {
	const key = new DataView(seed.buffer);
	const start = new Uint32Array(16);
	start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
	for (let place = 0; place < 8; place += 1) start[4 + place] = key.getUint32(place * 4, true);
	/** @type {Uint32Array} */
	let block = new Uint32Array(16);
	let used = 16;
	return () => {
		if (used === 16) {
			block = chachaBlock(start);
			start[12] = (at(start, 12) + 1) >>> 0;
			used = 0;
		}
		used += 1;
		return at(block, used - 1);
	};
}

const at = (/** @type {Uint32Array} */ list, /** @type {number} */ place) => /** @type {number} */ (list[place]);
const rotate = (/** @type {number} */ word, /** @type {number} */ bits) => (word << bits) | (word >>> (32 - bits));

function chachaBlock(/** @type {Uint32Array} */ start) {
	const state = start.slice();
	const quarter = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) => {
		for (const [x, y, z, bits] of /** @type {[number, number, number, number][]} */ ([
			[a, b, d, 16],
			[c, d, b, 12],
			[a, b, d, 8],
			[c, d, b, 7],
		])) {
			state[x] = at(state, x) + at(state, y);
			state[z] = rotate(at(state, z) ^ at(state, x), bits);
		}
	};
	for (let round = 0; round < 10; round += 1) {
		for (let column = 0; column < 4; column += 1) quarter(column, 4 + column, 8 + column, 12 + column);
		for (let diagonal = 0; diagonal < 4; diagonal += 1)
			quarter(diagonal, 4 + ((diagonal + 1) % 4), 8 + ((diagonal + 2) % 4), 12 + ((diagonal + 3) % 4));
	}
	return state.map((word, place) => word + at(start, place));
}

/** SHA-256, written out because browsers lend theirs to encrypted addresses only. */
export function sha256(/** @type {Uint8Array} */ message) {
	const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
	padded.set(message);
	padded[message.length] = 0x80;
	const view = new DataView(padded.buffer);
	view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
	view.setUint32(padded.length - 4, message.length << 3);
	const hash = Uint32Array.from(SQUARE_ROOTS);
	const schedule = new Uint32Array(64);
	for (let from = 0; from < padded.length; from += 64) {
		for (let place = 0; place < 16; place += 1) schedule[place] = view.getUint32(from + place * 4);
		for (let place = 16; place < 64; place += 1) {
			const [early, late] = [at(schedule, place - 15), at(schedule, place - 2)];
			const small = rotate(early, 25) ^ rotate(early, 14) ^ (early >>> 3);
			const large = rotate(late, 15) ^ rotate(late, 13) ^ (late >>> 10);
			schedule[place] = at(schedule, place - 16) + small + at(schedule, place - 7) + large;
		}
		compress(hash, schedule);
	}
	const out = new DataView(new ArrayBuffer(32));
	hash.forEach((word, place) => out.setUint32(place * 4, word));
	return new Uint8Array(out.buffer);
}

function compress(/** @type {Uint32Array} */ hash, /** @type {Uint32Array} */ schedule) {
	let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ ([...hash]);
	for (let place = 0; place < 64; place += 1) {
		const high = rotate(e, 26) ^ rotate(e, 21) ^ rotate(e, 7);
		const first = (h + high + ((e & f) ^ (~e & g)) + at(CUBE_ROOTS, place) + at(schedule, place)) >>> 0;
		const low = rotate(a, 30) ^ rotate(a, 19) ^ rotate(a, 10);
		const second = (low + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
		[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
	}
	[a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = at(hash, place) + word));
}

/** The first primes give SHA-256 its constants. */
const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter(
	(number) => number > 1 && [2, 3, 5, 7, 11, 13, 17].every((small) => number === small || number % small !== 0),
);
const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const SQUARE_ROOTS = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CUBE_ROOTS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));

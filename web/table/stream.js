/**
 * A table's stream: views and lines one way, commands the other.
 *
 * It comes back by itself after a break, from the last number it has seen. A command that was not answered is sent
 * again with its own id, so that it is done once however often the line breaks.
 * @module
 */

import { api } from "../api.js";
import { friendKey } from "../friend_keys.js";

/** @import { Answer, Command, Line, Said, TableView } from "../api-types" */

/** @typedef {"joining" | "live" | "lost" | "missing" | "closed"} Link */
/** @typedef {{id: string, based_on: number, command: Command, as: string}} Sent */

/**
 * @typedef {object} Told
 * @property {TableView} view
 * @property {Line[]} lines
 * @property {boolean} isFresh whether it is a whole table and not what came after the last message
 */

/** What is said while there is no table to show. */
export function linkWords(/** @type {Link} */ link) {
	if (link === "missing") return "There is no such table.";
	if (link === "closed") return "This is a table of the house. Sign in with your account to see it.";
	return link === "lost" ? "The table does not answer. Trying again…" : "Walking to the table…";
}

const WAIT_MS = [250, 500, 1000, 2000, 4000];

/** How long an answer may take before the line counts as dead: one that broke without a word looks like a quiet one. */
const ANSWER_MS = 8000;

export class TableStream {
	/**
	 * @param {number} table
	 * @param {(told: Told) => void} onTold
	 * @param {(link: Link) => void} onLink
	 * @param {(said: Said) => void} [onSaid]
	 */
	constructor(table, onTold, onLink, onSaid = () => {}) {
		this.table = table;
		this.onTold = onTold;
		this.onSaid = onSaid;
		/** @type {Link} */
		this.link = "joining";
		this.onLink = (/** @type {Link} */ link) => {
			this.link = link;
			onLink(link);
		};
		/** The number of the last event that came. */
		this.last = 0;
		/** The number of the last event that was handed on in words. */
		this.told = 0;
		/** The server's clock less ours, in milliseconds. */
		this.skew = 0;
		/** @type {WebSocket | null} */
		this.socket = null;
		this.isClosed = false;
		this.attempts = 0;
		/** The deadline for which the line was last renewed. */
		this.expected = 0;
		this.onNetwork = () => this.renew();
		addEventListener("online", this.onNetwork);
		addEventListener("offline", this.onNetwork);
		/** @type {Map<string, {sent: Sent, settle: (answer: Answer) => void}>} */
		this.open = new Map();
		this.join();
	}

	join() {
		if (this.isClosed) return;
		const from = this.last > 0 ? `?from=${this.last}` : "";
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket${from}`);
		this.socket = socket;
		socket.onopen = () => {
			this.attempts = 0;
			for (const { sent } of this.open.values()) socket.send(JSON.stringify(sent));
			this.onLink("live");
		};
		socket.onmessage = (message) => {
			if (this.socket === socket) this.take(JSON.parse(message.data));
		};
		socket.onclose = () => {
			if (this.isClosed || this.socket !== socket) return;
			this.onLink("lost");
			if (this.last === 0 || friendKey(this.table)) void this.ask();
			const wait = WAIT_MS[Math.min(this.attempts, WAIT_MS.length - 1)] ?? 4000;
			this.attempts += 1;
			this.timer = setTimeout(() => this.join(), wait);
		};
	}

	/** A table that has never shown itself may not be there at all, which a broken socket does not say. */
	async ask() {
		const status = await api.table(this.table).then(
			() => 200,
			(fault) => fault.status,
		);
		if (status === 401 || status === 403) {
			// Whoever signs in joins anew.
			clearTimeout(this.timer);
			this.onLink("closed");
		}
		if (status !== 404) return;
		// A room that was opened anew lets friends in by their link again.
		const key = friendKey(this.table);
		const isIn = key !== null && (await api.enterPrivate(this.table, key).then(() => true, () => false));
		if (isIn || this.isClosed) return;
		this.close();
		this.onLink("missing");
	}

	take(/** @type {any} */ message) {
		if (message.type === "said") return this.onSaid(message);
		if (message.type === "answer") {
			this.open.get(message.id)?.settle(message);
			this.open.delete(message.id);
			return;
		}
		/** @type {TableView} */
		const view = message.view;
		const isFresh = message.type === "snapshot";
		this.last = view.number;
		// Whoever comes back is told some of the last events again.
		const lines = message.lines.filter((/** @type {Line} */ line) => line.number > this.told);
		const newest = lines.at(-1);
		this.told = newest?.number ?? this.told;
		if (newest && !isFresh) this.skew = newest.at - Date.now();
		this.onTold({ view, lines, isFresh });
	}

	/** Sends a command that rests on a view, and waits for its answer, over breaks of the line if need be. */
	send(/** @type {Command} */ command, as = "patron", based_on = this.last) {
		const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
		const sent = { id, based_on, command, as };
		return new Promise((/** @type {(answer: Answer) => void} */ settle) => {
			this.open.set(id, { sent, settle });
			if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(sent));
			this.watch();
		});
	}

	/** Joins anew while something that was sent stays without an answer. */
	watch() {
		clearTimeout(this.watching);
		const waiting = [...this.open.keys()];
		if (waiting.length === 0 || this.isClosed) return;
		this.watching = setTimeout(() => {
			if (waiting.some((id) => this.open.has(id))) this.renew();
			this.watch();
		}, ANSWER_MS);
	}

	/** Told when the table's time is up: one that says nothing about it long after has a dead line. */
	expect(/** @type {number} */ deadline) {
		if (deadline === this.expected || Date.now() + this.skew < deadline + ANSWER_MS) return;
		this.expected = deadline;
		this.renew();
	}

	/** Gives up the line as it is and joins from where it was, over whatever network there is now. */
	renew() {
		if (this.isClosed || this.link === "missing" || this.link === "closed") return;
		const old = this.socket;
		this.socket = null;
		old?.close();
		clearTimeout(this.timer);
		this.onLink("lost");
		this.join();
	}

	/** Joins anew, as whoever is signed in now. */
	rejoin() {
		const old = this.socket;
		this.socket = null;
		old?.close();
		clearTimeout(this.timer);
		this.last = 0;
		this.join();
	}

	close() {
		this.isClosed = true;
		clearTimeout(this.timer);
		clearTimeout(this.watching);
		removeEventListener("online", this.onNetwork);
		removeEventListener("offline", this.onNetwork);
		this.socket?.close();
	}
}

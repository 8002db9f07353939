/** What people say to each other at a table: heard by those who are there, muted by whoever does not want to. @module */

import { api } from "../api.js";
import { note } from "../dialog.js";
import { friendKey, friendLink } from "../friend_keys.js";
import { icon } from "../icons.js";
import { hasRole, whoAmI } from "../session.js";
import { addChatStyle } from "../styles.js";
import { h } from "../tree.js";

/** @import { ChatView, Said } from "../api-types" */

/** How much may be said at once, and how much of it is kept to read. */
const SAID_MOST = 200;
const KEPT_MOST = 100;

/** Under which name the browser keeps who is muted. */
const MUTED = "cardroom-muted";

/** Everybody, among those who are muted. */
const ALL = 0;

/** @returns {Set<number>} */
function kept() {
	try {
		return new Set(JSON.parse(localStorage.getItem(MUTED) ?? "[]"));
	} catch {
		return new Set();
	}
}

/** The chat of a table, once its style is here. */
export async function openChat(/** @type {number} */ table, /** @type {ChatView} */ view, /** @type {() => void} */ redraw) {
	await addChatStyle();
	return new Chat(table, view, redraw);
}

export class Chat {
	/**
	 * @param {number} table
	 * @param {ChatView} view
	 * @param {() => void} redraw
	 */
	constructor(table, view, redraw) {
		this.table = table;
		this.redraw = redraw;
		this.muted = kept();
		/** What is typed and not yet said. */
		this.typed = "";
		this.isShown = false;
		this.unread = 0;
		this.maySpeak = view.may_speak;
		this.isPrivate = view.is_private;
		/** @type {Said[]} */
		this.said = view.said;
	}

	/** Takes the whole chat anew. */
	take(/** @type {ChatView} */ view) {
		this.maySpeak = view.may_speak;
		this.isPrivate = view.is_private;
		this.said = view.said;
	}

	/** Takes something that was just said. */
	hear(/** @type {Said} */ said) {
		if (this.said.some((one) => one.number === said.number)) return;
		this.said = [...this.said, said].slice(-KEPT_MOST);
		if (!this.isShown && !this.isMuted(said.person) && said.person !== whoAmI()?.person) this.unread += 1;
		this.redraw();
	}

	isMuted(/** @type {number} */ person) {
		return person !== whoAmI()?.person && (this.muted.has(ALL) || this.muted.has(person));
	}

	mute(/** @type {number} */ person) {
		if (!this.muted.delete(person)) this.muted.add(person);
		try {
			localStorage.setItem(MUTED, JSON.stringify([...this.muted]));
		} catch {
			// Without storage somebody is muted until the page is left.
		}
		this.redraw();
	}

	show(/** @type {boolean} */ isShown) {
		this.isShown = isShown;
		if (isShown) this.unread = 0;
		this.redraw();
	}

	async say() {
		const text = this.typed.trim();
		if (text === "") return;
		try {
			await api.say(this.table, text);
			this.typed = "";
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
		this.redraw();
	}

	async silence(/** @type {Said} */ { person, name }) {
		try {
			await api.silence(this.table, person, true);
			note(`${name} is silenced at this table.`, "good");
		} catch (error) {
			note(error instanceof Error ? error.message : String(error), "bad");
		}
	}

	/** The two parts of the column: what happens, and what is said. */
	tabs() {
		const tab = (/** @type {string} */ text, /** @type {boolean} */ isChat) =>
			h(
				"button.quiet.small",
				{ "aria-pressed": String(this.isShown === isChat), onclick: () => this.show(isChat) },
				text,
				isChat && this.unread > 0 && [h("em.hush", ", unread: "), h("b.badge", String(this.unread))],
			);
		return h("div.log-tabs", { role: "group", "aria-label": "What this column shows" }, tab("What happens", false), tab("Chat", true));
	}

	/** What is said, and the line to say something. */
	panel() {
		const heard = this.said.filter((one) => !this.isMuted(one.person));
		const hushed = [...new Map(this.said.filter((one) => this.muted.has(one.person)).map((one) => [one.person, one.name]))];
		const key = this.isPrivate ? friendKey(this.table) : null;
		return h(
			"div.chat",
			h(
				"div.chat-head",
				key && h("button.quiet.small", { onclick: () => copyLink(friendLink(this.table, key)) }, icon("share"), "Copy the link"),
				h("button.quiet.small", { "aria-pressed": String(this.muted.has(ALL)), onclick: () => this.mute(ALL) }, "Mute all"),
				hushed.map(([person, name]) => h("button.quiet.small", { key: person, onclick: () => this.mute(person) }, `Hear ${name} again`)),
			),
			h(
				"div.said",
				{ role: "log", "aria-live": "polite", "aria-label": "What is said", tabindex: 0, made: follow },
				heard.length === 0 && h("p.soft", this.muted.has(ALL) ? "Everybody is muted." : "Nobody has said anything yet."),
				heard.length > 0 && h("ol", heard.map((one) => this.line(one))),
			),
			this.maySpeak ? this.form() : h("p.soft", "Whoever has a place at the table may speak."),
		);
	}

	line(/** @type {Said} */ one) {
		const isOwn = one.person === whoAmI()?.person;
		return h(
			"li",
			{ key: one.number },
			h("b", one.name),
			h("span", one.text),
			!isOwn && h("button.quiet.small", { "aria-label": `Mute ${one.name}`, onclick: () => this.mute(one.person) }, "Mute"),
			!isOwn && hasRole("floor") && h("button.quiet.small", { "aria-label": `Silence ${one.name}`, onclick: () => this.silence(one) }, "Silence"),
		);
	}

	form() {
		return h(
			"form.say",
			{
				onsubmit: (/** @type {Event} */ event) => {
					event.preventDefault();
					void this.say();
				},
			},
			h("input", {
				type: "text",
				maxlength: SAID_MOST,
				value: this.typed,
				"aria-label": "Say something to the table",
				placeholder: "Say something",
				autocomplete: "off",
				oninput: (/** @type {Event} */ event) => (this.typed = /** @type {HTMLInputElement} */ (event.target).value),
			}),
			h("button", { type: "submit" }, "Send"),
		);
	}
}

const copyLink = (/** @type {string} */ link) => void import("../friends.js").then((part) => part.copy(link));

/** Stays at the newest line. */
function follow(/** @type {HTMLElement} */ list) {
	const end = () => (list.scrollTop = list.scrollHeight);
	new MutationObserver(end).observe(list, { childList: true, subtree: true });
	requestAnimationFrame(end);
}

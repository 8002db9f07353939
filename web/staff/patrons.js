/** Patrons: who they are, whom the house does not serve, what was written about them, and their money of the day. @module */

import { note, openSheet } from "../dialog.js";
import { money } from "../money.js";
import { hasRole } from "../session.js";
import { draw, h } from "../tree.js";
import { forRoles } from "./gate.js";
import { house } from "./house_api.js";
import { listing } from "./listing.js";

/** @import { Document, PatronAct, PatronFile, PatronsView, RecordView } from "../api-types" */

const EVERY_MS = 8000;

const KIND = {
	identity: "Identity seen",
	barred: "Barred",
	"self-excluded": "Self-excluded",
	flag: "Flag",
	note: "Note",
	lifted: "Lifted",
};

/** @type {Record<Document, string>} */
const DOCUMENT = {
	"drivers-license": "Driver's license",
	"state-card": "State identity card",
	passport: "Passport",
	"military-card": "Military card",
	"consular-card": "Consular card",
};

const UNSERVED = { barred: "Not served", unseen: "Identity not seen" };

const day = (/** @type {number} */ at) => new Date(at).toLocaleDateString([], { dateStyle: "medium" });

export const open = forRoles(["floor", "cage", "owner"], "Patrons", (place) => {
	place.className = "staff-page";
	document.title = "Patrons · Cardroom";
	/** @type {PatronsView | null} */
	let found = null;
	let fault = "";
	let wanted = "";

	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Patrons")),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			found && list(found),
		]);

	const refresh = async () => {
		try {
			found = await house.patrons();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	/** Writes something down; gives what is wrong, or nothing. */
	const act = async (/** @type {PatronFile} */ one, /** @type {PatronAct} */ what, /** @type {string} */ done) => {
		try {
			found = await house.patronAct(one.person, what);
			note(done, "good");
			redraw();
			return "";
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		}
	};

	function list(/** @type {PatronsView} */ view) {
		const search = wanted.trim().toLowerCase();
		const shown = view.patrons.filter((one) => !search || one.name.toLowerCase().includes(search) || String(one.person) === search);
		const hours = `${String(Math.floor(view.day_begins / 60)).padStart(2, "0")}:${String(view.day_begins % 60).padStart(2, "0")}`;
		return h(
			"section.panel",
			{ "aria-label": "Patrons" },
			h("p.soft", `A gaming day begins at ${hours}. Money is marked from ${money(view.cash_mark)} on.`),
			h(
				"label.field.search",
				"Find a patron by name or number",
				h("input", {
					type: "search",
					value: wanted,
					oninput: (/** @type {Event} */ event) => {
						wanted = /** @type {HTMLInputElement} */ (event.target).value;
						redraw();
					},
				}),
			),
			listing(["Patron", "Served", "Age", "Money brought today", "Money got today"], shown.map((one) => row(view, one))),
			shown.length === 0 && h("p.soft", "Nobody of that name has an account here."),
		);
	}

	const row = (/** @type {PatronsView} */ view, /** @type {PatronFile} */ one) => ({
		key: one.person,
		name: [
			one.name,
			h("small", `Number ${one.person}`),
			one.records.filter((record) => record.kind === "flag" && record.counts).map((record) => h("small.flagged", { key: record.record }, record.words)),
		],
		cells: [
			one.unserved ? h("span.bad", UNSERVED[one.unserved]) : "Yes",
			one.age === null ? "–" : String(one.age),
			[money(one.brought), one.is_marked && h("small.bad", `At or above ${money(view.cash_mark)}`)],
			money(one.got),
		],
		actions: [
			h("button.small", { key: "file", "aria-label": `Records (${one.records.length}) of ${one.name}`, onclick: () => openFile(one.person) }, `Records (${one.records.length})`),
		],
	});

	function openFile(/** @type {number} */ person) {
		let wrong = "";
		openSheet("Records", (again, close) => {
			const one = found?.patrons.find((file) => file.person === person);
			if (!one) return h("p.soft", "Nothing is written about them any more.");
			const say = async (/** @type {PatronAct} */ what, /** @type {string} */ done) => {
				wrong = await act(one, what, done);
				if (what.do === "remove" && !wrong) close();
				else again();
			};
			return h(
				"div.stack",
				h("h3", one.name),
				one.unserved === "barred" && h("p.notice.bad", "The house does not serve them: no chips are sold, no seat is given. Their chips are redeemed. 1-800-GAMBLER helps with gambling problems."),
				h("ul.records", one.records.map((record) => item(record, say))),
				one.records.length === 0 && h("p.soft", "Nothing is written about them."),
				h("p.fault", { role: "alert" }, wrong),
				identityForm(say),
				wordsForm(say),
				(hasRole("floor") || hasRole("owner")) && barForm(say),
				hasRole("owner") &&
					h("div.actions", h("button.danger", { onclick: () => say({ do: "remove" }, "Everything about them is removed.") }, "Remove the person and all records")),
			);
		});
	}

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	redraw();
	return () => clearInterval(timer);
});

/** @typedef {(what: PatronAct, done: string) => Promise<void>} Say */

function item(/** @type {RecordView} */ record, /** @type {Say} */ say) {
	const mayLift = record.counts && (record.kind === "barred" || record.kind === "flag") && (hasRole("floor") || hasRole("owner"));
	return h(
		"li",
		{ key: record.record, class: record.counts ? "" : "over" },
		h("b", KIND[record.kind]),
		record.document ? ` by ${DOCUMENT[record.document]}` : "",
		record.words && `: ${record.words}`,
		h("small", `${record.by}, ${day(record.at_ms)}${record.until_ms ? `, until ${day(record.until_ms)}` : ""}`),
		mayLift &&
			h(
				"form.inline",
				{
					onsubmit: (/** @type {SubmitEvent} */ event) => {
						const words = field(event, "words");
						void say({ do: "lift", record: record.record, words }, "It counts no more.");
					},
				},
				h("label", "Why it is lifted", h("input", { name: "words", required: true, maxlength: 500 })),
				h("button.small", { type: "submit" }, "Lift"),
			),
	);
}

function field(/** @type {SubmitEvent} */ event, /** @type {string} */ name) {
	event.preventDefault();
	return String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get(name) ?? "");
}

function identityForm(/** @type {Say} */ say) {
	return h(
		"form.form",
		{
			"aria-label": "Identity",
			onsubmit: (/** @type {SubmitEvent} */ event) => {
				const document = /** @type {Document} */ (field(event, "document"));
				void say({ do: "see-identity", document, born: field(event, "born") }, "Identity seen.");
			},
		},
		h("h3", "Identity"),
		h("label", "What they show", h("select", { name: "document" }, Object.entries(DOCUMENT).map(([value, text]) => h("option", { key: value, value }, text)))),
		h("label", "Day of birth", h("input", { name: "born", type: "date", required: true })),
		h("p.soft", "The number of the document is not written down."),
		h("button", { type: "submit" }, "Identity seen"),
	);
}

function wordsForm(/** @type {Say} */ say) {
	const notes = hasRole("floor") || hasRole("owner");
	return h(
		"form.form",
		{
			"aria-label": "Flags and notes",
			onsubmit: (/** @type {SubmitEvent} */ event) => {
				const words = field(event, "words");
				const isNote = notes && field(event, "kind") === "note";
				void say(isNote ? { do: "note", words } : { do: "flag", words }, "Written.");
				/** @type {HTMLFormElement} */ (event.target).reset();
			},
		},
		h("h3", notes ? "Flag or note" : "Flag"),
		notes && h("label", "What it is", h("select", { name: "kind" }, h("option", { value: "flag" }, "A flag, for floor and cage"), h("option", { value: "note" }, "A note, for the floor alone"))),
		h("label", "Words", h("input", { name: "words", required: true, maxlength: 500 })),
		h("button", { type: "submit" }, "Write it down"),
	);
}

function barForm(/** @type {Say} */ say) {
	return h(
		"form.form",
		{
			"aria-label": "Bar",
			onsubmit: (/** @type {SubmitEvent} */ event) => {
				const kind = field(event, "kind") === "barred" ? "barred" : "self-excluded";
				const days = field(event, "days");
				void say({ do: "bar", kind, days: days ? Number(days) : null, words: field(event, "words") }, "They are not served from now on.");
			},
		},
		h("h3", "Do not serve"),
		h("label", "Why", h("select", { name: "kind" }, h("option", { value: "barred" }, "The house bars them"), h("option", { value: "self-excluded" }, "They exclude themselves"))),
		h("label", "For how many days; empty for good", h("input", { name: "days", type: "number", min: 1, max: 36500 })),
		h("label", "What happened", h("input", { name: "words", maxlength: 500 })),
		h("button", { type: "submit" }, "Do not serve them"),
	);
}

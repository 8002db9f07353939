/** The law at work: lights, notices that hang, overrides, third-party providers, and the packs that count. @module */

import { api } from "../api.js";
import { hasRole } from "../session.js";
import { draw, h } from "../tree.js";
import { field, form, words } from "./form.js";
import { forRoles } from "./gate.js";
import { house } from "./house_api.js";
import { act, lightsPanel, STANDING } from "./lights.js";
import { listing } from "./listing.js";

/** @import { CompanyView, LawView, LobbyTable, NoticePart, NoticeView, PackView } from "../api-types" */

const EVERY_MS = 5000;

/** @type {Record<NoticePart, string>} */
const PART = { rates: "rates", "player-dealer": "who may bank", "help-line": "help line", age: "age" };

const moment = (/** @type {number} */ at) => new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

export const open = forRoles(["floor", "cage", "auditor", "owner"], "Law", (place) => {
	place.className = "staff-page";
	document.title = "Law · Cardroom";
	/** @type {LawView | null} */
	let law = null;
	/** @type {CompanyView[]} */
	let companies = [];
	/** @type {LobbyTable[]} */
	let tables = [];
	let fault = "";
	const leads = hasRole("floor") || hasRole("owner");

	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Law"), h("a.button", { href: "/reports?kind=law" }, "Report")),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			law && [lightsPanel(law, leads ? refresh : null), notices(law), overrides(law), providers(), packs(law)],
		]);

	const refresh = async () => {
		try {
			[law, companies] = await Promise.all([house.law(), house.companies()]);
			tables = (await api.lobby()).tables.filter((one) => !one.is_practice);
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};

	function notices(/** @type {LawView} */ found) {
		const own = new Map(found.standing.notices.map((one) => [one.table, one]));
		const row = (/** @type {number} */ table, /** @type {string} */ name) => {
			const hangs = /** @type {NoticeView | undefined} */ (own.get(table));
			const where = table === 0 ? "in the room" : `at table ${table}`;
			return {
				key: table,
				name,
				cells: hangs
					? [hangs.parts.map((part) => PART[part]).join(", "), `${moment(hangs.at_ms)}, by ${hangs.by}`, h("code", hangs.hash.slice(0, 12))]
					: ["none hangs", "", ""],
				actions: leads
					? [
							h(
								"button.small",
								{
									key: "act",
									"aria-label": hangs ? `Take down the notice ${where}` : `It hangs: the notice ${where}`,
									onclick: () =>
										hangs
											? act(() => house.notice("take-down", table), `No notice hangs ${where}.`, refresh)
											: act(() => house.notice("post", table), `The notice hangs ${where}.`, refresh),
								},
								hangs ? "Take down" : "It hangs",
							),
						]
					: undefined,
			};
		};
		return h(
			"section.panel",
			{ "aria-label": "Notices" },
			h("h2", "Notices"),
			h("p.soft", "Say that a notice hangs when it really does: its text and the moment are kept in the log."),
			listing(["Where", "Tells", "Since", "Text"], [row(0, "The room"), ...tables.map((one) => row(one.table, `${one.table} ${one.game}`))], "Notices"),
		);
	}

	function overrides(/** @type {LawView} */ found) {
		const list = found.standing.overrides;
		const rows = list.map((one) => ({
			key: `${one.table} ${one.rule}`,
			name: [one.rule, h("small", one.table === 0 ? "The room" : `Table ${one.table}`)],
			cells: [one.reason, `${one.by}, ${moment(one.at_ms)}`],
			actions: leads
				? [
						h(
							"button.small",
							{
								key: "end",
								"aria-label": `Counts again: ${one.rule}`,
								onclick: () => act(() => house.endOverride(one.table, one.rule), `${one.rule} counts again.`, refresh),
							},
							"Counts again",
						),
					]
				: undefined,
		}));
		return h(
			"section.panel",
			{ "aria-label": "Overrides" },
			h("h2", "Overrides"),
			rows.length > 0 ? listing(["Rule", "Reason", "By"], rows, "Overrides") : h("p.soft", "No rule is overridden."),
			leads && h("div.actions", h("button", { onclick: () => overrideAhead(found, tables, refresh) }, "Override a rule")),
		);
	}

	function providers() {
		const row = (/** @type {CompanyView} */ company, /** @type {CompanyView["people"][number]} */ one) => ({
			key: `${company.company} ${one.person}`,
			name: [one.name, h("small", `Badge ${one.badge}`)],
			cells: [company.name, one.tables.length > 0 ? one.tables.map((table) => `table ${table}`).join(", ") : "at no table"],
			actions: leads
				? [
						h(
							"button.small",
							{
								key: "take",
								"aria-label": `Take the badge of ${one.name}`,
								onclick: () => act(() => house.takeBadge(company.company, one.name), `${one.name} plays for nobody.`, refresh),
							},
							"Take the badge",
						),
					]
				: undefined,
		});
		const people = companies.flatMap((company) => company.people.map((one) => row(company, one)));
		return h(
			"section.panel",
			{ "aria-label": "Providers" },
			h("h2", "Third-party providers"),
			companies.length > 0
				? h("ul.plain", companies.map((one) => h("li", { key: one.company }, `${one.company}. ${one.name}, licence ${one.licence}`)))
				: h("p.soft", "No company is known."),
			people.length > 0 && listing(["Player", "Company", "Now"], people, "Players of providers"),
			leads &&
				h(
					"div.actions",
					h("button", { onclick: () => addCompany(refresh) }, "Add a company"),
					companies.length > 0 && h("button", { onclick: () => giveBadge(companies, refresh) }, "Give a badge"),
					h("a.button", { href: "/reports?kind=playing-books" }, "Playing books"),
				),
		);
	}

	function packs(/** @type {LawView} */ found) {
		const one = (/** @type {PackView} */ pack) =>
			h(
				"details",
				{ key: pack.path },
				h("summary", `${pack.name} · ${pack.rules.length} rules · `, h("code", pack.hash.slice(0, 12))),
				listing(
					["Rule", "Asks", "Source", "Stands"],
					pack.rules.map((rule) => ({
						key: rule.id,
						name: rule.id,
						cells: [rule.says, rule.source, [STANDING[rule.standing], h("small", rule.note ?? `since ${rule.effective_from}`)]],
					})),
					pack.name,
				),
			);
		return h(
			"section.panel",
			{ "aria-label": "Law packs" },
			h("h2", "Law packs that count"),
			found.packs.map(one),
			leads && h("div.actions", h("button", { onclick: () => act(house.readPacks, "The packs were read.", refresh) }, "Read the packs again")),
		);
	}

	void refresh();
	const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), EVERY_MS);
	redraw();
	return () => clearInterval(timer);
});

/** A rule is overridden before anything is against it: so a second player of a provider may sit down, or share its bank. */
function overrideAhead(/** @type {LawView} */ found, /** @type {LobbyTable[]} */ tables, /** @type {() => unknown} */ refresh) {
	const rules = found.packs.flatMap((pack) => pack.rules).filter((rule) => rule.standing === "in-force");
	const places = [{ value: "0", text: "The room" }, ...tables.map((one) => ({ value: String(one.table), text: `Table ${one.table}, ${one.game}` }))];
	const fields = [
		h("label", { key: "table" }, "Where", h("select", { name: "table" }, places.map((one) => h("option", { key: one.value, value: one.value }, one.text)))),
		h("label", { key: "rule" }, "Which rule", h("select", { name: "rule" }, rules.map((one) => h("option", { key: one.id, value: one.id }, `${one.id}: ${one.says}`)))),
		field("reason", "Why, for the log", 500),
	];
	form("Override a rule", fields, "Override", (data) => {
		const [table, rule, reason] = [Number(words(data, "table")), words(data, "rule"), words(data, "reason")];
		if (!reason) return "Give the reason.";
		void act(() => house.overrideRule(table, rule, reason), `${rule} is overridden.`, refresh);
		return null;
	});
}

function addCompany(/** @type {() => unknown} */ refresh) {
	form("Add a company", [field("name", "Name of the company"), field("licence", "Number of its licence")], "Add", (data) => {
		const [name, licence] = [words(data, "name"), words(data, "licence")];
		if (!name || !licence) return "Give the name and the licence.";
		void act(() => house.addCompany(name, licence), `${name} is known.`, refresh);
		return null;
	});
}

function giveBadge(/** @type {CompanyView[]} */ companies, /** @type {() => unknown} */ refresh) {
	const fields = [
		h("label", { key: "company" }, "Company", h("select", { name: "company" }, companies.map((one) => h("option", { key: one.company, value: String(one.company) }, one.name)))),
		field("person", "Name of the player's account"),
		field("badge", "Number of the badge"),
	];
	form("Give a badge", fields, "Give", (data) => {
		const [person, badge] = [words(data, "person"), words(data, "badge")];
		if (!person || !badge) return "Give the name and the badge.";
		void act(() => house.giveBadge(Number(words(data, "company")), person, badge), `${person} wears badge ${badge}.`, refresh);
		return null;
	});
}

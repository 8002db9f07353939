/** The auditor: the proof of the whole log, and the logs of the house and of each table, entry by entry. @module */

import { api } from "../api.js";
import { icon } from "../icons.js";
import { draw, h } from "../tree.js";
import { clock, plural } from "../words.js";
import { forRoles } from "./gate.js";
import { listing } from "./listing.js";

/** @import { EntryView, HouseEntryView, HouseKind, LobbyTable, Proof } from "../api-types" */

/** Stands for the house's own log where tables have their number. */
const HOUSE = -1;

/** The stream that holds the texts of the books. */
const LIBRARY = 4294967295;

export const open = forRoles(["auditor"], "Audit", (place) => {
	place.className = "staff-page";
	document.title = "Audit · Cardroom";
	/** @type {Proof | null} */
	let proof = null;
	/** @type {LobbyTable[]} */
	let tables = [];
	/** @type {(EntryView | HouseEntryView)[]} */
	let entries = [];
	let note = "";
	let table = 0;
	let fault = "";
	let isBusy = false;

	const attempt = async (/** @type {() => Promise<void>} */ work) => {
		isBusy = true;
		redraw();
		try {
			await work();
			fault = "";
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		isBusy = false;
		redraw();
	};
	const verify = () =>
		attempt(async () => {
			proof = await api.verify();
		});
	const read = (/** @type {number} */ number, /** @type {number} */ from) =>
		attempt(async () => {
			const found = (await api.log(number, from)).entries;
			entries = from > 1 ? [...entries, ...found] : found;
			table = number;
		});
	/** The house's log is read from its newest entry back. */
	const readHouse = (/** @type {number | undefined} */ below) =>
		attempt(async () => {
			const found = (await api.houseLog(below)).entries;
			entries = below === undefined ? found : [...entries, ...found];
			table = HOUSE;
		});
	const choose = (/** @type {number} */ number) => (number === HOUSE ? readHouse(undefined) : read(number, 1));
	const readOn = () => {
		const last = entries.at(-1);
		if (last) void (table === HOUSE ? readHouse(last.first) : read(table, last.first + last.count));
	};

	const redraw = () =>
		draw(place, [
			h(
				"header.page-head.row",
				h("h1", "Audit"),
				h("button.main", { disabled: isBusy, onclick: verify }, icon("check"), "Verify everything"),
			),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			isBusy && h("p.soft", { role: "status" }, "Reading…"),
			proof && proofPanel(proof),
			note && notePanel(note),
			h(
				"section.panel",
				{ "aria-label": "Log" },
				h(
					"div.row",
					h("h2", "Log"),
					h(
						"label.field.inline",
						"Table",
						h(
							"select",
							{
								value: String(table),
								onchange: (/** @type {Event} */ event) =>
									void choose(Number(/** @type {HTMLSelectElement} */ (event.target).value)),
							},
							h("option", { value: "0", disabled: true }, "Choose a table"),
							h("option", { value: String(HOUSE) }, "The house: accounts, roles, cage, tables"),
							tables.map((one) => h("option", { key: one.table, value: String(one.table) }, `${one.table} · ${one.game}`)),
							closed(note, tables).map((one) => h("option", { key: one, value: String(one) }, `${one} · closed`)),
						),
					),
				),
				table !== 0 && entries.length === 0 && h("p.soft", "This log is empty."),
				h("ol.entries", entries.map(entry)),
				entries.length > 0 &&
					h(
						"button",
						{
							disabled: isBusy,
							onclick: readOn,
						},
						"Read on",
					),
			),
		]);

	api.tips().then(
		(found) => {
			note = found;
			redraw();
		},
		() => {},
	);
	api.lobby().then(
		(found) => {
			tables = found.tables;
			const busiest = [...tables].sort((one, other) => other.seated - one.seated)[0];
			if (busiest) void read(busiest.table, 1);
			else redraw();
		},
		() => {},
	);
	redraw();
	return () => {};
});

/** The streams of a note, each with the number of its last event and its last hash. */
function tipsOf(/** @type {string} */ note) {
	const lines = note.split("\n").map((line) => line.split(" "));
	return lines.flatMap(([word, stream, number, hash]) =>
		word === "tip" && hash ? [{ stream: Number(stream), number: Number(number), hash }] : [],
	);
}

/** Tables that have a log and are gone from the lobby. */
function closed(/** @type {string} */ note, /** @type {LobbyTable[]} */ tables) {
	const streams = tipsOf(note).map((one) => one.stream);
	return streams.filter((one) => one > 0 && one < LIBRARY && !tables.some((table) => table.table === one));
}

/** What a stream is called. */
function nameOf(/** @type {number} */ stream) {
	if (stream === 0) return "The house";
	return stream === LIBRARY ? "The library of books" : `Table ${stream}`;
}

function notePanel(/** @type {string} */ note) {
	const at = Number(note.match(/^at (\d+)$/m)?.[1] ?? 0);
	return h(
		"section.panel",
		{ "aria-label": "Where the log ends" },
		h(
			"div.row",
			h("h2", "Where the log ends"),
			h("a.button.quiet.small", { href: "/api/tips", download: "tips.txt" }, "Keep this signed note"),
		),
		h(
			"p.soft",
			`Signed at ${clock(at)}. Kept elsewhere, it shows later whether the log was cut or rewritten: `,
			h("code", "cardroom verify --tips tips.txt"),
		),
		listing(
			["Stream", "Last event", "Last hash"],
			tipsOf(note).map((one) => ({
				key: one.stream,
				name: nameOf(one.stream),
				cells: [String(one.number), h("code", `${one.hash.slice(0, 16)}…`)],
			})),
			"Where each stream ends",
		),
	);
}

function proofPanel(/** @type {Proof} */ proof) {
	const { faults } = proof;
	const held = proof.streams.some((one) => one.unchecked > 0)
		? "Every hash and chip holds; some shuffles and rules are for the version that played them to prove"
		: proof.streams.some((one) => one.others.length > 0)
			? "Every hash, shuffle and chip holds; some rules are for the version that played them to prove"
			: "Every hash, shuffle, rule and chip holds";
	return h(
		"section.panel",
		{ "aria-label": "Proof" },
		h(
			"h2",
			{ class: faults.length === 0 ? "won" : "lost" },
			faults.length === 0 ? held : plural(faults.length, "fault"),
		),
		proof.absent.map(({ name, entries }) =>
			h(
				"p.notice",
				{ key: name },
				`${plural(entries, "entry", "entries")} in the archive ${name} were not checked: the file does not lie in the room's folder.`,
			),
		),
		faults.length > 0 &&
			h(
				"ul.fault-list",
				faults.map((what) => h("li", { key: what }, what)),
			),
		listing(
			["Stream", "Entries", "Events", "Shuffles", "Last hash"],
			proof.streams.map((one) => ({
				key: one.stream,
				name: nameOf(one.stream),
				cells: [String(one.entries), String(one.events), String(one.shuffles), h("code", `${one.hash.slice(0, 16)}…`)],
			})),
			"What was proven of each stream",
		),
	);
}

/** What each kind of entry of the house's log is about. @type {Record<HouseKind, string>} */
const ABOUT = {
	"person-added": "somebody came",
	patron: "something about patrons",
	list: "lists, calls and held seats",
	jackpot: "a jackpot claimed, approved or paid",
	"line-up": "the line-up of dealers",
	"chips-bought": "chips bought",
	"chips-redeemed": "chips redeemed",
	"exchange-asked": "a large amount asked for",
	"exchange-declined": "a large amount declined",
	"correction-asked": "a correction asked for",
	"correction-settled": "a correction approved or declined",
	"play-chips-given": "play chips given",
	"play-chips-taken": "play chips taken back",
	"kinds-parted": "play chips and house chips kept apart",
	"table-opened": "table opened",
	"staff-acted": "somebody of the house acted",
	"acted-for": "somebody of the house chose for a player",
	"table-closed": "table closed",
	"table-set-aside": "table set aside",
	"table-taken-up": "table taken up again",
	"chips-given-back": "chips given back",
	"room-opened": "room opened",
	"room-closed": "room closed",
	"tips-noted": "tips noted",
	"note-passed-over": "note passed over",
	"roles-changed": "roles changed",
	"roles-refused": "roles taken back that nobody gave",
	silenced: "silenced in a chat, or not any more",
	"password-set": "password set",
	"backed-up": "room copied",
	archived: "old months archived",
	"shift-opened": "shift opened",
	"shift-closed": "shift closed",
	"box-pulled": "box pulled",
	"box-counted": "box counted",
	"cage-counted": "cage counted",
	"cage-tried": "cage counted, to be counted again",
	"tray-counted": "chips for change counted",
	law: "law packs, notices and overrides",
	company: "third-party providers",
	"table-filled": "chips for change brought to a table",
	"table-credited": "chips for change brought back",
};

function entry(/** @type {EntryView | HouseEntryView} */ one) {
	return h(
		"li",
		{ key: one.first },
		h(
			"details",
			h(
				"summary",
				h("b", one.count > 1 ? `${one.first} to ${one.first + one.count - 1}` : String(one.first)),
				h("span", clock(one.at)),
				h("span", one.by),
				"kind" in one && one.kind && h("span", ABOUT[one.kind]),
				h("code", one.hash.slice(0, 12)),
			),
			h("pre", pretty(one.body)),
			h("p.soft", "Hash ", h("code", one.hash)),
		),
	);
}

function pretty(/** @type {unknown} */ body) {
	try {
		return JSON.stringify(typeof body === "string" ? JSON.parse(body) : body, null, 2);
	} catch {
		return String(body);
	}
}

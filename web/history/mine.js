/** The reader's rounds at all tables: a line for each, filters, marks to come back to, and results over time. @module */

import { api } from "../api.js";
import { card } from "../cards.js";
import { icon } from "../icons.js";
import { money, signed } from "../money.js";
import { changeSettings, settings } from "../settings.js";
import { draw, h } from "../tree.js";
import { plural } from "../words.js";
import { corrected } from "./corrected.js";
import { resultsOverTime } from "./results_chart.js";
import { ownSessions } from "./sessions.js";
import { shareRound } from "./share.js";

/** @import { HouseReport, OwnRound, RoundHistory } from "../api-types" */

/** How many rounds one answer has at the most. */
const PAGE = 200;
/** How many lines are shown at first, and more at each press. */
const SHOWN = 20;
/** How many marks are kept. */
const MARKS_MOST = 200;

const nameOf = (/** @type {OwnRound} */ { table, line }) => `${table}/${line.round}`;

/** What a line tells of a round besides its result: the own cards, the board, the pot and who won most. */
function factsOf(/** @type {RoundHistory} */ found, /** @type {number} */ net) {
	const view = found.views.at(-1);
	const seat = view?.round?.seats.find((one) => one.seat === view.you);
	const nets = found.corrected_nets.length > 0 ? found.corrected_nets : (view?.nets ?? []);
	const best = [...nets].sort((one, other) => other.net - one.net)[0];
	const winner = best && best.net > 0 ? view?.round_people.find((one) => one.person === best.person)?.name : undefined;
	return {
		cards: seat?.hands.flatMap((hand) => hand.cards).slice(0, 8) ?? [],
		board: view?.round?.family === "poker" ? view.round.board : [],
		pot: (view?.round?.pots ?? []).reduce((sum, one) => sum + one, 0),
		winner: net > 0 && best?.net === net ? "You" : (winner ?? "Nobody"),
	};
}

/** @type {import("../route.js").OpenView} */
export function open(place) {
	place.className = "history-page mine-page";
	document.title = "My rounds · Cardroom";
	/** @type {OwnRound[]} */
	const all = [];
	/** @type {Map<string, ReturnType<typeof factsOf> | null>} */
	const facts = new Map();
	const chosen = { book: "", result: "", shown: SHOWN };
	let hasMore = false;
	let isRead = false;
	let fault = "";
	let isOpen = true;
	/** @type {HouseReport | null} */
	let play = null;

	const isMarked = (/** @type {OwnRound} */ one) => settings.marks.includes(nameOf(one));
	const fits = (/** @type {OwnRound} */ one) => {
		const net = one.line.net ?? 0;
		const byResult = { "": true, won: net > 0, lost: net < 0, marked: isMarked(one) };
		return (!chosen.book || one.book === chosen.book) && byResult[/** @type {keyof typeof byResult} */ (chosen.result)];
	};
	const read = async (/** @type {number | undefined} */ before) => {
		try {
			const rounds = await api.ownRounds(before);
			all.push(...rounds);
			hasMore = rounds.length === PAGE;
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		isRead = true;
		redraw();
	};
	/** Reads what the lines that are shown still lack, one after the other. */
	const readFacts = async () => {
		for (;;) {
			const next = all.filter(fits).slice(0, chosen.shown).find((one) => !facts.has(nameOf(one)));
			if (!next || !isOpen) return;
			facts.set(nameOf(next), null);
			const found = await api.round(next.table, next.line.round).catch(() => null);
			if (found) facts.set(nameOf(next), factsOf(found, next.line.net ?? 0));
			if (isOpen) draw(place, page());
		}
	};
	const redraw = () => {
		if (!isOpen) return;
		draw(place, page());
		void readFacts();
	};
	const mark = (/** @type {OwnRound} */ one) => {
		const name = nameOf(one);
		const others = settings.marks.filter((each) => each !== name);
		changeSettings({ marks: isMarked(one) ? others : [...others, name].slice(-MARKS_MOST) });
		redraw();
	};

	function row(/** @type {OwnRound} */ one) {
		const { table, game, line } = one;
		const net = line.net ?? 0;
		const found = facts.get(nameOf(one));
		const name = `round ${line.round} of table ${table}`;
		return h(
			"tr",
			{ key: nameOf(one) },
			h("th", { scope: "row" }, h("a", { href: `/table/${table}/rounds/${line.round}` }, game), h("small.soft", `Table ${table}, round ${line.round}`)),
			h("td", new Date(line.ended).toLocaleString([], { dateStyle: "short", timeStyle: "short" })),
			h(
				"td.mine-cards",
				found && h("span.card-row", found.cards.map((each, at) => card(each, { key: String(at) }))),
				found && found.board.length > 0 && h("span.card-row.board", found.board.map((each, at) => card(each, { key: String(at) }))),
			),
			h("td", found ? (found.pot > 0 ? money(found.pot) : money(line.won)) : "…"),
			h("td", found ? found.winner : "…"),
			h("td", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, signed(net), line.is_corrected && corrected()),
			h(
				"td.mine-acts",
				h("button.quiet.icon-only", { "aria-pressed": String(isMarked(one)), "aria-label": `Mark ${name}`, onclick: () => mark(one) }, icon("mark")),
				h("button.quiet.icon-only", { "aria-label": `Copy the link to ${name}`, onclick: () => shareRound(table, line.round) }, icon("share")),
			),
		);
	}

	function page() {
		const head = h("header.page-head.row", h("h1", "My rounds"));
		if (fault) return [head, h("p.fault", { role: "alert" }, fault)];
		if (!isRead) return [head, h("p.soft", { role: "status" }, "Reading the log…")];
		if (all.length === 0) return [head, h("p.soft", "You have not finished a round yet.")];
		const books = new Map(all.map((one) => [one.book, `${one.game} · ${one.house}`]));
		const shown = all.filter(fits);
		const choose = (/** @type {"book" | "result"} */ what) => (/** @type {Event} */ event) => {
			chosen[what] = /** @type {HTMLSelectElement} */ (event.target).value;
			chosen.shown = SHOWN;
			redraw();
		};
		const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { key: value, value }, text);
		return [
			head,
			h(
				"div.mine-filters",
				h("label.field", "Game", h("select", { onchange: choose("book") }, option("", "Every game"), [...books].map(([book, name]) => option(book, name)))),
				h(
					"label.field",
					"Result",
					h("select", { onchange: choose("result") }, option("", "Every result"), option("won", "Won"), option("lost", "Lost"), option("marked", "Marked")),
				),
				h("p.soft", { role: "status" }, plural(shown.length, "round")),
			),
			resultsOverTime(shown),
			h(
				"div.mine-scroll",
				{ tabindex: 0, role: "region", "aria-label": "Rounds" },
				h(
					"table.rounds",
					h("thead", h("tr", ["Game", "Ended", "Your cards", "Pot or won", "Winner", "Your result", "Keep"].map((text) => h("th", { scope: "col" }, text)))),
					h("tbody", shown.slice(0, chosen.shown).map(row)),
				),
			),
			shown.length > chosen.shown &&
				h(
					"button.quiet",
					{
						onclick: () => {
							chosen.shown += SHOWN;
							redraw();
						},
					},
					"More rounds",
				),
			hasMore && h("button.quiet", { onclick: () => read(all.at(-1)?.line.ended) }, "Older rounds"),
			ownSessions(play),
		];
	}

	redraw();
	void read(undefined);
	void api.ownPlay().then(
		(found) => {
			play = found;
			redraw();
		},
		() => {},
	);
	return () => {
		isOpen = false;
	};
}

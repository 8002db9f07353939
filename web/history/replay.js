/** One finished round, step by step, as the reader saw it; with its export and its proof. @module */

import { api, ask } from "../api.js";
import { card } from "../cards.js";
import { icon } from "../icons.js";
import { hasRole, whoAmI } from "../session.js";
import { signed } from "../money.js";
import { isStill, settings } from "../settings.js";
import { noPlans } from "../table/desk.js";
import { felt } from "../table/felt.js";
import { freshCards } from "../table/fresh.js";
import { named, narration } from "../table/narration.js";
import { settle } from "../table/results.js";
import { draw, h } from "../tree.js";
import { checkRound } from "./check.js";
import { shareRound } from "./share.js";

/** @import { Review, RoundHistory } from "../api-types" */
/** @import { Desk } from "../table/desk.js" */

const STEP_MS = 1100;

/** Opens a round at its first step, or at its end. @type {import("../route.js").OpenView} */
export function open(place, table, number, from = "") {
	place.className = "table-page replay-page";
	document.title = `Round ${number} of table ${table} · Cardroom`;
	/** @type {RoundHistory | null} */
	let round = null;
	let step = 0;
	let isProof = false;
	/** What the reader's choices cost, once it was asked for; at practice tables and in rounds of one's own. */
	/** @type {{isAsked: boolean, part: typeof import("../table/coach_review.js") | null, review: Review | null, fault: string}} */
	const back = { isAsked: false, part: null, review: null, fault: "" };
	/** @type {ReturnType<typeof setInterval> | undefined} */
	let playing;

	const redraw = () => draw(place, round ? replay(round) : h("p.notice", { role: "status" }, "Reading the round…"));
	const stop = () => {
		clearInterval(playing);
		playing = undefined;
	};
	const goTo = (/** @type {number} */ next) => {
		step = Math.max(0, Math.min((round?.views.length ?? 1) - 1, next));
		if (step === (round?.views.length ?? 1) - 1) stop();
		redraw();
	};
	const play = () => {
		if (playing !== undefined) stop();
		else playing = setInterval(() => goTo(step + 1), STEP_MS);
		redraw();
	};
	const keys = (/** @type {KeyboardEvent} */ event) => {
		if (event.target instanceof HTMLElement && event.target.closest("input, dialog")) return;
		if (event.key === "ArrowRight") goTo(step + 1);
		else if (event.key === "ArrowLeft") goTo(step - 1);
		else if (event.key === "Home") goTo(0);
		else if (event.key === "End") goTo(Infinity);
	};

	const lookBack = async () => {
		back.isAsked = true;
		redraw();
		try {
			back.part = await import("../table/coach_review.js");
			back.review = /** @type {Review} */ (await ask(`/tables/${table}/rounds/${number}/coach`));
		} catch (error) {
			back.fault = error instanceof Error ? error.message : String(error);
		}
		redraw();
	};
	/** Whether the coach may look back at this round for the reader. */
	const isCoached = (/** @type {RoundHistory} */ found) => {
		const person = whoAmI()?.person;
		return found.views.some((view) => view.is_practice && view.round_people.some((one) => one.person === person));
	};
	function review(/** @type {RoundHistory} */ found) {
		if (!isCoached(found)) return null;
		if (!back.isAsked) return h("p.tray-actions", h("button.quiet", { onclick: lookBack }, icon("coach"), "What my choices cost"));
		const words = back.fault || "The coach is thinking…";
		return h(
			"section.coach.replay-review",
			{ "aria-label": "Coach" },
			back.part && back.review ? back.part.lookBack(back.review) : h("p.soft", { role: "status" }, words),
		);
	}

	/** Who had money in the round, whatever step of it is shown: before its first step and after its last nobody has. */
	const inRound = (/** @type {RoundHistory} */ found) => {
		const of = found.views.map((view) => view.round_people).filter((people) => people.length > 0);
		return of.at(-1) ?? [];
	};

	/** The floor puts right what went wrong in this round. */
	const correct = async (/** @type {RoundHistory} */ found) => {
		const { openCorrection } = await import("../staff/correcting.js");
		openCorrection(Number(table), Number(number), inRound(found));
	};

	function replay(/** @type {RoundHistory} */ found) {
		const view = found.views[step];
		if (!view) return h("p.notice", "This round has nothing to show.");
		const before = found.views[step - 1] ?? null;
		const lines = found.lines.filter((line) => line.number <= view.number).map((line) => named(line, view));
		/** @type {Desk} */
		const desk = {
			table: Number(table),
			me: whoAmI() ?? { person: -1, name: "", roles: [], wallet: 0, play_chips: 0, is_guest: true, not_served: null },
			view: { ...view, may: [], deadline: null },
			lines,
			settled: settle([], lines),
			fresh: isStill() ? new Set() : freshCards(before, view),
			isReplay: true,
			link: "live",
			skew: 0,
			refusal: null,
			isBusy: false,
			plans: noPlans(),
			keys: new Map(),
			send: () => Promise.reject(new Error("a finished round takes no commands")),
			redraw,
		};
		return [
			h(
				"header.table-head",
				h(
					"a.button.quiet.icon-only",
					{ href: `/table/${table}/rounds`, "aria-label": "Back to the list of rounds" },
					icon("back"),
				),
				h("div.table-title", h("h1", `Round ${number}`), h("p.soft", `${view.game} · table ${table}`)),
				h(
					"button.quiet",
					{ "aria-label": "Share this round by its link", onclick: () => shareRound(Number(table), Number(number)) },
					icon("share"),
					h("span", "Share"),
				),
				h(
					"a.button.quiet",
					{
						href: `/api/tables/${table}/rounds/${number}`,
						download: `table-${table}-round-${number}.json`,
						"aria-label": "Export as JSON",
					},
					icon("notice"),
					h("span", "JSON"),
				),
				view.round?.family === "poker" &&
					h(
						"a.button.quiet",
						{
							href: `/api/tables/${table}/rounds/${number}.phh`,
							download: `table-${table}-round-${number}.phh`,
							"aria-label": "Export as PHH",
						},
						icon("list"),
						h("span", "PHH"),
					),
				h(
					"button.quiet",
					{
						"aria-pressed": String(isProof),
						onclick: () => {
							isProof = !isProof;
							redraw();
						},
						"aria-label": "Check the shuffle",
					},
					icon("check"),
					h("span", "Check the shuffle"),
				),
			),
			felt(desk),
			h("aside.log.open", { "aria-label": isProof ? "Proof" : "Narration" }, isProof ? proof(found) : narration(lines)),
			h(
				"section.tray.replay-tray",
				{ "aria-label": "Steps" },
				h("input", {
					type: "range",
					min: 0,
					max: found.views.length - 1,
					step: 1,
					value: String(step),
					style: `--part:${found.views.length > 1 ? (step / (found.views.length - 1)) * 100 : 100}%`,
					"aria-label": "Step",
					"aria-valuetext": `Step ${step + 1} of ${found.views.length}`,
					oninput: (/** @type {Event} */ event) => goTo(Number(/** @type {HTMLInputElement} */ (event.target).value)),
				}),
				h(
					"div.tray-actions",
					h("button.icon-only", { "aria-label": "First step", onclick: () => goTo(0) }, icon("first")),
					h("button.icon-only", { "aria-label": "Step back", onclick: () => goTo(step - 1) }, icon("back")),
					h("button.main", { onclick: play }, playing !== undefined ? "Stop" : [icon("play"), "Play"]),
					h("button.icon-only", { "aria-label": "Step on", onclick: () => goTo(step + 1) }, icon("next")),
					h("button.icon-only", { "aria-label": "Last step", onclick: () => goTo(Infinity) }, icon("last")),
					h("span.soft", `${step + 1} of ${found.views.length}`),
				),
				review(found),
				found.corrections.length > 0 &&
					h(
						"section.panel.corrections",
						{ "aria-label": "Corrections of this round" },
						h("h2", "Corrected afterwards"),
						h("ul", found.corrections.map((one) => h("li", { key: one.number }, one.words))),
						h(
							"ul.foreseen-chips",
							found.corrected_nets.map((one) =>
								h("li", { key: one.person }, h("span", inRound(found).find((other) => other.person === one.person)?.name ?? `Number ${one.person}`), " ", h("b", { class: one.net > 0 ? "won" : one.net < 0 ? "lost" : "" }, signed(one.net))),
							),
						),
					),
				hasRole("floor") && h("p.tray-actions", h("button.quiet", { onclick: () => void correct(found) }, icon("undo"), "Correct this round")),
			),
		];
	}

	api.round(Number(table), Number(number)).then(
		(found) => {
			round = found;
			if (from === "end") step = found.views.length - 1;
			redraw();
			if (settings.coach && isCoached(found)) void lookBack();
		},
		(error) => draw(place, h("p.notice.bad", { role: "alert" }, error.message)),
	);
	addEventListener("keydown", keys);
	redraw();
	return () => {
		stop();
		removeEventListener("keydown", keys);
	};
}

/** What was checked, and the whole deck as the seed shuffles it. */
function proof(/** @type {RoundHistory} */ round) {
	const { findings, order, dealt } = checkRound(round);
	const isGood = findings.every((one) => one.isGood);
	const isWithheld = round.is_for_auditor && round.seeds.length === 0 && round.shuffles.length === 0;
	const title = isWithheld
		? "The proof of this round is for the auditor"
		: isGood
			? "The shuffle holds"
			: "The shuffle does not hold";
	return h(
		"div.proof",
		{ tabindex: 0 },
		h("h2", { class: isWithheld ? "" : isGood ? "won" : "lost" }, title),
		h(
			"ul.findings",
			findings.map((one) =>
				h(
					"li",
					{ key: one.what, class: one.isGood ? "good" : "bad" },
					icon(one.isGood ? "check" : "warn"),
					h("div", h("strong", one.what), h("p", one.detail)),
				),
			),
		),
		round.commitments.map((published, place) =>
			h(
				"dl",
				{ key: place, class: "hashes" },
				h("dt", "Published before the first card"),
				h("dd", h("code", published)),
				h("dt", "Seed, revealed at the end"),
				h("dd", h("code", round.seeds[place] ?? (isWithheld ? "kept for the auditor" : "not revealed"))),
			),
		),
		round.shuffles.map((one) =>
			h(
				"dl",
				{ key: one.shuffle, class: "hashes" },
				h("dt", `Seal of the deck that was dealt, shuffle ${one.shuffle}`),
				h("dd", h("code", one.roots[one.chosen - 1] ?? "none: the shuffle was given up")),
				h("dt", "Words"),
				h("dd", one.words.map((said) => h("code", { key: said.person }, `${said.words ?? "not opened"}${said.is_outside ? "" : " (the house)"} `))),
			),
		),
		order.length > 0 &&
			h(
				"details",
				h("summary", `The whole deck in the order of the seed; ${dealt} cards left it`),
				h(
					"div.deck",
					order.map((one, place) => card(one, { key: String(place), class: place < dealt ? "" : "unused" })),
				),
			),
		!isWithheld && h("p.soft", `This check ran in your browser. It repeats the published algorithm cardroom-shuffle-${round.shuffles.length > 0 ? 2 : 1}.`),
	);
}

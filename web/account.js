/** The sheet for coming in, as a guest or with an account, and for going. @module */

import { api, sentence } from "./api.js";
import { note, openSheet } from "./dialog.js";
import { money } from "./money.js";
import { isGuarded, SIGNED_OUT } from "./route.js";
import { ensureGuest, refreshSession, signIn, signOut, signOutEverywhere, takePlayChips, whoAmI } from "./session.js";
import { h } from "./tree.js";

/** @import { JackpotsView } from "./api-types" */

export function openAccount() {
	const me = whoAmI();
	if (me) openKnown();
	else openStranger();
}

/** With fewer play chips than that more are offered. */
const FEW = 100_000;

async function fillUp(/** @type {() => void} */ redraw) {
	try {
		await takePlayChips();
		note("The play chips are yours. They are worth nothing and stay at practice tables.", "good");
	} catch (error) {
		note(error instanceof Error ? error.message : String(error), "bad");
	}
	redraw();
}

/** The own hits that wait, with where their chips are to go. */
function hits(/** @type {JackpotsView | null} */ found, /** @type {(claim: number, ontoTable: boolean) => unknown} */ choose) {
	return found?.claims.map((one) =>
		h(
			"div.notice",
			{ key: `hit ${one.claim}` },
			h("p", `You have hit ${money(one.amount)} at table ${one.table}: ${one.words}. It waits to be approved, and goes ${one.onto_table ? "in front of you at the table" : "into your wallet"}.`),
			one.kept_off && h("p.soft", `For now it would go into your wallet: ${one.kept_off}.`),
			h(
				"div.actions",
				one.onto_table
					? h("button.small", { onclick: () => choose(one.claim, false) }, "Into my wallet")
					: h("button.small", { onclick: () => choose(one.claim, true) }, "In front of me at the table"),
			),
		),
	);
}

/** Signs out; in the middle of a hand the reader is asked first. */
function goAway(/** @type {() => Promise<void>} */ how, /** @type {() => void} */ close) {
	const leave = async () => {
		await how();
		close();
	};
	if (!isGuarded(SIGNED_OUT, leave)) return leave();
}

function openKnown() {
	/** @type {JackpotsView | null} */
	let own = null;
	let isAsked = false;
	openSheet(
		"Your account",
		(redraw, close) => {
			const me = whoAmI();
			if (!me) return h("p", "Nobody is signed in.");
			const take = (/** @type {Promise<JackpotsView>} */ asked) =>
				asked.then(
					(found) => {
						own = { ...found, claims: found.claims.filter((one) => one.name === me.name) };
						redraw();
					},
					(error) => note(error instanceof Error ? error.message : String(error), "bad"),
				);
			if (!isAsked && !me.is_guest) {
				isAsked = true;
				void take(api.hits());
			}
			return [
				hits(own, (claim, ontoTable) => take(api.chooseHit(claim, ontoTable))),
				h(
					"dl.facts",
					h("div", h("dt", "Name"), h("dd", me.name)),
					!me.is_guest && h("div", h("dt", "House chips away from the tables"), h("dd", money(me.wallet))),
					h("div", h("dt", "Play chips, for practice tables"), h("dd", money(me.play_chips))),
					h("div", h("dt", "Here as"), h("dd", me.roles.join(", "))),
				),
				me.not_served && h("p.notice", sentence(me.not_served)),
				me.is_guest && h("p.soft", "A guest plays with play chips at practice tables. Signing out gives the place up."),
				me.play_chips < FEW && h("button.wide", { onclick: () => fillUp(redraw) }, "Take more play chips"),
				h(
					"div.actions",
					h(
						"button",
						{
							onclick: () => goAway(signOut, close),
						},
						"Sign out",
					),
					!me.is_guest &&
						h(
							"button",
							{
								onclick: () => goAway(signOutEverywhere, close),
							},
							"Sign out everywhere",
						),
					!me.is_guest &&
						h(
							"button",
							{
								onclick: () => {
									close();
									openPassword();
								},
							},
							"Change password",
						),
					!me.is_guest &&
						!me.not_served &&
						h(
							"button",
							{
								onclick: () => {
									close();
									openExclusion();
								},
							},
							"Exclude yourself",
						),
					me.is_guest &&
						h(
							"button.main",
							{
								onclick: () => {
									close();
									openStranger();
								},
							},
							"Make an account",
						),
				),
			];
		},
		{ class: "narrow" },
	);
}

/** Says so to somebody whom the house does not serve any more: they have left the table with all their chips. */
export async function tellUnserved() {
	await refreshSession();
	const says = whoAmI()?.not_served;
	if (!says) return;
	openSheet(
		"The house does not serve you for now",
		(_redraw, close) => [
			h("p", sentence(says)),
			h("p.soft", "Your chips are yours: the cage redeems them. No seat is held for you, and you wait for none."),
			h("div.actions", h("button.main", { onclick: close }, "Close")),
		],
		{ class: "narrow" },
	);
}

/** Somebody asks not to be served; nobody takes it back before its time. */
function openExclusion() {
	let fault = "";
	openSheet(
		"Exclude yourself",
		(redraw, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const days = Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("days"));
						try {
							await api.excludeMyself(whoAmI()?.person ?? 0, days);
							close();
							await tellUnserved();
						} catch (error) {
							fault = error instanceof Error ? error.message : String(error);
							redraw();
						}
					},
				},
				h("p", "The house sells you no chips and gives you no seat for that time. Where you sit you leave with all your chips as soon as your hand is over. Nobody can take it back earlier. 1-800-GAMBLER helps with gambling problems."),
				h(
					"label",
					"For how long",
					h(
						"select",
						{ name: "days" },
						[
							[30, "30 days"],
							[365, "A year"],
							[1825, "Five years"],
							[0, "For good"],
						].map(([value, text]) => h("option", { value: String(value) }, String(text))),
					),
				),
				fault && h("p.notice.bad", { role: "alert" }, fault),
				h("div.actions", h("button.main", { type: "submit" }, "Exclude me")),
			),
		{ class: "narrow" },
	);
}

/** Changes the own password; whoever is signed in elsewhere is signed out. */
function openPassword() {
	let fault = "";
	const field = (/** @type {string} */ label, /** @type {string} */ name, /** @type {string} */ known) =>
		h("label", label, h("input", { name, type: "password", required: true, autocomplete: known }));
	openSheet(
		"Change password",
		(redraw, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
						try {
							await api.changePassword(String(form.get("old")), String(form.get("new")));
							note("The new password holds. Everywhere else you are signed out.");
							close();
						} catch (error) {
							fault = error instanceof Error ? error.message : String(error);
							redraw();
						}
					},
				},
				field("Password until now", "old", "current-password"),
				field("New password", "new", "new-password"),
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { type: "submit" }, "Change it"),
			),
		{ class: "narrow" },
	);
}

/** Asks a stranger for a name, and for a password if they want to be known again. */
export function openStranger() {
	let isNew = false;
	let fault = "";
	openSheet(
		"Come in",
		(redraw, close) => {
			const submit = async (/** @type {SubmitEvent} */ event) => {
				event.preventDefault();
				const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
				try {
					await signIn(String(form.get("name")), String(form.get("password")), isNew);
					close();
				} catch (error) {
					fault = error instanceof Error ? error.message : String(error);
					redraw();
				}
			};
			const asGuest = async () => {
				try {
					await ensureGuest();
					close();
				} catch (error) {
					note(error instanceof Error ? error.message : String(error), "bad");
				}
			};
			return [
				h(
					"div.tabs",
					{ role: "group", "aria-label": "Known or new" },
					h(
						"button",
						{
							"aria-pressed": String(!isNew),
							onclick: () => {
								isNew = false;
								redraw();
							},
						},
						"Sign in",
					),
					h(
						"button",
						{
							"aria-pressed": String(isNew),
							onclick: () => {
								isNew = true;
								redraw();
							},
						},
						"New account",
					),
				),
				h(
					"form.form",
					{ onsubmit: submit },
					h("label", "Name", h("input", { name: "name", required: true, maxlength: 24, autocomplete: "username" })),
					h(
						"label",
						"Password",
						h("input", {
							name: "password",
							type: "password",
							required: true,
							minlength: isNew ? 8 : undefined,
							autocomplete: isNew ? "new-password" : "current-password",
						}),
					),
					h("p.fault", { role: "alert" }, fault),
					h("button.main", { type: "submit" }, isNew ? "Make the account" : "Sign in"),
				),
				!whoAmI() && h("p.or", "or"),
				!whoAmI() && h("button.wide", { onclick: asGuest }, "Play as a guest with play chips"),
			];
		},
		{ class: "narrow" },
	);
}

/** The owner's desk: everybody with an account, what they may do, and new passwords. @module */

import { api } from "../api.js";
import { note, openSheet } from "../dialog.js";
import { whoAmI } from "../session.js";
import { draw, h } from "../tree.js";
import { forRoles } from "./gate.js";
import { listing } from "./listing.js";

/** @import { AccountView, Role } from "../api-types" */

/** What somebody with an account may be. @type {Role[]} */
const ROLES = ["patron", "dealer", "floor", "cage", "auditor", "owner"];

const told = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

export const open = forRoles(["owner"], "Accounts", (place) => {
	place.className = "staff-page";
	document.title = "Accounts · Cardroom";
	/** @type {AccountView[]} */
	let accounts = [];
	let fault = "";
	let wanted = "";

	const redraw = () =>
		draw(place, [
			h("header.page-head.row", h("h1", "Accounts")),
			fault && h("p.notice.bad", { role: "alert" }, fault),
			people(),
		]);

	const refresh = async () => {
		try {
			accounts = (await api.people()).accounts;
			fault = "";
		} catch (error) {
			fault = told(error);
		}
		redraw();
	};

	function people() {
		const search = wanted.trim().toLowerCase();
		const shown = accounts.filter((one) => !search || one.name.toLowerCase().includes(search) || String(one.person) === search);
		return h(
			"section.panel",
			{ "aria-label": "Accounts" },
			h(
				"label.field.search",
				"Find an account by name or number",
				h("input", {
					type: "search",
					value: wanted,
					oninput: (/** @type {Event} */ event) => {
						wanted = /** @type {HTMLInputElement} */ (event.target).value;
						redraw();
					},
				}),
			),
			listing(["Account", "May be here"], shown.map(row)),
			shown.length === 0 && h("p.soft", "Nobody of that name has an account."),
		);
	}

	const row = (/** @type {AccountView} */ one) => {
		const isOwn = one.person === whoAmI()?.person;
		return {
			key: one.person,
			name: [one.name, h("small", `Number ${one.person}${isOwn ? " · you" : ""}`)],
			cells: [one.roles.join(", ") || "nothing"],
			actions: isOwn
				? [h("small.soft", { key: "own" }, "Another owner changes yours.")]
				: [
						h(
							"button.small",
							{ key: "roles", "aria-label": `Roles of ${one.name}`, onclick: () => openRoles(one, refresh) },
							"Roles",
						),
						h(
							"button.small",
							{
								key: "password",
								"aria-label": `New password for ${one.name}`,
								onclick: () => openPassword(one),
							},
							"New password",
						),
					],
		};
	};

	void refresh();
	redraw();
	return () => {};
});

function openRoles(/** @type {AccountView} */ account, /** @type {() => void} */ done) {
	let fault = "";
	openSheet(
		`Roles of ${account.name}`,
		(redraw, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
						try {
							await api.roles(
								account.person,
								ROLES.filter((role) => form.get(role) !== null),
							);
							note(`The roles of ${account.name} have changed.`);
							close();
							done();
						} catch (error) {
							fault = told(error);
							redraw();
						}
					},
				},
				ROLES.map((role) =>
					h(
						"label.check",
						{ key: role },
						h("input", { type: "checkbox", name: role, checked: account.roles.includes(role) }),
						role,
					),
				),
				h("p.soft", "A change counts at once, and stands in the house's log under your name."),
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { type: "submit" }, "Give these roles"),
			),
		{ class: "narrow" },
	);
}

function openPassword(/** @type {AccountView} */ account) {
	let made = "";
	let fault = "";
	openSheet(
		`New password for ${account.name}`,
		(redraw) => {
			const make = async () => {
				try {
					made = (await api.resetPassword(account.person)).password;
				} catch (error) {
					fault = told(error);
				}
				redraw();
			};
			if (made) {
				return [
					h("p", `${account.name} signs in with this password from now on. It is shown only here and now:`),
					h("p", h("code.secret", made)),
				];
			}
			return [
				h("p", `${account.name} is signed out everywhere, and the old password opens nothing any more.`),
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { onclick: make }, "Make a new password"),
			];
		},
		{ class: "narrow" },
	);
}

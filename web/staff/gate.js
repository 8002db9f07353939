/** Views of the house stay shut to everybody who does not work there. @module */

import { openAccount } from "../account.js";
import { hasRole, onSession } from "../session.js";
import { draw, h } from "../tree.js";

/** @import { Role } from "../api-types" */
/** @import { OpenView } from "../route.js" */

/** A view that opens only to people with one of these roles, and shuts when they go. @returns {OpenView} */
export function forRoles(/** @type {Role[]} */ roles, /** @type {string} */ title, /** @type {OpenView} */ open) {
	return (place, ...parts) => {
		let isOpen = false;
		let close = () => {};
		const look = () => {
			if (roles.some(hasRole) === isOpen && place.firstChild) return;
			close();
			place.replaceChildren();
			place.className = "";
			isOpen = roles.some(hasRole);
			close = isOpen ? open(place, ...parts) : shut(place, title);
		};
		look();
		const stop = onSession(look);
		return () => {
			stop();
			close();
		};
	};
}

function shut(/** @type {Element} */ place, /** @type {string} */ title) {
	place.className = "staff-page";
	document.title = `${title} · Cardroom`;
	draw(
		place,
		h(
			"section.notice",
			h("h1", title),
			h("p", "This view is for people who work here. Sign in with an account of the house."),
			h("div.actions", h("button.main", { onclick: openAccount }, "Sign in"), h("a.button", { href: "/" }, "To the lobby")),
		),
	);
	return () => {};
}

/** What a dealer does beside the cards: signs in and out, counts the real shoe, and enters rounds that were played without the tablet. @module */

import { icon } from "../icons.js";
import { whoAmI } from "../session.js";
import { h } from "../tree.js";

/** @import { Command, TableView } from "../api-types" */

/** @typedef {(command: Command, as?: "dealer" | "floor") => void} Speak */

/** Who deals, and the buttons for all of it. */
export function dealersDesk(/** @type {TableView} */ view, /** @type {Speak} */ speak) {
	if (view.dealer !== "entered") return null;
	const isMe = view.signed_in?.person === whoAmI()?.person;
	const isBetween = view.phase !== "playing" && view.phase !== "closed";
	const button = (/** @type {string} */ text, /** @type {Command} */ command) =>
		h("button.small.quiet", { key: text, onclick: () => speak(command) }, text);
	return h(
		"section.panel.dealers-desk",
		{ "aria-label": "The dealer's desk" },
		h("p.soft", { role: "status" }, view.signed_in ? `${view.signed_in.name} deals.` : "Nobody has signed in to deal."),
		view.is_late && h("p.soft", "Rounds that begin now are marked: played before, entered afterwards."),
		count(view),
		h(
			"div.tray-actions",
			isMe ? button("Sign out", { do: "sign-out" }) : button("Sign in to deal", { do: "sign-in" }),
			isBetween && button("The shoe or the deck is new", { do: "new-shoe" }),
			view.shoe_count && !view.shoe_count.is_cut_card_out && button("The cut card is out", { do: "cut-card" }),
			view.is_late
				? button("All is entered", { do: "enter-late", is_on: false })
				: button("Enter rounds afterwards", { do: "enter-late", is_on: true }),
		),
	);
}

/** The count of the shoe, with a warning at the first card that it cannot hold. */
function count(/** @type {TableView} */ view) {
	const shoe = view.shoe_count;
	if (!shoe) return null;
	const words = `${shoe.entered} of ${shoe.cards} cards of the shoe are entered${shoe.is_cut_card_out ? "; the cut card is out" : ""}.`;
	return shoe.impossible
		? h("div.refusal", { role: "alert" }, icon("warn"), h("span", `${words} ${shoe.impossible} was entered more often than the shoe holds it: look for the mistake.`))
		: h("p.soft", words);
}

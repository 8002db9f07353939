/** A sheet with some fields, as the staff fill in. @module */

import { openSheet } from "../dialog.js";
import { h } from "../tree.js";

/** Shows the fields; what they hold is handed on, or a sentence says what is missing. */
export function form(
	/** @type {string} */ title,
	/** @type {import("../tree.js").Leaf} */ fields,
	/** @type {string} */ button,
	/** @type {(data: FormData) => string | null} */ send,
) {
	let fault = "";
	openSheet(
		title,
		(redraw, close) =>
			h(
				"form.form",
				{
					onsubmit: (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						fault = send(new FormData(/** @type {HTMLFormElement} */ (event.target))) ?? "";
						if (fault) redraw();
						else close();
					},
				},
				fields,
				h("p.fault", { role: "alert" }, fault),
				h("button.main", { type: "submit" }, button),
			),
		{ class: "narrow" },
	);
}

/** A field of words. */
export const field = (/** @type {string} */ name, /** @type {string} */ label, most = 60) =>
	h("label", { key: name }, label, h("input", { name, maxlength: most, required: true }));

/** What a field holds. */
export const words = (/** @type {FormData} */ data, /** @type {string} */ name) => String(data.get(name) ?? "").trim();

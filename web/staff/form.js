/** Sheets with some fields, as the staff and whoever waits for a seat fill in. @module */

import { openSheet } from "../dialog.js";
import { h } from "../tree.js";

/** What came of what was filled in: a sentence that says what is missing, or whether it was done. @typedef {string | boolean | null} Outcome */

/** Shows the fields; what they hold is handed on. The sheet stays open until it is done. */
export function form(
	/** @type {string} */ title,
	/** @type {import("../tree.js").Leaf} */ fields,
	/** @type {string} */ button,
	/** @type {(data: FormData) => Outcome | Promise<Outcome>} */ send,
) {
	let fault = "";
	openSheet(
		title,
		(redraw, close) =>
			h(
				"form.form",
				{
					onsubmit: async (/** @type {SubmitEvent} */ event) => {
						event.preventDefault();
						const outcome = await send(new FormData(/** @type {HTMLFormElement} */ (event.target)));
						fault = typeof outcome === "string" ? outcome : "";
						if (fault || outcome === false) redraw();
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

/** A field by what it is called and asks for; it must be filled in unless it says otherwise. */
/** @typedef {{name: string, label: string, value?: string, type?: string, required?: boolean, choices?: Record<string, string>}} Field */

/** Shows plain fields; what each holds is handed on by its name. */
export function askFor(
	/** @type {string} */ title,
	/** @type {Field[]} */ fields,
	/** @type {string} */ button,
	/** @type {(values: Record<string, string>) => Promise<boolean>} */ done,
) {
	form(
		title,
		fields.map(({ name, label, value = "", type = "text", required = true, choices }) =>
			h(
				"label",
				{ key: name },
				label,
				choices
					? h("select", { name }, Object.entries(choices).map(([word, text]) => h("option", { key: word, value: word }, text)))
					: h("input", { name, value, type, required }),
			),
		),
		button,
		(data) => done(Object.fromEntries(fields.map(({ name }) => [name, words(data, name)]))),
	);
}

/** The control for an amount: slider, field, steps and presets. @module */

import { icon } from "../icons.js";
import { fit, money, readMoney } from "../money.js";
import { h } from "../tree.js";

/** @import { Desk } from "./desk.js" */

/**
 * @typedef {object} Amount
 * @property {string} name under which the amount is kept
 * @property {string} label
 * @property {number} least
 * @property {number} most
 * @property {number} [step] what the room takes multiples of
 * @property {number} [usual] what it starts with
 * @property {[string, number][]} [presets]
 * @property {boolean} [isSmall] whether the field alone is enough
 */

/** The amount that stands in a control now, within its bounds. */
export function amountOf(/** @type {Desk} */ desk, /** @type {Amount} */ { name, least, most, step, usual }) {
	return fit(desk.plans.amounts[name] ?? usual ?? least, least, Math.max(least, most), stepOf(least, step));
}

/** As the room says; where it takes any amount, whole dollars unless the least amount has cents. */
function stepOf(/** @type {number} */ least, step = 0) {
	return step > 1 ? step : least % 100 === 0 ? 100 : least % 50 === 0 ? 50 : 25;
}

export function amountControl(/** @type {Desk} */ desk, /** @type {Amount} */ amount) {
	const { name, label, least, most } = amount;
	const step = stepOf(least, amount.step);
	const value = amountOf(desk, amount);
	const set = (/** @type {number} */ cents) => {
		desk.plans.amounts[name] = fit(cents, least, Math.max(least, most), step);
		desk.redraw();
	};
	const typed = (/** @type {Event} */ event) => {
		const cents = readMoney(/** @type {HTMLInputElement} */ (event.target).value);
		if (cents !== null) set(cents);
		else desk.redraw();
	};
	const presets = (
		amount.presets ?? [
			["Least", least],
			["Most", most],
		]
	).filter(([, cents], place, all) => cents >= least && cents <= most && all.findIndex(([, other]) => other === cents) === place);
	return h(
		"div",
		{ class: `amount${amount.isSmall ? " small-amount" : ""}`, role: "group", "aria-label": label },
		h(
			"div.amount-line",
			amount.isSmall && h("span.amount-label", { "aria-hidden": "true" }, label),
			h("button.step", { "aria-label": `${label}: less`, onclick: () => set(value - step * stride(value)) }, icon("minus")),
			h("input.amount-field", {
				inputmode: "decimal",
				"aria-label": label,
				value: money(value),
				onchange: typed,
				onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
			}),
			h("button.step", { "aria-label": `${label}: more`, onclick: () => set(value + step * stride(value)) }, icon("plus")),
		),
		!amount.isSmall &&
			h("input", {
				type: "range",
				min: least,
				max: Math.max(least, most),
				step: 1,
				value: String(value),
				"aria-label": `${label}, slider`,
				"aria-valuetext": money(value),
				style: `--part:${most > least ? ((value - least) / (most - least)) * 100 : 100}%`,
				oninput: (/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value)),
			}),
		!amount.isSmall &&
			presets.length > 1 &&
			h(
				"div.presets",
				presets.map(([text, cents]) =>
					h(
						"button",
						{
							key: text,
							class: "preset",
							"aria-pressed": String(cents === value),
							onclick: () => set(cents),
						},
						text,
					),
				),
			),
	);
}

/** How many steps one press goes: more where the amounts are larger. */
function stride(/** @type {number} */ cents) {
	return cents >= 100000 ? 50 : cents >= 20000 ? 10 : cents >= 5000 ? 5 : 1;
}

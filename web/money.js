/** Amounts are whole cents everywhere; here they become words and back. @module */

/** "$5", "$1,250", "$0.50", "−$20". */
export function money(/** @type {number} */ cents) {
	const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
	const rest = Math.abs(cents) % 100;
	return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** With a sign in front: "+$20", "−$5", "±$0". */
export function signed(/** @type {number} */ cents) {
	return cents > 0 ? `+${money(cents)}` : cents < 0 ? money(cents) : "±$0";
}

/** What somebody typed, in cents; `null` if it is no amount. */
export function readMoney(/** @type {string} */ text) {
	const plain = text.replace(/[$,\s]/g, "");
	return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** The nearest amount within bounds that is one of them or a multiple of a step. */
export function fit(/** @type {number} */ cents, /** @type {number} */ least, /** @type {number} */ most, step = 100) {
	if (cents >= most) return most;
	return Math.max(least, Math.min(most, Math.round(cents / step) * step));
}

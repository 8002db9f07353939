/** Calls to a seat: whoever waits and lets one run out is told that the name is off the list. @module */

import { note } from "../dialog.js";

/** @import { Line } from "../api-types" */

/** Whether the reader was called to a seat and has not answered. */
let isCalled = false;

/** Takes lines about the reader's own place on the waiting list. */
export function followCall(/** @type {Line[]} */ lines, /** @type {number} */ person) {
	for (const { event } of lines) {
		if (event?.event === "seat-offered" && event.person === person) isCalled = true;
		if (event?.event !== "unlisted" || event.person !== person || !isCalled) continue;
		isCalled = false;
		note("You were called to a seat, and its time ran out. Join the waiting list again if you still want one.", "bad", 20_000);
	}
}

/** Who sits down, or leaves the list by a press, needs not be told. */
export function forgetCall() {
	isCalled = false;
}

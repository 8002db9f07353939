/** The mark of a round that the floor has corrected since. @module */

import { h } from "../tree.js";

/** Stands behind an amount that is no longer what the round itself came to. */
export const corrected = () => h("small.soft", { title: "The floor has corrected this round since; the amounts are those with the correction." }, " corrected");

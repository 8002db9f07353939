/** Requests about corrections, shifts, boxes, counts, the law, providers and reports, which only the staff make. @module */

import { ask, post } from "../api.js";

/** @import { AskedFor, BoxKind, CageMoment, CompanyView, Correction, DayView, Drawer, HouseReport, JackpotAct, JackpotsView, LawView, LineUpAct, LineUpView, PatronAct, PatronsView, SettledCorrection, WaitingCorrections } from "../api-types" */

export const house = {
	/** The corrections that wait for a second person. @returns {Promise<WaitingCorrections>} */
	corrections: () => ask("/corrections"),
	/** Asks for a correction that a second person has to approve. @returns {Promise<AskedFor>} */
	askCorrection: (/** @type {number} */ table, /** @type {Correction} */ correction) => post(`/tables/${table}/corrections`, { correction }),
	/** @returns {Promise<SettledCorrection>} */
	settleCorrection: (/** @type {number} */ asked, /** @type {"approve" | "decline"} */ how) => post(`/corrections/${asked}/${how}`, {}),
	/** What is written about patrons. @returns {Promise<PatronsView>} */
	patrons: () => ask("/patrons"),
	/** @returns {Promise<PatronsView>} */
	patronAct: (/** @type {number} */ person, /** @type {PatronAct} */ act) => post(`/patrons/${person}`, act),
	/** Who deals where, and who is next. @returns {Promise<LineUpView>} */
	lineUp: () => ask("/line-up"),
	/** @returns {Promise<LineUpView>} */
	lineUpAct: (/** @type {LineUpAct} */ act) => post("/line-up", act),
	/** The jackpot fund and the hits that wait. @returns {Promise<JackpotsView>} */
	jackpots: () => ask("/jackpots"),
	/** @returns {Promise<JackpotsView>} */
	jackpotAct: (/** @type {JackpotAct} */ act) => post("/jackpots", act),
	/** Shifts, boxes and counts. @returns {Promise<DayView>} */
	day: () => ask("/day"),
	/** @returns {Promise<DayView>} */
	openShift: (/** @type {string} */ name) => post("/day/shift/open", { name }),
	/** @returns {Promise<DayView>} */
	closeShift: () => post("/day/shift/close", {}),
	/** @returns {Promise<DayView>} */
	pullBox: (/** @type {number} */ table, /** @type {BoxKind} */ kind, /** @type {boolean} */ for_next) =>
		post(`/tables/${table}/box/pull`, { kind, for_next }),
	/** @returns {Promise<DayView>} */
	countBox: (/** @type {number} */ table, /** @type {number} */ number, /** @type {number} */ counted, /** @type {string} */ note) =>
		post(`/tables/${table}/boxes/${number}/count`, { counted, note }),
	/** @returns {Promise<DayView>} */
	countTray: (/** @type {number} */ table, /** @type {number} */ counted, /** @type {string} */ note) => post(`/tables/${table}/tray/count`, { counted, note }),
	/** @returns {Promise<DayView>} */
	countCage: (/** @type {CageMoment} */ moment, /** @type {Drawer} */ found, /** @type {string} */ note) =>
		post("/cage/count", { moment, ...found, note }),
	/** Chips for change to a table, or back from it. @returns {Promise<DayView>} */
	change: (/** @type {"fill" | "credit"} */ way, /** @type {{table: number, amount: number, with: string}} */ change) => post(`/cage/${way}`, change),
	/** Packs, lights, notices and overrides. @returns {Promise<LawView>} */
	law: () => ask("/law"),
	/** @returns {Promise<LawView>} */
	readPacks: () => post("/law/read", {}),
	/** Says that a notice hangs, or no more; table 0 is the room. @returns {Promise<LawView>} */
	notice: (/** @type {"post" | "take-down"} */ way, /** @type {number} */ table) => post(`/law/notices/${way}`, { table }),
	/** @returns {Promise<LawView>} */
	overrideRule: (/** @type {number} */ table, /** @type {string} */ rule, /** @type {string} */ reason) => post("/law/overrides", { table, rule, reason }),
	/** @returns {Promise<LawView>} */
	endOverride: (/** @type {number} */ table, /** @type {string} */ rule) => post("/law/overrides/end", { table, rule }),
	/** Third-party providers and their people. @returns {Promise<CompanyView[]>} */
	companies: () => ask("/companies"),
	/** @returns {Promise<CompanyView[]>} */
	addCompany: (/** @type {string} */ name, /** @type {string} */ licence) => post("/companies", { name, licence }),
	/** @returns {Promise<CompanyView[]>} */
	giveBadge: (/** @type {number} */ company, /** @type {string} */ person, /** @type {string} */ badge) => post(`/companies/${company}/badges`, { person, badge }),
	/** @returns {Promise<CompanyView[]>} */
	takeBadge: (/** @type {number} */ company, /** @type {string} */ person) => post(`/companies/${company}/badges/take`, { person }),
	/** A report over the log. @returns {Promise<HouseReport>} */
	report: (/** @type {string} */ kind, /** @type {string} */ span) => ask(`/reports/${kind}${span}`),
};

/** Requests to the room's server. @module */

/** @import { Accounts, Answer, BookView, CageView, ChatView, EntryView, ExchangedView, Floor, Foreseen, GivenBack, HouseEntryView, HouseReport, JackpotsView, ListAct, ListsView, Lobby, Me, OwnRound, OwnTable, Proof, ResetPassword, Role, RoundHistory, RoundLine, TableBook, TableView, TriedCommand, Waiting, WallView } from "./api-types" */

/** Something the server did not do, with the sentence that says why. */
export class Refused extends Error {
	constructor(/** @type {string} */ what, /** @type {number} */ status) {
		super(what);
		this.status = status;
	}
}

/** @returns {Promise<any>} */
export async function ask(/** @type {string} */ path, /** @type {RequestInit} */ init = {}) {
	let response;
	try {
		response = await fetch(`/api${path}`, { credentials: "same-origin", ...init });
	} catch {
		throw new Refused("The room does not answer. Check the connection and try again.", 0);
	}
	const body = await response.json().catch(() => ({}));
	if (!response.ok) throw new Refused(sentence(body.error ?? body.what ?? `The room said ${response.status}.`), response.status);
	return body;
}

export const post = (/** @type {string} */ path, /** @type {unknown} */ body = {}) =>
	ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** A refusal as a sentence with a capital and a full stop. */
export function sentence(/** @type {string} */ text) {
	const whole = text.charAt(0).toUpperCase() + text.slice(1);
	return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

export const api = {
	/** @returns {Promise<Me>} */
	me: () => ask("/me"),
	/** @returns {Promise<OwnTable[]>} */
	ownTables: () => ask("/me/tables"),
	/** @returns {Promise<OwnRound[]>} */
	ownRounds: (/** @type {number | undefined} */ before) => ask(`/me/rounds?limit=200${before === undefined ? "" : `&before=${before}`}`),
	/** The asker's own sessions at tables of the house. @returns {Promise<HouseReport>} */
	ownPlay: () => ask("/me/play"),
	/** @returns {Promise<{text: string}>} */
	preferences: () => ask("/me/preferences"),
	keepPreferences: (/** @type {string} */ text) => post("/me/preferences", { text }),
	/** @returns {Promise<Me>} */
	guest: (/** @type {string} */ name) => post("/guest", { name }),
	/** @returns {Promise<Me>} */
	register: (/** @type {string} */ name, /** @type {string} */ password) => post("/register", { name, password }),
	/** @returns {Promise<Me>} */
	login: (/** @type {string} */ name, /** @type {string} */ password) => post("/login", { name, password }),
	logout: () => post("/logout"),
	logoutEverywhere: () => post("/logout/everywhere"),
	/** Takes play chips, up to what a newcomer has. @returns {Promise<Me>} */
	playChips: () => post("/play-chips", {}),
	/** The asker's own hits that wait. @returns {Promise<JackpotsView>} */
	hits: () => ask("/jackpots"),
	/** Says where the chips of an own hit are to go. @returns {Promise<JackpotsView>} */
	chooseHit: (/** @type {number} */ claim, /** @type {boolean} */ ontoTable) => post("/jackpots", { do: "choose", claim, onto_table: ontoTable }),
	/** The asker is not served for so many days; for good for none. */
	excludeMyself: (/** @type {number} */ person, /** @type {number} */ days) =>
		post(`/patrons/${person}`, { do: "bar", kind: "self-excluded", days: days || null }),
	changePassword: (/** @type {string} */ old, /** @type {string} */ fresh) => post("/password", { old, new: fresh }),
	/** @returns {Promise<Accounts>} */
	people: () => ask("/people"),
	roles: (/** @type {number} */ person, /** @type {Role[]} */ roles) => post(`/people/${person}/roles`, { roles }),
	/** @returns {Promise<ResetPassword>} */
	resetPassword: (/** @type {number} */ person) => post(`/people/${person}/password`),
	/** Gives the chips of a table that is set aside back. @returns {Promise<GivenBack>} */
	giveBack: (/** @type {number} */ table, /** @type {string} */ why) => post(`/tables/${table}/give-back`, { why }),
	/** @returns {Promise<Lobby>} */
	lobby: () => ask("/lobby"),
	/** The lists of the house. @returns {Promise<ListsView>} */
	lists: () => ask("/lists"),
	/** @returns {Promise<ListsView>} */
	listAct: (/** @type {ListAct} */ act) => post("/lists", act),
	/** The lists as they stand on the wall. @returns {Promise<WallView>} */
	wall: () => ask("/wall"),
	/** @returns {Promise<BookView>} */
	book: (/** @type {string} */ book) => ask(`/books/${book}`),
	/** The book that a table plays by. @returns {Promise<TableBook>} */
	tableBook: (/** @type {number} */ table) => ask(`/tables/${table}/book`),
	/** @returns {Promise<{view: TableView}>} */
	table: (/** @type {number} */ table) => ask(`/tables/${table}`),
	/** @returns {Promise<Answer>} */
	command: (/** @type {number} */ table, /** @type {unknown} */ sent) => post(`/tables/${table}/commands`, sent),
	/** What a command of the staff would bring about. @returns {Promise<Foreseen>} */
	preview: (/** @type {number} */ table, /** @type {TriedCommand} */ tried) => post(`/tables/${table}/preview`, tried),
	/** @returns {Promise<RoundLine[]>} */
	rounds: (/** @type {number} */ table, /** @type {number | undefined} */ below) =>
		ask(`/tables/${table}/rounds?limit=100${below === undefined ? "" : `&below=${below}`}`),
	/** @returns {Promise<RoundHistory>} */
	round: (/** @type {number} */ table, /** @type {number} */ round) => ask(`/tables/${table}/rounds/${round}`),
	/** @returns {Promise<{table: number, warnings: string[]}>} */
	open: (/** @type {unknown} */ spec) => post("/tables", spec),
	/** Opens a private table; the word of its link is told here alone. @returns {Promise<{table: number, key: string}>} */
	openPrivate: (/** @type {{book: string, bots: number, no_limit: boolean}} */ wanted) => post("/private-tables", wanted),
	/** Comes to a private table by its link. */
	enterPrivate: (/** @type {number} */ table, /** @type {string} */ key) => post(`/tables/${table}/enter`, { key }),
	/** @returns {Promise<ChatView>} */
	chat: (/** @type {number} */ table) => ask(`/tables/${table}/chat`),
	say: (/** @type {number} */ table, /** @type {string} */ text) => post(`/tables/${table}/chat`, { text }),
	silence: (/** @type {number} */ table, /** @type {number} */ person, /** @type {boolean} */ is_silenced) =>
		post(`/tables/${table}/silence`, { person, is_silenced }),
	/** @returns {Promise<Floor>} */
	floor: () => ask("/floor"),
	/** @returns {Promise<CageView>} */
	cage: () => ask("/cage"),
	/** A large exchange is only asked for: a second person approves it. @returns {Promise<ExchangedView>} */
	exchange: (/** @type {"buy" | "redeem"} */ way, /** @type {number} */ person, /** @type {number} */ amount) =>
		post(`/cage/${way}`, { person, amount }),
	/** @returns {Promise<Waiting>} */
	asked: () => ask("/cage/asked"),
	/** @returns {Promise<ExchangedView>} */
	settle: (/** @type {number} */ exchange, /** @type {"approve" | "decline"} */ how) =>
		post(`/cage/asked/${exchange}/${how}`, {}),
	/** @returns {Promise<{entries: EntryView[]}>} */
	log: (/** @type {number} */ table, /** @type {number} */ from) => ask(`/tables/${table}/log?from=${from}`),
	/** @returns {Promise<{entries: HouseEntryView[]}>} */
	houseLog: (/** @type {number | undefined} */ below) => ask(`/house/log${below === undefined ? "" : `?below=${below}`}`),
	/** @returns {Promise<Proof>} */
	verify: () => ask("/verify"),
	/** The newest signed note of where the log ends. @returns {Promise<string>} */
	tips: async () => {
		const response = await fetch("/api/tips").catch(() => null);
		if (!response?.ok) throw new Refused("The room does not answer. Check the connection and try again.", 0);
		return response.text();
	},
};

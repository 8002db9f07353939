/**
 * A small way to draw pages: describe what should be there, and only what differs is changed.
 *
 * So a table can be drawn anew from each view that the server sends, while focus, sliders, scroll positions and
 * running animations stay as they are.
 * @module
 */

/**
 * @typedef {object} Branch
 * @property {string} tag
 * @property {string | number | undefined} key
 * @property {Record<string, unknown>} props
 * @property {(Branch | string)[]} children
 */

/** @typedef {Branch | string | number | null | undefined | false} Twig */
/** @typedef {Twig | (Twig | Twig[])[]} Leaf */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, unknown>} Props */

/**
 * Describes an element: its tag with classes behind dots, then its props if it has any, then its children.
 * Props are attributes, `on...` handlers, `key` to recognise it among its siblings, and `made`, which is called
 * once with the element when it comes into being.
 *
 * h("p.soft", "No table is open.")
 * h("button.main.large", { onclick: sit }, "Sit down")
 * @param {string} name
 * @param {...(Props | Leaf)} rest
 * @returns {Branch}
 */
export function h(name, ...rest) {
	const [tag = "", ...classes] = name.split(".");
	const { key, ...props } = isProps(rest[0]) ? /** @type {Props} */ (rest.shift()) : {};
	if (tag === "button") props.type ??= "button";
	if (classes.length > 0) props.class = [...classes, props.class].filter(Boolean).join(" ");
	return { tag, key: /** @type {string | number | undefined} */ (key), props, children: flat(/** @type {Leaf[]} */ (rest)) };
}

/** A branch has a tag; props have none. */
function isProps(/** @type {unknown} */ value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !("tag" in value && "children" in value);
}

/** @returns {(Branch | string)[]} */
function flat(/** @type {readonly Leaf[]} */ leaves) {
	/** @type {(Branch | string)[]} */
	const out = [];
	for (const leaf of leaves) {
		if (Array.isArray(leaf)) out.push(...flat(leaf));
		else if (typeof leaf === "number") out.push(String(leaf));
		else if (leaf !== null && leaf !== undefined && leaf !== false && leaf !== "") out.push(leaf);
	}
	return out;
}

/** Makes the children of an element what is described. */
export function draw(/** @type {Element} */ place, /** @type {Leaf} */ leaf) {
	drawChildren(place, flat([leaf]));
}

/** @typedef {Element & {branch?: Branch}} Drawn */

function drawChildren(/** @type {Element} */ place, /** @type {(Branch | string)[]} */ wanted) {
	/** @type {Map<string, Drawn>} */
	const keyed = new Map();
	for (const child of place.children) {
		const branch = /** @type {Drawn} */ (child).branch;
		if (branch?.key !== undefined) keyed.set(`${branch.tag} ${branch.key}`, /** @type {Drawn} */ (child));
	}
	/** @type {ChildNode | null} */
	let at = place.firstChild;
	for (const want of wanted) {
		if (typeof want === "string") {
			if (at instanceof Text) {
				if (at.data !== want) at.data = want;
				at = at.nextSibling;
			} else {
				place.insertBefore(document.createTextNode(want), at);
			}
			continue;
		}
		const kept = want.key === undefined ? sameKind(at, want) : (keyed.get(`${want.tag} ${want.key}`) ?? null);
		if (kept === null) {
			place.insertBefore(make(want, place), at);
			continue;
		}
		keyed.delete(`${want.tag} ${want.key}`);
		if (kept === at) at = at.nextSibling;
		else place.insertBefore(kept, at);
		change(kept, want);
	}
	while (at !== null) {
		const next = at.nextSibling;
		at.remove();
		at = next;
	}
}

/** @returns {Drawn | null} */
function sameKind(/** @type {ChildNode | null} */ node, /** @type {Branch} */ want) {
	if (!(node instanceof Element)) return null;
	const branch = /** @type {Drawn} */ (node).branch;
	return branch && branch.tag === want.tag && branch.key === undefined ? node : null;
}

/** @returns {Element} */
function make(/** @type {Branch} */ want, /** @type {Element} */ place) {
	const isSvg = want.tag === "svg" || (place.namespaceURI === SVG && place.tagName !== "foreignObject");
	const element = isSvg ? document.createElementNS(SVG, want.tag) : document.createElement(want.tag);
	for (const [name, value] of Object.entries(want.props)) set(element, name, value);
	drawChildren(element, want.children);
	// One chooses among options that are there.
	if (want.tag === "select" && "value" in want.props) set(element, "value", want.props.value);
	/** @type {Drawn} */ (element).branch = want;
	if (typeof want.props.made === "function") want.props.made(element);
	return element;
}

function change(/** @type {Drawn} */ element, /** @type {Branch} */ want) {
	const before = element.branch?.props ?? {};
	for (const name of Object.keys(before)) if (!(name in want.props)) set(element, name, undefined);
	for (const [name, value] of Object.entries(want.props)) if (before[name] !== value) set(element, name, value);
	drawChildren(element, want.children);
	element.branch = want;
}

/** What people change by hand is a property; an option's value is not, and without the attribute its text is its value. */
function isProperty(/** @type {Element} */ element, /** @type {string} */ name) {
	return name === "checked" || name === "open" || (name === "value" && element.tagName !== "OPTION");
}

function set(/** @type {Element} */ element, /** @type {string} */ name, /** @type {unknown} */ value) {
	if (name === "made") return;
	if (name.startsWith("on")) {
		/** @type {any} */ (element)[name] = value ?? null;
	} else if (isProperty(element, name)) {
		if (/** @type {any} */ (element)[name] !== value) /** @type {any} */ (element)[name] = value ?? "";
	} else if (value === undefined || value === null || value === false) {
		element.removeAttribute(name);
	} else {
		element.setAttribute(name, value === true ? "" : String(value));
	}
}

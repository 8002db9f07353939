// What lies on a table over something else, out of its place or too small to read; gives a list of sentences, empty when all is well.
const faults = [];
const shown = (one) => {
  const style = getComputedStyle(one);
  return one.getClientRects().length > 0 && style.visibility !== "hidden" && Number(style.opacity) > 0.05;
};
const all = (css) => [...document.querySelectorAll(css)].filter(shown);
const words = (one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
const name = (one) => {
  const seat = one.closest("[data-seat]")?.dataset.seat;
  return `${String(one.className.baseVal ?? one.className).trim().split(/\s+/)[0] || one.tagName.toLowerCase()} "${words(one)}"${seat ? ` at seat ${seat}` : ""}`;
};
// Cards of one hand lie over each other on purpose: they count as one.
// Of what can be scrolled, what is seen counts.
const seen = (one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const at = { left, top, right, bottom };
  for (let around = one.parentElement?.closest(".tray, .tray *"); around; around = around.parentElement?.closest(".tray, .tray *")) {
    if (getComputedStyle(around).overflowY === "visible") continue;
    const its = around.getBoundingClientRect();
    at.top = Math.max(at.top, its.top);
    at.bottom = Math.min(at.bottom, its.bottom);
  }
  return new DOMRect(at.left, at.top, at.right - at.left, Math.max(0, at.bottom - at.top));
};
const box = (one) => {
  if (!one.matches(".hand-cards")) return seen(one);
  const cards = [...one.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  if (cards.length === 0) return one.getBoundingClientRect();
  const [left, top] = [Math.min(...cards.map((card) => card.left)), Math.min(...cards.map((card) => card.top))];
  const [right, bottom] = [Math.max(...cards.map((card) => card.right)), Math.max(...cards.map((card) => card.bottom))];
  return new DOMRect(left, top, right - left, bottom - top);
};
const LABELS = ".plate-number, .plate-name, .plate-stack, .plate-status, .net, .worth, .chips-amount, .side-chip, .marker, .marker small, .stake-words > span, .stake-words small, .pot small, .kill-pot, .pan-end, .pan-pile b, .pan-flying, .circle, .shoe span";
const felt = document.querySelector(".felt");
const onFelt = all(`.felt :is(.plate, .hand-cards, .board .card, .board-slot, .pan-drawn .card, .pan-backs, .pan-pile, .chips svg, .shoe, .back-spot, ${LABELS})`);
const around = all(".table-head :is(button, a, h1), .tray :is(button, input, h2, legend, .tray-standing, .tray-words, .outcome-list li, .card, .setting-words, label), .log-toggle");
const measured = [...onFelt, ...around].map((one) => ({ one, at: box(one) })).filter(({ at }) => at.width > 0 && at.height > 0);
const SLACK = 1.5;
for (const [place, { one, at }] of measured.entries()) {
  for (const { one: other, at: its } of measured.slice(place + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const wide = Math.min(at.right, its.right) - Math.max(at.left, its.left);
    const high = Math.min(at.bottom, its.bottom) - Math.max(at.top, its.top);
    if (wide > SLACK && high > SLACK) faults.push(`${name(one)} overlaps ${name(other)} by ${wide.toFixed(0)}x${high.toFixed(0)}`);
  }
}
const bounds = felt.getBoundingClientRect();
for (const one of onFelt) {
  const at = box(one);
  if (at.left < bounds.left - SLACK || at.right > bounds.right + SLACK || at.top < bounds.top - SLACK || at.bottom > bounds.bottom + SLACK)
    faults.push(`${name(one)} leaves the felt`);
}
for (const one of all(".felt .card")) {
  const { width } = one.getBoundingClientRect();
  // On a desk one or two hands at a seat are read without leaning forward.
  const isMany = felt.matches(".pan") || one.closest(".hands")?.querySelector(".hand:nth-child(3)");
  // With larger text in the lowest window four hands at each of nine seats are read by what they are worth.
  const isLowest = isMany && document.documentElement.dataset.text === "large" && innerHeight < 400;
  const least = innerWidth >= 1280 && innerHeight >= 800 && !isMany ? 20 : isLowest ? 6.5 : 8;
  if (width < least) faults.push(`a card is ${width.toFixed(0)} wide: ${name(one)}`);
}
for (const one of all(LABELS.split(", ").map((css) => `.felt ${css}`).join(", "))) {
  const size = parseFloat(getComputedStyle(one).fontSize);
  if (size < 6.9) faults.push(`${name(one)} is written ${size.toFixed(1)} high`);
  // Long names end in dots; everything else must be read whole.
  if (!one.matches(".plate-name") && getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 2) faults.push(`${name(one)} is cut off`);
}
// A name that is cut leaves enough of itself to know whose it is.
for (const one of all(".felt .plate-who")) {
  const isCut = one.scrollWidth > one.clientWidth + 1;
  if (isCut && one.clientWidth < 3 * parseFloat(getComputedStyle(one).fontSize)) faults.push(`${name(one)} is cut to ${one.clientWidth}`);
}
// A tray with nothing to ask leaves the width to the felt where it would stand beside it.
const isIdle = document.querySelector(".tray-head + .tray-main:empty:last-child") !== null;
if (isIdle && innerHeight <= 544 && innerWidth > innerHeight && bounds.width < document.documentElement.clientWidth - 4) faults.push(`an empty tray takes ${(document.documentElement.clientWidth - bounds.width).toFixed(0)} from the felt`);
// Nothing in the tray is cut by the edge of the window.
for (const one of all(".tray :is(button, .zone, .card)")) {
  const { left, right } = one.getBoundingClientRect();
  if (right > innerWidth + SLACK || left < -SLACK) faults.push(`${name(one)} is cut at ${right.toFixed(0)} of ${innerWidth}`);
}
// In a low window what is pressed to go on is seen without scrolling while the clock runs.
if (innerHeight <= 544 && innerWidth > innerHeight) {
  for (const one of all(".tray.asked :is(button.main, .choice-buttons button)")) {
    if (one.getBoundingClientRect().bottom > innerHeight + SLACK) faults.push(`${name(one)} lies below the window`);
  }
}
if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
return [...new Set(faults)];

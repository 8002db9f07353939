// What keeps people from reading or using a view; gives a list of sentences, empty when all is well.
const faults = [];
const shown = (one) => {
  const style = getComputedStyle(one);
  return one.getClientRects().length > 0 && style.visibility !== "hidden" && Number(style.opacity) > 0.05 && !one.closest("[aria-hidden=true], [hidden], [inert]");
};
const where = (one) => {
  const name = one.tagName.toLowerCase() + (one.id ? `#${one.id}` : "") + (one.className && typeof one.className === "string" ? `.${one.className.trim().split(/\s+/).join(".")}` : "");
  return `${name} "${(one.innerText ?? "").trim().slice(0, 40)}"`;
};
const labelled = (one) => {
  const by = (one.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const label = one.labels?.length ? [...one.labels].map((each) => each.textContent).join(" ") : "";
  return [one.getAttribute("aria-label"), by, label, one.getAttribute("title"), one.getAttribute("alt"), one.textContent, one.querySelector("img[alt]")?.getAttribute("alt")].find((text) => text && text.trim()) ?? "";
};

if (!document.documentElement.lang) faults.push("the page does not say its language");
if (!document.title.trim()) faults.push("the page has no title");
const mains = [...document.querySelectorAll("main, [role=main]")].filter(shown);
if (mains.length !== 1) faults.push(`there are ${mains.length} main parts`);
if (![...document.querySelectorAll("h1")].some(shown)) faults.push("there is no heading of the first level");

// Names, roles and focus of everything that can be used.
const usable = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=link], [role=slider], [tabindex]")].filter(shown);
for (const one of usable) {
  if (one.matches("main, dialog, section, ol, ul, div[tabindex='-1']")) continue;
  if (!labelled(one).trim()) faults.push(`has no name: ${where(one)}`);
  const box = one.getBoundingClientRect();
  const isInline = getComputedStyle(one).display === "inline";
  if (!isInline && (box.width < 23.5 || box.height < 23.5) && !one.matches("input[type=checkbox], input[type=radio]")) faults.push(`is smaller than 24 pixels: ${where(one)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  if (Number(one.getAttribute("tabindex") ?? 0) > 0) faults.push(`takes the focus out of order: ${where(one)}`);
}
for (const image of [...document.querySelectorAll("img, svg[role=img]")].filter(shown)) {
  if (!labelled(image).trim()) faults.push(`is a picture without words: ${where(image)}`);
  if (image.matches("img") && image.naturalWidth === 0) faults.push(`is a picture that is not there: ${image.src}`);
}

// A felt whose measure is lost draws its plates and cards as dots.
for (const one of [...document.querySelectorAll(".felt .plate, .felt .card")].filter(shown)) {
  const box = one.getBoundingClientRect();
  if (box.width < 11 || box.height < 12) faults.push(`is a dot on the felt: ${where(one)} ${Math.round(box.width)}x${Math.round(box.height)}`);
}

// Ids once, and references that lead somewhere.
const ids = new Set();
for (const one of document.querySelectorAll("[id]")) {
  if (ids.has(one.id)) faults.push(`stands twice: #${one.id}`);
  ids.add(one.id);
}
for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
  for (const one of document.querySelectorAll(`[${attribute}]`)) {
    for (const id of one.getAttribute(attribute).split(/\s+/)) {
      if (id && !document.getElementById(id)) faults.push(`${attribute} leads nowhere: ${id}`);
    }
  }
}

// Headings do not jump by more than one level.
let level = 0;
for (const heading of [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(shown)) {
  const own = Number(heading.tagName[1]);
  if (level > 0 && own > level + 1) faults.push(`heading of level ${own} after one of level ${level}: ${where(heading)}`);
  level = own;
}

// Somebody who listens is told what happens.
if (!document.querySelector("[aria-live], [role=status], [role=alert], [role=log]")) faults.push("nothing is announced to screen readers");

// Contrast of text against what lies behind it: a plain colour, or every colour of a gradient.
const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const parse = (text) => {
  const canvas = parse.canvas ?? (parse.canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }));
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = "#000";
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255, alpha / 255];
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const behind = (one) => {
  const layers = [];
  for (let each = one; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (style.backgroundImage.includes("url(")) return [];
    const stops = [...style.backgroundImage.matchAll(/(?:rgba?|hsla?|oklch|color)\([^()]*\)|\btransparent\b/g)].map(([text]) => parse(text));
    if (stops.length > 0) layers.push(stops);
    const colour = parse(style.backgroundColor);
    if (colour[3] > 0) layers.push([colour]);
    if (colour[3] > 0.99 || (stops.length > 0 && stops.every((stop) => stop[3] > 0.99))) break;
  }
  const ends = (colours) => {
    const sorted = colours.sort((one, other) => luminance(one) - luminance(other));
    return sorted.length > 2 ? [sorted[0], sorted.at(-1)] : sorted;
  };
  return layers.reverse().reduce((under, layer) => ends(layer.flatMap((stop) => under.map((one) => over(stop, one)))), [[0, 0, 0, 1]]);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode;
  const one = text.parentElement;
  if (!text.textContent.trim() || !one || !shown(one) || one.closest("svg, noscript, script, style, [aria-disabled=true], :disabled")) continue;
  const style = getComputedStyle(one);
  const ratios = behind(one).map((ground) => {
    const ink = over(parse(style.color), ground);
    const [light, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
  const ratio = Math.min(...ratios);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (isLarge ? 3 : 4.5) - 0.01) faults.push(`contrast ${ratio.toFixed(2)}: ${where(one)}`);
}

// Nothing is wider than the window.
const isOut = (one) => one.getBoundingClientRect().right > innerWidth + 1;
const out = [...document.querySelectorAll("body *")].filter((one) => shown(one) && isOut(one) && ![...one.children].some(isOut));
if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}: ${out.slice(0, 3).map(where).join(", ")}`);
return [...new Set(faults)];

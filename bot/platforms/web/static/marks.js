// Marks over a picture of the map: frames for what can act, arches for goals, arches with ticks and chances for targets. None covers a
// name or what is printed on a counter: lines are left out there, and chances are written where there is room.

const SVG = "http://www.w3.org/2000/svg";
// Map units: half the height of a counter, how far a mark stands off what it is about, and how far it reaches below the middle.
const HALF_HIGH = 23;
const OFF = 7;
const LOW = 17;
// What stands in a space of which nothing is told: its plate, so wide and so high above the middle.
const PLATE = [44, 22];
// Px of the picture: letters of chances with their rim, and how far from their target they may stand.
const LETTERS = 21;
const RIM = 3;
const NEAR = 102;

/** Boxes (left, top, right, bottom in px of the picture) of all names, and of all that stands in the spaces of an area. */
export function legible(area, spots) {
  const found = Object.entries(area.places).flatMap(([space, [x, y]]) => {
    const [wide, high] = (area.lettering[space] ?? [0, 0]);
    const top = y + area.under;
    const name = [x - wide / 2, top, x + wide / 2, top + high];
    return spots[space]?.room ? [name, ...standing([x, y], spots[space].room, area.scale)] : [name];
  });
  return [...found, ...area.labels];
}

/** The box of a stack, and of the row of markers over it. */
function standing([x, y], [wide, high, row], scale) {
  const box = (width, above, below) => [x - (width / 2) * scale, y - above * scale, x + (width / 2) * scale, y + below * scale];
  return [box(wide, Math.min(high, HALF_HIGH), HALF_HIGH), ...(row ? [box(row, high, -HALF_HIGH)] : [])];
}

/** Draws marks into a picture's layer; `kept` are the boxes that stay legible, `across` those that chances keep clear of where they can. */
export function drawMarks(layer, marks, { size, scale = 1, kept = [], across = [], places = {} }) {
  const group = made("g", { mask: "url(#legible)" });
  const taken = [...kept, ...marks.map((mark) => around(mark, scale))];
  for (const mark of marks) {
    const shape = outline(mark, scale);
    if (mark.chance) write(shape, mark, { size, scale, taken, across, places: Object.values(places) });
    group.append(shape);
  }
  layer.replaceChildren(...(marks.length ? [mask(kept, size), group] : []));
}

function mask(kept, [width, height]) {
  const found = made("mask", { id: "legible", maskUnits: "userSpaceOnUse", x: 0, y: 0, width, height });
  found.append(made("rect", { width, height, fill: "#fff" }), ...kept.map(([left, top, right, bottom]) =>
    made("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "#000" })));
  return found;
}

/** How far a mark reaches to each side of the middle and above it, in px of the picture. */
function reach({ room }, scale) {
  const [wide, high] = room ?? PLATE;
  return [(wide / 2 + OFF) * scale, (high + OFF) * scale];
}

/** The box of a mark with its ticks. */
function around(mark, scale) {
  const { at: [x, y] } = mark;
  const [side, high] = reach(mark, scale);
  return [x - side - 8, y - high - 8, x + side + 8, y + LOW * scale];
}

/** All shapes are open below, where the name of the space stands. */
function outline(mark, scale) {
  const { kind, at: [x, y] } = mark;
  const group = made("g", { class: `mark ${kind}` });
  const [side, high] = reach(mark, scale);
  const round = /^(can|picked|ticked)/.test(kind) ? 7 : Math.min(side, high, 26 * scale);
  const line = `M${x - side} ${y + LOW * scale}V${y - high + round}a${round} ${round} 0 0 1 ${round} ${-round}H${x + side - round}`
    + `a${round} ${round} 0 0 1 ${round} ${round}V${y + LOW * scale}`;
  const ticks = kind.startsWith("target") ? `M${x - side - 7} ${y}h14M${x + side - 7} ${y}h14M${x} ${y - high - 7}v14`
    : kind.startsWith("ticked") ? `M${x + side - 12} ${y - high}l7 8l14 -17` : "";
  for (const under of ["under", "over"]) {
    group.append(made("path", { class: under, d: line }));
    if (ticks) group.append(made("path", { class: under, d: ticks }));
  }
  return group;
}

/**
 * The chance as near above their target as they cover nothing, and nearer to it than to any other space; without room they stand with
 * the target's words alone.
 */
function write(shape, mark, { size, scale, taken, across, places }) {
  const [x, y] = mark.at;
  const [wide, high] = [measured(mark.chance) + 2 * RIM, LETTERS];
  const above = y - reach(mark, scale)[1] - 10 - high / 2;
  const off = (box, [px, py]) => Math.hypot(Math.max(box[0] - px, px - box[2], 0), Math.max(box[1] - py, py - box[3], 0));
  const belongs = (box) => places.every((place) => off(box, [x, y]) <= off(box, place));
  for (const others of [[...taken, ...across], taken]) {
    const found = free([x, above], [wide, high], others, size, belongs);
    if (!found) continue;
    taken.push(found);
    const text = made("text", { x: (found[0] + found[2]) / 2, y: found[3] - high * 0.2 });
    text.textContent = mark.chance;
    shape.append(text);
    return;
  }
}

function free([x, y], [wide, high], others, size, belongs) {
  for (let ring = 0; ring <= NEAR; ring += 6) {
    const steps = ring ? 16 : 1;
    for (let step = 0; step < steps; step += 1) {
      const angle = (2 * Math.PI * step) / steps - Math.PI / 2;
      const [cx, cy] = [x + Math.cos(angle) * ring, y + Math.sin(angle) * ring];
      const box = [cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2];
      const inside = box[0] > 2 && box[1] > 2 && box[2] < size[0] - 2 && box[3] < size[1] - 2;
      if (inside && belongs(box) && !others.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) return box;
    }
  }
  return null;
}

let brush = null;

function measured(text) {
  brush ??= document.createElement("canvas").getContext("2d");
  brush.font = `600 ${LETTERS}px "Barlow Condensed", "Arial Narrow", sans-serif`;
  return brush.measureText(text).width;
}

function made(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// A picture that scrolls both ways and can be touched; marks are drawn over it in its own px.
import { make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
// A fingertip, and the smallest and largest scale of a map on the page.
const FINGER = 44;
const TRIES = 6;
const SCALES = { least: 0.3, usual: 0.72, most: 2 };
// Milliseconds for which the map stays where somebody has just moved it.
const OWN_WAY = 8000;

export class Ground {
  constructor(view, touched, moved) {
    this.view = view;
    this.touched = touched;
    this.ownAt = -Infinity;
    this.image = make("img", { alt: "", decoding: "async", draggable: "false" });
    this.marks = document.createElementNS(SVG, "svg");
    this.marks.setAttribute("aria-hidden", "true");
    this.sheet = make("div", { class: "map-sheet" }, this.image, this.marks);
    view.append(this.sheet);
    this.scale = Number(localStorage.getItem("map-scale")) || SCALES.usual;
    this.places = {};
    this.marks.addEventListener("click", (event) => this.tap(event));
    this.image.addEventListener("load", () => view.classList.remove("waiting"));
    this.image.addEventListener("error", () => this.again());
    new ResizeObserver(() => this.resized()).observe(view);
    view.addEventListener("scroll", moved, { passive: true });
    for (const name of ["touchmove", "wheel"]) view.addEventListener(name, () => this.own(), { passive: true });
    // A scroll bar belongs to the view itself, what is touched lies in it.
    view.addEventListener("pointerdown", (event) => event.target === view && this.own());
    view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // also what a pinch on a touch pad sends
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
  }

  /** The view is moved by whoever looks at it. */
  own() {
    this.ownAt = performance.now();
    this.strayed = true;
  }

  /** Whoever has moved the view gives it back. */
  follow() {
    this.ownAt = -Infinity;
  }

  /** Somebody moves the map himself just now. */
  get isHeld() {
    return performance.now() - this.ownAt < OWN_WAY;
  }

  /** Where the view gets another size, what it led to stays in it. */
  resized() {
    if (!this.size) return;
    if (this.whole) this.fit();
    else if (this.led && !this.strayed && !this.shows(this.led)) this.lead(this.led);
  }

  show(src, size, alt) {
    this.image.alt = alt;
    if (src && this.src !== src) {
      this.src = src;
      this.tries = 0;
      this.view.classList.add("waiting");
      this.image.src = src;
    }
    if (this.size?.join() === size.join() && this.fitted === this.whole) return;
    this.fitted = this.whole;
    this.size = size;
    this.marks.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.fit();
  }

  /** A picture that could not be fetched is asked for again, with growing pauses. */
  again() {
    const { src } = this;
    this.tries += 1;
    if (this.tries < TRIES) setTimeout(() => src === this.src && (this.image.src = src), 500 * 2 ** this.tries);
  }

  /** A picture that is shown whole is as wide as the view; one that is shown at a glance is fitted into it by the style. */
  fit() {
    this.shown = this.whole ? Math.min(1, this.view.clientWidth / this.size[0]) : this.scale;
    this.sheet.style.width = `${Math.round(this.size[0] * this.shown)}px`;
    this.sheet.style.aspectRatio = `${this.size[0]} / ${this.size[1]}`;
  }

  /** Larger or smaller about a point, or about the middle of what is seen. */
  zoom(factor, point = null) {
    if (!this.size || this.whole) return;
    this.own();
    const box = this.view.getBoundingClientRect();
    const x = (point?.clientX ?? box.left + box.width / 2) - box.left;
    const y = (point?.clientY ?? box.top + box.height / 2) - box.top;
    const least = Math.min(SCALES.usual, Math.max(SCALES.least, this.view.clientWidth / this.size[0]));
    const scale = Math.min(SCALES.most, Math.max(least, this.scale * factor));
    const grown = scale / this.scale;
    const [left, top] = [this.view.scrollLeft, this.view.scrollTop];
    this.scale = scale;
    localStorage.setItem("map-scale", scale.toFixed(3));
    this.fit();
    this.view.scrollTo((left + x) * grown - x, (top + y) * grown - y);
  }

  /** Whether one of these places can be seen well. */
  sees(places) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.view;
    return places.some(([x, y]) => {
      const [left, top] = [x * this.shown - scrollLeft, y * this.shown - scrollTop];
      return left > FINGER / 2 && top > FINGER / 2 && left < clientWidth - FINGER / 2 && top < clientHeight - FINGER / 2;
    });
  }

  /** Whether places are in sight as far as the view has room for them: all that fit, else one of them. */
  shows(places) {
    return this.isTogether(places) ? places.every((place) => this.sees([place])) : this.sees(places);
  }

  /** Brings places into view: the middle of all, or of those that stand closest together where the view is too small. */
  lead(places) {
    if (!places.length) return;
    this.led = places;
    this.strayed = false;
    const { clientWidth, clientHeight } = this.view;
    const near = ([x, y]) => places.filter(([ox, oy]) =>
      Math.abs(ox - x) * this.shown < clientWidth / 2 - FINGER && Math.abs(oy - y) * this.shown < clientHeight / 2 - FINGER);
    const group = places.map(near).reduce((best, some) => (some.length > best.length ? some : best), [places[0]]);
    const [x, y] = [0, 1].map((axis) => {
      const along = (this.isTogether(places) ? places : group).map((place) => place[axis]);
      return (Math.min(...along) + Math.max(...along)) / 2;
    });
    this.view.scrollTo(x * this.shown - clientWidth / 2, y * this.shown - clientHeight / 2);
  }

  isTogether(places) {
    const wide = (axis) => Math.max(...places.map((place) => place[axis])) - Math.min(...places.map((place) => place[axis]));
    return wide(0) * this.shown < this.view.clientWidth - FINGER && wide(1) * this.shown < this.view.clientHeight - FINGER;
  }

  /** Draws marks; `places` are those that a tap may mean. */
  mark(marks, places, scale) {
    this.places = places;
    this.marks.replaceChildren(...marks.map((mark) => shape(mark, scale)));
  }

  /** A tap means the place whose stack is nearest, if it is within a fingertip or on the stack. */
  tap(event) {
    const box = this.marks.getBoundingClientRect();
    const css = box.width / this.size[0];
    const away = ([x, y]) => Math.hypot(event.clientX - box.left - x * css, event.clientY - box.top - y * css);
    let nearest = null;
    for (const [space, at] of Object.entries(this.places)) {
      if (!nearest || away(at) < nearest.away) nearest = { space, away: away(at) };
    }
    const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    this.touched(nearest && nearest.away <= Math.max(FINGER / 2, 52 * css) ? nearest.space : null, at);
  }
}

/**
 * Shapes differ as well as colours: a frame for what can act, an arch for a goal, an arch with ticks for a target. All are
 * open below, where the name of the space stands, and none is higher than the room of its space.
 */
function shape({ kind, at: [x, y], odds }, scale) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `mark ${kind}`);
  const add = (tag, attributes, text = "") => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    group.append(element);
  };
  const [wide, high, low, round] = [60 * scale, 29 * scale, 17 * scale, 35 * scale];
  const frame = /^(can|picked|ticked)/.test(kind);
  const line = frame
    ? `M${x - wide} ${y + low}V${y - high + 7}a7 7 0 0 1 7 -7H${x + wide - 7}a7 7 0 0 1 7 7V${y + low}`
    : `M${x - round} ${y + low}V${y}A${round} ${round} 0 0 1 ${x + round} ${y}V${y + low}`;
  for (const under of ["under", "over"]) {
    add("path", { class: under, d: line });
    if (kind.startsWith("target")) add("path", { class: under, d: `M${x - round - 7} ${y}h${14}M${x + round - 7} ${y}h${14}M${x} ${y - round - 7}v${14}` });
    if (kind.startsWith("ticked")) add("path", { class: under, d: `M${x + wide - 12} ${y - high}l7 8l14 -17` });
  }
  if (odds) add("text", { x, y: y - round + 2 }, odds);
  return group;
}

// A picture that scrolls both ways and can be touched; marks are drawn over it in its own px.
import { make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
// A fingertip, and the smallest and largest scale of a map on the page.
const FINGER = 44;
const TRIES = 6;
const SCALES = { least: 0.3, usual: 0.72, most: 2 };

export class Ground {
  constructor(view, touched) {
    this.view = view;
    this.touched = touched;
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
    new ResizeObserver(() => this.size && this.whole && this.fit()).observe(view);
    view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // also what a pinch on a touch pad sends
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
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

  /** A picture that is shown whole is as wide as the view. */
  fit() {
    this.shown = this.whole ? Math.min(1, this.view.clientWidth / this.size[0]) : this.scale;
    this.sheet.style.width = `${Math.round(this.size[0] * this.shown)}px`;
    this.sheet.style.aspectRatio = `${this.size[0]} / ${this.size[1]}`;
  }

  /** Larger or smaller about a point, or about the middle of what is seen. */
  zoom(factor, point = null) {
    if (!this.size || this.whole) return;
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

  /** Brings places into view unless one of them is. */
  lead(places) {
    if (!places.length) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.view;
    const inView = ([x, y]) => {
      const [left, top] = [x * this.scale - scrollLeft, y * this.scale - scrollTop];
      return left > FINGER / 2 && top > FINGER / 2 && left < clientWidth - FINGER / 2 && top < clientHeight - FINGER / 2;
    };
    const key = places.join();
    if (key === this.led && places.some(inView)) return;
    this.led = key;
    if (places.every(inView)) return;
    const middle = (axis) => {
      const sorted = places.map((place) => place[axis]).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] * this.scale;
    };
    this.view.scrollTo(middle(0) - clientWidth / 2, middle(1) - clientHeight / 2);
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

/** Shapes differ as well as colours: a frame for what can act, a ring for a goal, a ring with a cross for a target. */
function shape({ kind, at: [x, y], odds }, scale) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `mark ${kind}`);
  const add = (tag, attributes, text = "") => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    group.append(element);
  };
  const [wide, high, round] = [62 * scale, 27 * scale, 36 * scale];
  for (const under of ["under", "over"]) {
    if (kind === "can" || kind === "picked") add("rect", { class: under, x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx: 7 });
    else add("circle", { class: under, cx: x, cy: y, r: round });
    if (kind.startsWith("target")) add("path", { class: under, d: `M${x - round} ${y}h${round * 0.55}M${x + round} ${y}h${-round * 0.55}M${x} ${y - round}v${round * 0.55}M${x} ${y + round}v${-round * 0.55}` });
  }
  if (odds) add("text", { x, y: y - round - 6 }, odds);
  return group;
}

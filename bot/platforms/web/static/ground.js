// A picture that scrolls both ways and can be touched; marks are drawn over it in its own px.
import { make } from "./dom.js";
import { drawMarks } from "./marks.js";

const SVG = "http://www.w3.org/2000/svg";
// A fingertip, and the smallest and largest scale of a map on the page.
const FINGER = 44;
const TRIES = 6;
const SCALES = { least: 0.3, usual: 0.72, most: 2 };
// How many points of a picture there must be for each point of the screen.
const ENOUGH = 0.96;
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
    this.nearScale = Number(localStorage.getItem("map-scale")) || SCALES.usual;
    this.forms = [];
    this.places = {};
    this.boxes = {};
    this.asks = "";
    this.marks.addEventListener("click", (event) => this.tap(event));
    this.image.addEventListener("load", () => {
      view.classList.remove("waiting");
      view.classList.add("there");
    });
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

  /** Where the view gets another size, what it led to stays in its middle, and what was merely in it stays in it. */
  resized() {
    if (!this.size) return;
    if (this.whole || this.far) this.fit();
    if (this.whole) return;
    if (this.led && !this.strayed && (this.centred || !this.shows(this.led))) this.lead(this.led);
  }

  /** `fine` are the same picture so many times finer, each a number and an address, the coarser ones first. */
  show(src, size, alt, fine = []) {
    const other = src && this.src !== src;
    // Marks of one theatre never lie over the picture of another: that goes at once, not only when the new one is there.
    if (other && this.image.alt !== alt) this.view.classList.remove("there");
    this.image.alt = alt;
    if (other) this.src = src;
    this.forms = [[1, src], ...fine];
    if (this.size?.join() !== size.join() || this.fitted !== this.whole || this.wide !== this.far) {
      this.fitted = this.whole;
      this.wide = this.far;
      this.size = size;
      this.marks.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
      this.fit();
      if (this.whole) this.view.scrollTo(0, 0); // a shelf begins with the first thing on it
    }
    if (other) this.fetch(this.needed);
    else this.refine();
  }

  /** The coarsest form with a point for each point of the screen, else the finest. */
  get needed() {
    const wanted = this.shown * devicePixelRatio;
    return this.forms.findIndex(([density], at) => density >= wanted * ENOUGH || at === this.forms.length - 1);
  }

  /** Fetches a finer form where the map was made larger. */
  refine() {
    if (this.src && this.needed > this.form) this.fetch(this.needed);
  }

  fetch(form) {
    this.form = form;
    this.tries = 0;
    this.view.classList.add("waiting");
    this.image.src = this.forms[form][1];
  }

  /** A picture that could not be fetched is asked for again, with growing pauses; a finer form gives way to the usual one. */
  again() {
    const { src, form } = this;
    this.tries += 1;
    if (this.tries >= TRIES) return;
    const next = this.tries < 3 ? form : 0;
    setTimeout(() => src === this.src && form === this.form && (this.image.src = this.forms[next][1]), 500 * 2 ** this.tries);
  }

  /** A picture that is shown whole is as wide as the view; one that is shown at a glance is fitted into it by the style. */
  fit() {
    this.shown = this.whole ? Math.min(1, this.view.clientWidth / this.size[0]) : this.scale;
    this.sheet.style.width = `${Math.round(this.size[0] * this.shown)}px`;
    this.sheet.style.aspectRatio = `${this.size[0]} / ${this.size[1]}`;
  }

  /** Of the whole map all is shown until it is made larger. */
  get scale() {
    return this.far ? Math.max(this.fitting, this.farScale ?? 0) : this.nearScale;
  }

  get fitting() {
    return Math.min(1, this.view.clientWidth / this.size[0]);
  }

  /** Larger or smaller about a point, or about the middle of what is seen. */
  zoom(factor, point = null) {
    if (!this.size || this.whole) return;
    this.own();
    const box = this.view.getBoundingClientRect();
    const x = (point?.clientX ?? box.left + box.width / 2) - box.left;
    const y = (point?.clientY ?? box.top + box.height / 2) - box.top;
    const least = this.far ? this.fitting : Math.min(SCALES.usual, Math.max(SCALES.least, this.view.clientWidth / this.size[0]));
    const scale = Math.min(SCALES.most, Math.max(least, this.scale * factor));
    const grown = scale / this.scale;
    const [left, top] = [this.view.scrollLeft, this.view.scrollTop];
    if (this.far) this.farScale = scale;
    else {
      this.nearScale = scale;
      localStorage.setItem("map-scale", scale.toFixed(3));
    }
    this.fit();
    clearTimeout(this.refining);
    this.refining = setTimeout(() => this.refine(), 300);
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

  /** Places that are in view stay in it when the view gets another size. */
  keep(places) {
    this.led = places;
    this.strayed = false;
    this.centred = false;
  }

  /** Brings places into view: the middle of all, or of those that stand closest together where the view is too small. */
  lead(places) {
    if (!places.length) return;
    this.keep(places);
    this.centred = true;
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

  /** Draws marks; `places` are those that a tap may mean, `about` tells the scale and what must stay legible. */
  mark(marks, places, about) {
    this.places = places;
    this.marks.dataset.picture = this.src;
    this.marks.dataset.position = this.asks;
    drawMarks(this.marks, marks, { size: this.size, ...about });
  }

  /** A tap means the box that it is in, else the place whose middle is nearest, if it is within a fingertip or on what stands there. */
  tap(event) {
    const box = this.marks.getBoundingClientRect();
    const css = box.width / this.size[0];
    const away = ([x, y]) => Math.hypot(event.clientX - box.left - x * css, event.clientY - box.top - y * css);
    let nearest = null;
    for (const [space, at] of Object.entries(this.places)) {
      if (!nearest || away(at) < nearest.away) nearest = { space, away: away(at) };
    }
    const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    const within = boxAt(this.boxes, at.x * this.size[0], at.y * this.size[1]);
    this.touched(within ?? (nearest && nearest.away <= Math.max(FINGER / 2, 52 * css) ? nearest.space : null), at);
  }
}

/** The target whose box (left, top, width, height) a point lies in; null where none does. */
export function boxAt(boxes, x, y) {
  const found = Object.entries(boxes).find(([, [left, top, width, height]]) => x >= left && x < left + width && y >= top && y < top + height);
  return found ? found[0] : null;
}

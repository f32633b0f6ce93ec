// Pictures in messages: their room is kept from the first moment, so nothing jumps when they come.
import { make } from "./dom.js";
import { say } from "./words.js";

const TALLEST = { table: 170, panel: 460, other: 400 };
const WIDEST = { table: 250, panel: 640, other: 560 };
// Two pictures joined one below the other may take more height, else neither could be read.
const JOINED = 1.8;
// A picture whose announcement was missed, e.g. over a restart, is asked for after this time.
const PATIENCE = 12000;
const TRIES = 6;

export class Picture {
  constructor(picture, where, enlarge) {
    this.where = where;
    this.image = make("img", { alt: "", decoding: "async" });
    this.note = make("span", { class: "drawing" });
    this.element = make("button", { type: "button", class: "picture", onclick: (event) => enlarge(this, pointed(event)) }, this.image, this.note);
    this.element.addEventListener("keydown", (event) => this.key(event, enlarge));
    this.image.addEventListener("load", () => this.loaded());
    this.image.addEventListener("error", () => this.failed());
    const [width, height] = picture.size ?? picture.room;
    this.fit(width, height);
    this.show(picture);
  }

  fit(width, height) {
    const kind = this.where === "table" || this.where === "panel" ? this.where : "other";
    const tallest = TALLEST[kind] * (kind !== "table" && height > 1.15 * width ? JOINED : 1);
    const scale = Math.min(1, WIDEST[kind] / width, tallest / height);
    this.element.style.width = `${Math.round(width * scale)}px`;
    this.element.style.height = "";
    this.element.style.aspectRatio = `${width} / ${height}`;
  }

  /** A picture of another shape than expected keeps the height, so that nothing below it moves. */
  narrow(shape) {
    const { width, height } = this.element.getBoundingClientRect();
    const kind = this.where === "panel" ? "panel" : "other";
    if (this.where === "table" || !shape) return;
    if (!height) {
      this.fit(this.image.naturalWidth, this.image.naturalHeight); // out of sight nothing can jump
      return;
    }
    if (Math.abs((shape * height) / width - 1) < 0.03) return;
    const room = this.element.parentElement?.clientWidth || WIDEST[kind];
    const wide = Math.min(WIDEST[kind], room, Math.round(height * shape));
    this.element.style.height = `${height}px`;
    this.element.style.aspectRatio = "auto";
    this.element.style.width = `${wide}px`;
  }

  /** Takes a new state, or a newer picture: the old one stays until the new one is there. */
  show(picture) {
    clearTimeout(this.timer);
    const other = this.picture?.src !== picture.src;
    this.picture = picture;
    this.tries = 0;
    this.element.setAttribute("aria-label", say("pictures.enlarge", { what: picture.alt || say("picture") }));
    if (this.image.dataset.src === picture.src) {
      this.image.alt = picture.alt;
      return;
    }
    // A panel changes because its player did something, so its picture may take the room that it needs.
    if (this.where === "panel" && other) this.fit(...(picture.size ?? picture.room));
    if (picture.state === "ready") this.load();
    else if (picture.state === "failed") this.say(say("pictures.failed"));
    else {
      this.say(this.image.dataset.src ? "" : say("pictures.drawing"));
      this.element.classList.add("waiting");
      this.timer = setTimeout(() => this.load(), PATIENCE);
    }
  }

  load() {
    this.wanted = this.picture.src;
    this.image.src = this.wanted;
  }

  loaded() {
    this.image.dataset.src = this.wanted;
    this.image.alt = this.picture.alt;
    this.narrow(this.image.naturalWidth / this.image.naturalHeight);
    this.element.classList.add("there");
    this.element.classList.remove("waiting");
    this.say("");
  }

  failed() {
    this.tries += 1;
    if (this.tries < TRIES) this.timer = setTimeout(() => this.retry(), 500 * 2 ** this.tries);
    else this.say(say("pictures.lost"));
  }

  retry() {
    this.image.removeAttribute("src");
    this.load();
  }

  /** Arrows step through a replay: it is shown in large first. */
  key(event, enlarge) {
    if (!this.picture.stills || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    enlarge(this, null, event.key === "ArrowRight" ? 1 : -1);
  }

  say(text) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }
}

/** Where a press points to in its picture, from 0 to 1 each way; nothing for the keyboard. */
function pointed(event) {
  if (!event.detail) return null;
  const box = event.currentTarget.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

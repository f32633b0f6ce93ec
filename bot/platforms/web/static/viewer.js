// A picture in large: wheel, pinch, double click and keys zoom; dragging and arrows move; Escape closes. Arrows step
// through the positions of a replay while it is not zoomed.
import { byId, icon, make } from "./dom.js";
import { say } from "./words.js";

const CLOSE = "M6 6l12 12M18 6L6 18";
const STEP = 80;

export class Viewer {
  constructor() {
    this.dialog = byId("viewer");
    this.image = make("img", { alt: "", draggable: "false" });
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group",
      "aria-label": say("viewer.about") }, this.image);
    this.caption = make("p", { class: "caption" });
    this.at = make("span", { class: "at", role: "status" });
    this.steps = make("div", { class: "steps" },
      make("button", { type: "button", class: "quiet", onclick: () => this.step(-1), "aria-label": say("viewer.before") }, "◂"), this.at,
      make("button", { type: "button", class: "quiet", onclick: () => this.step(1), "aria-label": say("viewer.next") }, "▸"),
      make("button", { type: "button", class: "quiet", onclick: () => this.run() }, say("viewer.run")));
    this.dialog.append(
      make("div", { class: "tools" }, this.steps,
        make("button", { type: "button", class: "quiet", onclick: () => this.zoom(1 / 1.5) , "aria-label": say("viewer.smaller") }, "−"),
        make("button", { type: "button", class: "quiet", onclick: () => this.fit(), "aria-label": say("viewer.fit") }, say("viewer.fit")),
        make("button", { type: "button", class: "quiet", onclick: () => this.zoom(1.5), "aria-label": say("viewer.larger") }, "+"),
        make("button", { type: "button", class: "quiet", onclick: () => this.dialog.close(), "aria-label": say("close") }, icon(CLOSE))),
      this.stage, this.caption);
    this.fingers = new Map();
    this.listen();
  }

  show(picture) {
    if (!picture.image.dataset.src) return;
    this.source = picture.image.dataset.src;
    this.stills = picture.picture?.stills ?? 0;
    this.steps.hidden = !this.stills;
    this.run();
    this.image.alt = picture.image.alt;
    this.caption.textContent = picture.image.alt;
    this.dialog.showModal();
    this.fit();
    this.stage.focus();
  }

  /** The replay as it moves by itself. */
  run() {
    this.still = -1;
    this.image.src = this.source;
    this.at.textContent = this.stills ? say("viewer.count", { count: this.stills }) : "";
  }

  /** One position of a replay on or back; out of the run it begins with the first, or the last. */
  step(by) {
    const from = this.still < 0 ? (by > 0 ? -1 : this.stills) : this.still;
    this.stepTo(from + by);
  }

  stepTo(number) {
    this.still = Math.max(0, Math.min(this.stills - 1, number));
    this.image.src = `${this.source}/${this.still}`;
    this.at.textContent = say("viewer.at", { number: this.still + 1, count: this.stills });
  }

  fit() {
    this.scale = 1;
    this.x = this.y = 0;
    this.place();
  }

  zoom(factor, centre = null) {
    const box = this.stage.getBoundingClientRect();
    const at = { x: (centre?.x ?? box.left + box.width / 2) - box.left - box.width / 2, y: (centre?.y ?? box.top + box.height / 2) - box.top - box.height / 2 };
    const scale = Math.min(8, Math.max(1, this.scale * factor));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.place();
  }

  place() {
    const reach = (this.scale - 1) / 2;
    const limit = { x: this.stage.clientWidth * reach, y: this.stage.clientHeight * reach };
    this.x = Math.max(-limit.x, Math.min(limit.x, this.x));
    this.y = Math.max(-limit.y, Math.min(limit.y, this.y));
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.classList.toggle("zoomed", this.scale > 1);
  }

  listen() {
    this.stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
    }, { passive: false });
    this.stage.addEventListener("dblclick", (event) => (this.scale > 1 ? this.fit() : this.zoom(2.5, { x: event.clientX, y: event.clientY })));
    this.stage.addEventListener("pointerdown", (event) => {
      this.stage.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    this.stage.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.stage.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.dialog.addEventListener("close", () => this.fingers.clear());
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      this.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), middle);
    } else {
      this.x += now.x - before.x;
      this.y += now.y - before.y;
      this.place();
    }
    this.fingers.set(event.pointerId, now);
  }

  key(event) {
    if (this.stills && this.scale === 1 && this.stepKey(event.key)) {
      event.preventDefault();
      return;
    }
    const move = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
    if (move) {
      this.x += move[0];
      this.y += move[1];
      this.place();
    } else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  stepKey(key) {
    if (key === "ArrowLeft" || key === "ArrowRight") this.step(key === "ArrowRight" ? 1 : -1);
    else if (key === "Home" || key === "End") this.stepTo(key === "Home" ? 0 : this.stills - 1);
    else if (key === " ") this.run();
    else return false;
    return true;
  }
}

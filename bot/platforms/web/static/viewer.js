// A picture in large: wheel, pinch, double click and keys zoom; dragging and arrows move; Escape closes.
import { byId, icon, make } from "./dom.js";

const CLOSE = "M6 6l12 12M18 6L6 18";
const STEP = 80;

export class Viewer {
  constructor() {
    this.dialog = byId("viewer");
    this.image = make("img", { alt: "", draggable: "false" });
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group",
      "aria-label": "Picture; plus and minus zoom, arrows move, zero fits, Escape closes" }, this.image);
    this.caption = make("p", { class: "caption" });
    this.dialog.append(
      make("div", { class: "tools" },
        make("button", { type: "button", class: "quiet", onclick: () => this.zoom(1 / 1.5) , "aria-label": "Smaller" }, "−"),
        make("button", { type: "button", class: "quiet", onclick: () => this.fit(), "aria-label": "Fit" }, "Fit"),
        make("button", { type: "button", class: "quiet", onclick: () => this.zoom(1.5), "aria-label": "Larger" }, "+"),
        make("button", { type: "button", class: "quiet", onclick: () => this.dialog.close(), "aria-label": "Close" }, icon(CLOSE))),
      this.stage, this.caption);
    this.fingers = new Map();
    this.listen();
  }

  show(picture) {
    if (!picture.image.dataset.src) return;
    this.image.src = picture.image.dataset.src;
    this.image.alt = picture.image.alt;
    this.caption.textContent = picture.image.alt;
    this.dialog.showModal();
    this.fit();
    this.stage.focus();
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
}

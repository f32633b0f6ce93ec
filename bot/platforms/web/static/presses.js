// A second press within half a second hits only what lay under the finger at the first: what moved there or came there since is not meant.

// Milliseconds for which what a press has changed cannot be pressed.
const PAUSE = 500;
// Px: two touches closer than this are touches of one place, and so far the map may lie off without having moved.
const FINGER = 44;
const STILL = 2;
const CONTROLS = "button, summary, a, label, input:not([type=text]), [role=option], .map-sheet svg, dialog";

export class Presses {
  constructor() {
    this.at = -Infinity;
    this.known = [];
    this.down = null;
    addEventListener("pointerdown", (event) => this.landed(event), { capture: true });
    addEventListener("click", (event) => this.pressed(event), { capture: true });
  }

  /** A finger has come down: what it means is what lies under it now. */
  landed(event) {
    const control = event.target.closest?.(CONTROLS);
    this.down = { control, state: control ? described(control) : null, refused: this.refuses(control, event) };
    if (this.down.refused) stop(event);
  }

  pressed(event) {
    if (!event.isTrusted) return;
    const control = event.target.closest?.(CONTROLS);
    if (control && this.last?.control === control) return; // what a label's press does to its box
    const { down } = this;
    this.down = null;
    const byFinger = event.detail > 0 && down !== null;
    const refused = byFinger ? down.refused || slid(down, control) : this.refuses(control, event);
    if (control) this.at = performance.now();
    if (refused) stop(event);
    else if (control) this.remember(event);
    this.last = !refused && control?.localName === "label" ? control : null;
  }

  /** Whether a press comes too soon after the last one for what lies at its place by now. */
  refuses(control, event) {
    if (!control || performance.now() - this.at >= PAUSE) return false;
    const now = described(control);
    const place = event.detail === 0 && event.type === "click" ? null : [event.clientX, event.clientY]; // keys have no place
    return !this.known.some((before) => isSame(before, now) && (control.localName === "svg" ? this.meant(before, now, place) : covers(before.box, place)));
  }

  /** On the map a place means what it meant before while the map, its question and what is picked stay as they were. */
  meant(before, now, place) {
    const again = place && Math.hypot(place[0] - this.place[0], place[1] - this.place[1]) < FINGER;
    return !shifted(before.box, now.box) && !(again && before.marks !== now.marks);
  }

  /** What can be pressed at the moment of a press, before anything comes of it. */
  remember(event) {
    this.place = [event.clientX, event.clientY];
    const over = [...document.querySelectorAll("dialog[open]")].at(-1);
    const controls = [...(over ?? document).querySelectorAll(CONTROLS)].filter((one) => isThere(one));
    this.known = [...controls, ...(over ? [over] : [])].map(described);
  }
}

/** What tells a control from another that stands in its place later, and where it lies. */
function described(control) {
  const { dataset } = control;
  const words = control.localName === "dialog" ? "" : control.textContent;
  const says = control.localName === "svg" ? [dataset.position, dataset.picture] : [dataset.token, words];
  return { control, says: says.join("\n"), marks: control.localName === "svg" ? drawn(control) : "", box: control.getBoundingClientRect() };
}

/** What is drawn in a layer of the map, as text to compare. */
function drawn(layer) {
  const writer = new XMLSerializer();
  return [...layer.childNodes].map((one) => writer.serializeToString(one)).join("");
}

function isSame(before, now) {
  if (before.control === now.control && now.control.localName !== "svg") return true;
  return before.control.localName === now.control.localName && before.says === now.says;
}

function covers(box, place) {
  return !place || (place[0] >= box.left && place[0] <= box.right && place[1] >= box.top && place[1] <= box.bottom);
}

/** In sight, and nothing else lies over its middle. */
function isThere(control) {
  const box = control.getBoundingClientRect();
  if (!box.width || !box.height || box.bottom < 0 || box.top > innerHeight) return false;
  if (control.localName === "svg" || control.localName === "input") return true;
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return over === null || control.contains(over) || over.contains(control);
}

/** What a finger came down on is not what it leaves: another control, or another piece or question of the map. */
function slid({ control: before, state }, control) {
  if (!before || !control) return false;
  if (before !== control) return !control.contains(before) && !before.contains(control);
  if (control.localName !== "svg") return false;
  const now = described(control);
  return now.says !== state.says || shifted(state.box, now.box);
}

function shifted(before, now) {
  return ["left", "top", "width", "height"].some((side) => Math.abs(before[side] - now[side]) > STILL);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

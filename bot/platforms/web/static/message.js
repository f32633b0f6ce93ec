// One message on the page; it is edited in place, so that focus and pictures stay.
import { icon, initials, make } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { Picture } from "./picture.js";
import { say } from "./words.js";

const STAMP = "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 6.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 1 0 0-11M9.500 9h5M9.500 12h4M9.500 9v6";

export class MessageView {
  constructor(message, page) {
    this.page = page;
    this.where = message.where;
    this.body = make("div", { class: "body" });
    this.figure = make("div", { class: "figure" });
    this.controls = make("div", { class: "controls" });
    this.before = make("summary", { class: "body" });
    this.after = make("div", { class: "body" });
    this.story = make("details", { class: "story", hidden: true, open: matchMedia("(min-width: 861px)").matches }, this.before, this.after);
    this.story.addEventListener("toggle", () => this.fold());
    this.element = make("article", { class: `message in-${message.where}` });
    if (this.where === "channel" || this.where === "thread" || this.where === "note") this.frame(message);
    this.element.append(make("div", { class: "content" }, ...this.head, this.body,
      // In the panel the controls come before the picture: they stay in reach, and it may be large.
      ...(this.where === "panel" ? [this.controls, this.figure] : [this.figure, this.controls])));
    if (this.where === "panel") this.body.before(this.story);
    this.render(message);
  }

  head = [];

  frame(message) {
    const bot = !message.author;
    this.element.append(make("span", { class: `avatar ${bot ? "bot" : ""}`, "aria-hidden": "true" },
      bot ? icon(STAMP, 24) : initials(message.author)));
    this.head = [make("div", { class: "head" },
      make("span", { class: "author" }, bot ? say("name") : message.author),
      make("time", { datetime: new Date(message.first).toISOString() }, clock(message.first)),
      this.where === "note" ? make("span", { class: "only" }, say("message.only_you")) : null)];
  }

  render(message) {
    const held = this.held();
    this.message = message;
    this.element.dataset.at = message.first;
    this.element.dataset.born = message.born;
    this.element.dataset.stream = message.stream;
    this.element.classList.toggle("asked", Boolean(message.asked));
    this.element.classList.toggle("spoken", Boolean(message.author));
    this.element.classList.remove("busy");
    const order = message.author && message.where === "note";
    const { asked, told } = inOrder(message);
    this.tell(told, told.slice(0, message.past ?? 0));
    this.body.replaceChildren(...(order ? [make("code", { class: "order" }, message.text)]
      : message.author ? [make("p", {}, message.text)] : markdown(asked)));
    if (message.file) this.body.append(file(message.file));
    this.renderPicture(message.picture);
    const rows = message.rows ?? [];
    const opened = new Set([...this.controls.querySelectorAll("details[open]")].map((box) => box.dataset.name));
    this.controls.replaceChildren(...(rows.length
      ? [menu(rows, (token, control) => this.page.press(token, control, this), { open: this.where === "panel", opened })] : []));
    this.release(held);
  }

  /** What happened stands before what it leads to: in whole, or on a phone what weighs most of it, and the rest when asked for. */
  tell(told, past) {
    this.lines = told.split("\n").filter((line) => line.trim());
    this.past = past.split("\n").filter((line) => line.trim()).length; // what follows says how things stand
    this.titled = /^\*[^*]+:\*$/.test(this.lines[0] ?? "") ? 1 : 0;
    this.story.hidden = !this.lines.length;
    const short = this.lines.length <= this.titled + 1; // nothing to open
    this.story.classList.toggle("short", short);
    this.before.tabIndex = short ? -1 : 0;
    this.fold();
  }

  /** The line beside the mark that opens the story. */
  fold() {
    const title = this.lines.slice(0, this.titled);
    const rest = this.lines.slice(this.titled);
    const shown = this.story.open || this.past <= this.titled ? rest.slice(0, 1) : weightiest(this.lines.slice(this.titled, this.past));
    this.before.replaceChildren(...markdown([...title, ...shown].join(" ")));
    this.after.replaceChildren(...markdown(rest.slice(1).join("\n")));
  }

  renderPicture(picture) {
    if (!picture) {
      this.figure.replaceChildren();
      this.picture = null;
    } else if (this.picture) {
      this.picture.show(picture);
    } else {
      this.picture = new Picture(picture, this.where, (...shown) => this.page.enlarge(...shown));
      this.figure.replaceChildren(this.picture.element);
    }
  }

  /** Which control had the focus before the controls are made anew. */
  held() {
    const active = document.activeElement;
    if (!this.controls.contains(active)) return null;
    return { label: active.textContent, at: focusable(this.controls).indexOf(active) };
  }

  release(held) {
    if (!held) return;
    const controls = focusable(this.controls);
    const same = controls.find((control) => control.textContent === held.label);
    (same ?? controls[Math.min(held.at, controls.length - 1)] ?? this.page.line).focus({ preventScroll: true });
  }

  busy(on) {
    this.element.classList.toggle("busy", on);
    for (const control of this.controls.querySelectorAll("button")) control.setAttribute("aria-disabled", String(on));
    if (!on) this.controls.querySelector(".pressed")?.classList.remove("pressed");
  }
}

/** The newest of the lines that begin in bold, as combats and ends do; else the first of all. */
function weightiest(lines) {
  const bold = lines.filter((line) => line.startsWith("**"));
  return bold.length ? bold.slice(-1) : lines.slice(0, 1);
}

/** What a panel asks, apart from what it tells before that; any other message is told as it is. */
function inOrder({ text, task }) {
  const at = task ? text.lastIndexOf(task) : -1;
  return at < 0 ? { asked: text, told: "" } : { asked: text.slice(at), told: text.slice(0, at) };
}

function file({ src, name, size }) {
  return make("p", {}, make("a", { href: src, download: name, class: "file" }, name), ` (${Math.ceil(size / 1024)} kB)`);
}

function focusable(element) {
  return [...element.querySelectorAll("button, summary")].filter((control) => control.checkVisibility({ contentVisibilityAuto: true }) && !hiddenIn(control));
}

/** True for what lies in a closed select. */
function hiddenIn(control) {
  const box = control.closest("details");
  return box !== null && !box.open && control.tagName !== "SUMMARY";
}

export function clock(at) {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// The right column: the private panel and the spectators' thread. On a phone the panel is a sheet at the foot.
import { byId, make } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { say } from "./words.js";

export class Side {
  constructor() {
    this.tabs = { panel: byId("tab-panel"), thread: byId("tab-thread") };
    this.sections = { panel: byId("panel"), thread: byId("thread") };
    this.body = make("div");
    this.told = make("div", { class: "notice", role: "status" });
    byId("panel-body").append(this.told, this.body);
    this.sheet = byId("sheet");
    this.phoneThread = byId("show-thread");
    this.unread = 0;
    for (const [name, tab] of Object.entries(this.tabs)) tab.addEventListener("click", () => this.show(name));
    byId("side").querySelector("[role=tablist]").addEventListener("keydown", (event) => this.key(event));
    this.sheet.addEventListener("click", () => this.open(this.sheet.getAttribute("aria-expanded") !== "true"));
    this.phoneThread.addEventListener("click", () => this.show(this.current === "thread" ? "panel" : "thread"));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.sheet.getAttribute("aria-expanded") === "true" && this.sheet.offsetParent) this.open(false);
    });
    this.show("panel");
    this.rest();
  }

  rest() {
    this.before = null;
    this.body.replaceChildren(make("p", { class: "empty" }, say("side.empty")));
    this.told.replaceChildren();
    this.title(say("your_panel"));
    document.body.classList.remove("has-panel");
  }

  show(name) {
    this.current = name;
    document.body.dataset.side = name;
    for (const [other, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      this.sections[other].hidden = other !== name;
    }
    this.phoneThread.setAttribute("aria-pressed", String(name === "thread"));
    if (name === "thread") this.count(-this.unread);
    else this.mark(false);
    this.onshow?.(name);
  }

  key(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const name = this.current === "panel" ? "thread" : "panel";
    this.show(name);
    this.tabs[name].focus();
    event.preventDefault();
  }

  open(on) {
    this.sheet.setAttribute("aria-expanded", String(on));
    document.body.classList.toggle("sheet-open", on);
    if (on) this.gave = false;
    this.touching(false);
    if (on) this.onopen?.();
    if (on && this.stale) this.toTop();
    this.fit();
    byId("sheet-title").textContent = on ? say("your_panel") : this.summary;
    if (on) this.mark(false);
  }

  isOpen() {
    return this.sheet.getAttribute("aria-expanded") === "true";
  }

  /** On a phone the open panel makes way for what is touched on the map; it comes back when that is over. */
  giveWay(on) {
    const isOpen = this.isOpen();
    if (on && isOpen) {
      this.open(false);
      this.gave = true;
    } else if (!on && this.gave && !isOpen) this.open(true);
    if (!on) this.gave = false;
    this.touching(on);
  }

  /** While something on the map is touched, its controls have the room, and no panel opens over them. */
  touching(on) {
    this.isTouched = on;
    document.body.classList.toggle("touched", on);
  }

  /** Shows the panel's message; the first line of what it asks names the sheet. */
  place(view, message) {
    this.told.replaceChildren();
    this.before = null;
    if (view.element.parentElement !== this.body) this.body.replaceChildren(view.element);
    // Of other words the beginning is read first; a page of a menu that is turned stays where it is.
    if (this.text !== message.text) this.toTop();
    this.text = message.text;
    document.body.classList.add("has-panel");
    this.fit();
    this.title(plain((message.task ?? message.text).split("\n").find((line) => line.trim()) ?? say("your_panel")));
  }

  /** On a phone the sheet is as high as its words and the first row of controls need, as far as the map can spare it. */
  fit() {
    const body = byId("panel-body");
    const first = this.body.querySelector(".controls .menu > *");
    if (!first || !body.checkVisibility()) return;
    const high = first.matches("details") ? first.querySelector("summary") : first;
    const story = this.body.querySelector(".story");
    const needed = () => {
      const need = high.getBoundingClientRect().bottom - body.getBoundingClientRect().top + body.scrollTop;
      body.style.setProperty("--need", `${Math.ceil(need) + 14}px`);
      return need;
    };
    // What happened gives way to what is to be pressed: two lines of it, and the rest behind its mark.
    story?.classList.remove("tight");
    if (needed() > body.clientHeight && story?.checkVisibility()) {
      story.classList.add("tight");
      needed();
    }
  }

  /** This person is asked something: what it is in whole, and the buttons that answer it or lead to the answer. */
  ask(text, buttons, press) {
    this.before ??= this.summary;
    document.body.classList.add("has-panel");
    this.notice(text, buttons, press);
    this.title(plain(text.split("\n")[0]));
    this.mark(true);
  }

  /** What was asked is answered or out of date. */
  answered() {
    this.told.replaceChildren();
    if (this.before) this.title(this.before);
    this.before = null;
    this.mark(false);
  }

  busy() {}

  /** What a press of the panel was answered, beside what the feed shows, with the buttons of the answer. */
  notice(text, buttons, press) {
    const row = make("div", { class: "row" }, ...buttons.map((button) =>
      make("button", { type: "button", class: `button ${button.style}`, title: button.hint || null,
        onclick: (event) => press(button.token, event.currentTarget) }, button.label)));
    this.told.replaceChildren(...markdown(text), ...(buttons.length ? [row] : []));
    this.toTop();
  }

  /** What is out of sight cannot be scrolled: then it is done when it comes into sight. */
  toTop() {
    const body = byId("panel-body");
    this.stale = !body.checkVisibility();
    body.scrollTop = 0;
  }

  title(text) {
    this.summary = text;
    if (this.sheet.getAttribute("aria-expanded") !== "true") byId("sheet-title").textContent = text;
  }

  /** The panel changed while it was out of sight. */
  mark(on) {
    const hidden = this.current !== "panel" || (this.sheet.offsetParent && this.sheet.getAttribute("aria-expanded") !== "true");
    const dot = this.tabs.panel.querySelector(".count");
    dot.hidden = !(on && hidden);
    dot.textContent = dot.hidden ? "" : "•";
    this.sheet.classList.toggle("news", Boolean(on && hidden));
  }

  count(change) {
    this.unread = Math.max(0, this.unread + change);
    for (const place of [this.tabs.thread, this.phoneThread]) {
      const badge = place.querySelector(".count");
      badge.hidden = !this.unread;
      badge.textContent = this.unread > 99 ? "99+" : String(this.unread || "");
    }
  }

  threadGrew() {
    if (this.current !== "thread") this.count(1);
  }
}

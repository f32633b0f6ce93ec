// A form of several choices that are sent together, laid over the page that asked for it.
import { byId, make } from "./dom.js";
import { Field } from "./field.js";
import { markdown } from "./markdown.js";
import { say } from "./words.js";

export class FormDialog {
  /** What is answered to it without a panel is told where the panel is. */
  where = "panel";

  constructor(page, token) {
    this.page = page;
    this.store = `form:${page.channel}:${token}`;
    this.element = byId("form");
    this.head = make("div", { class: "form-head" });
    this.title = make("h2", { id: "form-title" });
    this.map = make("button", { type: "button", class: "button", onclick: () => this.page.map.enlarge() }, say("map"));
    this.picture = make("button", { type: "button", class: "button", onclick: () => this.page.enlarge(this.view.picture) });
    this.about = make("div", { class: "form-about", id: "form-about" });
    this.list = make("div", { class: "form-fields" });
    this.tally = make("p", { class: "form-tally", role: "status" });
    this.told = make("p", { class: "form-told", role: "alert" });
    this.sendButton = make("button", { type: "button", class: "button send", onclick: () => this.send() });
    this.element.append(
      this.head,
      make("div", { class: "form-body" }, this.about, this.list),
      make("div", { class: "form-foot" }, this.tally, this.told,
        make("button", { type: "button", class: "button", onclick: () => this.element.close() }, say("close")), this.sendButton));
    this.listen();
  }

  listen() {
    this.element.addEventListener("close", () => this.closed());
    // Escape closes the form alone, not the panel on a phone as well.
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && event.stopPropagation());
  }

  /**
   * The panel has a newer version. Of the same position the form stays as it is filled in; else what it asked is over, and what
   * was ticked is ticked again where it is asked again.
   */
  leave(message, view) {
    if (this.id === message.id) return;
    const open = this.id && this.element.open && !this.element.classList.contains("busy");
    if (open && !message.form && positions(message).has(this.position)) {
      this.id = message.id;
      this.view = view ?? this.view;
      return;
    }
    if (open) this.lost = new Set(this.fields.flatMap((field) => field.chosen()).map(body));
    this.id = "";
    if (this.element.open) this.element.close();
  }

  /** The form's fields, with what was ticked in the one that a newer position took away. */
  refilled(fields) {
    const { lost } = this;
    this.lost = null;
    if (!lost || fields.some((field) => field.options.some((option) => option.chosen))) return fields;
    return fields.map((field) => ({ ...field, options: field.options.map((option) => ({ ...option, chosen: lost.has(body(option.token)) })) }));
  }

  /** Opens the form of a panel's version, once, on the page that asked for it; a reload is still that page. */
  offer(message, view) {
    const { form, id, picture } = message;
    if (!form || this.id === id || !this.isMine(form.key)) return;
    sessionStorage.setItem(this.store, form.key);
    this.id = id;
    this.view = view;
    this.asker = document.activeElement;
    this.pictured(message);
    this.title.textContent = form.title;
    this.picture.textContent = picture?.called || say("picture");
    this.head.replaceChildren(this.title, ...(this.page.map.theatre() ? [this.map] : []), this.picture);
    this.about.replaceChildren(...markdown(message.text));
    this.budget = form.budget ?? 0;
    this.counting = form.counting || say("form.tally", { spent: "{spent}", count: "{count}" });
    this.position = place(form.fields[0].options[0].token);
    this.fields = this.refilled(form.fields).map((field, index) => new Field(field, index, () => this.counted(), index === form.wrong ? form.told : ""));
    this.list.replaceChildren(...this.fields.map((field) => field.element));
    this.busy(false);
    this.counted();
    this.tell(form.told ?? "");
    this.element.showModal();
    this.list.parentElement.scrollTop = 0;
    (this.fields.find((field) => field.wrong) ?? this.fields[0]).focus();
  }

  /** The panel's picture can be looked at as soon as it is there. */
  pictured(message) {
    if (message.id === this.id) this.picture.hidden = message.picture?.state !== "ready";
  }

  /** The browser gives the focus back to what had it; where that was made anew meanwhile, its like gets it. */
  closed() {
    if (this.element.open) return;
    sessionStorage.removeItem(this.store);
    if (document.activeElement !== document.body && !this.element.contains(document.activeElement)) return;
    const token = CSS.escape(this.asker.dataset.token ?? "");
    const like = [...document.querySelectorAll(`[data-token="${token}"]`)].find((control) => control.checkVisibility());
    (like ?? byId("panel")).focus();
  }

  isMine(key) {
    return this.page.link.waiting.has(key) || sessionStorage.getItem(this.store) === key;
  }

  send() {
    const lacking = this.fields.find((field) => field.required && !field.chosen().length);
    const chosen = this.fields.flatMap((field) => field.chosen());
    if (lacking || !chosen.length) {
      this.tell(lacking ? say("form.lacking", { field: lacking.label }) : say("form.empty"));
      (lacking ?? this.fields[0]).focus();
      return;
    }
    sessionStorage.removeItem(this.store);
    this.page.press(chosen, this.sendButton, this, { form: true });
  }

  /** Its command is under way; once that is answered the form has done its work. */
  busy(on) {
    const ended = !on && this.element.classList.contains("busy");
    this.element.classList.toggle("busy", on);
    this.sendButton.setAttribute("aria-disabled", String(on));
    this.sendButton.classList.toggle("pressed", on);
    this.sendButton.textContent = say(on ? "form.sending" : "channel.send");
    if (ended) this.element.close();
  }

  /** Its command could not be carried out for no fault of the person: it may be sent again. */
  failed(text) {
    this.element.classList.remove("busy");
    this.busy(false);
    this.tell(text);
  }

  /** What is spent of what there is; an entry may add to it, and no more can be chosen than it pays for. */
  counted() {
    this.tell("");
    const chosen = this.fields.flatMap((field) => field.amounts());
    const there = this.budget + chosen.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, 0);
    const spent = -chosen.filter((amount) => amount < 0).reduce((sum, amount) => sum + amount, 0);
    this.tally.textContent = there || spent ? this.counting.replace("{spent}", spent).replace("{count}", there) : "";
    this.tally.classList.toggle("over", spent > there);
    if (there) for (const field of this.fields) field.limit(there);
  }

  tell(text) {
    this.told.textContent = text;
  }
}

/** The position that a token belongs to, by its game and number; and what it orders there. */
function place(token) {
  return token.split("~").slice(1, 3).join("~");
}

function body(token) {
  return token.split("~").slice(3).join("~");
}

function positions(message) {
  const controls = (message.rows ?? []).flatMap((row) => row.buttons ?? row.options ?? []);
  return new Set(controls.map((control) => place(control.token)));
}

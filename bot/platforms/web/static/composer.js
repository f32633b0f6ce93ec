// The command line: completion by arrows, Tab and Enter, a history of what was sent, and what is half typed over a reload.
// What is typed without a slash is a message to everyone; if it reads as a command, the page asks before it is said.
import { byId, make } from "./dom.js";
import { say } from "./words.js";

const HISTORY = 100;

export class Composer {
  constructor(page, token) {
    this.page = page;
    this.line = byId("line");
    this.list = byId("suggestions");
    this.hint = byId("line-hint");
    this.items = [];
    this.at = -1;
    this.words = new Set();
    this.store = `typed:${page.channel}`;
    this.history = JSON.parse(sessionStorage.getItem(this.store) ?? "[]");
    this.back = this.history.length;
    this.draft = `draft:${page.channel}:${token}`;
    this.line.value = sessionStorage.getItem(this.draft) ?? "";
    // A phone drops a page that is out of sight, and says so in no other way.
    for (const [target, name] of [[this.line, "input"], [window, "pagehide"], [document, "visibilitychange"]]) {
      target.addEventListener(name, () => this.keep());
    }
    this.line.addEventListener("input", () => this.typed());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.line.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    document.addEventListener("keydown", (event) => this.fromAnywhere(event));
    document.addEventListener("click", (event) => this.copy(event.target.closest?.("code.command")));
  }

  /** A command that a sentence names is put on the line by a touch, to be sent or changed; what is half typed stays. */
  copy(command) {
    if (!command || command.closest("summary, button, a") || String(getSelection())) return;
    if (!this.line.value || this.line.value === this.copied) this.line.value = this.copied = command.textContent;
    this.line.focus();
    this.keep();
    this.typed();
  }

  /** What is half typed is this person's alone, and there again after a reload. */
  keep() {
    if (this.line.value) sessionStorage.setItem(this.draft, this.line.value);
    else sessionStorage.removeItem(this.draft);
  }

  /** A slash typed anywhere but in a field starts a command. */
  fromAnywhere(event) {
    if (event.key !== "/" || event.target.closest("input, textarea, dialog")) return;
    event.preventDefault();
    this.line.focus();
    if (!this.line.value) this.line.value = "/";
    this.typed();
  }

  /** Learns the names of commands, to notice one that was typed without its slash. */
  async learn() {
    for (const item of await this.page.link.complete("")) this.words.add(word(item.insert));
  }

  typed() {
    this.back = this.history.length;
    this.armed = null;
    this.tell("");
    clearTimeout(this.timer);
    if (this.line.value.startsWith("/")) this.timer = setTimeout(() => this.suggest(), 60);
    else this.close();
  }

  async suggest() {
    const text = this.line.value;
    const items = await this.page.link.complete(text.slice(1));
    if (this.line.value !== text || document.activeElement !== this.line) return;
    this.items = items.filter((item) => slashed(item.insert).trimEnd() !== text.trimEnd());
    this.at = -1;
    this.list.replaceChildren(...this.items.map((item, index) =>
      make("div", { id: `suggestion-${index}`, class: "suggestion", role: "option", "aria-selected": "false",
        onpointerdown: (event) => { event.preventDefault(); this.accept(index); } },
        make("span", { class: "insert" }, slashed(item.insert)),
        item.label && slashed(item.label) !== slashed(item.insert) ? make("span", { class: "about" }, item.label) : null)));
    this.list.hidden = !this.items.length;
    this.line.setAttribute("aria-expanded", String(!this.list.hidden));
    this.line.removeAttribute("aria-activedescendant");
  }

  select(index) {
    this.at = index;
    [...this.list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === index)));
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
    if (index >= 0) this.line.setAttribute("aria-activedescendant", `suggestion-${index}`);
    else this.line.removeAttribute("aria-activedescendant");
  }

  accept(index) {
    this.line.value = slashed(this.items[index].insert);
    this.close();
    this.line.focus();
    this.suggest();
  }

  key(event) {
    if (event.isComposing) return;
    const open = !this.list.hidden;
    const down = event.key === "ArrowDown";
    if (down || event.key === "ArrowUp") {
      if (open) {
        const count = this.items.length + 1;
        this.select(((this.at + 1 + (down ? 1 : count - 1)) % count) - 1);
      } else this.recall(down ? 1 : -1);
    } else if (event.key === "Tab" && !event.shiftKey && open) this.accept(Math.max(this.at, 0));
    else if (event.key === "Tab" && !event.shiftKey && this.armed) this.makeCommand();
    else if (event.key === "Enter" && open && this.at >= 0) this.accept(this.at);
    else if (event.key === "Escape" && open) this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  recall(step) {
    const next = Math.max(0, Math.min(this.history.length, this.back + step));
    if (next === this.back) return;
    this.back = next;
    this.line.value = this.history[next] ?? "";
    requestAnimationFrame(() => this.line.setSelectionRange(this.line.value.length, this.line.value.length));
  }

  async submit() {
    const text = this.line.value.trim();
    if (!text || text === "/" || this.asking) return;
    if (!text.startsWith("/") && this.armed?.text !== text) {
      this.asking = true;
      const command = await this.meant(text).finally(() => { this.asking = false; });
      if (this.line.value.trim() !== text) return;
      if (command) {
        this.arm(text, command);
        return;
      }
    }
    this.send(text);
  }

  /** The command that words without a slash are, as typed or by their meaning; "" for a message to everyone. */
  async meant(text) {
    if (this.words.has(word(text))) return `/${text}`;
    const found = /\s/.test(text) ? await this.page.link.complete(text) : [];
    return found.length ? slashed(found[0].insert) : "";
  }

  /** Asks whether words are meant as a command: a hidden card that is named would be read by everyone. */
  arm(text, command) {
    this.armed = { text, command };
    const button = (label, then) => make("button", { type: "button", class: "button", onclick: then }, label);
    this.tell(say("composer.aloud"),
      button(say("composer.send", { command }), () => this.send(command)),
      button(say("composer.say"), () => this.send(text)));
  }

  send(text) {
    this.history = [...this.history.filter((line) => line !== text), text].slice(-HISTORY);
    sessionStorage.setItem(this.store, JSON.stringify(this.history));
    this.back = this.history.length;
    this.line.value = "";
    this.keep();
    this.armed = null;
    this.tell("");
    this.close();
    this.page.submit(text);
  }

  makeCommand() {
    this.line.value = this.armed.command;
    this.typed();
  }

  tell(text, ...buttons) {
    this.hint.replaceChildren(text, ...buttons);
    this.hint.hidden = !text;
  }

  close() {
    clearTimeout(this.timer);
    this.items = [];
    this.at = -1;
    this.list.hidden = true;
    this.list.replaceChildren();
    this.line.setAttribute("aria-expanded", "false");
    this.line.removeAttribute("aria-activedescendant");
  }
}

function slashed(text) {
  return text.startsWith("/") ? text : `/${text}`;
}

function word(text) {
  return text.replace(/^\//, "").trim().split(/\s+/)[0].toLowerCase();
}

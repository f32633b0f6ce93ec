// Who am I, and how to become somebody else: every person is a link of their own.
import { byId, initials, make } from "./dom.js";
import { say } from "./words.js";

export class People {
  constructor(channel) {
    this.channel = channel;
    this.dialog = byId("people");
    this.button = byId("who");
    this.button.addEventListener("click", () => this.show());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  called(name) {
    this.name = name;
    this.button.textContent = name;
    this.button.setAttribute("aria-label", say("people.button", { name }));
  }

  async show() {
    this.dialog.replaceChildren(
      make("h2", { id: "people-title" }, say("you_are", { name: this.name ?? "…" })),
      make("p", { class: "hint" }, say("people.hint")));
    this.dialog.showModal();
    try {
      const response = await fetch(`/api/door?channel=${encodeURIComponent(this.channel)}`);
      const facts = await response.json();
      this.dialog.append(make("ul", { class: "people" }, ...facts.people.map((person) =>
        make("li", {}, make("a", { href: person.link, target: "_blank", rel: "noopener", class: "person",
          "aria-current": person.name === this.name ? "true" : null },
          make("span", { class: "avatar", "aria-hidden": "true" }, initials(person.name)),
          make("span", { class: "name" }, person.name))))));
    } catch {
      this.dialog.append(make("p", { role: "alert" }, say("people.silent")));
    }
    this.dialog.append(make("p", { class: "foot" },
      make("a", { href: `/c/${this.channel}` }, say("people.other")),
      make("button", { type: "button", class: "button", onclick: () => this.dialog.close() }, say("close"))));
  }
}

// What a target on a shelf, such as a card, can be used for: its controls of the panel, laid over the page.
import { byId, make } from "./dom.js";
import { say } from "./words.js";

export class Chooser {
  constructor() {
    this.element = byId("card");
    this.element.addEventListener("click", (event) => event.target === this.element && this.element.close());
  }

  /** `press` is told the chosen offer, `look` shows the picture in large, by a button of that label. */
  show(offers, press, look, label) {
    const then = (act) => () => {
      this.element.close();
      act();
    };
    this.element.replaceChildren(
      make("h2", { id: "card-title" }, offers[0].label),
      make("div", { class: "uses" }, ...offers.map((offer) =>
        make("button", { type: "button", class: "button use", "data-token": offer.token, onclick: then(() => press(offer)) },
          make("span", { class: "label" }, offer.group),
          offer.about ? make("span", { class: "about" }, offer.about) : null))),
      make("p", { class: "foot" },
        make("button", { type: "button", class: "button", onclick: then(look) }, label || say("chooser.look")),
        make("button", { type: "button", class: "button", onclick: () => this.element.close() }, say("close"))));
    this.element.showModal();
  }
}

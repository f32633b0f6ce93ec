// What is ticked on the map to be sent in one press: offers of which the panel takes several together.
import { make } from "./dom.js";
import { say } from "./words.js";

export class Ticks {
  constructor(changed) {
    this.changed = changed;
    this.offers = new Map();
  }

  get size() {
    return this.offers.size;
  }

  get tokens() {
    return [...this.offers.keys()];
  }

  /** Whether something in a space is ticked. */
  holds(space) {
    return [...this.offers.values()].some((offer) => offer.here.includes(space));
  }

  /** Of another position nothing stays ticked. */
  keep(offers) {
    const tokens = new Set(offers.map((offer) => offer.token));
    for (const token of this.tokens) if (!tokens.has(token)) this.offers.delete(token);
  }

  /** Several are taken together where the panel takes several: those that lead nowhere yet, such as units and spaces. */
  takes(offer) {
    return offer.most > 1 && !offer.to && offer.here.length > 0;
  }

  /** The tick beside an offer. */
  tick(offer) {
    const box = make("input", { type: "checkbox", tabindex: "-1", value: offer.token,
      onchange: () => {
        if (box.checked) this.add(offer);
        else this.offers.delete(offer.token);
        this.changed();
      } });
    box.checked = this.offers.has(offer.token);
    return make("label", { class: "tick-room" }, box);
  }

  /** No more than may be sent; beyond that the oldest gives way. */
  add(offer) {
    this.offers.set(offer.token, offer);
    while (this.offers.size > offer.most) this.offers.delete(this.tokens[0]);
  }

  /** Who is ticked, and the button that sends all of them; nothing while nobody is. */
  row(send) {
    if (!this.size) return null;
    const labels = [...this.offers.values()].map((offer) => offer.label).join(", ");
    return make("div", { class: "row ticked" },
      make("p", { class: "hint" }, say("ticks.together", { what: labels })),
      make("button", { type: "button", class: "button primary", tabindex: "-1", onclick: (event) => send(this.tokens, event.currentTarget) },
        say("do_ticked_count", { count: this.size })),
      make("button", { type: "button", class: "button", tabindex: "-1", onclick: () => {
        this.offers.clear();
        this.changed();
      } }, say("ticks.none")));
  }
}

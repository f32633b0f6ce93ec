// One field of a form: a list that is folded away while it is long and nobody looks into it.
import { make } from "./dom.js";
import { say } from "./words.js";

// So many entries need no folding.
const SHORT = 6;

export class Field {
  /** `told` is what was wrong with this field when the form was sent the last time. */
  constructor(field, index, changed, told = "") {
    this.label = field.label;
    this.required = field.required;
    this.most = field.most;
    this.printed = field.most;
    this.single = field.most === 1;
    this.priced = field.options.some((option) => option.amount < 0);
    this.changed = changed;
    this.many = field.options.length;
    const name = `field-${index}`;
    this.taken = make("span", { class: "taken" });
    const options = field.options.map((option) => this.option(option, name));
    // What need not be chosen can be taken back; a radio button alone could not be.
    if (this.single && !this.required) options.unshift(this.option({ label: say("field.nothing"), token: "" }, name, true));
    this.box = make("details", { open: index === 0 || options.length <= SHORT },
      make("summary", {},
        make("span", { class: "name", id: name }, field.label),
        (this.about = make("span", { class: "how", id: `${name}-how` }, this.how())), this.taken),
      told ? make("p", { class: "wrong", id: `${name}-wrong` }, told) : null,
      make("div", { class: "picks" }, ...options));
    this.wrong = Boolean(told);
    if (told) this.box.open = true;
    this.element = make("fieldset", { class: "form-field", "aria-labelledby": name, "aria-describedby": told ? `${name}-wrong` : `${name}-how` }, this.box);
    this.element.addEventListener("change", () => this.count());
    this.mark();
  }

  how() {
    if (this.many === 1) return say(this.required ? "field.required" : "field.optional");
    return say(`field.${this.single ? "one" : "some"}${this.required ? "_required" : ""}`, { most: this.most, many: this.many });
  }

  option({ label, token, description, amount, chosen }, name, checked = chosen === true) {
    return make("label", { class: "pick" },
      make("input", { type: this.single ? "radio" : "checkbox", name, value: token, checked, "data-label": label, "data-amount": amount }),
      make("span", { class: "says" }, make("span", { class: "label" }, label),
        ...(description ? [" ", make("span", { class: "about" }, description)] : [])));
  }

  ticked() {
    return [...this.element.querySelectorAll("input:checked")].filter((input) => input.value);
  }

  /** Tokens of what is chosen, in the order of the list. */
  chosen() {
    return this.ticked().map((input) => input.value);
  }

  /** What each chosen entry adds to the budget or, negative, takes from it. */
  amounts() {
    return this.ticked().map((input) => Number(input.dataset.amount ?? 0));
  }

  /** Of entries with a cost no more may be chosen than there are points. */
  limit(points) {
    if (!this.priced || this.single) return;
    this.most = Math.max(1, Math.min(this.printed, points));
    this.about.textContent = this.how();
    this.mark();
  }

  /** Where as many are ticked as may be, the others rest; what is chosen can be read while the list is folded. */
  count() {
    this.mark();
    this.changed();
  }

  mark() {
    const ticked = this.ticked();
    const full = !this.single && ticked.length >= this.most;
    for (const input of this.element.querySelectorAll("input:not(:checked)")) input.disabled = full;
    this.taken.textContent = ticked.map((input) => input.dataset.label).join(", ");
  }

  focus() {
    this.box.open = true;
    (this.element.querySelector("input:checked") ?? this.element.querySelector("input")).focus();
  }
}

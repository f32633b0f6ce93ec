// The map pane: the newest picture of the map stays in view. What is touched in it is a control of the panel: the server
// says which offers belong to which space, the page only leads a tap to their tokens.
import { byId, make } from "./dom.js";
import { Ground } from "./ground.js";
import { markdown } from "./markdown.js";

const KINDS = new Set(["overview", "theatre", "closeup", "space", "supply", "control", "front", "threats"]);

export class MapPane {
  /** What is answered to it without a panel is told where the panel is. */
  where = "panel";

  constructor(page) {
    this.page = page;
    this.element = byId("map");
    this.fold = byId("map-fold");
    this.areas = byId("map-areas");
    this.strip = byId("map-strip");
    this.ground = new Ground(byId("map-view"), (space, at) => this.touch(space, at));
    this.fold.addEventListener("click", () => this.folded(!this.isFolded));
    byId("map-larger").addEventListener("click", () => this.ground.zoom(1.35));
    byId("map-smaller").addEventListener("click", () => this.ground.zoom(1 / 1.35));
    // What is hidden from screen readers must not take the focus.
    this.strip.addEventListener("mousedown", (event) => event.preventDefault());
    this.isFolded = localStorage.getItem("map") === "folded";
    this.clear();
  }

  clear() {
    this.board = null;
    this.area = null;
    this.picked = null;
    this.aimed = null;
    this.newest = null;
    this.text = "";
    this.paint();
  }

  folded(on) {
    this.isFolded = on;
    localStorage.setItem("map", on ? "folded" : "open");
    this.paint();
  }

  /** A picture of the map: the newest that is ready is shown as it is until there is a board. Room is made for the first at once. */
  seen(message) {
    const { picture } = message;
    if (!KINDS.has(picture?.kind) || (this.newest?.src && this.newest.at > message.at)) return;
    if (picture.state === "ready") this.newest = { at: message.at, src: picture.src, size: picture.size ?? picture.room, alt: picture.alt };
    else this.newest ??= { at: message.at, src: "", size: picture.room, alt: "" };
    if (!this.board) this.paint();
  }

  /** The panel's own words, for whoever looks at the map alone. */
  say(text) {
    this.text = text;
    if (this.board) this.paintStrip();
  }

  lay({ board, pictures }) {
    this.board = board;
    this.pictures = pictures;
    this.aimed = null;
    this.choice = null;
    if (board?.number !== this.number) this.turned = null;
    this.number = board?.number;
    this.picked = this.onlyOrigin() ?? (board?.offers.some((offer) => offer.here.includes(this.picked)) ? this.picked : null);
    const here = board?.areas.find((area) => area.name === this.area?.name);
    this.area = here && (this.useOf(here) || this.turned === here.name) ? here : this.bestArea();
    this.paint();
  }

  /** Where all who can go stand in one place, its goals are lit at once. */
  onlyOrigin() {
    const origins = new Set((this.board?.offers ?? []).filter((offer) => offer.to).flatMap((offer) => offer.here));
    return origins.size === 1 ? [...origins][0] : null;
  }

  useOf(area) {
    const count = (space) => (space && area.places[space] ? 1 : 0);
    return this.board.offers.reduce((sum, offer) => sum + count(offer.to) + offer.here.reduce((n, space) => n + count(space), 0), 0);
  }

  bestArea() {
    const [first] = this.board?.areas ?? [];
    const cards = this.board?.offers.some((offer) => offer.card !== null);
    if (!first || first.name === "near" || (first.name === "hand" && cards)) return first ?? null;
    return this.board.areas.reduce((best, area) => (this.useOf(area) > this.useOf(best) ? area : best), this.area ? this.board.areas.find((a) => a.name === this.area.name) ?? first : first);
  }

  // ------------------------------------------------------------------------------------------- touching

  /** Offers that lead to a space from where somebody is picked, or from nowhere on the map. */
  goals(space) {
    return this.board.offers.filter((offer) => offer.to === space && (!offer.here.length || offer.here.includes(this.picked)));
  }

  touch(space, { x, y }) {
    if (this.element.classList.contains("busy")) return;
    if (!this.board) {
      if (this.newest.src) this.page.viewer.show({ image: { dataset: { src: this.newest.src }, alt: this.newest.alt } });
      return;
    }
    if (this.area.name === "hand") {
      this.page.choose(this.cardAt(x, y), this, () => this.page.viewer.show({ image: { dataset: { src: this.ground.src }, alt: this.area.label } }));
      return;
    }
    const goals = space && space !== this.picked ? this.goals(space) : [];
    this.choice = null;
    if (!goals.length) {
      this.picked = space === this.picked ? this.onlyOrigin() : space;
      this.aimed = null;
    } else if (goals.length === 1 && (goals[0].what !== "attack" || this.aimed === space)) {
      this.press(goals[0], this.strip);
      return;
    } else {
      this.aimed = space; // an attack cannot be taken back, so its odds are read before the second tap
      this.choice = goals;
    }
    this.paintMarks();
    this.paintStrip();
  }

  press(offer, control) {
    this.page.press(offer.token, control, this);
  }

  busy(on) {
    this.element.classList.toggle("busy", on);
  }

  // ------------------------------------------------------------------------------------------- painting

  paint() {
    const shown = this.area ?? this.newest;
    this.element.hidden = !shown;
    this.element.classList.toggle("folded", this.isFolded);
    document.body.classList.toggle("has-board", Boolean(this.board) && !this.isFolded);
    document.body.classList.toggle("has-map", Boolean(shown) && !this.isFolded);
    this.fold.setAttribute("aria-expanded", String(!this.isFolded));
    this.areas.replaceChildren(...(this.board?.areas ?? []).map((area) =>
      make("button", { type: "button", class: "quiet", "aria-pressed": String(area === this.area), onclick: () => this.turnTo(area) }, area.label)));
    if (!shown || this.isFolded) return;
    this.ground.whole = this.area?.name === "hand";
    if (this.area) this.ground.show(this.pictures + this.area.src, this.area.size, `The map: ${this.area.label}. Everything that can be done stands in your panel.`);
    else this.ground.show(shown.src, shown.size, shown.alt);
    this.paintMarks();
    this.paintStrip();
    this.ground.lead(this.wanted());
  }

  turnTo(area) {
    this.area = area;
    this.turned = area.name;
    this.picked = this.onlyOrigin();
    this.paint();
  }

  /** The places that matter now, in the picture that is shown. */
  wanted() {
    if (!this.area) return [];
    const offers = this.board.offers.filter((offer) => !this.picked || offer.here.includes(this.picked) || !offer.here.length);
    const spaces = offers.flatMap((offer) => [offer.to, ...offer.here]);
    return spaces.map((space) => this.area.places[space]).filter(Boolean);
  }

  paintMarks() {
    if (!this.area) {
      this.ground.mark([], {}, 1);
      return;
    }
    const marks = [];
    for (const [space, at] of Object.entries(this.area.places)) {
      const kind = this.markOf(space);
      if (kind) marks.push({ kind, at, odds: kind.startsWith("target") ? this.goals(space).find((offer) => offer.odds)?.odds : "" });
    }
    const known = Object.fromEntries(Object.entries(this.area.places).filter(([space]) => this.board.spots[space]));
    this.ground.mark(marks, known, this.area.scale);
  }

  markOf(space) {
    if (space === this.picked) return "picked";
    const goals = this.goals(space);
    if (goals.length) return `${goals[0].what === "attack" ? "target" : "goal"}${space === this.aimed ? " aimed" : ""}`;
    if (this.picked && this.board.offers.some((offer) => offer.to && offer.here.includes(this.picked))) return "";
    return this.board.offers.some((offer) => offer.here.includes(space)) ? "can" : "";
  }

  paintStrip() {
    this.strip.hidden = !this.board;
    if (!this.board) return;
    const { spots, offers } = this.board;
    const spot = spots[this.aimed ?? this.picked];
    const said = spot ? [...markdown(spot.text), this.lit()] : markdown(this.text.split("\n").slice(-2).join("\n"));
    const here = () => offers.filter((offer) => offer.here.includes(this.picked) && !offer.to);
    const endings = () => offers.filter((offer) => !offer.here.length && !offer.to && offer.card === null);
    const own = this.choice ?? (this.picked ? here() : []);
    this.strip.replaceChildren(
      make("div", { class: "said" }, ...said.filter(Boolean)),
      ...Object.entries(Object.groupBy(own, (offer) => offer.group)).flatMap(([group, some]) => [
        make("p", { class: "hint" }, group), this.row(some)]),
      ...(this.choice ? [] : [this.row(endings())]));
    this.strip.scrollTop = 0;
  }

  row(offers) {
    return make("div", { class: "row" }, ...offers.map((offer) => this.control(offer)));
  }

  /** Where whoever is picked can go, also on other pictures. */
  lit() {
    const goals = this.choice ? [] : this.board.offers.filter((offer) => offer.to && offer.here.includes(this.picked));
    if (!goals.length) return null;
    const missing = [...new Set(goals.map((offer) => offer.to))].filter((space) => !this.area.places[space]);
    const elsewhere = missing.length ? ` Not on this picture: ${missing.map((space) => this.board.spots[space]?.name ?? "").join(", ")}.` : "";
    return make("p", { class: "hint" }, `Tap what is lit.${elsewhere}`);
  }

  /** The same stands in the panel, where the keyboard and screen readers find it. */
  control(offer) {
    return make("button", { type: "button", class: `button ${offer.style} ${offer.what}`, tabindex: "-1", "data-token": offer.token,
      onclick: (event) => this.press(offer, event.currentTarget) },
      make("span", { class: "label" }, offer.label), offer.about ? make("span", { class: "about" }, offer.about) : null);
  }

  // ------------------------------------------------------------------------------------------- the hand

  /** The card at a point of the hand's picture (from 0 to 1 each way) with which something can be done. */
  cardAt(x, y) {
    const { size, places } = this.board?.cards ?? { places: {} };
    const found = Object.entries(places).find(([, [left, top, width, height]]) =>
      x * size[0] >= left && x * size[0] < left + width && y * size[1] >= top && y * size[1] < top + height);
    return found ? this.board.offers.filter((offer) => String(offer.card) === found[0]) : [];
  }
}

// The map pane: the newest picture of the map stays in view. What is touched in it is a control of the panel: the server
// says which offers belong to which target, the page only leads a tap to their tokens.
import { byId, make } from "./dom.js";
import { boxAt, Ground } from "./ground.js";
import { markdown } from "./markdown.js";
import { legible } from "./marks.js";
import { Ticks } from "./ticks.js";
import { say } from "./words.js";

// Pictures that are turned to only by hand: those that are also in the panel, and every wide one.
const isAside = (area) => area.wide || area.aside;
// What a picture has to show of the map to stay in view here.
const SHOWN = new Set(["whole", "part"]);

export class MapPane {
  /** What is answered to it without a panel is told where the panel is. */
  where = "panel";

  constructor(page) {
    this.page = page;
    this.element = byId("map");
    this.fold = byId("map-fold");
    this.areas = byId("map-areas");
    this.strip = byId("map-strip");
    this.there = byId("map-there");
    this.boxes = byId("map-boxes");
    this.ticks = new Ticks(() => this.repaint());
    this.ground = new Ground(byId("map-view"), (space, at) => this.touch(space, at), () => requestAnimationFrame(() => this.paintThere()));
    this.there.addEventListener("click", () => this.goThere());
    this.fold.addEventListener("click", () => this.folded(!this.isFolded));
    byId("map-larger").addEventListener("click", () => this.ground.zoom(1.35));
    byId("map-smaller").addEventListener("click", () => this.ground.zoom(1 / 1.35));
    // What is hidden from screen readers must not take the focus.
    for (const hidden of [this.strip, this.boxes]) hidden.addEventListener("mousedown", (event) => event.preventDefault());
    this.isFolded = localStorage.getItem("map") === "folded";
    const small = matchMedia("(max-width: 860px)");
    small.addEventListener("change", () => this.putStrip(small.matches));
    this.putStrip(small.matches);
    this.clear();
  }

  clear() {
    this.board = null;
    this.area = null;
    this.picked = null;
    this.aimed = null;
    this.newest = null;
    this.since = 0;
    this.text = "";
    this.paint();
  }

  /** What is touched is told under the map on a phone, and in the column beside it on a desktop. */
  putStrip(small) {
    if (small) this.element.append(this.strip);
    else byId("panel").before(this.strip);
  }

  /** Another game begins: what was shown of the one before is over, and what gets ready of it from now on as well. */
  begin(since) {
    this.newest = null;
    this.since = since;
    if (!this.board) this.paint();
  }

  /** The part of the map that is looked at, or where most can be done; nothing before there is a board. */
  theatre() {
    return this.area && !isAside(this.area) ? this.area : this.board && this.bestArea();
  }

  /** Shows the theatre in large. */
  enlarge() {
    const area = this.theatre();
    if (!area) return;
    const src = area === this.area ? this.ground.image.getAttribute("src") : this.pictures + area.src;
    this.page.viewer.show({ image: { dataset: { src }, alt: say("on_map.map", { area: area.label }) } });
    if (this.isSmall()) this.page.viewer.zoom(2.5); // else no name could be read
  }

  folded(on) {
    this.isFolded = on;
    localStorage.setItem("map", on ? "folded" : "open");
    this.paint();
  }

  /** A picture of the map: the newest that is ready is shown as it is until there is a board. Room is made for the first at once. */
  seen(message) {
    const { picture } = message;
    if (!SHOWN.has(picture?.of_map) || message.at < this.since || (this.newest?.src && this.newest.at > message.at)) return;
    if (picture.state === "ready") this.newest = { of_map: picture.of_map, at: message.at, src: picture.src, size: picture.size ?? picture.room, alt: picture.alt };
    else this.newest ??= { of_map: picture.of_map, at: message.at, src: "", size: picture.room, alt: "" };
    if (!this.board) this.paint();
  }

  /** The panel's own words, for whoever looks at the map alone. */
  say(text) {
    this.text = text;
    if (this.board) this.paintStrip();
  }

  /** A board follows the action, unless somebody is just looking elsewhere by himself. */
  lay({ board, pictures }) {
    const moved = board?.number !== this.board?.number || board?.focus.join() !== this.board?.focus.join();
    // Something new is asked: what was touched before is over, unless it is still what is told under the map.
    const held = this.page.side.isTouched ? this.picked : null;
    if (board?.number !== this.board?.number) this.page.side.giveWay(false);
    this.board = board;
    this.pictures = pictures;
    this.aimed = null;
    this.choice = null;
    this.ticks.keep(board?.offers ?? []);
    // Whoever only watches goes on looking at a space.
    const stays = board?.seated === false ? board.spots[this.picked] : board?.offers.some((offer) => offer.here.includes(this.picked));
    this.picked = this.onlyOrigin() ?? (stays ? this.picked : null);
    const here = board?.areas.find((area) => area.name === this.area?.name);
    const before = this.area?.name;
    this.area = here && (!moved || this.ground.isHeld) ? here : this.bestArea();
    this.paint();
    if (held && this.picked === held && this.isSmall() && !this.page.side.isOpen()) this.page.side.touching(true);
    if (moved) this.follow(this.area?.name !== before);
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

  /** The theatre of the newest action; of several that in which most can be done. */
  bestArea() {
    const [first, ...others] = (this.board?.areas ?? []).filter((area) => !isAside(area));
    if (!first) return null;
    const worth = (area) => [this.board.focus.filter((space) => area.places[space]).length, this.useOf(area), area.name === this.area?.name ? 1 : 0];
    const better = (one, other) => {
      const [a, b] = [worth(one), worth(other)];
      const at = a.findIndex((value, index) => value !== b[index]);
      return at >= 0 && a[at] > b[at];
    };
    return others.reduce((best, area) => (better(area, best) ? area : best), first);
  }

  /** Brings the action into view, where it is not and nobody looks elsewhere by himself. */
  follow(changed) {
    if (this.ground.isHeld) return;
    const places = this.wanted();
    if (places.length && (changed || !this.ground.shows(places))) this.ground.lead(places);
    else if (places.length) this.ground.keep(places);
    this.paintThere();
  }

  /** Whoever asks for the way back follows the action again from here on. */
  goThere() {
    this.ground.follow();
    this.area = this.bestArea();
    this.paint();
    this.ground.lead(this.wanted());
    this.paintThere();
  }

  /** The way back to the action, while it is out of sight; nothing lies over a shelf. */
  paintThere() {
    const best = this.board && !this.isFolded && !this.area?.shelf ? this.bestArea() : null;
    const places = best && this.area === best ? this.wanted() : [];
    this.there.hidden = !best || (this.area === best && (!places.length || this.ground.sees(places)));
  }

  // ------------------------------------------------------------------------------------------- touching

  /** Offers that lead to a space from where somebody is picked, or from nowhere on the map. */
  goals(space) {
    return this.board.offers.filter((offer) => offer.to === space && (!offer.here.length || offer.here.includes(this.picked)));
  }

  /** Whether somebody who can do something stands in a space. */
  isOwn(space) {
    return this.board.offers.some((offer) => offer.here.includes(space));
  }

  /** Offers that are aimed at a target, by several together or each alone, and those that make such an offer possible. */
  aimedAt(space) {
    const found = this.board.offers.filter((offer) => offer.aimed && (offer.to === space || offer.near.includes(space)));
    return found.sort((one, other) => (other.to === space) - (one.to === space));
  }

  touch(space, { x, y }) {
    if (this.element.classList.contains("busy")) return;
    if (this.page.reading && this.isSmall()) {
      this.page.read(false); // the first tap brings the map back
      return;
    }
    if (!this.board) {
      if (this.newest.src) this.page.viewer.show({ image: { dataset: { src: this.newest.src }, alt: this.newest.alt } });
      return;
    }
    if (this.area.shelf) {
      this.page.choose(this.usesAt(this.area.name, x, y), this, () => this.page.viewer.show({ image: { dataset: { src: this.ground.src }, alt: this.area.label } }), this.area.look);
      return;
    }
    const goals = space && space !== this.picked ? this.goals(space) : [];
    const aims = goals.length || this.isOwn(space) ? [] : this.aimedAt(space);
    this.choice = null;
    if (aims.length && (aims.length > 1 || aims[0].to !== space || this.aimed !== space)) {
      this.picked = null;
      this.aimed = space;
      this.choice = aims;
    } else if (aims.length) {
      this.press(aims[0], this.strip);
      return;
    } else if (!goals.length) {
      const isTold = space === this.picked && !this.aimed && this.strip.checkVisibility();
      this.picked = isTold ? this.onlyOrigin() : space; // told already: it is dropped
      this.aimed = null;
    } else if (goals.length === 1 && (!goals[0].aimed || this.aimed === space)) {
      this.press(goals[0], this.strip);
      return;
    } else {
      this.aimed = space; // it cannot be taken back, so its chances are read before the second tap
      this.choice = goals;
    }
    this.repaint();
    this.giveWay();
  }

  /** What is touched is told under the map, so the panel makes way; the space stays in sight when the room changes. */
  giveWay() {
    if (!this.isSmall()) return;
    const touched = this.aimed ?? this.picked;
    this.page.side.giveWay(Boolean(touched) || this.ticks.size > 0);
    const at = this.area.places[touched];
    if (at && !this.ground.sees([at])) this.ground.lead([at]);
  }

  repaint() {
    this.paintMarks();
    this.paintStrip();
  }

  isSmall() {
    return matchMedia("(max-width: 860px)").matches;
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
    this.element.classList.toggle("shelf", Boolean(this.area?.shelf));
    document.body.classList.toggle("has-board", Boolean(this.board?.seated) && !this.isFolded);
    document.body.classList.toggle("has-parts", Boolean(this.board));
    document.body.classList.toggle("has-map", Boolean(shown) && !this.isFolded);
    document.body.classList.toggle("has-fold", Boolean(shown) && this.isFolded);
    this.fold.setAttribute("aria-expanded", String(!this.isFolded));
    this.areas.replaceChildren(...(this.board?.areas ?? []).map((area) =>
      make("button", { type: "button", class: "quiet", "aria-pressed": String(area === this.area), onclick: () => this.turnTo(area) }, area.label)));
    this.areas.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.strip.hidden = true;
    if (!shown || this.isFolded) return;
    // What shows everything is shown whole; of any other picture the middle is what it is about.
    this.ground.far = Boolean(this.area?.wide);
    this.ground.whole = this.area ? this.area.shelf : this.newest.of_map === "whole";
    this.element.classList.toggle("whole", this.ground.whole);
    this.element.classList.toggle("glance", this.ground.whole && !this.area);
    const changed = this.ground.src !== (this.area ? this.pictures + this.area.src : shown.src);
    if (this.area) this.showArea();
    else this.ground.show(shown.src, shown.size, shown.alt);
    this.repaint();
    if (!this.area && changed) this.ground.lead([[shown.size[0] / 2, shown.size[1] / 2]]);
    this.paintThere();
  }

  showArea() {
    const { label, src, size, fine } = this.area;
    const told = say(this.board.seated ? "on_map.map_seated" : "on_map.map", { area: label });
    this.ground.show(this.pictures + src, size, told, fine.map(([density, name]) => [density, this.pictures + name]));
  }

  turnTo(area) {
    this.area = area;
    this.picked = this.onlyOrigin();
    this.paint();
    const places = this.wanted();
    if (places.length && !this.ground.sees(places)) this.ground.lead(places);
    this.paintThere();
  }

  /** The places that matter now, in the picture that is shown: those of the action, else those where something can be done. */
  wanted() {
    if (!this.area || this.area.shelf) return [];
    const placed = (spaces) => [...new Set(spaces)].map((space) => this.area.places[space]).filter(Boolean);
    const action = placed(this.board.focus);
    if (action.length) return action;
    const offers = placed(this.board.offers.flatMap((offer) => [offer.to, ...offer.here]));
    return offers.length ? offers : placed(Object.keys(this.board.spots));
  }

  paintMarks() {
    if (!this.area) {
      this.paintBoxes();
      this.ground.mark([], {}, {});
      return;
    }
    const marks = [];
    for (const [space, at] of Object.entries(this.area.places)) {
      const kind = this.markOf(space);
      if (kind) marks.push({ kind, at, room: this.board.spots[space]?.room, chance: kind.startsWith("target") ? this.chanceAt(space) : "" });
    }
    this.ground.asks = this.board.number;
    const known = Object.fromEntries(Object.entries(this.area.places).filter(([space]) => this.board.spots[space]));
    const { scale, across } = this.area;
    this.ground.boxes = this.area.boxes;
    this.ground.mark(marks, known, { scale, across, places: this.area.places, kept: legible(this.area, this.board.spots) });
    this.paintBoxes();
  }

  chanceAt(space) {
    const found = this.choice && !this.picked ? this.choice : this.goals(space);
    return found.find((offer) => offer.to === space && offer.chance)?.chance ?? "";
  }

  /** What lies on no picture of the map lies over every one. */
  paintBoxes() {
    const boxes = this.area?.shelf ? [] : this.board?.off_map ?? [];
    this.boxes.replaceChildren(...boxes.map((space) => make("button", { type: "button", class: `map-box ${this.markOf(space)}`, tabindex: "-1",
      "data-space": space, onclick: () => this.touch(space, {}) }, this.board.spots[space].name)));
  }

  markOf(space) {
    if (this.ticks.holds(space)) return `ticked${space === this.picked ? " picked" : ""}`;
    if (space === this.picked) return "picked";
    if (this.choice && !this.picked) return space === this.aimed ? "target aimed" : this.choice.some((offer) => offer.here.includes(space)) ? "can" : "";
    const goals = this.goals(space);
    if (goals.length) return `${goals[0].aimed ? "target" : "goal"}${space === this.aimed ? " aimed" : ""}`;
    if (this.picked && this.board.offers.some((offer) => offer.to && offer.here.includes(this.picked))) return "";
    return this.board.offers.some((offer) => offer.here.includes(space)) ? "can" : "";
  }

  /** What is picked and what it may do; while nothing is, the panel's own last words, for whoever has the panel out of sight. */
  paintStrip() {
    const { spots, offers, seated } = this.board ?? { spots: {} };
    const spot = spots[this.aimed ?? this.picked];
    this.strip.hidden = !spot && !seated;
    if (this.strip.hidden) return;
    this.strip.classList.toggle("idle", !spot && !this.ticks.size);
    const said = spot ? [...markdown(spot.text), this.lit()] : markdown(this.text.split("\n").slice(-1).join("\n"));
    // What is aimed at may lie where those stand who can do it.
    const here = () => offers.filter((offer) => offer.here.includes(this.picked) && (!offer.to || offer.to === this.picked));
    const endings = offers.filter((offer) => !offer.here.length && !offer.to && !offer.uses);
    const own = this.choice ?? (this.picked ? here() : []);
    // Offers with the same chances say them once, others each for itself.
    const found = new Set(own.map((offer) => offer.chances).filter(Boolean));
    const chances = found.size === 1 ? [...found] : [];
    this.strip.replaceChildren(
      make("div", { class: "said" }, ...said.filter(Boolean), ...chances.map((one) => make("p", { class: "chances" }, one))),
      ...[this.ticks.row((tokens, control) => this.page.press(tokens, control, this))].filter(Boolean),
      ...Object.entries(Object.groupBy(own, (offer) => offer.group)).flatMap(([group, some]) => [
        make("p", { class: "hint" }, group), this.row(some, null, found.size > 1)]),
      ...(this.choice ? [] : [this.row(endings, this.toShelf())]));
    this.strip.scrollTop = 0;
  }

  /** Where something on a shelf can be used, the way there. */
  toShelf() {
    const shelf = this.board.areas.find((area) => area.shelf);
    if (!shelf || this.area === shelf || !this.board.offers.some((offer) => offer.uses)) return null;
    return make("button", { type: "button", class: "button primary", tabindex: "-1", onclick: () => this.turnTo(shelf) }, shelf.label);
  }

  row(offers, first = null, each = false) {
    return make("div", { class: "row" }, first, ...offers.map((offer) => (this.ticks.takes(offer)
      ? make("div", { class: "together-row" }, this.ticks.tick(offer), this.control(offer, each)) : this.control(offer, each))));
  }

  /** Where whoever is picked can go, also on other pictures. */
  lit() {
    const goals = this.choice ? [] : this.board.offers.filter((offer) => offer.to && offer.here.includes(this.picked));
    if (!goals.length) return null;
    const missing = [...new Set(goals.map((offer) => offer.to))].filter((space) => !this.area.places[space]);
    const spaces = missing.map((space) => this.board.spots[space]?.name ?? "").join(", ");
    return make("p", { class: "hint" }, say(missing.length ? "on_map.tap_elsewhere" : "on_map.tap", { spaces }));
  }

  /** The same stands in the panel, where the keyboard and screen readers find it. */
  control(offer, chances = false) {
    return make("button", { type: "button", class: `button ${offer.style}`, tabindex: "-1", "data-token": offer.token,
      onclick: (event) => this.press(offer, event.currentTarget) },
      make("span", { class: "label", ...(offer.sign ? { "data-sign": offer.sign } : {}) }, offer.label), offer.about ? make("span", { class: "about" }, offer.about) : null,
      chances && offer.chances ? make("span", { class: "about" }, offer.chances) : null);
  }

  // ------------------------------------------------------------------------------------------- shelves

  /** The shelf of a name, which a picture in the panel may show as well. */
  shelf(name) {
    return this.board?.areas.find((area) => area.shelf && area.name === name) ?? null;
  }

  /** What can be done with the target at a point of a shelf's picture (from 0 to 1 each way). */
  usesAt(name, x, y) {
    const { size, boxes } = this.shelf(name) ?? { size: [0, 0], boxes: {} };
    const found = boxAt(boxes, x * size[0], y * size[1]);
    return found ? this.board.offers.filter((offer) => offer.uses === found) : [];
  }
}

// The page of one person in one channel: joins the live link, the messages and the command line.
import { Bell } from "./bell.js";
import { Book } from "./book.js";
import { Chooser } from "./chooser.js";
import { Composer } from "./composer.js";
import { byId, make } from "./dom.js";
import { Feed } from "./feed.js";
import { FormDialog } from "./form.js";
import { Layers } from "./layers.js";
import { Link } from "./link.js";
import { MapPane } from "./map.js";
import { plain } from "./markdown.js";
import { MessageView } from "./message.js";
import { People } from "./people.js";
import { Presses } from "./presses.js";
import { Side } from "./side.js";
import { Viewer } from "./viewer.js";
import { say } from "./words.js";

const [, , token, , channel] = location.pathname.split("/");
const OF_NO_GAME = /^[a-z]+~~/;
const OFFERS = /^(offer|seat)-/;

/** The control that leads to a new game. */
const NEW_GAME = "u~~-1~new";
/** The buttons of a message, whatever rows they stand in. */
const buttonsOf = (message) => (message?.rows ?? []).flatMap((row) => row.buttons ?? []);

class Page {
  constructor() {
    this.channel = channel;
    this.line = byId("line");
    byId("channel-name").textContent = channel;
    this.bell = new Bell(`# ${channel} – ${say("name")}`);
    this.viewer = new Viewer();
    this.chooser = new Chooser();
    this.map = new MapPane(this);
    this.people = new People(channel);
    this.side = new Side();
    new Presses();
    new Layers(["viewer", "form", "card", "people"].map(byId));
    this.form = new FormDialog(this, token);
    this.feed = new Feed(byId("feed"), say("main.empty"), byId("to-newest"));
    this.thread = new Feed(byId("thread-feed"), say("main.thread_empty"));
    this.side.onshow = (name) => name === "thread" && this.thread.toNewest();
    this.side.onopen = () => this.read(false);
    this.presses = new Map();
    this.sent = new Map();
    this.awaited = new Set();
    this.begin();
    this.link = new Link(token, channel);
    this.composer = new Composer(this, token);
    this.listen();
    this.feed.element.addEventListener("scroll", () => this.wantEarlier());
  }

  begin() {
    this.book = new Book();
    this.views = new Map();
    this.feed.clear();
    this.thread.clear();
    this.side.rest();
    this.more = false;
    this.table = null;
    this.map.clear();
    this.panelAt = 0;
    this.question = null;
    this.form.leave({});
    byId("table").hidden = true;
    byId("table").replaceChildren();
  }

  listen() {
    const on = (name, act) => this.link.addEventListener(name, (event) => act(event.detail));
    on("welcome", (message) => this.welcome(message));
    on("entries", (message) => this.entries(message));
    on("board", (message) => this.map.lay(message));
    on("earlier", (message) => this.earlier(message));
    on("answered", ({ key }) => this.settled(key));
    on("refused", (message) => this.refused(message));
    on("state", ({ open }) => this.state(open ? "" : say("main.offline")));
    on("trouble", ({ text }) => this.state(text));
    on("calm", () => this.state(""));
    on("bye", () => this.state(say("main.restarting")));
    on("turned-away", ({ error }) => this.state(error));
  }

  state(text) {
    byId("link-state").textContent = text;
    document.body.classList.toggle("unlinked", Boolean(text));
  }

  welcome(message) {
    if (message.fresh) this.begin();
    this.more = this.more || message.more;
    this.people.called(message.you);
    this.loading = message.fresh;
    setTimeout(() => {
      this.loading = false;
      this.feed.element.setAttribute("aria-busy", "false");
      this.composer.learn();
    }, 400);
    document.body.dataset.linked = "true";
  }

  entries({ stream, items }) {
    for (const entry of items) {
      const found = this.book.take(entry, stream);
      if (!found) continue;
      if (found.retired) this.retire(found);
      this.show(found.message, found.change);
    }
  }

  /** A new message took the slot over: the old one goes if the new one tells all of it, else it stays without its buttons. */
  retire({ message, retired }) {
    const view = this.views.get(message.slot);
    if (!view) return;
    this.views.delete(message.slot);
    if (message.where === "table" || message.where === "panel") return;
    if (message.replaces) return view.element.remove();
    this.views.set(retired.slot, view);
    view.render(retired);
  }

  show(message, change) {
    if (message.where === "table") this.anotherGame(message);
    this.map.seen(message);
    const known = this.views.get(message.slot);
    // A picture that got ready changes nothing else: what is ticked or under way stays.
    if (change === "picture" && known) {
      known.renderPicture(message.picture);
      this.form.pictured(message);
      return;
    }
    if (message.where === "table") this.showTable(message);
    else if (message.where === "panel") this.showPanel(message);
    else this.showMessage(message);
    if (change !== "picture" && !this.loading) this.announce(message);
  }

  showMessage(message) {
    const view = this.views.get(message.slot);
    if (view) {
      view.render(message);
      this.answered(message);
      return;
    }
    if (message.key) this.forget(message.key);
    const made = new MessageView(message, this);
    this.views.set(message.slot, made);
    if (message.asked) this.asked(message);
    const inThread = message.where === "thread";
    (inThread ? this.thread : this.feed).add(made, message.mine);
    if (inThread && !this.loading) this.side.threadGrew();
    if (message.where === "note" && !message.author) this.answer(message, made);
  }

  /** What was asked for here is seen wherever one looks: a sentence in the panel that was pressed, all else in the feed. */
  answer(message, view) {
    const shows = Boolean(message.picture || message.file); // then the panel has no room to say it once more
    if (this.pressed && !shows) this.side.notice(message.text, buttonsOf(message), (token, control) => this.press(token, control, this.side));
    if (this.loading || !this.awaited.size || (this.pressed && !shows)) return;
    this.read(true);
    this.feed.reveal(view.element);
  }

  /** On a phone an answer is given the room of the panel and most of the map's, until one of them is touched. */
  read(on) {
    this.reading = on;
    document.body.classList.toggle("reading", on);
    if (on) this.side.open(false);
  }

  /** Of the game before nothing stays on the map. */
  anotherGame(message) {
    if (!this.table || this.table === message.slot || this.views.get(this.table)?.message.place > message.place) return;
    this.map.begin(message.at);
    this.read(false);
  }

  /** The table message stands on top; of several games the newest one counts. */
  showTable(message) {
    if (this.table && this.views.get(this.table)?.message.place > message.place) return;
    const place = byId("table");
    const view = this.views.get(message.slot) ?? new MessageView(message, this);
    if (this.views.get(message.slot) === view) view.render(message);
    this.views.set(message.slot, view);
    this.table = message.slot;
    if (view.element.parentElement !== place) place.replaceChildren(view.element, this.tableToggle(place));
    place.hidden = false;
  }

  /** On a phone the table message shows its first and its last two lines until somebody wants the whole of it. */
  tableToggle(place) {
    const toggle = make("button", { type: "button", class: "whole-toggle", "aria-expanded": String(place.classList.contains("whole")),
      "aria-label": say("main.whole_table"), onclick: () => {
        toggle.setAttribute("aria-expanded", String(place.classList.toggle("whole")));
      } }, "▾");
    return toggle;
  }

  showPanel(message) {
    this.form.leave(message, this.views.get(message.slot)); // first, so that the focus is back where the form was asked for
    const known = this.views.get(message.slot);
    const view = known ?? new MessageView(message, this);
    if (known) known.render(message);
    this.views.set(message.slot, view);
    this.panelAt = message.at;
    this.side.place(view, message);
    if (this.question) this.asked(this.question);
    this.map.say(message.text);
    this.form.offer(message, view);
    if (message.form || this.touched || this.side.isTouched) return;
    // Where no game is going on there is nothing else to look at.
    const invites = (message.rows ?? []).some((row) => row.buttons?.some((button) => button.token === NEW_GAME));
    if (this.awaited.size || (invites && !this.table)) {
      this.side.show("panel");
      this.side.open(true);
    } else if (!this.loading) this.side.mark(true);
  }

  /** Somebody who is asked finds the way to the answer in the panel, until the panel itself is newer. */
  asked(message) {
    // What a season tells has controls of no game, and nothing waits for whoever reads it.
    if (message.rows && buttonsOf(message).every((button) => OF_NO_GAME.test(button.token))) return;
    this.question = message;
    if (message.first <= (this.panelAt ?? 0)) return;
    const buttons = buttonsOf(message.rows ? message : this.views.get(this.table)?.message);
    if (!buttons.length) return;
    const press = (token, control) => this.press(token, control, this.side);
    // An offer is answered right here, so it is told here in whole; everything else leads to the panel.
    if (OFFERS.test(message.slot)) this.side.ask(message.text, buttons, press);
    else this.side.ask(say("main.your_turn"), buttons.slice(0, 1), press);
  }

  /** A message that lost its buttons asks nothing any more. */
  answered(message) {
    if (this.question?.slot !== message.slot || message.rows?.length) return;
    this.question = null;
    this.side.answered();
  }

  announce(message) {
    if (message.asked) this.bell.ask(message);
    if (message.where === "panel") byId("told").textContent = say("panel_line", { text: plain(message.task ?? message.text).slice(0, 200) });
  }

  earlier({ items, more }) {
    const { element } = this.feed;
    const height = element.scrollHeight;
    const top = element.scrollTop;
    this.feed.following = false;
    const found = this.book.takeEarlier(items).filter((message) => message.where === "channel");
    for (const message of found) this.showMessage(message);
    element.scrollTop = top + element.scrollHeight - height;
    this.more = more;
    this.asking = false;
  }

  wantEarlier() {
    if (!this.more || this.asking || this.feed.element.scrollTop > 200 || !Number.isFinite(this.book.oldest)) return;
    this.asking = true;
    this.link.earlier(this.book.oldest);
  }

  // ------------------------------------------------------------------------------------------ sending

  submit(text) {
    const command = text.startsWith("/");
    this.pressed = false;
    this.touched = false;
    this.side.gave = false;
    this.side.touching(false);
    const key = command ? this.link.send("run", { text: text.slice(1).trim() }) : this.link.send("say", { text });
    const row = make("article", { class: "message pending", "data-at": Number.MAX_SAFE_INTEGER },
      make("div", { class: "content" }, make("p", {}, text)));
    this.sent.set(key, row);
    this.waitFor(key, true);
    this.feed.element.append(row);
    this.feed.toNewest();
  }

  /** Until the last thing that was sent is answered the command line is busy: what is typed stands in the feed before it is done. */
  waitFor(key, on) {
    if (on) this.awaited.add(key);
    else this.awaited.delete(key);
    byId("composer").setAttribute("aria-busy", String(this.awaited.size > 0));
  }

  forget(key) {
    this.sent.get(key)?.remove();
    this.sent.delete(key);
  }

  /** One press of a message at a time, of one control or of several chosen together; its controls rest until it is answered. */
  press(pressed, control, view, more = {}) {
    if (view.element?.classList.contains("busy")) return;
    control.classList.add("pressed");
    view.busy(true);
    this.pressed = view === this.side || view.where === "panel";
    this.touched = view === this.map;
    const key = this.link.send("run", Array.isArray(pressed) ? { token: pressed[0], tokens: pressed, ...more } : { token: pressed });
    this.presses.set(key, view);
    this.waitFor(key, true);
  }

  settled(key) {
    this.waitFor(key, false);
    this.presses.get(key)?.busy(false);
    this.presses.delete(key);
    this.forget(key);
  }

  refused({ key, error, again }) {
    this.state(again ? error : "");
    if (again) return;
    if (this.presses.get(key) === this.form) this.form.failed(error);
    this.settled(key);
    const view = new MessageView({ slot: `refused-${key}`, where: "note", first: Date.now(), text: error, id: key }, this);
    this.feed.add(view, true);
  }

  /** A target that is touched on a shelf in the panel shows its uses; any other picture is shown in large. */
  enlarge(picture, at = null, step = 0) {
    const shelf = picture.picture?.shows;
    const uses = at && picture.where === "panel" ? this.map.usesAt(shelf, at.x, at.y) : [];
    this.choose(uses, this.views.get("panel"), () => this.viewer.show(picture), this.map.shelf(shelf)?.look);
    if (step && this.viewer.dialog.open) this.viewer.step(step);
  }

  /** The uses of a target, to be pressed in a view; without any the picture is looked at, by a button of that label. */
  choose(uses, view, look, label) {
    if (uses.length) this.chooser.show(uses, (offer) => this.press(offer.token, view.element, view), look, label);
    else look();
  }
}

new Page();

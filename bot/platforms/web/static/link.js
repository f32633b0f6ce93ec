// The live link: resumes where it broke off, and sends again what was not answered, under the same key.

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

export class Link extends EventTarget {
  constructor(token, channel) {
    super();
    this.token = token;
    this.channel = channel;
    this.places = { public: null, private: null };
    this.store = `waiting:${channel}:${token.slice(0, 24)}`;
    this.waiting = new Map(JSON.parse(sessionStorage.getItem(this.store) ?? "[]"));
    this.asked = new Map();
    this.questions = 0;
    this.pause = FIRST_PAUSE;
    this.open = false;
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", as: this.token, channel: this.channel, ...this.places }));
    });
    socket.addEventListener("message", (event) => this.read(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost(socket));
  }

  hurry() {
    if (this.timer) this.connect();
  }

  lost(socket) {
    if (socket !== this.socket) return;
    this.giveUp();
    if (this.turnedAway) return;
    this.open = false;
    this.tell("state", { open: false });
    this.timer = setTimeout(() => this.connect(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }

  read(message) {
    if (message.type === "welcome") {
      if (message.fresh) this.places = { public: 0, private: 0 };
      this.open = true;
      this.pause = FIRST_PAUSE;
      this.tell("welcome", message);
      this.tell("state", { open: true });
      for (const sent of this.waiting.values()) this.socket.send(JSON.stringify(sent));
    } else if (message.type === "entries") {
      this.places[message.stream] = message.upto;
      this.tell("entries", message);
    } else if (message.type === "answered") {
      this.settle(message.key);
      this.tell("answered", message);
    } else if (message.type === "refused") {
      if (message.again) setTimeout(() => this.again(message.key), 1500);
      else this.settle(message.key);
      this.tell("refused", message);
    } else if (message.type === "suggestions") {
      this.asked.get(message.id)?.(message.items);
      this.asked.delete(message.id);
    } else {
      if (message.type === "turned-away") this.turnedAway = true;
      this.tell(message.type, message);
    }
  }

  /** Sends a command, press or saying; it counts once however often it has to be sent. */
  send(type, content, key = crypto.randomUUID()) {
    const message = { type, key, ...content };
    this.waiting.set(key, message);
    this.keep();
    if (this.open) this.socket.send(JSON.stringify(message));
    return key;
  }

  again(key) {
    const message = this.waiting.get(key);
    if (message && this.open) this.socket.send(JSON.stringify(message));
  }

  settle(key) {
    this.waiting.delete(key);
    this.keep();
  }

  keep() {
    sessionStorage.setItem(this.store, JSON.stringify([...this.waiting]));
  }

  /** Suggestions for a half-typed command; none while the link is down. */
  complete(text) {
    if (!this.open) return Promise.resolve([]);
    const id = ++this.questions;
    this.giveUp();
    return new Promise((resolve) => {
      this.asked.set(id, resolve);
      this.socket.send(JSON.stringify({ type: "complete", id, text }));
    });
  }

  /** Answers what was asked with nothing: a newer question or a lost link leaves it without an answer. */
  giveUp() {
    for (const answer of this.asked.values()) answer([]);
    this.asked.clear();
  }

  earlier(before) {
    if (this.open) this.socket.send(JSON.stringify({ type: "earlier", before }));
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// Tells somebody that they are asked: a number in the title, and a soft sound or a notification if they switched it on.
import { byId } from "./dom.js";
import { plain } from "./markdown.js";
import { say } from "./words.js";

const WORKER = "/static/notices.js";
// A worker that does not come up within this time is done without.
const PATIENCE = 5000;

export class Bell {
  constructor(title) {
    this.title = title;
    this.asked = 0;
    this.button = byId("sound");
    this.on = localStorage.getItem("sound") === "on";
    this.paint();
    this.button.addEventListener("click", () => {
      this.on = !this.on;
      localStorage.setItem("sound", this.on ? "on" : "off");
      this.paint();
      if (this.on) this.ring();
    });
    this.notices = byId("notify");
    this.notices.hidden = !("Notification" in window);
    this.notices.addEventListener("click", () => this.wantNotices());
    this.paintNotices();
    for (const event of ["focus", "pointerdown", "keydown"]) addEventListener(event, () => this.seen());
    document.addEventListener("visibilitychange", () => document.hidden || this.seen());
  }

  paint() {
    this.button.setAttribute("aria-pressed", String(this.on));
    document.title = this.asked ? `(${this.asked}) ${this.title}` : this.title;
  }

  ask(message) {
    if (document.hasFocus() && !document.hidden) return;
    this.asked += 1;
    this.paint();
    if (this.on) this.ring();
    if (this.noticing) this.notify(message);
  }

  // ------------------------------------------------------------------------------------- notifications

  /** Switched on here, and still allowed by the browser. */
  get noticing() {
    return !this.notices.hidden && localStorage.getItem("notify") === "on" && Notification.permission === "granted";
  }

  /** The browser is asked for its leave by this press and at no other time. */
  async wantNotices() {
    if (this.noticing) localStorage.setItem("notify", "off");
    else if ((await Notification.requestPermission()) === "granted") {
      localStorage.setItem("notify", "on");
      await this.worker();
    }
    this.paintNotices();
  }

  /** The worker through which phones show notifications; none where the browser has no use for one. */
  async worker() {
    try {
      const found = (await navigator.serviceWorker?.getRegistration(WORKER)) ?? (await navigator.serviceWorker?.register(WORKER));
      if (found && !found.active) await activated(found.installing ?? found.waiting);
      return found;
    } catch {
      return undefined; // a browser that keeps workers off pages like this one
    }
  }

  paintNotices() {
    if (this.notices.hidden) return;
    const denied = Notification.permission === "denied";
    this.notices.setAttribute("aria-pressed", String(this.noticing));
    this.notices.title = say(denied ? "bell.denied" : "bell.hint");
    this.notices.disabled = denied;
  }

  async notify(message) {
    const body = plain(message.text).split("\n")[0].slice(0, 160);
    const options = { body, tag: this.title, icon: "/static/icon.svg", data: location.href };
    try {
      const notice = new Notification(this.title, options);
      notice.addEventListener("click", () => {
        window.focus();
        notice.close();
      });
    } catch {
      await this.notifyByWorker(options); // phones allow it to a worker alone
    }
  }

  async notifyByWorker(options) {
    try {
      await (await this.worker()).showNotification(this.title, options);
    } catch {
      this.notices.hidden = true; // a browser that wants a worker and lets none be had
    }
  }

  seen() {
    if (!this.asked) return;
    this.asked = 0;
    this.paint();
  }

  ring() {
    this.audio ??= new AudioContext();
    const now = this.audio.currentTime;
    for (const [pitch, start] of [[523, 0], [659, 0.14]]) {
      const tone = this.audio.createOscillator();
      const loud = this.audio.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, now + start);
      loud.gain.exponentialRampToValueAtTime(0.08, now + start + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, now + start + 0.5);
      tone.connect(loud).connect(this.audio.destination);
      tone.start(now + start);
      tone.stop(now + start + 0.6);
    }
  }
}

function activated(worker) {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
  });
}

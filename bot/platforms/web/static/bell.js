// Tells somebody that they are asked: a number in the title, and a soft sound if they switched it on.
import { byId } from "./dom.js";

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
    for (const event of ["focus", "pointerdown", "keydown"]) addEventListener(event, () => this.seen());
    document.addEventListener("visibilitychange", () => document.hidden || this.seen());
  }

  paint() {
    this.button.setAttribute("aria-pressed", String(this.on));
    document.title = this.asked ? `(${this.asked}) ${this.title}` : this.title;
  }

  ask() {
    if (document.hasFocus() && !document.hidden) return;
    this.asked += 1;
    this.paint();
    if (this.on) this.ring();
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

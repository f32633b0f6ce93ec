// A scrolling list of messages in the order of their time; it follows the newest unless somebody reads back.
import { make } from "./dom.js";

const NEAR = 90;
const SAME_BREATH = 4 * 60 * 1000;

export class Feed {
  constructor(element, empty, button = null) {
    this.element = element;
    this.button = button;
    this.empty = make("p", { class: "empty" }, empty);
    this.element.append(this.empty);
    this.following = true;
    element.addEventListener("scroll", () => this.scrolled());
    // A message grows as well: by its picture, or by more words.
    this.sizes = new ResizeObserver(() => this.following && this.toNewest());
    this.sizes.observe(element);
    button?.addEventListener("click", () => {
      this.toNewest();
      this.element.focus({ preventScroll: true });
    });
  }

  /** A person has scrolled; or the list or its contents changed their size since the last look, which says nothing of what is read. */
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    const size = `${scrollHeight} ${clientHeight}`;
    const isResized = size !== this.size;
    this.size = size;
    if (isResized && this.following) return this.toNewest();
    this.following = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.following && this.button) this.button.hidden = true;
  }

  add(view, mine = false) {
    this.empty.remove();
    let after = this.element.lastElementChild;
    while (after && later(after, view.element)) after = after.previousElementSibling;
    if (after) after.after(view.element);
    else this.element.prepend(view.element);
    this.sizes.observe(view.element);
    this.group(view.element);
    if (view.element.nextElementSibling) this.group(view.element.nextElementSibling);
    if (this.following || mine) this.toNewest();
    else if (this.button) this.button.hidden = false;
  }

  /** A message that follows another of the same author at once does without its head. */
  group(element) {
    const before = element.previousElementSibling;
    const same = before?.classList.contains("message")
      && before.querySelector(".author")?.textContent === element.querySelector(".author")?.textContent
      && before.classList.contains("in-note") === element.classList.contains("in-note")
      && Number(element.dataset.at) - Number(before.dataset.at) < SAME_BREATH
      && day(before) === day(element);
    element.classList.toggle("continued", Boolean(same));
    element.toggleAttribute("data-new-day", !before?.classList.contains("message") || day(before) !== day(element));
    if (element.hasAttribute("data-new-day")) element.dataset.day = longDay(element);
  }

  toNewest() {
    this.element.scrollTop = this.element.scrollHeight;
    this.following = true;
    if (this.button) this.button.hidden = true;
  }

  /** Brings the beginning of a message into view, as soon as it has its room. */
  reveal(element) {
    requestAnimationFrame(() => {
      const long = element.offsetHeight > this.element.clientHeight;
      if (!long) this.toNewest();
      else this.readFrom(element);
    });
  }

  readFrom(element) {
    this.following = false;
    this.element.scrollTop = element.offsetTop - this.element.offsetTop;
  }

  clear() {
    this.element.replaceChildren(this.empty);
    this.following = true;
  }
}

/** Order by time; what came in the same millisecond by its place in the log. */
function later(one, other) {
  const by = Number(one.dataset.at ?? 0) - Number(other.dataset.at);
  return by > 0 || (by === 0 && one.dataset.stream === other.dataset.stream && Number(one.dataset.born) > Number(other.dataset.born));
}

function day(element) {
  return new Date(Number(element.dataset.at)).toDateString();
}

function longDay(element) {
  return new Date(Number(element.dataset.at)).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
}

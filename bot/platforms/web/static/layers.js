// Back closes what lies over the page: every open dialog has an entry of its own in the history of the tab.

// Milliseconds after which a way back that the browser did not go is given up.
const GIVEN_UP = 1000;

export class Layers {
  constructor(dialogs) {
    this.dialogs = dialogs;
    this.stack = [];
    this.returning = null;
    const seen = new MutationObserver(() => this.changed());
    for (const dialog of dialogs) seen.observe(dialog, { attributes: true, attributeFilter: ["open"] });
    addEventListener("popstate", () => this.arrived());
    this.settle(); // entries that a reload has left behind
  }

  get depth() {
    return history.state?.layers ?? 0;
  }

  changed() {
    this.stack = this.stack.filter((dialog) => dialog.open);
    this.stack.push(...this.dialogs.filter((dialog) => dialog.open && !this.stack.includes(dialog)));
    this.settle();
  }

  /** As many entries as dialogs: one more for each that was opened, one step back for each that was closed here. */
  settle() {
    if (this.returning) return;
    while (this.depth < this.stack.length) history.pushState({ layers: this.depth + 1 }, "");
    if (this.depth === this.stack.length) return;
    this.returning = setTimeout(() => { this.returning = null; }, GIVEN_UP);
    history.go(this.stack.length - this.depth);
  }

  /** After a step of the person's own the topmost dialogs close; after a step of ours nothing does. */
  arrived() {
    const own = !this.returning;
    clearTimeout(this.returning);
    this.returning = null;
    if (own) while (this.stack.length > this.depth) this.stack.pop().close();
    this.settle();
  }
}

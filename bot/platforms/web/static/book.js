// Folds the journal of a channel into messages: versions of a slot replace each other, pictures get ready.

export class Book {
  constructor() {
    this.messages = new Map();
    this.ready = new Map();
    this.oldest = Infinity;
  }

  /** Takes one entry; returns what changed: {change: "new" | "edited" | "picture", message, retired}. */
  take(entry, stream) {
    if (stream === "public") this.oldest = Math.min(this.oldest, entry.place);
    return entry.type === "picture" ? this.takePicture(entry) : this.takeMessage(entry, stream);
  }

  takePicture(entry) {
    this.ready.set(entry.of, entry);
    const message = this.messages.get(entry.slot);
    if (!message || message.id !== entry.of) return null;
    this.finish(message);
    return { change: "picture", message };
  }

  takeMessage(entry, stream) {
    const before = this.messages.get(entry.slot);
    if (before && before.place >= entry.place) return null;
    const message = { ...entry, stream, first: entry.at };
    this.finish(message);
    let retired = null;
    if (before && entry.anew) {
      retired = { ...before, slot: `${before.slot}@${before.place}`, rows: undefined };
      if (!entry.replaces) this.messages.set(retired.slot, retired);
    } else if (before) {
      message.first = before.first;
      message.born = before.born;
    }
    message.born ??= entry.place;
    this.messages.set(entry.slot, message);
    return { change: before && !retired ? "edited" : "new", message, retired };
  }

  /** Older entries, oldest first: returns the messages that were not known, folded. */
  takeEarlier(entries) {
    const older = new Map();
    for (const entry of entries) {
      this.oldest = Math.min(this.oldest, entry.place);
      if (entry.type === "picture") {
        this.ready.set(entry.of, entry);
        continue;
      }
      if (entry.anew && !entry.replaces && older.has(entry.slot)) {
        const before = older.get(entry.slot);
        older.set(`${entry.slot}@${before.place}`, { ...before, slot: `${entry.slot}@${before.place}`, rows: undefined });
      }
      const before = entry.anew ? null : older.get(entry.slot);
      older.set(entry.slot, { ...entry, stream: "public", first: before?.first ?? entry.at, born: before?.born ?? entry.place });
    }
    const found = [];
    for (const [slot, message] of older) {
      if (this.messages.has(slot)) continue;
      this.finish(message);
      this.messages.set(slot, message);
      found.push(message);
    }
    return found;
  }

  finish(message) {
    const ready = this.ready.get(message.id);
    if (!message.picture || !ready) return;
    const room = ready.size[0] ? ready.size : message.picture.room;
    message.picture = { ...message.picture, state: ready.state, alt: ready.alt || message.picture.alt, size: room };
  }
}

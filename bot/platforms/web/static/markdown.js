// The small subset of Markdown that replies use: **bold**, *italic*, `code`, lists, line breaks.
// A channel stands between ⟦ and ⟧ and becomes a link: the same person's page of that channel.
// What people wrote themselves stands between two invisible isolates and is shown as it is.
import { make } from "./dom.js";

const OPEN = "\u2068";
const CLOSE = "\u2069";
// A mark never ends inside what somebody wrote, so each piece is one such text or one other letter.
const PIECE = `(?:${OPEN}[^${CLOSE}]*${CLOSE}|[^${OPEN}${CLOSE}])`;
const SPAN = new RegExp(
  `${OPEN}([^${CLOSE}]*)${CLOSE}|\\*\\*(?=\\S)(${PIECE}+?)(?<=\\S)\\*\\*|\\*(?=[^\\s*])(${PIECE}+?)(?<=[^\\s*])\\*|\`([^\`]+)\`|⟦web:([a-z0-9-]+)⟧`,
);

function inline(text) {
  const nodes = [];
  let rest = text;
  for (let found = SPAN.exec(rest); found; found = SPAN.exec(rest)) {
    if (found.index > 0) nodes.push(rest.slice(0, found.index));
    if (found[1] !== undefined) nodes.push(make("bdi", {}, found[1]));
    else if (found[2] !== undefined) nodes.push(make("strong", {}, ...inline(found[2])));
    else if (found[3] !== undefined) nodes.push(make("em", {}, ...inline(found[3])));
    else if (found[4] !== undefined) nodes.push(make("code", found[4].startsWith("/") ? { class: "command" } : {}, found[4]));
    else nodes.push(make("a", { href: found[5], class: "room" }, `#${found[5]}`));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) nodes.push(rest);
  return nodes;
}

export function markdown(text) {
  const blocks = [];
  let lines = null;
  let list = null;
  for (const line of text.split("\n")) {
    const item = /^\s*(?:[-•]|\d+\.)\s+(.*)$/.exec(line);
    if (item) {
      if (!list) blocks.push((list = make(/^\s*\d/.test(line) ? "ol" : "ul")));
      list.append(make("li", {}, ...inline(item[1])));
      lines = null;
    } else if (!line.trim()) {
      lines = list = null;
    } else if (lines) {
      lines.append(make("span", { class: "text-line" }, ...inline(line)));
    } else {
      blocks.push((lines = make("p", {}, make("span", { class: "text-line" }, ...inline(line)))));
      list = null;
    }
  }
  return blocks;
}

export function plain(text) {
  return text
    .split(/(\u2068[^\u2069]*\u2069)/)
    .map((part) => (part.startsWith(OPEN) ? part : part.replace(/⟦web:([a-z0-9-]+)⟧/g, "#$1").replace(/\*\*|[*`]/g, "")))
    .join("");
}

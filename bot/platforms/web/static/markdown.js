// The small subset of Markdown that replies use: **bold**, *italic*, `code`, lists, line breaks.
import { make } from "./dom.js";

const SPAN = /\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=[^\s*])(.+?)(?<=[^\s*])\*|`([^`]+)`/;

function inline(text) {
  const nodes = [];
  let rest = text;
  for (let found = SPAN.exec(rest); found; found = SPAN.exec(rest)) {
    if (found.index > 0) nodes.push(rest.slice(0, found.index));
    if (found[1] !== undefined) nodes.push(make("strong", {}, ...inline(found[1])));
    else if (found[2] !== undefined) nodes.push(make("em", {}, ...inline(found[2])));
    else nodes.push(make("code", {}, found[3]));
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
  return text.replace(/\*\*|[*`]/g, "");
}

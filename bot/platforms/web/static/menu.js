// Buttons and selects of a message, the same rows that every platform shows.
import { make } from "./dom.js";
import { say } from "./words.js";

const SHOWN_OPEN = 8;

export function menu(rows, press, { open = false, opened = new Set() } = {}) {
  const single = rows.filter((row) => row.options).length === 1;
  return make("div", { class: "menu" }, ...rows.map((row) => (row.buttons ? buttons(row.buttons, press) : select(row, press, (open && single && row.options.length <= SHOWN_OPEN) || opened.has(row.placeholder)))));
}

function buttons(row, press) {
  return make("div", { class: "row" }, ...row.map((button) =>
    make("button", { type: "button", class: `button ${button.style}`, title: button.hint || null, "data-token": button.token,
      onclick: (event) => press(button.token, event.currentTarget) },
      button.label, button.hint ? make("span", { class: "unseen" }, ` – ${button.hint}`) : null)));
}

function select(row, press, open) {
  const list = make("div", { class: "options", role: "group", "aria-label": row.placeholder });
  const box = make("details", { class: "select", "data-name": row.placeholder, open },
    make("summary", {}, row.placeholder, make("span", { class: "many" }, String(row.options.length))), list);
  const chosen = (row.most ?? 1) > 1 ? several(row, list, press) : null;
  list.append(...row.options.map((option) => {
    const button = make("button", { type: "button", class: "option", "data-token": option.token,
      onclick: (event) => press(option.token, event.currentTarget) },
      make("span", { class: "label" }, option.label),
      option.description ? make("span", { class: "about" }, option.description) : null);
    return chosen ? make("div", { class: "choice" }, chosen.tick(option), button) : button;
  }));
  if (chosen) box.append(chosen.send);
  box.addEventListener("keydown", (event) => walk(event, box, list));
  // What a press has opened is brought into sight, else its entries lie below the foot of a phone's panel.
  box.querySelector("summary").addEventListener("click", () => setTimeout(() => box.open && box.scrollIntoView({ block: "nearest" })));
  return box;
}

/** Ticks beside the options of a select that takes several, and the button that sends those ticked in one press. */
function several(row, list, press) {
  const ticked = () => [...list.querySelectorAll("input:checked")].map((tick) => tick.value);
  const send = make("button", { type: "button", class: "button primary together", disabled: true,
    onclick: (event) => press(ticked(), event.currentTarget) }, say("do_ticked"));
  const tick = (option) => make("label", { class: "tick-room" }, make("input", { type: "checkbox", class: "tick", value: option.token, "aria-label": say("ticks.together", { what: option.label }),
    onchange: (event) => {
      if (ticked().length > row.most) event.currentTarget.checked = false;
      send.disabled = !ticked().length;
      send.textContent = say(ticked().length ? "do_ticked_count" : "do_ticked", { count: ticked().length });
    } }));
  return { send, tick };
}

/** Arrow keys, Home, End, Escape and first letters move within an opened select. */
function walk(event, box, list) {
  const options = [...list.querySelectorAll(".option")];
  const at = options.indexOf(document.activeElement);
  const focus = (index) => {
    box.open = true;
    options[(index + options.length) % options.length].focus();
    event.preventDefault();
  };
  if (event.key === "ArrowDown") focus(at + 1);
  else if (event.key === "ArrowUp") focus(at < 0 ? options.length - 1 : at - 1);
  else if (event.key === "Home" && at >= 0) focus(0);
  else if (event.key === "End" && at >= 0) focus(options.length - 1);
  else if (event.key === "Escape" && box.open) {
    box.open = false;
    box.querySelector("summary").focus();
    event.stopPropagation();
  } else if (at >= 0 && event.key.length === 1 && /\p{L}|\d/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const turned = [...options.slice(at + 1), ...options.slice(0, at + 1)];
    const next = turned.find((option) => option.textContent.toLowerCase().startsWith(event.key.toLowerCase()));
    if (next) next.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

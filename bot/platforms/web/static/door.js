// The first page: who somebody is, and which channel.
import { initials, make } from "./dom.js";
import { say } from "./words.js";

const channel = location.pathname.startsWith("/c/") ? location.pathname.split("/")[2] : "";
const trouble = document.getElementById("trouble");

async function ask(address, options) {
  const response = await fetch(address, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function complain(error) {
  trouble.textContent = error instanceof TypeError ? say("silent") : error.message;
}

async function open() {
  const facts = await ask("/api/door" + (channel ? `?channel=${encodeURIComponent(channel)}` : ""));
  document.getElementById("people").replaceChildren(...facts.people.map((person) =>
    make("li", {}, make("a", { href: person.link, class: "person" },
      make("span", { class: "avatar", "aria-hidden": "true" }, initials(person.name)),
      make("span", { class: "name" }, person.name)))));
  document.getElementById("channels").replaceChildren(...facts.channels.map((name) =>
    make("li", {}, make("a", { href: `/c/${name}`, "aria-current": name === facts.channel ? "true" : null }, `# ${name}`))));
  return facts.channel;
}

const here = open();
here.catch(complain);

document.getElementById("other").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const body = JSON.stringify({ name: event.target.elements.name.value, channel: await here });
    const person = await ask("/api/person", { method: "POST", body, headers: { "Content-Type": "application/json" } });
    location.assign(person.link);
  } catch (error) {
    complain(error);
  }
});

document.getElementById("elsewhere").addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(`/c/${encodeURIComponent(event.target.elements.channel.value)}`);
});

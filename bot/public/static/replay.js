// Steps through a game without leaving the page. Every way is a link, so all of it works without this as well.

const FAR = 40; // px that a finger must travel to be a swipe
let walking = null;

const stage = () => document.getElementById("stage");

function ahead() {
  const next = stage().dataset.next;
  if (next) new Image().src = next;
}

async function go(address, keep = true) {
  walking?.abort();
  walking = new AbortController();
  stage().setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { signal: walking.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("stage");
    if (!answer.ok || !found) throw new Error("no step");
    if (keep) history.pushState({}, "", answer.url);
    const key = document.activeElement?.dataset?.key;
    stage().replaceWith(found);
    document.getElementById("status").textContent = found.querySelector(".moment").textContent;
    // Whoever steps with a focused button keeps it.
    if (key) found.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    ahead();
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  }
}

function press(key) {
  const link = stage().querySelector(`a[data-key="${CSS.escape(key)}"]`);
  if (link) go(link.href);
  return Boolean(link);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest("#stage a[data-step]");
  const map = event.target.closest("#stage a[data-swipe]");
  if (link) {
    event.preventDefault();
    go(link.href);
  } else if (map && event.detail) {
    // The left and the right third of the map lead back and on; its middle opens it large.
    const box = map.getBoundingClientRect();
    const place = (event.clientX - box.left) / box.width;
    if (place > 1 / 3 && place < 2 / 3) return;
    event.preventDefault();
    press(place < 0.5 ? "ArrowLeft" : "ArrowRight");
  }
});

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const key = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
  if (["ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight", "[", "]", "Home", "End"].includes(key) && press(key)) event.preventDefault();
});

let from = null;
document.addEventListener("touchstart", (event) => {
  const touch = event.touches[0];
  from = event.touches.length === 1 && event.target.closest("[data-swipe]") ? { x: touch.clientX, y: touch.clientY } : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!from) return;
  const across = event.changedTouches[0].clientX - from.x;
  const down = event.changedTouches[0].clientY - from.y;
  from = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 1.5 * Math.abs(down)) return;
  if (event.cancelable) event.preventDefault(); // so that it is no tap besides
  press(across > 0 ? "ArrowLeft" : "ArrowRight");
}, { passive: false });

// A picture that could not be drawn in time is asked for once more.
document.addEventListener("error", (event) => {
  const image = event.target;
  if (!(image instanceof HTMLImageElement) || image.dataset.again) return;
  image.dataset.again = "yes";
  setTimeout(() => { image.src = image.src; }, 6000);
}, true);

addEventListener("popstate", () => go(location.href, false));
ahead();

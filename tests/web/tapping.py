"""Tap on the map of a page by the names of spaces; their positions come from the renderer, as in the server."""

from __future__ import annotations

from playwright.async_api import Page

from engine.pog.content import load_content
from renderer.pog.hit_areas import hand_ground, space_target, theatre_ground
from tests.web.acting import settled

_AREAS = {
    "Western Front": "west", "Eastern Front": "east", "Italian Front": "italy", "Balkans": "balkans", "Near East": "near_east",
}  # fmt: skip

#: Scrolls a point of the picture to the centre of the view and returns its position on the page. After its size has
#: changed, the page may still be scrolling by itself, so wait until it is still.
LEAD = """async ([x, y]) => {
  const view = document.querySelector("#map-view"), marks = view.querySelector("svg");
  const width = marks.viewBox.baseVal.width;
  const scale = () => marks.getBoundingClientRect().width / width;
  const spot = () => {
    const box = marks.getBoundingClientRect();
    return [box.left + x * scale(), box.top + y * scale()];
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let tries = 0; tries < 50; tries += 1) {
    view.scrollTo(x * scale() - view.clientWidth / 2, y * scale() - view.clientHeight / 2);
    const before = spot().join();
    for (let frames = 0; frames < 3; frames += 1) await frame();
    if (spot().join() === before) break;
  }
  return spot();
}"""


async def place(page: Page, space: str) -> tuple[float, float]:
    """Return the position of a space on the page, in the theatre shown."""
    label = await page.locator("#map-areas [aria-pressed=true]").inner_text()
    ground = theatre_ground(load_content(), _AREAS[label])
    wanted = load_content().space_by_name[space]
    (spot,) = [[x, y] for number, x, y in ground.points if number == space_target(wanted)]
    x, y = await page.evaluate(LEAD, spot)
    return float(x), float(y)


async def tap(page: Page, space: str, *, beside: float = 0.0) -> None:
    """Tap a space, or this many pixels beside the centre of its stack."""
    await settled(page)  # otherwise the board could change during the tap
    x, y = await place(page, space)
    if await page.evaluate("() => navigator.maxTouchPoints > 0"):
        await page.touchscreen.tap(x + beside, y)
    else:
        await page.mouse.click(x + beside, y)


async def tap_card(page: Page, number: int) -> None:
    """Tap a card of the hand shown in the map pane, counted from 0."""
    marks = page.locator("#map-view svg[viewBox]")
    wide = await marks.evaluate("(marks) => [marks.viewBox.baseVal.width, marks.getBoundingClientRect().width]")
    _, left, top, width, _ = hand_ground(range(number + 1)).boxes[number]
    scale = wide[1] / wide[0]
    await marks.click(position={"x": (left + width / 2) * scale, "y": (top + 90) * scale})

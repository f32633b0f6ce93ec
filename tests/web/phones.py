"""A page 400 px wide, as on a phone, with checks of visibility and touch targets."""

from __future__ import annotations

from playwright.async_api import Locator, Page

from engine.pog.content import load_content
from renderer.pog.hit_areas import theatre_ground

PHONE = {"viewport": {"width": 400, "height": 860}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

#: Whether a point of the picture is visible in the map pane.
SEEN = """([x, y]) => {
  const view = document.querySelector("#map-view"), marks = view.querySelector("svg");
  const box = marks.getBoundingClientRect(), frame = view.getBoundingClientRect();
  const scale = box.width / marks.viewBox.baseVal.width;
  const [left, top] = [box.left + x * scale, box.top + y * scale];
  return left > frame.left && left < frame.right && top > frame.top && top < frame.bottom;
}"""
#: Whether an element's centre is not covered, and all of it is on the page.
FREE = """(element) => {
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && element.contains(at);
}"""
#: The elements matching a selector that overlap another one, checked at a single moment.
OVER = """([under, selector]) => {
  const box = document.querySelector(under).getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((one) => {
    const own = one.getBoundingClientRect();
    return own.left < box.right && own.right > box.left && own.top < box.bottom && own.bottom > box.top;
  }).map((one) => one.textContent);
}"""
#: Controls too small for a finger: their text, and their size.
SMALL = """() => [...document.querySelectorAll("button, summary, a.file, .tick-room, .pick, #line")]
  .filter((one) => one.checkVisibility() && !one.closest("details:not([open]) > :not(summary)"))
  .map((one) => [one.textContent.trim().slice(0, 30) || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.9 || box.width < 43.9))
  .map(([says, box]) => `${says}: ${box.width} x ${box.height}`)"""


async def seen(page: Page, theatre: str, space: str) -> bool:
    """Return whether a space of a theatre's picture becomes visible; the map may have to scroll first."""
    wanted = load_content().space_by_name[space]
    (spot,) = [[x, y] for number, x, y in theatre_ground(load_content(), theatre).points if number == str(wanted)]
    for _ in range(50):
        if await page.evaluate(SEEN, spot):
            return True
        await page.wait_for_timeout(100)
    return False


async def share(part: Locator) -> float:
    """Return a part's share of the page's height."""
    box = await part.bounding_box()
    return box["height"] / PHONE["viewport"]["height"] if box else 0.0  # type: ignore[index]


def shown(page: Page) -> Locator:
    """The name of the map area shown."""
    return page.locator("#map-areas [aria-pressed=true]")


__all__ = ["FREE", "OVER", "PHONE", "SEEN", "SMALL", "seen", "share", "shown"]

"""On a phone the tab of the shown map area is visible, however the page came to show it."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.web import together
from tests.web.acting import settled
from tests.web.browser import open_page, type_line
from tests.web.house import Guests
from tests.web.phones import PHONE

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser

#: Whether the pressed tab is inside the visible row of tabs.
INSIDE = """() => {
  const row = document.querySelector("#map-areas").getBoundingClientRect();
  const tab = document.querySelector("#map-areas [aria-pressed=true]").getBoundingClientRect();
  return tab.left >= row.left - 1 && tab.right <= row.right + 1;
}"""


async def test_the_tab_of_what_is_shown_is_in_sight(browser: Browser, local: Guests) -> None:
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    for line in ("/new introductory", "/join both", "/start", "/choose take"):
        await type_line(phone, line)
        await settled(phone)
    await phone.locator("#map-areas button", has_text="The whole map").click()
    assert await phone.evaluate(INSIDE)
    # The page switches to the front of the next action by itself.
    await phone.evaluate(
        "[...document.querySelectorAll('#map-areas button')].find((one) => one.textContent === 'Western Front').click()"
    )
    assert await phone.evaluate(INSIDE)


async def test_the_answer_below_the_map_keeps_its_room_after_a_press(browser: Browser, local: Guests) -> None:
    """With the panel closed, units of the Reserve Box are sent one by one, and the map uses the channel's space."""
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    for line in ("/new introductory", "/join both", "/start", "/choose take", "/play 1 as sr"):
        await type_line(phone, line)
        await settled(phone)
    await phone.reload()
    await settled(phone)
    if await phone.locator("#sheet").get_attribute("aria-expanded") == "true":
        await phone.locator("#sheet").click()
    await phone.locator("#map-boxes button", has_text="Reserve Box").click()
    assert "touched" in (await phone.evaluate("document.body.className")).split()
    await phone.wait_for_timeout(700)
    await phone.locator("#map-strip button", has_text="GE c (Reserve Box)").click()
    await settled(phone)
    assert await phone.locator("#map-strip").is_visible()
    assert "touched" in (await phone.evaluate("document.body.className")).split()

"""On a phone the tab of the part of the map that is shown is in sight, however the page came to show it."""

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

#: Whether the pressed tab lies within the row of tabs.
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
    # The page turns to the front where the next action is, not a finger.
    await phone.evaluate(
        "[...document.querySelectorAll('#map-areas button')].find((one) => one.textContent === 'Western Front').click()"
    )
    assert await phone.evaluate(INSIDE)

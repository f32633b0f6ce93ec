"""The shared fixtures of page tests."""

from __future__ import annotations

from tests.web import together
from tests.web.browser import Chromium

pytestmark = together.IN_BROWSER


async def test_a_chromium_that_has_died_is_started_again(one_chromium: Chromium) -> None:
    first = await one_chromium.running()
    assert await one_chromium.running() is first
    await first.close()
    second = await one_chromium.running()
    page = await second.new_page()
    await page.goto("about:blank")
    await page.close()

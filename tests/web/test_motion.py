"""Animation while a picture is being rendered, and none with reduced motion."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from bot.platforms.web.adapter import WebPlatform
from tests.web import together
from tests.web.browser import open_page, type_line
from tests.web.doubles import Painter
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform

ENDLESS = """() => document.getAnimations().map((one) => one.effect)
  .filter((effect) => effect.getComputedTiming().iterations === Infinity)
  .flatMap((effect) => effect.getKeyframes().flatMap(({ offset, computedOffset, easing, composite, ...moved }) => Object.keys(moved)))"""


async def test_a_picture_that_is_drawn_shimmers_and_is_painted_once(
    browser: Browser, platform: WebPlatform, painter: Painter
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL), reduced_motion="no-preference")
    painter.gate.clear()
    await type_line(page, "/attack")
    await expect(page.locator("#feed .picture .drawing")).to_be_visible()
    assert set(await page.evaluate(ENDLESS)) == {"transform"}
    await page.emulate_media(reduced_motion="reduce")
    assert await page.evaluate(ENDLESS) == []
    await page.emulate_media(reduced_motion="no-preference")
    painter.gate.set()
    await expect(page.locator("#feed .picture.there:not(.waiting)")).to_be_visible()
    assert await page.evaluate(ENDLESS) == []

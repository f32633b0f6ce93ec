"""Banquet des Généraux on a 400 px wide page in a real browser: its own questions are read, tapped and explained."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.web import together
from tests.web.acting import settled
from tests.web.browser import open_page, type_line
from tests.web.house import Guests
from tests.web.phones import FREE, PHONE, SMALL, seen
from tests.web.tapping import tap

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser


async def test_the_opening_of_banquet_is_played_on_a_phone(browser: Browser, local: Guests) -> None:
    """The war plans are announced, the card's attacks made on the map, and the odds say what a retreat depends on."""
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    for line in ("/new banquet", "/join both", "/start", "/choose take", "/play guns of august as event"):
        await type_line(phone, line)
        await settled(phone)
    panel = phone.locator("#panel-body")
    await expect(panel).to_contain_text("Attack from the activated spaces")
    assert await phone.evaluate(SMALL) == []
    await type_line(phone, "/odds sedan from koblenz")
    answer = phone.locator("#feed .in-note", has_text="Attacker wins").last
    await expect(answer).to_contain_text("if the attacker then names units that advance (12.5.1)")
    await settled(phone)
    assert await answer.evaluate(FREE)
    # the first tap on the map brings it back from behind the answer
    await phone.locator("#map-view").tap()
    await expect(phone.locator("#map-view img")).to_have_js_property("complete", True)
    await tap(phone, "koblenz")
    await expect(phone.locator("#map svg .target text").first).to_contain_text("wins")
    await tap(phone, "sedan")
    strip = phone.locator("#map-strip")
    await expect(strip).to_contain_text("15 CF against 3")
    for control in await strip.locator("button").all():
        assert await control.evaluate(FREE), await control.inner_text()
    assert await seen(phone, "west", "sedan")
    await strip.locator("button", has_text="frontal attack").tap()
    await settled(phone)
    await expect(panel).not_to_contain_text("Attack with everything that can")
    await expect(panel).to_contain_text("Sedan")
    await type_line(phone, "/status")
    await settled(phone)
    told = phone.locator("#feed .in-note", has_text="Banquet des Généraux").last
    await expect(told).to_contain_text("War plan of Germany")
    assert await phone.evaluate(SMALL) == []
    assert traffic.faults == []

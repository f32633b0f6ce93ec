"""The hex game touched on a phone in a real browser: a stack, a hex, a hex side, and a fort in a hex with a stack."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.storage import Connection
from tests.titles.hexes import drawing
from tests.titles.hexes.facts import facts
from tests.titles.hexes.script import LOBBY
from tests.titles.toy.painting import Drawn
from tests.web import together
from tests.web.acting import settled
from tests.web.browser import open_page
from tests.web.support import CHANNEL, FakePage
from tests.web.tapping import LEAD
from tests.web.test_toy import hunted

pytestmark = [*together.IN_BROWSER, pytest.mark.slow, pytest.mark.usefixtures("hex_title", "last_chosen")]
browser, connection = together.browser, together.connection
PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "device_scale_factor": 2}


@pytest_asyncio.fixture(loop_scope="session")
async def hunting(connection: Connection, signer: Signer) -> AsyncIterator[tuple[WebPlatform, Drawn]]:
    """The local channel with the bot, in the browser's event loop."""
    async with hunted(connection, signer) as served:
        yield served


async def tap(page: Page, x: float, y: float) -> None:
    """Tap a point of the picture."""
    await settled(page)
    await page.touchscreen.tap(*await page.evaluate(LEAD, [x, y]))


@pytest.mark.sweep(fixed=[])
async def test_a_stack_a_hex_a_side_and_a_fort_beside_a_stack_are_touched(
    hunting: tuple[WebPlatform, Drawn], browser: Browser
) -> None:
    web, _ = hunting
    async with FakePage(web, "Anna") as anna, FakePage(web, "Ben") as ben:
        for user, line in LOBBY:
            await {"anna": anna, "ben": ben}[user].run(line)
    phone, traffic = await open_page(browser, web.link("Anna", CHANNEL), **PHONE)
    strip, middles = phone.locator("#map-strip"), {name: drawing.middle(at) for at, name in enumerate(facts().hexes)}
    await expect(phone.locator("#map-view svg[viewBox]")).to_have_count(1)

    # a stack, then its destination hexes, with a facing
    x, y = middles["c6"]
    await tap(phone, x, y - 12)
    await expect(strip).to_contain_text("Blue 2 in C6 (1 step, facing north)")
    await strip.locator("button", has_text="Blue 2 in C6").click()
    for hex_, ground in (("c5", "C5: woods"), ("c4", "C4: open ground")):
        await expect(strip).to_contain_text("Halt")
        await tap(phone, *middles[hex_])
        await expect(strip).to_contain_text(ground)
        await strip.locator("button", has_text=f"{hex_.upper()} facing north").first.click()
        await settled(phone)
    await expect(strip).to_contain_text("Finish the phase")

    # a hex with a stack and a fort, each with its own chance; the first tap shows it, the second attacks
    x, y = middles["c3"]
    await tap(phone, x, y - 24)
    await expect(strip).to_contain_text("hits with 0 to 35 %")
    await tap(phone, x, y + 36)
    await expect(strip).to_contain_text("hits with 40 %")
    await tap(phone, x, y + 36)
    await expect(phone.locator("#table")).to_contain_text("The fort stands and takes 1 more hit.")

    # a side of its own hex, towards which a stack turns
    x, y = middles["b6"]
    await tap(phone, x, y - 12)
    await strip.locator("button", has_text="Blue 1 in B6").click()
    await expect(strip).to_contain_text("Halt")
    await tap(phone, *drawing.side_of(facts().hexes.index("b6"), 2))
    await expect(phone.locator("#panel-body")).to_contain_text("It has 1 hex or turn left.")
    assert traffic.faults == []

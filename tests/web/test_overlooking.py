"""A spectator's page in a real browser: the whole map with its areas, at the current position, without controls."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.service.visibility import _VIEWERS
from tests.web import together
from tests.web.acting import leaks, settled
from tests.web.beginning import begun
from tests.web.browser import Traffic, open_page, type_line
from tests.web.house import Guests
from tests.web.phones import PHONE, share
from tests.web.tapping import tap

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser

TABS = ["Western Front", "Eastern Front", "Italian Front", "Balkans", "Near East", "The whole map"]


def frames(traffic: Traffic) -> list[str]:
    return [frame for frame in traffic.frames if frame.startswith('{"type": "board"')]


async def picture(page: Page) -> bytes:
    """Return the bytes of the map shown."""
    await expect(page.locator("#map-view:not(.waiting) img")).to_be_visible()
    src = await page.locator("#map-view img").get_attribute("src") or ""
    answer = await page.request.get(f"{page.url.split('/u/')[0]}{src}")
    assert answer.ok
    return await answer.body()


def board(traffic: Traffic) -> dict[str, Any]:
    """Return the last board a page received."""
    told: dict[str, Any] = json.loads(frames(traffic)[-1])["board"]
    return told


def reached(traffic: Traffic) -> int:
    """Return the number of record entries in a page's last board, whose number also contains the viewer."""
    return int(board(traffic)["number"]) // _VIEWERS


def names(told: dict[str, Any]) -> set[str]:
    """Return the names of a board's pictures."""
    return {name for area in told["areas"] for name in (area["src"], *(fine for _, fine in area["fine"]))}


async def shown(page: Page) -> str:
    """Return the name of the picture that the map is to show."""
    return str(await page.locator("#map-view img").get_attribute("src")).rpartition("/")[2]


async def caught_up(page: Page, traffic: Traffic, acting: Traffic) -> bytes:
    """Return a spectator's map once it is at the same position as the acting player's board; nothing is hidden here."""
    async with asyncio.timeout(60):
        while reached(traffic) != reached(acting) or await shown(page) not in names(board(traffic)):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.05)
    return await picture(page)


async def shows(page: Page, wanted: bytes) -> None:
    """Wait until the map looks like this."""
    async with asyncio.timeout(60):
        while await picture(page) != wanted:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.1)


async def test_a_spectator_has_the_whole_map_and_never_sees_what_was_taken_back(
    browser: Browser, local: Guests
) -> None:
    (one, acting), (watcher, watched) = await begun(browser, local, "Player one", "Spectator")
    for line in ("/play guns of august as ops", "/activate koblenz move", "/done anyway"):
        await type_line(one, line)
        await settled(one)
    tabs = watcher.locator("#map-areas button")
    await expect(tabs).to_have_text(TABS)
    await expect(watcher.locator("#map-areas [aria-pressed=true]")).to_have_text("Western Front")
    await tap(watcher, "koblenz")
    strip = watcher.locator("#map-strip")
    await expect(strip).to_contain_text("Koblenz (CP): GE 2 and GE 3")
    before = await caught_up(watcher, watched, acting)

    await type_line(one, "/move koblenz frankfurt")
    await expect(strip).to_be_hidden()  # no units are in Koblenz any more
    await tap(watcher, "frankfurt")
    await expect(strip).to_contain_text("Frankfurt (CP): GE 2 and GE 3")
    assert await picture(watcher) != before
    said = watcher.locator("#feed")
    await expect(said).to_contain_text("Frankfurt")

    await type_line(one, "/undo")
    await expect(said).to_contain_text("This was taken back.")
    await expect(said).not_to_contain_text("Frankfurt")
    await expect(strip).to_be_hidden()
    await tap(watcher, "koblenz")
    await expect(strip).to_contain_text("Koblenz (CP): GE 2 and GE 3")
    await shows(watcher, before)
    await watcher.reload()
    await expect(tabs).to_have_text(TABS)
    await expect(said).to_contain_text("This was taken back.")
    await expect(said).not_to_contain_text("Frankfurt")
    await shows(watcher, before)

    # It has no controls, and the page received nothing hidden.
    assert await watcher.locator("#map-strip button, #map svg .mark.can, #map svg .mark.goal").count() == 0
    last = board(watched)
    assert (last["offers"], last["off_map"], last["seated"]) == ([], [], False)
    assert leaks(await watched.everything()) == []

    await tabs.filter(has_text="The whole map").click()
    await check_whole_map(watcher)
    assert watched.faults == []


async def check_whole_map(watcher: Page) -> None:
    """All of it is seen at first, and it stays sharp when it is made larger."""
    shown = watcher.locator("#map-view img")
    await expect(shown).to_have_attribute("alt", "The map: The whole map.")
    await expect(watcher.locator("#map-view.waiting")).to_have_count(0)
    view = await watcher.locator("#map-view").bounding_box()
    sheet = await shown.bounding_box()
    assert view is not None
    assert sheet is not None
    assert sheet["width"] <= view["width"] + 1
    usual = await shown.get_attribute("src")
    for _ in range(4):
        await watcher.locator("#map-larger").click()
    await expect(shown).not_to_have_attribute("src", str(usual))
    await expect(watcher.locator("#map-view.waiting")).to_have_count(0)
    assert await shown.evaluate("(one) => one.naturalWidth / one.clientWidth") > 0.96


async def test_on_a_phone_a_spectator_has_map_and_messages(browser: Browser, local: Guests) -> None:
    ((one, _),) = await begun(browser, local, "Player one")
    phone, traffic = await open_page(browser, local.links["Spectator"], **PHONE)
    await type_line(one, "/play guns of august as ops /activate insterberg move /move insterberg konigsberg anyway")
    await settled(one)
    await expect(phone.locator("#map-areas button")).to_have_text(TABS)
    await expect(phone.locator("#map-areas [aria-pressed=true]")).to_have_text("Eastern Front")
    assert await share(phone.locator("#map-view")) > 0.25
    assert await share(phone.locator("#feed")) > 0.3
    await tap(phone, "konigsberg")
    await expect(phone.locator("#map-strip")).to_contain_text("Königsberg (CP)")
    assert traffic.faults == []

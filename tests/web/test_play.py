"""The opening of a campaign game in a real browser, with `feldpost local` as a separate process."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser, Locator, Page, WebSocketRoute, expect

from tests.web import together
from tests.web.acting import click, leaks, press, settled, three_pages
from tests.web.beginning import begun
from tests.web.browser import type_line
from tests.web.house import Guests
from tests.web.playing import LocalProcess

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
alone, browser = together.alone, together.browser

THERE = ".picture.there:not(.waiting) img"


async def picture_of(page: Page, place: str) -> str:
    """Return the address of a picture at some place, once it is there."""
    image = page.locator(f"{place} {THERE}").last
    await expect(image).to_be_visible()
    return await image.get_attribute("src") or ""


async def calm(page: Page) -> list[str]:
    """Return the channel's texts, once nothing has changed for a second."""
    texts: list[str] = []
    for _ in range(20):
        await page.wait_for_timeout(1000)
        before, texts = texts, await page.locator("#feed .message .body").all_inner_texts()
        if texts and texts == before:
            return texts
    raise AssertionError("the channel does not come to rest")


async def play_on(one: Page, two: Page, until: Locator) -> None:
    """Let the asked player press the first thing offered until something appears on a page."""
    for _ in range(40):
        if await until.count():
            return
        for page in (one, two):
            await press(page, "Panel", "#table")
            await settled(page)
            order = page.locator("button[data-token^='o~']")
            if await page.locator("#panel-body").locator(order).count():
                await click(page, "#panel-body", order)
                await settled(page)
    raise AssertionError("the action does not end")


async def test_the_opening_by_pressing_with_restarts_in_the_middle(browser: Browser, alone: LocalProcess) -> None:
    (one, own), (two, other), (third, watched) = await three_pages(browser, alone)
    await type_line(one, "/new campaign windows=public")
    await press(one, "Central Powers", "#table")
    await press(two, "Allied Powers", "#table")
    await press(one, "Start", "#table")
    await press(one, "Start with Guns of August")
    await expect(one.locator("#table")).to_contain_text("choosing an action")
    first = await picture_of(one, "#feed")
    hand = await picture_of(one, "#panel")

    event = one.locator("#panel-body details", has_text="Event of")
    await event.locator("summary").click()
    await event.locator("button", has_text="Guns of August").click()
    await expect(one.locator("#panel-body")).to_contain_text("Liège")
    await expect(one.locator(f"#panel {THERE}")).not_to_have_attribute("src", hand)
    await alone.restart()
    await press(one, "frontal attack")
    await expect(two.locator("#feed .asked")).to_contain_text("Attack on Sedan: play combat cards")
    await expect(two.locator(f"#feed .asked {THERE}")).not_to_have_attribute("src", first)

    await alone.end_redis()
    await press(two, "Answer", "#feed .asked")
    await press(two, "Play no card")
    await expect(one.locator("#table")).not_to_contain_text("(Player two): playing combat cards")

    before = await calm(one)
    for page in (one, two, third):
        await page.reload()
        await page.wait_for_selector("body[data-linked]")
    assert await calm(one) == before
    action = third.locator("#thread .in-thread", has_text="as an event")
    await play_on(one, two, action)
    await expect(action.first).to_contain_text("Sedan")
    await third.locator("#tab-thread").click()
    await picture_of(third, "#thread")
    await expect(third.locator("#panel-body")).to_contain_text("no seat in this game")

    assert leaks(await watched.everything()) == []
    assert '"shows": "hand"' not in await watched.everything()
    assert leaks(await own.everything())
    assert leaks(await other.everything())
    assert not set(leaks(await own.everything())) & set(leaks(await other.everything()))
    assert await alone.stop() == 0
    assert [line for line in alone.lines if "Traceback" in line] == []


async def test_the_opening_by_typing(browser: Browser, local: Guests) -> None:
    (one, _), (two, _), (third, watched) = await three_pages(browser, local)
    await type_line(one, "/new campaign windows=public")
    await type_line(one, "/join cp")
    await expect(two.locator("#table")).to_contain_text("Central Powers (CP): Player one")
    await type_line(two, "/join ap")
    await expect(one.locator("#table")).to_contain_text("Allied Powers (AP): Player two")
    await type_line(one, "/start")
    await type_line(one, "/choose take")
    await expect(one.locator("#table")).to_contain_text("choosing an action")
    await type_line(one, "/play guns of august as event")
    await type_line(one, "/attack sedan")
    await type_line(one, "/choose frontal")
    await expect(two.locator("#feed .asked")).to_contain_text("Attack on Sedan: play combat cards")
    await type_line(two, "/pass")
    await expect(one.locator("#table")).not_to_contain_text("(Player two): playing combat cards")
    await type_line(two, "/hand")
    await expect(two.locator("#feed .in-note .picture.there")).to_have_count(1)
    await type_line(third, "/hand")
    await expect(third.locator("#feed .in-note").last).not_to_contain_text("Your hand")
    await third.locator("#line").press_sequentially("/play ")
    await third.wait_for_timeout(500)
    assert leaks(await watched.everything()) == []


async def test_the_command_line_is_busy_until_what_was_typed_is_done(browser: Browser, local: Guests) -> None:
    """Typed text appears in the feed as soon as it is received, before the command runs."""
    held: list[str] = []
    released = asyncio.Event()
    page = await browser.new_page()

    async def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        async def pass_on(message: str | bytes) -> None:
            if '"answered"' in str(message):
                held.append(str(message))
                await released.wait()
            socket.send(message)

        server.on_message(lambda message: asyncio.ensure_future(pass_on(message)))

    await page.route_web_socket("**/live", between)
    await page.goto(local.links["Player one"])
    await expect(page.locator("#composer")).not_to_have_attribute("aria-busy", "true")
    await type_line(page, "/rules")
    await expect(page.locator("#feed code", has_text="/rules").first).to_be_visible()
    await expect(page.locator(".pending")).to_have_count(0)
    await expect(page.locator("#composer")).to_have_attribute("aria-busy", "true")
    released.set()
    await expect(page.locator("#composer")).to_have_attribute("aria-busy", "false")
    assert len(held) == 1
    await page.close()


async def test_an_open_panel_follows_what_the_other_side_does(browser: Browser, local: Guests) -> None:
    (one, _), (two, _), _ = await three_pages(browser, local)
    await type_line(one, "/new campaign windows=public")
    await type_line(one, "/join cp")
    await expect(two.locator("#table")).to_contain_text("Central Powers (CP): Player one")
    await type_line(two, "/join ap")
    await settled(two)
    await type_line(one, "/start")
    await settled(one)
    await type_line(two, "/panel")
    await type_line(one, "/choose take")
    await type_line(one, "/play guns of august as event")
    await type_line(one, "/attack sedan")
    await type_line(one, "/choose frontal")
    panel = two.locator("#panel-body")
    choice = panel.get_by_role("button", name="Play no card", exact=True, include_hidden=True)
    await expect(choice).to_be_attached()
    await two.reload()
    await expect(choice).to_be_attached()
    waiting = await one.locator("#panel-body").inner_text()
    await press(two, "Play no card")
    await expect(one.locator("#panel-body")).not_to_have_text(waiting)
    await type_line(two, "/resign yes")
    # A separate process computes the end from the record; it starts now, competing with browsers for the cores.
    await expect(panel).to_contain_text("over", timeout=90_000)
    await expect(one.locator("#panel-body")).to_contain_text("over")
    await expect(one.locator("#panel-body button[data-token^='o~']")).to_have_count(0)


async def test_suggestions_while_typing_are_legal_and_one_s_own(browser: Browser, local: Guests) -> None:
    (one, _), (two, _), (third, _) = await begun(browser, local)
    await expect(one.locator("#table")).to_contain_text("choosing an action")
    await one.locator("#line").press_sequentially("/play guns")
    await expect(one.get_by_role("option").first).to_contain_text(re.compile("guns of august", re.IGNORECASE))
    await one.keyboard.press("Tab")
    await expect(one.locator("#line")).to_have_value(re.compile(r"^/play .*", re.IGNORECASE))
    for page in (two, third):
        await page.locator("#line").press_sequentially("/play guns")
        await page.wait_for_timeout(500)
        await expect(page.get_by_role("option")).to_have_count(0)


async def test_several_entries_of_one_menu_are_one_press(browser: Browser, local: Guests) -> None:
    ((one, _), *_) = await three_pages(browser, local)
    for line in ("/new campaign", "/join both", "/start", "/choose take"):
        await type_line(one, line)
    await expect(one.locator("#table")).to_contain_text("choosing an action")
    operation = one.locator("#panel-body details", has_text="Operations with")
    await operation.locator("summary").click()
    await operation.locator("button.option").first.click()
    marking = one.locator("#panel-body details", has_text="Activate to move")
    await marking.locator("summary").click()
    send = marking.get_by_role("button", name="Do all ticked")
    await expect(send).to_be_disabled()
    for tick in (0, 1):
        await marking.locator("input.tick").nth(tick).check()
    await expect(send).to_have_text("Do all ticked (2)")
    await send.click()
    await settled(one)
    await expect(one.locator("#panel-body")).to_contain_text("Marked:")
    await expect(one.locator("#panel-body")).to_contain_text(" and ")

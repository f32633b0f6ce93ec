"""Actions of players on the pages of `feldpost local`, and what must not leak to them."""

from __future__ import annotations

from playwright.async_api import Browser, Locator, Page, expect

from engine.pog.content import load_content
from tests.web.browser import Traffic, open_page
from tests.web.house import Linked

#: Cards that the opening shows publicly.
PUBLIC_CARDS = frozenset({"cp_01_guns_of_august"})


async def three_pages(browser: Browser, local: Linked) -> list[tuple[Page, Traffic]]:
    return [await open_page(browser, local.links[name]) for name in ("Player one", "Player two", "Spectator")]


async def press(page: Page, name: str, where: str = "#panel-body") -> None:
    """Press a button of the panel or the table, opening its select first."""
    await click(page, where, page.locator("button[data-token]", has_text=name))


async def click(page: Page, where: str, wanted: Locator) -> None:
    """Click the first matching button, opening its select first."""
    button = page.locator(where).locator(wanted).first
    await button.wait_for(state="attached")
    if not await button.is_visible():
        await page.locator(f"{where} details").filter(has=wanted).first.locator("summary").click()
    await button.click()


async def settled(page: Page) -> None:
    """Wait until everything pressed or typed has been answered."""
    await expect(page.locator(".busy, .pending, #composer[aria-busy=true]")).to_have_count(0)


def leaks(text: str) -> list[str]:
    """Ids and full names of cards in a text that only their owner may know yet."""
    found = []
    for card in load_content().cards:
        if card.name not in PUBLIC_CARDS:
            side = ("AP", "CP")[card.side]
            found += [name for name in (card.name, f"{card.title} ({side} {card.number})") if name in text]
    return found

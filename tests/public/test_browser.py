"""The pages in a real browser: stepped by buttons, keys, swipes and taps, on a wide page and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.public.conftest import Public
from tests.public.seasons import Begun, persons
from tests.web.browser import CONTRAST, PATIENCE, Traffic

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser]

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True, "color_scheme": "dark",
}  # fmt: skip


async def opened(browser: Browser, link: str, how: dict[str, Any]) -> tuple[Page, Traffic]:
    context = await browser.new_context(**how)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    traffic = Traffic(page)
    await page.goto(link)
    return page, traffic


def step(number: int) -> re.Pattern[str]:
    return re.compile(rf"^Step {number} of ")


async def sound(page: Page, traffic: Traffic) -> None:
    """Nothing broken, nothing from elsewhere, nothing too faint or too wide, no cookie."""
    assert traffic.faults == []
    assert all(address.startswith("http://127.0.0.1:") for address in traffic.addresses)
    assert await page.evaluate(CONTRAST) == []
    assert page.viewport_size is not None
    assert await page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert await page.evaluate("[...document.images].every((image) => image.alt)")
    assert await page.context.cookies() == []


async def test_a_game_is_stepped_through_by_keys_and_buttons(browser: Browser, public: Public) -> None:
    page, traffic = await opened(browser, f"{public.server.url}/g/{public.over.game_id}?step=0", WIDE)
    count = page.locator(".count")
    await expect(count).to_have_text(step(1))
    await page.keyboard.press("ArrowRight")
    await expect(count).to_have_text(step(2))
    await expect(page).to_have_url(re.compile(r"step=1$"))
    await page.get_by_role("link", name="Forward to the next turn").click()
    await expect(page.locator(".chips a[aria-current=true]").last).to_have_text("September 1914")
    await page.keyboard.press("[")
    await expect(page.locator(".chips a[aria-current=true]").last).to_have_text("August 1914")
    await expect(page.get_by_role("status")).to_have_text("August 1914")
    await page.keyboard.press("End")
    await expect(page.locator(".moment")).to_contain_text("The end")
    bar = await page.locator(".ways .button").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len(bar) == 8
    assert len(set(bar)) == 1
    await page.keyboard.press("Shift+ArrowLeft")
    await expect(page.locator(".moment")).not_to_contain_text("The end")
    await page.go_back()
    await expect(page.locator(".moment")).to_contain_text("The end")
    await expect(page.locator(".map img")).to_have_js_property("complete", True)
    assert await page.locator(".map img").evaluate("(image) => image.naturalWidth") > 0
    await sound(page, traffic)


async def test_on_a_phone_by_swipes_and_taps(browser: Browser, public: Public) -> None:
    page, traffic = await opened(browser, f"{public.server.url}/g/{public.over.game_id}?step=4&spoilers=off", PHONE)
    count = page.locator(".count")
    await expect(count).to_have_text("Step 5")
    box = await page.locator(".map").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    await page.touchscreen.tap(box["x"] + box["width"] * 0.9, middle)
    await expect(count).to_have_text("Step 6")
    await page.touchscreen.tap(box["x"] + box["width"] * 0.1, middle)
    await expect(count).to_have_text("Step 5")
    await swiped(page, -150, middle)
    await expect(count).to_have_text("Step 6")
    await swiped(page, 150, middle)
    await expect(count).to_have_text("Step 5")
    # The map comes before its controls, which stand in one row and can be hit by a finger each.
    boxes = await page.locator(".ways .button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 7, "without the way to an end that is not told"
    assert len({box_["top"] for box_ in boxes}) == 1
    assert all(min(box_["width"], box_["height"]) >= 44 for box_ in boxes)
    assert box["y"] + box["height"] <= boxes[0]["top"]
    await sound(page, traffic)


async def swiped(page: Page, across: int, y: float) -> None:
    """A finger over the map, as the browser itself would report it."""
    session = await page.context.new_cdp_session(page)
    x = 200 - across / 2
    for kind, at in (("touchStart", x), ("touchMove", x + across / 2), ("touchMove", x + across), ("touchEnd", None)):
        points = [] if at is None else [{"x": at, "y": y}]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await session.detach()


async def test_without_a_script_every_way_is_a_link(browser: Browser, public: Public) -> None:
    link = f"{public.server.url}/g/{public.over.game_id}?step=2"
    page, _ = await opened(browser, link, {**PHONE, "java_script_enabled": False})
    await page.get_by_role("link", name="Forward one combat").click()
    await expect(page.locator(".count")).to_have_text(step(4))


@pytest.mark.parametrize("how", [WIDE, PHONE], ids=["1280", "400"])
async def test_a_season_is_read_on_every_screen(browser: Browser, public: Public, how: dict[str, Any]) -> None:
    people = await persons(public.store, "Aleksandra Brzęczyszczykiewicz-Wiśniewska", "Ben", "Carla", "Dora", "Emil")
    if "s-screen" not in await public.store.seasons.listed():
        begun = Begun(people, public.running.game_id, name="The long season of many words, 1914 to 1918")
        begun.result("1.1.2", (2, 0))
        await begun.store(public.store, "s-screen")
    page, traffic = await opened(browser, f"{public.server.url}/", how)
    await page.get_by_role("link", name="The long season").click()
    await sound(page, traffic)
    await page.get_by_role("link", name="Full standings").click()
    await expect(page.get_by_role("table", name="Games")).to_be_visible()
    await sound(page, traffic)
    assert (
        await page.locator(".wide").evaluate_all(
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)"
        )
        == []
    ), "no table has columns beyond its edge"
    assert await page.locator("th .short:visible").count() == (10 if how is PHONE else 0)
    await expect(page.get_by_role("columnheader", name="Tie-break")).to_be_visible()
    (game, *_) = await page.get_by_role("link", name="Watch").evaluate_all(
        "(all) => all.map((one) => one.getClientRects().length)"
    )
    assert game == 1, "a word stays in one piece"
    await page.get_by_role("link", name="Aleksandra").first.click()
    await expect(page.locator("h1")).to_contain_text("Aleksandra")
    await sound(page, traffic)
    await page.go_back()
    await page.get_by_role("link", name="Hide results").click()
    await expect(page.get_by_role("columnheader", name="Result")).to_have_count(0)
    await page.get_by_role("link", name="Watch").first.click()
    await expect(page.locator(".count")).to_have_text("Step 1")

"""The page as a browser window: Back, reload, a second press, its size, high-resolution screens."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from bot.platforms.web.adapter import WebPlatform
from tests.web import together
from tests.web.acting import settled
from tests.web.beginning import begun
from tests.web.browser import open_at_rest, open_page, type_line
from tests.web.doubles import FakeBot
from tests.web.house import Guests
from tests.web.phones import PHONE
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform


async def test_back_closes_overlays_before_it_leaves_the_page(browser: Browser, platform: WebPlatform) -> None:
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL), **PHONE)
    address = page.url
    await type_line(page, "/status")
    picture, viewer = page.locator("#feed .picture.there"), page.locator("#viewer")
    await picture.tap()
    await expect(viewer).to_be_visible()
    await page.go_back()
    await expect(viewer).to_be_hidden()
    assert page.url == address

    # Closing it by its button leaves no history entry: the next Back closes what is opened then.
    await picture.tap()
    await viewer.get_by_role("button", name="Close").tap()
    await expect(viewer).to_be_hidden()
    await page.wait_for_function("!history.state?.layers")

    # Of two overlays the upper one closes first.
    await type_line(page, "/attack")
    form = page.locator("#form")
    await page.locator("#panel-body").get_by_role("button", name="Plan it").tap()
    await expect(form).to_be_visible()
    await form.get_by_role("button", name="Your hand").tap()
    await expect(viewer).to_be_visible()
    await page.go_back()
    await expect(viewer).to_be_hidden()
    await expect(form).to_be_visible()
    await page.go_back()
    await expect(form).to_be_hidden()
    await page.wait_for_function("!history.state?.layers")
    await page.go_back()
    await expect(page).to_have_url("about:blank")
    assert traffic.faults == []


async def test_back_after_a_reload_closes_what_is_open_then(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/status")
    picture, viewer = page.locator("#feed .picture.there"), page.locator("#viewer")
    await picture.click()
    await expect(viewer).to_be_visible()
    await page.reload()
    await expect(viewer).to_be_hidden()
    await page.wait_for_function("!history.state?.layers")
    await picture.click()
    await expect(viewer).to_be_visible()
    await page.go_back()
    await expect(viewer).to_be_hidden()
    await expect(page.locator("#feed")).to_be_visible()


async def test_a_half_typed_order_survives_a_reload_and_is_nobody_else_s(
    browser: Browser, platform: WebPlatform
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    line = page.locator("#line")
    await line.press_sequentially("/attack liege wi")
    await page.reload()
    await expect(line).to_have_value("/attack liege wi")
    await page.goto(platform.link("Player two", CHANNEL))
    await page.wait_for_selector("body[data-linked]")
    await expect(line).to_have_value("")
    await page.goto(platform.link("Player one", CHANNEL))
    await expect(line).to_have_value("/attack liege wi")
    await line.fill("")
    await type_line(page, "/hello")
    await expect(page.locator("#feed .in-note .body", has_text="Good day")).to_have_count(1)
    await page.reload()
    await page.wait_for_selector("body[data-linked]")
    await expect(line).to_have_value("")


async def middle(page: Page, name: str) -> tuple[float, float]:
    box = await page.locator("#panel-body").get_by_role("button", name=name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_press_within_half_a_second_never_hits_what_moved_under_the_finger(
    browser: Browser, platform: WebPlatform, bot: FakeBot
) -> None:
    view = {"width": 1280, "height": 1200}
    page, traffic = await open_at_rest(browser, platform.link("Player one", CHANNEL), viewport=view)
    await type_line(page, "/attack")
    panel = page.locator("#panel-body")
    await expect(panel).to_contain_text("1 of 4 ops")
    await expect(page.locator("#panel .picture.there")).to_be_visible()
    await page.evaluate("passes(1000)")
    await page.mouse.click(*await middle(page, "Say hello"))
    await expect(panel.locator(".notice")).to_contain_text("Good day")  # everything below it has moved
    await settled(page)
    sent = len(bot.seen)
    for passes in (0, 300, 300):  # each press is judged separately
        await page.evaluate(f"passes({passes})")
        await page.mouse.click(*await middle(page, "Attack Liège"))
        await settled(page)
        assert len(bot.seen) == sent
    await expect(panel).to_contain_text("1 of 4 ops")
    await page.evaluate("passes(500)")
    await page.mouse.click(*await middle(page, "Attack Liège"))
    await expect(panel).to_contain_text("2 of 4 ops")

    # What did not move can be pressed as fast as one likes.
    await page.evaluate("passes(1000)")
    larger = page.locator("#map-larger")
    if await larger.is_visible():
        await larger.click()
        await larger.click()
    sound = page.locator("#sound")
    await sound.click()
    await sound.click()
    await expect(sound).to_have_attribute("aria-pressed", "false")
    assert traffic.faults == []


async def test_a_control_that_moves_under_the_finger_is_not_pressed(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_at_rest(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/status")
    await expect(page.locator("#feed .picture.there")).to_be_visible()
    await page.evaluate("passes(1000)")
    box = await page.locator("#feed .picture.there").bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)  # its centre is in view, as tall as it is
    viewer = page.locator("#viewer")
    await expect(viewer).to_be_visible()
    close = viewer.get_by_role("button", name="Close")
    shut = await close.bounding_box()
    assert shut is not None
    await page.mouse.click(shut["x"] + 10, shut["y"] + 10)
    await expect(viewer).to_be_visible()
    await page.evaluate("passes(500)")
    await close.click()
    await expect(viewer).to_be_hidden()


@pytest.mark.slow
async def test_the_map_takes_most_of_a_desktop_and_is_sharp_on_a_fine_screen(browser: Browser, local: Guests) -> None:
    view = {"width": 1280, "height": 900}
    await begun(browser, local, "Spectator")
    for name in ("Player one", "Spectator"):
        for points in (1, 2):
            page, traffic = await open_page(browser, local.links[name], viewport=view, device_scale_factor=points)
            if name == "Player one":
                await type_line(page, "/panel")
            await expect(page.locator("#map-areas button").first).to_be_visible()
            await expect(page.locator("#map-view:not(.waiting) img")).to_be_visible()
            box = await page.locator("#map-view").bounding_box()
            assert box is not None
            assert box["width"] * box["height"] > 1280 * 900 / 2
            natural, wide = await page.locator("#map-view img").evaluate("(one) => [one.naturalWidth, one.clientWidth]")
            assert natural >= points * wide
            for part in ("#feed", "#side", "#composer", "#table"):
                await expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
            assert traffic.faults == []
            await page.context.close()

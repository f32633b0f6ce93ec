"""Forms on the chat page in a real browser, with a small bot behind it."""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.platforms.web.adapter import WebPlatform
from bot.storage import ChannelLog, Connection
from tests.web import together
from tests.web.browser import CONTRAST, open_at_rest, open_page, type_line
from tests.web.doubles import SECRETS, FakeBot, Painter
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, platform: WebPlatform) -> Page:
    """Player one's page, at a table with some history."""
    opened, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(opened, "/attack")
    await expect(opened.locator("#panel-body")).to_contain_text("1 of 4 ops")
    return opened


async def planned(page: Page, where: str = "#table") -> Locator:
    """Request the form and wait for it."""
    await page.locator(where).get_by_role("button", name="Plan").click()
    await expect(page.locator("#form")).to_be_visible()
    return page.locator("#form")


def field(page: Page, name: str) -> Locator:
    return page.locator("#form").get_by_role("group", name=name, exact=True)


async def tick(page: Page, name: str, *numbers: int) -> None:
    """Choose entries of a field by index, unfolding it."""
    box = field(page, name)
    if not await box.locator(".picks").is_visible():
        await box.locator("summary").click()
    for number in numbers:
        await box.locator(".pick").nth(number).click()


def sent(bot: FakeBot) -> list[tuple[str, ...]]:
    """Return what was sent from forms."""
    return [inbound.tokens for inbound in bot.seen if (inbound.token or "").startswith("o~")]


@pytest.mark.parametrize("where", ["#table", "#panel-body"])
async def test_everything_chosen_is_sent_at_once_in_the_order_of_the_form(page: Page, bot: FakeBot, where: str) -> None:
    form = await planned(page, where)
    await expect(form.get_by_role("heading")).to_have_text("Operation")
    await tick(page, "And then", 1)
    await tick(page, "Attack from", 24, 3)
    await tick(page, "Card", 1)
    await expect(field(page, "Attack from").locator("summary")).to_contain_text("Space 3 ")
    await form.get_by_role("button", name="Send").click()
    await expect(form).to_be_hidden()
    chosen = ("Card 1", "Attack from 3", "Attack from 24", "And then 0")
    await expect(page.locator("#panel-body")).to_contain_text(f"Taken: {', '.join(chosen)}.")
    assert sent(bot) == [tuple(f"o~plan {name}" for name in chosen)]


async def test_missing_fields_are_named_and_nothing_is_sent(page: Page, bot: FakeBot) -> None:
    form = await planned(page)
    send = form.get_by_role("button", name="Send")
    await send.click()
    await expect(form.get_by_role("alert")).to_contain_text("“Card”")
    await tick(page, "Attack from", 0)
    await field(page, "Card").locator("summary").click()
    await send.click()
    await expect(form.get_by_role("alert")).to_contain_text("“Card”")
    await expect(field(page, "Card").get_by_role("radio").first).to_be_focused()
    await page.keyboard.press("Space")
    await expect(form.get_by_role("alert")).to_be_hidden()
    assert sent(bot) == []
    await send.click()
    await expect(form).to_be_hidden()
    assert len(sent(bot)) == 1


async def test_no_more_entries_than_the_field_takes(page: Page) -> None:
    await planned(page)
    await tick(page, "Attack from", 0, 1)
    boxes = field(page, "Attack from").get_by_role("checkbox")
    await expect(boxes.and_(page.locator(":disabled"))).to_have_count(23)
    await tick(page, "Attack from", 0)
    await expect(boxes.and_(page.locator(":disabled"))).to_have_count(0)


async def test_a_single_choice_that_need_not_be_made_can_be_taken_back(page: Page, bot: FakeBot) -> None:
    form = await planned(page)
    await tick(page, "Card", 2)
    await tick(page, "And then", 5)
    await field(page, "And then").get_by_label("Nothing").check()
    await form.get_by_role("button", name="Send").click()
    await expect(form).to_be_hidden()
    assert sent(bot) == [("o~plan Card 2",)]


@pytest.mark.parametrize("where", ["#table", "#panel-body"])
async def test_escape_closes_and_the_focus_is_where_it_was(page: Page, bot: FakeBot, where: str) -> None:
    form = await planned(page, where)
    await expect(field(page, "Card").get_by_role("radio").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(form).to_be_hidden()
    await expect(page.locator(where).get_by_role("button", name="Plan")).to_be_focused()
    await expect(page.locator("#panel .picture.there:not(.waiting)")).to_be_visible()
    await page.reload()
    await expect(page.locator("#panel .picture.there")).to_be_visible()
    await expect(form).to_be_hidden()
    await planned(page, where)
    await form.get_by_role("button", name="Close").click()
    await expect(form).to_be_hidden()
    assert sent(bot) == []


async def test_the_focus_finds_back_to_a_message_that_was_edited_meanwhile(page: Page, bot: FakeBot) -> None:
    form = await planned(page)
    await bot.publish(7, CHANNEL)
    await expect(page.locator("#table")).to_contain_text("round 7")
    await page.keyboard.press("Escape")
    await expect(form).to_be_hidden()
    await expect(page.locator("#table").get_by_role("button", name="Plan")).to_be_focused()


async def test_it_is_filled_in_by_keyboard_alone(page: Page, bot: FakeBot) -> None:
    await page.locator("#table").get_by_role("button", name="Plan").focus()
    await page.keyboard.press("Enter")
    await expect(field(page, "Card").get_by_role("radio").first).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await page.keyboard.press("Enter")  # on a checkbox, Enter doesn't submit
    assert await page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    for _ in range(4):
        await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(page.locator("#form").get_by_role("button", name="Send")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#form")).to_be_hidden()
    assert sent(bot) == [("o~plan Card 1", "o~plan Attack from 0")]


async def test_a_double_click_counts_once_and_presses_nothing_below(
    browser: Browser, platform: WebPlatform, bot: FakeBot
) -> None:
    page, _ = await open_at_rest(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/attack")
    await expect(page.locator("#panel-body")).to_contain_text("1 of 4 ops")
    await page.evaluate("passes(1000)")
    form = await planned(page)
    await page.evaluate("passes(1000)")
    await tick(page, "Card", 0)
    await page.evaluate("passes(1000)")
    await page.evaluate("document.addEventListener('click', (event) => (window.hit = event.target.id || 'something'))")
    send = await form.get_by_role("button", name="Send").bounding_box()
    assert send is not None
    at = send["x"] + send["width"] / 2, send["y"] + send["height"] / 2
    await page.mouse.move(*at)
    await page.mouse.down()
    await page.mouse.up()
    await expect(form).to_be_hidden()
    await page.evaluate("window.hit = ''")
    await page.mouse.down(click_count=2)
    await page.mouse.up(click_count=2)
    assert await page.evaluate("window.hit") == ""
    assert len(sent(bot)) == 1


async def test_it_opens_where_it_was_asked_for_and_on_no_other_page(
    browser: Browser, page: Page, platform: WebPlatform
) -> None:
    same, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    others = [await open_page(browser, platform.link(name, CHANNEL)) for name in ("Player two", "Spectator")]
    form = await planned(page)
    await expect(form).to_contain_text(SECRETS["player-one"])
    await page.reload()
    await expect(form).to_contain_text(SECRETS["player-one"])
    for other, traffic in others:
        await type_line(other, "Is anything new?")
        await expect(page.locator("#feed .body", has_text="Is anything new?").last).to_be_attached()
        await other.reload()
        await other.wait_for_selector("body[data-linked]")
        await expect(other.locator("#form")).to_be_hidden()
        seen = await traffic.everything()
        assert SECRETS["player-one"] not in seen
        assert "o~plan" not in seen
    await expect(same.locator("#form")).to_be_hidden()


async def test_it_goes_when_the_game_has_moved_on(browser: Browser, page: Page, platform: WebPlatform) -> None:
    form = await planned(page)
    same, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(same, "/attack")
    await expect(form).to_be_hidden()
    await expect(page.locator("#panel-body")).to_contain_text("2 of 4 ops")
    await page.reload()
    await expect(page.locator("#panel-body")).to_contain_text("2 of 4 ops")
    await expect(form).to_be_hidden()


async def test_a_fault_is_told_in_the_form_and_it_may_be_sent_again(page: Page, bot: FakeBot) -> None:
    form = await planned(page)
    await tick(page, "Card", 0)
    bot.failing = True
    await form.get_by_role("button", name="Send").click()
    await expect(form.get_by_role("alert")).to_contain_text("Something went wrong on our side")
    bot.failing = False
    await form.get_by_role("button", name="Send").click()
    await expect(form).to_be_hidden()
    await expect(page.locator("#panel-body")).to_contain_text("Taken: Card 0.")


async def test_a_form_sent_across_a_restart_counts_once(
    page: Page, platform: WebPlatform, bot: FakeBot, painter: Painter, connection: Connection
) -> None:
    form = await planned(page)
    await tick(page, "Card", 0)
    port = platform.port
    await platform.stop()
    await expect(page.locator("#link-state")).not_to_be_empty()
    await form.get_by_role("button", name="Send").click()
    await expect(form.get_by_role("button", name="Sending")).to_be_visible()
    second = WebPlatform(handler=bot, log=ChannelLog(connection), draw=painter, signer=platform.signer, port=port)
    bot.deliver = second.deliver
    await second.start()
    try:
        await expect(form).to_be_hidden()
        await expect(page.locator("#panel-body")).to_contain_text("Taken: Card 0.")
        assert sent(bot) == [("o~plan Card 0",)]
    finally:
        await second.stop()


async def test_the_panel_s_picture_is_looked_at_without_losing_the_form(page: Page) -> None:
    form = await planned(page)
    await tick(page, "Card", 1)
    await form.get_by_role("button", name="Your hand").click()
    await expect(page.locator("#viewer img")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("#viewer")).to_be_hidden()
    await expect(field(page, "Card").get_by_role("radio").nth(1)).to_be_checked()


@pytest.mark.parametrize("width", [360, 390])
async def test_a_phone_shows_long_lists_without_sideways_scrolling(
    browser: Browser, platform: WebPlatform, width: int
) -> None:
    view = {"width": width, "height": 780}
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL), viewport=view, has_touch=True)
    await type_line(page, "/attack")
    form = await planned(page, "#panel-body")
    for name in ("Attack from", "Move from", "Move on from", "And then"):
        await field(page, name).locator("summary").tap()
    last = field(page, "And then").get_by_role("radio").last
    await last.tap()
    await expect(last).to_be_checked()
    for element in (page.locator("html"), form, form.locator(".form-body")):
        assert await element.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    for button in await form.locator("button").all():
        await expect(button).to_be_in_viewport(ratio=1)
    for line in await form.locator("summary, .pick").all():
        box = await line.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["height"] >= 44
    await page.keyboard.press("Escape")
    await expect(form).to_be_hidden()
    await expect(page.locator("#panel-body")).to_be_visible()  # Escape closed only the form
    assert traffic.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_words_stand_out_from_their_ground(browser: Browser, platform: WebPlatform, scheme: str) -> None:
    """WCAG 2.2, 1.4.3: a contrast of at least 4.5 for text."""
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL), color_scheme=scheme)
    await type_line(page, "/attack")
    form = await planned(page, "#panel-body")
    await form.get_by_role("button", name="Send").click()
    await tick(page, "Attack from", 0, 1)
    assert await page.evaluate(CONTRAST) == []

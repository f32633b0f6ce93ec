"""How the page shows a channel in a real browser: pictures, stories, prompts and offers, on a phone as well."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.platforms.web.adapter import WebPlatform
from bot.port import Outgoing
from bot.table.reply import Button, Menu, Reply
from tests.web import together
from tests.web.browser import CONTRAST, open_page, type_line
from tests.web.doubles import GAME, Painter
from tests.web.phones import PHONE, share
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER

browser, connection, platform = together.browser, together.connection, together.platform


async def width_of(element: Locator) -> float:
    box = await element.bounding_box()
    assert box is not None
    return box["width"]


async def test_a_picture_opens_large_and_zooms_by_keys(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/status")
    thumbnail = page.locator("#feed .picture.there")
    await expect(thumbnail).to_be_visible()
    await thumbnail.focus()
    await page.keyboard.press("Enter")
    large = page.locator("#viewer img")
    await expect(large).to_be_visible()
    await expect(large).to_have_attribute("alt", "A drawn status after action 0.")
    fitted = await width_of(large)
    await page.keyboard.press("+")
    await page.keyboard.press("ArrowLeft")
    assert await width_of(large) == pytest.approx(fitted * 1.5, rel=0.01)
    await page.keyboard.press("Escape")
    await expect(page.locator("#viewer")).to_be_hidden()
    await expect(thumbnail).to_be_focused()


async def test_nothing_jumps_when_a_picture_comes(browser: Browser, platform: WebPlatform, painter: Painter) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await page.evaluate(
        """() => { window.shifts = [];
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts.push(entry.value); })
          .observe({ type: "layout-shift", buffered: false }); }"""
    )
    painter.gate.clear()
    await type_line(page, "/attack")
    await expect(page.locator("#feed .picture .drawing")).to_be_visible()
    boxes = [await page.locator(f"{place} .picture").bounding_box() for place in ("#feed", "#table", "#panel")]
    await page.evaluate("window.shifts.length = 0")
    painter.gate.set()
    kept: tuple[Literal["x", "y", "height"], ...] = ("x", "y", "height")
    for place, box in zip(("#feed", "#table", "#panel"), boxes, strict=True):
        await expect(page.locator(f"{place} .picture.there:not(.waiting)")).to_be_visible()
        after = await page.locator(f"{place} .picture").bounding_box()
        assert box is not None
        assert after is not None
        assert [after[part] for part in kept] == pytest.approx([box[part] for part in kept])
    assert await page.evaluate("window.shifts.reduce((a, b) => a + b, 0)") == 0


@pytest.mark.parametrize("width", [360, 390])
async def test_a_phone_shows_channel_sheet_and_thread(browser: Browser, platform: WebPlatform, width: int) -> None:
    view = {"width": width, "height": 780}
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL), viewport=view, has_touch=True)
    await type_line(page, "/attack")
    panel = page.locator("#panel-body")
    await expect(panel).to_be_visible()  # a player's own command opens the sheet
    assert await page.evaluate("document.documentElement.scrollWidth") == width
    await page.get_by_role("button", name="Attack Liège").tap()
    await expect(panel).to_contain_text("2 of 4 ops")
    await page.locator("#sheet").tap()
    await expect(panel).to_be_hidden()
    await expect(page.locator("#sheet-title")).to_have_text("Your move. 2 of 4 ops spent.")
    await page.locator("#show-thread").tap()
    await expect(page.locator("#thread .in-thread")).to_have_count(2)
    await expect(page.locator("#line")).to_be_in_viewport(ratio=1)
    for control in await page.locator("button:visible, summary:visible, input:visible").all():
        box = await control.bounding_box()
        assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= width + 1), await control.inner_text()


async def test_a_folded_story_shows_what_weighs_most_and_opened_all_in_order(
    browser: Browser, platform: WebPlatform
) -> None:
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL), **PHONE)
    await type_line(page, "/story")
    story = page.locator("#panel-body .story")
    await expect(story.locator("summary")).to_have_text("Since your last move: GE 8 from Posen against Lodz.")
    await story.locator("summary").tap()
    await expect(story).to_contain_text("GE 8 moves to Posen.")
    text = " ".join((await story.inner_text()).split())
    assert text.startswith("Since your last move: GE 8 moves to Posen. GE 8 from Posen against Lodz. RU 1 digs in.")
    assert text.count("Lodz") == 1
    await story.locator("summary").tap()
    await expect(story.locator("summary")).to_have_text("Since your last move: GE 8 from Posen against Lodz.")
    assert traffic.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_words_stand_out_from_their_ground(browser: Browser, platform: WebPlatform, scheme: str) -> None:
    """WCAG 2.2, 1.4.3: a contrast of at least 4.5 for text."""
    page, _ = await open_page(browser, platform.link("Player two", CHANNEL), color_scheme=scheme)
    await type_line(page, "/attack")
    await type_line(page, "Good luck")
    await expect(page.locator("#feed .in-channel")).to_have_count(2)
    faint = await page.evaluate(CONTRAST)
    assert faint == []


async def test_a_prompt_is_edited_in_place_and_a_new_one_takes_its_buttons(
    browser: Browser, platform: WebPlatform
) -> None:
    answer = Menu(rows=((Button(label="Answer", token="hand", style="primary"),),))

    async def ask(number: int, text: str, *, anew: bool, replaces: bool = False) -> None:
        reply = Reply(text=text, menu=answer, audience="channel", edit="prompt", anew=anew, replaces=replaces)
        await platform.deliver(Outgoing(id=f"{GAME}/p{number}", game=GAME, channel=CHANNEL, reply=reply))

    page, _ = await open_page(browser, platform.link("Player two", CHANNEL))
    await ask(1, "Sedan is attacked.", anew=True)
    await ask(2, "Sedan is attacked: take 2.", anew=False)
    await ask(3, "Nancy is attacked.", anew=True)
    await expect(page.locator("#feed .in-channel .body").last).to_have_text("Nancy is attacked.")
    await ask(4, "Nancy is attacked.", anew=True, replaces=True)
    for _ in range(2):
        messages = page.locator("#feed .in-channel")
        await expect(messages.locator(".body")).to_have_text(["Sedan is attacked: take 2.", "Nancy is attacked."])
        await expect(page.get_by_role("button", name="Answer")).to_have_count(1)
        await expect(messages.nth(1).get_by_role("button", name="Answer")).to_be_visible()
        await page.reload()


async def test_an_offer_is_told_whole_where_it_is_answered_and_goes_when_it_is_over(
    browser: Browser, platform: WebPlatform
) -> None:
    text = "Ben (Allied Powers) asks to go back to entry 4: 3 entries back. This cancels: attacker 6."
    row = (Button(label="Accept", token="hand", style="primary"), Button(label="Reject", token="map"))

    async def offer(number: int, **more: object) -> None:
        body = {"text": text, "audience": "channel", "edit": "offer", **more}
        reply = Reply.model_validate(body)
        await platform.deliver(Outgoing(id=f"{GAME}/o{number}", game=GAME, channel=CHANNEL, reply=reply))

    page, _ = await open_page(browser, platform.link("Player two", CHANNEL))
    await offer(1, anew=True, menu=Menu(rows=(row,)), mention=("player-two",))
    panel = page.locator("#panel .notice")
    await expect(panel).to_contain_text(text)
    await expect(panel.get_by_role("button", name="Accept")).to_be_visible()
    await expect(panel.get_by_role("button", name="Reject")).to_be_visible()
    await expect(page.locator("#feed .in-channel").get_by_role("button")).to_have_count(2)
    await offer(2)
    await expect(page.locator("#feed .in-channel").get_by_role("button")).to_have_count(0)
    await expect(panel).to_be_empty()
    assert await page.locator("#sheet-title").text_content() == "Your panel", "it waits for nobody any more"


async def test_a_map_without_targets_keeps_its_room_next_to_the_open_panel(
    browser: Browser, platform: WebPlatform
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL), **PHONE)
    await type_line(page, "/attack")
    await expect(page.locator("body.has-map.sheet-open:not(.has-board)")).to_have_count(1)
    assert await share(page.locator("#map-view")) >= 0.25
    await page.locator("#sheet").tap()
    await expect(page.locator("#feed")).to_be_visible()


async def test_a_season_notification_is_not_shown_as_a_waiting_game(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player two", CHANNEL))
    button = Button(label="Show standings", token="l~~-1~league table season=s-cup")
    told = Reply(text="Match 1.1.1 is over.", audience="channel", mention=("player-two",), menu=Menu(rows=((button,),)))
    await platform.tell(CHANNEL, told, "one")
    await expect(page.locator("#feed .asked").get_by_role("button")).to_have_text("Show standings")
    await expect(page.locator("#panel .notice")).to_be_empty()
    assert "waits for you" not in (await page.locator("#sheet-title").text_content() or "")


async def test_reading_back_loads_what_was_earlier_without_a_jump(browser: Browser, platform: WebPlatform) -> None:
    for number in range(300):
        reply = Reply(text=f"line {number}", audience="channel")
        await platform.deliver(Outgoing(id=f"{GAME}/l{number}", game=GAME, channel=CHANNEL, reply=reply))
    page, _ = await open_page(browser, platform.link("Player two", CHANNEL))
    messages = page.locator("#feed .in-channel")
    await expect(messages).to_have_count(240)
    await expect(messages.last).to_be_in_viewport()
    await page.locator("#feed").evaluate("(feed) => (feed.scrollTop = 150)")
    seen = page.locator("#feed .in-channel", has_text="line 66")
    before = await seen.bounding_box()
    await expect(messages).to_have_count(300)
    after = await seen.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 2
    texts = await messages.locator(".body").all_inner_texts()
    assert texts == [f"line {number}" for number in range(300)]
    reply = Reply(text="news", audience="channel")
    await platform.deliver(Outgoing(id=f"{GAME}/new", game=GAME, channel=CHANNEL, reply=reply))
    await page.get_by_role("button", name="New messages").click()
    await expect(page.locator("#feed .in-channel").last).to_be_in_viewport()

"""The chat page in a real browser, with a small bot behind it: commands are given, sent once, and keep hidden what is hidden."""

from __future__ import annotations

from playwright.async_api import Browser, Page, expect

from bot.platforms.web.adapter import WebPlatform
from bot.port import Outgoing
from bot.storage import ChannelLog, Connection
from bot.table.reply import Reply
from tests.web import together
from tests.web.browser import open_page, type_line
from tests.web.doubles import GAME, SECRETS, FakeBot, Painter
from tests.web.phones import PHONE
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform


async def shown(page: Page, selector: str) -> str:
    """Return the address of a picture once it is loaded."""
    picture = page.locator(f"{selector}.there img")
    await expect(picture).to_be_visible()
    return await picture.get_attribute("src") or ""


async def test_a_command_by_typing_and_the_next_by_pressing(browser: Browser, platform: WebPlatform) -> None:
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/attack")
    await expect(page.locator("#feed .in-channel .body").last).to_contain_text("Action 1.")
    await expect(page.locator("#panel-body")).to_contain_text(SECRETS["player-one"])
    first = await shown(page, "#table .picture")
    await page.get_by_role("button", name="Attack Liège").click()
    await expect(page.locator("#feed .in-channel .body").last).to_contain_text("Action 2.")
    await expect(page.locator("#table .picture.there:not(.waiting)")).to_be_visible()
    await expect(page.locator("#table img")).not_to_have_attribute("src", first)
    await expect(page.locator("#table")).to_contain_text("round 2")
    assert await page.locator("#table article").count() == 1
    await expect(page.get_by_role("button", name="Attack Liège")).to_be_focused()
    assert traffic.faults == []


async def test_a_reload_shows_the_same_page(browser: Browser, platform: WebPlatform) -> None:
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/attack")
    await type_line(page, "/status")
    await expect(page.locator("#feed .picture.there")).to_have_count(2)
    await expect(page.locator("#panel .picture.there")).to_have_count(1)
    before = await page.locator("#feed .message").all_inner_texts()
    await page.reload()
    await expect(page.locator("#feed .picture.there")).to_have_count(2)
    assert await page.locator("#feed .message").all_inner_texts() == before
    await expect(page.locator("#panel-body")).to_contain_text("1 of 4 ops")
    await expect(page.locator("#table")).to_contain_text("round 1")
    assert traffic.faults == []


async def test_a_restart_in_the_middle_of_a_command_counts_once(
    browser: Browser, platform: WebPlatform, bot: FakeBot, painter: Painter, connection: Connection
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/attack")
    await expect(page.locator("#table")).to_contain_text("round 1")
    port = platform.port
    await platform.stop()
    await expect(page.locator("#link-state")).not_to_be_empty()
    await page.get_by_role("button", name="Attack Liège").click()
    await type_line(page, "On we go")
    await expect(page.locator(".message.pending")).to_have_count(1)
    second = WebPlatform(handler=bot, log=ChannelLog(connection), draw=painter, signer=platform.signer, port=port)
    bot.deliver = second.deliver
    await second.start()
    try:
        assert second.port == port
        await expect(page.locator("#table")).to_contain_text("round 2")
        await expect(page.locator("#feed .in-channel .body", has_text="On we go")).to_have_count(1)
        await expect(page.locator(".message.pending")).to_have_count(0)
        await expect(page.locator("#feed .in-channel .body", has_text="Action 2.")).to_have_count(1)
        await expect(page.locator("#link-state")).to_be_empty()
        assert bot.count == 2
    finally:
        await second.stop()


async def test_a_command_unanswered_before_a_reload_is_sent_again_and_counts_once(
    browser: Browser, platform: WebPlatform, bot: FakeBot
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    bot.gate.clear()
    await type_line(page, "/slow")
    await expect(page.locator("#feed .order", has_text="/slow")).to_have_count(1)
    await page.reload()
    bot.gate.set()
    await expect(page.locator("#feed .in-note .body", has_text="Good day")).to_have_count(1)
    assert len({inbound.key for inbound in bot.seen if inbound.text == "slow"}) == 1


async def test_completion_by_arrows_tab_and_enter(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    line, options = page.locator("#line"), page.get_by_role("option")
    await page.keyboard.press("/")
    await expect(line).to_be_focused()
    await expect(options).to_have_count(7)
    await line.press_sequentially("h")
    await expect(options).to_have_count(2)
    await expect(line).to_have_attribute("aria-expanded", "true")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    await expect(line).to_have_attribute("aria-activedescendant", "suggestion-1")
    await page.keyboard.press("Enter")
    await expect(line).to_have_value("/hello")
    await line.fill("/un")
    await expect(options).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(line).to_have_value("/units")
    await line.press_sequentially(" ")
    await expect(options).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(page.locator("#suggestions")).to_be_hidden()
    await page.keyboard.press("Enter")
    await expect(line).to_have_value("")
    await page.keyboard.press("ArrowUp")
    await expect(line).to_have_value("/units")


async def test_a_command_without_its_slash_is_not_blurted_out(
    browser: Browser, platform: WebPlatform, bot: FakeBot
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await page.wait_for_timeout(700)  # the command names are loaded after the page has opened
    await page.locator("#line").press_sequentially("attack liege at dawn")
    await page.keyboard.press("Enter")
    await expect(page.locator("#line-hint")).to_contain_text("Everyone would read this")
    assert await page.locator("#feed .message").count() == 0
    await page.keyboard.press("Tab")
    await expect(page.locator("#line")).to_have_value("/attack liege at dawn")
    await page.keyboard.press("Enter")
    await expect(page.locator("#table")).to_contain_text("round 1")
    assert bot.seen[0].text == "attack liege at dawn"


async def test_words_that_mean_an_order_are_asked_about_by_touch(
    browser: Browser, platform: WebPlatform, bot: FakeBot
) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL), **PHONE)
    hint, line = page.locator("#line-hint"), page.locator("#line")
    await type_line(page, "storm liege at dawn")
    await page.get_by_role("button", name="Send /attack liege").click()
    await expect(page.locator("#table")).to_contain_text("round 1")
    assert [one.text for one in bot.seen] == ["attack liege"]
    await type_line(page, "storm liege at dawn")
    await page.get_by_role("button", name="Say it to everyone").click()
    await expect(page.locator("#feed")).to_contain_text("storm liege at dawn")
    await expect(hint).to_be_hidden()
    await type_line(page, "good luck to you")
    await expect(page.locator("#feed")).to_contain_text("good luck to you")
    await expect(line).to_have_value("")
    assert len(bot.seen) == 1


async def test_a_spectator_never_receives_a_hidden_card(browser: Browser, platform: WebPlatform) -> None:
    one, own = await open_page(browser, platform.link("Player one", CHANNEL))
    two, _ = await open_page(browser, platform.link("Player two", CHANNEL))
    third, watched = await open_page(browser, platform.link("Spectator", CHANNEL))
    await type_line(one, "/attack")
    await type_line(two, "/hand")
    await expect(two.locator("#panel .picture.there")).to_be_visible()
    await expect(one.locator("#panel .picture.there")).to_be_visible()
    await expect(third.locator("#table .picture.there")).to_be_visible()
    await third.reload()
    await third.locator("#tab-thread").click()
    await expect(third.locator("#thread .picture.there")).to_be_visible()
    seen = await watched.everything()
    assert SECRETS["player-one"] in await own.everything()
    assert not any(secret in seen for secret in SECRETS.values())
    assert '"shows": "hand"' not in seen
    await expect(third.locator("#panel-body")).to_contain_text("only you see them")


async def test_a_page_speaks_with_nobody_but_us(browser: Browser, platform: WebPlatform) -> None:
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(page, "/attack")
    await expect(page.locator("#table .picture.there")).to_be_visible()
    await page.locator("#who").click()
    await expect(page.locator("#people .person")).to_have_count(3)
    ours = (platform.url, platform.url.replace("http", "ws"))
    assert [address for address in traffic.addresses if not address.startswith(ours)] == []
    assert traffic.faults == []


async def test_the_page_is_played_by_keyboard_alone(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.type("/attack")
    await page.keyboard.press("Enter")
    await expect(page.locator("#panel-body")).to_contain_text("1 of 4 ops")
    await page.locator("#tab-panel").focus()
    await page.keyboard.press("Tab")
    await expect(page.locator("#panel .select summary")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("#panel-body")).to_contain_text("2 of 4 ops")
    ring = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring != "none"


async def test_texts_of_people_are_never_markup(browser: Browser, platform: WebPlatform) -> None:
    page, traffic = await open_page(browser, platform.link("Player one", CHANNEL))
    trap = "<img src=x onerror=alert(1)> **bold** <script>alert(2)</script>"
    await type_line(page, trap)
    await expect(page.locator("#feed .in-channel .body").last).to_have_text(trap)
    reply = Reply(text=f"*{trap}* and `<b>code</b>`", audience="channel")
    await platform.deliver(Outgoing(id=f"{GAME}/x", game=GAME, channel=CHANNEL, reply=reply))
    await expect(page.locator("#feed code")).to_have_text("<b>code</b>")
    assert await page.locator("#feed img, #feed script, #feed b").count() == 0
    assert traffic.faults == []


async def test_the_door_leads_in(browser: Browser, platform: WebPlatform) -> None:
    page = await browser.new_page()
    await page.goto(platform.url)
    await page.get_by_label("Another channel").fill("ypres")
    await page.get_by_role("button", name="Go").click()
    await page.get_by_label("Somebody else").fill("Łucja Nowak")
    await page.get_by_role("button", name="Enter").click()
    await expect(page.locator("#who")).to_have_text("Łucja Nowak")
    await expect(page.locator("#channel-name")).to_have_text("ypres")
    await page.close()


async def test_a_card_of_the_panel_s_hand_is_pressed_for_its_uses(
    browser: Browser, platform: WebPlatform, bot: FakeBot
) -> None:
    page, traffic = await open_page(
        browser, platform.link("Player one", CHANNEL), viewport={"width": 400, "height": 800}
    )
    await type_line(page, "/board")
    hand = page.locator("#panel .picture.there")
    await expect(hand).to_be_visible()
    box = await hand.bounding_box()
    assert box is not None
    await hand.click(position={"x": box["width"] * 0.2, "y": box["height"] * 0.5})
    await expect(page.locator("#card h2")).to_have_text(SECRETS["player-one"])
    await page.locator("#card .use").click()
    await expect(page.locator("#card")).to_be_hidden()
    await expect(page.locator("#feed")).to_contain_text("Action 1.")
    assert "attack 2" in [seen.token for seen in bot.seen]
    await hand.focus()
    await page.keyboard.press("Enter")  # the keyboard opens the picture, as before
    await expect(page.locator("#viewer")).to_be_visible()
    assert traffic.faults == []

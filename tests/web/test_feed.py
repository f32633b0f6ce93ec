"""The message list in a real browser: it keeps its position at the newest message or elsewhere when sizes change."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.platforms.web.adapter import WebPlatform
from bot.port import Outgoing
from bot.table.reply import Reply
from tests.web import together
from tests.web.browser import open_page
from tests.web.doubles import GAME
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform

#: What a page does within one frame, as when a message and its layout change arrive together on a busy phone; returns
#: how far the end is out of view, and how far the newest message's top is from that of the list.
IN_ONE_FRAME = """async () => {
  const { Feed } = await import("/static/feed.js");
  const list = document.createElement("div"), frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  list.style.cssText = "position: fixed; inset: 0 0 auto 0; height: 300px; overflow-y: auto; z-index: 99; background: white";
  document.body.append(list);
  const feed = new Feed(list, "");
  let at = 0;
  const add = (height) => {
    const element = document.createElement("article");
    element.className = "message";
    element.dataset.at = at += 1;
    element.style.height = `${height}px`;
    feed.add({ element });
    return element;
  };
  const high = (height) => { list.style.height = `${height}px`; };
  for (let count = 0; count < 20; count += 1) add(60);
  await frame();
  await frame();
  SCRIPT
  for (let frames = 0; frames < 4; frames += 1) await frame();
  const end = list.scrollHeight - list.scrollTop - list.clientHeight;
  const newest = list.lastElementChild.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.remove();
  return [Math.round(end), Math.round(newest)];
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, platform: WebPlatform) -> AsyncIterator[Page]:
    page, traffic = await open_page(
        browser, platform.link("Player one", CHANNEL), viewport={"width": 400, "height": 800}
    )
    yield page
    assert traffic.faults == []


async def test_the_newest_message_stays_in_sight_when_sizes_change(page: Page) -> None:
    for script in (
        "add(200); high(100);",  # the list shrinks in the frame in which a message comes
        "high(900); await frame(); high(100); list.scrollTop; await frame();",
        "const grows = add(60); await frame(); await frame(); grows.style.height = '400px';",  # a picture comes
        "list.style.display = 'none'; await frame(); add(200); high(100); list.style.display = ''; list.scrollTop;",
    ):
        end, _ = await page.evaluate(IN_ONE_FRAME.replace("SCRIPT", script))
        assert end == 0, script


async def test_scrolling_up_is_not_interrupted_by_new_messages(page: Page) -> None:
    end, _ = await page.evaluate(
        IN_ONE_FRAME.replace("SCRIPT", "list.scrollTop -= 300; await frame(); await frame(); add(60); high(200);")
    )
    assert end > 300
    _, newest = await page.evaluate(
        IN_ONE_FRAME.replace("SCRIPT", "const answer = add(900); high(100); feed.reveal(answer);")
    )
    assert newest == 0


async def test_a_question_that_comes_while_the_list_shrinks_is_in_sight(page: Page, platform: WebPlatform) -> None:
    for number in range(30):
        reply = Reply(text=f"line {number}", audience="channel")
        await platform.deliver(Outgoing(id=f"{GAME}/l{number}", game=GAME, channel=CHANNEL, reply=reply))
    await expect(page.locator("#feed .message")).to_have_count(30)
    # The list's space goes to the map in the same frame in which the message arrives.
    await page.evaluate("""() => {
      const feed = document.querySelector("#feed");
      new MutationObserver(() => { feed.style.flex = "none"; feed.style.height = "100px"; }).observe(feed, { childList: true });
    }""")
    reply = Reply(text="Leave them unused?\n" * 12, audience="channel")
    await platform.deliver(Outgoing(id=f"{GAME}/asks", game=GAME, channel=CHANNEL, reply=reply))
    await expect(page.locator("#feed .message").last).to_be_in_viewport()
    await expect(page.locator("#to-newest")).to_be_hidden()
    gap = "(feed) => feed.scrollHeight - feed.scrollTop - feed.clientHeight"
    await page.wait_for_timeout(100)
    assert await page.locator("#feed").evaluate(gap) < 2

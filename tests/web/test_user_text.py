"""Users' own text is shown on the page exactly as written, whatever it looks like."""

from __future__ import annotations

from playwright.async_api import Browser

from bot.narration.user_text import CLOSE, OPEN, user_text
from bot.platforms.web.adapter import WebPlatform
from tests.bot.test_user_text import HOSTILE, PLAIN
from tests.web import together
from tests.web.browser import open_page
from tests.web.phones import PHONE
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform

_RENDER = """async (text) => {
  const { markdown, plain } = await import("/static/markdown.js");
  const place = document.createElement("div");
  place.append(...markdown(text));
  return [place.textContent, [...place.querySelectorAll("*")].map((one) => one.tagName).join(" "), plain(text)];
}"""


async def test_names_are_letters_alone(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    for name in (*HOSTILE, *PLAIN):
        told = user_text(name)
        inner = told.strip(OPEN + CLOSE)
        text, tags, unmarked = await page.evaluate(_RENDER, f"**{told}** has *joined*: {told}")
        assert text == f"{inner} has joined: {inner}"
        assert set(tags.split()) <= {"P", "SPAN", "STRONG", "EM", "BDI"}
        assert tags.split().count("STRONG") == tags.split().count("EM") == 1
        assert unmarked.replace(OPEN, "").replace(CLOSE, "") == f"{inner} has joined: {inner}"


async def test_the_name_of_a_channel_stays_in_one_piece(browser: Browser, platform: WebPlatform) -> None:
    page, _ = await open_page(browser, platform.link("Player one", CHANNEL), **PHONE)
    told = "- `1.1.3` You are the Central Powers against Ben: it is your move, in ⟦web:s-spring-cup-of-long-names-1-1-3⟧ now."
    lines, right, width = await page.evaluate(
        """async (text) => {
          const { markdown } = await import("/static/markdown.js");
          const body = document.createElement("div");
          body.className = "body";
          body.append(...markdown(text));
          document.querySelector("#feed").append(body);
          const link = body.querySelector("a");
          return [link.getClientRects().length, link.getBoundingClientRect().right, innerWidth];
        }""",
        told,
    )
    assert lines == 1
    assert right <= width

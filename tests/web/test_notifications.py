"""How a page in the background shows that the game waits for its player: the title, and browser notifications."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from bot.platforms.web.adapter import WebPlatform
from tests.web import together
from tests.web.browser import open_page, type_line
from tests.web.support import CHANNEL

pytestmark = together.IN_BROWSER
browser, connection, platform = together.browser, together.connection, together.platform


#: Replaces the browser's notifications, and counts requests for permission.
NOTICES = """() => {
  window.notices = [];
  window.asked = 0;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked += 1; return (window.Notification.permission = "granted"); }
    constructor(title, options) { window.notices.push([title, options.body]); }
    addEventListener() {}
  };
  Object.defineProperty(document, "hidden", { get: () => window.away === true });
  document.hasFocus = () => !window.away;
}"""


async def test_a_notification_goes_only_to_an_absent_person_who_asked_for_it(
    browser: Browser, platform: WebPlatform
) -> None:
    one, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    context = await browser.new_context()
    await context.add_init_script(f"({NOTICES})()")
    two = await context.new_page()
    await two.goto(platform.link("Player two", CHANNEL))
    await two.wait_for_selector("body[data-linked]")
    await two.wait_for_timeout(600)  # messages from before the page was opened are not announced

    async def attacked(away: str) -> list[list[str]]:
        await two.evaluate(f"() => {{ window.away = {away}; }}")
        count = await two.locator("#feed .asked").count()
        await type_line(one, "/attack")
        await expect(two.locator("#feed .asked")).to_have_count(count + 1)
        notices: list[list[str]] = await two.evaluate("() => window.notices")
        return notices

    assert await attacked("true") == []
    assert await two.evaluate("() => window.asked") == 0
    await two.locator("#notify").click()
    await expect(two.locator("#notify")).to_have_attribute("aria-pressed", "true")
    assert await two.evaluate("() => window.asked") == 1
    assert await attacked("false") == []
    ((title, body),) = await attacked("true")
    assert CHANNEL in title
    assert body.startswith("Action 3.")
    await two.locator("#notify").click()
    assert len(await attacked("true")) == 1
    assert await two.evaluate("() => window.asked") == 1


#: A phone's browser: pages can only show notifications through a worker.
PHONE_NOTICES = """() => {
  const { Notification } = window;
  window.Notification = class {
    constructor() { throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead."); }
    static get permission() { return Notification.permission; }
    static requestPermission() { return Notification.requestPermission(); }
  };
  document.hasFocus = () => false;
}"""
_SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/static/notices.js");
  return registration ? (await registration.getNotifications()).map((one) => [one.title, one.body]) : null;
}"""


async def test_a_phone_shows_notifications_through_the_worker_that_the_press_registers(
    browser: Browser, platform: WebPlatform
) -> None:
    one, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    context = await browser.new_context(permissions=["notifications"])
    await context.add_init_script(f"({PHONE_NOTICES})()")
    two = await context.new_page()
    faults: list[str] = []
    two.on("pageerror", lambda error: faults.append(str(error)))
    await two.goto(platform.link("Player two", CHANNEL))
    await two.wait_for_selector("body[data-linked]")
    await two.wait_for_timeout(600)
    await type_line(one, "/attack")
    await expect(two.locator("#feed .asked")).to_have_count(1)
    assert await two.evaluate(_SHOWN) is None, "nothing is registered before the control is pressed"
    await two.locator("#notify").click()
    await expect(two.locator("#notify")).to_have_attribute("aria-pressed", "true")
    await type_line(one, "/attack")
    await expect(two.locator("#feed .asked")).to_have_count(2)
    shown: list[list[str]] = []
    for _ in range(300):
        shown = await two.evaluate(_SHOWN) or []
        if shown:
            break
        await two.wait_for_timeout(100)
    ((title, body),) = shown
    assert CHANNEL in title
    assert body.startswith("Action 2.")
    await expect(two.locator("#notify")).to_be_visible()
    assert faults == []


async def test_the_page_title_shows_that_it_is_your_move(browser: Browser, platform: WebPlatform) -> None:
    two, _ = await open_page(browser, platform.link("Player two", CHANNEL))
    await two.evaluate("Object.defineProperty(document, 'hasFocus', { value: () => false })")
    one, _ = await open_page(browser, platform.link("Player one", CHANNEL))
    await type_line(one, "/attack")
    await expect(two).to_have_title(re.compile(r"^\(1\) # liege"))
    await expect(two.locator("#feed .asked")).to_have_count(1)
    await expect(one.locator("#feed .asked")).to_have_count(0)
    await expect(two.locator("#sound")).to_have_attribute("aria-pressed", "false")
    await two.keyboard.press("Shift")
    await expect(two).to_have_title(re.compile(r"^# liege"))

"""A real Chromium for tests, with everything a page received recorded for inspection.

Pages use reduced motion unless a test asks otherwise: without a graphics card, each frame of an animation is rendered
by the CPU that the other tests share (`test_motion.py` tests what moves).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    Response,
    WebSocket,
    async_playwright,
    expect,
)

#: Milliseconds to wait for what must come; long, since a loaded machine is slow and the wait ends early anyway.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)

#: No test has pages of two sites in one window, so site isolation is off: it started three processes per page.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-site-isolation-trials",
]


#: Default options for opening a page.
RESTING: dict[str, object] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}

#: Lets half a second pass after each press, as between two presses of a person who reads the result.
UNHURRIED = """(() => {
  const real = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => real() + ahead;
  addEventListener("click", () => setTimeout(() => { ahead += 500; }), { capture: true });
})()"""

AT_REST = """(() => {
  let now = 1000;
  performance.now = () => now;
  window.passes = (milliseconds) => { now += milliseconds; };
})()"""


@contextlib.asynccontextmanager
async def chromium(path: Path) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


@dataclass
class Chromium:
    """A Chromium shared by many tests; one that has died is restarted for the next test."""

    playwright: Playwright
    path: Path
    _browser: Browser | None = None

    async def running(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser = await self.playwright.chromium.launch(executable_path=self.path, args=ARGUMENTS)
        return self._browser


@contextlib.asynccontextmanager
async def lasting_chromium(path: Path) -> AsyncIterator[Chromium]:
    async with async_playwright() as playwright:
        one = Chromium(playwright, path)
        yield one
        await (await one.running()).close()


class Traffic:
    """Everything a page was sent and sends, and everything that went wrong on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.sent: list[str] = []
        self._reading: list[asyncio.Task[str]] = []
        self.faults: list[str] = []
        self.addresses: set[str] = set()
        page.on("websocket", self._socket)
        page.on("response", self._response)
        page.on("request", self._request)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._said)

    def _said(self, line: ConsoleMessage) -> None:
        if line.type in {"error", "warning"}:
            self.faults.append(f"{line.text} ({line.location['url']})")

    def _socket(self, socket: WebSocket) -> None:
        self.addresses.add(socket.url)
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))
        socket.on("framesent", lambda data: self.sent.append(data if isinstance(data, str) else data.decode()))

    def _request(self, request: Request) -> None:
        self.addresses.add(request.url)

    def _response(self, response: Response) -> None:
        self._reading.append(asyncio.create_task(self._read(response)))

    async def _read(self, response: Response) -> str:
        text = f"{response.url}\n{response.headers}"
        if response.headers.get("content-type", "").startswith(("text/", "application/json")):
            with contextlib.suppress(Error):  # the page was left before the response was read
                text += await response.text()
        return text

    async def everything(self) -> str:
        """Return everything received as one text: frames, bodies of non-picture responses, and the page's HTML."""
        answers = await asyncio.gather(*self._reading)
        return "\n".join([*self.frames, *answers, await self.page.content()])


async def open_page(browser: Browser, link: str, **options: object) -> tuple[Page, Traffic]:
    """Open a page in its own context, with half a second between two presses."""
    return await _opened(browser, link, UNHURRIED, options)


async def open_at_rest(browser: Browser, link: str, **options: object) -> tuple[Page, Traffic]:
    """Open a page on which no time passes between presses except by `passes(MILLISECONDS)`."""
    return await _opened(browser, link, AT_REST, options)


async def _opened(browser: Browser, link: str, script: str, options: dict[str, object]) -> tuple[Page, Traffic]:
    context = await browser.new_context(**{**RESTING, **options})  # type: ignore[arg-type]
    await context.add_init_script(script)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    traffic = Traffic(page)
    await page.goto(link)
    await page.wait_for_selector("body[data-linked]")
    return page, traffic


async def type_line(page: Page, text: str) -> None:
    """Type a line as a person does and send it."""
    await page.locator("#line").press_sequentially(text)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")


#: Finds visible texts whose contrast with the nearest painted background is below 4.5.
CONTRAST = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => numbers(colour).slice(0, 3).map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((numbers(colour)[3] ?? 1) > 0.5) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("noscript, .drawing")) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint.push(`${walker.currentNode.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return faint;
}"""

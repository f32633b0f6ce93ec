"""A finger on a phone's page: it makes what a stored record wants by touching the map and pressing buttons, and types nothing.

The board of the page says where each offer lies: on a target of the map, in the strip below the map, or in the panel.
A tap goes to the point of the picture at which the target is drawn, and what the page sends for it is compared.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, Locator, Page

from bot.platforms.web.adapter import WebPlatform
from bot.storage.store import Store
from tests.platforms.example_by_buttons import Control, Record, number_shown, pages, to_press
from tests.support.restoring import restore
from tests.web.acting import settled
from tests.web.browser import Traffic, open_page
from tests.web.support import CHANNEL
from tests.web.tapping import LEAD

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

Offer = dict[str, Any]


@dataclass
class Finger:
    """The phone of a person, and how often it was touched: targets of the map by name, and buttons."""

    page: Page
    traffic: Traffic
    taps: Counter[str] = field(default_factory=Counter)
    presses: int = 0

    @classmethod
    async def of(cls, browser: Browser, web: WebPlatform, name: str) -> Finger:
        return cls(*await open_page(browser, web.link(name, CHANNEL), **PHONE))

    @property
    def board(self) -> dict[str, Any]:
        """The newest board of the page."""
        frames = (frame for frame in reversed(self.traffic.frames) if frame.startswith('{"type": "board"'))
        return json.loads(next(frames))["board"] or {"number": None}

    @property
    def sent(self) -> list[str]:
        """The tokens that the page has sent."""
        return [run["token"] for run in self._runs()]

    def _runs(self) -> list[dict[str, Any]]:
        return [run for run in map(json.loads, self.traffic.sent) if run["type"] == "run"]

    async def press(self, control: Locator) -> None:
        """Press a button, opening the panel and the menu that it is in."""
        await control.wait_for(state="attached")
        if not await control.is_visible() and await self.page.locator("#sheet[aria-expanded=false]").count():
            await self.page.locator("#sheet").tap()
        if not await control.is_visible():
            await control.locator("xpath=ancestor::details[1]/summary").tap()
        await control.tap()
        self.presses += 1
        await settled(self.page)

    async def label(self, text: str) -> None:
        """Press the first button or entry of a menu with a label, in the panel or on the table message."""
        await self.press(self.page.locator(":is(#panel-body, #table) button[data-token]", has_text=text).first)

    async def tap(self, target: str) -> None:
        """Tap a target of the map at the point at which it is drawn, on the picture that has it."""
        await settled(self.page)
        areas, shown = self.board["areas"], self.page.locator("#map-areas [aria-pressed=true]")
        label = await shown.inner_text()
        if not any(target in area["places"] for area in areas if area["label"] == label):
            label = next(area["label"] for area in areas if target in area["places"])
            await self.press(self.page.locator("#map-areas button", has_text=label))
        (at,) = (area["places"][target] for area in areas if area["label"] == label)
        await self.page.touchscreen.tap(*await self.page.evaluate(LEAD, at))
        await settled(self.page)
        self.taps[target] += 1

    async def take(self, offer: Offer) -> None:
        """Touch what an offer belongs to until it is carried out: from where, whereto, then its button."""
        before, control = len(self.sent), f"button[data-token='{offer['token']}']"
        for target in (*offer["here"][:1], offer["to"], *([offer["to"]] if offer["aimed"] else [])):
            if target and len(self.sent) == before:
                await self.tap(target)
        if len(self.sent) == before:
            strip = self.page.locator(f"#map-strip {control}")
            await self.press(strip if await strip.is_visible() else self.page.locator(f"#panel-body {control}").first)
        await self.answered()
        assert self.sent[before:] == [offer["token"]], (offer["label"], offer["here"], offer["to"])

    async def answered(self) -> None:
        """Wait until all that the page has sent is answered."""
        keys = {run["key"] for run in self._runs()}
        for _ in range(400):
            ends = (json.loads(frame) for frame in self.traffic.frames if frame.startswith('{"type": "answered"'))
            if keys <= {end["key"] for end in ends}:
                return
            await self.page.wait_for_timeout(25)
        raise AssertionError("a press is not answered")

    async def until(self, number: int) -> None:
        """Wait for the board of a position."""
        for _ in range(400):
            if self.board["number"] == number:
                return
            await self.page.wait_for_timeout(25)
        raise AssertionError(f"position {number} does not reach the page")


async def play(people: tuple[Finger, Finger], store: Store, game: str, wanted: Record, most: int) -> None:
    """Touch what makes a wanted record to its end, a step in at most so many touches; people are in order of their seats."""
    while (stored := await store.load(game)).number + 1 < len(wanted):
        finger = people[restore(stored).actor or 0]
        await finger.until(number_shown(stored))
        opened, touches = set[str](), sum(finger.taps.values()) + finger.presses
        while (press := to_press(stored, wanted, _controls(finger))) is None:
            waiting = [one.tokens[0] for one in pages(stored, _controls(finger)) if one.tokens[0] not in opened]
            assert waiting, (wanted[stored.number + 1], [offer["label"] for offer in finger.board["offers"]])
            opened.add(waiting[0])
            await finger.take(_offer(finger, waiting[0]))
        offer = _offer(finger, press.tokens[0])
        await finger.take(offer)
        made = await store.record(game)
        assert made == wanted[: len(made)], offer["label"]
        assert sum(finger.taps.values()) + finger.presses - touches <= most, offer["label"]


def _controls(finger: Finger) -> list[Control]:
    return [Control((offer["token"],)) for offer in finger.board["offers"]]


def _offer(finger: Finger, token: str) -> Offer:
    return next(offer for offer in finger.board["offers"] if offer["token"] == token)


__all__ = ["Finger", "play"]

"""Touching the map and the hand in a real browser, with `feldpost local` as a separate process."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web import together
from tests.web.acting import leaks, settled
from tests.web.beginning import begin, begun
from tests.web.browser import Traffic, open_page, type_line
from tests.web.house import Guests
from tests.web.tapping import tap, tap_card

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser


PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "device_scale_factor": 2}


def boards(traffic: Traffic) -> list[dict[str, Any]]:
    """Return the boards a page received, in order."""
    frames = [json.loads(frame) for frame in traffic.frames if frame.startswith('{"type": "board"')]
    return [frame["board"] for frame in frames if frame["board"]]


async def operation(page: Page) -> None:
    """Play Guns of August for operations by touching it in the hand."""
    await page.locator("#map-areas button", has_text="Your hand").click()
    await expect(page.locator("#map-areas [aria-pressed=true]")).to_have_text("Your hand")
    await tap_card(page, 0)
    await expect(page.locator("#card h2")).to_have_text("Guns of August (CP 1)")
    await page.locator("#card .use", has_text="Operations").click()
    await settled(page)
    await expect(page.locator("#table")).to_contain_text("activating spaces")


async def strip(page: Page, label: str) -> None:
    """Press something below the map."""
    await page.locator("#map-strip button", has_text=label).first.click()
    await settled(page)


async def leave_ops(page: Page) -> None:
    """Answer the question that *Done* asks while OPS are left."""
    await page.get_by_role("button", name="Leave them unused").first.click()
    await settled(page)


async def test_a_phone_plays_an_operation_by_touch_alone(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await operation(phone)
    await expect(phone.locator("#map-areas [aria-pressed=true]")).to_have_text("Western Front")
    await tap(phone, "koblenz", beside=15)
    await expect(phone.locator("#map-strip")).to_contain_text("Koblenz (CP): GE 2 and GE 3")
    await expect(phone.locator("#map svg .picked")).to_have_count(1)
    await strip(phone, "Koblenz: move")
    await expect(phone.locator("#map-strip")).to_contain_text("Operations points (OPS) left: 2.")
    await strip(phone, "Undo")
    await expect(phone.locator("#map-strip")).to_contain_text("Operations points (OPS) left: 3.")
    await tap(phone, "koblenz")
    await strip(phone, "Koblenz: move")
    await strip(phone, "Done")
    await expect(phone.get_by_role("button", name="Leave them unused").first).to_be_in_viewport()
    await leave_ops(phone)

    # All units that can move are in one space: their destinations are highlighted at once.
    await expect(phone.locator("#table")).to_contain_text("moving")
    await expect(phone.locator("#map svg .picked")).to_have_count(1)
    assert await phone.locator("#map svg .goal").count() > 5
    await tap(phone, "frankfurt")
    await settled(phone)
    await expect(phone.locator("#panel-body")).to_contain_text("Frankfurt")
    await expect(phone.locator("#table")).not_to_contain_text("moving")
    assert traffic.faults == []


async def test_an_attack_shows_its_odds_before_the_tap_that_makes_it(browser: Browser, local: Guests) -> None:
    ((one, traffic),) = await begun(browser, local, "Player one")
    await operation(one)
    await tap(one, "koblenz")
    await expect(one.locator("#map svg .target text", has_text="wins 100 %")).to_have_count(2)
    await tap(one, "liege")
    await expect(one.locator("#map svg .aimed")).to_have_count(1)
    await expect(one.locator("#map-strip")).to_contain_text("Liège from Koblenz and Aachen")
    await expect(one.locator("#map-strip")).to_contain_text("15 CF against 3")
    await expect(one.locator("#map-strip .chances")).to_contain_text("Attacker wins 100 %")
    await expect(one.locator("#map-strip .chances")).to_contain_text("Expected losses: defender")
    await expect(one.locator("#table")).to_contain_text("activating spaces")
    await tap(one, "liege")
    await settled(one)
    await expect(one.locator("#table")).not_to_contain_text("activating spaces")
    await expect(one.locator("#panel-body")).to_contain_text("Liège")
    assert traffic.faults == []


async def test_touching_an_enemy_offers_the_attack_by_any_unit(browser: Browser, local: Guests) -> None:
    ((one, traffic),) = await begun(browser, local, "Player one")
    await operation(one)
    await tap(one, "nancy")
    controls = one.locator("#map-strip button")
    await expect(one.locator("#map-strip .said")).to_contain_text("Nancy (AP): FR 1 and FR 2")
    await expect(one.locator("#map-strip .chances")).to_contain_text("Attacker wins 50 %")
    await expect(controls.filter(has_text="Nancy from Metz and Strasbourg").first).to_contain_text("15 CF against 8")
    await expect(controls.filter(has_text="Strasbourg: attack")).to_have_count(1)
    await expect(one.locator("#map svg .target.aimed")).to_have_count(1)
    await expect(one.locator("#map svg .can")).to_have_count(2)  # Metz and Strasbourg
    sign = "(one) => getComputedStyle(one.querySelector('.label'), '::before').content"
    assert "⚔" in await controls.filter(has_text="Nancy from Metz").first.evaluate(sign), "as the title draws an attack"
    # What is already activated is shown, not only what can be.
    await strip(one, "Strasbourg: attack")
    await tap(one, "nancy")
    await expect(controls.filter(has_text="Metz: attack")).to_have_count(1)
    await expect(one.locator("#map-strip")).to_contain_text("Attacks come after activation.")
    await strip(one, "Done")
    await leave_ops(one)
    await expect(one.locator("#table")).to_contain_text("attacking")
    await tap(one, "nancy")
    await expect(one.locator("#map-strip")).to_contain_text("Nancy")
    await expect(controls.filter(has_text="against")).not_to_have_count(0)
    await tap(one, "paris")
    await expect(one.locator("#map-strip .said")).to_contain_text("Paris")
    await expect(controls.filter(has_text="against")).to_have_count(0)
    assert traffic.faults == []


async def test_touch_offers_are_on_the_panel_and_private(browser: Browser, local: Guests) -> None:
    (one, own), (two, other), (third, watched) = await begun(browser, local)
    await type_line(two, "/panel")
    await operation(one)
    board = boards(own)[-1]
    assert {offer["token"] for offer in board["offers"]} >= {
        token async for token in _tokens(one, "#map-strip button")
    }  # fmt: skip
    shown = {token async for token in _tokens(one, "#panel-body [data-token]")}
    first = [offer["token"] for offer in board["offers"] if offer["group"].startswith("Activate and attack")]
    assert first
    assert set(first) <= shown
    await settled(two)
    theirs = boards(other)
    assert theirs
    assert all(not [offer for offer in board["offers"] if offer["here"] or offer["uses"]] for board in theirs)
    assert not set(leaks(await own.everything())) & set(leaks(await other.everything()))
    assert all(
        not board["offers"] and not any(area["boxes"] or area["shelf"] for area in board["areas"])
        for board in boards(watched)
    )
    assert leaks(await watched.everything()) == []
    await expect(third.locator("#map img")).to_be_visible()


async def _tokens(page: Page, selector: str) -> AsyncIterator[str]:
    for control in await page.locator(selector).all():
        token = await control.get_attribute("data-token")
        assert token is not None
        yield token


async def test_on_a_phone_targets_are_large_and_nothing_overlaps(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await operation(phone)
    await tap(phone, "koblenz")
    for opened in (False, True):
        if opened:
            await phone.locator("#sheet").tap()
            await expect(phone.locator("#map-strip")).to_be_hidden()
        controls = phone.locator(".map-head button:visible, #map-strip button:visible")
        for control in await controls.all():
            box = await control.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44, await control.inner_text()
        strip_there = [] if opened else ["#map-strip"]
        parts = [".bar", "#map .map-head", "#map-view", *strip_there, "#sheet", ".composer"]
        edges = [await phone.locator(part).bounding_box() for part in parts]
        for above, below in itertools.pairwise(edges):
            assert above is not None
            assert below is not None
            assert above["y"] + above["height"] <= below["y"] + 1
        assert await phone.locator("html").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
        view = await phone.locator("#map-view").bounding_box()
        assert view is not None
        assert view["height"] > 100
    assert traffic.faults == []


async def test_the_map_can_be_folded_and_stays_so(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await expect(phone.locator("#map-view")).to_be_visible()
    await phone.locator("#map-fold").tap()
    await expect(phone.locator("#map-view")).to_be_hidden()
    await phone.reload()
    await phone.wait_for_selector("body[data-linked]")
    await expect(phone.locator("#map-fold")).to_have_attribute("aria-expanded", "false")
    await expect(phone.locator("#map-view")).to_be_hidden()
    await phone.locator("#map-fold").tap()
    await expect(phone.locator("#map-view img")).to_be_visible()


async def test_keyboard_and_screen_reader_keep_the_panel(browser: Browser, local: Guests) -> None:
    ((one, _),) = await begun(browser, local, "Player one")
    await operation(one)
    await tap(one, "koblenz")
    await expect(one.locator("#map-strip")).to_have_attribute("aria-hidden", "true")
    for beside in ("#map-strip button", "#map-strip input", "#map-boxes button"):
        assert await one.locator(f"{beside}:not([tabindex='-1'])").count() == 0
        assert await one.locator(beside).count() > 0
    await expect(one.locator("#map-boxes")).to_have_attribute("aria-hidden", "true")
    attack = one.locator("#panel-body details", has_text="Activate to move or attack")
    await attack.locator("summary").focus()
    await one.keyboard.press("Enter")
    await one.keyboard.press("ArrowDown")
    await one.keyboard.press("Enter")
    await settled(one)
    await expect(one.locator("#panel-body")).to_contain_text("Marked")


async def test_arrows_of_past_events_are_drawn_for_returning_players(browser: Browser, local: Guests) -> None:
    (one, own), (two, other) = await begun(browser, local, "Player one", "Player two")
    await type_line(two, "/panel")
    await type_line(one, "/play guns of august as ops /activate koblenz move /move koblenz frankfurt anyway")
    await type_line(one, "/done")
    await expect(two.locator("#table")).to_contain_text("Your turn as the Allied Powers: choosing an action")
    await settled(two)
    await expect(two.locator("#map-areas [aria-pressed=true]")).to_have_text("Western Front")
    await expect(two.locator("#map-view:not(.waiting) img")).to_be_visible()

    async def picture(page: Page, traffic: Traffic, label: str) -> bytes:
        area = next(area for area in boards(traffic)[-1]["areas"] if area["label"] == label)
        start = (await page.locator("#map-view img").get_attribute("src") or "").rpartition("/")[0]
        answer = await page.request.get(f"{page.url.split('/u/')[0]}{start}/{area['src']}")
        assert answer.ok
        return await answer.body()

    await one.locator("#map-areas button", has_text="Western Front").click()
    assert await picture(two, other, "Western Front") != await picture(one, own, "Western Front")
    assert await picture(two, other, "Italian Front") == await picture(one, own, "Italian Front")


async def test_a_replay_is_stepped_through_by_keys(browser: Browser, local: Guests) -> None:
    ((one, traffic),) = await begun(browser, local, "Player one")
    await type_line(one, "/play guns of august as ops /activate koblenz move /move koblenz frankfurt anyway")
    await type_line(one, "/done")
    await type_line(one, "/replay turn west")
    replay = one.locator("#feed .in-note .picture.there").last
    await expect(replay).to_be_visible()
    await replay.focus()
    await one.keyboard.press("ArrowRight")
    image, at = one.locator("#viewer img"), one.locator("#viewer .at")
    await expect(at).to_have_text("1 of 2")
    await expect(image).to_have_js_property("complete", True)
    first = await image.get_attribute("src")
    await one.keyboard.press("ArrowRight")
    await one.keyboard.press("ArrowRight")
    await expect(at).to_have_text("2 of 2")
    assert await image.get_attribute("src") != first
    await one.keyboard.press("Home")
    await expect(at).to_have_text("1 of 2")
    assert await image.get_attribute("src") == first
    await one.keyboard.press(" ")
    await expect(at).to_have_text("2 positions")
    await expect(one.locator("#viewer")).to_be_visible()
    answer = await one.request.get(f"{one.url.split('/u/')[0]}{(first or '').rpartition('/')[0]}/7")
    assert answer.status == 404
    assert traffic.faults == []

"""A lesson on a phone: the place a step is about is in the middle of the map."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from engine.pog.content import load_content
from renderer.pog.hit_areas import theatre_ground
from tests.web import together
from tests.web.browser import open_page, type_line
from tests.web.house import Guests
from tests.web.phones import FREE, PHONE

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser

#: Distance of a point from the centre of the map pane, as shares of its width and height.
AWAY = """([x, y]) => {
  const view = document.querySelector("#map-view"), marks = view.querySelector("svg");
  const box = marks.getBoundingClientRect(), frame = view.getBoundingClientRect();
  const scale = box.width / marks.viewBox.baseVal.width;
  const [left, top] = [box.left + x * scale - frame.left, box.top + y * scale - frame.top];
  return [Math.abs(left / frame.width - 0.5), Math.abs(top / frame.height - 0.5)];
}"""


async def test_a_place_stays_in_the_middle_of_the_map_when_the_panel_grows(browser: Browser, local: Guests) -> None:
    """The panel of a finished lesson is short, that of a first step tall: the map shrinks after it was centred."""
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 390, "height": 844}}
    )
    body = phone.locator("#panel-body")
    await type_line(phone, "/learn 1")
    for step in range(2, 7):
        await type_line(phone, "/learn next")
        await expect(body).to_contain_text(f"step {step} of 6")
    await type_line(phone, "/learn c")
    for button in ("Finish lesson", "2 Attack and losses"):
        control = body.locator(".controls button", has_text=button)
        await expect(control).to_be_visible()
        await control.tap(timeout=20_000)
    await expect(body).to_contain_text("Lesson 2")
    await expect(phone.locator("#map-view.waiting")).to_have_count(0)
    content = load_content()
    metz = str(content.space_by_name["metz"])
    (spot,) = [[x, y] for number, x, y in theatre_ground(content, "west").points if number == metz]
    await phone.wait_for_function(f"(spot) => Math.max(...({AWAY})(spot)) < 0.2", arg=spot, timeout=20_000)
    assert traffic.faults == []


async def test_a_long_story_gives_way_to_what_a_step_asks_to_press(browser: Browser, local: Guests) -> None:
    """Describing a battle takes six lines; the button that ends its step would be below the fold."""
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 390, "height": 844}}
    )
    body = phone.locator("#panel-body")
    for line in ("/learn 2", "/learn show", "/learn next", "/learn show", "/learn next", "/lose ge 4"):
        await type_line(phone, line)
    advance = body.locator(".controls button", has_text="GE 5 to Sedan")
    await expect(advance).to_be_visible()
    await expect(phone.locator("#map-view.waiting")).to_have_count(0)
    await phone.wait_for_function(FREE, arg=await advance.element_handle(), timeout=5_000)
    story = body.locator(".story summary")
    short = await story.bounding_box()
    await story.tap()
    full = await story.bounding_box()
    assert short is not None
    assert full is not None
    assert full["height"] > short["height"], "all of it is there by one press"
    assert traffic.faults == []


async def test_a_picture_that_was_asked_for_leaves_no_words_in_the_panel(browser: Browser, local: Guests) -> None:
    """The hand is shown in the feed; the reopened panel begins with its own text."""
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 390, "height": 844}}
    )
    await type_line(phone, "/learn 3")
    body = phone.locator("#panel-body")
    await body.locator(".controls button", has_text="Hand").tap()
    await expect(phone.locator("#feed")).to_contain_text("Your hand: ")
    await phone.locator("#sheet").tap()
    await expect(body.locator(".story")).to_be_visible()
    await expect(phone.locator("#panel-body .notice:not(:empty)")).to_have_count(0)
    assert traffic.faults == []


async def test_a_command_that_a_sentence_names_is_put_on_the_line_by_a_touch(browser: Browser, local: Guests) -> None:
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 390, "height": 844}}
    )
    await type_line(phone, "/learn 2")
    await type_line(phone, "/learn next")
    named, line = phone.locator("#panel-body code", has_text="/odds sedan"), phone.locator("#line")
    await named.tap()
    await expect(line).to_have_value("/odds sedan")
    await line.fill("good day")
    await named.tap()
    await expect(line).to_have_value("good day")
    assert traffic.faults == []


async def test_a_picture_of_another_shape_leaves_no_empty_room_in_a_narrow_feed(
    browser: Browser, local: Guests
) -> None:
    """Space for two joined pictures is reserved before their arrangement is known; here it is twice as high."""
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 390, "height": 844}}
    )
    for line in ("/learn 1", *("/learn show", "/learn next") * 3, "/learn show"):
        await type_line(phone, line)
    picture = phone.locator("#feed .picture.there").first
    await expect(picture).to_have_count(1)
    await phone.locator("#sheet").tap()
    await expect(picture).to_be_visible()
    filled = await picture.evaluate(
        "(one) => { const box = one.getBoundingClientRect(), image = one.querySelector('img');"
        " return (box.width * image.naturalHeight) / image.naturalWidth / box.height; }"
    )
    assert filled > 0.7
    assert traffic.faults == []

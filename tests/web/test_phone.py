"""A page 400 px wide in a real browser: the map where the action is, the panel beneath it, and nothing over an answer."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from engine.pog.content import load_content
from renderer.pog.ground import theatre_ground
from renderer.pog.layers.places import NAME_Y
from renderer.pog.layout import SCALES
from tests.web.acting import press, settled
from tests.web.beginning import begin, begun
from tests.web.browser import open_page, type_line
from tests.web.playing import LocalProcess
from tests.web.tapping import tap
from tests.web.test_sheets import choose

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 400, "height": 860}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

#: Whether a point of the picture is in sight in the map pane.
_SEEN = """([x, y]) => {
  const view = document.querySelector("#map-view"), marks = view.querySelector("svg");
  const box = marks.getBoundingClientRect(), frame = view.getBoundingClientRect();
  const scale = box.width / marks.viewBox.baseVal.width;
  const [left, top] = [box.left + x * scale, box.top + y * scale];
  return left > frame.left && left < frame.right && top > frame.top && top < frame.bottom;
}"""
#: Whether nothing lies over the middle of an element, and all of it is on the page.
_FREE = """(element) => {
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && element.contains(at);
}"""
#: Controls that a finger would miss: what they say, and how large they are.
_SMALL = """() => [...document.querySelectorAll("button, summary, a.file, .tick-room, .pick, #line")]
  .filter((one) => one.checkVisibility() && !one.closest("details:not([open]) > :not(summary)"))
  .map((one) => [one.textContent.trim().slice(0, 30) || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.9 || box.width < 43.9))
  .map(([says, box]) => `${says}: ${box.width} x ${box.height}`)"""


async def seen(page: Page, theatre: str, space: str) -> bool:
    """Whether a space of a theatre's picture is in sight; the map may have to scroll there first."""
    wanted = load_content().space_by_name[space]
    (spot,) = [[x, y] for number, x, y in theatre_ground(load_content(), theatre).spaces if number == wanted]
    for _ in range(50):
        if await page.evaluate(_SEEN, spot):
            return True
        await page.wait_for_timeout(100)
    return False


async def share(part: Locator) -> float:
    """How much of the page's height a part of it takes."""
    box = await part.bounding_box()
    return box["height"] / PHONE["viewport"]["height"] if box else 0.0  # type: ignore[index]


def shown(page: Page) -> Locator:
    """The name of the part of the map that is shown."""
    return page.locator("#map-areas [aria-pressed=true]")


async def test_the_map_opens_on_the_front_and_follows_the_action(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phones = [await open_page(browser, local.links[name], **PHONE) for name in ("Player one", "Player two")]
    (one, faults), (two, _) = phones
    for phone, _ in phones:
        await type_line(phone, "/panel")
        await settled(phone)
        await expect(shown(phone)).to_have_text("Western Front")
        assert await seen(phone, "west", "metz") or await seen(phone, "west", "nancy")
    await type_line(one, "/play guns of august as ops /activate insterberg move /move insterberg konigsberg")
    await type_line(one, "/done")
    for phone, _ in phones:
        await expect(shown(phone)).to_have_text("Eastern Front")
        assert await seen(phone, "east", "konigsberg")

    # Whoever looks elsewhere by himself stays there, with a way back.
    await one.locator("#map-areas button", has_text="Near East").tap()
    await one.locator("#map-view").hover()
    await one.mouse.wheel(300, 0)
    await press(two, "1 OPS without a card")
    await settled(two)
    await type_line(two, "/activate sedan move /move sedan cambrai")
    await expect(shown(two)).to_have_text("Western Front")
    assert await seen(two, "west", "cambrai")
    await expect(one.locator("#table")).to_contain_text("Player one): choosing an action")
    await settled(one)
    await expect(shown(one)).to_have_text("Near East")
    # With it he follows again at once, also what is still to come.
    await one.locator("#map-view").hover()
    await one.mouse.wheel(30, 0)
    await one.locator("#map-there").tap()
    await expect(shown(one)).to_have_text("Western Front")
    assert await seen(one, "west", "cambrai")
    await expect(one.locator("#map-there")).to_be_hidden()
    await type_line(one, "/play auto /activate konigsberg move /move konigsberg insterberg")
    await expect(shown(one)).to_have_text("Eastern Front")
    assert await seen(one, "east", "insterberg")
    assert faults.faults == []


async def test_the_open_panel_leaves_the_map_its_share_and_says_everything_once(
    browser: Browser, local: LocalProcess
) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#panel-body")).to_contain_text("Activate spaces: 3 OPS left")
    view = await phone.locator("#map-view").bounding_box()
    assert view is not None
    assert view["height"] > 860 / 3
    for text in (":text('OPS left'):not(.unseen)", "button:text('Done (3 OPS unused)')", "button:text-is('Undo')"):
        assert [await one.is_visible() for one in await phone.locator(text).all()].count(True) == 1, text
    assert await phone.evaluate(_SMALL) == []

    # What is picked is told although the panel was open, and the map is still there.
    await tap(phone, "koblenz")
    await expect(phone.locator("#map-strip")).to_contain_text("Koblenz (CP): GE 2 and GE 3")
    assert await phone.evaluate(_SMALL) == []
    await phone.locator("#sheet").tap()
    await phone.locator("#panel-body details", has_text="Activate to move or attack").locator("summary").tap()
    assert await phone.evaluate(_SMALL) == []

    # The panel begins with what is new, however far it was scrolled before.
    body = phone.locator("#panel-body")
    await body.evaluate("(one) => { one.scrollTop = 300; }")
    assert await body.evaluate("(one) => one.scrollTop") > 0
    await type_line(phone, "/activate koblenz attack")
    await expect(body).to_contain_text("2 OPS left")
    await expect(body).to_have_js_property("scrollTop", 0)
    assert traffic.faults == []


async def test_the_panel_makes_way_for_what_is_touched_and_comes_back_with_the_next_question(
    browser: Browser, local: LocalProcess
) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    sheet = phone.locator("#sheet")
    await expect(sheet).to_have_attribute("aria-expanded", "true")
    await expect(shown(phone)).to_have_text("Western Front")
    await tap(phone, "koblenz")
    await expect(sheet).to_have_attribute("aria-expanded", "false")
    controls = phone.locator("#map-strip button")
    await expect(controls.filter(has_text="Koblenz: move")).to_be_visible()
    for control in await controls.all():
        assert await control.evaluate(_FREE), await control.inner_text()
    assert await seen(phone, "west", "koblenz")
    # Dropped: the panel is back.
    await tap(phone, "koblenz")
    await expect(sheet).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#map-strip")).to_be_hidden()
    # Acted on: the next question is read at once.
    await tap(phone, "koblenz")
    await controls.filter(has_text="Koblenz: move").tap()
    await expect(sheet).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#panel-body")).to_contain_text("2 OPS left")
    # Whoever has lowered it himself finds it lowered.
    await sheet.tap()
    await tap(phone, "metz")
    await controls.filter(has_text="Metz: attack").tap()
    await settled(phone)
    await expect(sheet).to_have_attribute("aria-expanded", "false")
    assert traffic.faults == []


async def test_the_panel_begins_with_what_happened_in_short_and_keeps_question_and_controls_in_sight(
    browser: Browser, local: LocalProcess
) -> None:
    await begin(local)
    one, faults = await open_page(browser, local.links["Player one"], **PHONE)
    two, _ = await open_page(browser, local.links["Player two"], **PHONE)
    await type_line(one, "/play guns of august as ops /activate koblenz,metz attack /done /attack sedan")
    await settled(one)
    await type_line(one, "/panel")
    await settled(one)
    await type_line(two, "/panel")
    for phone, question, last in (
        (one, "Attack on Sedan: attempt a flank attack", "you are the Central Powers"),
        (two, "The game waits for", "you are the Allied Powers"),
    ):
        body = phone.locator("#panel-body")
        await expect(body).to_be_visible()
        story = body.locator(".story")
        await expect(story.locator("summary")).not_to_be_empty()
        await settled(phone)
        frame = await body.bounding_box()
        assert frame is not None
        asked, wanted = body.locator(".message > .content > .body"), body.locator(".controls button").first
        for part in (story, asked, wanted):
            box = await part.bounding_box()
            assert box is not None
            assert frame["y"] <= box["y"]
            assert box["y"] + box["height"] <= frame["y"] + frame["height"]
        order = await body.evaluate(
            "(body) => [...body.querySelector('.content').children].map((one) => one.classList[0])"
        )
        assert order == ["story", "body", "controls", "figure"]
        await expect(story.get_by_text(last)).to_be_hidden()
        await story.locator("summary").tap()
        await expect(story.get_by_text(last)).to_be_visible()
        said = (await asked.inner_text()).splitlines()[0]
        assert said.startswith(question)
        await phone.locator("#sheet").tap()
        await expect(phone.locator("#sheet-title")).to_have_text(said)
    assert faults.faults == []


async def test_what_a_button_lies_over_at_the_edge_of_the_map_can_be_drawn_out_from_under_it(
    browser: Browser, local: LocalProcess
) -> None:
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/panel")
    await expect(phone.locator("#map-boxes button").first).to_be_visible()
    box = await phone.locator("#map-boxes button").first.bounding_box()
    zoom = await phone.locator("#map-larger").bounding_box()
    assert box
    assert zoom
    for _ in range(50):
        # The map follows the action while the page settles.
        await phone.locator("#map-view").evaluate("(view) => view.scrollTo(view.scrollWidth, view.scrollHeight)")
        sheet = await phone.locator("#map-view svg").bounding_box()
        if sheet and sheet["y"] + sheet["height"] <= box["y"] and sheet["x"] + sheet["width"] <= zoom["x"]:
            return
        await phone.wait_for_timeout(100)
    pytest.fail(f"the edge of the map stays under its buttons: {box}, {zoom}")


async def test_nothing_lies_over_an_answer_or_a_suggestion(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    await phone.locator("#line").press_sequentially("/odds s")
    suggestions = phone.locator("#suggestions .suggestion")
    await expect(suggestions.first).to_contain_text("/odds Se")
    for suggestion in await suggestions.all():
        await suggestion.scroll_into_view_if_needed()
        assert await suggestion.evaluate(_FREE)
    await phone.locator("#line").fill("")
    await type_line(phone, "/odds sedan from koblenz")
    answer = phone.locator("#feed .in-note", has_text="Attacker wins").last
    await expect(answer).to_be_visible()
    await settled(phone)
    assert await answer.evaluate(_FREE)
    await phone.locator("#sheet").tap()
    await phone.locator("#panel-body button", has_text="Hand").tap()
    picture = phone.locator("#feed .in-note .picture").last
    await expect(picture).to_be_visible()
    await settled(phone)
    await expect(phone.locator("#map-view")).to_be_visible()
    await picture.scroll_into_view_if_needed()
    assert await picture.evaluate(_FREE)
    # The first tap on the map brings it back.
    before = await phone.locator("#map-view").bounding_box()
    await phone.locator("#map-view").tap()
    after = await phone.locator("#map-view").bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"] + 50
    assert traffic.faults == []


async def test_what_brings_a_folded_map_back_is_never_covered(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    sheet, fold, feed = (phone.locator(name) for name in ("#sheet", "#map-fold", "#feed"))
    await expect(sheet).to_have_attribute("aria-expanded", "true")
    await settled(phone)
    await fold.tap()
    for opened in ("true", "false"):
        await expect(sheet).to_have_attribute("aria-expanded", opened)
        await expect(phone.locator("#map-view")).to_be_hidden()
        assert await fold.evaluate(_FREE)
        assert await feed.evaluate(_FREE)
        assert await share(feed) > 0.2
        await sheet.tap()
    await fold.tap()
    await expect(phone.locator("#map-view")).to_be_visible()
    assert traffic.faults == []


async def test_whoever_only_watches_sees_what_happens_beside_the_map(browser: Browser, local: LocalProcess) -> None:
    await open_page(browser, local.links["Spectator"])  # whoever saw the empty channel has a panel from then on
    ((one, _),) = await begun(browser, local, "Player one")
    phone, traffic = await open_page(browser, local.links["Spectator"], **PHONE)
    await type_line(one, "/play guns of august as ops /activate koblenz,metz attack /done /attack sedan")
    await settled(one)
    feed = phone.locator("#feed")
    await expect(phone.locator("#map-view img")).to_be_visible()
    assert await share(feed) > 0.3
    await type_line(phone, "/panel")
    await expect(phone.locator("body")).to_contain_text("You have no seat")
    await settled(phone)
    assert await share(feed) > 0.3
    await phone.locator("#sheet").tap()
    assert await share(feed) > 0.3
    assert traffic.faults == []


async def test_the_map_is_looked_at_from_a_sheet_that_stays_filled_in(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await settled(phone)
    await phone.locator("#panel-body button[data-token$='~sheet']").tap()
    sheet = phone.locator("#form")
    await expect(sheet).to_be_visible()
    await choose(sheet, "Attack from", "Koblenz")
    ticked = [await box.get_attribute("value") for box in await sheet.locator("input:checked").all()]
    assert ticked
    await sheet.get_by_role("button", name="Map", exact=True).tap()
    image = phone.locator("#viewer img")
    await expect(image).to_have_attribute("alt", "The map: Western Front.")
    assert await image.get_attribute("src") == await phone.locator("#map-view img").get_attribute("src")
    await expect(image).to_have_js_property("complete", True)
    await phone.locator("#viewer").get_by_role("button", name="Close").tap()
    await expect(sheet).to_be_visible()
    assert [await box.get_attribute("value") for box in await sheet.locator("input:checked").all()] == ticked
    assert await phone.evaluate(_SMALL) == []
    assert traffic.faults == []


async def test_nothing_lies_over_the_hand(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await expect(phone.locator("#map-larger")).to_be_visible()
    await phone.locator("#map-areas button", has_text="Your hand").tap()
    await expect(shown(phone)).to_have_text("Your hand")
    for over in ("#map-larger", "#map-smaller", "#map-boxes button"):
        await expect(phone.locator(over)).to_be_hidden()


async def test_marks_leave_the_names_of_spaces_free(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#panel-body")).to_contain_text("Activate spaces: 3 OPS left")
    await expect(shown(phone)).to_have_text("Western Front")
    await tap(phone, "koblenz")
    await expect(phone.locator("#map svg .target")).not_to_have_count(0)
    boxes = await phone.evaluate("""() => [...document.querySelectorAll("#map svg .mark")].map((mark) => {
      const paths = [...mark.querySelectorAll("path")].map((path) => path.getBBox());
      const wide = Math.max(...[...mark.querySelectorAll("path")].map((path) => parseFloat(getComputedStyle(path).strokeWidth)));
      return [Math.min(...paths.map((box) => box.x)), Math.max(...paths.map((box) => box.x + box.width)),
        Math.max(...paths.map((box) => box.y + box.height)) + wide / 2];
    })""")
    names = [(x, y + NAME_Y * SCALES["theatre"]) for _, x, y in theatre_ground(load_content(), "west").spaces]
    assert len(boxes) >= 3
    for left, right, low in boxes:
        below = [y for x, y in names if left < x < right and abs(y - low) < 40 * SCALES["theatre"]]
        assert below
        assert low <= min(below, key=lambda y: abs(y - low)) + 1


async def test_attackers_of_several_spaces_are_ticked_together_on_the_map(
    browser: Browser, local: LocalProcess
) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#panel-body")).to_contain_text("Activate spaces: 3 OPS left")

    async def tick(space: str, *labels: str) -> None:
        await tap(phone, space)
        for label in labels:
            row = phone.locator("#map-strip .together-row", has_text=label)
            await row.locator("input").tap()
            await expect(phone.locator("#map-strip .ticked")).to_contain_text(label)

    async def take(count: int) -> None:
        await phone.locator("#map-strip button", has_text=f"Take those ticked ({count})").tap()
        await settled(phone)

    await tick("koblenz", "Koblenz: attack")
    await tick("metz", "Metz: attack")
    await expect(phone.locator("#map svg .ticked")).to_have_count(2)
    await take(2)
    await expect(phone.locator("#panel-body")).to_contain_text("Marked: Metz and Koblenz")
    await type_line(phone, "/done anyway")
    await expect(phone.locator("#table")).to_contain_text("attacking")
    await expect(phone.locator("#panel-body")).to_contain_text("Attack from the activated spaces")
    await tick("koblenz", "GE 2", "GE 3")
    await tick("metz", "GE 4")
    panel = {await box.get_attribute("value") for box in await phone.locator("#panel-body .tick-room input").all()}
    assert len(panel) == 4, "the panel has the same ticks"
    await take(3)
    await expect(phone.locator("#panel-body")).to_contain_text("GE 2, GE 3 and GE 4")
    await expect(phone.locator("#map svg .target text").first).to_contain_text("wins")
    await tap(phone, "sedan")
    await expect(phone.locator("#map-strip .chances")).to_contain_text("Attacker wins 97 %")
    await tap(phone, "sedan")
    await settled(phone)
    await expect(phone.locator("#table")).not_to_contain_text("attacking")
    assert traffic.faults == []


async def test_the_reserve_box_is_within_reach_of_a_finger(browser: Browser, local: LocalProcess) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as sr")
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    box = phone.locator("#map-boxes button")
    await expect(box).to_have_text("Reserve Box")
    await box.tap()
    await expect(phone.locator("#map-strip")).to_contain_text("Reserve Box: 8 GE c")
    await phone.locator("#map-strip button", has_text="GE c (Reserve Box)").tap()
    await settled(phone)
    await expect(phone.locator("#map svg .goal")).not_to_have_count(0)
    await tap(phone, "koblenz")
    await settled(phone)
    await expect(phone.locator("#panel-body")).to_contain_text("Koblenz")
    assert traffic.faults == []


async def test_after_a_rematch_the_old_map_is_gone_and_the_new_one_comes_at_once(
    browser: Browser, local: LocalProcess
) -> None:
    await begin(local)
    one, _ = await open_page(browser, local.links["Player one"], **PHONE)
    two, _ = await open_page(browser, local.links["Player two"], **PHONE)
    watcher, _ = await open_page(browser, local.links["Spectator"], **PHONE)
    await type_line(one, "/play guns of august as ops /activate insterberg move /move insterberg konigsberg")
    await type_line(one, "/done")
    await expect(shown(two)).to_have_text("Eastern Front")
    await type_line(two, "/resign yes")
    await expect(one.locator("#feed")).to_contain_text("Game over")
    await type_line(one, "/rematch")
    for page in (one, two, watcher):
        await expect(page.locator("#map")).to_be_hidden()
    await type_line(one, "/join cp")
    await expect(one.locator("#feed")).to_contain_text("kept for somebody else: /join both takes both")
    await type_line(two, "/join cp")
    await settled(two)
    await type_line(one, "/start")
    for page in (one, two):
        await expect(shown(page)).to_have_text("Western Front")
    # Whoever only watches has the first picture that is posted.
    await type_line(two, "/choose take")
    await expect(watcher.locator("#map img")).to_be_visible()


async def test_what_is_asked_before_a_press_counts_is_answered_in_the_panel(
    browser: Browser, local: LocalProcess
) -> None:
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    for line in ("/new summer_1916", "/join both", "/start", "/panel"):
        await type_line(phone, line)
        await settled(phone)
    panel = phone.locator("#panel-body")
    await expect(panel).to_contain_text("Spend replacement points")
    await panel.locator("button", has_text="Done with replacements").tap()
    await expect(panel).to_contain_text("would lapse")
    lapse = panel.locator("button", has_text="Let them lapse")
    assert await lapse.evaluate(_FREE)
    await lapse.tap()
    await expect(panel).not_to_contain_text("would lapse")
    await expect(lapse).to_have_count(0)
    assert traffic.faults == []

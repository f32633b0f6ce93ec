"""The panel of a 400 px wide page in a real browser: below the map, within reach, and covering no answer."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Page, Route, expect
from playwright.async_api import TimeoutError as TooLong

from tests.web import together
from tests.web.acting import settled
from tests.web.beginning import begin
from tests.web.browser import open_page, type_line
from tests.web.house import Guests
from tests.web.phones import FREE, PHONE, SMALL, seen, shown
from tests.web.tapping import tap
from tests.web.test_sheets import choose

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser


async def test_the_open_panel_leaves_the_map_its_share_and_says_everything_once(
    browser: Browser, local: Guests
) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#panel-body")).to_contain_text("Activate spaces. Operations points (OPS) left: 3.")
    view = await phone.locator("#map-view").bounding_box()
    assert view is not None
    assert view["height"] > 860 / 3
    for text in (":text('OPS) left'):not(.unseen)", "button:text('Done (3 OPS unused)')", "button:text-is('Undo')"):
        assert [await one.is_visible() for one in await phone.locator(text).all()].count(True) == 1, text
    assert await phone.evaluate(SMALL) == []

    # What is picked is described although the panel was open, and the map is still there.
    await tap(phone, "koblenz")
    await expect(phone.locator("#map-strip")).to_contain_text("Koblenz (CP): GE 2 and GE 3")
    assert await phone.evaluate(SMALL) == []
    await phone.locator("#sheet").tap()
    await phone.locator("#panel-body details", has_text="Activate to move or attack").locator("summary").tap()
    assert await phone.evaluate(SMALL) == []

    # The panel starts with what is new, wherever it was scrolled before.
    body = phone.locator("#panel-body")
    await body.evaluate("(one) => { one.scrollTop = 300; }")
    assert await body.evaluate("(one) => one.scrollTop") > 0
    await type_line(phone, "/activate koblenz attack")
    await expect(body).to_contain_text("Operations points (OPS) left: 2.")
    await expect(body).to_have_js_property("scrollTop", 0)
    assert traffic.faults == []


async def test_the_pane_says_that_the_map_is_being_drawn_until_it_is_there(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    drawn = asyncio.Event()

    async def hold(route: Route) -> None:
        await drawn.wait()
        await route.continue_()

    await phone.route("**/p/*", hold)
    # Don't wait for loading: a blocked picture would prevent it.
    await phone.reload(wait_until="commit")
    await expect(phone.locator("#map-view.waiting")).to_have_count(1)
    told = "(view) => getComputedStyle(view, '::before').content"
    assert "being drawn" in await phone.locator("#map-view").evaluate(told)
    drawn.set()
    said = ""
    for _ in range(50):  # another picture may be awaited by now
        await expect(phone.locator("#map-view.waiting")).to_have_count(0)
        if (said := await phone.locator("#map-view").evaluate(told)) == "none":
            break
    assert said == "none"

    # The picture of one front must not stay below the marks of another.
    drawn.clear()
    image = phone.locator("#map-view img")
    await expect(image).to_be_visible()
    await phone.locator("#map-areas button", has_text="Eastern Front").tap()
    await expect(phone.locator("#map-view.waiting")).to_have_count(1)
    await expect(image).to_be_hidden()
    drawn.set()
    await expect(image).to_be_visible()
    assert traffic.faults == []


async def test_the_panel_makes_way_for_what_is_touched_and_comes_back_with_the_next_question(
    browser: Browser, local: Guests
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
        assert await control.evaluate(FREE), await control.inner_text()
    assert await seen(phone, "west", "koblenz")
    # Dropped: the panel is back.
    await tap(phone, "koblenz")
    await expect(sheet).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#map-strip")).to_be_hidden()
    # Acted on: the next question is shown at once.
    await tap(phone, "koblenz")
    await controls.filter(has_text="Koblenz: move").tap()
    await expect(sheet).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#panel-body")).to_contain_text("Operations points (OPS) left: 2.")
    # If the user has lowered it, it stays lowered.
    await sheet.tap()
    await tap(phone, "metz")
    await controls.filter(has_text="Metz: attack").tap()
    await settled(phone)
    await expect(sheet).to_have_attribute("aria-expanded", "false")
    assert traffic.faults == []


async def test_the_panel_begins_with_what_happened_in_short_and_keeps_question_and_controls_in_sight(
    browser: Browser, local: Guests
) -> None:
    await begin(local)
    one, faults = await open_page(browser, local.links["Player one"], **PHONE)
    two, _ = await open_page(browser, local.links["Player two"], **PHONE)
    await type_line(one, "/play guns of august as ops /activate koblenz,metz attack /done anyway /attack sedan")
    await settled(one)
    await type_line(one, "/panel")
    await settled(one)
    await type_line(two, "/panel")
    for phone, question, last in (
        (one, "Attack on Sedan: attempt a flank attack", "you are the Central Powers"),
        (two, "Waiting for", "you are the Allied Powers"),
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


async def test_nothing_covers_an_answer_or_a_suggestion(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    await phone.locator("#line").press_sequentially("/odds s")
    suggestions = phone.locator("#suggestions .suggestion")
    await expect(suggestions.first).to_contain_text("/odds Se")
    for suggestion in await suggestions.all():
        await suggestion.scroll_into_view_if_needed()
        assert await suggestion.evaluate(FREE)
    await phone.locator("#line").fill("")
    await type_line(phone, "/odds sedan from koblenz")
    answer = phone.locator("#feed .in-note", has_text="Attacker wins").last
    await expect(answer).to_be_visible()
    await settled(phone)
    assert await answer.evaluate(FREE)
    await phone.locator("#sheet").tap()
    await phone.locator("#panel-body button", has_text="Hand").tap()
    picture = phone.locator("#feed .in-note .picture").last
    await expect(picture).to_be_visible()
    await settled(phone)
    await expect(phone.locator("#map-view")).to_be_visible()
    await picture.scroll_into_view_if_needed()
    assert await picture.evaluate(FREE)
    # The first tap on the map brings it back.
    before = await phone.locator("#map-view").bounding_box()
    await phone.locator("#map-view").tap()
    after = await phone.locator("#map-view").bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"] + 50
    assert traffic.faults == []


async def test_the_map_is_looked_at_from_a_sheet_that_stays_filled_in(browser: Browser, local: Guests) -> None:
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
    assert await phone.evaluate(SMALL) == []
    assert traffic.faults == []


async def test_nothing_covers_the_hand(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await expect(phone.locator("#map-larger")).to_be_visible()
    await phone.locator("#map-areas button", has_text="Your hand").tap()
    await expect(shown(phone)).to_have_text("Your hand")
    for over in ("#map-larger", "#map-smaller", "#map-boxes button"):
        await expect(phone.locator(over)).to_be_hidden()


async def test_a_confirmation_is_answered_in_the_panel(browser: Browser, local: Guests) -> None:
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    for line in ("/new summer_1916", "/join both", "/start", "/panel"):
        await type_line(phone, line)
        await settled(phone)
    panel = phone.locator("#panel-body")
    await expect(panel).to_contain_text("Spend replacement points")
    await panel.locator("button", has_text="End replacements").tap()
    await expect(panel).to_contain_text("would lose")
    lapse = panel.locator("button", has_text="Let them lapse")
    assert await lapse.evaluate(FREE)
    await lapse.tap()
    await expect(panel).not_to_contain_text("would lose")
    await expect(lapse).to_have_count(0)
    assert traffic.faults == []


async def _menu_and_hand_are_shown_from_their_beginning(phone: Page) -> None:
    view = phone.locator("#map-view")
    await expect(phone.locator("#map-view.waiting")).to_have_count(0)
    await view.evaluate("(one) => one.scrollTo(100, 200)")
    await phone.locator("#map-areas button", has_text="Your hand").tap()
    await expect(shown(phone)).to_have_text("Your hand")
    assert await view.evaluate("(one) => one.scrollHeight - one.clientHeight") > 20
    await expect(view).to_have_js_property("scrollTop", 0)
    menu = phone.locator("#panel-body details", has_text="Operations with")
    await menu.locator("summary").tap()
    for number in range(2):
        await expect(menu.locator(".option").nth(number)).to_be_in_viewport(ratio=1)
        assert await menu.locator(".option").nth(number).evaluate(FREE)


async def test_a_lesson_step_shows_its_task_and_place_without_scrolling(browser: Browser, local: Guests) -> None:
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 400, "height": 800}}
    )
    await type_line(phone, "/learn 1")
    body = phone.locator("#panel-body")
    await expect(body).to_contain_text("step 1 of 6")
    await _menu_and_hand_are_shown_from_their_beginning(phone)
    for step, wanted, place in (
        ("step 1 of 6", "Operations with", ""),
        ("step 2 of 6", "Activate more spaces", "oppeln"),
        ("step 3 of 6", "Oppeln (reduced GE c) to", "czestochowa"),
        ("step 4 of 6", "Bremen (reduced GE c) to", "aachen"),
    ):
        await expect(body).to_contain_text(step)
        await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
        first = phone.locator("#panel-body .controls .menu > *").first
        await expect(first).to_contain_text(wanted)
        assert await first.locator("summary").evaluate(FREE), step
        if place:
            area = {"aachen": "west"}.get(place, "east")
            await expect(phone.locator("#map-view.waiting")).to_have_count(0)
            assert await seen(phone, area, place)
        await type_line(phone, "/learn show")
        await expect(body).to_contain_text("✔")
        await type_line(phone, "/learn next")
    assert traffic.faults == []


#: Lines that lead a pupil to a step of lessons 2 to 5, and what its panel asks for first: a menu or a button.
STEPS = (
    (("/learn 2",), "Activate to move or attack"),
    (("/learn show", "/learn next"), "Attack with all available"),
    (("/learn leave", "/learn 3"), "Strategic redeployment with"),
    (("/learn next",), "Replacement points with"),
    (("/learn next",), "Event of"),
    (("/learn next",), "1 OPS without a card"),
    (("/learn leave", "/learn 4"), "A"),
    (("/learn next",), "Oppeln (reduced GE c) to"),
    (("/learn leave", "/learn 5"), "Start with Guns of August"),
    (("/choose take",), "Event of"),
    (("/play auto",), "Activate and attack"),
)


async def test_the_panel_of_every_lesson_shows_its_first_control_without_scrolling(
    browser: Browser, local: Guests
) -> None:
    """On a page of 390 x 844 px; explanations of terms beside a task give way to what has to be pressed."""
    phone, traffic = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": 390, "height": 844}}
    )
    body, hidden = phone.locator("#panel-body"), list[str]()
    for lines, wanted in STEPS:
        for line in lines:
            await type_line(phone, line)
            await settled(phone)
        control = body.locator(".controls button, .controls summary", has_text=wanted).first
        await expect(control).to_be_visible()
        try:  # the pane's height settles once the map is there
            await expect(phone.locator("#map-view.waiting")).to_have_count(0)
            await phone.wait_for_function(FREE, arg=await control.element_handle(), timeout=3_000)
        except TooLong:
            hidden.append(wanted)
    assert hidden == []
    assert traffic.faults == []


async def test_the_closed_sheets_title_is_not_repeated_below_the_map(browser: Browser, local: Guests) -> None:
    """The other player moves: nothing can be pressed below the map, and the sheet's title says what is awaited."""
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player two"], **PHONE)
    await type_line(phone, "/panel")
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    await expect(phone.locator("#map-view.waiting")).to_have_count(0)
    await phone.locator("#sheet").tap()
    await expect(phone.locator("#sheet")).to_have_attribute("aria-expanded", "false")
    await expect(phone.locator("#sheet-title")).to_contain_text("Waiting for the Central Powers")
    await expect(phone.locator("#map-strip")).to_be_hidden()
    await tap(phone, "sedan")
    await expect(phone.locator("#map-strip")).to_contain_text("Sedan (AP)")
    await expect(phone.locator("#map-strip")).to_be_visible()
    assert traffic.faults == []

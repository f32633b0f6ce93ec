"""The map of a 400 px wide page in a real browser: on the action, within reach of a finger, covered by nothing."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from engine.pog import view_of
from engine.pog.content import load_content
from renderer.kit.scene import Stamp
from renderer.pog import Theatre
from renderer.pog.hit_areas import theatre_ground
from renderer.pog.layers.places import NAME_Y
from renderer.pog.layout import SCALES
from renderer.pog.pictures import scene_of
from tests.bot.test_touching import opening
from tests.web import together
from tests.web.acting import press, settled
from tests.web.beginning import begin, begun
from tests.web.browser import open_page, type_line
from tests.web.house import Guests
from tests.web.phones import FREE, OVER, PHONE, seen, share, shown
from tests.web.tapping import tap

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser


#: In pixels of the picture: the boxes that marks keep clear of, those of the odds, and whether all marks do so.
LEGIBLE = """() => {
  const svg = document.querySelector("#map svg[viewBox]"), number = (one, name) => Number(one.getAttribute(name));
  const kept = [...svg.querySelectorAll("mask rect[x]")].map((one) => {
    const [x, y] = [number(one, "x"), number(one, "y")];
    return [x, y, x + number(one, "width"), y + number(one, "height")];
  });
  const odds = [...svg.querySelectorAll(".mark text")].map((one) => {
    const box = one.getBBox();
    return [box.x, number(one, "y") - 17, box.x + box.width, number(one, "y") + 3];
  });
  return [kept, odds, [...svg.querySelectorAll(".mark")].every((one) => one.closest("[mask='url(#legible)']"))];
}"""


#: Resolves when the wheel's scroll, which takes some frames, has come to rest.
AT_REST = """() => new Promise(done => {
  const view = document.getElementById("map-view");
  let last = NaN;
  const look = () => {
    if (view.scrollLeft === last) return done();
    last = view.scrollLeft;
    setTimeout(look, 100);
  };
  look();
})"""


async def test_the_map_opens_on_the_front_and_follows_the_action(browser: Browser, local: Guests) -> None:
    await begin(local)
    phones = [await open_page(browser, local.links[name], **PHONE) for name in ("Player one", "Player two")]
    (one, faults), (two, _) = phones
    for phone, _ in phones:
        await type_line(phone, "/panel")
        await settled(phone)
        await expect(shown(phone)).to_have_text("Western Front")
        assert await seen(phone, "west", "metz") or await seen(phone, "west", "nancy")
    await type_line(one, "/play guns of august as ops /activate insterberg move /move insterberg konigsberg anyway")
    await type_line(one, "/done")
    for phone, _ in phones:
        await expect(shown(phone)).to_have_text("Eastern Front")
        assert await seen(phone, "east", "konigsberg")

    # If the user scrolls elsewhere, the view stays there, with a button to return.
    await one.locator("#map-areas button", has_text="Near East").tap()
    await one.locator("#map-view").hover()
    await one.mouse.wheel(300, 0)
    await press(two, "1 OPS without a card")
    await settled(two)
    await type_line(two, "/activate sedan move /move sedan cambrai")
    await expect(shown(two)).to_have_text("Western Front")
    assert await seen(two, "west", "cambrai")
    await expect(one.locator("#table")).to_contain_text("Your turn as the Central Powers: choosing an action")
    await settled(one)
    await expect(shown(one)).to_have_text("Near East")
    # After pressing it, the view follows again at once, including later actions.
    await one.locator("#map-view").hover()
    await one.mouse.wheel(30, 0)
    await one.evaluate(AT_REST)
    await one.locator("#map-there").tap()
    await expect(shown(one)).to_have_text("Western Front")
    assert await seen(one, "west", "cambrai")
    await expect(one.locator("#map-there")).to_be_hidden()
    await type_line(one, "/play auto /activate konigsberg move /move konigsberg insterberg")
    await expect(shown(one)).to_have_text("Eastern Front")
    assert await seen(one, "east", "insterberg")
    assert faults.faults == []


@pytest.mark.parametrize("width", [400, 1280])
async def test_no_button_covers_the_map(browser: Browser, local: Guests, width: int) -> None:
    await begin(local)
    page, _ = await open_page(
        browser, local.links["Player one"], **{**PHONE, "viewport": {"width": width, "height": 800}}
    )
    await type_line(page, "/panel")
    await expect(page.locator("#map-boxes button").first).to_be_visible()
    await settled(page)
    buttons = "#map-boxes button, #map-larger, #map-smaller"
    over = await page.evaluate(OVER, ["#map-view", buttons])
    assert over == []
    assert await page.locator(buttons).count() == 3
    for button in await page.locator(buttons).all():
        assert await button.evaluate(FREE)


async def test_the_button_that_unfolds_the_map_is_never_covered(browser: Browser, local: Guests) -> None:
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
        assert await fold.evaluate(FREE)
        assert await feed.evaluate(FREE)
        assert await share(feed) > 0.2
        await sheet.tap()
    await fold.tap()
    await expect(phone.locator("#map-view")).to_be_visible()
    assert traffic.faults == []


async def test_a_spectator_sees_events_next_to_the_map(browser: Browser, local: Guests) -> None:
    early, _ = await open_page(browser, local.links["Spectator"])
    await early.locator(
        "#panel-body button"
    ).first.wait_for()  # a page that saw the empty channel has a panel from then on
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


async def test_marks_leave_the_names_of_spaces_free(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#panel-body")).to_contain_text("Activate spaces. Operations points (OPS) left: 3.")
    await expect(shown(phone)).to_have_text("Western Front")
    await tap(phone, "koblenz")
    await expect(phone.locator("#map svg .target")).not_to_have_count(0)
    boxes = await phone.evaluate("""() => [...document.querySelectorAll("#map svg .mark")].map((mark) => {
      const paths = [...mark.querySelectorAll("path")].map((path) => path.getBBox());
      const wide = Math.max(...[...mark.querySelectorAll("path")].map((path) => parseFloat(getComputedStyle(path).strokeWidth)));
      return [Math.min(...paths.map((box) => box.x)), Math.max(...paths.map((box) => box.x + box.width)),
        Math.max(...paths.map((box) => box.y + box.height)) + wide / 2];
    })""")
    names = [(x, y + NAME_Y * SCALES["theatre"]) for _, x, y in theatre_ground(load_content(), "west").points]
    assert len(boxes) >= 3
    for left, right, low in boxes:
        below = [y for x, y in names if left < x < right and abs(y - low) < 40 * SCALES["theatre"]]
        assert below
        assert low <= min(below, key=lambda y: abs(y - low)) + 1


async def test_marks_and_odds_cover_no_name_and_no_digit(browser: Browser, local: Guests) -> None:
    """Every mark keeps clear of the lettering of the same position's picture, and so do the odds."""
    await begin(local)
    phone, _ = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(shown(phone)).to_have_text("Western Front")
    game = opening()
    drawn = scene_of(Theatre(view_of(game, game.actor), "west"))
    written = [
        one.box for one in drawn.commands
        if isinstance(one, Stamp) and one.kind in {"counter", "name", "signs", "link", "trench", "activation", "more"}
    ]  # fmt: skip
    assert len(written) > 100
    for space in ("koblenz", "metz", "nancy"):
        await tap(phone, space)
        await expect(phone.locator("#map svg .mark")).not_to_have_count(0)
        kept, odds, masked = await phone.evaluate(LEGIBLE)
        assert masked, "marks are left out where something is legible"
        for left, top, right, bottom in written:
            assert any(
                a - 1 <= left and b - 1 <= top and c + 1 >= right and d + 1 >= bottom for a, b, c, d in kept
            ), (left, top, right, bottom)  # fmt: skip
        for a, b, c, d in odds:
            over = [box for box in written if a < box[2] and c > box[0] and b < box[3] and d > box[1]]
            assert over == []
    assert await phone.locator("#map svg .target").count() > 0


async def test_attackers_of_several_spaces_are_ticked_together_on_the_map(browser: Browser, local: Guests) -> None:
    await begin(local)
    phone, traffic = await open_page(browser, local.links["Player one"], **PHONE)
    await type_line(phone, "/play guns of august as ops")
    await expect(phone.locator("#panel-body")).to_contain_text("Activate spaces. Operations points (OPS) left: 3.")

    async def tick(space: str, *labels: str) -> None:
        await tap(phone, space)
        for label in labels:
            row = phone.locator("#map-strip .together-row", has_text=label)
            await row.locator("input").tap()
            await expect(phone.locator("#map-strip .ticked")).to_contain_text(label)

    async def take(count: int) -> None:
        await phone.locator("#map-strip button", has_text=f"Do all ticked ({count})").tap()
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


async def test_the_reserve_box_is_within_reach_of_a_finger(browser: Browser, local: Guests) -> None:
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
    browser: Browser, local: Guests
) -> None:
    await begin(local)
    one, _ = await open_page(browser, local.links["Player one"], **PHONE)
    two, _ = await open_page(browser, local.links["Player two"], **PHONE)
    watcher, _ = await open_page(browser, local.links["Spectator"], **PHONE)
    await type_line(one, "/play guns of august as ops /activate insterberg move /move insterberg konigsberg anyway")
    await type_line(one, "/done")
    await expect(shown(two)).to_have_text("Eastern Front")
    await type_line(two, "/resign yes")
    await expect(one.locator("#feed")).to_contain_text("Game over")
    await type_line(one, "/rematch")
    for page in (one, two, watcher):
        await expect(page.locator("#map")).to_be_hidden()
    await type_line(one, "/join cp")
    await expect(one.locator("#feed")).to_contain_text("for somebody else. To play alone, use /join both")
    await type_line(two, "/join cp")
    await settled(two)
    await type_line(one, "/start")
    for page in (one, two):
        await expect(shown(page)).to_have_text("Western Front")
    # A spectator's page has the first picture posted.
    await type_line(two, "/choose take")
    await expect(watcher.locator("#map img")).to_be_visible()

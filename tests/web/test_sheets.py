"""Sheets of the game in a real browser, with `feldpost local` as a separate process."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.web import together
from tests.web.acting import leaks, press, settled
from tests.web.beginning import begin, begun
from tests.web.browser import open_page, type_line
from tests.web.house import Guests

pytestmark = [*together.IN_BROWSER, pytest.mark.slow]
browser = together.browser


#: Sends the press of a button the page does not show, as if kept from another page; returns its outcome.
PRESSED = """(token) => new Promise((done) => {
  const [, , person, , channel] = location.pathname.split("/"), key = crypto.randomUUID();
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/live`);
  const send = (frame) => socket.send(JSON.stringify(frame));
  socket.onopen = () => { send({ type: "hello", as: person, channel }); send({ type: "run", key, token }); };
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.key === key && ["answered", "refused"].includes(told.type)) { done(told); socket.close(); }
  };
})"""


async def asked(page: Page, where: str = "#table") -> Locator:
    """Press the control that opens the sheet."""
    await page.locator(f"{where} button[data-token$='~sheet']").click()
    await settled(page)
    return page.locator("#form")


async def choose(sheet: Locator, field: str, *entries: str | int) -> list[str]:
    """Choose entries of a field by text or index; returns their labels."""
    box = sheet.get_by_role("group", name=field, exact=True)
    if not await box.locator(".picks").is_visible():
        await box.locator("summary").click()
    labels = []
    for entry in entries:
        line = box.locator(".pick")
        line = line.nth(entry) if isinstance(entry, int) else line.filter(has_text=entry).first
        await line.click()
        labels.append(await line.locator(".label").inner_text())
    return labels


async def send(page: Page) -> None:
    await page.locator("#form").get_by_role("button", name="Send").click()
    await expect(page.locator("#form")).to_be_hidden()
    await settled(page)


async def test_an_operation_is_two_presses_from_the_table_and_goes_on_from_the_panel(
    browser: Browser, local: Guests
) -> None:
    ((one, _),) = await begun(browser, local, "Player one")
    sheet = await asked(one)
    await choose(sheet, "Card", "Guns of August")
    await choose(sheet, "Attack from", "Koblenz", "Metz")
    await send(one)
    panel = one.locator("#panel-body")
    await expect(panel).to_contain_text("Operations points (OPS) left: 1.")
    await expect(panel).to_contain_text("Marked: Metz and Koblenz")
    await expect(one.locator("#table")).to_contain_text("activating spaces")

    sheet = await asked(one, "#panel-body")
    await choose(sheet, "Move from", "Strasbourg")
    await send(one)
    await expect(one.locator("#table")).to_contain_text("moving")
    sheet = await asked(one, "#panel-body")
    (label,) = await choose(sheet, "Strasbourg", 1)
    await send(one)
    await expect(one.locator("#table")).not_to_contain_text("moving")
    assert label.partition(" to ")[2] in await panel.inner_text()


async def test_a_refused_sheet_keeps_what_is_chosen_and_counts_the_ops(browser: Browser, local: Guests) -> None:
    ((one, _),) = await begun(browser, local, "Player one")
    sheet = await asked(one)
    tally, told = sheet.locator(".form-tally"), sheet.locator(".form-told")
    await choose(sheet, "Card", "Guns of August")
    await choose(sheet, "Attack from", "Koblenz", "Metz")
    await expect(tally).to_have_text("2 of 3 OPS")
    await choose(sheet, "Card", "without a card")
    await expect(tally).to_have_text("2 of 1 OPS")
    await expect(sheet.get_by_role("group", name="Attack from", exact=True).locator(".how")).to_contain_text("up to 1")
    await one.locator("#form .send").click()
    await expect(told).to_contain_text("There are no OPS left for")
    field = sheet.get_by_role("group", name="Attack from", exact=True)
    await expect(field.locator(".wrong")).to_contain_text("There are no OPS left for")
    await expect(field.locator(".wrong")).to_contain_text("Metz")
    await expect(sheet.locator(".wrong")).to_have_count(1)
    await expect(sheet).to_be_visible()
    await expect(one.locator("#table")).to_contain_text("choosing an action")
    ticked = [await box.get_attribute("data-label") for box in await sheet.locator("input:checked[data-amount]").all()]
    assert [label for label in ticked if label in ("Koblenz", "Metz")] == ["Koblenz", "Metz"]
    await choose(sheet, "Card", "Guns of August")
    await send(one)
    await expect(one.locator("#panel-body")).not_to_contain_text("Choose a card and how to use it")


async def test_others_get_a_sentence_and_never_the_form(browser: Browser, local: Guests) -> None:
    (one, own), (two, other), (third, watched) = await begun(browser, local)
    sheet = await asked(one)
    held = await sheet.get_by_role("group", name="Card").locator(".label").all_inner_texts()
    assert len(held) >= 7
    kept = await one.locator("#table button[data-token$='~sheet']").get_attribute("data-token")
    mates = await two.locator("#table button[data-token]").all_inner_texts()
    assert mates == ["Panel", "Hand", "Map", "Log", "Follow"], "the sheet is offered to whoever moves"
    for page in (two, third):
        await page.evaluate(PRESSED, kept)
        await settled(page)
        await expect(page.locator("#form")).to_be_hidden()
    await expect(two.locator("#panel-body")).to_contain_text("Waiting for the Central Powers (Player one).")
    await expect(third.locator("#feed")).to_contain_text("You have no seat in this game")
    table = third.locator("#table button[data-token]")
    assert await table.all_inner_texts() == ["Map", "Log", "Follow"], "who has no seat is offered no move"
    for page, traffic in ((two, other), (third, watched)):
        await page.reload()
        await page.wait_for_selector("body[data-linked]")
        await press(page, "Log", "#table")
        await settled(page)
        await expect(page.locator("#form")).to_be_hidden()
        seen = await traffic.everything()
        assert not [frame for frame in traffic.frames if '"form": {' in frame]
        assert not [name for name in leaks(await own.everything()) if name in seen]
    assert [frame for frame in own.frames if '"form": {' in frame]
    assert leaks(await watched.everything()) == []
    await one.reload()
    await expect(sheet).to_be_visible()
    assert await sheet.get_by_role("group", name="Card").locator(".label").all_inner_texts() == held
    await one.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()


async def test_a_sheet_stays_filled_in_while_its_panel_gets_another_version(browser: Browser, local: Guests) -> None:
    (one, _), (two, _) = await begun(browser, local, "Player one", "Player two")
    sheet = await asked(one)
    await choose(sheet, "Card", "Guns of August")
    await choose(sheet, "Attack from", "Koblenz", "Metz")
    await type_line(two, "/draw")
    await expect(one.locator("#panel-body")).to_contain_text("draw")
    await expect(sheet).to_be_visible()
    await expect(sheet.locator(".form-tally")).to_have_text("2 of 3 OPS")

    # The game itself has moved on: what is still legal is selected when the sheet is opened again.
    same, _ = await open_page(browser, local.links["Player one"])
    await type_line(same, "/play guns of august as ops")
    await expect(sheet).to_be_hidden()
    await settled(one)
    sheet = await asked(one, "#panel-body")
    await expect(sheet.locator("input:checked[data-amount]")).to_have_count(2)
    await send(one)
    await expect(one.locator("#panel-body")).to_contain_text("Marked: Metz and Koblenz")


async def test_a_sheet_lying_open_is_gone_when_the_game_has_moved_on(browser: Browser, local: Guests) -> None:
    ((one, _),) = await begun(browser, local, "Player one")
    sheet = await asked(one)
    await expect(sheet).to_be_visible()
    same, _ = await open_page(browser, local.links["Player one"])
    await expect(same.locator("#form")).to_be_hidden()
    await type_line(same, "/play guns of august as event")
    await expect(sheet).to_be_hidden()
    await expect(one.locator("#table")).not_to_contain_text("choosing an action")


async def test_a_phone_shows_the_whole_sheet(browser: Browser, local: Guests) -> None:
    await begin(local)
    view = {"width": 390, "height": 844}
    phone, traffic = await open_page(browser, local.links["Player one"], viewport=view, has_touch=True)
    # Beside the map the table message shows whom the game waits for, and its controls on demand.
    await phone.get_by_role("button", name="The whole table message").tap()
    sheet = await asked(phone)
    for number in range(1, await sheet.locator("summary").count()):
        box = sheet.locator("details").nth(number)
        if await box.get_attribute("open") is None:
            await box.locator("summary").tap()
    for element in (phone.locator("html"), sheet, sheet.locator(".form-body")):
        assert await element.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    await expect(sheet.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)
    await choose(sheet, "Card", "Guns of August")
    await choose(sheet, "Move from", "Koblenz")
    await send(phone)
    await expect(phone.locator("#panel-body")).to_be_visible()
    await expect(phone.locator("#panel-body")).to_contain_text("Marked: Koblenz")
    assert traffic.faults == []

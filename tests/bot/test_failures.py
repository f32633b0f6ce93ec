"""A failure inside the rules costs one choice, not the panel: a sentence with a report, and the game as it was."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.notation import atoms
from bot.replies import tokens
from bot.service import handler
from bot.titles.pog.faces import FACES
from engine.core.options import Options
from engine.errors import FlowError
from engine.pog.sequence.moves import MoveOn
from tests.bot.support import Channel, controls, token_of
from tests.support.facts import lexicon

REPORT = re.compile(r"report ([0-9a-f]{8})")


def reported(text: str) -> set[str]:
    """The ids of the reports that a text names."""
    return set(REPORT.findall(text))


@pytest.fixture
async def moving(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> Channel:
    """The Germans of Koblenz may move, and every step that does not end a move leads to a decision without options."""
    await channel.begin()
    for order in ("play auto", "activate koblenz move", "choose pick ge 2 army"):
        await channel.say("anna", order)
    monkeypatch.setattr(MoveOn, "options", lambda *_: Options({}))
    return channel


async def test_the_panel_stands_although_a_choice_on_it_cannot_be_worked_out(
    moving: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """What a trial cannot work out is left out, the panel says so, and the log tells of it under the same report."""
    (panel,) = await moving.say("anna", "panel")
    assert controls([panel])
    assert reported(panel.text) == {getattr(record, "report", "") for record in caplog.records}


async def test_an_order_that_fails_is_answered_with_a_report_and_changes_nothing(
    moving: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """Typed or pressed; a press is answered with the panel as well, which can be used as before."""
    number = await moving.number()
    (panel,) = await moving.say("anna", "panel")
    here = tokens.parse(token_of([panel], "Undo"))
    caplog.clear()
    assert reported(await moving.told("anna", "choose step frankfurt")) == {caplog.records[-1].__dict__["report"]}
    space = lexicon().space("frankfurt")
    caplog.clear()
    (answer,) = await moving.press("anna", tokens.order(here.game, here.number, atoms.atoms(("step", space))))
    assert reported(answer.text) >= {caplog.records[0].__dict__["report"]}
    assert "Nothing was changed" in answer.text
    assert await moving.number() == number
    undo = token_of([answer], "Undo")
    await moving.press("anna", undo)
    assert await moving.number() > number


async def test_a_maker_of_offers_that_fails_gives_way_to_the_bare_choices(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every legal choice by itself, instead of no panel."""
    await channel.begin()
    await channel.say("anna", "play auto")

    def broken(*_: object) -> Any:
        raise FlowError("the offers break")

    monkeypatch.setitem(FACES, "activate", replace(FACES["activate"], offers=broken))
    panel = await channel.say("anna", "panel")
    assert any("for_movement" in token or "c." in token for _, token in controls(panel))


async def test_what_was_done_is_not_called_undone_when_only_the_panel_fails(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order stands, and the sentence says so."""
    await channel.begin()
    number = await channel.number()

    async def broken(*_: object) -> Any:
        raise FlowError("the panel breaks")

    monkeypatch.setattr(handler, "answered", broken)
    told = await channel.told("anna", "play auto")
    assert REPORT.search(told)
    assert "has been done" in told
    assert "Nothing was changed" not in told
    assert await channel.number() > number

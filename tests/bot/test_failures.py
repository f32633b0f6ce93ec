"""A failure inside the rules costs one choice, not the panel: a sentence with a report, and the game unchanged."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.service import presentation
from bot.service.handler import BotHandler
from bot.service.store_factory import build_store
from bot.storage import StoreUnavailable
from bot.storage.store import Store
from bot.table import choice_codec, tokens
from bot.titles.pog.decision_ui import FACES
from engine.core.options import Options
from engine.errors import FlowError
from engine.pog.content.records import AP
from engine.pog.sequence.actions import ChooseAction
from engine.pog.sequence.moves import MoveOn
from tests.bot.reasons.test_reasons import reads_well
from tests.bot.support import Channel, controls, token_of
from tests.support.facts import lexicon

REPORT = re.compile(r"report ([0-9a-f]{8})")


def reported(text: str) -> set[str]:
    """Return the ids of the reports named in a text."""
    return set(REPORT.findall(text))


@pytest.fixture
async def moving(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> Channel:
    """Return the Germans of Koblenz about to move, where every step that doesn't end a move leads to a decision without options."""
    await channel.begin()
    for order in ("play auto", "activate koblenz move", "choose pick ge 2 army"):
        await channel.say("anna", order)
    monkeypatch.setattr(MoveOn, "options", lambda *_: Options({}))
    return channel


async def test_a_panel_is_shown_even_if_one_choice_fails(moving: Channel, caplog: pytest.LogCaptureFixture) -> None:
    """A choice whose trial fails is left out, the panel says so, and the log has the same report id."""
    (panel,) = await moving.say("anna", "panel")
    assert controls([panel])
    assert reported(panel.text) == {getattr(record, "report", "") for record in caplog.records}


async def test_an_order_that_fails_is_answered_with_a_report_and_changes_nothing(
    moving: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """Typed or pressed; a press is also answered with the panel, which is still usable."""
    number = await moving.number()
    (panel,) = await moving.say("anna", "panel")
    here = tokens.parse(token_of([panel], "Undo"))
    caplog.clear()
    assert reported(await moving.told("anna", "choose step frankfurt")) == {caplog.records[-1].__dict__["report"]}
    space = lexicon().space("frankfurt")
    caplog.clear()
    (answer,) = await moving.press(
        "anna", tokens.order(here.game, here.number, choice_codec.encode_choices(("step", space)))
    )
    assert reported(answer.text) >= {caplog.records[0].__dict__["report"]}
    assert "Nothing was changed" in answer.text
    assert await moving.number() == number
    undo = token_of([answer], "Undo")
    await moving.press("anna", undo)
    assert await moving.number() > number


async def test_a_maker_of_offers_that_fails_gives_way_to_the_bare_choices(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every legal choice individually, instead of no panel."""
    await channel.begin()
    await channel.say("anna", "play auto")

    def broken(*_: object) -> Any:
        raise FlowError("the offers break")

    monkeypatch.setitem(FACES, "activate", replace(FACES["activate"], offers=broken))
    panel = await channel.say("anna", "panel")
    assert any("for_movement" in token or "c." in token for _, token in controls(panel))


async def test_an_order_counts_as_carried_out_when_only_the_panel_fails(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order stands, and the sentence says so."""
    await channel.begin()
    number = await channel.number()

    async def broken(*_: object) -> Any:
        raise FlowError("the panel breaks")

    monkeypatch.setattr(presentation, "_with_panel", broken)
    told = await channel.told("anna", "play auto")
    assert REPORT.search(told)
    assert "was carried out" in told
    assert "Nothing was changed" not in told
    assert await channel.number() > number


@pytest.fixture
async def stuck(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> Channel:
    """Return the Allies about to choose their first action, with rules that fail at that."""
    await channel.begin()
    for order in ("play auto", "activate koblenz move", "done", "done"):
        await channel.say("anna", order)
    options = ChooseAction.options

    def failing(self: ChooseAction, game: Any) -> Options:
        if self.actor(game) == AP:
            raise FlowError("decision choose_action has no options")
        return options(self, game)

    monkeypatch.setattr(ChooseAction, "options", failing)
    return channel


async def test_a_game_at_a_failing_rule_says_so_and_what_works(
    stuck: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """Every order gets the same true sentence, whose report is in the log; read-only commands work."""
    for order in ("play auto", "play blockade", "done", "panel"):
        caplog.clear()
        told = await stuck.told("ben", order)
        assert reported(told) == {record.__dict__["report"] for record in caplog.records if "report" in record.__dict__}
        assert "The rules of this version fail" in told
        assert "damaged" not in told
        if order != "panel":
            reads_well(told)
    for look, wanted in (
        ("status", "August 1914"),
        ("hand", "Your hand"),
        ("log", "Activated to move: Koblenz"),
        ("units koblenz", "GE 2"),
    ):
        told = await stuck.told("ben", look)
        assert wanted in told
        assert "went wrong" not in told


async def test_undo_takes_a_game_back_from_where_the_rules_fail(stuck: Channel) -> None:
    assert "undone" in await stuck.told("anna", "undo")
    assert "The rules of this version fail" not in await stuck.told("anna", "panel")
    assert not stuck.store.damaged


async def test_rollback_takes_a_game_back_from_where_the_rules_fail(stuck: Channel) -> None:
    """For a player with nothing to undo."""
    assert "Nothing to undo" in await stuck.told("ben", "undo")
    assert "go back to entry 1" in await stuck.told("ben", "rollback 1")
    await stuck.say("anna", "rollback accept")
    assert "Choose" in await stuck.told("anna", "panel")


async def test_a_game_at_a_failing_rule_can_end_by_draw_or_resignation(stuck: Channel) -> None:
    await stuck.say("ben", "draw")
    await stuck.say("anna", "draw reject")
    assert "resigns" in await stuck.told("ben", "resign yes")


async def test_a_game_at_a_failing_rule_is_counted_and_not_reported_as_lost(
    stuck: Channel,
) -> None:
    """As loaded by a new process; a rollback ends that."""
    fresh = build_store(Store, stuck.store.connection)
    handler = BotHandler(fresh)
    again = Channel(fresh, handler, stuck.keys)
    game = await stuck.game_id()
    before = len(await fresh.outbox.pending_posts(game))
    assert "The rules of this version fail" in await again.told("ben", "panel")
    assert fresh.damaged == {game: "rules"}
    assert len(await fresh.outbox.pending_posts(game)) == before
    await again.say("anna", "undo")
    await again.say("anna", "panel")
    assert not fresh.damaged


async def test_a_store_that_cannot_tell_which_game_is_meant_is_told_as_such(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is carried out, or called unknown in the words of a title that nobody named."""
    await channel.begin()
    number, holders, asked = await channel.number(), channel.store.channels.holders, iter([True])

    async def once_away(*places: str) -> list[str | None]:
        if next(asked, False):
            raise StoreUnavailable("The Redis server does not answer.")
        return await holders(*places)

    monkeypatch.setattr(channel.store.channels, "holders", once_away)
    (reply,) = await channel.say("anna", "play cp 1 as ops")
    assert reply.text == channel.handler.tools.say("reasons.unavailable")
    assert await channel.number() == number
    assert "Activate" in await channel.told("anna", "play cp 1 as ops")

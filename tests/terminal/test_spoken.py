"""Orders in people's own words at the terminal."""

from __future__ import annotations

import pytest

from bot.table.refusal import Refusal
from bot.terminal.commands import TerminalSession
from bot.terminal.match import LocalGame
from tests.support.spoken import SLIP, SPOKEN


def begun() -> TerminalSession:
    return TerminalSession(LocalGame.begin("campaign", {}, b"verdun"))


def test_people_say_orders_in_their_own_words() -> None:
    spoken, typed = begun(), begun()
    for said, command in SPOKEN:
        spoken.answer(said)
        typed.answer(command)
    assert [entry["choice"] for entry in spoken.match.entries[1:]] == [
        entry["choice"] for entry in typed.match.entries[1:]
    ]
    assert len(spoken.match.entries) > 6


def test_an_order_that_says_all_of_a_line_is_carried_out() -> None:
    """A line that is no order as it stands is taken for the one that says all of it, as in the chat."""
    spoken, typed = begun(), begun()
    for session, line in ((spoken, "trigger Guns of August"), (typed, "play guns of august event")):
        session.answer("yes")
        session.answer(line)
    assert [entry["choice"] for entry in spoken.match.entries[1:]] == [
        entry["choice"] for entry in typed.match.entries[1:]
    ]
    assert len(spoken.match.entries) > 2


def test_a_slip_does_nothing_there() -> None:
    session = begun()
    session.answer("yes")
    before = len(session.match.entries)
    with pytest.raises(Refusal, match="unknown_command"):
        session.answer(SLIP[0])
    assert len(session.match.entries) == before


def test_look_ups_are_understood() -> None:
    session = begun()
    assert session.answer("what's the score?")
    assert session.answer("units Wien")

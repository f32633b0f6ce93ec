"""How far a game is, by its title's word: turns with rounds, with phases, or with nothing; whose time runs, the title says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.service.clock import Clock
from bot.service.state.handover_texts import heading
from bot.storage import Store
from bot.titles import title_named
from bot.titles.vocabulary import vocabulary
from tests.bot.support import Channel
from tests.support.restoring import restore
from tests.titles.hexes import script as skirmish
from tests.titles.hexes.title import HexTitle
from tests.titles.smallest import script as depots


@pytest.fixture
def channel(store: Store, hex_title: None, smallest_title: None, last_chosen: None) -> Channel:
    """A channel of a host that plays both titles too."""
    del hex_title, smallest_title, last_chosen
    return Channel.open(store)


@pytest.mark.parametrize(
    ("title", "log", "back"),
    [
        ("pog", "/log [round|turn|TURN [ROUND]] [GAME|last]", "/rollback round|turn|ENTRY, /rollback accept|reject"),
        ("hexes", "/log [phase|turn|TURN [PHASE]] [GAME|last]", "/rollback phase|turn|ENTRY, /rollback accept|reject"),
        ("depots", "/log [turn|TURN] [GAME|last]", "/rollback turn|ENTRY, /rollback accept|reject"),
    ],
)
@pytest.mark.usefixtures("channel")
def test_a_part_of_a_turn_is_typed_by_the_word_of_its_title(title: str, log: str, back: str) -> None:
    own, words = vocabulary(title_named(title)).by_name, title_named(title).words("en")
    assert (own["log"].usage(words), own["rollback"].usage(words)) == (log, back)
    part = title_named(title).part
    assert [*own["log"].arguments.model_fields] == [word for word in ("turn", part, "game") if word]
    assert own["log"].parse("", words).turn == (part or "turn")
    assert ("round" in own["log"].arguments.model_fields) is (title == "pog")
    assert f"{part}|" in own["master"].usage(words) if part else "round" not in own["master"].usage(words)


async def play(channel: Channel, lobby: object, orders: object, count: int) -> None:
    """Begin a game and give its first orders."""
    for user, line in (*lobby, *list(orders)[:count]):  # type: ignore[misc, call-overload]
        await channel.say(user, line)


async def test_a_title_with_phases_is_told_phase_by_phase(channel: Channel) -> None:
    await play(channel, skirmish.LOBBY, skirmish.ORDERS, len(skirmish.ORDERS) // 2)
    stored = await channel.store.load(await channel.game_id())
    names, game = title_named("hexes").book(stored.header.options, "en"), restore(stored)
    assert "phase of the" in heading(names, stored, game, 0)
    assert "round" not in heading(names, stored, game, 0)
    for line in ("log", "log phase", "log 1 1", "log 1 2", "log turn"):
        told = await channel.told("anna", line)
        assert "round" not in told, line
    assert "**Turn 1, phase of the Blues**" in await channel.told("anna", "log 1 1")
    assert "1 or 2" in await channel.told("anna", "log 1 3")


async def test_a_title_without_parts_is_told_turn_by_turn(channel: Channel) -> None:
    await play(channel, depots.LOBBY, depots.ORDERS, 3)
    stored = await channel.store.load(await channel.game_id())
    names, game = title_named("depots").book(stored.header.options, "en"), restore(stored)
    assert title_named("depots").label(names, (2, 0)) == title_named("depots").turn(names, 2) == "Turn 2"
    assert "Turn" in heading(names, stored, game, 0)
    for line, turn in (("log", 2), ("log 1", 1), ("log turn", 2)):
        told = await channel.told("anna", line)
        assert told.startswith(f"**Turn {turn}**"), line
        assert "in between" not in told
    wrong = [
        await channel.told("anna", line) for line in ("log round", "log 1 1", "rollback round", "master undo round")
    ]
    assert all("ound 1" not in text for text in wrong), wrong
    assert "/rollback turn|ENTRY" in wrong[2]


@pytest.mark.parametrize("whose", [lambda game: game.actor, lambda game: 1 - game.actor, lambda game: None])
async def test_the_title_says_whose_time_runs(
    channel: Channel, monkeypatch: pytest.MonkeyPatch, whose: Callable[[object], int | None]
) -> None:
    monkeypatch.setattr(HexTitle, "on_clock", lambda self, game: whose(game), raising=False)
    await play(channel, skirmish.LOBBY, skirmish.ORDERS, 2)
    stored = await channel.store.load(await channel.game_id())
    assert Clock.of(stored.settings).side == whose(restore(stored))

"""The figures of turn summaries and game endings, computed from the record."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from bot.narration.plain import public
from bot.platforms.painting import Job, work
from bot.storage.game_record import record_lines
from bot.table.reply import PictureRef
from bot.titles import title_named
from bot.titles.pog.chronicle import Chronicle
from bot.titles.statistics import GameCourse
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import PathsOfGlory, PogGame, options_from

OPTIONS = {"scenario": "campaign", "windows": "hand"}


@pytest.fixture(scope="module")
def played() -> tuple[PogGame, list[dict[str, Any]]]:
    """Return three random turns and their record."""
    game = Game.start(PathsOfGlory(options_from(OPTIONS)), KeyedChance(bytes(32)))
    dice = random.Random(8)
    while game.stack and game.state.turn < 4:
        options = game.options()
        verb = dice.choice(sorted(options.masks))
        game.apply(Choice(verb, dice.choice(options.of(verb))))
    return game, [entry.dump() for entry in game.fresh]


def test_figures_agree_with_what_was_told(played: tuple[PogGame, list[dict[str, Any]]]) -> None:
    """VP at the end are those of the game; dice and actions are counted once each."""
    game, entries = played
    told = Chronicle(OPTIONS, entries)
    events = [event for event in game.events if event.kind in ("fire", "action")]
    fires = Counter(event.data["fire"].side for event in events if event.kind == "fire")
    end = told.game_end("standard")
    assert end.curve[-1].turn == 3
    assert end.curve[-1].vp == game.state.vp
    assert [sum(tally.faces) for tally in end.dice] == [fires[0], fires[1]]
    actions = sum(event.kind == "action" for event in events)
    assert sum(len(told.turn_summary(turn, "standard").played) for turn in (1, 2, 3)) == actions > 0
    assert told.turn_summary(2, "standard").curve[-1].turn == 2


def test_the_end_in_words_tells_what_its_picture_shows(played: tuple[PogGame, list[dict[str, Any]]]) -> None:
    """Losses of every nation and the fires of both sides; the other dice separately."""
    game, entries = played
    end, title = Chronicle(OPTIONS, entries).game_end("standard"), title_named("pog")
    names = title.book(OPTIONS, "en")
    gone = {"kind": "loss", "data": {"unit": names.content.unit_by_name["ge_1_army"], "result": "eliminated"}}
    course = GameCourse([*(public(0, event) for event in game.events), gone], [10, 11, 12, 13], game.throws)
    assert title.statistics is not None
    told = "\n".join(title.statistics.figures(names, course))
    assert "VP at the start of each turn: 10 → 11 → 12." in told
    assert len(end.losses) > 1
    for loss in end.losses:
        assert f"{names.nation(loss.nation)} {loss.steps}" in told
    assert "Germany 1 (1 unit lost)" in told
    for tally in end.dice:
        assert f"{names.side(tally.side)}: {sum(tally.faces)} dice" in told
    assert "Other dice: " in told
    assert "attacker fire" not in told


def test_moves_of_all_turns_lead_from_the_setup_to_now(played: tuple[PogGame, list[dict[str, Any]]]) -> None:
    """The turn-by-turn changes of control, combined, give the current public state."""
    _, entries = played
    told = Chronicle(OPTIONS, entries)
    held = {space.space: space.control for space in Chronicle(OPTIONS, entries[:1]).view.spaces}
    for turn in (1, 2, 3):
        held.update({move.space: move.control for move in told.turn_summary(turn, "standard").moves})
    assert held == {space.space: space.control for space in told.turn_began.spaces}


@pytest.mark.parametrize(
    ("kind", "args"), [("summary", {"turn": 2}), ("front", {}), ("end", {}), ("control", {}), ("threats", {"side": 1})]
)
def test_the_pictures_are_drawn(
    played: tuple[PogGame, list[dict[str, Any]]], kind: str, args: dict[str, object]
) -> None:
    """Each kind becomes a picture with words."""
    _, entries = played
    ref = PictureRef.model_validate({"kind": kind, "game": "g", "number": len(entries) - 1, "args": args})
    lines = tuple(line.encode() for line in record_lines(entries))
    data, mime, alt = work(Job(ref.model_dump_json(), "pog", json.dumps(OPTIONS), lines=lines))
    assert mime.startswith("image/")
    assert len(data) < 1_500_000
    assert alt

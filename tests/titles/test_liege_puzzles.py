"""The puzzles of Liège 1914 through the whole host: opened, played by typed orders or by none, scored; also on the map of Maubeuge."""

from __future__ import annotations

import pytest

from bot.titles.liege.book import LiegeBook
from bot.titles.liege.title import TITLE
from engine.liege.puzzles import BarragePuzzle, load_barrage_puzzles
from engine.liege.system import LiegeSystem
from tests.bot.support import Channel, check_limits

PUZZLES = {one.name: one for one in load_barrage_puzzles()}
#: One of each map.
BOTH = [next(name for name, one in PUZZLES.items() if one.scenario == scenario) for scenario in ("maubeuge", "siege")]


async def said(channel: Channel, *lines: str) -> str:
    told = []
    for line in lines:
        for reply in await channel.say("anna", line):
            check_limits(reply)
            told.append(reply.text)
    return "\n".join(told)


def typed(puzzle: BarragePuzzle) -> list[str]:
    """The best plan as it is typed."""
    names = TITLE.names(LiegeSystem(puzzle.scenario, fog=False), "en")
    assert isinstance(names, LiegeBook)
    lines = []
    for one in puzzle.plan:
        guns = " ".join(names.short(names.facts.unit_ids[gun]) for gun in one.guns)
        lines.append(f"fire {guns} at {one.forts[0]}")
    return lines


@pytest.mark.parametrize("name", BOTH)
async def test_the_best_plan_is_typed_and_solves_it(channel: Channel, name: str) -> None:
    assert "aim the guns" in await said(channel, f"puzzle {name}")
    told = await said(channel, *typed(PUZZLES[name]), "done")
    assert "Solved." in told, told
    assert "expected to destroy" in told


@pytest.mark.parametrize("name", BOTH)
async def test_firing_nothing_is_graded_as_missed_and_shows_the_best_plan(channel: Channel, name: str) -> None:
    told = await said(channel, f"puzzle {name}", "done")
    assert "Missed." in told
    assert "You fired at no fort." in told
    assert "The best plan is expected to destroy" in told


@pytest.mark.sweep(fixed=BOTH)
@pytest.mark.parametrize("name", list(PUZZLES))
async def test_every_panel_of_a_puzzle_has_its_words(channel: Channel, name: str) -> None:
    """Each gun and each fort of its map has names: in the menus, in `/units` and in the order that fires."""
    told = await said(channel, f"puzzle {name}", "units", "panel", typed(PUZZLES[name])[0])
    assert "went wrong" not in told
    assert "Fire at " in told

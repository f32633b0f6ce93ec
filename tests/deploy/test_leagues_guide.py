"""The community manager's guide, typed line by line: nothing in it is refused, and a season is open after three commands."""

from __future__ import annotations

import re

from bot.commands import leagues
from bot.service.call_outcome import watched
from bot.storage import Store
from tests.bot.leagues.support import Hall
from tests.conftest import ROOT

GUIDE = (ROOT / "deploy/leagues.md").read_text("utf-8")
OWNER = "olga"


def typed() -> list[tuple[str, str]]:
    """Who types what: the lines in grey blocks, of the owner unless a name stands in front."""
    lines = [line for block in re.findall(r"```\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]
    found = [re.fullmatch(r"(?:(\w+): )?/league (.+)", line) for line in lines]
    assert all(found), lines
    return [((one[1] or OWNER).casefold(), one[2]) for one in found if one is not None]


async def test_every_line_of_the_guide_is_carried_out(store: Store) -> None:
    hall = Hall.open(store)
    stages: list[str] = []
    by_owner = 0
    for who, line in typed():
        if line == "finish":
            await end_all(hall)
        with watched() as verdict:
            told = await hall.told(who, line)
        assert verdict.how == "ok", (line, told)
        by_owner += who == OWNER
        if line == "draw publish":
            await hall.report("s-spring-cup", "1.1.2", (2, 0))
        season = await hall.handler.leagues.repository.season("s-spring-cup")
        stages.append(season.stage)
        if season.stage == "open" and who == OWNER:
            assert by_owner == 3, "from nothing to an open season"
    assert stages[0] == "draft"
    assert stages[-1] == "review"


async def end_all(hall: Hall) -> None:
    """Every match that is open gets a result."""
    season = await hall.handler.leagues.repository.season("s-spring-cup")
    for made in season.open_matches():
        await hall.report("s-spring-cup", made.match, (2, 0))


def test_the_guide_names_only_commands_that_there_are() -> None:
    named = set(re.findall(r"/league ([a-z]+)", GUIDE)) - {"organise", "watch"}
    assert named <= set(leagues.BY_NAME), named
    assert {"new", "venue", "open", "draw", "finish"} <= named

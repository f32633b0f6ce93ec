"""Suggestions after the league commands."""

from __future__ import annotations

import pytest

from bot.commands import leagues
from tests.bot.leagues.support import Hall


async def suggested(hall: Hall, user: str, text: str) -> list[str]:
    found = await hall.handler.complete(hall.inbound(user, text=text, action="complete"))
    return [one.insert for one in found]


async def test_commands_and_options(hall: Hall) -> None:
    assert await suggested(hall, "anna", "league tab") == ["league table "]
    joining = await suggested(hall, "anna", "league join ")
    assert {"league join capacity=", "league join substitute=yes"} <= set(joining)
    assert await suggested(hall, "anna", "league join zone=berl") == ["league join zone=Europe/Berlin"]
    assert "league join capacity=2 zone=" in await suggested(hall, "anna", "league join capacity=2 ")
    further = [f"league join capacity=2 substitute={answer}" for answer in ("yes", "no")]
    assert await suggested(hall, "anna", "league join capacity=2 sub") == further
    assert "league new Cup format=swiss" in await suggested(hall, "anna", "league new Cup format=sw")
    assert "league new Cup scenario=campaign" in await suggested(hall, "anna", "league new Cup scenario=cam")
    assert "league new Cup scenario=campaign hand=8" in await suggested(
        hall, "anna", "league new Cup scenario=campaign ha"
    )
    assert "league new Cup options=hand=8" in await suggested(hall, "anna", "league new Cup options=ha")
    assert "league draw publish" in await suggested(hall, "anna", "league draw ")


async def test_completion_proposes_what_the_season_has(hall: Hall) -> None:
    assert await suggested(hall, "olga", "league withdraw ") == ["league withdraw season="], "there is nobody yet"
    await hall.opened("Cup", ("anna", "ben", "carl", "dora"))
    assert await suggested(hall, "olga", "league withdraw an") == ["league withdraw Anna"]
    await hall.say("sam", "join substitute=yes")
    assert await suggested(hall, "olga", "league replace Anna by=") == ["league replace Anna by=Sam"]
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    assert "league rule 1.1.1" in await suggested(hall, "olga", "league rule ")
    assert "league rule 1.1.1 first" in await suggested(hall, "olga", "league rule 1.1.1 fi")
    assert "league table 1" in await suggested(hall, "olga", "league table ")
    assert "league table season=s-cup" in await suggested(hall, "olga", "league table season=")


@pytest.mark.parametrize("name", leagues.BY_NAME)
async def test_whatever_is_suggested_goes_on_what_was_typed(hall: Hall, name: str) -> None:
    for begun in (f"league {name} ", f"league {name} a", f"league {name} x season="):
        assert all(one.startswith(f"league {name} ") for one in await suggested(hall, "olga", begun))

"""`feldpost seasons` as run by an operator, and a finished season."""

from __future__ import annotations

from pathlib import Path

from bot.cli.seasons import SeasonsRequest, carry_out
from bot.storage import Store
from tests.bot.leagues.support import Hall

PLAYERS = ("anna", "ben", "carl", "dora")


async def does(store: Store, act: str, season: str = "", file: Path | None = None) -> tuple[int, str]:
    """Return the output of the command line and its exit code."""
    said: list[str] = []
    code = await carry_out(store, SeasonsRequest(act, season, file), said.append)
    return code, "\n".join(said)


async def over(hall: Hall) -> None:
    """Make a finished season."""
    await hall.running("Cup", PLAYERS)
    season = await hall.handler.leagues.repository.season("s-cup")
    for made in list(season.matches.values()):
        await hall.report("s-cup", made.match, (2, 0))
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")

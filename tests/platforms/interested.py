"""A league whose organiser plays and tries to rule on his own games, as typed; the same on each platform."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.leagues.season import Season
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store

#: Types a line as a user and returns the answer.
Types = Callable[[str, str], Awaitable[str]]

#: The people of the script; Ben creates the season and plays in it.
PEOPLE = ("Ben", "Anna", "Carl", "Dora", "Sam", "Olga")


async def match_of(store: Store, season: Season, *names: str) -> str:
    """Return the match of two people."""
    read = await store.persons.read_all(season.holders)
    slots = {read[slot].name.title(): slot for slot in season.holders if slot in read}
    return next(made.match for made in season.matches.values() if {slots[name] for name in names} == {*made.slots})


def plainly(types: Types) -> Types:
    """Return a version that ignores how a platform writes names."""

    async def typed(name: str, line: str) -> str:
        return (await types(name, line)).casefold()

    return typed


async def plays(store: Store, told: Types, olga: str) -> None:
    """Play the script from creating the season to its log; `olga` is her mention on the platform."""
    repository, types = SeasonRepository(store), plainly(told)

    async def length() -> int:
        return (await repository.season("s-own")).length

    await types("Ben", "new Own scenario=introductory window=60d beginners=yes")
    assert "is open" in await types("Ben", "open")
    for name in ("Ben", "Anna", "Carl", "Dora"):
        assert "you have entered" in await types(name, "join")
    assert "you are a substitute" in await types("Sam", "join substitute=yes")
    await types("Ben", "draw preview")
    assert "has begun" in await types("Ben", "draw publish")
    season = await repository.season("s-own")
    own, theirs = await match_of(store, season, "Ben", "Anna"), await match_of(store, season, "Carl", "Dora")
    before = await length()
    await _rules_nothing_of_his_own(types, own, theirs)
    assert await length() == before
    await _is_replaced(types, olga, own, theirs)
    await _exempts_another(types, await match_of(store, await repository.season("s-own"), "Anna", "Carl"), own)


async def _rules_nothing_of_his_own(types: Types, own: str, theirs: str) -> None:
    """No ruling for himself is accepted; each refusal states the rule and an alternative."""
    for line, rule in (
        ("replace Ben by=Sam", "This match or place is or was your own"),
        (f"rule {own} first lapsed", "This match or place is or was your own"),
        (f"rule {theirs} first lapsed", "You play or have played in section"),
        ("withdraw Anna", "You play or have played in section"),
        ("apart Anna other=Carl", "You have entered this season"),
        ("extend 3d late", "You play or have played in section"),
        ("allow Ben reason=fair", "You can't give yourself an exception"),
    ):
        said = await types("Ben", line)
        assert rule.casefold() in said, f"{line}: {said}"
        assert "role" in said
        assert "give @name" in said


async def _is_replaced(types: Types, olga: str, own: str, theirs: str) -> None:
    """A non-player whom he appoints replaces him; he loses his powers, and still can't rule there."""
    assert "only an organiser" in await types("Olga", "replace Ben by=Sam")
    assert "organiser: " in await types("Ben", f"role organiser give {olga}")
    said = await types("Olga", "replace Ben by=Sam")
    assert "sam takes the place of ben" in said, said
    assert "olga can." in await types("Ben", f"rule {own} first lapsed")
    assert "you play or have played in section" in await types("Ben", f"rule {theirs} first lapsed")
    assert "ruled" in await types("Olga", f"rule {theirs} first lapsed")


async def _exempts_another(types: Types, another: str, own: str) -> None:
    """An exemption that an owner gives to someone else is open."""
    await types("Ben", "role arbiter give Dora")
    assert "you play or have played in section" in await types("Dora", f"rule {another} draw away")
    assert "may decide match" in await types("Ben", f"allow Dora match={another} reason=travels")
    assert "ruled" in await types("Dora", f"rule {another} draw away")
    log = await types("Sam", "log")
    assert f"allowed dora to decide `{another}` despite a stake in it: travels" in log
    assert f"dora: ruled `{another}`" in log
    assert f"ben: ruled `{own}`" not in log


async def hands_in(store: Store, told: Types, olga: str) -> None:
    """In a season of games played elsewhere: no result of his own section, and no round cut while his own game is unfinished."""
    repository, types = SeasonRepository(store), plainly(told)
    await types("Ben", "new Away scenario=introductory window=60d beginners=yes format=swiss rounds=2 outside=yes")
    await types("Ben", "open season=away")
    for name in ("Ben", "Anna", "Carl", "Dora"):
        assert "you have entered" in await types(name, "join season=away")
    await types("Ben", "draw preview season=away")
    assert "has begun" in await types("Ben", "draw publish season=away")
    season = await repository.season("s-away")
    before = season.length
    for made in season.matches.values():
        said = await types("Ben", f"result {made.match} first season=away")
        assert "you can't decide" in said
    assert "you play or have played in section" in await types("Ben", "draw preview cut=yes season=away")
    assert (await repository.season("s-away")).length == before
    await types("Ben", f"role organiser give {olga} season=away")
    for made in season.matches.values():
        assert "result of match" in await types("Olga", f"result {made.match} first season=away")
    await types("Ben", "draw preview season=away")
    assert "has begun" in await types("Ben", "draw publish season=away"), (
        "nothing is cut: its lots follow from the seed"
    )

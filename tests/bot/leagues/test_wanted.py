"""People with something to do in a season are told so: in its channel, and by the commands they use."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.leagues.test_local_channel import Local, buttons


@pytest.fixture
def local(store: Store) -> Local:
    return Local(store)


async def begun(local: Local, more: str, players: tuple[str, ...] = ("Anna", "Ben", "Carl", "Dora")) -> None:
    """Draw a season and run the clerk once."""
    for line in (f"new Cup beginners=yes {more}", "venue here", "open"):
        await local.type("Olga", f"league {line}")
    for name in players:
        await local.type(name, "league join")
    for line in ("draw", "draw publish"):
        await local.type("Olga", f"league {line}")
    await local.league.step("s-cup")


async def test_a_challenged_player_gets_the_challenge_with_its_answers(local: Local) -> None:
    await begun(local, "format=ladder scenario=introductory window=60d")
    league = local.league
    season = await league.repository.season("s-cup")
    read = await league.store.persons.read_all(season.sections[0])
    first, second, *_ = (read[slot].name for slot in season.sections[0])
    await local.type(second, f"league challenge {first}")
    await league.step("s-cup")
    told = await local.newest()
    assert f"**Cup**: {second} challenges {first}. Without an answer until 11 May" in told.text
    assert f"{second} challenges you. Answer until 11 May" in await local.type(first, "league me")
    assert "challenges you" not in await local.type(second, "league me")
    assert "No challenge is waiting" in await local.press(second, told, buttons(told)[0])
    assert "You accepted" in await local.press(first, told, buttons(told)[0])
    assert len((await league.step("s-cup")).matches) == 1


async def test_sides_are_bid_for_where_everybody_reads_so(local: Local) -> None:
    await begun(local, "format=swiss rounds=2 scenario=historical window=120d match=bid")
    assert "Bid for sides until 5 May, 12:00 UTC" in (await local.newest()).text
    assert "bids are open until 5 May 2026 12:00 UTC" in await local.type("Anna", "league me")
    assert "the first player has" not in await local.type("Anna", "league pairings"), "nobody has a side yet"


async def test_appeals_and_what_is_decided_are_told_to_everybody(local: Local) -> None:
    await begun(local, "format=swiss rounds=2 scenario=introductory window=60d")
    league = local.league
    season = await league.repository.season("s-cup")
    read = await league.store.persons.read_all(season.matches["1.1.1"].slots)
    first, second = (read[slot].name for slot in season.matches["1.1.1"].slots)
    await local.type("Paul", "league list")
    assert "arbiter: Paul" in await local.type("Olga", "league role arbiter give Paul")
    await local.type("Olga", "league rule 1.1.1 first shouted")
    await local.type(second, "league appeal 1.1.1 **unfair** @everyone")
    await league.step("s-cup")
    assert f"**Cup**: {second} appealed against the result of match 1.1.1." in (await local.newest()).text
    await local.type("Paul", "league decide 1.1.1 draw both shouted")
    await league.step("s-cup")
    assert f"an arbiter decided {first} 1, {second} 1. both shouted" in (await local.newest()).text


async def test_teams_have_their_names_and_their_own_alternates(local: Local) -> None:
    for line in ("new Cup format=teams boards=2 rounds=1 scenario=introductory window=60d beginners=yes", "open"):
        await local.type("Olga", f"league {line}")
    for name in ("Fay", "Anna", "Ben", "Carl", "Dora", "Eve", "Gus"):
        await local.type(name, "league join")
    for team in (
        "Anna Reds members=Anna,Ben",
        "Carl Blues members=Carl,Dora alternates=Eve",
        "Fay Greens members=Fay,Gus",
    ):
        who, _, rest = team.partition(" ")
        await local.type(who, f"league team {rest}")
    shown = await local.type("Olga", "league draw")
    assert any(f"- {name} has a bye" in shown for name in ("Reds", "Blues", "Greens"))
    await local.type("Olga", "league draw publish")
    listed = await local.type("Anna", "league pairings")
    assert any(f"- {name} has a bye" in listed for name in ("Reds", "Blues", "Greens"))
    assert "Eve takes the place of Dora" in await local.type("Olga", "league replace Dora")


async def test_a_knock_out_is_not_advised_to_go_on_without_its_games(local: Local) -> None:
    await begun(local, "format=knockout scenario=introductory window=60d")
    told = await local.type("Olga", "league draw cut=yes")
    assert "Games are still open: `1.1.1`, `1.1.2`. Wait for them, or decide them" in told
    assert "cut=yes" not in told

"""What the host gives to every game, with Liège 1914: rollback, export and proof, the terminal, a season with a pool of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli.main import main
from bot.leagues.journal import Resulted
from bot.service.leagues.rating import Ratings, about, pool_of
from bot.storage import Store
from bot.table import tokens
from bot.terminal.match import LocalGame
from tests.bot.leagues.test_local_channel import Local
from tests.bot.support import Channel, controls
from tests.leagues.test_season import opening
from tests.support.restoring import restore
from tests.terminal.support import played, saved
from tests.titles.small_games import FOREIGN

NIGHT = (("anna", "new night"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start"))
HERE = ("--scenario", "night")


async def ended(channel: Channel, say: list[str]) -> None:
    """Both sides take what is proposed, or end their phases, until the game is over; what is told goes to a list."""
    for _ in range(400):
        stored = await channel.store.load(await channel.game_id())
        if stored.header.status == "finished":
            return
        game = restore(stored)
        user = ("anna", "ben")[game.actor or 0]
        for line in ("take", "done"):
            told = await channel.told(user, line)
            if await channel.number() != stored.number:
                say.append(told)
                break
        else:
            panel = await channel.say(user, "panel")
            first = next(token for _, token in controls(panel) if tokens.parse(token).kind == "order")
            say += [reply.text for reply in await channel.press(user, first)]
    raise AssertionError("the game does not end")


async def test_a_night_is_taken_back_exported_and_proved(channel: Channel) -> None:
    """Back to an entry by consent, to its end by proposals, and every die from the export and in the channel."""
    for user, line in NIGHT:
        await channel.say(user, line)
    await channel.say("anna", "arrive all")
    await channel.say("anna", "done")
    await channel.say("ben", "arrive 9bm facing ne")
    asked = await channel.say("anna", "rollback 1")
    assert "asks to go back to entry 1" in asked[0].text
    await channel.say("ben", "rollback accept")
    game = restore(await channel.store.load(await channel.game_id()))
    assert all(at < 0 for at in game.state.at), "nobody has arrived"
    told: list[str] = []
    await ended(channel, told)
    assert FOREIGN.search("\n".join(told)) is None
    exported = (await channel.say("ben", "export"))[0].attachment
    assert exported is not None
    data = json.loads(exported.text)
    assert (data["title"], data["scenario"], data["result"]["reason"]) == ("liege", "night", "points")
    assert "rollback" in [entry["kind"] for entry in data["entries"]]
    assert "replay to the current position" in await channel.told("eve", "verify")


async def test_the_exported_file_is_proved_alone(
    channel: Channel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for user, line in (*NIGHT, ("anna", "arrive all"), ("anna", "resign yes")):
        await channel.say(user, line)
    exported = (await channel.say("anna", "export"))[0].attachment
    assert exported is not None
    path = tmp_path / "night.json"
    path.write_text(exported.text, encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out
    changed = json.loads(exported.text)
    changed["entries"][1]["choice"] = "arrive ge_27_ib"
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert main(["verify", str(path)]) != 0


async def test_an_export_of_a_siege_under_way_tells_nothing_of_hidden_units(channel: Channel) -> None:
    for user, line in (
        ("anna", "new siege"),
        *NIGHT[1:],
        ("anna", "arrive 27ib facing n"),
        ("anna", "arrive 14ib facing sw"),
    ):
        await channel.say(user, line)
    for user in ("ben", "eve"):
        found = (await channel.say(user, "export"))[0].attachment
        assert found is not None
        assert "arrive ?" in found.text
        assert "ge_27_ib" not in found.text
        assert "ge_14_ib" not in found.text


def test_a_night_is_played_saved_and_verified_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "night.json"
    text = saved(
        path,
        "arrive all",
        "done",
        "arrive all",
        "done",
        "proposal",
        "take",
        "verify",
        "units v35",
        "score",
        "help",
        arguments=HERE,
    )
    assert "10 units arrive." in text
    assert "The record agrees" in text
    assert "The computer proposes" in text
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["title"], data["scenario"]) == ("liege", "night")
    again = LocalGame.load(path)
    assert again.title.name == "liege"
    state: Any = again.game.state
    assert state.turn == 3


def test_a_terminal_shows_each_side_of_a_siege_what_it_may_know() -> None:
    text = played("arrive 27ib facing n", "done", "", "units", arguments=("--scenario", "siege", "--two"))
    second = text.split("Hand over, then press Enter.")[-1]
    assert "27.IB" not in second
    assert "Hidden in U35" in second


def test_sieges_and_nights_have_pools_of_their_own_and_so_has_fog() -> None:
    """What is played alike is rated together; the usual fog is no option, so seasons from before there was one keep their pool."""
    rules = opening()
    night = rules.model_copy(update={"title": "liege", "scenario": "night", "options": {}})
    siege = rules.model_copy(update={"title": "liege", "scenario": "siege", "options": {}})
    foggy = night.model_copy(update={"options": {"fog": "on"}})
    plain = siege.model_copy(update={"options": {"fog": "on"}})
    assert len({pool_of(one) for one in (rules, night, siege, foggy)}) == 4
    assert pool_of(plain) == pool_of(siege)
    assert pool_of(night).startswith("liege.night.")
    assert about(night)["options"] == {}


async def test_a_season_of_nights_is_rated_in_its_pool(store: Store) -> None:
    local = Local(store)
    league = local.league
    await local.type("Olga", "league new Night Cup scenario=night window=40d format=swiss rounds=1 beginners=yes")
    for who, line in (
        ("Olga", "league venue here"), ("Olga", "league open"), ("Anna", "league join"), ("Ben", "league join"),
        ("Olga", "league draw"), ("Olga", "league draw publish"),
    ):  # fmt: skip
        await local.type(who, line)
    season = "s-night-cup"
    await league.step(season)
    ((match, header),) = (await league.games(season)).items()
    assert (header.title, header.scenario) == ("liege", "night")
    assert await local.play_out(season) == 1
    (result,) = [one for one in await league.repository.journal(season) if isinstance(one, Resulted)]
    assert (result.match, result.points) == (match, (2, 0))
    await Ratings(store, league.repository).refresh()
    pools = await store.ratings.pools()
    assert [pool for pool in pools if pool.startswith("liege.night.")]
    assert not [pool for pool in pools if pool.startswith("pog.")]


@pytest.mark.parametrize("line", ["puzzle dxwr", "learn storming"])
async def test_nothing_is_proposed_in_a_puzzle_or_a_lesson(channel: Channel, line: str) -> None:
    """It would tell the solution."""
    shown = await channel.say("anna", line)
    assert "proposes" not in "\n".join(reply.text for reply in shown)
    assert "proposes" not in await channel.told("anna", "panel")
    assert "There's no proposal now" in await channel.told("anna", "take")
    assert "1. " not in await channel.told("anna", "proposal")

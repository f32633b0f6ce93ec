"""Refusals that need time, races or another platform, and a check that every act's refusal has its words."""

from __future__ import annotations

import re

from bot.leagues import acts
from bot.narration.texts import texts
from bot.storage import Store
from bot.storage.keys import SeasonKeys
from tests.bot.leagues.support import Hall
from tests.conftest import ROOT

PLAYERS = ("anna", "ben", "carl", "dora")


async def running(hall: Hall, more: str = "format=swiss rounds=3") -> None:
    """Start a season and draw its first round."""
    await hall.say("olga", f"new Cup scenario=introductory window=60d beginners=yes {more}")
    await hall.say("olga", "open")
    await hall.all_join(PLAYERS)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")


async def players_of(hall: Hall, match: str) -> list[str]:
    """Return the players of a match, by their typed names."""
    season = await hall.handler.leagues.repository.season("s-cup")
    read = await hall.handler.tools.store.persons.read_all(season.matches[match].slots)
    return [read[slot].name.casefold() for slot in season.matches[match].slots]


def test_every_refusal_of_an_act_that_a_command_can_meet_has_words() -> None:
    known = set(texts().table("reasons.league")) | set(texts().table("reasons"))
    files = sorted((ROOT / "bot" / "leagues").rglob("*.py"))
    codes = {code for file in files for code in re.findall(r'NotNow\(\s*"([a-z_]+)"', file.read_text("utf-8"))}
    assert len(codes) > 50
    assert codes - known == set()


def test_every_kind_of_entry_has_words_in_the_log() -> None:
    files = sorted((ROOT / "bot" / "leagues" / "journal").glob("*.py"))
    kinds = {kind for file in files for kind in re.findall(r'kind: Literal\["([a-z_]+)"\]', file.read_text("utf-8"))}
    assert len(kinds) > 30
    assert kinds - set(texts().table("leagues.log.entries")) == {"created", "relocated"}


async def test_an_appeal_that_comes_too_late(hall: Hall) -> None:
    await running(hall)
    await hall.report("s-cup", "1.1.1", (2, 0))
    hall.pass_time(days=4)
    (_, loser) = await players_of(hall, "1.1.1")
    assert "You can appeal for three days after a result" in await hall.told(loser, "appeal 1.1.1 unfair")


async def test_two_instances_and_no_third(hall: Hall) -> None:
    await running(hall)
    await hall.report("s-cup", "1.1.1", (2, 0))
    winner, loser = await players_of(hall, "1.1.1")
    for name in ("paul", "quinn"):
        await hall.say(name, "list")
        await hall.say("olga", f"role arbiter give {name}")
    await hall.say(loser, "appeal 1.1.1 unfair")
    assert "You decided" in await hall.told("olga", "decide 1.1.1 stands fair enough")
    assert "2 other arbiters" in await hall.told(loser, "appeal 1.1.1 unfair still")
    assert "You have already decided about match `1.1.1`" in await hall.told("olga", "decide 1.1.1 draw well")
    voted = await hall.told("paul", "decide 1.1.1 draw both were away")
    assert "Nothing changes yet: one more arbiter has to decide." in voted
    assert "you and the other arbiter agree" in await hall.told("quinn", "decide 1.1.1 draw both were away")
    assert "has had two appeals. That is final" in await hall.told(winner, "appeal 1.1.1 unfair now")


async def test_an_offer_to_a_substitute_is_taken_once_and_ends_after_a_day(hall: Hall) -> None:
    await running(hall, "format=divisions")
    for name in ("sam", "tess", "una"):
        await hall.say(name, "join substitute=yes")
    assert "Nothing is offered to you yet" in await hall.told("sam", "substitute")
    await hall.say("anna", "leave sure=yes")
    repository = hall.handler.leagues.repository
    await repository.act("s-cup", "offers", lambda season: acts.offer_places(season, repository.at))
    (told,) = await hall.say("sam", "substitute")
    assert "You are offered the place of Anna until" in told.text
    assert "See the offer" in str((await hall.say("sam", "me"))[0].menu)
    assert "You declined" in await hall.told("tess", "substitute no")
    assert "The place is yours" in await hall.told("sam", "substitute yes")
    assert "That place is taken" in await hall.told("una", "substitute yes")
    assert "Sam (for Anna)" in await hall.told("zoe", "table")


async def test_check_in_before_the_draw(hall: Hall) -> None:
    await hall.opened("Cup closes=2026-11-20 draw=2026-11-24", (*PLAYERS, "eve"))
    hall.pass_time(days=20)
    assert "You are checked in for Cup. The draw is on 24 Nov 2026" in await hall.told("anna", "checkin")
    mine = await hall.told("ben", "me")
    assert "**Cup**: you are in, and waiting for the draw." in mine
    assert "Check in between" in mine
    assert "Check in between" not in await hall.told("anna", "me")
    for name in PLAYERS[1:]:
        await hall.say(name, "checkin")
    hall.pass_time(days=3)
    drawn = await hall.told("olga", "draw")
    assert "the draw, 6 matches" in drawn, "who did not check in waits"
    assert "- Eve is left out: they didn't check in." in drawn
    assert drawn.count("Eve") == 1
    await hall.say("olga", "draw publish")
    assert "Cup has already been drawn" in await hall.told("eve", "checkin")
    assert "**Cup**: you are waiting for a place" in await hall.told("eve", "me")


async def test_on_discord_only_who_manages_the_server_makes_a_season(store: Store) -> None:
    hall = Hall.open(store)
    hall.platform, hall.server = "discord", "9"
    refused = await hall.told("1", "new Cup scenario=introductory window=60d beginners=yes", manages=False)
    assert "Only people who manage this server" in refused
    assert "You made" in await hall.told("1", "new Cup scenario=introductory window=60d beginners=yes")
    assert "Only an organiser" in await hall.told("2", "open", roles=("77",))
    await hall.say("1", "role organiser give <@&77>")
    assert "is open" in await hall.told("2", "open", roles=("77",))


async def test_a_season_of_another_community_is_not_meant(store: Store) -> None:
    hall = Hall.open(store)
    hall.platform, hall.server = "discord", "9"
    await hall.say("1", "new Cup scenario=introductory window=60d beginners=yes")
    hall.server, hall.channel = "10", "other"
    assert "There's no season in this channel or community" in await hall.told("2", "table")
    assert "**Cup** is a draft" in await hall.told("2", "table season=cup")


async def test_a_damaged_season_harms_neither_the_game_of_the_channel_nor_other_seasons(hall: Hall) -> None:
    store = hall.handler.tools.store
    await hall.handler.run(hall.inbound("anna", text="new introductory"))
    for name in ("Cup", "Bowl"):
        await hall.say("olga", f"new {name} scenario=introductory window=60d")
    await store.connection.call("LSET", SeasonKeys("s-cup").journal, 0, "garbage")
    assert "is damaged. Nothing can be done with it" in await hall.told("olga", "table season=s-cup")
    game = await store.channels.holder("web:hall")
    assert game is not None
    assert game not in store.damaged
    assert "**Bowl** is a draft" in await hall.told("olga", "table")
    assert "Cup" not in await hall.told("olga", "list")

"""`feldpost games`: an operator lists, shows, ends and deletes games, and never sees hidden information."""

from __future__ import annotations

from bot.cli.games import GamesRequest, carry_out
from bot.storage import Store
from bot.storage.keys import GameKeys
from tests.bot.support import Channel


async def does(store: Store, **wish: object) -> tuple[int, str]:
    told: list[str] = []
    code = await carry_out(store, told.append, GamesRequest(**wish))  # type: ignore[arg-type]
    return code, "\n".join(told)


async def test_games_are_listed_by_channel_and_player(channel: Channel) -> None:
    await channel.begin()
    game, store = await channel.game_id(), channel.store
    for wish in ({}, {"channel": "web:table"}, {"player": "web:ben"}, {"player": "web:ben", "channel": "web:table"}):
        code, told = await does(store, **wish)
        assert code == 0
        assert f"{game}  playing" in told
        assert "web:table" in told
        assert told.endswith("\n1 game: 1 in progress.")
    for wish in ({"channel": "web:elsewhere"}, {"player": "discord:ben"}):
        assert await does(store, **wish) == (0, "0 games.")


async def test_a_name_without_its_platform_is_told_not_listed_as_nobodys(channel: Channel) -> None:
    for wish in ({"player": "anna"}, {"channel": "table"}):
        code, told = await does(channel.store, **wish)
        assert code == 1
        assert "needs its platform" in told


async def test_a_game_is_shown_without_what_is_hidden(channel: Channel) -> None:
    await channel.begin()
    game = await channel.game_id()
    code, told = await does(channel.store, act="show", game=game)
    assert code == 0
    for part in (
        "campaign, playing",
        "web:table",
        "Anna (web:anna)",
        "Ben (web:ben)",
        "for the Central Powers",
        "entries",
    ):
        assert part in told
    assert [line for line in told.splitlines() if line.startswith("Allied Powers") and line.endswith("Ben (web:ben)")]
    assert (await channel.store.header(game)).seed not in told


async def test_a_game_is_ended_and_its_players_are_told(channel: Channel) -> None:
    await channel.begin()
    game = await channel.game_id()
    code, told = await does(channel.store, act="end", game=game)
    assert code == 0
    assert "without a winner" in told
    assert (await channel.store.header(game)).status == "finished"
    posts = await channel.posts()
    assert any("The bot's operator ended the game" in reply.text for _, reply in posts)
    (end,) = [reply.text for kind, reply in posts if kind == "end" and reply.audience == "channel"]
    assert "Game over without a result" in end
    assert "agreed" not in end, "nobody was asked"
    assert "replay to the current position" in await channel.told("anna", "verify last")
    assert await does(channel.store, act="end", game=game) == (1, f"Game {game} is already over.")
    await channel.say("anna", "new campaign")
    assert (await does(channel.store, act="end", game=await channel.game_id()))[0] == 0, "a lobby as well"


async def test_a_game_is_deleted_only_if_that_is_meant(channel: Channel) -> None:
    await channel.begin()
    game, store = await channel.game_id(), channel.store
    code, told = await does(store, act="delete", game=game)
    assert code == 1
    assert "--yes" in told
    assert (await does(store, act="delete", game=game, yes=True))[0] == 0
    assert await store.games() == []
    assert await store.running.games() == []
    assert "No game" in await channel.told("anna", "status") or await channel.told("anna", "games")
    await channel.say("anna", "new campaign")
    assert len(await store.games()) == 1


async def test_an_old_button_of_a_deleted_game_does_not_deny_the_present_one(channel: Channel) -> None:
    await channel.begin()
    game = await channel.game_id()
    await does(channel.store, act="delete", game=game, yes=True)
    buttons = [f"u~{game}~1~panel", f"o~{game}~1~x", f"l~{game}~-1~status", f"u~{game}~-1~map:"]
    for token in buttons:
        (reply,) = await channel.press("anna", token)
        assert "This channel has no game" in reply.text
    await channel.begin()
    for token in buttons:
        (reply,) = await channel.press("anna", token)
        assert f"There's no game “{game}”" in reply.text
        assert "This channel has no game" not in reply.text


async def test_a_damaged_game_is_named_and_can_be_deleted(channel: Channel) -> None:
    await channel.begin()
    game, store = await channel.game_id(), channel.store
    await store.connection.call("SET", GameKeys(game).header, "garbage")
    for act in ("show", "end"):
        code, told = await does(store, act=act, game=game)
        assert code == 1
        assert "damaged" in told
    assert (await does(store, act="delete", game=game, yes=True))[0] == 0
    await channel.say("anna", "new campaign")
    assert (await store.header(await channel.game_id())).status == "lobby", "its channel is free again"


async def test_a_game_that_there_is_not_is_said(channel: Channel) -> None:
    assert (await does(channel.store, act="show", game="nowhere"))[0] == 1
    assert "Which game?" in (await does(channel.store, act="end"))[1]

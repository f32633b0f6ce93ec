"""Features around the table: warnings, substitutes, moving, rematch, game master, settings, replay, following."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.clock import Clock
from bot.service.looking.replay import evenly_spread
from bot.service.state.preferences import CHANGES, PINGS
from bot.service.visibility import Visibility
from bot.storage import Store
from renderer.kit.requests import PALETTES
from tests.bot import support
from tests.bot.support import EVERY, Channel, check_limits, controls, token_of
from tests.bot.times import timed
from tests.support.restoring import restore


async def test_a_warning_must_be_read_before_moving(channel: Channel) -> None:
    await channel.begin()
    assert "warn of a supply threat: Liège and Koblenz. “look south”" in await channel.told(
        "ben", "warn liege, koblenz: look south"
    )
    (posted,) = [reply for kind, reply in await channel.posts() if kind == "warning"]
    assert posted.mention == ("anna",)
    check_limits(posted)
    number = await channel.number()
    assert "Before you play on, read it" in await channel.told("anna", "play auto")
    panel = await channel.say("anna", "panel")
    assert "look south" in panel[0].text
    assert not [label for label, _ in controls(panel) if "OPS" in label]
    assert await channel.number() == number
    after = await channel.press("anna", token_of(panel, "I've read it"))
    assert "have read the warning" in after[0].text
    assert "The Central Powers have read the warning." in [reply.text for _, reply in await channel.posts()]
    assert "Activate spaces" in await channel.told("anna", "play auto")
    assert "no warning" in await channel.told("anna", "warn read")


async def test_reactions_do_not_wait_for_warnings(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "warn paris")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    before = await channel.number()
    await channel.say("ben", "pass")
    assert await channel.number() > before


async def test_a_seat_is_handed_over_by_consent(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "standing pass combat cards")
    assert "seat is taken by Ben" in await channel.told("eve", "substitute ap")
    await channel.say("ben", "substitute offer")
    (offer,) = [reply for kind, reply in await channel.posts() if kind == "seat"]
    refused = await channel.press("anna", token_of([offer], "Take seat"))
    assert "this seat shows their hand. Somebody else must take it" in refused[0].text
    await channel.press("eve", token_of([offer], "Take seat"))
    stored = await channel.store.load(await channel.game_id())
    assert stored.seats.sides_of("web:eve") == ["ap"]
    assert "You have no seat" in await channel.told("ben", "hand")
    assert "Your hand" in await channel.told("eve", "hand")
    assert "no standing orders" in await channel.told("eve", "standing"), "plans stay with who made them"
    assert "seat is taken by" in await channel.told("carl", "substitute ap")
    assert "Waiting for the Central" in await channel.told("eve", "games")


async def test_an_offer_can_be_called_off(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "substitute offer")
    assert "keeps the seat" in await channel.told("ben", "substitute keep")
    assert "seat is taken by" in await channel.told("eve", "substitute ap")


async def test_the_game_master_opens_only_the_seat_of_an_absent_player(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    assert "Only the game master" in await channel.told("ben", "master replace cp")
    assert "3 days overdue" in await channel.told("anna", "master replace ap")
    hands.move(days=3)
    await channel.clear()
    await channel.say("anna", "master replace ap")
    told = [reply for kind, reply in await channel.posts() if kind == "master"]
    assert [reply.audience for reply in told] == ["channel", "thread"]
    await channel.press("eve", token_of(told[:1], "Take seat"))
    stored = await store.load(await channel.game_id())
    assert stored.seats.sides_of("web:eve") == ["ap"]
    log = stored.settings.master_log
    assert isinstance(log, list)
    assert len(log) == 1


async def test_a_game_master_who_does_not_play_needs_both_players_for_a_rollback(channel: Channel) -> None:
    await channel.say("greta", "new campaign")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("ben", "start")
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    assert "asks to go back to entry" in await channel.told("greta", "master undo round")
    number = await channel.number()
    assert "The other player must answer too" in await channel.told("anna", "rollback accept")
    assert await channel.number() == number
    assert "must answer it" in await channel.told("anna", "rollback accept")
    assert "is back at entry" in await channel.told("ben", "rollback accept")


async def test_the_game_master_ends_an_abandoned_game_or_lobby(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.say("anna", "new campaign")
    assert "cancels the game before the start" in await channel.told("anna", "master end")
    await channel.begin()
    assert "3 days overdue" in await channel.told("anna", "master end")
    await channel.say("anna", "play cp 1 as rp")
    hands.move(days=4)
    await channel.say("anna", "master end")
    assert (await store.load(await channel.game_id())).header.status == "finished"


async def test_a_game_moves_to_another_channel(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    game = await channel.game_id()
    await channel.store.refer(game, "web:table", "old")
    monkeypatch.setattr(support, "CHANNEL", "garden")
    assert "Only the players and the game master" in await channel.told("eve", f"relocate {game}")
    assert "to this channel" in await channel.told("ben", f"relocate {game}")
    assert await channel.game_id() == game
    assert await channel.store.references(game) == {}
    (table,) = [reply for kind, reply in await channel.posts() if kind == "table"]
    assert table.anew
    assert "already in this channel" in await channel.told("ben", f"relocate {game}")
    assert "Activate" in await channel.told("anna", "play auto")
    monkeypatch.setattr(support, "CHANNEL", "table")
    assert "This channel has no game" in await channel.told("anna", "panel")
    await channel.say("anna", "new campaign")
    assert "already has a game" in await channel.told("anna", f"relocate {game}")


async def test_a_step_that_falls_into_a_move_is_kept_whole(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    game, move = await channel.game_id(), channel.store.move_game

    async def late(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(support, "CHANNEL", "table")
        await channel.say("anna", "play cp 1 as rp")
        return await move(*args, **more)

    monkeypatch.setattr(channel.store, "move_game", late)
    monkeypatch.setattr(support, "CHANNEL", "garden")
    assert "to this channel" in await channel.told("ben", f"relocate {game}")
    stored = await channel.store.load(game)
    assert stored.header.channel == "web:garden"
    assert restore(stored).actor == Clock.of(stored.settings).side == 0
    assert Visibility.of(stored).counts[1].last == stored.number


async def test_an_offer_comes_along_when_a_game_moves(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    game = await channel.game_id()
    await channel.say("anna", "draw")
    await channel.clear()
    monkeypatch.setattr(support, "CHANNEL", "garden")
    await channel.say("anna", f"relocate {game}")
    (offer,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    assert "offers a draw" in offer.text
    assert [label for label, _ in controls([offer])] == ["Accept", "Reject"]
    await channel.clear()
    await channel.press("ben", token_of([offer], "Reject"))
    (strip,) = [reply for kind, reply in await channel.posts() if kind == "strip"]
    assert strip.text.startswith(offer.text.split(" Answer with")[0])
    assert "/draw" not in strip.text


async def test_a_rematch_swaps_the_sides_and_keeps_the_options(channel: Channel) -> None:
    await channel.say("anna", "new campaign clock=fast windows=hand palette=dark")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("ben", "start")
    assert "isn't over yet" in await channel.told("anna", "rematch")
    await channel.say("ben", "resign yes")
    first = await channel.game_id()
    await channel.say("anna", "rematch")
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.game_id != first
    assert stored.seats.sides_of("web:anna") == ["ap"]
    assert stored.settings.palette == "dark"
    (table,) = [reply for kind, reply in await channel.posts() if kind == "table"]
    assert table.mention == ("ben",)
    assert "clock: fast" in table.text
    assert "combat cards: you're asked only when you hold one" in table.text
    await channel.press("ben", token_of([table], "Join Central"))
    assert "begun" in await channel.told("ben", "start")


@pytest.mark.parametrize("pressed", [True, False])
async def test_a_rematch_that_the_other_player_opened_is_joined(channel: Channel, pressed: bool) -> None:
    await channel.begin()
    await channel.say("ben", "resign yes")
    first = await channel.game_id()
    await channel.say("anna", "rematch")
    second = await channel.game_id()
    (answer,) = await (channel.press("ben", f"l~{first}~-1~rematch") if pressed else channel.say("ben", "rematch"))
    assert answer.audience == "private"
    assert answer.text.startswith("The game hasn't started. When both sides are taken, start it with `/start`.")
    await channel.press("ben", token_of([answer], "Join Central"))
    assert "begun" in await channel.told("ben", "start")
    assert await channel.game_id() == second
    assert "isn't over yet" in await channel.told("ben", "rematch")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("settings pings dm", "`pings` is now `dm`. You get a direct message when it's your turn."),
        ("settings quiet 22:30-7 +2", "`quiet` is now `20:30–05:00 UTC`. Between these times nothing pings you."),
        ("settings quiet off", "`quiet` is now `off`. You can be pinged at any hour."),
        ("settings palette red_green", "`palette` is now `red_green`. Pictures have colours that are easier"),
        ("settings spoilers off", "`spoilers` is now `off`. Results of other people's games stay hidden until"),
        ("settings spoilers some", "You can use on or off"),
        ("settings palette pink", "You can use standard, dark, red_green or blue_yellow"),
        ("settings snooze 3 weeks", "You can use 8h, 3d or off"),
        ("settings quiet at night", "22-7"),
        ("settings volume 3", "You can use pings, quiet, snooze, away, palette or spoilers"),
    ],
)
async def test_settings_of_a_person(channel: Channel, line: str, answer: str) -> None:
    assert answer in await channel.told("anna", line)


async def test_every_value_of_a_setting_is_explained(channel: Channel) -> None:
    values = {
        "pings": PINGS,
        "palette": PALETTES,
        "spoilers": ("on", "off"),
        "quiet": ("22-7", "off"),
        "snooze": ("8h", "off"),
        "away": ("3d", "off"),
    }
    assert {*values, "language"} == CHANGES.keys()
    told = {await channel.told("anna", f"settings {name} {value}") for name in values for value in values[name]}
    meanings = {one.partition("`. ")[2] for one in told}
    assert all(one.endswith(".") for one in meanings)
    assert len(meanings) == sum(map(len, values.values())), "each says something of its own"


async def test_each_sees_pictures_in_their_colours(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "settings palette dark")
    dark, plain = (await channel.say("anna", "map"))[0].picture, (await channel.say("ben", "map"))[0].picture
    assert dark is not None
    assert plain is not None
    assert (dark.palette, plain.palette) == ("dark", "standard")
    panel = (await channel.say("anna", "panel"))[0].picture
    assert panel is not None
    assert panel.palette == "dark"


async def test_followed_games_are_listed_everywhere(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    game = await channel.game_id()
    monkeypatch.setattr(support, "CHANNEL", "elsewhere")
    await channel.say("eve", f"follow {game}")
    assert "you follow it" in await channel.told("eve", "games")
    await channel.say("eve", f"follow {game}")
    assert "You have no games" in await channel.told("eve", "games")


async def test_a_replay_shows_the_actions_of_a_turn(channel: Channel) -> None:
    await channel.begin()
    assert "nothing to replay" in await channel.told("eve", "replay 9")
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    (reply,) = await channel.say("eve", "replay turn west")
    assert reply.picture is not None
    assert reply.picture.kind == "replay"
    assert reply.picture.viewer is None
    assert reply.picture.args["name"] == "west"
    entries = reply.picture.args["entries"]
    assert isinstance(entries, list)
    assert entries == sorted(entries)
    assert len(entries) == 3
    check_limits(reply)


def test_long_replays_are_thinned_evenly() -> None:
    found = evenly_spread(list(range(1000)), 40)
    assert len(found) == 40
    assert (found[0], found[-1]) == (0, 999)
    assert evenly_spread([1, 2, 3], 40) == [1, 2, 3]


async def test_after_a_lesson_the_game_before_it_has_the_rematch(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    game = await channel.game_id()
    for user, line in (("anna", "resign yes"), ("ben", "learn 1"), ("ben", "learn leave")):
        await channel.say(user, line)
    await channel.clear()
    await channel.say("anna", "rematch")
    assert [f"Anna offers a rematch of {game}" in post.text for kind, post in await channel.posts() if kind == "table"]

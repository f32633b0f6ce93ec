"""A person belongs to a platform: the same id on two platforms is never confused; an old store keeps its people."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

from bot.persons import bare, id_on, kept_bare, kept_person, person
from bot.platforms.courier import Courier
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.service.outgoing import post
from bot.service.session import Memory
from bot.storage import Change, PlayerSettings, Store, person_keys
from bot.storage.keys import GameKeys
from bot.storage.models import Seats
from bot.table.reply import Reply
from bot.table.tokens import screen
from tests.bot.support import Channel, controls
from tests.web.hearing import Ear

#: Discord's id of one player; nothing prevents a person at the local channel from using it as a name.
ID = "222222222222222222"
_keys = count()


async def tells(handler: BotHandler, platform: str, user: str, text: str = "", token: str = "") -> list[Reply]:
    inbound = Inbound(
        platform=platform, channel="7", user=user, user_name=f"{user} there", key=f"{platform}:{next(_keys)}",
        text=None if token else text, token=token or None,
    )  # fmt: skip
    return list(await handler.run(inbound))


async def begun(handler: BotHandler, store: Store, platform: str) -> str:
    """Start a game between this id and another on a platform, Guns of August decided; return its id."""
    for user, text in ((ID, "new campaign"), (ID, "join cp"), ("33", "join ap"), (ID, "start"), (ID, "choose take")):
        await tells(handler, platform, user, text)
    game = await store.channels.holder(f"{platform}:7")
    assert game is not None
    return game


def test_a_person_is_an_id_on_a_platform() -> None:
    assert person("discord", "12") == "discord:12"
    assert kept_person("discord", "12") == "discord:12"
    assert kept_person("discord", "web:anna") == "web:anna"
    assert (id_on("discord", "discord:12"), id_on("web", "discord:12")) == ("12", "")
    assert id_on("web", "anna") == "anna", "kept by an older version inside a game of the platform"
    assert (bare("slack:T1.U1"), bare("anna")) == ("T1.U1", "anna")


@pytest.mark.parametrize(
    ("whole", "ident"),
    [
        (f"discord:{ID}", ID), (f"web:{ID}", ""), ("slack:T1.U1", "T1.U1"), ("discord:T1.U1", ""),
        ("web:anna", "anna"), ("discord:anna", ""), ("anna", ""),
    ],
)  # fmt: skip
def test_bare_ids_belong_to_the_platform_with_such_ids(whole: str, ident: str) -> None:
    assert kept_bare(whole) == ident


async def test_an_id_with_a_colon_poses_as_nobody_of_another_platform(store: Store) -> None:
    handler = BotHandler(store)
    game = await begun(handler, store, "discord")
    for posing in (f"discord:{ID}", "staff:general"):
        hand = (await tells(handler, "web", posing, token=screen(game, -1, "hand")))[0]
        assert hand.picture is None or hand.picture.viewer is None
        assert game not in (await tells(handler, "web", posing, "games"))[0].text


async def test_the_same_id_on_another_platform_sees_no_hand_has_no_game_and_no_seat(store: Store) -> None:
    handler = BotHandler(store)
    game = await begun(handler, store, "discord")
    hand = (await tells(handler, "discord", ID, "hand"))[0]
    assert hand.picture is not None
    assert hand.picture.viewer == 1
    for word in ("panel", "hand", "sheet"):
        for seen in await tells(handler, "web", ID, token=screen(game, -1, word)):
            assert seen.form is None
            assert seen.picture is None or seen.picture.viewer is None
            assert {label for label, _ in controls([seen])} <= {"Map", "Log", "Follow"}, "what everybody may look at"
    assert game not in (await tells(handler, "web", ID, "games"))[0].text
    assert game in (await tells(handler, "discord", ID, "games"))[0].text
    await tells(handler, "web", ID, "settings pings off")
    assert "pings = on" in (await tells(handler, "discord", ID, "settings"))[0].text


async def test_private_posts_and_pings_reach_the_platform_by_its_own_ids(store: Store) -> None:
    game, ear = await begun(BotHandler(store), store, "discord"), Ear()
    seat = Reply(text="psst", audience="private", seat=1)
    loud = Reply(text="hear", audience="channel", mention=(f"discord:{ID}", f"web:{ID}", "33"))
    await store.run_command(game, "tell", lambda _: Change({}, posts=[post("a", seat), post("a", loud)]))
    courier = Courier(store, {"discord": ear})
    await courier.deliver_all()
    private, public = (one for one in ear.heard if one.reply.text in ("psst", "hear"))
    assert private.user == ID
    assert public.reply.mention == (ID, "33"), "the bare id was posted before people bore their platform"


# -- what an older version wrote --------------------------------------------------------------


async def aged(store: Store, game: str) -> None:
    """Rewrite a game, its seats, notes and indexes as the previous version stored them."""
    own, call = GameKeys(game), store.connection.call

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: strip(one) for name, one in value.items()}
        if isinstance(value, list):
            return [strip(one) for one in value]
        return value.removeprefix("web:") if isinstance(value, str) else value

    for place in (own.header, own.seats, own.settings):
        kept = json.loads(await call("GET", place))
        channel = kept.get("channel")
        old = {**strip(kept), "v": 1} | ({"channel": channel} if channel else {})
        await call("SET", place, json.dumps(old))
    for user in ("anna", "ben", "carl"):
        for index in (person_keys.games_of, person_keys.follows, person_keys.player):
            if await call("EXISTS", index(f"web:{user}")):
                await call("RENAME", index(f"web:{user}"), index(user))


async def test_an_old_store_keeps_its_seats_followers_settings_and_offers(store: Store) -> None:
    channel = Channel.open(store)
    await channel.begin()
    await channel.say("carl", f"follow {await channel.game_id()}")
    await channel.say("anna", "settings palette dark")
    await channel.say("anna", "draw")
    game = await channel.game_id()
    await aged(store, game)
    stored = await store.load(game)
    assert stored.header.created_by == "web:anna"
    assert stored.seats.users() == {"web:anna", "web:ben"}
    memory = Memory.of(stored.settings)
    assert memory.followers == ["web:carl"]
    assert memory.offer is not None
    assert memory.offer["user"] == "web:anna"
    for user in ("anna", "ben", "carl"):
        assert game in await channel.told(user, "games")
    assert await store.people.games_of("discord:anna") == []
    assert (await store.people.settings("web:anna")).palette == "dark"
    assert await store.people.settings("discord:anna") == PlayerSettings()
    assert "your own" not in (await channel.told("ben", "draw accept")).lower()
    assert (await store.load(game)).header.status == "finished"


async def test_a_seat_that_is_written_again_bears_its_platform_and_the_new_version(store: Store) -> None:
    channel = Channel.open(store)
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    game = await channel.game_id()
    await aged(store, game)
    await channel.say("ben", "join ap")
    kept = Seats.parse(await store.connection.call("GET", GameKeys(game).seats), "seats")
    assert kept.users() == {"web:anna", "web:ben"}
    assert json.loads(await store.connection.call("GET", GameKeys(game).seats))["v"] == 2


async def test_damaged_seats_of_one_game_hide_none_of_the_others(store: Store) -> None:
    channel = Channel.open(store)
    await channel.begin()
    game = await channel.game_id()
    await store.people.note_game("web:anna", "other")
    await store.connection.call("SET", GameKeys("other").header, "{")
    await store.connection.call("SET", GameKeys("other").seats, "{")
    assert await store.people.games_of("web:anna") == [game]

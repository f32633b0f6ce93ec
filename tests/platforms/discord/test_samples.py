"""Each sample of Discord's payloads, through the real library and adapter, with its outcome."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.platforms.discord import shapes
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.gateway import Gateway
from tests.platforms.discord.people import Person, until
from tests.platforms.discord.shapes import APPLICATION, BOT, CHANNEL, GUILD, Lengths, Shapes, user_id
from tests.platforms.discord.state import Interaction, Json, World, snowflake
from tests.platforms.discord.test_faults import begun
from tests.platforms.discord.test_play import OPENING
from tests.platforms.discord.waiting import settled

SAMPLES = Path(__file__).parent / "samples"
#: First responses to Discord: a separate message will follow, the pressed one will be replaced, or choices.
THINKS, IN_PLACE, CHOICES = 5, 6, 8

HELP, MOVED, NO_GAME = "hosts *Paths of Glory* for you", "The position has changed", "There's no game x."

#: The response to each sample: its type, and words of the answer.
ANSWERS: dict[str, tuple[int, str]] = {
    "command_in_text": (THINKS, HELP),
    "command_in_announcement": (THINKS, HELP),
    "command_in_voice": (THINKS, HELP),
    "command_in_stage": (THINKS, HELP),
    "command_in_forum_post": (THINKS, HELP),
    "command_in_public_thread": (THINKS, HELP),
    "command_in_private_thread": (THINKS, HELP),
    "command_in_announcement_thread": (THINKS, HELP),
    "command_in_unknown_type": (THINKS, HELP),
    "command_in_direct": (THINKS, HELP),
    "command_in_group": (THINKS, HELP),
    "command_in_a_guild_without_the_bot": (THINKS, HELP),
    "component_button": (THINKS, MOVED),
    "component_button_on_own_ephemeral": (IN_PLACE, MOVED),
    "component_in_direct": (THINKS, MOVED),
    "component_menu": (THINKS, MOVED),
    "component_new_type": (THINKS, MOVED),
    "modal_rows": (THINKS, NO_GAME),
    "modal_labels": (THINKS, NO_GAME),
    "modal_without_message": (THINKS, NO_GAME),
    #: From an older form of the command, with an option that no longer exists: nothing is suggested, and nobody waits.
    "autocomplete": (CHOICES, ""),
}


def sample(name: str) -> Json:
    return dict(json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8")))


def test_every_sample_of_an_interaction_has_its_answer() -> None:
    assert {path.stem for path in SAMPLES.glob("*.json") if not path.stem.startswith("rest_")} == set(ANSWERS)


async def test_each_sample_is_answered(loopback: Loopback) -> None:
    bot = await loopback.bot()
    first = bot.platform.client
    for name, (begins, says) in ANSWERS.items():
        # Some samples differ only in their channel; interactions with the same id would be the same one.
        number = snowflake()
        told = {**sample(name), "id": str(number), "token": loopback.world.shapes.token(number)}
        user = int((told.get("member") or told)["user"]["id"])
        done = Interaction(int(told["id"]), told["token"], told["type"], user, int(told["channel_id"]))
        done.own.add(int((told.get("message") or {"id": 0})["id"]))
        loopback.world.interactions[done.token] = done
        await loopback.gateway.tell("INTERACTION_CREATE", told)
        await until(done.answered.is_set, f"an answer to {name}")
        assert done.callbacks[0]["type"] == begins, name
        if begins == CHOICES:
            assert done.callbacks == [{"type": CHOICES, "data": {"choices": []}}]
        else:
            shown = [one["content"] for number, one in loopback.world.messages.items() if number in done.own]
            assert [says in text for text in shown] == [True], name
    assert bot.platform.client is first
    assert len(loopback.gateway.identified) == 1


def missing(wanted: Any, built: Any, path: str = "") -> list[str]:
    """Return fields of a sample that the builder lacks, or builds with another type."""
    if isinstance(wanted, Mapping):
        if not isinstance(built, Mapping):
            return [f"{path}: no object"]
        return [
            fault
            for key, value in wanted.items()
            for fault in ([f"{path}.{key}"] if key not in built else missing(value, built[key], f"{path}.{key}"))
        ]
    if isinstance(wanted, list) and isinstance(built, list):
        return [fault for one, other in zip(wanted, built, strict=False) for fault in missing(one, other, f"{path}.0")]
    if wanted is None or built is None:
        return []
    if type(wanted) is not type(built):
        return [f"{path}: {type(built).__name__}"]
    if isinstance(wanted, str) and path.rpartition(".")[2] in (
        "id",
        "application_id",
        "guild_id",
        "channel_id",
        "token",
    ):
        return [] if abs(len(built) - len(wanted)) <= 2 else [f"{path}: {len(built)} characters"]
    return []


#: The part of a command that its builder copies, and what only one of the samples' guilds has.
BUTTON: Json = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Refresh", "custom_id": "x.0.-1.panel"}]}


@pytest.mark.parametrize("name", [name for name in ANSWERS if name != "command_in_a_guild_without_the_bot"])
def test_the_builders_make_every_field_of_the_samples(name: str) -> None:
    told = sample(name)
    world = World()
    anna = Person(world, Gateway(world), 11, "Anna")
    place, kind = told["channel"], told["channel"]["type"]
    more: Json = {"parent_id": place["parent_id"]} if kind in shapes.THREADS else {}
    if kind == shapes.DIRECT:
        more["recipients"] = [world.user(11)]
    world.add_channel(CHANNEL, kind, **more)
    done = Interaction(snowflake(), "", told["type"], anna.number, CHANNEL)
    done.token = world.shapes.token(done.id)
    message = None
    if "message" in told:
        private = told["message"]["flags"] & 64
        message = world.post(
            CHANNEL, {"content": "x", "components": [BUTTON]}, {}, 0, private, done if private else None
        )
    assert missing(told, anna.event(done, told["data"], message)) == []


def test_lengths_stand_in_one_place_and_can_be_doubled() -> None:
    usual, doubled = Shapes(), Shapes(Lengths.doubled())
    number = snowflake()
    assert (len(usual.token(number)), len(doubled.token(number))) == (214, 428)
    assert usual.token(number) != usual.token(number + 1)
    assert len(usual.address(CHANNEL, number, "map.png")) == 184
    assert len(doubled.address(CHANNEL, number, "map.png")) == 368
    assert len(doubled.session()) == 2 * len(usual.session())
    assert {len(str(user_id(one))) for one in (11, 12, 13)} == {17, 18, 19}
    assert BOT != APPLICATION


async def test_a_game_goes_on_with_every_undocumented_length_doubled_and_the_longest_ids(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    loopback.world.shapes = Shapes(Lengths.doubled())
    longest = 2**64 - 1000
    channel = longest - 5
    loopback.world.add_channel(channel)
    bot = await loopback.bot()
    people = {
        name: loopback.person(longest - at, name.title(), channel) for at, name in enumerate(("anna", "ben", "sven"))
    }
    for user, line in OPENING:
        done = await people[user].slash(line)
        assert len(done.token) == 428
    game = str(await loopback.store.channels.holder(f"discord:{channel}"))
    await settled(bot, game)
    told = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(channel)]
    assert any("Guns of August" in text for text in told)
    assert not await loopback.store.outbox.parked()
    assert len(await loopback.store.record(game)) > 5
    pictures = [one for message in loopback.world.public() for one in message["attachments"]]
    assert pictures
    assert {len(one["url"]) for one in pictures} == {368}


KINDS = {
    shapes.TEXT: shapes.PUBLIC_THREAD,
    shapes.ANNOUNCEMENT: shapes.ANNOUNCEMENT_THREAD,
    shapes.VOICE: None,
    shapes.STAGE: None,
    shapes.PUBLIC_THREAD: None,
    shapes.PRIVATE_THREAD: None,
    shapes.ANNOUNCEMENT_THREAD: None,
    99: None,
}


async def test_a_game_is_played_in_every_kind_of_channel_that_holds_messages(loopback: Loopback) -> None:
    for kind in KINDS:
        # A thread can also be below a forum or media channel, or below one of an unknown type.
        more = {"parent_id": str(CHANNEL + 7)} if kind in shapes.THREADS else {}
        loopback.world.add_channel(CHANNEL + 100 + kind, kind, **more)
    bot = await loopback.bot()
    for kind, below in KINDS.items():
        channel = CHANNEL + 100 + kind
        anna = loopback.person(11, "Anna", channel)
        for line in ("new introductory", "join both", "start", "choose take"):
            await anna.slash(line)
        game = str(await loopback.store.channels.holder(f"discord:{channel}"))
        await settled(bot, game)
        told = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(channel)]
        assert sum("dealt 7 cards" in text for text in told) == 1, kind
        threads = [one["type"] for one in loopback.world.channels.values() if one.get("parent_id") == str(channel)]
        assert threads == ([below] if below is not None else []), kind
    assert not await loopback.store.outbox.parked()


async def test_a_season_opens_rooms_in_an_announcement_channel(loopback: Loopback) -> None:
    venue = CHANNEL + 105
    loopback.world.add_channel(venue, shapes.ANNOUNCEMENT)
    bot = await loopback.bot()
    room = await bot.platform.open_room(str(venue), "Spring: Anna against Ben 1.1.1", "1.1.1")
    assert room is not None
    assert loopback.world.channels[int(room)]["type"] == shapes.ANNOUNCEMENT_THREAD
    assert await bot.platform.open_room(str(venue), "Spring: Anna against Ben 1.1.1", "1.1.1") == room
    loopback.world.add_channel(venue + 1, shapes.FORUM)
    assert await bot.platform.open_room(str(venue + 1), "Spring: Anna against Ben 1.1.2", "1.1.2") is None


async def test_a_server_that_cannot_be_reached_comes_and_goes(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    await loopback.gateway.tell("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
    done = await people["anna"].slash("choose take")
    assert done.answered.is_set()
    await settled(bot, game)
    await loopback.gateway.tell("GUILD_CREATE", loopback.gateway.guild())
    assert len(await loopback.store.record(game)) == before + 1
    assert not await loopback.store.outbox.parked()

"""Whatever completion inserts can be carried out: every command, in many channel situations, for everybody there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

import pytest

from bot.port import Inbound
from bot.service.looking.order_completion import suggested
from bot.service.seats import new_game
from bot.storage import Connection, person_keys
from bot.storage.keys import GameKeys
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst
from bot.titles import title_offering
from bot.titles.pog.narration.names import Names
from bot.titles.vocabulary import vocabulary
from tests.bot.keeping import kept, put_back
from tests.bot.positions import GAMES, positions
from tests.bot.reasons.talk import BEGUN
from tests.bot.support import Channel
from tests.lanes import Share
from tests.support.facts import names
from tests.support.vocabulary import COMMANDS

#: The commands given in the channel before the typing.
SITUATIONS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "a lobby": ("anna: new campaign",),
    "one seat taken": ("anna: new campaign", "anna: join cp"),
    "a bid": ("anna: new campaign", "anna: bid cp 2"),
    "both seats taken": ("anna: new campaign", "anna: join cp", "ben: join ap"),
    "Guns of August": BEGUN[:-1],
    "the first action": BEGUN,
    "activation": (*BEGUN, "anna: play guns of august as ops"),
    "attack": (*BEGUN, "anna: play guns of august as ops", "anna: activate koblenz, metz attack", "anna: done"),
    "a wish to go back": (*BEGUN, "anna: play cp 1 as rp", "ben: rollback round"),
    "an offer of a draw": (*BEGUN, "anna: draw"),
    "another clock": (*BEGUN, "ben: clock slow"),
    "an open seat": (*BEGUN, "ben: substitute offer", "anna: warn liege", "anna: standing pass combat cards"),
    "the end": (*BEGUN, "anna: play cp 1 as rp", "anna: resign yes"),
}
PEOPLE = ("anna", "ben", "eve")
#: Made-up words can't be completed; asking why the computer acted is possible only where it has: see `test_advice`.
OWN_WORDS = {("seed", "words"), ("assess", "what")}
#: Lines tried per command and person, and continuations tried after one.
TRIED, FOLLOWED = 3, 2


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the sentences of all refusals, as worded."""
    told: list[str] = []

    def heard(names: Names, refusal: Any) -> str:
        said = sentence(names, refusal)
        if not isinstance(refusal, AsksFirst):
            told.append(said)
        return said

    monkeypatch.setattr("bot.service.faults.sentence", heard)
    return told


async def lines(channel: Channel, user: str, command: str) -> AsyncIterator[str]:
    """Yield what completion inserts after a command, and after its continuations."""
    for begun in (f"{command} ", f"{command} ka", f"{command} se"):
        for line in spread(await channel.complete(user, begun), TRIED):
            if not line.endswith(" "):
                yield line
                for further in spread(await channel.complete(user, f"{line} "), FOLLOWED):
                    if further.startswith(f"{line} ") and not further.endswith(" "):
                        yield further
                continue
            more = await channel.complete(user, line)
            assert more, f"nothing follows {line!r}"
            for further in spread(more, FOLLOWED):
                yield further


def spread(found: Sequence[str], most: int) -> list[str]:
    """Return the first items and some from throughout the list."""
    step = max(1, len(found) // most)
    return list(dict.fromkeys([*found[:2], *found[::step]]))[: most + 2]


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_nothing_is_offered_that_is_refused(
    channel: Channel, connection: Connection, refused: list[str], share: Share, situation: str
) -> None:
    """Every run tries all commands of the player to act where most commands are possible, elsewhere one that always has completions."""
    tests = [(user, command.name) for user in PEOPLE for command in COMMANDS]
    always = [test for test in tests if situation == "the first action" and test[0] == "anna"]
    for line in SITUATIONS[situation]:
        user, _, text = line.partition(": ")
        await channel.say(user, text)
    assert not refused
    everything, tried = await kept(connection), 0
    for user, name in share(tests, fixed=always or [("anna", "help")]):
        async for line in lines(channel, user, name):
            replies = await channel.say(user, line)
            assert not refused, (user, line, refused)
            assert "Something went wrong" not in "".join(reply.text for reply in replies), line
            tried += 1
            await put_back(connection, everything)
    assert tried > 0


async def test_every_argument_of_every_command_is_completed(channel: Channel, connection: Connection) -> None:
    """Something is offered for it somewhere, including for commands and arguments added later."""
    completed: set[tuple[str, str]] = set()
    for situation in SITUATIONS.values():
        await put_back(connection, {})
        for line in situation:
            user, _, text = line.partition(": ")
            await channel.say(user, text)
        for user in PEOPLE:
            for command in COMMANDS:
                if all((command.name, argument) in completed for argument in command.arguments.model_fields):
                    continue
                begin = ("", "ka", "se")
                found = [line for word in begin for line in await channel.complete(user, f"{command.name} {word}")]
                for begun in found[:8] if len(command.arguments.model_fields) > 1 else ():
                    found += await channel.complete(user, f"{begun.rstrip()} ")
                for line in found:
                    if not line.endswith(" "):
                        typed = line.removeprefix(f"{command.name} ")
                        # Scenarios of every title are completed, and parsed by the title that has them.
                        meant = (
                            vocabulary(title_offering(typed.split()[0])).by_name[command.name]
                            if command.name == "new" and typed
                            else command
                        )
                        given = meant.parse(typed, names().words)
                        completed |= {(command.name, argument) for argument in given.model_fields_set}
    completed |= {("relocate", "game"), ("link", "code"), ("link", "word"), ("forget", "word")}  # elsewhere: see below
    arguments = {(command.name, argument) for command in COMMANDS for argument in command.arguments.model_fields}
    for name, argument in arguments - completed - OWN_WORDS:
        # Arguments asked for only by later positions of a game.
        if any(suggested(table, names(), name, "") for seed in GAMES for table in positions(seed)):
            completed.add((name, argument))
    assert arguments - completed == OWN_WORDS


async def test_a_game_is_offered_where_it_may_be_brought(channel: Channel, refused: list[str]) -> None:
    await channel.begin()
    there = Inbound(platform="web", channel="there", user="anna", key="there", text="relocate ", action="complete")
    (offered,) = await channel.handler.complete(there)
    assert offered.insert == f"relocate {await channel.game_id()}"
    await channel.handler.run(there.model_copy(update={"text": offered.insert, "action": "run"}))
    assert not refused
    assert await channel.store.channels.holder("web:there") is not None


async def test_a_link_is_completed_where_it_may_be_confirmed_or_undone(channel: Channel, refused: list[str]) -> None:
    def inbound(text: str, action: Literal["run", "complete"], key: str) -> Inbound:
        return Inbound(platform="slack", channel="there", user="T1.U1", key=key, text=text, action=action)

    async def offered(text: str) -> list[str]:
        return [item.insert for item in await channel.handler.complete(inbound(text, "complete", text))]

    async def run(text: str, key: str) -> str:
        return (await channel.handler.run(inbound(text, "run", key)))[0].text

    code = (await channel.told("anna", "link")).split("**")[1]
    assert await offered("link ") == await offered(f"link {code} ") == [], "nothing was asked"
    await run(f"link {code}", "question")
    assert await offered("link ") == []
    (sure,) = await offered(f"link {code} ")
    assert sure == f"link {code} sure"
    await run(sure, "sure")
    assert await channel.store.persons.known("slack:T1.U1") == await channel.store.persons.known("web:anna")
    assert await offered("link ") == ["link undo"]
    await run("link undo", "undo")
    (part,) = await offered("link undo ")
    assert part == "link undo sure"
    await run(part, "part")
    assert await channel.store.persons.known("slack:T1.U1") != await channel.store.persons.known("web:anna")
    assert await offered("link ") == await offered("link undo ") == []
    assert not refused


async def test_forgetting_is_not_offered_during_a_game_with_others(channel: Channel) -> None:
    for user in ("anna", "eve"):
        assert await channel.complete(user, "forget ") == [], "nobody has asked yet"
        await channel.say(user, "forget")
        assert await channel.complete(user, "forget ") == ["forget sure"]
    await channel.begin()
    assert await channel.complete("anna", "forget ") == []
    assert await channel.complete("eve", "forget ") == ["forget sure"]


@pytest.mark.parametrize(
    "line", ["", "/", "move", "move ;", "odds ((", "new x=", "standing revoke", "card info ", "sr \u202e", "x " * 300]
)
async def test_odd_lines_are_completed_without_trouble(
    channel: Channel, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    await channel.begin()
    for user in PEOPLE:
        await channel.complete(user, line)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_others_have_their_turn_while_rules_are_put_together_and_none_are_twice(channel: Channel) -> None:
    new_game.goes_together.cache_clear()
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    beside = asyncio.create_task(others())
    offered = await channel.complete("anna", "new historical ")
    judged = new_game.goes_together.cache_info().misses
    assert judged >= len(offered) >= 10
    assert turns >= judged - 1
    assert await channel.complete("anna", "new historical ") == offered
    assert new_game.goes_together.cache_info().misses == judged, "what was found out is known"
    beside.cancel()


@pytest.mark.parametrize("how", ["gone", "damaged", "of another kind"])
async def test_a_followed_game_that_is_gone_or_damaged_hides_no_other(
    channel: Channel, connection: Connection, how: str
) -> None:
    await channel.begin()
    await channel.say("eve", "follow")
    followed = await channel.game_id()
    await channel.store.people.follow("web:eve", "ruined", True)
    if how == "damaged":
        await connection.call("SET", GameKeys("ruined").header, "garbage")
    elif how != "gone":
        await connection.call("RPUSH", GameKeys("ruined").header, "garbage")
    for command in ("log", "status", "export", "follow"):
        assert f"{command} {followed}" in await channel.complete("eve", f"{command} "), command
        assert f"{command} ruined" not in await channel.complete("eve", f"{command} "), command


async def test_a_game_that_is_deleted_is_followed_by_nobody(channel: Channel, connection: Connection) -> None:
    await channel.begin()
    await channel.say("eve", "follow")
    game = await channel.game_id()
    assert await channel.store.people.followed_by("web:eve") == [game]
    await connection.call("SADD", person_keys.follows("eve"), game)
    await channel.store.erase(game)
    assert await channel.store.people.followed_by("web:eve") == []

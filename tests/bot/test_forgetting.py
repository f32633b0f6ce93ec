"""Forgetting a person: not a byte of an account id stays in the store, wherever the process dies, and finished games stay readable."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from bot.leagues import journal
from bot.platforms.discord.references import MessageRef, PanelRef, References
from bot.platforms.slack.records import Panel, Placed, Records
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream, Timeline
from bot.port import Inbound
from bot.service.calls import Caller
from bot.service.handler import BotHandler
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.people import forgetting, linking
from bot.service.people.duties import PersonalDuties
from bot.storage import ChannelLog, Connection, StorageError, Store, keys, person_keys
from bot.storage.forgetting import SETTLED
from bot.storage.models import PlayerSettings
from bot.storage.snapshot import Snapshot
from bot.table.refusal import Refusal
from tests.bot.keeping import kept, put_back
from tests.bot.linked import People
from tests.bot.test_dying import Dying, points
from tests.lanes import Share

DISCORD, SLACK, WEB = "80351110224678912", "T0FELD.U0ZACHARIAS", "zacharias"
#: Strings that must not be anywhere: whole, bare, and the part of an id specific to the person.
BYTES = (b"80351110224678912", b"U0ZACHARIAS", b"zacharias")
NAME = "Zacharias Quill"
OTHER = "70351110224678912"


class World:
    """A store in which one person plays everywhere, and their activity there."""

    def __init__(self, store: Store, now: datetime) -> None:
        self.store = store
        self.handler = BotHandler(store, now=lambda: now)
        self.repository = SeasonRepository(store, lambda: now)
        self.keys = count(1)

    async def say(self, platform: str, user: str, text: str, *, channel: str = "") -> str:
        """Type something in the channel of a platform."""
        channel = channel or f"{platform}-hall"
        inbound = Inbound(
            platform=platform,
            channel=channel,
            user=user,
            user_name=NAME if user in (DISCORD, SLACK, WEB) else user.title(),
            key=f"{platform}:{channel}:{user}:{next(self.keys)}",
            text=text,
        )
        return "\n".join(reply.text for reply in await self.handler.run(inbound))

    async def game(self, platform: str, user: str, other: str, *, over: bool = True) -> str:
        """Make a game of the two, played to its end if `over`; return its id."""
        for who, line in (
            (user, "new introductory"),
            (user, "join cp"),
            (other, "follow"),
            (other, "join ap"),
            (user, "start"),
            (user, "settings pings dm"),
            (user, "draw"),
        ):
            await self.say(platform, who, line)
        game = await self.store.channels.holder(f"{platform}:{platform}-hall")
        assert game is not None
        if over:
            await self.say(platform, user, "resign yes")
            assert not (await self.store.header(game)).in_progress
        return game

    def caller(self, account: str) -> Caller:
        return Caller(
            user=account,
            name=NAME,
            channel="web:web-hall",
            platform=account.partition(":")[0],
            key=f"c{next(self.keys)}",
        )

    async def linked(self) -> str:
        """Link the three accounts into one person."""
        for account in (f"slack:{SLACK}", f"web:{WEB}"):
            told = (await linking.link(self.handler.tools, self.caller(f"discord:{DISCORD}"), "")).text
            for word in ("", "sure"):
                await linking.link(self.handler.tools, self.caller(account), told.split("**")[1], word)
        return await self.store.persons.of(f"discord:{DISCORD}", NAME)

    async def forget(self, word: str = "sure") -> str:
        found = await forgetting.forget(self.handler.tools, self.caller(f"discord:{DISCORD}"), word, pressed=True)
        return found.text

    async def go_on(self) -> int:
        return await self.store.forgetting.go_on(lambda number: forgetting.former_player(self.handler.tools, number))


NOW = datetime(2031, 4, 1, tzinfo=UTC)


async def lived(store: Store) -> tuple[World, dict[str, str]]:
    """Return a world with games on all platforms, and everything the platforms store besides."""
    world = World(store, NOW)
    games = {
        "discord": await world.game("discord", DISCORD, OTHER),
        "slack": await world.game("slack", SLACK, "T0FELD.U0BEN"),
        "web": await world.game("web", WEB, "ben"),
    }
    games["followed"] = await world.game("discord", OTHER, "90351110224678912", over=False)
    await world.say("discord", DISCORD, "follow")
    references, records = References(store), Records(store)
    panel = PanelRef(application=1, token="t", message=2, at=3.0)
    await references.note_panel(games["discord"], DISCORD, panel)
    await references.note_message(games["discord"], f"prompt:{DISCORD}", MessageRef(channel=5, message=6))
    await records.place(games["slack"], f"prompt:{SLACK}", Placed(channel="D0ZACHARIAS", ts="1.2"))
    await records.keep_table(
        games["slack"], Placed(channel="C1", ts="1", text=f"{NAME} plays <@U0ZACHARIAS>", plain=NAME)
    )
    await records.keep_panel("C1", SLACK, Panel(key="k", url="https://hooks", until=1.0))
    timeline = Timeline(ChannelLog(store.connection))
    for stream in (Stream("web-hall"), Stream("web-hall", WEB)):
        entry = MessageEntry(
            slot="s", where="channel", at=1, author=NAME, author_id=WEB, text=f"{NAME} says: good evening, zealots",
            mention=(WEB, "ben"), players=(WEB, "ben"),
        )  # fmt: skip
        await timeline.write(stream, "entry", entry)
    await store.due.first_in(f"discord:{DISCORD}", 60, 0.0)
    await store.people.seating(f"discord:{DISCORD}", games["discord"])
    store.damaged[f"discord:{DISCORD}"] = "person"
    await store.damaged.share(store.connection)
    return world, games


async def everything(connection: Connection) -> list[tuple[str, bytes]]:
    """Return every key and every value as text, packed values unpacked."""
    reading = {
        b"string": ("GET",), b"hash": ("HGETALL",), b"list": ("LRANGE", 0, -1), b"set": ("SMEMBERS",),
        b"zset": ("ZRANGE", 0, -1), b"stream": ("XRANGE", "-", "+"),
    }  # fmt: skip
    found = []
    for key in sorted(await connection.call("KEYS", "*")):
        kind = await connection.call("TYPE", key)
        value = await connection.call(reading[kind][0], key, *reading[kind][1:])
        text = repr(value).encode() + (value if kind == b"string" else b"")
        if key.endswith(b":snapshot"):
            text += Snapshot.unpack(value, "snapshot").text.encode()
        found.append((repr(keys.parts_of(key)), text))
    return found


async def left(connection: Connection, *, sought: tuple[bytes, ...] = BYTES) -> list[str]:
    """Return the keys where something of a person is left, in the key or in the value."""
    return [
        key for key, text in await everything(connection) if any(one in text or one in key.encode() for one in sought)
    ]


def later(store: Store, seconds: float = SETTLED + 1) -> World:
    """Return the same store at a later time."""
    now = NOW + timedelta(seconds=seconds)
    return World(Store(store.connection, now=lambda: now), now)


@pytest.fixture
def timed(connection: Connection) -> Store:
    return Store(connection, now=lambda: NOW)


async def test_not_a_byte_of_an_account_stays_and_what_is_finished_does(timed: Store, connection: Connection) -> None:
    world, games = await lived(timed)
    person = await world.linked()
    before = await left(connection)
    assert len(before) > 25, before
    assert "Former player 1" in await world.forget()
    assert await world.go_on() > 20
    # Until the second search only the job knows the accounts.
    assert await left(connection) == [repr(keys.parts_of(person_keys.FORGETTING.encode()))]
    # Operations running at the first search could have written them again.
    await world.say("web", WEB, "help")
    await world.store.persons.of(f"web:{WEB}", NAME)
    await timed.people.save_settings(f"web:{WEB}", await timed.people.settings("web:ben"))
    assert await later(timed).go_on()
    assert await left(connection) == []
    assert await left(connection, sought=(NAME.encode(),)) == []
    assert await timed.forgetting.jobs() == []
    kept_person = await timed.persons.read(person)
    assert (kept_person.former, kept_person.accounts, kept_person.name) == (1, {}, "")

    for name in ("discord", "slack", "web"):
        stored = await timed.load(games[name])
        assert {seat.user: seat.name for seat in stored.seats.holders.values()}["former:1"] == "Former player 1"
        told = await world.say(name, "somebody", "status", channel=f"{name}-hall")
        assert "damaged" not in told.lower()
        assert "crash" not in told.lower()
    page = await Timeline(ChannelLog(connection)).newest(Stream("web-hall"), 50)
    entry = next(row.entry for row in page if row.id == "entry")
    assert isinstance(entry, MessageEntry)
    assert (entry.author, entry.author_id, entry.mention) == ("Former player 1", "former:1", ("ben",))
    assert entry.text == "Former player 1 says: good evening, zealots"
    # Others are unchanged, and the running game continues.
    assert "Ben" in {seat.name for seat in (await timed.load(games["web"])).seats.holders.values()}
    assert (await timed.load(games["followed"])).settings.followers() == ["discord:90351110224678912"]


async def test_a_player_whose_move_it_is_cannot_be_forgotten_yet(timed: Store, connection: Connection) -> None:
    world, _ = await lived(timed)
    await world.linked()
    game = await world.game("slack", SLACK, "T0FELD.U0CEM", over=False)
    with pytest.raises(Refusal) as caught:
        await world.forget()
    assert caught.value.reason.code == "forget_first"
    assert game in str(caught.value.reason.data["list"])
    await world.say("slack", SLACK, "resign yes")
    assert "This can't be undone" in await world.forget(word="")
    assert await timed.forgetting.jobs() == []
    await world.forget()
    # Repeating it has no further effect, until it is done; then they are a new person.
    assert "Former player 1" in await world.forget()
    await world.go_on()
    await later(timed).go_on()
    assert "Former player 2" in await world.forget()


async def test_a_player_in_a_season_has_to_withdraw_first(timed: Store) -> None:
    world = World(timed, NOW)
    people = People(timed, world.handler.tools, world.repository, world.keys)
    await people.season("s-spring", f"discord:{DISCORD}", "web:bob", "web:cem", "web:dan")
    with pytest.raises(Refusal) as caught:
        await world.forget()
    assert caught.value.reason.data["list"] == "s-spring"


@pytest.mark.parametrize("second", [False, True], ids=["first search", "second search"])
async def test_a_death_at_any_round_trip_leaves_a_job_and_the_next_who_looks_finishes_it(
    timed: Store, connection: Connection, redis_url: str, second: bool, share: Share
) -> None:
    world, _ = await lived(timed)
    await world.linked()
    if second:
        await world.forget()
        await world.go_on()
        await timed.people.save_settings(f"web:{WEB}", await timed.people.settings("web:ben"))
    start, began = await kept(connection), 0
    now = NOW + timedelta(seconds=SETTLED + 1 if second else 0)

    async def forgets(at: int, *, done: bool) -> Dying:
        await put_back(connection, start)
        link = Dying(redis_url, at, done=done)
        world = World(Store(link, now=lambda: now), now)
        with contextlib.suppress(StorageError):
            if not second:
                await world.forget()
            await world.go_on()
        await link.close()
        return link

    every = points((await forgets(0, done=False)).trips)
    middle = len(every) // 4
    for at, done in share(every, fixed=[(1, False), (middle, False), (middle, True), every[-1]]):
        assert (await forgets(at, done=done)).dead
        if not second and not await timed.forgetting.jobs():
            assert await timed.persons.known(f"discord:{DISCORD}")  # nothing has begun
            continue
        began += 1
        await later(timed).go_on()
        assert await left(connection) == [], f"died {'after' if done else 'before'} trip {at}"
    assert began >= 3


async def test_former_names_are_forgotten_too(timed: Store, connection: Connection) -> None:
    world, games = await lived(timed)
    await timed.persons.of(f"web:{WEB}", "Otto")
    theirs = (games["web"], "web-hall")
    before = await left(connection, sought=(NAME.encode(),))
    assert len([key for key in before if any(one in key for one in theirs)]) > 3
    await timed.forgetting.begin(await timed.persons.of(f"web:{WEB}", "Otto"))
    await world.go_on()
    await later(timed).go_on()
    found = await left(connection, sought=(NAME.encode(),))
    assert not [key for key in found if any(one in key for one in theirs)]
    assert found, "the other accounts are another person's"


async def test_forgetting_leaves_alone_accounts_with_the_same_id_on_other_platforms(
    timed: Store, connection: Connection
) -> None:
    world = World(timed, NOW)
    await world.game("discord", DISCORD, OTHER, over=False)
    await timed.people.save_settings(f"discord:{DISCORD}", PlayerSettings(palette="dark"))
    # As stored by an older version, whose ids had no platform.
    await connection.call("SET", f"feldpost:user:{DISCORD}:settings", PlayerSettings(palette="dark").dump())
    before = {key: text for key, text in await everything(connection) if DISCORD in key + text.decode(errors="replace")}
    assert len(before) > 4
    await world.game("web", DISCORD, "ben")
    await forgetting.forget(world.handler.tools, world.caller(f"web:{DISCORD}"), "sure", pressed=True)
    await world.go_on()
    await later(timed).go_on()
    assert {key: text for key, text in await everything(connection) if key in before} == before
    assert await left(connection, sought=(f"web:{DISCORD}".encode(), f"web:web-hall:{DISCORD}".encode())) == []


async def test_forgetting_removes_texts_from_journals_and_keeps_facts(timed: Store, connection: Connection) -> None:
    world = World(timed, NOW)
    people = People(timed, world.handler.tools, world.repository, world.keys)
    await people.season("s-spring", f"discord:{DISCORD}", "web:bob", "web:cem", "web:dan")
    person, bob = await people.person(f"discord:{DISCORD}"), await people.person("web:bob")
    repository = world.handler.leagues.repository

    async def add(*entries: journal.Entry) -> None:
        await repository.act("s-spring", f"add-{next(world.keys)}", lambda season: entries)

    await add(
        journal.Announced(at=5, by=person, text="words of mine"), journal.Announced(at=6, by=bob, text="of others")
    )
    season = await repository.season("s-spring")
    match = next(made.match for made in season.matches.values() if person in made.slots)
    await add(journal.Ruled(at=7, by=person, match=match, points=(2, 0), reason="words of mine"))
    await add(journal.Withdrawn(at=8, by=person, person=person))
    table = (await repository.season("s-spring")).table(0)
    assert "words of mine" in "".join(await timed.seasons.read("s-spring"))
    await timed.watching.put("s-spring", "follows", f"{person} s-spring", "{}")
    await timed.watching.put("s-spring", "follows", f"{bob} s-spring", "{}")
    await forgetting.forget(world.handler.tools, world.caller(f"discord:{DISCORD}"), "sure", pressed=True)
    await PersonalDuties(world.handler.tools).look()
    assert list(await timed.watching.read("s-spring", "follows")) == [f"{bob} s-spring"]
    lines = "".join(await timed.seasons.read("s-spring"))
    assert "words of mine" not in lines
    assert "of others" in lines
    assert (await repository.season("s-spring")).table(0) == table
    assert [one.text for one in (await repository.season("s-spring")).announced] == ["-", "of others"]


async def test_a_running_bot_sees_to_it_by_itself(timed: Store, connection: Connection) -> None:
    world, _ = await lived(timed)
    await world.linked()
    await world.forget()
    await connection.script("lease", [person_keys.PERSONAL], ["take", "a third", 60])
    assert await PersonalDuties(world.handler.tools, "one").look() == 0, "somebody else is at it"
    assert len(await left(connection)) > 1
    await connection.script("lease", [person_keys.PERSONAL], ["leave", "a third"])
    for now in (world, later(timed)):
        duties, other = (PersonalDuties(now.handler.tools, name) for name in ("one", "other"))
        assert min(await asyncio.gather(duties.look(), other.look())) == 0, "one of them does it"
        assert await duties.look() == 0
    assert await left(connection) == []


async def test_a_command_that_read_before_puts_nothing_back(timed: Store, connection: Connection) -> None:
    world, games = await lived(timed)
    await world.linked()
    stored = await timed.load(games["followed"])
    assert f"discord:{DISCORD}" in stored.settings.followers()
    await world.forget()
    await world.go_on()
    assert (await timed.load(games["followed"])).revision > stored.revision


async def test_nobody_is_forgotten_who_has_not_read_the_question(connection: Connection) -> None:
    world = World(Store(connection, now=lambda: NOW), NOW)
    assert "Should the bot forget you?" in await world.say("web", WEB, "forget sure")
    assert await world.store.persons.known(f"web:{WEB}") is not None
    assert not await world.store.forgetting.leaving(f"web:{WEB}")
    assert "Should the bot forget you?" in await world.say("slack", SLACK, "forget sure"), (
        "that was somebody else's question"
    )
    assert "You are now *Former player 1*" in await world.say("web", WEB, "forget sure")
    assert await world.store.forgetting.leaving(f"web:{WEB}") == 1

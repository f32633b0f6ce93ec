"""`feldpost games`: list, show, end or delete games in the store.

Shows what a game is and how long its record is, but never its content: neither cards nor the seed. It can be used while
a bot is running, on the server of REDIS_URL or on the bot's own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import uuid4

from bot.narration.texts import host_text, operator_texts
from bot.settings import Settings
from bot.storage import Store, StoredGame, keys, redis_server
from bot.storage.damage import of_game, of_person, without_lists
from bot.storage.errors import StoredDamage, UnknownGame, WarMissing
from bot.storage.server import connection_to
from bot.titles.capabilities import held_in

Tell = Callable[[str], None]
#: Text keys of the counts of games.
_COUNTED = {
    "lobby": "operator.games.count_lobby",
    "playing": "operator.games.count_playing",
    "finished": "operator.games.count_finished",
    "damaged": "operator.games.count_damaged",
    "missing": "operator.games.count_missing",
}


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """What to do, with which game, and whose or which channel's games to list."""

    act: str = "list"
    game: str = ""
    channel: str = ""
    player: str = ""
    verify: bool = False
    yes: bool = False


def run_games(settings: Settings, tell: Tell = print, wish: GamesRequest | None = None) -> int:
    """Carry out a request; returns 1 if a game is damaged or the named one does not exist.

    Raises:
        StorageError: no usable Redis server was found.
    """
    return asyncio.run(_with_store(settings, tell, wish or GamesRequest()))


async def _with_store(settings: Settings, tell: Tell, wish: GamesRequest) -> int:
    from bot.service.store_factory import build_store

    async with redis_server(settings, attach=True) as url:
        store = build_store(
            Store,
            connection_to(settings, url),
            answer_days=settings.answer_days,
            delivery_tries=settings.delivery_tries,
        )
        try:
            return await carry_out(store, tell, wish)
        finally:
            await store.close()


async def carry_out(store: Store, tell: Tell, wish: GamesRequest) -> int:
    """Carry out a request on a store; returns 1 if it fails, after printing why."""
    if wish.act == "list":
        some = bool(wish.player or wish.channel)
        if bare := [name for name in (wish.player, wish.channel) if name and ":" not in name]:
            tell(host_text("operator.games.people_channels_bear_their", bare=bare[0]))
            return 1
        games = await _chosen(store, wish) if some else None
        return await list_games(store, tell, verify=wish.verify, games=games)
    if not wish.game:
        tell(host_text("operator.games.which_game_games_list", act=wish.act))
        return 1
    if wish.game not in await store.games():
        tell(host_text("operator.games.there_no_game_games", game=wish.game))
        return 1
    return await {"show": _show, "end": _end, "delete": _delete}[wish.act](store, tell, wish)


async def _chosen(store: Store, wish: GamesRequest) -> list[str]:
    """Return the games to list: all, those of a person, or those of a channel."""
    if wish.player:
        people = store.people
        found = (await read(wish.player) for read in (people.games_of, people.open_games, people.unreadable))
        games = sorted({game async for some in found for game in some})
    else:
        games = await store.games()
    if not wish.channel:
        return games
    headers = await store.running.headers(games)
    return [game for game in games if getattr(headers[game], "channel", "") == wish.channel]


async def list_games(store: Store, tell: Tell, *, verify: bool, games: list[str] | None = None) -> int:
    """Print one line per game and the totals; return 1 if one is damaged (missing rules are not damage)."""
    counts: Counter[str] = Counter()
    people: dict[str, Lists] = {}
    indexes = await _indexes(store, tell) if verify else 0
    await store.damaged.share(store.connection)
    for game in games if games is not None else await store.games():
        counted, line = await _list_game(store, game, people, verify=verify)
        if counted:
            counts[counted] += 1
            tell(line)
    hurt = await _print_damaged_people(store, people, tell, whole=games is None) if verify else 0
    if verify and games is None:  # drop damage notes about games that no longer exist
        known = set(await store.games())
        for name in [name for name in store.damaged if ":" not in name and name not in known]:
            del store.damaged[name]
    await store.damaged.share(store.connection)
    told = [host_text(_COUNTED[status], count=number) for status, number in sorted(counts.items())]
    tell(
        host_text("operator.games.total" if told else "operator.games.none", count=counts.total(), list=", ".join(told))
    )
    return 1 if counts["damaged"] or hurt or indexes else 0


async def _list_game(store: Store, game: str, people: dict[str, Lists], *, verify: bool) -> tuple[str, str]:
    """Return a game's count key and its line, "" if it is gone; also adds the game to the lists in `people`."""
    from bot.titles import title_stored

    try:
        stored = await store.load(game)
        title_stored(stored.header)
        found = await _verify_record(store, stored) if verify else Verified(ok=True)
        for user in stored.seats.people():
            people.setdefault(user, Lists()).seats.append(game)
        for user in stored.settings.followers():
            people.setdefault(user, Lists()).follows.append(game)
    except UnknownGame:
        return "", ""
    except WarMissing as error:
        return "missing", host_text("operator.games.not_played_here", game=game, error=error)
    except StoredDamage as error:
        store.damaged.setdefault(game, "verify")
        return "damaged", host_text("operator.games.damaged", name=game, text=error)
    head = stored.header
    if not found.ok:
        store.damaged.setdefault(game, "verify")
    elif verify:  # damage noted earlier has been repaired
        store.damaged.pop(game, None)
    line = host_text(
        "operator.games.line",
        game=game,
        status=f"{head.status:<8}",
        scenario=f"{head.scenario:<12}",
        channel=head.channel,
        count=stored.number + 1,
        found=found.text,
    )
    return head.status if found.ok else "damaged", line.rstrip()


async def _indexes(store: Store, tell: Tell) -> int:
    """Rebuild the indexes over all games and print what was wrong with them; returns the number of damaged ones."""
    await store.indexes.mend(await store.indexes.wrong())
    first = not await store.connection.call("EXISTS", keys.INDEXED)
    lacked = await store.running.index_all()
    met = {name: times for name, times in (await store.indexes.counts()).items() if times}
    for name, times in sorted(met.items()):
        tell(host_text("operator.games.index_damaged_held_what", name=name, count=times))
    # An index that was just rebuilt lacked everything; so do those of a new store.
    told = {} if met or first else lacked
    for name, games in sorted(told.items()):
        tell(host_text("operator.games.index_damaged_lacked_put", name=name, names=", ".join(games)))
    await store.indexes.told()
    return len(met) + len(told)


@dataclass
class Lists:
    """The games a person plays and follows, according to the games."""

    seats: list[str] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)


async def _print_damaged_people(store: Store, people: Mapping[str, Lists], tell: Tell, *, whole: bool) -> int:
    """Print the people whose own data are damaged; returns their number.

    Keys that are not lists are replaced only if all games were checked.
    """
    from bot.service.state.preferences import Preferences

    hurt = 0
    for user, lists in sorted(people.items()):
        store.damaged.pop(user, None)
        mended = await without_lists(store.connection, user) if whole else []
        put_back = await _put_back(store, user, lists)
        found = [*mended, *await of_person(store.connection, user)]
        if not found:
            found = put_back
            try:
                Preferences.of(await store.people.settings(user))
            except StoredDamage as error:
                found = [str(error)]
        if not found and user in store.damaged:  # under the id that an older version used
            found = [host_text("operator.games.stored_settings_user_damaged", user=user)]
        if found:
            hurt += 1
            tell(host_text("operator.games.damaged", name=user, text=" ".join(found)))
    return hurt


async def _put_back(store: Store, user: str, lists: Lists) -> list[str]:
    """Add games missing from a person's own lists, as known from the games; returns a sentence per list."""
    told = []
    noted, followed = await store.people.noted(user), await store.people.followed_by(user)
    for name, games in (("games", set(lists.seats) - set(noted)), ("follows", set(lists.follows) - set(followed))):
        for game in sorted(games):
            if name == "games":
                await store.people.note_game(user, game)
            else:
                await store.people.follow(user, game, True)
        if games:
            told.append(
                host_text("operator.games.stored_user_lacked_put", name=name, user=user, names=", ".join(sorted(games)))
            )
    return told


async def _show(store: Store, tell: Tell, wish: GamesRequest) -> int:
    """Print what a game is, who plays it, whom it has been waiting for since when, and its pending posts."""
    try:
        stored = await store.load(wish.game)
        rows = _rows(stored, len(await store.outbox.pending_posts(wish.game)))
    except StoredDamage as damage:
        tell(host_text("operator.games.damaged", name=wish.game, text=damage))
        return 1
    known = operator_texts().table("operator.games.rows")
    rows = {known.get(name, name): value for name, value in rows.items()}
    width = max(8, *(len(name) for name in rows))
    for name, value in rows.items():
        if value:
            tell(f"{name:<{width}} {value}")
    return 0


def _rows(stored: StoredGame, waiting: int) -> dict[str, str]:
    """Return the facts about a game by row key or side; raises StoredDamage if it can't be read."""
    from bot.narration.book import Book
    from bot.service.clock import Clock
    from bot.service.session import player_name
    from bot.titles import title_stored

    title = title_stored(stored.header)
    names: Book = title.book(dict(stored.header.options), operator_texts().language)
    clock = Clock.of(stored.settings)
    head, seats = stored.header, stored.seats.holders
    return {
        "game": f"{head.game_id}, {head.scenario}, {head.status}",
        "channel": head.channel,
        "opened": host_text("operator.games.opened_by", at=_at(head.created_at), by=head.created_by),
        "ended": _at(head.finished_at) if head.finished_at else "",
        **{
            names.side(title.seats.index(side)): f"{player_name(names.words, head, seat)} ({seat.user})"
            for side, seat in sorted(seats.items())
        },
        "waits": host_text(
            "operator.games.waits_for", at=_at(datetime.fromtimestamp(clock.since, UTC)), side=names.side(clock.side)
        )
        if clock.side is not None and head.in_progress
        else "",
        "record": host_text("operator.games.entries", count=stored.number + 1),
        "posts": host_text("operator.games.wait_delivery", waiting=waiting),
    }


async def _end(store: Store, tell: Tell, wish: GamesRequest) -> int:
    """End a game without a winner and notify its players."""
    from bot.service.handler import BotHandler
    from bot.service.seats.game_master import end_by_operator
    from bot.table.refusal import Refusal

    try:
        handler = BotHandler(store, language=operator_texts().language)
        told = await end_by_operator(handler.tools, wish.game, f"operator:{uuid4().hex}")
    except StoredDamage as damage:
        tell(host_text("operator.games.cannot_ended_restore_games", damage=damage, game=wish.game))
        return 1
    except Refusal:
        tell(host_text("operator.games.game_over_already", game=wish.game))
        return 1
    tell(f"{wish.game}: {told}")
    return 0


async def _delete(store: Store, tell: Tell, wish: GamesRequest) -> int:
    """Delete a game with its record, permanently."""
    if not wish.yes:
        tell(host_text("operator.games.deletes_game_with_record", game=wish.game))
        return 1
    header = (await store.running.headers([wish.game]))[wish.game]
    await store.erase(wish.game)
    if header is not None and not isinstance(header, StoredDamage):
        await store.channels.free(header.channel, wish.game)
    tell(host_text("operator.games.game_deleted", game=wish.game))
    return 0


def _at(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying a game against its record."""

    ok: bool
    text: str = ""

    @classmethod
    def damaged(cls, text: str) -> Verified:
        """Return the result of a damaged game, with the reason."""
        return cls(ok=False, text=host_text("operator.games.damaged_how", text=text))


async def _verify_record(store: Store, stored: StoredGame) -> Verified:
    """Verify dice, draws and choices of the record against the seed and the rules of this version.

    Raises:
        StoredDamage: part of the game can't be read.
    """
    from bot.service.clock import Clock
    from bot.service.record.verification import END, verify
    from bot.service.session import Memory, restore
    from bot.titles import title_stored

    for part in (Clock, Memory):
        part.of(stored.settings)
    held_in(title_stored(stored.header), stored.settings)
    if stored.snapshot is not None and restore(stored).stuck is not None:
        return Verified.damaged(host_text("operator.games.rules_fail"))
    if faults := await of_game(store.connection, stored.header.game_id):
        return Verified.damaged(" ".join(faults))
    record = await store.record(stored.header.game_id)
    if not record:
        return Verified(ok=True, text=host_text("operator.games.not_started"))
    if (known := _highest_entry_known(stored)) > stored.number:
        return Verified.damaged(host_text("operator.games.record_cut_known", number=stored.number, known=known))
    verdict = await asyncio.to_thread(verify, stored, record, stored.header.seed)
    if verdict.problem == END:
        return Verified.damaged(host_text("operator.games.record_cut", number=stored.number))
    if not verdict.problem:
        return Verified(ok=True, text=host_text("operator.games.verified", count=verdict.outcomes))
    # The message may name cards; only the part before the colon is shown.
    return Verified.damaged(host_text("operator.games.record_differs", where=verdict.problem.partition(":")[0]))


def _highest_entry_known(stored: StoredGame) -> int:
    """Return the highest entry number known to have been seen or posted."""
    from bot.service.session import Memory
    from bot.service.visibility import Visibility

    memory = Memory.of(stored.settings)
    return max([memory.posted, *memory.seen.values(), *(count.last for count in Visibility.of(stored).counts)])


__all__ = ["GamesRequest", "carry_out", "list_games", "run_games"]

"""Rebuild positions from their records if this version cannot read them.

The meaning of numbers in a position depends on the content that wrote it. A snapshot from other content, from
another version, or one unreadable for any other reason is therefore never interpreted: the record, which names
everything, is replayed, once per game and process. The new position is stored with the game's next command, so that
after a rollback of the release games not played since are untouched. If the record replays differently too, the game
is damaged: it is counted as such, its players are notified once, and everything else goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.narration.texts import host_text
from bot.service.record_work import RecordWorkBusy, Workshop
from bot.service.session import entries_of, packed, restore, system_of
from bot.service.visibility import Visibility
from bot.storage.changes import Change, Stale
from bot.storage.errors import PositionLost, StoreBusy
from bot.storage.game_record import parsed_record
from bot.storage.models import GameSettings
from bot.storage.outbox_models import Post
from bot.storage.store import Store, StoredGame
from engine.core.game import SNAPSHOT_VERSION, Game

_log = logging.getLogger(__name__)

#: Maximum number of rebuilt positions cached until a command stores them.
_MOST = 2000
#: Maximum concurrent replays: after a release that changes positions all games arrive at once and wait here.
_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Made:
    """The result of a replay: the position, the one before the veil, or why there is none."""

    number: int
    snapshot: str = ""
    veiled: str = ""
    #: Type of the error that stopped the replay; "" if it succeeded.
    failed: str = ""


class PositionReader:
    """Position reader of one store.

    Args:
        workshop: worker pool for replays.
        told: returns the posts to the players of a game whose position is lost; none by default.
    """

    def __init__(self, workshop: Workshop, told: Callable[[StoredGame], Sequence[Post]] = lambda _: ()) -> None:
        self._workshop, self._told = workshop, told
        #: Games whose position this process has read: later ones were written by it or a process like it.
        self._read: set[str] = set()
        self._made: dict[str, Made] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._at_once = asyncio.Semaphore(_AT_ONCE)

    async def revived(self, store: Store, stored: StoredGame) -> StoredGame:
        """Return a game with a position readable by these rules, rebuilt from its record if necessary."""
        game_id = stored.header.game_id
        if self._can_be_read(stored):
            self._made.pop(game_id, None)
            _clear_damage(store, game_id)
            return stored
        async with self._turns.setdefault(game_id, asyncio.Lock()):
            made = self._made.get(game_id)
            if made is None or made.number != stored.number:
                made = await self._replay_record(store, stored)
        return stored if made.failed else _with_positions(stored, made)

    def _can_be_read(self, stored: StoredGame) -> bool:
        """Return True if the position can be read: after the first full check in this process, its prefix decides."""
        game_id, texts = stored.header.game_id, [stored.snapshot or "", *_veiled_snapshots(stored.settings)]
        try:
            digest = system_of(stored).digest
        except Exception:  # noqa: BLE001 - invalid options are reported by the code that reads the position
            return True
        begin = f'{{"v":{SNAPSHOT_VERSION},"content":"{digest}"'
        if not all(text.startswith(begin) for text in texts):
            return False
        if game_id not in self._read:
            try:
                games = [restore(replace(stored, snapshot=text)) for text in texts]
            except PositionLost:
                return False
            if any(game.stuck for game in games):
                return False
            self._read.add(game_id)
        return True

    async def _replay_record(self, store: Store, stored: StoredGame) -> Made:
        game_id = stored.header.game_id
        try:
            async with self._at_once:
                lines = await store.raw_record(game_id, stored.number)
                made: Made = await self._workshop.run("", play_again, stored, lines)
        except RecordWorkBusy as error:
            raise StoreBusy(str(error)) from error
        if made.failed and _is_readable(stored):
            _log.error("the rules fail at the decision of game %s, and its record ends there", game_id)
            store.damaged[game_id] = "rules"
        elif made.failed:
            await self._report_lost(store, stored, made)  # cached only once its players have been notified
        else:
            _log.info("the position of game %s was rebuilt from its record", game_id)
            _clear_damage(store, game_id)
        while len(self._made) >= _MOST:
            del self._made[next(iter(self._made))]
        self._made[game_id] = made
        return made

    async def _report_lost(self, store: Store, stored: StoredGame, made: Made) -> None:
        """Count the game as damaged and notify its players once."""
        game_id = stored.header.game_id
        _log.error("the position of game %s can't be read, and its record ends with %s", game_id, made.failed)
        store.damaged[game_id] = "position"
        settings = stored.settings
        new = stored.header.status == "playing" and settings.memory.get("lost") != stored.number
        posts = self._told(stored) if new else ()
        if posts:
            noted = settings.model_copy(update={"memory": {**settings.memory, "lost": stored.number}})
            change = Change(answer={}, posts=posts, settings=noted)
            told = await store.commit(game_id, None, change, f"lost:{stored.number}", revision=stored.revision)
            if isinstance(told, Stale):
                raise StoreBusy(host_text("faults.reviving.game_changed_while_people", game_id=game_id))


def _clear_damage(store: Store, game_id: str) -> None:
    """Clear the damage noted for a game that can be read."""
    if store.damaged.get(game_id) in ("position", "rules"):
        del store.damaged[game_id]


def _is_readable(stored: StoredGame) -> bool:
    """Return True if the position can be read, even if its decision cannot be computed."""
    try:
        restore(stored)
    except PositionLost:
        return False
    return True


def play_again(stored: StoredGame, lines: list[bytes]) -> Made:
    """Return the positions of a game from its record alone."""
    try:
        entries = entries_of(parsed_record(stored.header.game_id, lines))
        system = system_of(stored)
        veil = Visibility.of(stored).veil
        veiled = packed(Game.replay(system, entries[: veil.number + 1])) if veil is not None else ""
        return Made(stored.number, packed(Game.replay(system, entries)), veiled)
    except Exception as error:  # noqa: BLE001 - the engine may fail in any way on a record of other rules
        # An error's message may name cards; its type does not.
        return Made(stored.number, failed=type(error).__name__)


def _veiled_snapshots(settings: GameSettings) -> list[str]:
    """Return the stored position shown to viewers who may not see the current one, if any."""
    veil = (settings.seen or {}).get("veil")
    return [str(veil.get("snapshot"))] if isinstance(veil, dict) else []


def _with_positions(stored: StoredGame, made: Made) -> StoredGame:
    """Return the game with its rebuilt positions."""
    settings = stored.settings
    if made.veiled:
        seen = Visibility.of(stored)
        assert seen.veil is not None
        veil = seen.veil.model_copy(update={"snapshot": made.veiled})
        settings = seen.model_copy(update={"veil": veil}).into(settings)
    return replace(stored, snapshot=made.snapshot, settings=settings, renewed=True)


__all__ = ["Made", "PositionReader", "play_again"]

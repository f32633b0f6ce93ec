"""A game without a store: started, played, undone, saved and loaded in one process."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.narration.plain import public
from bot.service.acting.play import settle, steps_to_undo
from bot.service.record import export, history
from bot.service.session import Memory, entries_of
from bot.service.state.game_header import new_header
from bot.storage.models import GameHeader, GameSettings, Seats
from bot.storage.store import StoredGame
from bot.table.refusal import refuse
from bot.table.table import Table
from bot.terminal.record_file import read_record, write_record
from bot.titles import table_of, title_named, title_offering
from bot.titles.title import Title
from engine.core import record as rec
from engine.core.chance import KeyedChance
from engine.core.game import Game, GameState

Carry = Callable[[Table], None]


@dataclass(slots=True)
class LocalGame:
    """A game with its whole record; every change is applied completely or not at all."""

    header: GameHeader
    game: Game[GameState]
    entries: list[dict[str, Any]] = field(default_factory=list)
    #: Only its list of recent orders is used, for undo.
    memory: Memory = field(default_factory=Memory)

    @classmethod
    def begin(cls, scenario: str, rules: dict[str, Any], seed: bytes = b"") -> LocalGame:
        """Start a new game; without a seed a random one is used."""
        seed = seed or secrets.token_bytes(32)
        title, options = title_offering(scenario), {"scenario": scenario, **rules}
        match = cls(_header(title, options, seed), Game.start(title.system(options), KeyedChance(seed)))
        match.keep()
        return match

    @classmethod
    def load(cls, path: Path) -> LocalGame:
        """Load a game from a record file; raises `RecordError` with one sentence."""
        record = read_record(path)
        title, game = record.played_by(), record.replay()
        game.drain()
        seed = bytes.fromhex(record.seed)
        return cls(_header(title, record.options, seed), game.copy(KeyedChance(seed)), record.entries)

    def save(self, path: Path) -> None:
        """Write the record with its seed, so that it can be continued exactly here; raises `RecordError`."""
        write_record(path, export.exported(self.finished, self.entries, None))

    @property
    def title(self) -> Title[Any, Any]:
        """The title being played."""
        return title_named(self.header.title)

    @property
    def stored(self) -> StoredGame:
        """The game in the form the bot's services use."""
        return StoredGame(self.header, self.game.number, 0, None, Seats(), GameSettings())

    @property
    def finished(self) -> StoredGame:
        """The same marked as finished, so that nothing of the record is hidden."""
        stored = self.stored
        header = self.header.model_copy(update={"status": "finished"})
        return StoredGame(header, stored.number, 0, None, stored.seats, stored.settings)

    def table(self) -> Table:
        """Return the game as the deciding side sees it."""
        actor = self.game.actor
        return table_of(self.game, 0 if actor is None else actor)

    # -- changes ---------------------------------------------------------------------------

    def order(self, carry: Carry, language: str) -> Table:
        """Apply an order to a copy that then replaces the game; returns the table with its events.

        Raises:
            Refusal: the order is refused; the game is unchanged.
        """
        self._going_on()
        table = table_of(self.game.copy(), self.table().side)
        carry(table)
        settle(table, language)
        self.game = table.game
        self.memory.note_order(len(self.game.fresh), self.game.undoable(table.side))
        self.keep()
        return table

    def told(self, table: Table) -> list[dict[str, Any]]:
        """Return the public part of an order's events."""
        return [public(number, event) for number, event in table.told]

    def undo(self, wanted: str) -> int:
        """Undo the deciding side's latest orders ("all": up to the last die or reveal); returns the number of steps."""
        side = next((side for side in (0, 1) if self.game.undoable(side)), None)
        if side is None:
            raise refuse("nothing_to_undo")
        steps = steps_to_undo(self.memory, self.game.undoable(side), wanted)
        self.game.undo(side, steps)
        self.keep()
        return steps

    def roll_back(self, wish: str) -> int:
        """Roll back past dice to an entry, or to the beginning of this round or turn; returns the entry's number."""
        to = self._point(wish)
        self.game = self.game.roll_back(entries_of(self.entries), to)
        self.memory.orders.clear()
        self.keep()
        return to

    def resign(self) -> None:
        """Resign for the deciding side."""
        self._going_on()
        self.game.resign(self.table().side)
        self.keep()

    def agree_draw(self) -> None:
        """End the game as an agreed draw."""
        self._going_on()
        self.game.agree_draw()
        self.keep()

    def _going_on(self) -> None:
        if not self.game.stack:
            raise refuse("game_over")

    def _point(self, wish: str) -> int:
        last = self.game.number
        if wish.isdecimal():
            found = [e.number for e in rec.in_force(entries_of(self.entries)) if e.number == int(wish) < last]
        else:
            actions = history.retell(self.stored, self.entries).actions
            here = actions[-1][1:3] if actions else (0, 0)
            same = 1 if wish == "turn" else 2
            found = [entry for entry, turn, round_, _ in actions if (turn, round_)[:same] == here[:same]]
        if not found or found[0] >= last:
            raise refuse("no_such_point", last=last - 1)
        return found[0]

    def keep(self) -> None:
        """Move fresh entries into the record."""
        self.entries += [entry.dump() for entry in self.game.fresh]
        self.game.fresh.clear()


def _header(title: Title[Any, Any], options: dict[str, Any], seed: bytes) -> GameHeader:
    here = "terminal"
    return new_header(
        title,
        options,
        game_id=here,
        channel=here,
        created_by=here,
        created_at=datetime.now(UTC),
        key=here,
        seed=seed.hex(),
    )

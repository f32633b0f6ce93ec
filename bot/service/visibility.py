"""What each viewer may see of a game, and position numbers that count only what they know.

Record numbers count choices known only to their own side, so they are never shown. A viewer sees, as position number,
the number of entries they know of: two games that differ only in hidden things have the same numbers for everyone
else.

A covert decision is asked only of a side that holds a fitting card, so the fact that it is asked must be hidden too.
While one is pending, everyone else sees the game as it was before the command that led to it, as if the attacker were
still thinking. Once it is answered they see everything at once. The veil stores that earlier position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bot.service.session import packed, restore, sides_of
from bot.storage.models import GameSettings
from bot.storage.store import StoredGame
from bot.table.tokens import At, marked
from engine.core import record as rec
from engine.core.game import Game, GameState

#: Viewers by index: the two seats, everyone else, and a person with both seats, who knows every entry.
EVERYBODY, BOTH = 2, 3
_VIEWERS = 4


class Count(BaseModel):
    """The number of entries a viewer knows of, and the record number of the last one."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    known: int
    last: int
    #: Digest of these entries as seen by the viewer; "" for a game last played in an older version.
    mark: str = ""


class Veil(BaseModel):
    """The position seen by everyone except one side, and what that side has done since."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    side: int
    snapshot: str
    #: Number of that position's last record entry.
    number: int
    entries: list[dict[str, Any]] = Field(default_factory=list)


class Visibility(BaseModel):
    """Counts of a game's record as known to each viewer; stored with the game's settings."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    #: For the Allies, the Central Powers, and everyone else.
    counts: list[Count]
    veil: Veil | None = None
    #: Numbers of entries made and taken back behind a veil: nobody else ever learns of them.
    unseen: list[int] = Field(default_factory=list)

    @classmethod
    def nothing(cls) -> Visibility:
        """Return the visibility of a game without a record."""
        return cls(counts=[Count(known=-1, last=-1)] * 3)

    @classmethod
    def of(cls, stored: StoredGame) -> Visibility:
        """Load it from a game's settings; for a game of an older version, counting starts at its current position."""
        if stored.settings.seen is None:
            return cls(counts=[Count(known=stored.number, last=stored.number)] * 3)
        return stored.settings.part("seen", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this stored in them."""
        return settings.model_copy(update={"seen": self.model_dump(mode="json")})

    def veil_for(self, sides: Sequence[int]) -> Veil | None:
        """Return the veil for a person with these seats; None if they see everything."""
        return self.veil if self.veil is not None and self.veil.side not in sides else None

    def shown(self, stored: StoredGame, game: Game[GameState], sides: Sequence[int] = ()) -> Game[GameState]:
        """Return the game, or the position before a veil, for a person with these seats; none means a spectator."""
        veil = self.veil_for(sides)
        return game if veil is None else restore(replace(stored, snapshot=veil.snapshot))

    def known(self, record: list[dict[str, Any]], sides: Sequence[int]) -> list[dict[str, Any]]:
        """Return the record as far as a person with these seats sees the game."""
        veil = self.veil_for(sides)
        return record if veil is None else record[: veil.number + 1]

    def position(self, sides: Sequence[int], number: int) -> int:
        """Return the current position number for a person with these seats; `number` is the record's own."""
        if len(sides) > 1:
            both = [self.counts[side].mark for side in sides]
            return At(number * _VIEWERS + BOTH, marked(both) if all(both) else "")
        viewer = sides[0] if sides else EVERYBODY
        count = self.counts[viewer]
        return At(count.known * _VIEWERS + viewer, count.mark)

    def after(self, stored: StoredGame, game: Game[GameState], earlier: Game[GameState] | None = None) -> Visibility:
        """Return what is known after a command on `stored` that resulted in `game`.

        `earlier` is the public position if going back ended at a covert decision.
        """
        fresh = [entry.dump() for entry in game.fresh]
        if not fresh:
            return self
        kinds = _Kinds.of(game)
        covert = bool(game.stack) and game.decision.covert
        own = self.veil.side if self.veil is not None else int(game.actor or 0) if covert else None
        hides = covert and (fresh[-1]["kind"] == rec.CHOICE or self._keeps(fresh[-1], game))
        pending = [*(self.veil.entries if self.veil is not None else []), *fresh]
        told, unseen = (pending, []) if self.veil is None else _revealed_entries(pending, self.veil.number)
        counts = []
        for viewer, count in enumerate(self.counts):
            news = fresh if viewer == own else [] if hides else told
            counts.append(kinds.counted(count, news, viewer))
        if not covert:
            return Visibility(counts=counts, unseen=[*self.unseen, *unseen])
        if not hides:  # undone or rolled back into the middle of a covert decision
            return Visibility(counts=counts, veil=_last_open_position(game, earlier), unseen=[*self.unseen, *unseen])
        before = self.veil or Veil(side=int(own or 0), snapshot=stored.snapshot or "", number=stored.number)
        # The deciding side sees the question; everyone else, including earlier deciders, sees what the veil shows.
        now = {"side": int(game.actor or 0), "entries": pending}
        return Visibility(counts=counts, veil=before.model_copy(update=now), unseen=self.unseen)

    def _keeps(self, last: dict[str, Any], game: Game[GameState]) -> bool:
        """Return True if the veil still covers the position that its side went back to, rather than an earlier one."""
        veil = self.veil
        return veil is not None and veil.side == game.actor and int(last.get("to", -1)) >= veil.number


@dataclass(frozen=True, slots=True)
class _Kinds:
    """The decisions not fully known to others, by kind."""

    secret: frozenset[str]
    covert: frozenset[str]

    @classmethod
    def of(cls, game: Game[GameState]) -> _Kinds:
        frames = list(game.system.frames)
        return cls(
            frozenset(frame.kind for frame in frames if getattr(frame, "secret", False)),
            frozenset(frame.kind for frame in frames if getattr(frame, "covert", False)),
        )

    def counted(self, count: Count, entries: Iterable[dict[str, Any]], viewer: int) -> Count:
        """Return a viewer's count after further entries of the record."""
        for entry in entries:
            if not self._unknown(entry, viewer, count.last):
                mark = marked((count.mark, *_visible_facts(entry, viewer)))
                count = Count(known=count.known + 1, last=int(entry["n"]), mark=mark)
        return count

    def _unknown(self, entry: dict[str, Any], viewer: int, last: int) -> bool:
        """Return True if only its own side knows that the entry exists."""
        if entry.get("side") in (None, viewer):
            return False
        if entry["kind"] == rec.UNDO:
            return last <= int(entry["to"])
        kind, finish = entry.get("decision", ""), entry.get("choice") == "finish"
        untold = entry.get("told") == rec.UNTOLD
        return untold or (kind in self.covert and finish) or (kind in self.secret and not finish)


def _visible_facts(entry: dict[str, Any], viewer: int) -> Iterable[object]:
    """Yield what an entry says to a viewer who knows of it; only known facts, hence no record number."""
    own = entry.get("side") == viewer
    yield from (entry["kind"], entry.get("side"), entry.get("decision"), entry.get("reason"))
    yield entry.get("choice") if own else entry.get("told") or entry.get("choice")
    if own and "to" in entry:
        yield int(entry["n"]) - int(entry["to"])  # how far the side went back, over choices of its own


def _revealed_entries(entries: list[dict[str, Any]], number: int) -> tuple[list[dict[str, Any]], list[int]]:
    """Return the entries others learn of when the veil of position `number` is lifted, and those they never do.

    For others, what was undone behind the veil has not happened.
    """
    told: list[dict[str, Any]] = []
    unseen: list[int] = []
    for entry in entries:
        if entry["kind"] != rec.UNDO:
            told.append(entry)
            continue
        to = int(entry["to"])
        unseen += [int(one["n"]) for one in told if int(one["n"]) > to]
        told = [one for one in told if int(one["n"]) <= to]
        if to < number:
            told.append(entry)
        else:
            unseen.append(int(entry["n"]))
    return told, unseen


def _last_open_position(game: Game[GameState], earlier: Game[GameState] | None) -> Veil:
    """Return the last position before a covert decision, as far as choices can be undone to reach it."""
    side = int(game.actor or 0)
    twin = game.copy() if earlier is None else earlier
    while twin.decision.covert and twin.undoable(side):
        twin.undo(side)
        twin.number = int(twin.fresh[-1].to or 0)
    return Veil(side=side, snapshot=packed(twin), number=twin.number)


def seen_by(stored: StoredGame, game: Game[GameState], sides: Sequence[int]) -> Game[GameState]:
    """Return the game as a person with these seats may see it."""
    return Visibility.of(stored).shown(stored, game, sides)


def position_for(stored: StoredGame, user: str) -> int:
    """Return the number on a person's buttons for the current position."""
    return Visibility.of(stored).position(sides_of(stored, user), stored.number)


__all__ = ["Count", "Veil", "Visibility", "position_for", "seen_by"]

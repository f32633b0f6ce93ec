"""Verification of records: whether every die, draw and choice follows from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.service.session import entries_of
from bot.service.state import seed_parts
from bot.storage.models import SCORE
from bot.storage.store import StoredGame
from bot.titles import title_of, title_stored
from bot.titles.capabilities import score_of
from engine.core import record as rec
from engine.core.chance import KeyedChance, Outcome
from engine.core.game import Game, GameState
from engine.core.record import Entry
from engine.errors import EngineError

#: Mismatches: the record ends before its game, or with another result.
END, RESULT = "end", "result"


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """Whether a record matches its seed: "" or the first mismatch, with details after a colon."""

    problem: str
    outcomes: int
    entries: int


def verify(stored: StoredGame, raw: Sequence[dict[str, Any]], seed: str) -> RecordVerdict:
    """Recompute every die roll and draw from the seed and replay every choice.

    Undone and rolled-back entries are checked as well: the record is replayed as written, epochs included. A finished
    game must have an end, and its recorded result must match.
    """
    key = bytes.fromhex(seed)
    if KeyedChance.commitment(key) != stored.header.commitment or not seed_parts.agrees(stored.header, key):
        return RecordVerdict("seed", 0, 0)
    checked = at = 0
    try:
        entries = entries_of(list(raw))
        chance = KeyedChance(bytes.fromhex(seed))
        game = Game.start(title_stored(stored.header).system(stored.header.options), chance, listening=False)
        checked = _compare(game.fresh[-1].outcomes, entries[0])
        played = [entries[0]]
        for entry in entries[1:]:
            at = entry.number
            checked += _repeat(game, entry)
            if entry.kind == rec.ROLLBACK:
                game = game.roll_back(played, int(entry.to or 0))
                game.listening = False
            played.append(entry)
    except _Disagreement as disagreement:
        return RecordVerdict(str(disagreement), checked, len(raw))
    except (EngineError, LookupError, ValueError, TypeError, AttributeError) as error:
        return RecordVerdict(f"entry {at}: {type(error).__name__}: {error}", checked, len(raw))
    return RecordVerdict(_end(stored, game), checked, len(entries))


def _end(stored: StoredGame, game: Game[GameState]) -> str:
    """Return what is wrong with the end of a record; "" if nothing."""
    told = stored.header.result
    if told is None:
        return ""
    if game.result is None:
        return END
    same = (told.get("winner"), told.get("reason")) == (game.result.winner, game.result.reason)
    return "" if same and told.get(SCORE) in (None, score_of(title_of(game), game)) else RESULT


class _Disagreement(Exception):
    """An entry contains another die roll or draw than the seed gives."""


def _compare(outcomes: Sequence[Outcome], entry: Entry) -> int:
    if tuple(outcomes) != tuple(entry.outcomes):
        raise _Disagreement(f"entry {entry.number}")
    return len(outcomes)


def _repeat(game: Game[GameState], entry: Entry) -> int:
    """Replay one entry as written; return its number of outcomes."""
    if entry.kind == rec.CHOICE:
        if game.actor != entry.side:
            raise _Disagreement(f"entry {entry.number}")
        game.apply(game.parse(entry.choice), automatic=entry.automatic, recorded=True)
    elif entry.kind == rec.UNDO:
        assert entry.side is not None
        count = sum(number > int(entry.to or 0) for number in _numbers_since(game))
        game.undo(entry.side, count)
    elif entry.kind == rec.RESIGN:
        assert entry.side is not None
        game.resign(entry.side)
    elif entry.kind == rec.AGREE:
        game.agree_draw()
    elif entry.kind == rec.RULING:
        game.rule(entry.side, entry.reason, entry.by)
    elif entry.kind != rec.ROLLBACK:
        raise _Disagreement(f"entry {entry.number}")
    else:
        return 0
    if game.number != entry.number:
        raise _Disagreement(f"entry {entry.number}")
    return _compare(game.fresh[-1].outcomes, entry)


def _numbers_since(game: Game[GameState]) -> list[int]:
    """Return the entry numbers of the choices that can still be undone, from the snapshot."""
    return [int(row[0]) for row in game.snapshot().get("since", ())]


__all__ = ["END", "RESULT", "RecordVerdict", "verify"]

"""Queries on a whole record: functions of the stored game and its entries, for `recalled`.

They return plain data, since they run in another process, and know nothing of the store.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.narration.dice import cancelled as dice_told
from bot.service.record import export, history, verification
from bot.service.record.redaction import Reading, read_by
from bot.service.session import entries_of, packed, restore, system_of
from bot.service.visibility import Visibility
from bot.storage.store import StoredGame
from bot.storage.turns import TurnStart
from bot.table.refusal import refuse
from bot.titles import title_stored
from engine.core import record as rec
from engine.core.chance import RecordedChance
from engine.core.game import Game, GameState
from engine.core.system import System

Record = list[dict[str, Any]]
#: Number of entries a viewer knows of, and the number of the last one.
Known = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LogQuery:
    """A query for the log: the turn, one of its rounds or None, and the viewer's side (None: a spectator)."""

    language: str
    side: int | None
    turn: int
    round: int | None
    #: Return nothing for a part or turn that has only started.
    chosen: bool = False
    #: Return only the turn's last parts except this one, and everything after them; None to use `round`.
    last_but: int | None = None


@dataclass(frozen=True, slots=True)
class LogText:
    """The events as text, "" if there are none, and whether the turn has more."""

    text: str = ""
    more: bool = False


def log_text(
    stored: StoredGame, record: Record, asked: LogQuery, start: TurnStart | None = None, last: int | None = None
) -> tuple[LogText, list[history.Begun], list[tuple[Known, ...]]]:
    """Return the log of a turn, where further turns start, and what each side knew of the record at those points.

    Args:
        stored: the game.
        record: its entries, those after `start.before` if that is given.
        asked: the query.
        start: the start of that turn or an earlier one.
        last: the first entry of the next turn, if the record given ends there.
    """
    retold = history.retell_turn(stored, record, start, whole=last is None, side=asked.side)
    known = start.known if start is not None else ((0, -1), (0, -1))
    # Each side's knowledge is needed where a turn starts, and the viewer's for the text.
    sides = (0, 1) if retold.begun else () if asked.side is None else (asked.side,)
    readings = {side: read_by(record, side, stored, known[side]) for side in sides}
    empty = asked.chosen and history.only_begun(retold, record, asked.turn, asked.round)
    reading = None if asked.side is None else readings[asked.side]
    text = LogText() if empty else _told_turn(stored, retold, asked, reading)
    return text, retold.begun, [tuple(readings[side].known(begun.before) for side in sides) for begun in retold.begun]


def _told_turn(stored: StoredGame, retold: history.Retold, asked: LogQuery, reading: Reading | None) -> LogText:
    """Return a turn as text; viewers who can go back see entry numbers."""
    title, number = title_stored(stored.header), asked.turn
    book = title.book(stored.header.options, asked.language)
    say = book.words.say
    lines: list[str] = []
    whole = history.log_of(retold, number, None)
    parts = history.log_of(retold, number, asked.round)
    if asked.last_but is not None:
        parts = history.last_parts(whole, asked.last_but, title.told_parts)
    headed = title.story.headed
    for at, part in enumerate(parts, 1):
        before, moment = len(lines), title.label(book, (number, part.round))
        begun = any(event["kind"] in headed for segment in part.segments for event in segment.events)
        for segment in part.segments:
            told = title.story.lines(book, segment.without(headed))
            if segment.kind == "action" and told and reading is not None:
                entry = reading.shown(retold.before(segment.events[0]["n"]))
                told[0] = say("ui.answers.log_entry", line=told[0], entry=entry)
            lines += told
        if len(lines) > before or (begun and at == len(parts)):
            lines.insert(before, say(f"ui.answers.{part.head}", turn=title.turn(book, number), moment=moment))
    return LogText("\n".join(lines), len(parts) < len(whole))


def export_text(stored: StoredGame, record: Record, side: int | None) -> tuple[str, int]:
    """Return the record as a JSON file for the viewer, and its number of entries."""
    data = export.exported(stored, record, side)
    return json.dumps(data, indent=1), len(data["entries"])


def verified(stored: StoredGame, record: Record) -> tuple[verification.RecordVerdict, int]:
    """Return whether the record matches its seed, and the number of publicly known entries."""
    return verification.verify(stored, record, stored.header.seed), len(read_by(record, None, stored).lines)


def actions(stored: StoredGame, record: Record) -> tuple[list[tuple[int, int, int, int]], int]:
    """Return all actions as (last entry before, turn, round, side), and the last entry in force."""
    return history.retell(stored, record).actions, rec.in_force(entries_of(record))[-1].number


def unposted(stored: StoredGame, record: Record) -> list[dict[str, Any]]:
    """Return the events of the current action."""
    return history.unposted(stored, record)


# -- going back -------------------------------------------------------------------------------------


def proposed(stored: StoredGame, record: Record, wish: str, sides: list[int]) -> tuple[int, Mapping[str, Any]]:
    """Return the entry to go back to, and the offer's fields: its public number, the steps, and cancelled outcomes.

    Counted in entries that everyone knows.

    Raises:
        Refusal: there is no such point.
    """
    seen = Visibility.of(stored)
    to = _point(stored, seen.known(record, sides), wish, sides)
    known = seen.known(record, ())
    reading = read_by(known, None, stored)
    shown, (dice, draws) = reading.shown(to), _cancelled_outcomes(system_of(stored), known, to)
    return to, {"number": shown, "steps": len(reading.lines) - 1 - shown, "dice": dice, "draws": draws}


def told_nothing(stored: StoredGame, record: Record, to: int) -> bool:
    """Return True if nothing was rolled, drawn or revealed after an entry, so that nobody learned anything."""
    entries = entries_of(record)
    behind = [entry for entry in rec.in_force(entries) if entry.number > to]
    if any(entry.outcomes for entry in behind):
        return False
    game = Game.replay(system_of(stored), [entry for entry in entries if entry.number <= to])
    for entry in behind:
        game.repeat(entry, RecordedChance())
        if game.settled == game.number:
            return False
    return True


def before_own(stored: StoredGame, record: Record, side: int) -> int | None:
    """Return the entry before a side's last own choice, if nothing was rolled, drawn or revealed since."""
    own = [
        entry.number
        for entry in rec.in_force(entries_of(record))
        if entry.kind == rec.CHOICE and entry.side == side and not entry.automatic
    ]
    return own[-1] - 1 if own and told_nothing(stored, record, own[-1] - 1) else None


@dataclass(frozen=True, slots=True)
class GoneBack:
    """A game that went back: its snapshot and new entries, and the target entry in public numbering."""

    snapshot: str
    fresh: list[rec.Entry]
    shown: int
    #: The cancelled dice rolls, as text.
    dice: str
    #: The events of the action in progress there.
    pending: list[dict[str, Any]]
    #: Snapshot and entry of the last position before a hidden decision, if one is pending there.
    earlier: tuple[str, int] | None


def gone_back(stored: StoredGame, record: Record, language: str, to: int) -> GoneBack:
    """Go back to an entry agreed by both sides."""
    game, entries = restore(stored), entries_of(record)
    back = game.roll_back(entries, to)
    known = Visibility.of(stored).known(record, ())
    earlier = _before_covert(game, entries, back)
    return GoneBack(
        snapshot=packed(back),
        fresh=back.fresh,
        shown=read_by(known, None, stored).shown(to),
        dice=dice_told(
            title_stored(stored.header).book(stored.header.options, language).words,
            *_cancelled_outcomes(game.system, known, to),
        ),
        pending=history.unposted(stored, [*record, *(entry.dump() for entry in back.fresh)]),
        earlier=None if earlier is back else (packed(earlier), earlier.number),
    )


def _before_covert(game: Game[GameState], entries: Sequence[rec.Entry], back: Game[GameState]) -> Game[GameState]:
    """Return the game gone back to, or, if a hidden decision is pending there, the last position before it."""
    earlier = back
    for entry in reversed(rec.in_force([*entries, *back.fresh])):
        if not earlier.stack or not earlier.decision.covert:
            break
        earlier = game.roll_back(entries, entry.number - 1)
        earlier.number = entry.number - 1
    return earlier


def _cancelled_outcomes(system: System[Any], record: Record, to: int) -> tuple[list[tuple[str, int]], int]:
    """Return the dice rolls that going back would cancel, and the number of draws, without their results."""
    behind = [entry for entry in rec.in_force(entries_of(record)) if entry.number > to]
    outcomes = [outcome for entry in behind for outcome in entry.outcomes]
    drawn = [system.drawn_for(outcome.purpose) is not None for outcome in outcomes]
    dice = [(one.purpose, one.value) for one, is_draw in zip(outcomes, drawn, strict=True) if not is_draw]
    return dice, sum(drawn)


def _point(stored: StoredGame, record: list[dict[str, Any]], wish: str, sides: list[int]) -> int:
    """Return the entry meant: a number from the caller's export, or the start of this turn or part."""
    last = int(record[-1]["n"])
    reading = read_by(record, sides[0] if len(sides) == 1 else None, stored)
    no_such = refuse("no_such_point", last=max(0, len(reading.numbers) - 2))
    if wish.isdecimal():
        standing = {entry.number for entry in rec.in_force(entries_of(record))}
        number = reading.numbers[int(wish)] if int(wish) < len(reading.numbers) else last
        if number >= last:
            raise no_such
        if number not in standing:
            near = reading.shown(max(entry for entry in standing if entry < number))
            raise refuse("point_undone", number=int(wish), near=near)
        return number
    actions = history.retell(stored, record).actions
    if not actions:
        raise no_such
    _, turn, round_, _ = actions[-1]
    if wish == title_stored(stored.header).part:
        found = [entry for entry, t, r, _ in actions if (t, r) == (turn, round_)]
    else:
        found = [entry for entry, t, _, _ in actions if t == turn]
    if found[0] >= last:
        raise no_such
    return found[0]


__all__ = [
    "GoneBack",
    "LogQuery",
    "LogText",
    "actions",
    "before_own",
    "export_text",
    "gone_back",
    "log_text",
    "proposed",
    "told_nothing",
    "unposted",
    "verified",
]  # fmt: skip

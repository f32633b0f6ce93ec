"""Replay of records: events with their entries, and the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.narration import segments as parts
from bot.narration.plain import private, public
from bot.narration.segments import Segment
from bot.service.session import between_actions, entries_of
from bot.storage.store import StoredGame
from bot.storage.turns import TurnStart
from bot.titles import title_of, title_stored
from bot.titles.capabilities import score_of
from engine.core import record as rec
from engine.core.chance import RecordedChance
from engine.core.game import Game, GameState
from engine.core.record import Entry
from engine.errors import FlowError, SnapshotError


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of a turn: its first entry and the last entry in force before, its events so far, and the position."""

    turn: int
    entry: int
    before: int
    events: list[dict[str, Any]]
    position: str


@dataclass(slots=True)
class Retold:
    """A replayed record: its public events, and the resulting game."""

    game: Game[GameState]
    #: The turn in which the record starts.
    first: int = 1
    events: list[dict[str, Any]] = field(default_factory=list)
    #: Per action: (last entry before it, turn, round, side). An action that starts automatically follows the entry that
    #: ended the previous one, or started its turn.
    actions: list[tuple[int, int, int, int]] = field(default_factory=list)
    #: The same number by the action's first entry.
    last_before: dict[int, int] = field(default_factory=dict)
    #: The score at the start of each turn.
    scores: list[int] = field(default_factory=list)
    #: The starts of all turns except the first.
    begun: list[Begun] = field(default_factory=list)

    def before(self, number: int) -> int:
        """Return the last entry in force before the action that started with this entry."""
        return self.last_before.get(number, max(0, number - 1))

    def began(self, number: int, last: int, turn: int, action: tuple[int, int]) -> None:
        """Note an action that started with an entry, and the last entry before it."""
        self.actions.append((last, turn, *action))
        self.last_before[number] = last


def retell(
    stored: StoredGame,
    raw: Sequence[dict[str, Any]],
    watch: Callable[[int, Game[GameState]], None] | None = None,
    *,
    noting: bool = False,
    side: int | None = None,
) -> Retold:
    """Replay the entries in force of a record, keeping their events; pure computation, may take a second.

    If the rules fail at the decision after the last entry, everything except that entry's events is kept. `watch` is
    called with the game after each entry, by entry number; `noting` stores where turns start; the events are as `side`
    sees them, None for the public.
    """
    standing = rec.in_force(entries_of(list(raw)))
    source = RecordedChance(standing[0].outcomes)
    game = Game.start(title_stored(stored.header).system(stored.header.options), source)
    retold = Retold(game, title_of(game).moment(game)[0])
    _keep(retold, 0, standing[0], side=side)
    if watch is not None:
        watch(standing[0].number, game)
    _go_on(retold, standing[1:], source, watch, noting=noting, side=side)
    return retold


def retell_turn(
    stored: StoredGame,
    raw: Sequence[dict[str, Any]],
    start: TurnStart | None,
    *,
    whole: bool = True,
    side: int | None = None,
) -> Retold:
    """Replay part of a record, including where further turns start in it.

    Args:
        stored: the game.
        raw: the entries after `start.before`, or all of them.
        start: the start of a turn, None for the start of the game.
        whole: the record ends with the last of these entries.
        side: the viewer's side, None for the public; stored starts of turns are always public.

    Raises:
        SnapshotError: the record does not continue from there.
    """
    if start is None:
        retold = retell(stored, raw, noting=True, side=side)
    else:
        source = RecordedChance(())
        retold = _begun_at(stored, start, source)
        entries = entries_of(list(raw))
        standing = rec.in_force(entries)
        back = min((int(entry.to or 0) for entry in entries if entry.to is not None), default=start.before)
        if back < start.before or not standing or standing[0].number != start.entry:
            raise SnapshotError(f"the record does not go on from entry {start.entry}")
        _go_on(retold, standing[1:], source, noting=True, side=side)
    if not whole and raw and retold.game.number != raw[-1]["n"]:
        raise FlowError("the rules fail before the last entry")
    return retold


def _begun_at(stored: StoredGame, start: TurnStart, source: RecordedChance) -> Retold:
    """Return the events so far and the position at the start of a turn."""
    try:
        system = title_stored(stored.header).system(stored.header.options)
        game: Game[GameState] = Game.restore(system, json.loads(start.position), source)
    except (ValueError, AttributeError) as error:
        raise SnapshotError("this is not a snapshot of ours") from error
    game.drain()
    game.number = start.entry
    retold = Retold(game, start.turn, events=[*start.events])
    for event in start.events:
        if (action := parts.action_begun(event)) is not None:
            retold.began(start.entry, start.entry, start.turn, action)
    return retold


def _go_on(
    retold: Retold,
    entries: Sequence[Entry],
    source: RecordedChance,
    watch: Callable[[int, Game[GameState]], None] | None = None,
    *,
    noting: bool = False,
    side: int | None = None,
) -> None:
    game = retold.game
    for entry in entries:
        before = title_of(game).moment(game)
        last = game.number
        try:
            game.repeat(entry, source)
        except FlowError:
            if entry is not entries[-1]:
                raise
            break
        _keep(retold, last, entry, before, noting=noting, side=side)
        if watch is not None:
            watch(entry.number, game)


def _keep(
    retold: Retold,
    last: int,
    entry: Entry,
    before: tuple[int, int] = (1, 0),
    *,
    noting: bool = False,
    side: int | None = None,
) -> None:
    game, turn, here = retold.game, None, before[0]
    happened = game.drain()
    told = [public(entry.number, event) for event in happened]
    own = [private(event, side) if side is not None else {} for event in happened]
    for at, event in enumerate(told):
        if (begun := parts.action_begun(event)) is not None:
            by_itself = any(parts.passes_on(one) for one in told[:at])
            retold.began(entry.number, entry.number if by_itself else last, here, begun)
        if (number := parts.turn_begun(event)) is not None:
            here = number
            retold.scores.append(score_of(title_of(game), game))
            turn = number, told[at:]
        retold.events.append((title_of(game).story.as_known(event, own[at]) if own[at] else None) or event)
    # A game replayed from the entries in force numbers them itself; players see the record's own numbers.
    game.number = entry.number
    if noting and turn is not None and turn[0] > retold.first and game.stack:
        retold.begun.append(Begun(turn[0], entry.number, last, turn[1], _without_undo(game)))


def _without_undo(game: Game[GameState]) -> str:
    """Return a game's position without its undo data."""
    data = game.snapshot()
    return json.dumps({name: data[name] for name in data.keys() - {"floor", "since"}}, separators=(",", ":"))


def unposted(stored: StoredGame, raw: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events of the current action, from the record alone; between actions everything has been posted."""
    retold = retell(stored, raw)
    segments = parts.segments(retold.events)
    between = between_actions(retold.game)
    return [] if between or not segments or segments[-1].over else segments[-1].events


@dataclass(frozen=True, slots=True)
class LogPart:
    """A part of a turn in the log: the round (0 outside the rounds), the text key of its heading, and its segments."""

    round: int
    head: Literal["log_head", "log_begins", "log_between"]
    segments: list[Segment]


def log_of(retold: Retold, turn: int, wanted: int | None) -> list[LogPart]:
    """Return a turn's parts in order, by action round; 0 for everything outside the rounds."""
    here, last = retold.first, 0
    #: By the last round before, and whether it is between rounds.
    found: dict[tuple[int, bool], list[Segment]] = {}
    for segment in by_turn(parts.segments(retold.events)):
        first = segment.events[0]
        if (turn_begun := parts.turn_begun(first)) is not None:
            here, last = turn_begun, 0
        action = parts.action_begun(first)
        beside = action is None
        last = last if action is None else action[0]
        if here == turn and (wanted is None or (0 if beside else last) == wanted):
            found.setdefault((last, beside), []).append(segment)
    whole = not title_of(retold.game).part
    return [
        LogPart(0, "log_head" if whole else "log_between" if at else "log_begins", told)
        if beside
        else LogPart(at, "log_head" if at or whole else "log_between", told)
        for (at, beside), told in sorted(found.items())
    ]


def last_parts(told: Sequence[LogPart], but: int, count: int) -> list[LogPart]:
    """Return the last parts of a turn's log, except the current one, and everything after them; [] if none."""
    parts = [place for place, part in enumerate(told) if part.round not in (0, but)]
    return [*told[parts[-count:][0] :]] if parts else []


def only_begun(retold: Retold, raw: Sequence[dict[str, Any]], turn: int, wanted: int | None) -> bool:
    """Return True for a part of a turn in which its side has made no choice yet, or a turn (None) in which nobody has.

    Automatic events at its start don't count.
    """
    told = [segment for part in log_of(retold, turn, wanted) for segment in part.segments]
    if not told:
        return True
    choices = [entry for entry in rec.in_force(entries_of(list(raw))) if entry.kind == rec.CHOICE]
    if wanted is None:
        return not any(entry.number > told[0].events[0]["n"] for entry in choices)
    begun = [
        (segment.events[0]["n"], action[1]) for segment in told if (action := parts.action_begun(segment.events[0]))
    ]
    return not any(entry.number >= first and entry.side == side for entry in choices for first, side in begun)


def by_turn(told: Sequence[Segment]) -> Iterator[Segment]:
    """Yield the segments, split at the start of a turn: what comes before belongs to the previous turn."""
    for segment in told:
        at = next((at for at, event in enumerate(segment.events) if parts.turn_begun(event) is not None), 0)
        if at:
            yield Segment(segment.kind, segment.events[:at])
            yield Segment("between", segment.events[at:])
        else:
            yield segment


__all__ = [
    "Begun",
    "LogPart",
    "Retold",
    "by_turn",
    "last_parts",
    "log_of",
    "only_begun",
    "retell",
    "retell_turn",
    "unposted",
]

"""A game as the public may follow it: by turns, rounds and combats; once it is over, with both hands.

While it goes on, everything comes from public events and the public part of the record; entry numbers of the record,
which count hidden choices, never leave the process. Runs outside the event loop, see `bot.service.record_work`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2s
from typing import Any, Literal

from bot.narration import segments as parts
from bot.narration.segments import Segment, Told
from bot.service.record import export, history
from bot.storage.store import StoredGame
from bot.table.reply import PictureRef
from bot.titles import title_stored
from bot.titles.panel import result_text
from bot.titles.story import ShownPicture
from engine.core.game import Game, GameState
from engine.core.system import Result

Level = Literal["turn", "round", "combat", "now", "end"]


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One position to show: what happened last, in lines, and its pictures."""

    level: Level
    turn: int
    #: The round within the turn and its side; 0 and None between rounds.
    round: int
    side: int | None
    #: The event's name, e.g. of a combat; "" where turn and round are enough.
    name: str
    lines: tuple[str, ...]
    #: The map at that moment, in the title's first area, and other pictures of the step.
    map: PictureRef
    more: tuple[PictureRef, ...]
    #: Hash of the public events up to here, so equal for everyone who has seen the same.
    mark: str
    #: What both sides held then, in lines; only for a finished game.
    hands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tale:
    """All steps of a game in order, and its result ("" while it goes on)."""

    steps: tuple[StoryStep, ...]
    #: Names of the turns.
    turns: dict[int, str]
    result: str


@dataclass(slots=True)
class _Teller:
    """Builds steps from segments, one after the other."""

    stored: StoredGame
    book: Any
    area: str
    turn: int = 1
    number: int = 0
    past: Any = field(default_factory=lambda: blake2s(digest_size=9))
    steps: list[StoryStep] = field(default_factory=list)
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def tell(self, segment: Segment, level: Level, round_: int, side: int | None) -> None:
        """Add steps for a segment: its combats first, then the segment itself."""
        for place, event in enumerate(segment.events):
            self._passed(event)
            report = self._story.report(self.book, Segment(segment.kind, [event]))
            if report is not None:
                since = segment.events[self._story.together(segment.events, place) : place + 1]
                told = tuple(self._story.so_far(self.book, since))
                self._add("combat", round_, side, report[0], told, [report[1]])
        lines = self._lines(segment, level)
        shown = [] if level == "now" else self._story.shown(self.book, segment, lines or [""])
        self._add(level, round_, side, "", tuple(lines), shown)

    def end(self, result: str, number: int) -> None:
        """Add the end of the game after the entry with this number; the only step that shows a resignation."""
        self.number = number
        self.past.update(result.encode())
        self._add("end", 0, None, "", (result,), [ShownPicture("end", {})])

    def _lines(self, segment: Segment, level: Level) -> list[str]:
        if level == "now":
            return list(self._story.so_far(self.book, segment.events))
        return list(self._story.lines(self.book, segment))

    def _passed(self, event: Told) -> None:
        self.number = event["n"]
        # Without the entry's number, which counts hidden choices.
        self.past.update(json.dumps([event["kind"], event["data"]], separators=(",", ":"), default=str).encode())

    def _add(
        self, level: Level, round_: int, side: int | None, name: str, lines: tuple[str, ...], shown: list[ShownPicture]
    ) -> None:
        shelves = self._title.pictures.shelves
        whole = {kind for kind, shelf in shelves.items() if shelf.of_map == "whole"}
        more = tuple(self._picture(one.kind, one.args, one.alt) for one in shown if one.kind not in whole)
        map_ = self._picture("replay", {"name": self.area, "entries": [self.number]}, "")
        mark = self.past.copy()
        mark.update(level.encode())
        own = f"{len(self.steps)}-{mark.hexdigest()}"
        hands = self.hands.get(max((at for at in self.hands if at <= self.number), default=-1), ())
        self.steps.append(StoryStep(level, self.turn, round_, side, name, lines, map_, more, own, hands))

    def _picture(self, kind: str, args: dict[str, Any], alt: str) -> PictureRef:
        own = {"args": args, "alt": alt, "language": self.book.words.language}
        return PictureRef.model_validate(
            {"kind": kind, "game": self.stored.header.game_id, "number": self.number, **own}
        )

    @property
    def _title(self) -> Any:
        return title_stored(self.stored.header)

    @property
    def _story(self) -> Any:
        return self._title.story


def tale(stored: StoredGame, record: list[dict[str, Any]], language: str) -> Tale:
    """Build the public steps of a record, as far as it is given."""
    title = title_stored(stored.header)
    book = title.book(stored.header.options, language)
    hands: dict[int, tuple[str, ...]] = {}

    def watch(number: int, game: Game[GameState]) -> None:
        found = tuple(title.story.hands(book, game))
        if not hands or found != hands[max(hands)]:
            hands[number] = found

    # Hands become public once the game is over, and never before.
    retold = history.retell(stored, record, watch if stored.header.status == "finished" else None)
    teller = _Teller(stored, book, title.areas[0], turn=retold.first, hands=hands)
    for segment, level, round_, side in _segments_with_level(retold.events):
        begun = parts.turn_begun(segment.events[0])
        teller.turn = begun if begun is not None else teller.turn
        teller.tell(segment, level, round_, side)
    game = retold.game
    if not stored.header.in_progress and game.stack:
        game.finish(Result(None, "agreed_draw", {}))
    result = result_text(book, game)
    if result:
        teller.end(result, game.number)
    turns = {step.turn: title.turn(book, step.turn) for step in teller.steps}
    return Tale(tuple(teller.steps), turns, result)


def record_text(stored: StoredGame, record: list[dict[str, Any]]) -> str:
    """Return the record as a public JSON file, without the names of players who contributed to its seed."""
    data = export.exported(stored, record, None)
    if (made := data.get("seed_made_of")) is not None:
        made["shares"] = list(made["shares"].values())
    return json.dumps(data, indent=1)


def _segments_with_level(events: list[Told]) -> Iterator[tuple[Segment, Level, int, int | None]]:
    """Yield the segments with level, round and side of their steps."""
    first = True
    for segment in history.by_turn(parts.segments(events)):
        action = parts.action_begun(segment.events[0])
        if action is not None:
            yield segment, "round" if segment.over else "now", *action
        else:
            begins = first or parts.turn_begun(segment.events[0]) is not None
            yield segment, "turn" if begins else "round", 0, None
        first = False


__all__ = ["Level", "StoryStep", "Tale", "record_text", "tale"]

"""A game as the public may follow it: step by step, by turns, rounds and combats; once it is over with both hands.

While it goes on everything comes from public events and from what everybody sees of the record; numbers of the record itself, which count
hidden choices, never leave the process. Runs beside the event loop, see `bot.service.record_work`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2s
from typing import Any, Literal

from bot.narration import segments as parts
from bot.narration.segments import Segment, Told
from bot.service.record import history
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
    """One position to look at: what happened last, in lines, and its pictures."""

    level: Level
    turn: int
    #: The round in it and whose it is; 0 and None between rounds.
    round: int
    side: int | None
    #: What is told here, e.g. a combat; "" where turn and round say it.
    name: str
    lines: tuple[str, ...]
    #: The map as it lies then, in the title's first area, and what else shows it.
    map: PictureRef
    more: tuple[PictureRef, ...]
    #: The same for everybody who has seen the same up to here.
    mark: str
    #: What both sides held then, in lines; of a game that is over alone.
    hands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tale:
    """All steps of a game, in order, and how it ended ("" while it goes on)."""

    steps: tuple[StoryStep, ...]
    #: What each turn is called.
    turns: dict[int, str]
    result: str


@dataclass(slots=True)
class _Teller:
    """Makes steps of segments, one after the other."""

    stored: StoredGame
    book: Any
    area: str
    turn: int = 1
    number: int = 0
    past: Any = field(default_factory=lambda: blake2s(digest_size=9))
    steps: list[StoryStep] = field(default_factory=list)
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def tell(self, segment: Segment, level: Level, round_: int, side: int | None) -> None:
        """Add combats first, then what they were a part of."""
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
        """Tell the end of the game after the entry of that number; of a resignation nothing else is said."""
        self.number = number
        self.past.update(result.encode())
        self._add("end", 0, None, "", (result,), [ShownPicture("end", {})])

    def _lines(self, segment: Segment, level: Level) -> list[str]:
        if level == "now":
            return list(self._story.so_far(self.book, segment.events))
        return list(self._story.lines(self.book, segment))

    def _passed(self, event: Told) -> None:
        self.number = event["n"]
        # Without the number of the entry, which counts what nobody else knows.
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
    """Return what everybody may know of a record, up to where it was given."""
    title = title_stored(stored.header)
    book = title.book(stored.header.options, language)
    hands: dict[int, tuple[str, ...]] = {}

    def watch(number: int, game: Game[GameState]) -> None:
        found = tuple(title.story.hands(book, game))
        if not hands or found != hands[max(hands)]:
            hands[number] = found

    # What somebody holds is for everybody once nothing can come of it any more, and never before.
    retold = history.retell(stored, record, watch if stored.header.status == "finished" else None)
    teller = _Teller(stored, book, title.areas[0], turn=retold.first, hands=hands)
    for segment, level, round_, side in _levelled(retold.events):
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
    """Return the record as a JSON file for everybody: without the names under which players added to its seed."""
    data = history.exported(stored, record, None)
    if (made := data.get("seed_made_of")) is not None:
        made["shares"] = list(made["shares"].values())
    return json.dumps(data, indent=1)


def _levelled(events: list[Told]) -> Iterator[tuple[Segment, Level, int, int | None]]:
    """Yield the story in its parts, each with what it is a step of."""
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

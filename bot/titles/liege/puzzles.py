"""Puzzles of Liège 1914: one German Barrage Phase, judged by the expected number of forts destroyed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from bot.narration.texts import texts_of
from bot.storage.models import JsonObject
from bot.titles.liege.book import LiegeBook
from bot.titles.puzzles import Puzzle, PuzzleVerdict
from bot.titles.story import ShownPicture
from engine.core.bits import members
from engine.core.game import Game
from engine.core.record import Entry
from engine.liege import puzzles as engine
from engine.liege.barrage import FortBarrage
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem


class _FoundBarrage(BaseModel):
    """A barrage of a judgement, by the names of its forts and guns."""

    forts: list[str]
    guns: list[str]


class _FoundBarrages(BaseModel):
    """A judgement as stored."""

    name: str
    grade: str
    share: float
    expected: float
    plan: list[_FoundBarrage]


class LiegePuzzles:
    """Puzzles about assigning guns to forts."""

    @cached_property
    def all(self) -> Sequence[Puzzle]:
        """Loaded on first use."""
        return tuple(
            Puzzle(
                one.name,
                "barrage",
                one.scenario,
                {"fog": "off"},
                "german",
                one.seed,
                one.opening,
                one.rating,
                one.solution,
            )
            for one in engine.load_barrage_puzzles()
        )

    def over(self, game: Game[LiegeState], puzzle: Puzzle) -> bool:
        """Return True once the Barrage Phase is over."""
        return engine.phase_over(game, _kept(puzzle.name))

    def judge(self, name: str, record: list[dict[str, Any]]) -> JsonObject:
        """Judge the barrages of a record by their exact expected value."""
        puzzle = _kept(name)
        found = engine.judged(puzzle, [Entry.load(line) for line in record])
        facts = LiegeSystem(puzzle.scenario).facts
        plan = [
            _FoundBarrage(
                forts=[facts.forts[fort].name for fort in one.forts],
                guns=[facts.units[gun].name for gun in members(one.guns)],
            )
            for one in found.plan
        ]
        kept = _FoundBarrages(name=name, grade=found.grade, share=found.share, expected=found.expected, plan=plan)
        return kept.model_dump()

    def verdict(self, found: JsonObject) -> PuzzleVerdict:
        """Return the grade, and the share of the best plan's value."""
        read = _FoundBarrages.model_validate(found)
        return PuzzleVerdict(read.grade, read.share)

    def told(self, found: JsonObject, language: str) -> str:
        """Return the grade, the expected destruction, and the best plan if it wasn't found."""
        read = _FoundBarrages.model_validate(found)
        puzzle = _kept(read.name)
        names = _names(puzzle, language)
        say = names.words.say
        facts = names.facts
        forts = {fort.name: number for number, fort in enumerate(facts.forts)}
        plan = [
            FortBarrage(
                tuple(forts[fort] for fort in one.forts),
                sum(1 << facts.unit_ids[gun] for gun in one.guns),
            )
            for one in read.plan
        ]
        lines = [
            say(f"barrage_puzzles.grades.{read.grade}", share=round(read.share * 100)),
            say("barrage_puzzles.mine", forts=_number(read.expected), plan=_plan(names, plan))
            if plan
            else say("barrage_puzzles.nothing"),
        ]
        if read.grade != "solved":
            lines.append(_best(names, puzzle))
        return "\n".join(lines)

    def moment(self, puzzle: Puzzle, language: str) -> str:
        """Return the turn and its dates."""
        own = _kept(puzzle.name)
        names = _names(own, language)
        return names.words.say("barrage_puzzles.moment", turn=own.turn, days=names.words.say(f"names.days.{own.turn}"))

    def task(self, puzzle: Puzzle, language: str) -> str:
        """Return the task."""
        return _names(_kept(puzzle.name), language).words.say("barrage_puzzles.task")

    def shown(self, puzzle: Puzzle, language: str) -> str:
        """Return the best plan and its expected destruction."""
        own = _kept(puzzle.name)
        return _best(_names(own, language), own)

    def picture(self, puzzle: Puzzle, language: str) -> ShownPicture:
        """Return the close-up of the camp."""
        own = _kept(puzzle.name)
        return ShownPicture("camp", {}, _names(own, language).words.say("barrage_puzzles.picture"))


def _best(names: LiegeBook, puzzle: engine.BarragePuzzle) -> str:
    plan = engine.plan_of(names.facts, puzzle.plan)
    return names.words.say("barrage_puzzles.best", plan=_plan(names, plan), forts=_number(puzzle.expected))


def _plan(names: LiegeBook, plan: Sequence[FortBarrage]) -> str:
    """Return barrages as text, in order."""
    return names.words.listed(
        [
            names.words.say(
                "barrage_puzzles.barrage",
                guns=names.units(list(members(one.guns))),
                forts=names.words.listed([names.facts.forts[fort].title for fort in one.forts]),
            )
            for one in plan
        ]
    )


def _number(forts: float) -> str:
    return f"{forts:.2f}"


def _names(puzzle: engine.BarragePuzzle, language: str) -> LiegeBook:
    return LiegeBook(texts_of("liege", language), ("german", "belgian"), LiegeSystem(puzzle.scenario))


def _kept(name: str) -> engine.BarragePuzzle:
    found = next((one for one in engine.load_barrage_puzzles() if one.name == name), None)
    if found is None:
        raise LookupError(name)
    return found


__all__ = ["LiegePuzzles"]

"""Puzzles: one Barrage Phase of the Germans. Which gun fires at which fort, so that most is expected to fall?

A verdict rests on the exact expectation of the barrages that were ordered (8.6), never on the dice that fell.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from engine.errors import EngineError
from engine.liege.barrage import (
    FortBarrage,
    aff_of,
    aim_at_fort,
    cannot_be_bombarded,
    cannot_bombard,
    chances_of_falling,
)
from engine.liege.facts import GERMAN, LiegeFacts
from engine.liege.sequence.barrages import Bombarding
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.tables import FACES

#: Decisions of a Barrage Phase; a puzzle is over with the first of another kind.
KINDS: Final = frozenset({"barrage", "shelling", "barrage_targets", "bombarding"})
#: Shares of the best plan's expectation from which on orders have solved a puzzle, and half solved it.
SOLVED, HALF = 0.985, 0.85

LiegeSlug = Annotated[str, Field(pattern="^[a-z0-9_]+$")]


class PlannedBarrage(BaseModel):
    """A barrage of the best plan: the forts in the order in which they are to be hit, and the guns, by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    forts: Annotated[tuple[LiegeSlug, ...], Field(min_length=1)]
    guns: Annotated[tuple[LiegeSlug, ...], Field(min_length=1)]

    @property
    def orders(self) -> tuple[str, ...]:
        """The choices that give it, in the words of the record."""
        first, *others = self.forts
        return (
            f"fort {first}",
            *(f"add {gun}" for gun in self.guns),
            *(f"next {fort}" for fort in others),
            "fire",
        )


class BarragePuzzle(BaseModel):
    """One puzzle: a Barrage Phase of a game that was played.

    Attributes:
        name: kept with the ratings of those who took it, for ever.
        scenario: of the game; its seat is the German one.
        turn: game turn of the phase.
        seed: of the game's chance, 32 bytes in hexadecimal digits.
        plan: the best barrages, one after the other.
        expected: forts that the best plan is expected to destroy; `usual` the same of what the recruit does.
        rating: how hard it is, on a scale on which 1500 is the middle.
        made: where the position comes from.
        opening: every choice of both sides from the beginning of the game.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: LiegeSlug
    scenario: LiegeSlug
    turn: Annotated[int, Field(ge=1)]
    seed: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    plan: Annotated[tuple[PlannedBarrage, ...], Field(min_length=1)]
    expected: Annotated[float, Field(gt=0)]
    usual: Annotated[float, Field(ge=0)]
    rating: Annotated[int, Field(ge=600, le=2400)]
    made: str
    opening: tuple[str, ...]

    @property
    def solution(self) -> tuple[str, ...]:
        """The choices of the best plan, in the words of the record."""
        return tuple(order for barrage in self.plan for order in barrage.orders)


@dataclass(frozen=True, slots=True)
class BarrageVerdict:
    """What the barrages of a phase are worth: grade, share of the best plan, and the forts each plan is expected to destroy."""

    grade: str
    share: float
    expected: float
    best: float
    plan: tuple[FortBarrage, ...]


@cache
def load_barrage_puzzles() -> tuple[BarragePuzzle, ...]:
    """Return the puzzles that ship, by name; raises pydantic.ValidationError, which is a ValueError, for a file that is none."""
    folder = resources.files("assets") / "liege" / "puzzles"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    found = tuple(BarragePuzzle.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)
    if [f"{one.name}.toml" for one in found] != [file.name for file in files]:
        raise ValueError("a puzzle's file is named as the puzzle")
    return found


def puzzle_position(puzzle: BarragePuzzle) -> Game[LiegeState]:
    """Return the game of a puzzle at its beginning; raises EngineError if its opening can't be played."""
    game: Game[LiegeState] = Game.start(
        LiegeSystem(puzzle.scenario, fog=False), KeyedChance(bytes.fromhex(puzzle.seed)), listening=False
    )
    for text in puzzle.opening:
        game.apply(game.parse(text), recorded=True)
    return game


def phase_over(game: Game[LiegeState], puzzle: BarragePuzzle) -> bool:
    """Return True once the Barrage Phase of the puzzle is done, or the game."""
    state = game.state
    if not game.stack or (state.turn, state.side) != (puzzle.turn, GERMAN):
        return True
    return game.decision.kind not in KINDS


# -- what barrages are worth -----------------------------------------------------------------------------------------


def expected_forts(state: LiegeState, plan: Sequence[FortBarrage]) -> float:
    """Return how many forts some barrages, fired one after the other, are expected to destroy; exact.

    A barrage whose fort has fallen before is not fired.
    """
    if not plan:
        return 0.0
    first, rest = plan[0], plan[1:]
    guns = mask(gun for gun in members(first.guns) if cannot_bombard(state, gun, first.fort) is None)
    fired = FortBarrage(tuple(fort for fort in first.forts if state.active(fort)), guns)
    if (
        cannot_be_bombarded(state, first.fort) is not None
        or aim_at_fort(state, fired.fort, aff_of(state, guns)).column is None
    ):
        return expected_forts(state, rest)
    found = 0.0
    for fallen, weight in chances_of_falling(state, fired).items():
        after = state.copy()
        after.fire(guns)
        after.bombarded |= 1 << fired.fort
        for fort in members(fallen):
            after.fell(fort)
        found += weight * (fallen.bit_count() + expected_forts(after, rest))
    return found / FACES**2


def plan_of(facts: LiegeFacts, plan: Sequence[PlannedBarrage]) -> tuple[FortBarrage, ...]:
    """Return a plan by numbers; raises KeyError for a name that there is not."""
    forts = {fort.name: number for number, fort in enumerate(facts.forts)}
    return tuple(
        FortBarrage(tuple(forts[fort] for fort in one.forts), mask(facts.unit_ids[gun] for gun in one.guns))
        for one in plan
    )


def heard(game: Game[LiegeState], entries: Iterable[Entry]) -> tuple[FortBarrage, ...]:
    """Return the barrages at forts in a record that goes on from a position, what was taken back left out.

    Raises:
        EngineError: the record plays differently.
    """
    source = RecordedChance()
    twin, found = game.copy(source), list[FortBarrage]()
    twin.listening = False
    for entry in entries:
        if not twin.stack or twin.decision.kind not in KINDS:
            break
        top = twin.decision
        if isinstance(top, Bombarding) and entry.choice == "fire":
            found.append(top.barrage)
        twin.repeat(entry, source)
    return tuple(found)


def judged(puzzle: BarragePuzzle, entries: Sequence[Entry]) -> BarrageVerdict:
    """Return a verdict on the barrages in the whole record of a puzzle's game.

    Raises:
        EngineError: the record plays differently, or nothing was ordered. Who fires nothing has missed.
    """
    game = puzzle_position(puzzle)
    after = [entry for entry in in_force(entries) if entry.number > len(puzzle.opening)]
    if not after:
        raise EngineError(f"nothing was ordered in puzzle {puzzle.name!r}")
    return weighed(puzzle, game.state, heard(game, after))


def weighed(puzzle: BarragePuzzle, state: LiegeState, plan: tuple[FortBarrage, ...]) -> BarrageVerdict:
    """Return a verdict on barrages at the position of a puzzle."""
    expected = expected_forts(state, plan)
    share = min(1.0, expected / puzzle.expected)
    grade = "solved" if share >= SOLVED else "partly" if share >= HALF else "missed"
    return BarrageVerdict(grade, share, expected, puzzle.expected, plan)


__all__ = [
    "HALF",
    "KINDS",
    "SOLVED",
    "BarragePuzzle",
    "BarrageVerdict",
    "PlannedBarrage",
    "expected_forts",
    "heard",
    "judged",
    "load_barrage_puzzles",
    "phase_over",
    "plan_of",
    "puzzle_position",
    "weighed",
]

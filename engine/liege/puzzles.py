"""Puzzles: one German Barrage Phase. Which gun should fire at which fort to destroy most on average?

A verdict rests on the exact expectation of the ordered barrages (8.6), never on actual dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
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
from engine.puzzle_files import load_puzzle_files

#: Decisions of a Barrage Phase; a puzzle is over at the first decision of another kind.
KINDS: Final = frozenset({"barrage", "shelling", "barrage_targets", "bombarding"})
#: Shares of the best plan's expectation from which orders count as solved, and half solved.
SOLVED, HALF = 0.985, 0.85

LiegeSlug = Annotated[str, Field(pattern="^[a-z0-9_]+$")]


class PlannedBarrage(BaseModel):
    """A barrage of the best plan: the forts in the order in which they are hit, and the guns, by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    forts: Annotated[tuple[LiegeSlug, ...], Field(min_length=1)]
    guns: Annotated[tuple[LiegeSlug, ...], Field(min_length=1)]

    @property
    def orders(self) -> tuple[str, ...]:
        """The choices that order it, as in the record."""
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
        name: stored with the ratings of solvers; never changes.
        scenario: scenario of the game; the solver is German.
        turn: game turn of the phase.
        seed: seed of the game's chance, 32 bytes in hexadecimal digits.
        plan: the best barrages, in order.
        expected: expected number of forts destroyed by the best plan; `usual` the same for the recruit.
        rating: difficulty, on a scale with 1500 as the middle.
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
        """The choices of the best plan, as in the record."""
        return tuple(order for barrage in self.plan for order in barrage.orders)


@dataclass(frozen=True, slots=True)
class BarrageVerdict:
    """Result of a phase's barrages: grade, share of the best plan, and the expected number of forts for each plan."""

    grade: str
    share: float
    expected: float
    best: float
    plan: tuple[FortBarrage, ...]


@cache
def load_barrage_puzzles() -> tuple[BarragePuzzle, ...]:
    """Return the shipped puzzles by name; raises pydantic.ValidationError (a ValueError) for an invalid file."""
    return load_puzzle_files("liege", BarragePuzzle.model_validate)


def puzzle_position(puzzle: BarragePuzzle) -> Game[LiegeState]:
    """Return the puzzle's game at its starting position; raises EngineError if its opening can't be played."""
    game: Game[LiegeState] = Game.start(
        LiegeSystem(puzzle.scenario, fog=False), KeyedChance(bytes.fromhex(puzzle.seed)), listening=False
    )
    for text in puzzle.opening:
        game.apply(game.parse(text), recorded=True)
    return game


def phase_over(game: Game[LiegeState], puzzle: BarragePuzzle) -> bool:
    """Return True once the puzzle's Barrage Phase or the game is over."""
    state = game.state
    if not game.stack or (state.turn, state.side) != (puzzle.turn, GERMAN):
        return True
    return game.decision.kind not in KINDS


# -- what barrages are worth -----------------------------------------------------------------------------------------


def expected_forts(state: LiegeState, plan: Sequence[FortBarrage]) -> float:
    """Return the exact expected number of forts that some barrages, fired in order, destroy.

    A barrage whose fort has already fallen is not fired.
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
    """Return a plan by numbers; raises KeyError for an unknown name."""
    forts = {fort.name: number for number, fort in enumerate(facts.forts)}
    return tuple(
        FortBarrage(tuple(forts[fort] for fort in one.forts), mask(facts.unit_ids[gun] for gun in one.guns))
        for one in plan
    )


def heard(game: Game[LiegeState], entries: Iterable[Entry]) -> tuple[FortBarrage, ...]:
    """Return the barrages at forts in a record that continues a position, without undone choices.

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
        EngineError: the record plays differently, or nothing was ordered. Firing nothing counts as missed.
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

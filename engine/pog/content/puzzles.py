"""Puzzles: positions from played games, each with a best plan for one action, read from ``assets/pog/puzzles``."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.pog.content.schema import Slug
from engine.puzzle_files import load_puzzle_files

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PuzzleFigures(_Part):
    """Values of plans for the solver, in VP relative to the position before, and how likely each reaches the aim.

    Attributes:
        best: the solution; `best_aim` its probability of reaching the aim.
        other: the best plan found that misses the aim; `other_aim` its probability.
        idle: an action that does nothing.
    """

    best: float
    best_aim: Share
    other: float
    other_aim: Share
    idle: float

    @property
    def margin(self) -> float:
        """How much better the solution is than any plan that misses the aim."""
        return self.best - self.other


class PuzzleMissed(_Part):
    """How often each level misses the aim, over a number of tries with different errors and imagined chance."""

    recruit: Share
    officer: Share
    tries: Annotated[int, Field(ge=1)]


class PuzzleFact(_Part):
    """A fact of the position that explains the solution.

    Attributes:
        name: the kind: `open` (nobody holds the space that is won), `odds` (of the attack: `attack` and `defence` factors, the
            share of dice that `wins`), `flank` (its probability of success, and from which spaces), `hungry` (the army is out of
            supply), `line` (spaces any of which cuts the army off if the enemy enters it).
        space: the space.
        spaces: other spaces it concerns.
        figures: numbers by name.
    """

    name: Literal["open", "odds", "flank", "hungry", "line"]
    space: Slug
    spaces: tuple[Slug, ...] = ()
    figures: dict[Slug, float] = Field(default_factory=dict)


class PuzzleMade(_Part):
    """Where the position comes from and how the puzzle was found: `command` finds it again.

    Attributes:
        command: the command that was run.
        players: the players of the war, the Allies first.
        deal: number of the war.
    """

    command: str
    players: tuple[str, str]
    deal: Annotated[int, Field(ge=0)]


class Puzzle(_Part):
    """One puzzle: the beginning of an action round in which one plan is clearly better than all that miss its aim.

    Attributes:
        name: stored with the ratings of solvers; never changes.
        kind: what the plan does: win a VP `space`, save an `army`, decide by a `flank` attack.
        scenario: with `options`, the scenario and options of the game.
        seat: the solver's side.
        turn: with `round`, the time of the position.
        seed: of the game's chance, 32 bytes in hexadecimal digits.
        aim: the space that is won, the target of the flank attack, or the space where the army starts.
        units: for `army`, the units to save.
        solution: the solver's choices up to the last order.
        goals: what its orders are for: `attack`, `march` or `dig`, and the space.
        rating: difficulty, on a scale on which the officer misses 1500 half of the time.
        opening: every choice of both sides from the beginning of the war.
    """

    name: Slug
    kind: Literal["space", "army", "flank"]
    scenario: Slug
    options: dict[str, Any] = Field(default_factory=dict)
    seat: Literal["ap", "cp"]
    turn: Annotated[int, Field(ge=1)]
    round: Annotated[int, Field(ge=1)]
    seed: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    aim: Slug
    units: tuple[Slug, ...] = ()
    solution: Annotated[tuple[str, ...], Field(min_length=1)]
    goals: Annotated[tuple[tuple[Literal["attack", "march", "dig"], Slug], ...], Field(min_length=1)]
    facts: Annotated[tuple[PuzzleFact, ...], Field(min_length=1)]
    rating: Annotated[int, Field(ge=600, le=2400)]
    figures: PuzzleFigures
    missed: PuzzleMissed
    made: PuzzleMade
    opening: tuple[str, ...]

    @model_validator(mode="after")
    def _sound(self) -> Puzzle:
        if self.figures.margin <= 0.0:
            raise ValueError(f"puzzle {self.name!r} has no best plan")
        if (self.kind == "army") != bool(self.units):
            raise ValueError(f"puzzle {self.name!r}: an army that is to be saved has units, nothing else has")
        return self


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return the shipped puzzles by name; raises pydantic.ValidationError (a ValueError) for an invalid file."""
    return load_puzzle_files("pog", Puzzle.model_validate)


__all__ = ["Puzzle", "PuzzleFact", "PuzzleFigures", "PuzzleMade", "PuzzleMissed", "load_puzzles"]

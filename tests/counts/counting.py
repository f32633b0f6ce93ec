"""Counting legal choice sequences from positions of recorded games (perft).

A sequence is so many choices in a row, by whoever has to choose; choices that the kernel takes by
itself are not counted. Chance is a keyed source with a fixed seed that counts on from the position,
so every die and draw within a sequence is fixed and the count is exact and repeatable.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame

HERE = Path(__file__).parent
POSITIONS = HERE / "positions"
GOLDEN = HERE / "golden.json"
TRACES = HERE.parent / "conformance" / "traces"
_SEED = b"counts"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a recorded game: the decision number before which it stands, and the deepest count."""

    name: str
    trace: str
    n: int
    depth: int


#: What is counted: each stage of an action, both fronts, early and late in the war.
TABLE = (
    Position("opening", "pog_02475", 1, 5),
    Position("activation_in_1914", "pog_00025", 224, 3),
    Position("stack_under_way", "pog_00025", 921, 6),
    Position("multinational_attack", "pog_00414", 310, 5),
    Position("losses_of_a_mixed_stack", "pog_00025", 278, 6),
    Position("retreat_of_two_spaces", "pog_00427", 1731, 8),
    Position("advance_beyond", "pog_00025", 902, 5),
    Position("redeployment", "pog_00025", 1300, 3),
    Position("replacements", "pog_00025", 863, 4),
    Position("late_war", "pog_00668", 2219, 3),
)


def load(position: Position, folder: Path = POSITIONS) -> PogGame:
    """The committed position, ready to go on."""
    stored = json.loads((folder / f"{position.name}.json").read_text(encoding="utf-8"))
    system = PathsOfGlory(GameOptions(**stored["options"]))
    game = Game.restore(system, stored["snapshot"], KeyedChance(_SEED))
    game.listening = False
    return game


def store(position: Position, options: GameOptions, snapshot: dict[str, Any], folder: Path) -> None:
    """Write a position that `load` reads."""
    stored = {"trace": position.trace, "n": position.n, "options": asdict(options), "snapshot": snapshot}
    path = folder / f"{position.name}.json"
    path.write_text(json.dumps(stored, separators=(",", ":")) + "\n", encoding="utf-8")


def sequences(game: PogGame, depth: int) -> int:
    """How many sequences of `depth` choices are legal from here; a finished game has none."""
    if game.result is not None:
        return 0
    options = game.options()
    if depth == 1:
        return sum(1 for _ in options)
    total = 0
    for choice in options:
        twin = game.copy()
        twin.apply(choice)
        total += sequences(twin, depth - 1)
    return total


def counts(position: Position) -> list[int]:
    """The counts of depth 1, 2, ... to the depth of the table."""
    game = load(position)
    return [sequences(game, depth) for depth in range(1, position.depth + 1)]

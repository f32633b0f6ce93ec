"""Positions of recorded games, and what happened last in them, for tests of pictures."""

from __future__ import annotations

from pathlib import Path

from engine.pog.content import load_content
from engine.pog.view import ActionMarks, GameView
from engine.pog.viewing import view_of
from tests.conformance.replay import Replay
from tests.conformance.trace import read

TRACES = tuple(sorted((Path(__file__).parents[1] / "conformance" / "traces").glob("*.jsonl.gz")))


class Positions(Replay):
    """A replay that keeps a spectator's view at every so many decisions, and the first view of every turn."""

    every: int = 60
    kept: list[GameView]
    turns: dict[int, GameView]

    def _line(self) -> None:
        super()._line()
        if self.at % self.every == 0:
            self.kept.append(view_of(self.game, None))
        if self.game.state.turn not in self.turns:
            self.turns[self.game.state.turn] = view_of(self.game, None)


def replayed(path: Path, positions: int = 0) -> Positions:
    """A recorded game played to its end, with at least so many positions spread over it."""
    replay = Positions(read(path))
    replay.kept, replay.turns = [], {}
    # Some lines are answered together, so some decisions are passed over.
    replay.every = max(1, len(replay.lines) // (2 * positions + 2))
    replay.run()
    return replay


def action_in(view: GameView, number: int) -> tuple[ActionMarks, tuple[tuple[int, str], ...]]:
    """A march and an attack at a crowded place of a position, with odds."""
    crowded = [s.space for s in view.spaces if s.activated and s.units]
    crowded = crowded or [s.space for s in view.spaces if len(s.units) > 1]
    focus = crowded[number % len(crowded)]
    near = [k.b if k.a == focus else k.a for k in load_content().connections if focus in (k.a, k.b)]
    units = tuple(u.unit for u in view.spaces[focus].units)
    marks = ActionMarks(moves=((units, (near[0], focus)),), attacks=(((focus,), near[-1]),), focus=(focus,))
    return marks, ((near[-1], "16+ : 9 · 58%"),)

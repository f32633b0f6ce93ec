"""Positions cut out of the committed recorded games."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.replay import Replay
from tests.conformance.trace import read
from tests.conformance.watch import options_for
from tests.counts.counting import POSITIONS, TABLE, TRACES, Position, store


class _Found(Exception):
    """The position has been reached."""


class _Until(Replay):
    """A replay that stops before a decision."""

    stop_before = 0

    def _line(self) -> None:
        if self.lines[self.at].number == self.stop_before:
            raise _Found
        super()._line()


def extract(position: Position, folder: Path = POSITIONS) -> None:
    """Replay the game up to the position and store it; raises ValueError if it is not reached."""
    replay = _Until(read(TRACES / f"{position.trace}.jsonl.gz"))
    replay.stop_before = position.n
    try:
        replay.run()
    except _Found:
        replay.game.forget_undo()
        store(position, options_for(replay.trace.header["scenario"]), replay.game.snapshot(), folder)
        return
    raise ValueError(f"{position.trace} does not reach decision {position.n} of {position.name}")


def extract_all() -> None:
    """All positions of the table."""
    for position in TABLE:
        extract(position)

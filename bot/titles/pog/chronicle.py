"""Course of a game in figures, computed from its record for the pictures of turn summaries and of the game's end.

Only public events are read, so every figure can be shown to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.titles.pog.statistics import Losses, costs_steps, together
from bot.titles.pog.systems import system_once, view_for
from engine.core.chance import RecordedChance
from engine.core.game import Event, Game
from engine.core.record import Entry, in_force
from engine.pog.view import GameView
from renderer.pog import DiceTally, FrontMove, GameEnd, NationLoss, Played, TurnSummary, VpPoint


@dataclass(slots=True)
class _Turn:
    """What happened in one turn."""

    control: dict[int, int | None] = field(default_factory=dict)
    losses: Losses = field(default_factory=Losses)
    played: list[Played] = field(default_factory=list)


class Chronicle:
    """Replays a record and collects figures by turn.

    Args:
        options: of the game, as they are stored.
        entries: the record from its beginning, including undone entries.
    """

    def __init__(self, options: dict[str, Any], entries: Sequence[dict[str, Any]]) -> None:
        standing = in_force([Entry.load(entry) for entry in entries])
        source = RecordedChance(standing[0].outcomes)
        self._game: Game[Any] = Game.start(system_once(options), source)
        self._units = self.view.content.units
        self._faces = [[0] * 6, [0] * 6]
        self._turns: dict[int, _Turn] = {}
        self._now = self._game.state.turn
        self._curve = [self._point(self._now - 1)]
        #: The public view at the start of the current turn.
        self.turn_began = self.view
        self._read()
        for entry in standing[1:]:
            self._game.repeat(entry, source)
            self._read()
        if not self._game.stack:
            self._close()

    def turn_summary(self, turn: int, palette: str) -> TurnSummary:
        """Return the picture of one turn; for the current turn it covers what has happened so far."""
        told = self._turns.get(turn, self._turn)
        moves = tuple(FrontMove(space, side) for space, side in sorted(told.control.items()))
        curve = tuple(point for point in self._curve if point.turn <= turn)
        losses = _losses([told])
        return TurnSummary(self.view, turn, curve, moves, losses, tuple(told.played), palette=palette)

    def game_end(self, palette: str) -> GameEnd:
        """Return the picture of a finished game."""
        dice = tuple(DiceTally(side, _six(faces)) for side, faces in enumerate(self._faces))
        return GameEnd(self.view, tuple(self._curve), _losses(self._turns.values()), dice, palette=palette)

    @property
    def _turn(self) -> _Turn:
        return self._turns.setdefault(self._now, _Turn())

    @property
    def view(self) -> GameView:
        """The current public view."""
        return view_for(self._game, None)

    def _point(self, turn: int) -> VpPoint:
        state = self._game.state
        return VpPoint(turn, state.vp, *state.war_status)

    def _close(self) -> None:
        """Record the end of a turn: VP, war status, and spaces that changed hands since its start."""
        view = self.view
        for before, now in zip(self.turn_began.spaces, view.spaces, strict=True):
            if before.control != now.control:
                self._turn.control[now.space] = now.control
        self.turn_began = view
        self._curve.append(self._point(self._now))

    def _read(self) -> None:
        for event in self._game.drain():
            if event.kind == "turn" and event.data["turn"] > self._now:
                self._close()
                self._now = event.data["turn"]
            elif event.kind == "loss":
                self._loss(event)
            elif event.kind == "fire":
                fire = event.data["fire"]
                self._faces[fire.side][fire.die - 1] += 1
            elif event.kind == "action":
                data = event.data
                self._turn.played.append(Played(data["round"], data["side"], data["kind"], data["card"]))

    def _loss(self, event: Event) -> None:
        if costs_steps(event.data):
            self._turn.losses.add(self._units[event.data["unit"]].parent, event.data["result"])


def _losses(turns: Iterable[_Turn]) -> tuple[NationLoss, ...]:
    return tuple(NationLoss(*row) for row in together(turn.losses for turn in turns).ranked())


def _six(faces: Sequence[int]) -> tuple[int, int, int, int, int, int]:
    one, two, three, four, five, six = faces
    return one, two, three, four, five, six


__all__ = ["Chronicle"]

"""Matches between players: both sides of each deal, results with intervals, the time each player took.

A player is one of the levels, `module:function`, or `process:COMMAND`, a program that is asked in lines of JSON
(see `external_program`). A function is called for each decision of its side:

    def choose(view, options, rng):
        return next(iter(options))

`view` is the `engine.pog.view.GameView` of the seat; `options` are the legal choices: iterable, with `kind` and `side`, with
`text(choice)` as in the record, and `imagine(rng)`, which returns a whole game to try choices in (`game.copy()`,
`game.apply(choice)`) that agrees with all the seat knows; `rng` is a `random.Random`. It returns one of the options. A function
runs inside the match process with its privileges and memory: run players you do not trust as a program.

A player that fails does not spoil the game. After an invalid answer, an error or an attempt to exit, the recruit answers that one
decision; a program that has ended or took too long is ended, the recruit plays the rest of that game, and the next game restarts
it. Each player's first failure in a game is reported in one sentence; all are counted.
"""

from __future__ import annotations

import importlib
import logging
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import opponent
from engine.pog.content.records import AP, CP, SIDE_NAMES
from engine.pog.opponent.external_program import SECONDS, Gone, Process
from engine.pog.opponent.seat import Player, Unfit, asked, in_short
from engine.pog.state import State
from engine.pog.system import PathsOfGlory

_LOG = logging.getLogger(__name__)
#: Upper limit: no game of twenty turns has more choices.
MOST_CHOICES = 15_000
#: Quantile of the normal distribution for 95 % intervals.
_Z = 1.96
LEVELS: dict[str, Player] = {
    "anything": opponent.anything,
    "recruit": opponent.recruit,
    "officer": opponent.officer,
    "general": opponent.general,
}


class UnknownPlayer(ValueError):
    """No level, importable callable or program has this name."""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: the deal, the sides, the winner (0 the first player, 1 the second), the final VP."""

    deal: int
    #: The side of the first player.
    side: int
    winner: int | None
    reason: str
    vp: int
    choices: int
    #: Number of decisions that the recruit answered because a player failed, by player.
    failures: tuple[int, int]


@dataclass(slots=True)
class Tally:
    """Results of a match, from the first player's view."""

    games: list[Played] = field(default_factory=list)

    def count(self) -> tuple[int, int, int]:
        """Return wins, draws and losses of the first player."""
        won = sum(game.winner == 0 for game in self.games)
        drawn = sum(game.winner is None for game in self.games)
        return won, drawn, len(self.games) - won - drawn

    @property
    def rate(self) -> float:
        """Share of the points, a draw being half a point."""
        won, drawn, _ = self.count()
        return (won + drawn / 2) / len(self.games) if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """Return the 95 % Wilson interval of the rate."""
        size = len(self.games)
        if not size:
            return 0.0, 1.0
        rate, z2 = self.rate, _Z * _Z
        middle = (rate + z2 / (2 * size)) / (1 + z2 / size)
        half = _Z / (1 + z2 / size) * math.sqrt(rate * (1 - rate) / size + z2 / (4 * size * size))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """The rating difference for the rate, with one win and one loss added."""
        points = self.rate * len(self.games)
        return 400 * math.log10((points + 1) / (len(self.games) - points + 1))

    @property
    def vp(self) -> float:
        """Mean final VP of the first player relative to the middle of the track."""
        if not self.games:
            return 0.0
        return sum((game.vp - 10) * (1 if game.side == CP else -1) for game in self.games) / len(self.games)

    def figures(self) -> dict[str, object]:
        """Return all figures by name, rounded, for programs to read."""
        won, drawn, lost = self.count()
        low, high = self.interval()
        return {
            "games": len(self.games), "won": won, "drawn": drawn, "lost": lost, "rate": round(self.rate, 4),
            "low": round(low, 4), "high": round(high, 4), "elo": round(self.elo), "vp": round(self.vp, 2),
            "failures": [sum(game.failures[player] for game in self.games) for player in (0, 1)],
        }  # fmt: skip


def named(name: str, seconds: float = SECONDS) -> Player:
    """Return the player with a name, with the time limit of a program in seconds; raises UnknownPlayer with one sentence."""
    if name in LEVELS:
        return LEVELS[name]
    if name.startswith("process:"):
        try:
            return Process(name.removeprefix("process:"), seconds)
        except ValueError as error:
            raise UnknownPlayer(f"{name!r} names no program: {error}") from error
    module, colon, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute) if colon else None
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(f"{name!r} cannot be imported: {in_short(error)}") from error
    if not callable(found):
        raise UnknownPlayer(
            f"there is no player {name!r}: name {', '.join(LEVELS)}, module:function or process:COMMAND"
        )
    player: Player = found
    return player


class _Seat:
    """A player on one side for one game, and the recruit who stands in when it fails."""

    def __init__(self, player: Player, side: int, deal: int) -> None:
        self._player, self._side, self._deal = player, side, deal
        self._rng = random.Random(f"{deal}/{side}")
        self._gone = False
        self.failures = 0

    def answer(self, game: Game[State]) -> Choice:
        """Return the player's answer, or the recruit's if it fails."""
        if not self._gone:
            try:
                return asked(game, self._player, self._rng)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # noqa: BLE001  # players are foreign code: whatever it is spoils one answer and no game
                self._note(game, error)
        self.failures += 1
        return asked(game, opponent.recruit, self._rng)

    def _note(self, game: Game[State], error: BaseException) -> None:
        self._gone = isinstance(error, Gone)
        if not self.failures:
            own = type(error) in (Gone, Unfit)
            what = in_short(error, str) if own else f"it raised {in_short(error)}"
            until = "the rest of this game" if self._gone else "this decision, and any more that go wrong"
            _LOG.warning(
                "deal %d, %s, %s: %s; the recruit answers for %s",
                self._deal, SIDE_NAMES[self._side], game.decision.kind, what, until,
            )  # fmt: skip


def play(system: PathsOfGlory, players: Sequence[Player], deal: int, side: int) -> Played:
    """Play one game to its end, the first player on the given side; failures are covered by the recruit and counted."""
    game: Game[State] = Game.start(system, KeyedChance(deal.to_bytes(8, "big")), listening=False)
    seats = [_Seat(players[int(seat != side)], seat, deal) for seat in (AP, CP)]
    choices = 0
    while game.stack and choices < MOST_CHOICES:
        actor = game.actor
        assert actor is not None
        game.apply(seats[actor].answer(game))
        choices += 1
    result = game.result
    won = None if result is None or result.winner is None else int(result.winner != side)
    reason = result.reason if result else "too_long"
    failures = (seats[side].failures, seats[1 - side].failures)
    return Played(deal, side, won, reason, game.state.vp, choices, failures)


def match(
    system: PathsOfGlory,
    players: Sequence[Player],
    deals: int,
    first: int = 0,
    said: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Play both sides of a number of deals; `said` is called after each game."""
    tally = Tally()
    for played in _games(system, players, deals, first):
        tally.games.append(played)
        said(tally)
    return tally


def _games(system: PathsOfGlory, players: Sequence[Player], deals: int, first: int) -> Iterator[Played]:
    for deal in range(first, first + deals):
        for side in (AP, CP):
            yield play(system, players, deal, side)


__all__ = ["LEVELS", "Played", "Tally", "UnknownPlayer", "match", "named", "play"]

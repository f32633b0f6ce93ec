"""Matches between players: both sides of each deal, results with intervals, the time that each player took.

A player is named as one of the levels, as `module:function` (a callable `choose(view, options, rng)`), or as `process:COMMAND`: a
program that is asked in lines of JSON, see `outside`.
"""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import EngineError
from engine.pog import opponent
from engine.pog.content.records import AP, CP
from engine.pog.opponent.outside import Process
from engine.pog.opponent.seat import Player, asked
from engine.pog.state import State
from engine.pog.system import PathsOfGlory

#: No game of twenty turns has more choices.
MOST_CHOICES = 15_000
#: Of the normal distribution, for intervals of 95 %.
_Z = 1.96
LEVELS: dict[str, Player] = {
    "anything": opponent.anything,
    "recruit": opponent.recruit,
    "officer": opponent.officer,
    "general": opponent.general,
}


class UnknownPlayer(ValueError):
    """No level, importable callable or program is called so."""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: the deal, who had which side, who won (0 the first player, 1 the second), VP at the end."""

    deal: int
    #: The side of the first player.
    side: int
    winner: int | None
    reason: str
    vp: int
    choices: int
    #: Decisions in which a player failed and any legal choice was taken instead, by player.
    failures: tuple[int, int]


@dataclass(slots=True)
class Tally:
    """What a match has come to, seen from the first player."""

    games: list[Played] = field(default_factory=list)

    def count(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player."""
        won = sum(game.winner == 0 for game in self.games)
        drawn = sum(game.winner is None for game in self.games)
        return won, drawn, len(self.games) - won - drawn

    @property
    def rate(self) -> float:
        """Share of the points, a draw being half a point."""
        won, drawn, _ = self.count()
        return (won + drawn / 2) / len(self.games) if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """The Wilson interval of 95 % about the rate."""
        size = len(self.games)
        if not size:
            return 0.0, 1.0
        rate, z2 = self.rate, _Z * _Z
        middle = (rate + z2 / (2 * size)) / (1 + z2 / size)
        half = _Z / (1 + z2 / size) * math.sqrt(rate * (1 - rate) / size + z2 / (4 * size * size))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """The rating difference that the rate stands for, a game won and lost added to each side."""
        points = self.rate * len(self.games)
        return 400 * math.log10((points + 1) / (len(self.games) - points + 1))

    @property
    def vp(self) -> float:
        """Mean VP by which the first player stood better than the middle of the track at the end."""
        if not self.games:
            return 0.0
        return sum((game.vp - 10) * (1 if game.side == CP else -1) for game in self.games) / len(self.games)


def named(name: str) -> Player:
    """The player of a name; raises UnknownPlayer with one sentence."""
    if name in LEVELS:
        return LEVELS[name]
    if name.startswith("process:"):
        return Process(name.removeprefix("process:"))
    module, colon, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute) if colon else None
    except (ImportError, AttributeError) as error:
        raise UnknownPlayer(f"{name!r} cannot be imported: {error}") from error
    if not callable(found):
        raise UnknownPlayer(
            f"there is no player {name!r}: name {', '.join(LEVELS)}, module:function or process:COMMAND"
        )
    player: Player = found
    return player


def play(system: PathsOfGlory, players: Sequence[Player], deal: int, side: int) -> Played:
    """One game to its end, the first player on the given side; a player that fails is helped out and counted."""
    game: Game[State] = Game.start(system, KeyedChance(deal.to_bytes(8, "big")), listening=False)
    seats = (players[0], players[1]) if side == AP else (players[1], players[0])
    luck = [random.Random(f"{deal}/{seat}") for seat in (AP, CP)]
    failures, choices = [0, 0], 0
    while game.stack and choices < MOST_CHOICES:
        actor = game.actor
        assert actor is not None
        try:
            choice = asked(game, seats[actor], luck[actor])
        except (EngineError, ValueError, TypeError, LookupError, AssertionError, OSError):
            failures[actor if side == AP else 1 - actor] += 1
            choice = luck[actor].choice(list(game.options()))
        game.apply(choice)
        choices += 1
    result = game.result
    won = None if result is None or result.winner is None else int(result.winner != side)
    reason = result.reason if result else "too_long"
    return Played(deal, side, won, reason, game.state.vp, choices, (failures[0], failures[1]))


def match(
    system: PathsOfGlory,
    players: Sequence[Player],
    deals: int,
    first: int = 0,
    said: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Both sides of so many deals; `said` hears of each game that is over."""
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

"""`python -m benchmarks.liege_levels SCENARIO [--levels officer recruit] [--pairs 100]`: how strong a level of Liège 1914 is, and what it costs.

Each seed is played twice with sides swapped, so that neither side nor dice favour a level. A draw counts half.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, stdev

from engine.core.options import Choice
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.opponent import LEVELS, PLAYERS, LiegePlayer, LiegeSeat
from engine.liege.opponent.match import PlayedSiege, played_between, worth_to

SIDES = ("German", "Allied")


class TimedPlayer:
    """A player with the CPU seconds of each of its player turns."""

    def __init__(self, player: LiegePlayer) -> None:
        self._player = player
        self._turn = 0
        self.turns: list[float] = []

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return the player's answer; answers during the other's turn count for its own previous turn."""
        if seat.state.side == seat.side and seat.state.turn != self._turn:
            self._turn = seat.state.turn
            self.turns.append(0.0)
        begun = time.process_time()
        try:
            return self._player(seat, rng)
        finally:
            if self.turns:
                self.turns[-1] += time.process_time() - begun


@dataclass(slots=True)
class Duel:
    """Pairs of games of two levels: the first one's result by side, and the CPU seconds of its player turns."""

    games: tuple[list[PlayedSiege], list[PlayedSiege]] = field(default_factory=lambda: ([], []))
    turns: list[float] = field(default_factory=list)

    def play(self, scenario: str, levels: tuple[str, str], number: int) -> None:
        """Play a pair of games."""
        for side in (GERMAN, ALLIED):
            first, second = TimedPlayer(PLAYERS[levels[0]]()), PLAYERS[levels[1]]()
            players = (first, second) if side == GERMAN else (second, first)
            self.games[side].append(played_between(scenario, players, number))
            self.turns += first.turns

    @property
    def shares(self) -> list[float]:
        """Return the first level's share of each pair in percent; pairs are independent for the error of the mean."""
        return [
            (worth_to(GERMAN, [one]) + worth_to(ALLIED, [other])) / 2 for one, other in zip(*self.games, strict=True)
        ]

    def told(self) -> list[str]:
        """Return the results, in lines."""
        shares = self.shares
        error = stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 0.0
        each = ", ".join(f"as the {SIDES[side]} {worth_to(side, self.games[side]):.1f} %" for side in (GERMAN, ALLIED))
        return [
            f"{len(shares)} pairs: {fmean(shares):.1f} % (error {error:.1f}); {each}",
            f"CPU of a player turn: median {median(self.turns):.3f} s, worst {max(self.turns):.3f} s",
        ]


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.liege_levels", description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("--levels", nargs=2, choices=LEVELS, default=(LEVELS[-1], LEVELS[0]))
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first pair")
    asked = parser.parse_args(words)
    duel, (first, second) = Duel(), asked.levels
    for number in range(asked.start, asked.start + asked.pairs):
        duel.play(asked.scenario, (first, second), number)
    print(f"{asked.scenario}: {first} against {second}")
    print("\n".join(duel.told()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))


__all__ = ["Duel", "TimedPlayer", "main"]

"""Games between players, and their statistics: winners, when forts fall, and losses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean, quantiles, stdev
from typing import Final

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.opponent.manner import STRATEGIES
from engine.liege.opponent.officer import Officer
from engine.liege.opponent.recruit import Recruit
from engine.liege.opponent.seat import LiegePlayer, anything, seat_of
from engine.liege.points import steps_lost, steps_saved
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem

#: Factory of a new player for each game, by name.
PLAYERS: Final[dict[str, Callable[[], LiegePlayer]]] = {
    "random": lambda: anything,
    "recruit": Recruit,
    "officer": Officer,
    **{name: partial(Recruit, manner) for name, (_, manner) in STRATEGIES.items()},
}
#: Upper limit: no game has more choices.
MOST_CHOICES: Final = 20_000


@dataclass(frozen=True, slots=True)
class PlayedSiege:
    """One finished game."""

    number: int
    winner: int | None
    score: int
    #: Number of forts fallen by the end of each turn.
    fallen: tuple[int, ...]
    #: Steps lost by side, and steps that left the map.
    lost: tuple[int, int]
    saved: int
    #: Whether German infantry is in the city.
    city: bool
    choices: int


def play(scenario: str, players: tuple[str, str], number: int, *, fog: bool | None = None) -> PlayedSiege:
    """Play one game between named players; the same number and players give the same game."""
    german, allied = players
    return played_between(scenario, (PLAYERS[german](), PLAYERS[allied]()), number, fog=fog)


def played_between(
    scenario: str, players: tuple[LiegePlayer, LiegePlayer], number: int, *, fog: bool | None = None
) -> PlayedSiege:
    """Play one game to its end, the German player first; `fog` None for the scenario's setting."""
    chance = KeyedChance(number.to_bytes(8, "big"))
    game: Game[LiegeState] = Game.start(LiegeSystem(scenario, fog=fog), chance, listening=False)
    game.recording = False
    seats = [(player, random.Random(f"{number}/{side}")) for side, player in enumerate(players)]
    fallen: dict[int, int] = {}
    choices = 0
    while game.stack and choices < MOST_CHOICES:
        seat = seat_of(game)
        player, rng = seats[seat.side]
        choice = player(seat, rng)
        fallen[game.state.turn] = len(game.state.facts.forts) - game.state.forts.bit_count()
        game.apply(choice)
        choices += 1
    state = game.state
    fallen[state.turn] = len(state.facts.forts) - state.forts.bit_count()
    result = game.result
    data = {} if result is None else result.data
    turns = range(state.scenario.first, state.scenario.last + 1)
    lines = {line[0]: line for line in data.get("lines", ())}
    return PlayedSiege(
        number, None if result is None else result.winner, data.get("score", 0),
        tuple(fallen.get(turn, fallen.get(turn - 1, 0)) for turn in turns),
        (steps_lost(state, GERMAN), steps_lost(state, ALLIED)), steps_saved(state),
        bool(lines.get("city", (0, 0, 0))[2]), choices,
    )  # fmt: skip


def games(scenario: str, players: tuple[str, str], numbers: Iterable[int]) -> Iterator[PlayedSiege]:
    """Yield the results of games, one after another."""
    for number in numbers:
        yield play(scenario, players, number)


def told(scenario: str, players: tuple[str, str], played: list[PlayedSiege]) -> list[str]:
    """Return the lines of the table."""
    size = len(played)
    wins = [sum(game.winner == side for game in played) for side in (GERMAN, ALLIED)]
    drawn, decided = size - sum(wins), sum(wins)
    first = LiegeState.new(scenario).scenario.first
    forts = [
        f"GT{first + at} {mean(column):.1f}"
        for at, column in enumerate(zip(*(game.fallen for game in played), strict=True))
    ]
    scores = [game.score for game in played]
    middle = quantiles(scores, n=4) if size > 1 else [scores[0]] * 3
    return [
        f"{scenario}: {players[0]} (German) against {players[1]} (Allied), {size} games",
        f"German {wins[0] / size:.1%}, drawn {drawn / size:.1%}, Allied {wins[1] / size:.1%}; "
        f"German {wins[0] / decided:.1%} of the decided games" if decided else "no game was decided",
        f"forts down at the end of {', '.join(forts)}",
        f"score {mean(scores):.1f} on average; quartiles {middle[0]:.0f}, {middle[1]:.0f}, {middle[2]:.0f}",
        _lost(played),
        f"scores of at least {_margins(scores)}",
        f"the city is German in {sum(game.city for game in played) / size:.0%}",
        f"{mean(game.choices for game in played):.0f} choices a game",
    ]  # fmt: skip


def worth_to(side: int, played: Sequence[PlayedSiege]) -> float:
    """Return a side's score in games, in percent: wins, and draws as half."""
    won = sum(0.5 if game.winner is None else game.winner == side for game in played)
    return 100 * won / len(played)


def compared(name: str, single: Sequence[PlayedSiege], mixed: Sequence[PlayedSiege]) -> str:
    """Return a line on a single strategy: its score against a recruit, next to a recruit's in its seat with the same dice."""
    side = STRATEGIES[name][0]
    one, other = worth_to(side, single), worth_to(side, mixed)
    pairs = zip(single, mixed, strict=True)
    differences = [worth_to(side, [mine]) - worth_to(side, [yours]) for mine, yours in pairs]
    error = stdev(differences) / len(single) ** 0.5 if len(single) > 1 else 0.0
    who = ("German", "Allied")[side]
    return f"{name} ({who}): {one:.1f} %, the recruit {other:.1f} %: {one - other:+.1f} points (error {error:.1f})"


def _margins(scores: list[int]) -> str:
    """Return how many games reach each score around the middle, to show the effect of other margins."""
    centre = round(mean(scores))
    return ", ".join(
        f"{least}: {sum(one >= least for one in scores) / len(scores):.0%}" for least in range(centre - 3, centre + 4)
    )


def _lost(played: list[PlayedSiege]) -> str:
    german, allied = (mean(game.lost[side] for game in played) for side in (GERMAN, ALLIED))
    saved = mean(game.saved for game in played)
    return f"steps lost: German {german:.1f}, Allied {allied:.1f}; saved in the west {saved:.1f}"


__all__ = ["MOST_CHOICES", "PLAYERS", "PlayedSiege", "compared", "games", "play", "played_between", "told", "worth_to"]

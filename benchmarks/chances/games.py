"""Games of the staff against itself, from openings as different as people's: what bears on their result, position by position."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP
from engine.pog.content.weights import load_weights
from engine.pog.opponent.chances import Sight, sight
from engine.pog.opponent.match import LEVELS, MOST_CHOICES
from engine.pog.opponent.seat import Player, asked
from engine.pog.state import State

SCENARIOS = ("introductory", "limited_war", "campaign")
#: Who plays whom: the same level on both sides mostly, so that the position decides and not the player.
PAIRS = (("officer", "officer"), ("recruit", "recruit"), ("officer", "recruit"), ("recruit", "officer"))
#: The same where games shall be cheap.
CHEAP = (("recruit", "recruit"), ("officer", "officer"), ("recruit", "recruit"), ("recruit", "recruit"))
#: Choices of a game in which somebody errs at first, and how often.
_ERRING, _OFTEN = (40, 160), (0.1, 0.6)


@dataclass(frozen=True, slots=True)
class Opening:
    """Who answers with any choice at first, how often, and until which choice of the game."""

    sides: tuple[int, ...]
    share: float
    until: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a game: what was seen, the game's deal, and who won it."""

    sight: Sight
    deal: int
    winner: int | None


def opening(deal: int) -> Opening:
    """How a deal begins: a quarter as it stands, in a quarter both sides err for a while, in half of them one does."""
    rng = random.Random(f"{deal}/opening")
    sides = rng.choice(((), (AP, CP), (AP,), (CP,)))
    return Opening(sides, rng.uniform(*_OFTEN), rng.randint(*_ERRING) if sides else 0)


def played(scenario: str, deal: int, cheap: bool) -> list[dict[str, Any]]:
    """The positions of one game at the beginning of its action rounds, as lines; those before the opening is over are left out."""
    names = CHEAP[deal % len(CHEAP)] if cheap else PAIRS[deal // 2 % len(PAIRS)]
    begun = opening(deal) if cheap else Opening((), 0.0, 0)
    seats = {side: _Seat(LEVELS[names[side]], side, deal, begun) for side in (AP, CP)}
    system = PathsOfGlory(GameOptions(scenario=scenario))
    game: Game[State] = Game.start(system, KeyedChance(deal.to_bytes(8, "big")), listening=False)
    seen: list[Sight] = []
    for number in range(MOST_CHOICES):
        if not game.stack:
            break
        actor = game.actor
        assert actor is not None
        if game.decision.kind == "choose_action" and number >= begun.until:
            seen.append(sight(game.state, 1 - actor))
        game.apply(seats[actor].answer(game, number))
    winner = game.result.winner if game.result else None
    row = {"scenario": scenario, "deal": deal, "winner": winner, "weights": load_weights().made.version}
    return [{**row, "terms": one.terms, "half_gap": one.half_gap} for one in seen]


class _Seat:
    """A player who errs at first."""

    def __init__(self, player: Player, side: int, deal: int, begun: Opening) -> None:
        self._player, self._begun = player, begun
        self._errs = side in begun.sides
        self._numbers, self._dice = random.Random(f"{deal}/{side}"), random.Random(f"{deal}/{side}/errs")

    def answer(self, game: Game[State], number: int) -> Choice:
        if self._errs and number < self._begun.until and self._dice.random() < self._begun.share:
            return self._dice.choice(list(game.options()))
        return asked(game, self._player, self._numbers)


def play(
    path: Path,
    games: dict[str, int],
    first: int,
    cheap: bool,
    processes: int,
    tell: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
) -> None:
    """Play the deals from the first on that the file lacks."""
    there = {(row["scenario"], row["deal"]) for row in rows(path)}
    wanted = [(name, first + deal) for deal in range(max(games.values())) for name in games if deal < games[name]]
    wanted = [one for one in wanted if one not in there]
    with (
        ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool,
        path.open("a", encoding="utf-8") as file,
    ):
        running = [pool.submit(played, *one, cheap) for one in wanted]
        for number, done in enumerate(as_completed(running), 1):
            for row in done.result():
                file.write(json.dumps(row) + "\n")
            file.flush()
            tell(f"{number} of {len(wanted)} games")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file."""
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from (json.loads(line) for line in file)


def read(paths: Iterable[Path]) -> list[Seen]:
    """What files hold."""
    return [
        Seen(Sight(row["scenario"], tuple(row["terms"]), row["half_gap"]), row["deal"], row["winner"])
        for path in paths
        for row in rows(path)
    ]

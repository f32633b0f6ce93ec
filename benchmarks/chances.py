"""`python -m benchmarks.chances play|fit FILE`: games of the staff against itself, and what they say about who wins from where.

`play` writes what bears on the result of positions of whole games, with who won, a line of JSON each; games that the file holds
are not played again. `fit` fits the weights on the games of even deals, measures them on those of odd deals, prints the figures and
a table of reliability, and with `--write` puts the weights where the staff reads them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.chances import Made, Weights
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import Chances, Sight, brier, judged, sight
from engine.pog.opponent.match import LEVELS, MOST_CHOICES
from engine.pog.opponent.seat import asked
from engine.pog.state import State

SCENARIOS = ("introductory", "limited_war", "campaign")
#: Who plays whom: the same level on both sides mostly, so that the position decides and not the player.
PAIRS = (("officer", "officer"), ("recruit", "recruit"), ("officer", "recruit"), ("recruit", "officer"))
WEIGHTS = Path(__file__).parent.parent / "assets" / "pog" / "opponent" / "chances.toml"
#: What the square of a weight costs beside the log loss of a position.
_COST = 1e-2
#: Bins of the table of reliability.
_BINS = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a game: what was seen, the game's deal, and who won it."""

    sight: Sight
    deal: int
    winner: int | None


def played(scenario: str, deal: int) -> list[dict[str, Any]]:
    """The positions of one game at the beginning of its action rounds, as lines."""
    names = PAIRS[deal // 2 % len(PAIRS)]
    players = {side: LEVELS[name] for side, name in zip((AP, CP), names, strict=True)}
    numbers = {side: random.Random(f"{deal}/{side}") for side in (AP, CP)}
    system = PathsOfGlory(GameOptions(scenario=scenario))
    game: Game[State] = Game.start(system, KeyedChance(deal.to_bytes(8, "big")), listening=False)
    seen: list[Sight] = []
    for _ in range(MOST_CHOICES):
        if not game.stack:
            break
        actor = game.actor
        assert actor is not None
        if game.decision.kind == "choose_action":
            seen.append(sight(game.state, 1 - actor))
        game.apply(asked(game, players[actor], numbers[actor]))
    winner = game.result.winner if game.result else None
    return [
        {"scenario": scenario, "deal": deal, "winner": winner, "terms": one.terms, "half_gap": one.half_gap}
        for one in seen
    ]


def play(path: Path, games: dict[str, int], processes: int) -> None:
    """Play what the file lacks."""
    there = {(row["scenario"], row["deal"]) for row in _rows(path)}
    wanted = [(name, deal) for deal in range(max(games.values())) for name in games if deal < games[name]]
    wanted = [one for one in wanted if one not in there]
    with (
        ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool,
        path.open("a", encoding="utf-8") as file,
    ):
        running = [pool.submit(played, *one) for one in wanted]
        for number, done in enumerate(as_completed(running), 1):
            for row in done.result():
                file.write(json.dumps(row) + "\n")
            file.flush()
            print(f"{number} of {len(wanted)} games", file=sys.stderr)


def _rows(path: Path) -> Iterable[dict[str, Any]]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from (json.loads(line) for line in file)


def read(path: Path) -> list[Seen]:
    """What a file holds."""
    return [
        Seen(Sight(row["scenario"], tuple(row["terms"]), row["half_gap"]), row["deal"], row["winner"])
        for row in _rows(path)
    ]


def fitted(seen: Sequence[Seen], command: str) -> Weights:
    """Weights fitted on even deals, measured on odd ones; each game counts once, however long it is."""
    from scipy.optimize import minimize  # of the extra "train"

    learnt, held = [one for one in seen if one.deal % 2 == 0], [one for one in seen if one.deal % 2]
    scenarios = sorted({one.sight.scenario for one in seen})
    loss = _Loss(learnt, scenarios)
    begin = np.array([0.3, 0.1, 0.1, 0.1, 0.0] + [0.0] * len(scenarios))
    least = [(1e-3, None), (0.0, None), (0.0, None)] + [(None, None)] * (len(begin) - 3)
    best = [round(float(value), 4) for value in minimize(loss, begin, method="L-BFGS-B", bounds=least).x]
    found = {"vp": best[0], "units": best[1], "threats": best[2], "status": best[3]}
    games = Counter(scenario for scenario, _ in {(one.sight.scenario, one.deal) for one in seen})
    made = {"command": command, "games": dict(games), "positions": len(seen), "brier": 0.0, "brier_before": 0.0}
    weights = Weights(
        **found, draw=best[4], time=dict(zip(scenarios, best[5:], strict=True)), made=Made.model_validate(made)
    )
    figures = {"brier": measured(held, weights), "brier_before": _before(learnt, held)}
    return weights.model_copy(
        update={"made": weights.made.model_copy(update={name: round(value, 4) for name, value in figures.items()})}
    )


class _Loss:
    """The log loss of weights over positions, a game counting once; large weights cost a little."""

    def __init__(self, seen: Sequence[Seen], scenarios: Sequence[str]) -> None:
        self._terms = np.array([one.sight.terms for one in seen])
        self._gap = np.array([one.sight.half_gap for one in seen])
        self._of = np.array([scenarios.index(one.sight.scenario) for one in seen])
        length = Counter((one.sight.scenario, one.deal) for one in seen)
        self._share = np.array([1.0 / length[one.sight.scenario, one.deal] for one in seen])
        self._cp = np.array([one.winner == CP for one in seen])
        self._ap = np.array([one.winner == AP for one in seen])

    def __call__(self, guess: Any) -> float:
        leaning = self._terms[:, :4] @ guess[:4] + self._terms[:, 4] * guess[5:][self._of]
        gap = np.maximum(0.0, guess[0] * self._gap + guess[4])
        cp, ap = 1 / (1 + np.exp(-(leaning - gap))), 1 / (1 + np.exp(leaning + gap))
        draw = np.maximum(1.0 - cp - ap, 1e-4)
        share = np.where(self._cp, cp, np.where(self._ap, ap, draw))
        loss = float(-(self._share * np.log(np.maximum(share, 1e-6))).sum() / self._share.sum())
        return loss + _COST * float((guess**2).sum())


def measured(seen: Sequence[Seen], weights: Weights) -> float:
    """Brier score over the three results."""
    return brier([judged(one.sight, weights) for one in seen], [one.winner for one in seen])


def _before(learnt: Sequence[Seen], held: Sequence[Seen]) -> float:
    """The same of always saying how often each result came in the scenario."""
    said = {}
    for name in {one.sight.scenario for one in held}:
        here = [one.winner for one in learnt if one.sight.scenario == name]
        shares = [here.count(who) / max(1, len(here)) for who in (CP, None, AP)]
        said[name] = Chances(shares[0], shares[1], shares[2], ())
    return brier([said[one.sight.scenario] for one in held], [one.winner for one in held])


def reliability(seen: Sequence[Seen], weights: Weights) -> list[tuple[float, float, int]]:
    """By bin of what was said of the Central Powers winning: the mean of it, how often they did, and how many positions."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(_BINS)]
    for one in seen:
        share = judged(one.sight, weights).cp
        bins[min(_BINS - 1, int(share * _BINS))].append((share, one.winner == CP))
    return [
        (sum(share for share, _ in some) / len(some), sum(won for _, won in some) / len(some), len(some))
        for some in bins
        if some
    ]


def written(weights: Weights) -> str:
    """The weights as the staff reads them."""
    kept = weights.model_dump()
    made, time = kept.pop("made"), kept.pop("time")
    games = made.pop("games")
    lines = [
        "# How the staff weighs what bears on the result of a war: see engine/pog/opponent/chances.py.",
        "# Made by a command, see below; what is changed by hand here is lost when it runs again.",
        *(f"{name} = {value}" for name, value in kept.items()),
        "",
        "[time]",
        *(f"{name} = {value}" for name, value in time.items()),
        "",
        "[made]",
        *(f"{name} = {json.dumps(value)}" for name, value in made.items()),
        "",
        "[made.games]",
        *(f"{name} = {value}" for name, value in sorted(games.items())),
    ]
    return "\n".join(lines) + "\n"


def show(seen: Sequence[Seen], weights: Weights) -> None:
    """The figures and the table for people."""
    held = [one for one in seen if one.deal % 2]
    for name in [*sorted({one.sight.scenario for one in held}), ""]:
        some = [one for one in held if name in ("", one.sight.scenario)]
        games = len({(one.sight.scenario, one.deal) for one in some})
        print(f"{name or 'all':<14}{games:>5} games held out, Brier {measured(some, weights):.3f}")
    print(
        f"{'':14}      always the usual shares   {weights.made.brier_before:.3f}\n{'said':>8}{'came':>8}{'positions':>12}"
    )
    for said, came, count in reliability(held, weights):
        spread = math.sqrt(came * (1 - came) / count)
        print(f"{said:>8.2f}{came:>8.2f}{count:>12}   ± {spread:.2f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play or fit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chances", description=__doc__)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, nargs=3, default=(200, 80, 40), metavar="N", help=" ".join(SCENARIOS))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the weights into the assets")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    given = parser.parse_args(arguments)
    if given.what == "play":
        play(given.file, dict(zip(SCENARIOS, given.games, strict=True)), given.processes)
        return 0
    seen = read(given.file)
    numbers = " ".join(str(number) for number in given.games)
    command = f"python -m benchmarks.chances play FILE --games {numbers}; python -m benchmarks.chances fit FILE --write"
    weights = fitted(seen, command)
    if given.write:
        WEIGHTS.write_text(written(weights), encoding="utf-8")
    if given.json:
        held = [one for one in seen if one.deal % 2]
        print(json.dumps({**weights.model_dump(), "reliability": reliability(held, weights)}, indent=1))
    else:
        show(seen, weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

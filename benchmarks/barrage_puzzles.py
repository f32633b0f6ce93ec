"""`python -m benchmarks.barrage_puzzles [--games N] [--write]`: finds puzzles of Liège 1914 in games that recruits play.

Each is the Barrage Phase of a siege in which the best plan is clearly better than a recruit's, and few plans are as
good. The first two come from the rulebook's example 14. The same games give the same puzzles.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.best_barrages import BestBarrages
from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.barrage import (
    FortBarrage,
    aff_of,
    aim_at_fort,
    cannot_be_bombarded,
    cannot_bombard,
    chances_of_falling,
)
from engine.liege.facts import GERMAN
from engine.liege.opponent import Recruit, seat_of
from engine.liege.opponent.fire import fire_at_forts
from engine.liege.puzzles import SOLVED, expected_forts
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.tables import FACES

FOLDER: Final = Path(__file__).parent.parent / "assets" / "liege" / "puzzles"
#: Number of puzzles wanted, and most of one game turn.
WANTED, OF_A_TURN = 12, 4
#: Fewest guns of a puzzle, most ways to aim them all, and the largest share of the best value that the usual plan may
#: have.
GUNS, WAYS, USUAL = 3, 20_000, 0.97
#: Plans evaluated exactly, and random plans sampled to estimate the difficulty.
CLOSELY, SAMPLES = 12, 200


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A Barrage Phase with its best plan; `share` of random plans are as good."""

    scenario: str
    turn: int
    seed: bytes
    opening: tuple[str, ...]
    plan: tuple[FortBarrage, ...]
    expected: float
    usual: float
    share: float

    @property
    def shape(self) -> tuple[tuple[int, int], ...]:
        """Return which forts are fired at with how many guns; puzzles with the same shape are alike."""
        return tuple(sorted((one.fort, one.guns.bit_count()) for one in self.plan))


def reach_of(state: LiegeState) -> dict[int, list[int]]:
    """Return the forts each gun can fire at."""
    forts = [fort for fort in members(state.forts) if cannot_be_bombarded(state, fort) is None]
    able = (
        gun for gun, own in enumerate(state.facts.units) if own.aff and state.at[gun] >= 0 and own.side == state.side
    )
    reach = {gun: [fort for fort in forts if cannot_bombard(state, gun, fort) is None] for gun in able}
    return {gun: forts for gun, forts in reach.items() if forts}


def best_plan(state: LiegeState) -> tuple[float, tuple[FortBarrage, ...]]:
    """Return the plan with the highest expected damage: a good one first, then any that enumeration finds to be better."""
    expected, plan = _good_plan(state)
    search = BestBarrages(state)
    expected = search.best(expected)
    return expected, search.plan or plan


def _good_plan(state: LiegeState) -> tuple[float, tuple[FortBarrage, ...]]:
    """Return the best of the plans that look best: ranked by each barrage alone, then the best ones exactly."""
    reach, value = reach_of(state), _alone(state)
    found: dict[tuple[tuple[int, int], ...], float] = {}
    for aimed in itertools.product(*reach.values()):
        assigned: dict[int, int] = {}
        for gun, fort in zip(reach, aimed, strict=True):
            assigned[fort] = assigned.get(fort, 0) | 1 << gun
        key = tuple(sorted(assigned.items()))
        if key not in found:
            found[key] = sum(value(fort, guns) for fort, guns in key)
    best: tuple[float, tuple[FortBarrage, ...]] = (0.0, ())
    for key in sorted(found, key=lambda one: -found[one])[:CLOSELY]:
        for plan in _sequences(state, [FortBarrage((fort,), guns) for fort, guns in key], value):
            if (expected := expected_forts(state, plan)) > best[0] + 1e-9:
                best = expected, plan
    return best


def _alone(state: LiegeState) -> Callable[[int, int], float]:
    memo: dict[tuple[int, int], float] = {}

    def value(fort: int, guns: int) -> float:
        key = fort, aff_of(state, guns)
        if key not in memo:
            chances = (
                {}
                if aim_at_fort(state, fort, key[1], guns=guns).column is None
                else chances_of_falling(state, FortBarrage((fort,), guns))
            )
            memo[key] = sum(fallen.bit_count() * weight for fallen, weight in chances.items()) / FACES**2
        return memo[key]

    return value


def _sequences(
    state: LiegeState, barrages: list[FortBarrage], value: Callable[[int, int], float]
) -> Iterator[tuple[FortBarrage, ...]]:
    """Yield orders in which barrages can be fired; for up to three all of them, with every possible second fort."""
    if len(barrages) > 3:
        ranked = sorted(barrages, key=lambda one: -value(one.fort, one.guns))
        rng = random.Random(1)
        yield from (tuple(ranked), tuple(reversed(ranked)))
        yield from (tuple(rng.sample(ranked, len(ranked))) for _ in range(4))
        return
    variants = [[one, *_with_second(state, one)] for one in barrages]
    for chosen in itertools.product(*variants):
        yield from itertools.permutations(chosen)


def _with_second(state: LiegeState, barrage: FortBarrage) -> list[FortBarrage]:
    hex_ = state.facts.forts[barrage.fort].hex
    others = [fort for fort in members(state.forts) if state.facts.forts[fort].hex == hex_ and fort != barrage.fort]
    return [FortBarrage((barrage.fort, other), barrage.guns) for other in others] if len(others) > 1 else []


def weighed(scenario: str, seed: bytes, opening: Sequence[str], state: LiegeState) -> FoundPuzzle | None:
    """Evaluate a position as a puzzle; None if it has too few guns or too many ways to aim."""
    reach = reach_of(state)
    ways = math.prod(len(forts) for forts in reach.values())
    if len(reach) < GUNS or not 8 <= ways <= WAYS:
        return None
    expected, plan = best_plan(state)
    fired = [FortBarrage((one.fort,), one.guns) for one in fire_at_forts(state, storming=False)]
    usual = expected_forts(state, fired)
    rng, good = random.Random(1), 0
    for _ in range(SAMPLES):
        assigned: dict[int, int] = {}
        for gun, forts in reach.items():
            fort = rng.choice(forts)
            assigned[fort] = assigned.get(fort, 0) | 1 << gun
        drawn = [FortBarrage((fort,), guns) for fort, guns in assigned.items()]
        rng.shuffle(drawn)
        good += expected_forts(state, drawn) >= SOLVED * expected
    return FoundPuzzle(scenario, state.turn, seed, tuple(opening), plan, expected, usual, good / SAMPLES)


def from_sieges(games: int) -> Iterator[FoundPuzzle]:
    """Yield the German Barrage Phases of games played by recruits."""
    for number in range(1, games + 1):
        seed = number.to_bytes(32, "big")
        game: Game[LiegeState] = Game.start(LiegeSystem("siege", fog=False), KeyedChance(seed), listening=False)
        seats = [(Recruit(), random.Random(f"{number}/{side}")) for side in (0, 1)]
        opening: list[str] = []
        seen: set[int] = set()
        while game.stack:
            state = game.state
            if game.decision.kind == "barrage" and state.side == GERMAN and state.turn not in seen:
                seen.add(state.turn)
                if (one := weighed("siege", seed, opening, state)) is not None:
                    yield one
            seat = seat_of(game)
            player, rng = seats[seat.side]
            choice = player(seat, rng)
            opening.append(game.text(choice))
            game.apply(choice)


def from_the_book() -> Iterator[FoundPuzzle]:
    """Yield the position of example 14, with the guns facing either hex of the camp."""
    for number, facing in enumerate(("se", "ne"), start=14):
        seed = number.to_bytes(32, "big")
        game: Game[LiegeState] = Game.start(LiegeSystem("maubeuge"), KeyedChance(seed), listening=False)
        opening: list[str] = []
        while game.decision.kind != "barrage":
            legal = [game.text(choice) for choice in game.options()]
            wanted = next((text for text in legal if text.startswith("arrive ") or text == f"face {facing}"), legal[0])
            if wanted == legal[0] and "done" in legal and not wanted.startswith("arrive "):
                wanted = "done"
            opening.append(wanted)
            game.apply(game.parse(wanted))
        if (one := weighed("maubeuge", seed, opening, game.state)) is not None:
            yield one


def chosen(games: int) -> list[FoundPuzzle]:
    """Select the puzzles: the book's first, then the clearest of the games, few per turn and no two alike."""
    kept = list(from_the_book())
    clear = [one for one in from_sieges(games) if one.usual < USUAL * one.expected and one.share < 0.35]
    for one in sorted(clear, key=lambda one: one.usual / one.expected):
        alike = any(other.shape == one.shape and other.scenario == one.scenario for other in kept)
        if len(kept) < WANTED and not alike and sum(other.turn == one.turn for other in kept) < OF_A_TURN:
            kept.append(one)
    return kept


def rating(share: float) -> int:
    """Return a puzzle's rating, from the share of random plans that are as good as the best."""
    odds = (1 - share + 0.01) / (share + 0.01)
    return max(700, min(2300, 10 * round((1300 + 170 * math.log(odds)) / 10)))


def as_toml(name: str, one: FoundPuzzle) -> str:
    """Format a puzzle as its file."""
    facts = LiegeSystem(one.scenario).facts
    lines = [
        "# Found by `python -m benchmarks.barrage_puzzles --write`; what is changed by hand is lost when it runs again."
    ]
    made = (
        "example 14 of the rulebook"
        if one.scenario == "maubeuge"
        else f"game {int.from_bytes(one.seed, 'big')} of two recruits"
    )
    lines += [
        f'name = "{name}"', f'scenario = "{one.scenario}"', f"turn = {one.turn}", f'seed = "{one.seed.hex()}"',
        f"expected = {one.expected:.6f}", f"usual = {one.usual:.6f}", f"rating = {rating(one.share)}", f'made = "{made}"',
        "opening = [", *(f'    "{text}",' for text in one.opening), "]",
    ]  # fmt: skip
    for barrage in one.plan:
        forts = ", ".join(f'"{facts.forts[fort].name}"' for fort in barrage.forts)
        guns = ", ".join(f'"{facts.units[gun].name}"' for gun in members(barrage.guns))
        lines += ["", "[[plan]]", f"forts = [{forts}]", f"guns = [{guns}]"]
    return "\n".join(lines) + "\n"


def name_of(one: FoundPuzzle) -> str:
    """Return a four-letter name that is stable as long as the position is found."""
    rng = random.Random(f"{one.scenario} {one.turn} {one.shape}")
    return "".join(rng.choice("bcdfghjklmnpqrstvwxz") for _ in range(4))


def main(words: Sequence[str]) -> int:
    """Print the puzzles; with `--write`, replace the shipped ones."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.barrage_puzzles", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="games that recruits play (40)")
    parser.add_argument("--write", action="store_true", help="write the files in assets/liege/puzzles")
    asked = parser.parse_args(words)
    found = chosen(asked.games)
    for one in found:
        print(
            f"{name_of(one)}: {one.scenario}, turn {one.turn}; best {one.expected:.2f} forts, usual {one.usual:.2f}; "
            f"{one.share:.1%} of plans at random are as good; rating {rating(one.share)}"
        )
    if asked.write:
        FOLDER.mkdir(exist_ok=True)
        for file in FOLDER.glob("*.toml"):
            file.unlink()
        for one in found:
            (FOLDER / f"{name_of(one)}.toml").write_text(as_toml(name_of(one), one), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))


__all__ = ["FoundPuzzle", "best_plan", "chosen", "from_sieges", "from_the_book", "main", "reach_of", "weighed"]

"""`python -m benchmarks.puzzles mine|check`: finds puzzles in wars of the levels against each other, and tries those that ship once more.

`mine` plays wars and examines each action round from its seat. Where a space, an army or a flank is at stake, a general
searches for plans; the best is reduced to the orders that matter and evaluated against all others found, in the same
imagined games with the same dice. A puzzle is a position in which the best plan is short, and better by a margin than
all that miss its aim, also in other imagined games and against what a general finds with full effort. How often
recruits and officers miss it gives its difficulty. `check` has a general search again for each shipped puzzle,
evaluates its solution against the result in other imagined games, and prints what is left of its margin.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from benchmarks.puzzles.files import line, written
from benchmarks.puzzles.moments import PROMISES, RARE, Wanted, worth_a_look
from benchmarks.puzzles.seeking import MANY, OTHER_SEED, SURE, Seeker
from benchmarks.puzzles.trying import check, stands
from engine.pog.content.puzzles import Puzzle
from engine.pog.content.records import SIDE_NAMES

FOLDER = Path(__file__).parent.parent.parent / "assets" / "pog" / "puzzles"
#: Most puzzles of one war, and most positions of it to examine.
_OF_A_WAR, _LOOKED = 2, 14


def mine(wanted: Wanted, deals: range, folder: Path) -> None:
    """Search wars and write the puzzles found, one file each."""
    began, looked = process_time(), 0
    for deal in deals:
        found: list[Puzzle] = []
        for seen, (moment, at_stake) in enumerate(worth_a_look(wanted, deal), 1):
            looked += 1
            puzzle = Seeker(moment, at_stake).found()
            if puzzle is not None and all(one.aim != puzzle.aim for one in found) and stands(puzzle):
                found.append(puzzle)
                (folder / f"{puzzle.name}.toml").write_text(written(puzzle), encoding="utf-8")
                print(f"\n{line(puzzle)}", file=sys.stderr)
            state, seconds = moment.game.state, process_time() - began
            print(
                f"\r{wanted.scenario} {deal}, turn {state.turn}.{state.round}: {looked} positions looked at, {seconds:.0f} s ",
                end="", file=sys.stderr, flush=True,
            )  # fmt: skip
            if len(found) == _OF_A_WAR or seen == _LOOKED:
                break
    print(file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `mine` or `check`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.puzzles", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    mining = commands.add_parser("mine")
    mining.add_argument("scenario")
    mining.add_argument("--players", nargs=2, default=("officer", "officer"), metavar="LEVEL", help="the Allies first")
    mining.add_argument("--deals", nargs=2, type=int, default=(0, 10), metavar="N", help="from, up to")
    mining.add_argument("--kinds", nargs="+", default=RARE, choices=RARE)
    mining.add_argument("--least", type=float, default=PROMISES, help="VP that must be at stake (%(default)s)")
    mining.add_argument("--seats", nargs="+", default=SIDE_NAMES, choices=SIDE_NAMES)
    mining.add_argument("--folder", type=Path, default=FOLDER)
    checking = commands.add_parser("check")
    checking.add_argument("--games", type=int, default=MANY)
    checking.add_argument("--seed", type=int, default=OTHER_SEED)
    checking.add_argument("--effort", type=float, default=SURE, help="share of a general's usual work (%(default)s)")
    given = parser.parse_args(arguments)
    if given.what == "check":
        return check(given.games, given.seed, given.effort)
    wanted = Wanted(given.scenario, tuple(given.players), tuple(given.kinds), given.least, tuple(given.seats))
    mine(wanted, range(*given.deals), given.folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

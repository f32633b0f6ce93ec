"""`python -m benchmarks.chances play|fit|measure FILE...`: games of the staff against itself, and what they say about who wins from where.

`play` writes what bears on the result of positions of whole games, with who won, a line of JSON each; games that the file holds
are not played again. With `--cheap` the recruit plays most of them, and in three of four somebody errs for a while at first, so that
positions are as different as people's. `fit` fits the weights on a third of the games, puts them right on another third, measures them on
the last, prints the figures and a table of reliability, and with `--write` puts the weights where the staff reads them. `measure` fits
nothing: it tells how well the weights that ship do on all games of the files, which must be others than those of their record.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.chances.fitting import before, fitted, measured, parted, reliability
from benchmarks.chances.games import SCENARIOS, Seen, play, read
from benchmarks.chances.telling import FILE, picture, shown, written
from engine.pog.content.chances import Weights, load_chances
from engine.pog.content.weights import load_weights


def show(seen: Sequence[Seen], weights: Weights) -> None:
    """The figures of some games by scenario, and the table."""
    for name in [*sorted({one.sight.scenario for one in seen}), ""]:
        some = [one for one in seen if name in ("", one.sight.scenario)]
        games = len({(one.sight.scenario, one.deal) for one in some})
        print(
            f"{name or 'all':<14}{games:>5} games, Brier {measured(some, weights):.3f}; of always saying their own shares {before(some, some):.3f}"
        )
    print("\n".join(shown(reliability(seen, weights))))


def show_fit(seen: Sequence[Seen], weights: Weights) -> None:
    """What came of fitting, on the games held out."""
    made = weights.made
    show(parted(seen)[2], weights)
    print(
        f"Brier {made.brier:.3f}; before it was put right {made.brier_unright:.3f}; each third held out in turn {made.brier_in_turn:.3f}"
    )
    print(f"always the usual shares of the other games {made.brier_before:.3f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play or fit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chances", description=__doc__)
    parser.add_argument("what", choices=("play", "fit", "measure"))
    parser.add_argument("files", type=Path, nargs="+", help="play writes the first")
    parser.add_argument("--games", type=int, nargs=3, default=(200, 80, 40), metavar="N", help=" ".join(SCENARIOS))
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--cheap", action="store_true", help="mostly recruits, and openings with errors")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the weights into the assets")
    parser.add_argument("--made", default="", help="what the record shall say of how the games were played")
    parser.add_argument("--picture", type=Path, help="draw the diagram of reliability")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    given = parser.parse_args(arguments)
    if given.what == "play":
        games = dict(zip(SCENARIOS, given.games, strict=True))
        play(given.files[0], games, given.first, given.cheap, given.processes)
        return 0
    seen = read(given.files)
    if given.what == "measure":
        show(seen, load_chances())
        return 0
    command = f"{given.made or 'python -m benchmarks.chances play FILE'}; python -m benchmarks.chances fit FILE --write"
    weights = fitted(seen, command, load_weights().made.version)
    if given.write:
        FILE.write_text(written(weights), encoding="utf-8")
    if given.picture:
        picture(weights.made.reliability, given.picture)
    if given.json:
        print(json.dumps(weights.model_dump(mode="json"), indent=1))
    else:
        show_fit(seen, weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

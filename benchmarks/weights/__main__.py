"""`python -m benchmarks.weights fit|keep|table|write`: the weights of the computer sought in self-play, measured, and written down.

`fit JOURNAL` plays variants of the given weights (default: the shipped ones) against each other, resuming the journal,
then prints the proposed weights. `keep JOURNAL` plays the proposal against the shipped weights and every older version
on other deals, and only if it wins installs it, with its record; the previously shipped weights join the older
versions. `table` plays all versions against each other. `write` rewrites the current file, with units and meanings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.weights import surface
from benchmarks.weights.arena import LEVELS, Arena
from benchmarks.weights.files import OLDER, PRESENT, written
from benchmarks.weights.measured import Remembering
from benchmarks.weights.measuring import Measure, better, scores, shown, table
from benchmarks.weights.trials import Course, Deal, NotThisJournal, Trials, cpu
from benchmarks.weights.variants import SOUGHT, shifted
from engine.pog.content.weights import Version, WeightsOrigin, checked, dumped, load_older, load_weights


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _trials(given: argparse.Namespace) -> Trials:
    """Return the trials given by the arguments."""
    course = Course(given.seed, given.level, given.spread)
    return Trials(dumped(_versions()[given.start].weights), course, given.journal)


def _measuring(given: argparse.Namespace) -> Arena:
    """Return the arena for measurements; games in the `--played` file are not played again."""
    here = Arena(given.processes)
    return Remembering(here, given.played) if given.played else here


def _versions() -> dict[str, Version]:
    """Return the older versions and the shipped one, by name; the shipped one replaces an older namesake."""
    return {version.made.version: version for version in (*load_older(), load_weights())}


def _played(given: argparse.Namespace) -> tuple[Trials, list[Deal]]:
    """Return the trials after playing the missing games, and the deals that count."""
    trials, wanted = _trials(given), dict(zip(given.scenarios, given.deals, strict=True))
    trials.run(Arena(given.processes), wanted, _tell)
    return trials, trials.of(wanted)


def _proposed(trials: Trials, deals: list[Deal]) -> dict[str, Any]:
    """Return the weights proposed by the deals, and print them."""
    differ, counted = surface.observed(trials, deals)
    found = surface.fitted(differ, counted, trials.course.spread)
    logs = surface.proposed(found, trials.course.spread)
    print(f"{2 * len(deals)} games, {cpu(deals):.0f} s of CPU")
    print(
        f"deals left out in turn are foretold with a correlation of {surface.foretold(differ, counted, trials.course.spread):.2f}"
    )
    for line in surface.lines(found, logs):
        print(line)
    return shifted(trials.start, logs)


def fit(given: argparse.Namespace) -> int:
    """Play the missing deals, and print the proposal."""
    _proposed(*_played(given))
    return 0


def keep(given: argparse.Namespace) -> int:
    """Measure the proposal, and install it only if it wins."""
    trials, deals = _played(given)
    found, present = _proposed(trials, deals), load_weights()
    against = {}
    here = _measuring(given)
    for other in sorted(_versions().values(), key=lambda version: version != present):
        games = given.games if other == present else given.older or given.games
        _tell(f"against {other.made.version}")
        measure = Measure(tuple(given.measured or given.scenarios), games // 2)
        against[other.made.version] = scores(here, found, dumped(other.weights), measure, _tell)
    for line in shown({(given.version, name): parts["all"] for name, parts in against.items()}):
        print(line)
    if not better(against, present.made.version):
        print(f"{given.version} is not surely better than {present.made.version}: the weights stay as they are")
        return 1
    made = WeightsOrigin(
        version=given.version, how="Sought in self-play, kept because it won on other deals.", command=given.command,
        date=given.date, games=2 * len(deals), cpu_s=round(cpu(deals)), fitted=SOUGHT, against=against,
    )  # fmt: skip
    (OLDER / f"{present.made.version}.toml").write_text(written(present), encoding="utf-8")
    PRESENT.write_text(written(Version(made, checked(found))), encoding="utf-8")
    print(
        f"{given.version} is kept; chances.toml was fitted with the old weights: `python -m benchmarks.chances` makes it anew"
    )
    return 0


def versions(given: argparse.Namespace) -> int:
    """Play all versions against each other."""
    every = list(_versions().values())
    measure = Measure(tuple(given.measured or given.scenarios), given.games // 2)
    here = _measuring(given)
    for line in shown(table(here, every, measure, _tell)):
        print(line)
    return 0


def write(given: argparse.Namespace) -> int:
    """Rewrite the current file."""
    del given
    PRESENT.write_text(written(load_weights()), encoding="utf-8")
    return 0


#: The subcommands.
DOES = {"fit": fit, "keep": keep, "table": versions, "write": write}


def _parser() -> argparse.ArgumentParser:
    """Return the argument parser."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weights", description=__doc__)
    parser.add_argument("what", choices=tuple(DOES))
    parser.add_argument("journal", type=Path, nargs="?", default=Path("var/weights.jsonl"))
    parser.add_argument("--seed", type=int, default=1, help="of variants and deals")
    parser.add_argument("--scenarios", nargs="+", default=["introductory", "limited_war", "campaign"], metavar="NAME")
    parser.add_argument(
        "--deals",
        type=int,
        nargs="+",
        default=[100, 300, 100],
        help="of each scenario, each on both sides, for fit and keep",
    )
    parser.add_argument(
        "--start", default=load_weights().made.version, choices=tuple(_versions()),
        help="the version in the middle of all variants; else what ships",
    )  # fmt: skip
    parser.add_argument("--level", choices=tuple(LEVELS), default="sketch", help="who plays, for fit and keep")
    parser.add_argument("--spread", type=float, default=0.5, help="how far apart variants are, as a logarithm")
    parser.add_argument(
        "--measured", nargs="+", metavar="NAME", help="scenarios for keep and table; else all of --scenarios"
    )
    parser.add_argument("--games", type=int, default=100, help="of each scenario and pair, for keep and table")
    parser.add_argument(
        "--older", type=int, metavar="GAMES",
        help="of each scenario against each older self, for keep: that it is not worse takes fewer than that it is better",
    )  # fmt: skip
    parser.add_argument(
        "--played", type=Path, metavar="FILE", help="keeps the games of keep and table, which go on where they stopped"
    )
    parser.add_argument("--version", default="fitted", help="the name of what is kept")
    parser.add_argument("--date", default="", help="the date that the record shall name")
    parser.add_argument("--processes", type=int, default=1)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand."""
    parser = _parser()
    given = parser.parse_args(arguments)
    words = arguments if arguments is not None else sys.argv[1:]
    # The shipped weights may have changed by the time someone reads the record.
    begun = [] if "--start" in words else ["--start", given.start]
    given.command = " ".join(["python -m benchmarks.weights", *map(str, words), *begun])
    if given.what in ("fit", "keep") and len(given.deals) != len(given.scenarios):
        parser.error("--deals names a number for each of --scenarios")
    try:
        return DOES[given.what](given)
    except NotThisJournal as error:
        parser.error(str(error))


if __name__ == "__main__":
    raise SystemExit(main())

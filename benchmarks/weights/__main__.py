"""`python -m benchmarks.weights fit|keep|table|write`: the weights of the staff sought in self-play, measured, and written down.

`fit JOURNAL` plays generations and goes on where the journal stopped. `keep JOURNAL` plays what was found against the weights that ship
and against every older self on other deals, and only if it wins puts it in their place, with the record; those that shipped join the
older selves. `table` plays all versions against each other. `write` writes the present file anew, with units and meanings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.weights.arena import Arena
from benchmarks.weights.files import OLDER, PRESENT, written
from benchmarks.weights.fitting import FITTED, Course, NotThisJournal, Search
from benchmarks.weights.measuring import Measure, better, scores, shown, table
from engine.pog.content.weights import Made, Version, checked, dumped, load_older, load_weights


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _search(given: argparse.Namespace) -> Search:
    turns = dict(zip(given.scenarios, given.turns, strict=True))
    course = Course(turns, given.deals, given.population, given.sigma)
    versions = _versions()
    start = versions[given.start] if given.start else load_weights()
    return Search(start, tuple(versions.values()), course, given.seed, given.journal)


def _versions() -> dict[str, Version]:
    """The older selves and what ships, by name; an older one of the present's name is the present itself."""
    return {version.made.version: version for version in (*load_older(), load_weights())}


def fit(given: argparse.Namespace) -> int:
    """Play generations."""
    search = _search(given)
    here = Arena(given.processes)
    search.run(here, given.generations, _tell)
    found = search.found()
    for path in FITTED:
        print(f"{path:<28}{_at(search.start, path):>9.4f} -> {_at(found, path):.4f}")
    return 0


def _at(raw: object, path: str) -> float:
    for name in path.split("."):
        assert isinstance(raw, dict)
        raw = raw[name]
    assert isinstance(raw, float | int)
    return float(raw)


def keep(given: argparse.Namespace) -> int:
    """Measure what was found, and keep it only if it wins."""
    search, present = _search(given), load_weights()
    found, measure = search.found(), Measure(tuple(given.scenarios), given.games // 2)
    against = {}
    here = Arena(given.processes)
    for other in _versions().values():
        _tell(f"against {other.made.version}")
        against[other.made.version] = scores(here, found, dumped(other.weights), measure, _tell)
    for line in shown({(given.version, name): parts["all"] for name, parts in against.items()}):
        print(line)
    if not better(against, present.made.version):
        print(f"{given.version} is not surely better than {present.made.version}: the weights stay as they are")
        return 1
    made = Made(
        version=given.version, how="Sought in self-play, kept because it won on other deals.", command=given.command,
        date=given.date, games=search.games, generations=len(search.generations), cpu_s=round(search.cpu), fitted=FITTED,
        against=against,
    )  # fmt: skip
    (OLDER / f"{present.made.version}.toml").write_text(written(present), encoding="utf-8")
    PRESENT.write_text(written(Version(made, checked(found))), encoding="utf-8")
    print(
        f"{given.version} is kept; chances.toml was fitted with the old weights: `python -m benchmarks.chances` makes it anew"
    )
    return 0


def versions(given: argparse.Namespace) -> int:
    """All versions against each other."""
    every = list(_versions().values())
    measure = Measure(tuple(given.scenarios), given.games // 2)
    here = Arena(given.processes)
    for line in shown(table(here, every, measure, _tell)):
        print(line)
    return 0


def write(given: argparse.Namespace) -> int:
    """The present file anew."""
    del given
    PRESENT.write_text(written(load_weights()), encoding="utf-8")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weights", description=__doc__)
    does = {"fit": fit, "keep": keep, "table": versions, "write": write}
    parser.add_argument("what", choices=tuple(does))
    parser.add_argument("journal", type=Path, nargs="?", default=Path("var/weights.jsonl"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenarios", nargs="+", default=["introductory", "limited_war"], metavar="NAME")
    parser.add_argument(
        "--turns", type=int, nargs="+", default=[0, 3], help="after which turn games of each scenario are cut; 0: never"
    )
    parser.add_argument("--deals", type=int, default=4, help="of each scenario for a candidate, each on both sides")
    parser.add_argument(
        "--population", type=int, default=0, help="candidates of a generation; 0: what the optimiser takes"
    )
    parser.add_argument("--sigma", type=float, default=0.15, help="how far apart candidates are at first")
    parser.add_argument(
        "--start", default="", choices=tuple(_versions()), help="the version to begin from; else what ships"
    )
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=100, help="of each scenario and pair, for keep and table")
    parser.add_argument("--version", default="fitted", help="the name of what is kept")
    parser.add_argument("--date", default="", help="the date that the record shall name")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    words = arguments if arguments is not None else sys.argv[1:]
    given.command = " ".join(["python -m benchmarks.weights", *map(str, words)])
    if len(given.turns) != len(given.scenarios):
        parser.error("--turns names a turn for each of --scenarios")
    try:
        return does[given.what](given)
    except NotThisJournal as error:
        parser.error(str(error))


if __name__ == "__main__":
    raise SystemExit(main())

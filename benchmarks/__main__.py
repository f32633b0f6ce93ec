"""`python -m benchmarks [engine] [render] [service] [pages] [start] [attention] [computer] [leagues] [journeys] [liege] [opponent] [--json]`: measure and print; benchmarks/README.md tells what."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import engine, render, tables
from benchmarks.compatible_games import UnknownVersion
from benchmarks.peer import NoPeer
from engine.pog.content import load_content
from engine.pog.opponent.match import UnknownPlayer, named

Given = argparse.Namespace


def _service(given: Given) -> dict[str, Any]:
    from benchmarks import service

    return service.measure(service.QUICK if given.quick else None, given.runs, given.platform or tuple(service.STAGES))


def _pages(given: Given) -> dict[str, Any]:
    from benchmarks import pages

    plan = pages.QUICK if given.quick else pages.Plan()
    return pages.measure(plan.lasting(given.seconds) if given.seconds else plan)


def _start(given: Given) -> dict[str, Any]:
    from benchmarks import starting

    return starting.measure(starting.QUICK if given.quick else None)


def _leagues(given: Given) -> dict[str, Any]:
    from benchmarks import leagues

    return leagues.measure(leagues.QUICK if given.quick else None)


def _attention(given: Given) -> dict[str, Any]:
    from benchmarks import attention

    return attention.measure(given.platform or tuple(attention.PLATFORMS), quick=given.quick, whole=given.whole)


def _computer(given: Given) -> dict[str, Any]:
    from benchmarks import computer

    plan = computer.QUICK if given.quick else computer.Plan()
    levels = {"level": given.level} if given.level else {}
    return computer.measure(
        replace(plan, games=given.games or plan.games, seconds=given.seconds or plan.seconds, **levels)
    )


def _journeys(given: Given) -> dict[str, Any]:
    from benchmarks import journeys

    del given
    return journeys.measure()


def _liege(given: Given) -> dict[str, Any]:
    from benchmarks import liege_engine

    return liege_engine.measure(quick=given.quick)


def _opponent(given: Given) -> dict[str, Any]:
    from benchmarks import opponent

    if given.report:
        return opponent.report(given.report)
    plan = opponent.QUICK if given.quick else opponent.Plan()
    return opponent.measure(
        replace(
            plan,
            scenarios=tuple(given.scenario or plan.scenarios),
            pairs=tuple(given.pair or plan.pairs),
            games=given.games or plan.games,
            start=given.start,
            processes=given.processes or plan.processes,
            keep=given.keep,
            adopt=given.adopt,
        )
    )


SUITES: dict[str, Callable[[Given], dict[str, Any]]] = {
    "engine": lambda given: engine.measure(given.peer),
    "render": lambda given: render.measure(),
    "service": _service,
    "pages": _pages,
    "start": _start,
    "attention": _attention,
    "computer": _computer,
    "leagues": _leagues,
    "journeys": _journeys,
    "liege": _liege,
    "opponent": _opponent,
}
#: Suites that take hours: run only if named.
LONG = frozenset({"opponent"})
#: Suites whose figures are printed in one column per platform.
BY_PLATFORM = frozenset({"service", "attention"})


def main(arguments: list[str] | None = None) -> int:
    """Run the named suites, by default all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], help="what to measure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="a small load and few games: to see that it works")
    parser.add_argument("--runs", type=int, default=1, help="service: medians over so many runs")
    parser.add_argument("--seconds", type=float, default=0.0, help="pages and computer: play for so long, e.g. 3600")
    parser.add_argument("--level", default="", help="computer: the level that everybody plays against")
    parser.add_argument("--peer", type=Path, metavar="FOLDER", help="engine: play the rules.js in it in the same run")
    parser.add_argument("--whole", action="store_true", help="attention: each game to its end, by mail")
    parser.add_argument("--platform", action="append", choices=("web", "discord", "slack"), help="only this one")
    _of_opponents(parser)
    given = parser.parse_args(arguments)
    if given.adopt and not given.keep:
        parser.error("--adopt takes over games of a file: name it with --keep")
    results: dict[str, Any] = {}
    for name in given.suites or [name for name in SUITES if name not in LONG]:
        print(f"measuring {name} ...", file=sys.stderr)
        try:
            results[name] = SUITES[name](given)
        except (UnknownVersion, NoPeer) as error:
            parser.error(str(error))
        if not given.json:
            _show(name, results[name], reported=given.report is not None)
    if given.json:
        tables.dump(results[given.suites[0]] if len(given.suites) == 1 else results)
    return 0


def _of_opponents(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("opponent")
    group.add_argument("--scenario", action="append", choices=sorted(load_content().scenarios), help="only this one")
    group.add_argument(
        "--pair", action="append", type=_pair, metavar="A,B",
        help="only these players: levels, module:function or process:COMMAND, with a comma between them",
    )  # fmt: skip
    group.add_argument("--games", type=int, default=0, help="of each pair in each scenario, both sides of each deal")
    group.add_argument("--from", dest="start", type=int, default=0, help="number of the first deal")
    group.add_argument("--processes", type=int, default=0, help="games that are played at once")
    group.add_argument(
        "--keep", type=Path, metavar="FILE", help="add each game to this file, and play none again that is in it"
    )
    group.add_argument(
        "--adopt", metavar="VERSION",
        help="with --keep: play some games of an older version again, and count the others if those come out the same",
    )  # fmt: skip
    group.add_argument(
        "--report", type=Path, metavar="FILE", help="play nothing: the figures of the games in this file"
    )


def _pair(text: str) -> tuple[str, str]:
    """Parse a pair of existing players."""
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"{text!r} is no pair: write A,B")
    try:
        for name in (first, second):
            named(name)
    except UnknownPlayer as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return first, second


def _show(name: str, results: dict[str, Any], *, reported: bool) -> None:
    if name == "opponent":
        from benchmarks import opponent

        (opponent.show_report if reported else opponent.show)(results)
    else:
        (tables.show_columns if name in BY_PLATFORM else tables.show)(name, results)


if __name__ == "__main__":
    # Of the process that runs the benchmarks alone; tests load more for the same processes.
    multiprocessing.set_forkserver_preload(["benchmarks.preloaded", "benchmarks.kills"])
    sys.exit(main())

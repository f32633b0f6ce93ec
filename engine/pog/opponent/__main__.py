"""`python -m engine.pog.opponent match A B`: players against each other, both sides of each deal."""

from __future__ import annotations

import argparse
import json
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from inspect import getdoc

from engine.pog.opponent import external_program
from engine.pog.opponent import match as matches
from engine.pog.opponent.external_program import Process, plain
from engine.pog.opponent.match import LEVELS, Tally, UnknownPlayer, match, named
from engine.pog.ruleset import GameOptions
from engine.pog.rulesets import scenarios
from engine.pog.system import PathsOfGlory

#: Highest deal number.
_MOST = 1_000_000_000
#: Longest time for one answer, in seconds.
_DAY = 86_400


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match and print the result; return 0 when done, 2 for an unknown player or scenario, 130 if interrupted."""
    given = _parser().parse_args(arguments)
    system = PathsOfGlory(GameOptions(scenario=given.scenario))
    if given.command == "content":
        print(json.dumps(plain(system.content)))
        return 0
    logging.basicConfig(format="\r%(message)s", stream=sys.stderr)  # overwrites the progress line
    try:
        players = [named(name, given.seconds) for name in (given.first, given.second)]
    except UnknownPlayer as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    try:
        with ExitStack() as ending:
            for player in players:
                if isinstance(player, Process):
                    ending.callback(player.close)
            tally = match(system, players, given.deals, given.start, (lambda tally: None) if given.json else _progress)
            figures = _figures(given.first, given.second, given.scenario, tally)
            print(json.dumps(figures) if given.json else _words(figures), flush=True)
    except KeyboardInterrupt:
        print("\nmatch: broken off", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    plainly = argparse.RawDescriptionHelpFormatter
    known = sorted(scenarios())
    parser = argparse.ArgumentParser(prog="python -m engine.pog.opponent", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    played = commands.add_parser(
        "match", help="play and count; --help tells how to bring a player of your own",
        description=getdoc(matches), epilog=getdoc(external_program), formatter_class=plainly,
    )  # fmt: skip
    played.add_argument("first", metavar="A", help=f"{', '.join(LEVELS)}, module:function or process:COMMAND")
    played.add_argument("second", metavar="B", help="the same")
    played.add_argument("--deals", type=_number(1), default=20, help="each is played twice, with changed sides")
    played.add_argument("--from", dest="start", type=_number(0), default=0, help="number of the first deal")
    played.add_argument(
        "--seconds",
        type=_seconds,
        default=external_program.SECONDS,
        help="what a program may take for one answer (%(default)s)",
    )
    played.add_argument("--json", action="store_true", help="one JSON object instead of words")
    content = commands.add_parser(
        "content", help="print the spaces, units and cards that the numbers in a view stand for"
    )
    for command in (played, content):
        command.add_argument("--scenario", required=True, choices=known)
    return parser


def _number(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= _MOST:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from {least} to {_MOST}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= _DAY:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no time from some seconds to {_DAY}")
    return seconds


def _progress(tally: Tally) -> None:
    won, drawn, lost = tally.count()
    print(f"\r{len(tally.games)} games: {won} won, {drawn} drawn, {lost} lost", end="", file=sys.stderr, flush=True)


def _figures(first: str, second: str, scenario: str, tally: Tally) -> dict[str, object]:
    return {"first": first, "second": second, "scenario": scenario, **tally.figures()}


def _words(figures: dict[str, object]) -> str:
    return (
        "\n{first} against {second}, {scenario}: {games} games, {won} won, {drawn} drawn, {lost} lost\n"
        "rate {rate} (95 %: {low} to {high}), {elo} Elo, {vp} VP a game, failures {failures}"
    ).format(**figures)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that programs are ended either way
    sys.exit(main())

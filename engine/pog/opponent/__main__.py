"""`python -m engine.pog.opponent match A B`: players against each other, both sides of each deal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from engine.pog.content import load_content
from engine.pog.opponent.match import LEVELS, Tally, UnknownPlayer, match, named
from engine.pog.opponent.outside import Process
from engine.pog.ruleset import GameOptions
from engine.pog.system import PathsOfGlory


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; 0 done, 2 if a player or scenario is unknown."""
    parser = argparse.ArgumentParser(prog="python -m engine.pog.opponent", description=__doc__)
    parser.add_argument("command", choices=["match"])
    parser.add_argument("first", metavar="A", help=f"{', '.join(LEVELS)}, module:function or process:COMMAND")
    parser.add_argument("second", metavar="B", help="the same")
    parser.add_argument("--scenario", required=True, choices=sorted(load_content().scenarios))
    parser.add_argument("--deals", type=int, default=20, help="each is played twice, with changed sides")
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first deal")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of words")
    given = parser.parse_args(arguments)
    try:
        players = [named(name) for name in (given.first, given.second)]
    except UnknownPlayer as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    tally = match(
        PathsOfGlory(GameOptions(scenario=given.scenario)), players, given.deals, given.start,
        (lambda tally: None) if given.json else _progress,
    )  # fmt: skip
    for player in players:
        if isinstance(player, Process):
            player.close()
    figures = _figures(given.first, given.second, given.scenario, tally)
    print(json.dumps(figures) if given.json else _words(figures))
    return 0


def _progress(tally: Tally) -> None:
    won, drawn, lost = tally.count()
    print(f"\r{len(tally.games)} games: {won} won, {drawn} drawn, {lost} lost", end="", file=sys.stderr, flush=True)


def _figures(first: str, second: str, scenario: str, tally: Tally) -> dict[str, object]:
    won, drawn, lost = tally.count()
    low, high = tally.interval()
    return {
        "first": first, "second": second, "scenario": scenario, "games": len(tally.games),
        "won": won, "drawn": drawn, "lost": lost, "rate": round(tally.rate, 4),
        "low": round(low, 4), "high": round(high, 4), "elo": round(tally.elo), "vp": round(tally.vp, 2),
        "failures": [sum(game.failures[player] for game in tally.games) for player in (0, 1)],
    }  # fmt: skip


def _words(figures: dict[str, object]) -> str:
    return (
        "\n{first} against {second}, {scenario}: {games} games, {won} won, {drawn} drawn, {lost} lost\n"
        "rate {rate} (95 %: {low} to {high}), {elo} Elo, {vp} VP a game, failures {failures}"
    ).format(**figures)


if __name__ == "__main__":
    sys.exit(main())

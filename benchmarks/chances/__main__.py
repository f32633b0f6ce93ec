"""`python -m benchmarks.chances play|replay|keep|fit|measure FILE...`: games of many kinds of players, and what they say about who wins from where.

`play` plays whole games and writes the features of their positions and the winner, one line of JSON each; games already
in the file are not played again. `replay` does the same with recorded games (`--traces`), `keep` packs files into the
repository's one. `fit` fits the weights on half of the games, calibrates them on a quarter, measures them on the last,
prints the figures, and with `--write` installs the weights for the computer. `measure` fits nothing: it evaluates the
shipped weights on all games of the files, or with `--held` on those they were not fitted on. Without a file, `fit` and
`measure` use the games of the repository.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.chances.fitting import fitted, parted
from benchmarks.chances.games import GAMES, KINDS, POSITIONS, SCENARIOS, Seen, pack, play, read, replay
from benchmarks.chances.scores import by, reliability, usual
from benchmarks.chances.telling import FILE, held_table, picture, shown, written
from engine.pog.content.chances import ChanceWeights, load_chances
from engine.pog.content.weights import load_weights
from engine.pog.opponent.chances import judged
from tests.conformance.trace import find

#: The command that reproduces the weights from the games of the repository.
COMMAND = "python -m benchmarks.chances fit --write"


def show(seen: Sequence[Seen], weights: ChanceWeights) -> None:
    """Print figures by scenario and kind of players, compared with constant shares, and the reliability table."""
    said, shares = [judged(one.sight, weights) for one in seen], usual(seen)
    print("\n".join(held_table(by(lambda one: one.sight.scenario, seen, said, shares))))
    print("\n".join(held_table(by(lambda one: one.kind, seen, said, shares))))
    print("\n".join(shown(reliability(seen, [one.cp for one in said]))))


def show_fit(weights: ChanceWeights) -> None:
    """Print the result of a fit, on the held-out games."""
    made = weights.made
    print("\n".join(held_table(made.scenarios)))
    print("each kind of players told by weights that were fitted without it:")
    print("\n".join(held_table(made.kinds)))
    print("\n".join(shown(made.reliability)))
    for name, one in made.middle.items():
        print(
            f"{name:<14} said {one.said:.3f}, came {one.came:.3f} ({one.low:.2f} to {one.high:.2f}), {one.games} games"
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chances", description=__doc__)
    parser.add_argument("what", choices=("play", "replay", "keep", "fit", "measure"))
    parser.add_argument("files", type=Path, nargs="*", help="play and replay write the first")
    parser.add_argument("--kinds", nargs="+", choices=tuple(KINDS), default=tuple(KINDS), help="of players")
    parser.add_argument("--scenarios", nargs="+", choices=SCENARIOS, default=SCENARIOS)
    parser.add_argument("--games", type=int, help="of each kind in each scenario")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--traces", type=Path, nargs="+", default=(), help="recorded games, or folders of them")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the weights into the assets")
    parser.add_argument("--held", action="store_true", help="only games that the weights were not made of")
    parser.add_argument("--picture", type=Path, help="draw the diagram of reliability")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.what in ("play", "replay", "keep") and not given.files:
        parser.error(f"{given.what} needs a file")
    if given.what == "play":
        play(given.files[0], _wanted(given), given.processes)
    elif given.what == "replay":
        replay(given.files[0], sorted(set(find(given.traces))), given.processes)
    elif given.what == "keep":
        pack(given.files, POSITIONS)
    elif given.what == "measure":
        seen = read(given.files or (POSITIONS,))
        show(parted(seen)[2] if given.held else seen, load_chances())
    else:
        _fit(given)
    return 0


def _wanted(given: argparse.Namespace) -> list[tuple[str, str, int]]:
    """Return the games to play: scenario, kind of players, deal; all of a deal before the next."""
    most = {kind: given.games or GAMES[kind] for kind in given.kinds}
    deals = range(given.first, given.first + max(most.values()))
    wanted = [(name, kind, deal) for deal in deals for name in given.scenarios for kind in most]
    return [one for one in wanted if one[2] < given.first + most[one[1]]]


def _fit(given: argparse.Namespace) -> None:
    """Fit the weights to the positions, and keep or show what is wanted."""
    weights = fitted(read(given.files or (POSITIONS,)), COMMAND, load_weights().made.version)
    if given.write:
        FILE.write_text(written(weights), encoding="utf-8")
    if given.picture:
        picture(weights.made.reliability, given.picture)
    if given.json:
        print(json.dumps(weights.model_dump(mode="json"), indent=1))
    else:
        show_fit(weights)


if __name__ == "__main__":
    raise SystemExit(main())

"""`python -m tests.pairings PATH`: our pairing compared with a reference engine's, case by case.

PATH contains tournament states as `NAME.trf` and the reference's pairings as `NAME.out` (the number of pairs, then one
pair per line, 0 for the bye). Our pairing is given the reference's bye. Pairings are compared by (repeats, sum of score
differences in half points, side clashes), in that order: lower is better. Ends with
`N cases, E equal, B better, W worse`; the exit code is 1 if a case is worse.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bot.leagues.entrants import Entrant, clash
from bot.leagues.exchange import trf
from bot.leagues.pairing import pair_round

Count = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Case:
    """One tournament state, paired twice."""

    name: str
    ours: Count
    theirs: Count

    @property
    def verdict(self) -> str:
        """The result of the comparison."""
        if self.ours == self.theirs:
            return "equal"
        return "better" if self.ours < self.theirs else "worse"


def compared(state: Path) -> Case:
    """Pair a state and compare the result with the reference's.

    Raises:
        MalformedTrf: the state can't be read.
        ValueError: we left a player unpaired, or the reference pairs players who are not present.
    """
    field = {entrant.name: entrant for entrant in trf.entrants(trf.read(state.read_text()))}
    rows = [line.split() for line in state.with_suffix(".out").read_text().splitlines()[1:] if line]
    bye = next((one for one, other in rows if other == "0"), None)
    pairs = [(one, other) for one, other in rows if other != "0"]
    if {name for row in rows for name in row} - {"0"} != set(field):
        raise ValueError(f"{state.name}: the reference pairs others than those who are present")
    found = pair_round(list(field.values()), b"", bye=bye)
    if found.left or found.bye != bye:
        raise ValueError(f"{state.name}: left unpaired: {', '.join(found.left)}")
    ours = [(pair.first, pair.second) for pair in found.pairs]
    return Case(state.stem, count(field, ours), count(field, pairs))


def count(field: dict[str, Entrant], pairs: Iterable[tuple[str, str]]) -> Count:
    """Return the repeats, the sum of score differences in half points, and the side clashes."""
    games = [(field[one], field[other]) for one, other in pairs]
    return (
        sum(other.name in one.met for one, other in games),
        sum(abs(one.score - other.score) for one, other in games),
        sum(clash(one, other) for one, other in games),
    )


def main() -> int:
    """Compare all cases of a folder; prints those that are not equal, and the totals."""
    parser = argparse.ArgumentParser(prog="python -m tests.pairings", description=__doc__)
    parser.add_argument("path", type=Path, help="a folder of NAME.trf and NAME.out")
    parser.add_argument("--all", action="store_true", help="print the equal cases too")
    given = parser.parse_args()
    states = sorted(given.path.glob("*.trf"))
    if not states:
        parser.error(f"{given.path} holds no .trf")
    cases = [compared(state) for state in states]
    for case in cases:
        if given.all or case.verdict != "equal":
            print(f"{case.name:12} {case.verdict:6} ours {case.ours}, theirs {case.theirs}")
    verdicts = [case.verdict for case in cases]
    equal, better, worse = (verdicts.count(verdict) for verdict in ("equal", "better", "worse"))
    print(f"{len(cases)} cases, {equal} equal, {better} better, {worse} worse")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())

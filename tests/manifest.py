"""`python -m tests.manifest NAME`: each delta of a variant, what implements it, and the tests that play it.

The deltas are in `tests/manifests/NAME.toml`, numbered as in the variant's specification. A test declares the deltas it
plays with the mark `plays`; a delta that no test plays is open, whatever the code contains.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import assets

FOLDER = Path(__file__).parent / "manifests"
#: Folders of the variants' content changes.
CHANGES = Path(assets.__file__).parent / "pog" / "rulesets"
_PLAYED: dict[str, dict[str, list[str]]] = {}
TestT = TypeVar("TestT", bound=Callable[..., None])


@dataclass(frozen=True, slots=True)
class Delta:
    """One difference from Deluxe: the specification's number and text, the variant's paragraph, what implements it.

    Parts of a number have a letter ("8a"). `switch` is the ruleset's open question that the delta depends on, if any;
    it is `unknown` if the variant's own text is not available.
    """

    number: str
    says: str
    rule: str
    by: str
    tests: tuple[str, ...]
    switch: str = ""
    unknown: bool = False

    def __str__(self) -> str:
        state = "played" if self.tests else "open"
        told = f"{self.number:>3} {state:6} {self.rule or '-':11} {self.says}"
        if self.switch:
            told += f" [{'text unknown' if self.unknown else 'in part ours'}: {self.switch}]"
        return f"{told}\n{'':11}by {self.by}: {', '.join(self.tests)}" if self.tests else told


def plays(variant: str, *numbers: int | str) -> Callable[[TestT], TestT]:
    """Mark a test as playing deltas of a variant."""

    def mark(test: TestT) -> TestT:
        for number in numbers:
            found = _PLAYED.setdefault(variant, {}).setdefault(str(number), [])
            name = f"{test.__module__.removeprefix('tests.')}.{test.__name__}"
            if name not in found:
                found.append(name)
        return test

    return mark


def deltas(variant: str) -> list[Delta]:
    """Return all deltas of a variant with the tests that play them.

    Raises:
        ValueError: a number is missing or duplicated, a test plays a delta that doesn't exist or isn't implemented, or
            a file of the variant's folder implements none.
    """
    package = importlib.import_module(f"tests.rulesets.{variant}")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    data = tomllib.loads((FOLDER / f"{variant}.toml").read_text(encoding="utf-8"))
    played = _PLAYED.get(variant, {})
    rows = [
        Delta(
            number=str(row["number"]),
            says=row["says"],
            rule=row.get("rule", ""),
            by=row.get("by", ""),
            tests=tuple(played.get(str(row["number"]), ())),
            switch=row.get("switch", ""),
            unknown=row.get("unknown", False),
        )
        for row in data["deltas"]
    ]
    _check(rows, data["count"], set(played))
    if unclaimed := unclaimed_files(rows, CHANGES / variant):
        raise ValueError(f"no delta is carried by {', '.join(unclaimed)} in assets/pog/rulesets/{variant}")
    return rows


def unclaimed_files(rows: Iterable[Delta], folder: Path) -> list[str]:
    """Return the files of a ruleset's folder that implement no delta; totals only count what the others change."""
    carried = {part.strip() for row in rows for part in row.by.split(",")}
    return sorted({path.name for path in folder.glob("*.toml")} - carried - {"totals.toml"})


def _check(rows: list[Delta], count: int, played: set[str]) -> None:
    whole = [int(row.number) for row in rows if row.number.isdecimal()]
    if whole != list(range(1, len(whole) + 1)) or len({row.number for row in rows}) != len(rows) or len(rows) != count:
        raise ValueError(f"there are {count} deltas, numbered from 1 without a gap, each once")
    if unknown := played - {row.number for row in rows}:
        raise ValueError(f"tests play deltas that there are not: {sorted(unknown)}")
    if bare := [row.number for row in rows if bool(row.tests) != bool(row.by)]:
        raise ValueError(f"what carries a delta is named where it is played, and only there: {bare}")


def report(variant: str) -> Iterator[str]:
    """The lines of the listing."""
    rows = deltas(variant)
    called = tomllib.loads((FOLDER / f"{variant}.toml").read_text(encoding="utf-8")).get("called", "deltas")
    yield from map(str, rows)
    done = sum(bool(row.tests) for row in rows)
    yield f"{len(rows)} {called}, {done} played, {len(rows) - done} open"


def main(arguments: list[str] | None = None) -> int:
    """Print the listing; returns 0 if it is in order, 2 if there is no such variant."""
    parser = argparse.ArgumentParser(prog="python -m tests.manifest", description=__doc__)
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    parser.add_argument("variant", choices=names)
    for line in report(parser.parse_args(arguments).variant):
        print(line)
    return 0


if __name__ == "__main__":
    # the marks are stored in the imported module, not in this one run by name
    from tests.manifest import main as run

    sys.exit(run())

"""Reading recorded games: gzip files with one JSON object a line (format pog-trace/1)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FORMAT = "pog-trace/1"

#: Points at which the record only fixes an order; the engine runs through them by itself.
BATCHES = frozenset({"attrition", "siege_roll", "entrench_roll", "remove_retreated"})

#: Decision kinds that the engine names differently.
_KINDS = {
    "defender_replacement": "choose_replacement",
    "attacker_replacement": "choose_replacement",
    "hold_replacement": "choose_replacement",
}


class TraceError(ValueError):
    """A file is not a recorded game of the known format."""


@dataclass(slots=True)
class Line:
    """One recorded decision with the snapshots that follow it."""

    data: dict[str, Any]
    snapshots: list[dict[str, Any]] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Its number `n`."""
        return int(self.data["n"])

    @property
    def kind(self) -> str:
        """The engine's name of the decision point."""
        state = str(self.data["state"])
        if state == "replacement" and "rebuild_at" in self.legal:
            return "rebuild"
        return _KINDS.get(state, state)

    @property
    def side(self) -> int:
        """Who decided."""
        return ("ap", "cp").index(self.data["side"])

    @property
    def verb(self) -> str:
        """What was decided."""
        return str(self.data["action"])

    @property
    def arg(self) -> str | None:
        """The space, unit or card it was decided about."""
        found: str | None = self.data["arg"]
        return found

    @property
    def batch(self) -> bool:
        """True where only the order was free."""
        return self.data["state"] in BATCHES

    @property
    def forced(self) -> bool:
        """True if there was one option."""
        return bool(self.data.get("forced", False))

    @property
    def legal(self) -> dict[str, list[str]]:
        """All options offered; empty where the record holds only their count."""
        found: dict[str, list[str]] = self.data["legal"]
        return found if "sha1" not in found else {}

    @property
    def disputed(self) -> list[tuple[str, str | None, str]]:
        """Options that the rulebook forbids: verb, argument, reason."""
        return [(verb, arg, reason) for verb, arg, reason in self.data.get("disputed", ())]

    def get(self, name: str) -> Any:
        """Another field of the line, an empty list where it is missing."""
        return self.data.get(name, [])

    def context(self, name: str) -> Any:
        """A field of `ctx`, None where it is missing."""
        return self.data.get("ctx", {}).get(name)


@dataclass(slots=True)
class Trace:
    """One recorded game."""

    name: str
    header: dict[str, Any]
    lines: list[Line]
    result: dict[str, Any]


def read(path: Path) -> Trace:
    """Read one recorded game; raises TraceError for anything else."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(row) for row in file]
    if not rows or rows[0].get("format") != FORMAT:
        raise TraceError(f"{path} is not a game in the format {FORMAT}")
    lines: list[Line] = []
    result: dict[str, Any] = {}
    for row in rows[1:]:
        if "n" in row:
            lines.append(Line(row))
        elif "snapshot" in row:
            if lines:
                lines[-1].snapshots.append(row)
        elif "result" in row:
            result = row["result"]
    return Trace(path.name, rows[0], _withdrawal_last(lines), result)


def _withdrawal_last(lines: list[Line]) -> list[Line]:
    """12.6.3: the record gives a step back before the attacker's losses, the engine after them."""
    ordered: list[Line] = []
    waiting: Line | None = None
    for line in lines:
        if waiting is not None and line.kind != "attacker_loss":
            ordered.append(waiting)
            waiting = None
        if line.kind == "withdrawal_step":
            waiting = line
        else:
            ordered.append(line)
    return ordered if waiting is None else [*ordered, waiting]


def find(paths: Iterable[Path]) -> Iterator[Path]:
    """The recorded games among files and in folders."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.jsonl.gz"))
        else:
            yield path

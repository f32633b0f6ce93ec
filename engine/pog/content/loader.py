"""Reads the fact files of ``assets/pog``, checks them and compiles them into records."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from engine.errors import ContentError
from engine.pog.content import schema, schema_nations, schema_start, schema_tables
from engine.pog.content.changes import changed
from engine.pog.content.checks import check_facts
from engine.pog.content.compiler import compile_facts
from engine.pog.content.facts import Facts
from engine.pog.content.records import Content

ROW_KEYS = ("name", "number", "action", "cause", "effect")
ModelT = TypeVar("ModelT", bound=schema.Row)


@dataclass(slots=True)
class _Reader:
    """Reads files one after another and keeps their hashes for the digest."""

    folder: Traversable
    #: The folder with a ruleset's changes, and its name in error messages.
    changes: Traversable | None = None
    called: str = ""
    sums: list[bytes] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def read(self, name: str, model: type[ModelT]) -> ModelT:
        """Read and validate a file with the ruleset's changes; raises ContentError with file, row and field."""
        self.names.add(name)
        data = self._toml(self.folder, name, name)
        file = name
        if self.changed(name):
            assert self.changes is not None
            file = f"{self.called}/{name}"
            data = changed(name, data, file, self._toml(self.changes, name, file))
        try:
            return model.model_validate(data)
        except ValidationError as problem:
            raise _content_error(file, data, problem) from problem

    def changed(self, name: str) -> bool:
        """Return True if the ruleset has a file of that name."""
        return self.changes is not None and (self.changes / name).is_file()

    def _toml(self, folder: Traversable, name: str, called: str) -> dict[str, Any]:
        try:
            raw = (folder / name).read_bytes()
        except OSError as problem:
            raise ContentError(called, None, None, "the file is missing or cannot be read") from problem
        self.sums.append(hashlib.sha256(called.encode() + b"\0" + raw).digest())
        try:
            return tomllib.loads(raw.decode("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise ContentError(called, None, None, f"not readable as TOML: {problem}") from problem

    def digest(self) -> str:
        """Return the SHA-256 over names and bytes of all files read so far, in hex."""
        return hashlib.sha256(b"".join(self.sums)).hexdigest()


def _content_error(file: str, data: dict[str, Any], problem: ValidationError) -> ContentError:
    """Turn the first error from pydantic into a ContentError with file, row and field."""
    first = problem.errors()[0]
    place = list(first["loc"])
    row: str | int | None = None
    if len(place) > 1 and isinstance(place[0], str):
        table = data.get(place[0])
        if isinstance(table, list) and isinstance(place[1], int):
            row, place = _label(table[place[1]], place[1]), place[2:]
        elif isinstance(table, dict):
            row, place = place[0], place[1:]
    field = ".".join(str(part) for part in place) or None
    given = first.get("input")
    shown = f", not {given!r}" if isinstance(given, str | int | float) else ""
    return ContentError(file, row, field, f"{first['msg']}{shown}")


def _label(row: object, index: int) -> str | int:
    """Return a row's name if it has one, else its position in the list, counted from 1."""
    if isinstance(row, dict):
        if "a" in row and "b" in row:
            return f"{row['a']}-{row['b']}"
        for key in ROW_KEYS:
            if isinstance(row.get(key), str | int):
                return str(row[key])
    return index + 1


def read_facts(folder: Traversable, ruleset: str = "") -> tuple[Facts, str]:
    """Read and validate every fact file of a folder, row by row, with a ruleset's changes.

    Returns the facts and the SHA-256 of the files (hex).

    Raises:
        ContentError: a file is missing or wrong; names file, row and field.
    """
    reader = _Reader(folder, folder / "rulesets" / ruleset if ruleset else None, f"rulesets/{ruleset}")
    facts = _read_all(reader)
    if reader.changes is not None:
        _check_changes(reader.changes, reader)
        try:
            check_facts(facts)
        except ContentError as fault:  # the base is valid, so the fault is in the ruleset
            file = f"{reader.called}/{fault.file}" if reader.changed(fault.file) else fault.file
            raise ContentError(file, fault.row, fault.field, fault.problem) from fault
    return facts, reader.digest()


def _read_all(reader: _Reader) -> Facts:
    """Read every fact file; a scenario that starts in mid-war names one more."""
    scenarios = reader.read("scenarios.toml", schema_tables.ScenariosFile)
    return Facts(
        spaces=reader.read("spaces.toml", schema.SpacesFile),
        connections=reader.read("connections.toml", schema.ConnectionsFile),
        units=reader.read("units.toml", schema.UnitsFile),
        cards=reader.read("cards.toml", schema.CardsFile),
        setup=reader.read("setup.toml", schema.SetupFile),
        entry=reader.read("entry.toml", schema.EntryFile),
        turns=reader.read("turns.toml", schema.TurnsFile),
        fire=reader.read("fire.toml", schema_tables.FireFile),
        terrain=reader.read("terrain.toml", schema_tables.TerrainFile),
        mandated=reader.read("mandated_offensives.toml", schema_tables.MandatedFile),
        peace=reader.read("peace.toml", schema_tables.PeaceFile),
        replacements=reader.read("replacements.toml", schema_tables.ReplacementsFile),
        war_status=reader.read("war_status.toml", schema_tables.WarStatusFile),
        victory_points=reader.read("victory_points.toml", schema_tables.VictoryPointsFile),
        operations=reader.read("operations.toml", schema_tables.OperationsFile),
        nations=reader.read("nations.toml", schema_nations.NationsFile),
        scenarios=scenarios,
        totals=reader.read("totals.toml", schema_tables.TotalsFile),
        starts={
            row.start: reader.read(f"starts/{row.start}.toml", schema_start.StartFile)
            for row in scenarios.scenarios
            if row.start is not None
        },
    )


def _check_changes(folder: Traversable, reader: _Reader, inside: str = "") -> None:
    """Refuse a file that changes no fact file."""
    for entry in folder.iterdir():
        name = f"{inside}{entry.name}"
        if entry.is_dir():
            _check_changes(entry, reader, f"{name}/")
        elif name not in reader.names:
            raise ContentError(f"{reader.called}/{name}", None, None, "there is no fact file of that name to change")


def load_content(folder: Path | None = None, ruleset: str = "") -> Content:
    """Load the compiled facts of the game, cached by folder and ruleset.

    ``folder`` holds the fact files, by default those shipped in ``assets/pog``. The changes of ``ruleset``
    are in its folder ``rulesets``; a ruleset without changes has the content of the base.

    Raises:
        ContentError: a file is missing, malformed or inconsistent; names file, row and field.
    """
    return _load(folder, ruleset if ruleset and (_place(folder) / "rulesets" / ruleset).is_dir() else "")


def _place(folder: Path | None) -> Traversable:
    return resources.files("assets") / "pog" if folder is None else folder


@cache
def _load(folder: Path | None, ruleset: str) -> Content:
    if ruleset:
        _load(folder, "")  # a fault in the base is reported as such
    place = _place(folder)
    facts, digest = read_facts(place, ruleset)
    check_facts(facts)
    return compile_facts(facts, digest, ruleset)

"""Records in a file, one line of JSON each, so that a measurement can be resumed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

Record = TypeVar("Record", bound=BaseModel)


class Lines(Generic[Record]):
    """A file of records of one kind; a missing file has none.

    Args:
        path: the file; its folder is created with the first record.
        kind: the model of a line.
    """

    def __init__(self, path: Path, kind: type[Record]) -> None:
        self.path, self._kind = path, kind

    def read(self) -> list[Record]:
        """Return all readable records; unreadable lines, such as a killed run's last one, are reported and skipped."""
        if not self.path.exists():
            return []
        found = []
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                found.append(self._kind.model_validate_json(line))
            except ValidationError:
                print(f"{self.path}, line {number} is no game and is passed over", file=sys.stderr)
        return found

    def add(self, record: Record) -> None:
        """Append a record."""
        line = json.dumps(record.model_dump(), separators=(",", ":"))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            if file.tell():
                file.seek(-1, 2)
                line = line if file.read(1) == b"\n" else "\n" + line
            file.write(f"{line}\n".encode())


__all__ = ["Lines"]

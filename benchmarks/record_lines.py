"""Records in a file, a line of JSON each, so that a measurement goes on where it stopped."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

Record = TypeVar("Record", bound=BaseModel)


class Lines(Generic[Record]):
    """A file of records of one kind; one that is not there yet has none.

    Args:
        path: the file; its folder is made with the first record.
        kind: what a line is.
    """

    def __init__(self, path: Path, kind: type[Record]) -> None:
        self.path, self._kind = path, kind

    def read(self) -> list[Record]:
        """All records that can be read; lines that cannot, as the last one of a run that was killed, are told of and passed over."""
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
        """One more record, on a line of its own."""
        line = json.dumps(record.model_dump(), separators=(",", ":"))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            if file.tell():
                file.seek(-1, 2)
                line = line if file.read(1) == b"\n" else "\n" + line
            file.write(f"{line}\n".encode())


__all__ = ["Lines"]

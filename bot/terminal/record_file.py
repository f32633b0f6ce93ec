"""Record files: the format of `/export`, with the seed, so that a game can be continued."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.narration.texts import host_text
from bot.storage.errors import WarMissing
from bot.titles import title_offering, titles
from bot.titles.title import Title
from engine.core.game import Game, GameState
from engine.core.record import Entry
from engine.errors import EngineError


class RecordError(Exception):
    """A file can't be read, written or replayed; the message is one sentence."""


class RecordFile(BaseModel):
    """The part of a record file needed to continue its game."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal["feldpost-record"]
    version: Literal[1]
    #: Missing in older records, whose title is found by the scenario.
    title: str = ""
    options: dict[str, Any]
    #: Records of unfinished games have none.
    seed: Annotated[str, Field(pattern=r"^([0-9a-f]{2})+$")]
    entries: Annotated[list[dict[str, Any]], Field(min_length=1)]

    def played_by(self) -> Title[Any, Any]:
        """Return the record's title; raises `RecordError`."""
        if not self.title:
            return title_offering(str(self.options.get("scenario", "")))
        found = next((title for title in titles() if title.name == self.title), None)
        if found is None:
            raise RecordError(host_text("faults.record_file.title_not_here", title=self.title))
        return found

    def replay(self) -> Game[GameState]:
        """Return the game after the last entry; raises `RecordError`."""
        try:
            system = self.played_by().system(self.options)
        except (WarMissing, KeyError, ValueError, TypeError) as error:
            raise RecordError(host_text("faults.record_file.options_record_fit_no", error=error)) from None
        try:
            return Game.replay(system, [Entry.load(entry) for entry in self.entries])
        except EngineError as error:
            raise RecordError(host_text("faults.record_file.version_does_not_play", error=error)) from None


def read_record(path: Path) -> RecordFile:
    """Read and validate a file; raises `RecordError`."""
    try:
        return RecordFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise RecordError(host_text("faults.record_file.cannot_read", path=path, strerror=error.strerror)) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise RecordError(
            host_text("faults.record_file.no_record_with_seed", path=path, where=where, first=first["msg"])
        ) from None


def write_record(path: Path, data: dict[str, Any]) -> None:
    """Write a record; raises `RecordError`."""
    try:
        path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    except OSError as error:
        raise RecordError(host_text("faults.record_file.cannot_written", path=path, strerror=error.strerror)) from None

"""The exception hierarchy of the engine: refusals and failures.

    EngineError
    ├── ContentError          a fact file is wrong (file, row, field, problem)
    ├── ChoiceError           a choice was refused; carries a Reason
    │   ├── IllegalChoice     the rules do not allow it
    │   ├── NotYourDecision   another side decides
    │   └── StaleChoice       it answers an earlier position
    ├── OptionsError          options of a new game that conflict; carries a Reason
    ├── UndoError             nothing (more) can be undone
    ├── GameOver              the game has ended
    ├── SnapshotError         this version cannot read a stored position
    ├── ChanceError           a scripted or recorded outcome does not fit the draw
    └── FlowError             an author's mistake in a flow or decision

The engine has no text for players: a `Reason` is a code with data, and the bot turns
it into a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a stable code, the rule paragraph, and data for the message."""

    code: str
    rule: str = ""
    data: Mapping[str, object] = field(default_factory=dict)


class EngineError(Exception):
    """Base class of everything the engine raises on purpose."""


class ContentError(EngineError):
    """A fact file is wrong; names file, row, field and the problem."""

    def __init__(self, file: str, row: str | int | None, field: str | None, problem: str) -> None:
        self.file, self.row, self.field, self.problem = file, row, field, problem
        where = ", ".join(
            part
            for part in (
                file,
                None if row is None else f"row {row}",
                None if field is None else f"field {field}",
            )
            if part
        )
        super().__init__(f"{where}: {problem}")


class ChoiceError(EngineError):
    """A choice was refused; the position is unchanged."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.code} ({reason.rule})" if reason.rule else reason.code)


class IllegalChoice(ChoiceError):
    """The rules do not allow this choice now."""


class NotYourDecision(ChoiceError):
    """Another side has to decide."""


class StaleChoice(ChoiceError):
    """The choice answers an earlier position."""


class OptionsError(EngineError, ValueError):
    """Game options from which no game can be made."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.code} {dict(reason.data)}" if reason.data else reason.code)


class UndoError(ChoiceError):
    """Nothing can be undone: a die, a draw, a reveal or the other side's choice came in between."""


class GameOver(EngineError):
    """The game has ended; there is no decision to answer."""


class SnapshotError(EngineError):
    """This version of the engine cannot read a stored position."""


class ChanceError(EngineError):
    """A scripted or recorded outcome does not fit the requested draw."""


class FlowError(EngineError):
    """A flow or decision breaks the kernel's rules: a programming error, never a player's."""

"""Every refusal and failure of the engine, as one tree.

    EngineError
    ├── ContentError          a fact file is wrong (file, row, field, problem)
    ├── ChoiceError           a choice was refused; carries a Reason
    │   ├── IllegalChoice     the rules do not allow it
    │   ├── NotYourDecision   another side decides
    │   └── StaleChoice       it answers an earlier position
    ├── OptionsError          options of a new game that do not go together; carries a Reason
    ├── UndoError             nothing (more) may be taken back
    ├── GameOver              no decision is left
    ├── SnapshotError         a stored position cannot be read by this version
    ├── ChanceError           a scripted or recorded outcome does not fit
    └── FlowError             an author's mistake in a flow or decision

The engine has no words for players: a `Reason` is a code with data, and the bot turns
it into a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a stable code, the rule paragraph, and data for the sentence."""

    code: str
    rule: str = ""
    data: Mapping[str, object] = field(default_factory=dict)


class EngineError(Exception):
    """Root of everything the engine raises on purpose."""


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
    """Options with which no game can be made."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.code} {dict(reason.data)}" if reason.data else reason.code)


class UndoError(ChoiceError):
    """Nothing may be taken back: a die, a draw, a reveal or the other side stands between."""


class GameOver(EngineError):
    """The game has ended; there is no decision to answer."""


class SnapshotError(EngineError):
    """A stored position cannot be read by this version of the engine."""


class ChanceError(EngineError):
    """A scripted or recorded outcome does not fit the question asked."""


class FlowError(EngineError):
    """A flow or decision breaks the kernel's laws: an author's mistake, never a player's."""

"""The append-only record: every decision with the answers of chance.

Events and positions are derived by replaying the record, so there is one source of truth.
Undo and rollback are entries too; nothing is ever erased.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.core.chance import Outcome
from engine.errors import SnapshotError

#: Kinds of entries.
START, CHOICE, UNDO, ROLLBACK, RESIGN, AGREE = "start", "choice", "undo", "rollback", "resign", "draw"
RULING = "ruling"
#: What others may read of a choice that they don't learn was made.
UNTOLD = "-"


class Entry(NamedTuple):
    """One line of the record.

    `choice` reads "verb" or "verb name" in stable ids, e.g. "pick ge_1_army"; `decision` is
    the kind of decision answered; `told` is what others may read instead, "" for the same text, `UNTOLD` for nothing. For undo and
    rollback `to` is the number of the last entry that stays in force. A ruling has the winner as `side`, its `reason` as a
    stable word, and in `by` the host's name for the person who ruled, "" for the rules of the event itself.
    """

    number: int
    kind: str
    side: int | None = None
    decision: str = ""
    choice: str = ""
    told: str = ""
    automatic: bool = False
    to: int | None = None
    reason: str = ""
    by: str = ""
    outcomes: tuple[Outcome, ...] = ()

    def dump(self) -> dict[str, Any]:
        """Return the entry as JSON, without empty fields."""
        data: dict[str, Any] = {"n": self.number, "kind": self.kind}
        if self.side is not None:
            data["side"] = self.side
        if self.decision:
            data["decision"], data["choice"] = self.decision, self.choice
        if self.told:
            data["told"] = self.told
        if self.automatic:
            data["auto"] = True
        if self.to is not None:
            data["to"] = self.to
        if self.reason:
            data["reason"] = self.reason
        if self.by:
            data["by"] = self.by
        if self.outcomes:
            data["chance"] = [[outcome.purpose, outcome.value] for outcome in self.outcomes]
        return data

    @classmethod
    def load(cls, data: dict[str, Any]) -> Entry:
        """Rebuild an entry; raises SnapshotError for anything else."""
        try:
            return cls(
                number=int(data["n"]),
                kind=str(data["kind"]),
                side=data.get("side"),
                decision=data.get("decision", ""),
                choice=data.get("choice", ""),
                told=data.get("told", ""),
                automatic=bool(data.get("auto", False)),
                to=data.get("to"),
                reason=data.get("reason", ""),
                by=data.get("by", ""),
                outcomes=tuple(Outcome(p, v) for p, v in data.get("chance", ())),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise SnapshotError(f"not a record entry: {data!r}") from error


def in_force(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that remain after undo and rollback, in order."""
    standing: list[Entry] = []
    for entry in entries:
        if entry.kind in (UNDO, ROLLBACK):
            last = entry.to if entry.to is not None else -1
            while standing and standing[-1].number > last:
                standing.pop()
        else:
            standing.append(entry)
    return standing

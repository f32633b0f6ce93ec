"""Small rulesets for tests: Deluxe with additional entries."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from engine.pog.content import Content
from engine.pog.ruleset import Ruleset
from engine.pog.rulesets import Rulebook
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.tables import Moments, Tables


def deluxe_with(first: bool = False, **entries: Any) -> Rulebook:
    """Return Deluxe with entries added to its questions, by the names of the fields of `Tables`.

    They are added at the end, or with `first` before those of Deluxe.
    """

    def tables(content: Content) -> Tables:
        base = DELUXE.tables(content)
        changed = {name: _joined(getattr(base, name), value, first) for name, value in entries.items()}
        return replace(base, **changed)

    return replace(DELUXE, name="test", tables=tables)


def _joined(base: Any, added: Any, first: bool) -> Any:
    if isinstance(base, Moments):
        return Moments(*(getattr(base, field.name) + getattr(added, field.name) for field in fields(Moments)))
    if isinstance(added, dict):
        return {**base, **added}
    return (*added, *base) if first else (*base, *added)


def deluxe_without(question: str, name: str) -> Rulebook:
    """Return Deluxe without one of the closings of a question."""

    def tables(content: Content) -> Tables:
        base = DELUXE.tables(content)
        kept: dict[str, Any] = {question: tuple(one for one in getattr(base, question) if one.name != name)}
        return replace(base, **kept)

    return replace(DELUXE, name="test", tables=tables)


def germans(rules: Ruleset) -> int:
    """Return all German units."""
    return rules.of_nation["ge"]


def french(rules: Ruleset) -> int:
    """Return all French units."""
    return rules.of_nation["fr"]

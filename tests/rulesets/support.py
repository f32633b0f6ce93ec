"""Small rulesets for tests: Deluxe with further entries."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from engine.pog.content import Content
from engine.pog.ruleset import Ruleset
from engine.pog.rulesets import Rulebook
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.tables import Moments, Tables


def deluxe_with(**entries: Any) -> Rulebook:
    """Deluxe with entries added at the end of its questions, by the names of the fields of `Tables`."""

    def tables(content: Content) -> Tables:
        base = DELUXE.tables(content)
        added = {name: _joined(getattr(base, name), value) for name, value in entries.items()}
        return replace(base, **added)

    return replace(DELUXE, name="test", tables=tables)


def _joined(base: Any, added: Any) -> Any:
    if isinstance(base, Moments):
        return Moments(*(getattr(base, field.name) + getattr(added, field.name) for field in fields(Moments)))
    return {**base, **added} if isinstance(added, dict) else (*base, *added)


def germans(rules: Ruleset) -> int:
    """All German units."""
    return rules.of_nation["ge"]


def french(rules: Ruleset) -> int:
    """All French units."""
    return rules.of_nation["fr"]

"""The rulesets by name, and the one that a scenario is played by."""

from __future__ import annotations

from engine.errors import ContentError
from engine.pog.content.records import Scenario
from engine.pog.rulesets.banquet import BANQUET
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.rulesets.rulebook import Rulebook

#: Every ruleset that games can be played by.
RULEBOOKS: dict[str, Rulebook] = {book.name: book for book in (DELUXE, BANQUET)}


def rulebook_of(scenario: Scenario) -> Rulebook:
    """The ruleset that a scenario names.

    Raises:
        ContentError: there is none of that name; tells those that there are.
    """
    try:
        return RULEBOOKS[scenario.ruleset]
    except KeyError:
        problem = f"there is no ruleset {scenario.ruleset!r}; there are: {', '.join(RULEBOOKS)}"
        raise ContentError("scenarios.toml", scenario.name, "ruleset", problem) from None


__all__ = ["RULEBOOKS", "Rulebook", "rulebook_of"]

"""The rulesets by name, and the one that a scenario is played by."""

from __future__ import annotations

from pathlib import Path

from engine.errors import ContentError
from engine.pog.content import load_content
from engine.pog.content.records import Scenario
from engine.pog.rulesets.banquet import BANQUET
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.rulesets.rulebook import Rulebook
from engine.pog.rulesets.suicide import SUICIDE

#: Every ruleset that games can be played by.
RULEBOOKS: dict[str, Rulebook] = {book.name: book for book in (DELUXE, BANQUET, SUICIDE)}


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


def check_rulesets(folder: Path | None = None) -> None:
    """Load the content of every ruleset, and find the one of every scenario.

    Raises:
        ContentError: the first fault found; names file, row and field.
    """
    for name, book in RULEBOOKS.items():
        content = load_content(folder, name)
        book.tables(content)
        for scenario in content.scenarios.values():
            rulebook_of(scenario)


__all__ = ["RULEBOOKS", "Rulebook", "check_rulesets", "rulebook_of"]

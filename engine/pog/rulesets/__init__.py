"""The rulesets by name, and the ruleset of a scenario."""

from __future__ import annotations

from pathlib import Path

from engine.errors import ContentError, OptionsError, Reason
from engine.pog.content import load_content
from engine.pog.content.records import Scenario
from engine.pog.ruleset import GameOptions
from engine.pog.rulesets.banquet import BANQUET
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.rulesets.rulebook import Rulebook
from engine.pog.rulesets.suicide import SUICIDE

#: Every ruleset that a game can use.
RULEBOOKS: dict[str, Rulebook] = {book.name: book for book in (DELUXE, BANQUET, SUICIDE)}


def rulebook_of(scenario: Scenario) -> Rulebook:
    """Return the ruleset that a scenario names.

    Raises:
        ContentError: there is no such ruleset; names those that exist.
    """
    try:
        return RULEBOOKS[scenario.ruleset]
    except KeyError:
        problem = f"there is no ruleset {scenario.ruleset!r}; there are: {', '.join(RULEBOOKS)}"
        raise ContentError("scenarios.toml", scenario.name, "ruleset", problem) from None


def scenarios() -> dict[str, Scenario]:
    """Return every scenario by name: those of the base, and those that rulesets add."""
    found = dict(load_content().scenarios)
    for name in RULEBOOKS:
        own = load_content(ruleset=name).scenarios
        found.update((key, scenario) for key, scenario in own.items() if scenario.ruleset == name)
    return found


def rulebook_for(options: GameOptions) -> Rulebook:
    """Return the ruleset of a game's scenario.

    Raises:
        OptionsError: there is no such scenario; names those that exist.
    """
    base = load_content().scenarios.get(options.scenario)
    if base is not None:
        return rulebook_of(base)
    known = scenarios()
    if options.scenario not in known:
        raise OptionsError(Reason("unknown_war", "", {"war": options.scenario, "known": tuple(known)}))
    return rulebook_of(known[options.scenario])


def check_rulesets(folder: Path | None = None) -> None:
    """Load the content of every ruleset, and find the ruleset of every scenario.

    Raises:
        ContentError: the first fault found; names file, row and field.
    """
    for name, book in RULEBOOKS.items():
        content = load_content(folder, name)
        book.tables(content)
        for scenario in content.scenarios.values():
            rulebook_of(scenario)


__all__ = ["RULEBOOKS", "Rulebook", "check_rulesets", "rulebook_for", "rulebook_of", "scenarios"]

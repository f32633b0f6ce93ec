"""Where the record may differ without the engine being wrong, and what the engine does not know yet.

The record's own list of departures (its README, section 6) is the source of every allowance here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.conformance.trace import Line

if TYPE_CHECKING:
    from engine.pog import PathsOfGlory
    from tests.conformance.replay import Replay


class Support:
    """Which events and combat cards the rules know."""

    def __init__(self, system: PathsOfGlory) -> None:
        content, tables = system.content, system.rules.tables
        self.events = set(tables.events)
        self.combat = {content.cards[card].name for card in tables.combat_cards}
        for card in content.cards:
            if card.arrivals and card.reinforcement_nation and not card.combat and not card.neutral_entry:
                self.events.add(card.name)
        self.kinds = set(system.frames._classes)

    def unsupported(self, line: Line) -> str:
        """Why a line cannot be played, or ""."""
        if line.verb == "event" and line.arg not in self.events:
            return f"event {line.arg}"
        if line.verb == "play" and line.arg not in self.combat:
            return f"combat card {line.arg}"
        return "" if line.kind in self.kinds else f"decision {line.kind}"

    def hides(self, line: Line, verb: str, arg: str | None) -> bool:
        """True for a recorded option that the engine cannot offer yet."""
        return (verb == "event" and arg not in self.events) or (verb == "play" and arg not in self.combat)

    def only_unsupported(self, line: Line) -> bool:
        """True for a declined card window all of whose cards are unknown to the engine."""
        cards = line.legal.get("play", [])
        return line.verb == "finish" and bool(cards) and not set(cards) & self.combat


def words(replay: Replay, options: Any) -> str:
    """The engine's options as text."""
    return " ".join(f"{verb} {arg}" if arg else verb for verb, arg in sorted(replay._offered(options), key=str))


def option(replay: Replay, line: Line, how: str, verb: str, arg: str | None) -> str:
    """The name of the allowance that covers an option offered by one of both only, or ""."""
    if how == "extra" and (line.kind, verb) == ("move_unit", "finish"):
        return "move_unit.finish: an extra way to end the step"
    if how == "extra" and (line.kind, verb) == ("advance", "finish") and line.context("stack"):
        return "advance.finish with a stack"
    return ""

"""Text checks: decisions, commands and everything else that a title declares must have texts."""

from __future__ import annotations

from typing import Any

from bot.table.refusal import Refusal
from bot.titles.testing.contract import Broken
from bot.titles.title import Title
from bot.titles.title_checks import decision_texts, wanted_texts
from engine.core.system import System


def check_words(title: Title[Any, Any], system: System[Any]) -> None:
    """Check that every kind of decision has a name and a question, and each of its verbs a text; raises Broken."""
    words = title.words("en")
    if missing := [key for key in decision_texts(title, system, words) if not words.has(key)]:
        raise Broken(f"decisions without words: {', '.join(missing)}")


def check_commands(title: Title[Any, Any]) -> None:
    """Check that each of the title's commands has texts, and each of its look buttons a command; raises Broken."""
    words = title.words("en")
    for command in title.commands:
        if not (words.has(f"commands.help.{command.name}.text") and words.has(f"commands.help.{command.name}.usage")):
            raise Broken(f"the command {command.name} has no words")
    for look in title.at_hand:
        if look not in title.looks or not words.has(f"ui.buttons.{look}"):
            raise Broken(f"{look} is at hand, but cannot be looked at or has no words")


def check_declared(title: Title[Any, Any]) -> None:
    """Check that everything a title declares has texts: seats, scenarios, options, areas of the map; raises Broken."""
    words = title.words("en")
    if missing := [key for key in wanted_texts(title) if words.find(key) is None]:
        raise Broken(f"what is declared has no words: {', '.join(missing)}")


def check_places(title: Title[Any, Any], options: dict[str, Any]) -> None:
    """Check that a place can be read by its displayed name, also in a list; raises Broken."""
    if title.places is None:
        return
    names = title.book(options, "en")
    places = title.places.examples(names)
    told = [title.places.told(names, place) for place in places]
    try:
        read = title.places.read(names, ", ".join(told))
    except Refusal as refusal:
        raise Broken(f"the places {' and '.join(told)} are not read by their names: {refusal.reason.code}") from refusal
    if not places or read != places:
        raise Broken(f"the places {' and '.join(told)} are read as others")
    seat = title.places.threats(title.seats[0])
    if seat is not None and not title.words("en").has(seat[0]):
        raise Broken(f"the look {seat[1]} has no words")


__all__ = ["check_commands", "check_declared", "check_places", "check_words"]

"""Open questions of a ruleset, shown wherever a player meets the rule: their author, the switch, and its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.narration.texts import Texts
from engine.pog.content import Content
from engine.pog.content.records import Switch


def family_of(content: Content) -> str:
    """Return the common prefix of a ruleset's switches; in capitals it is the `/rules` paragraph that lists them all."""
    return next(iter(content.switches)).partition(".")[0]


def line(words: Texts, content: Content, name: str, value: str) -> str:
    """Return a switch with the value in force, its author and its subject."""
    kind = "proposal" if content.switches[name].proposal else "reading"
    about = f"guide.options.{name}"
    told = {"switch": name, "value": words.say(f"{about}.{value}"), "text": words.say(f"{about}.text")}
    return words.say(f"guide.switches.{kind}", **told)


def listed(words: Texts, content: Content, values: Mapping[str, str]) -> str:
    """Return all switches with the values in force, short enough for one screen."""
    rows = [
        words.say(
            "guide.switches.row",
            switch=name,
            title=words.say(f"guide.options.{name}.title"),
            value=words.say(f"guide.options.{name}.{value}"),
            whose="" if content.switches[name].proposal else words.say("guide.switches.read"),
        )
        for name, value in values.items()
    ]
    proposals = any(switch.proposal for switch in content.switches.values())
    head = words.say("guide.switches.head" if proposals else "guide.switches.head_readings", example=next(iter(values)))
    return "\n".join((head, *rows))


def note(words: Texts, content: Content, bears: Callable[[Switch], bool]) -> str:
    """Return a sentence naming the switches for which `bears` is true; "" if there are none."""
    found = [name for name, switch in content.switches.items() if bears(switch)]
    if not found:
        return ""
    proposals = any(content.switches[name].proposal for name in found)
    told = {"list": words.listed([f"`{name}`" for name in found]), "family": family_of(content)}
    return words.say("guide.switches.note" if proposals else "guide.switches.note_readings", **told)


def of_card(words: Texts, content: Content, card: int) -> str:
    """Return the note on what in a card's rule is ours."""
    return note(words, content, lambda switch: card in switch.cards)


def of_decision(words: Texts, content: Content, kind: str, offers: Callable[[str], object]) -> str:
    """Return the note on what in a decision's rules is ours, limited to what the player can choose now."""

    def bears(switch: Switch) -> bool:
        asked = [one.partition(":") for one in switch.asked]
        return any(of == kind and (not verb or bool(offers(verb))) for of, _, verb in asked)

    return note(words, content, bears)


def told_in_rules(words: Texts, content: Content, values: Mapping[str, str]) -> Texts:
    """Return the texts with a line added to each paragraph that a switch affects, and a section listing all switches."""
    if not values:
        return words
    section = {"title": words.say("guide.switches.title"), "text": listed(words, content, values)}
    paragraphs: dict[str, Any] = {family_of(content).upper(): section}
    for name, value in values.items():
        said = line(words, content, name, value)
        paragraphs[name.upper()] = {"title": words.say(f"guide.options.{name}.title"), "text": said}
        for number in content.switches[name].rules:
            text = paragraphs.get(number) or words.table("rules.paragraphs")[number]
            paragraphs[number] = {**text, "text": f"{text['text']}\n{said}"}
    return words.laid_over({"rules": {"paragraphs": paragraphs}})


__all__ = ["family_of", "line", "listed", "note", "of_card", "of_decision", "told_in_rules"]

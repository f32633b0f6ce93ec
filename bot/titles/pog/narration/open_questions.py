"""What the text of a ruleset leaves open, told wherever a player meets the rule: whose it is, by which switch, and its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.narration.texts import Texts
from engine.pog.content import Content
from engine.pog.content.records import Switch

#: The paragraph of `/rules` that lists all switches; each has one of its own below it.
SECTION = "SOE"


def line(words: Texts, content: Content, name: str, value: str) -> str:
    """A switch with the value in force: whose rule it is, and what it is about."""
    kind = "proposal" if content.switches[name].proposal else "reading"
    about = f"guide.options.{name}"
    told = {"switch": name, "value": words.say(f"{about}.{value}"), "text": words.say(f"{about}.text")}
    return words.say(f"guide.switches.{kind}", **told)


def listed(words: Texts, content: Content, values: Mapping[str, str]) -> str:
    """All switches with the values in force, in a screen."""
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
    return "\n".join((words.say("guide.switches.head"), *rows))


def note(words: Texts, content: Content, bears: Callable[[Switch], bool]) -> str:
    """A sentence that names the switches that bear on what is told; "" where none does."""
    found = [f"`{name}`" for name, switch in content.switches.items() if bears(switch)]
    return words.say("guide.switches.note", list=words.listed(found)) if found else ""


def of_card(words: Texts, content: Content, card: int) -> str:
    """What of a card is ours."""
    return note(words, content, lambda switch: card in switch.cards)


def of_decision(words: Texts, content: Content, kind: str, offers: Callable[[str], object]) -> str:
    """What of a decision is ours, as far as its player can choose it now."""

    def bears(switch: Switch) -> bool:
        asked = [one.partition(":") for one in switch.asked]
        return any(of == kind and (not verb or bool(offers(verb))) for of, _, verb in asked)

    return note(words, content, bears)


def told_in_rules(words: Texts, content: Content, values: Mapping[str, str]) -> Texts:
    """The words with a line behind each paragraph that a switch bears on, and a section that lists all of them."""
    if not values:
        return words
    paragraphs: dict[str, Any] = {SECTION: {"title": words.say("guide.switches.title")}}
    paragraphs[SECTION]["text"] = listed(words, content, values)
    for name, value in values.items():
        said = line(words, content, name, value)
        paragraphs[name.upper()] = {"title": words.say(f"guide.options.{name}.title"), "text": said}
        for number in content.switches[name].rules:
            text = paragraphs.get(number) or words.table("rules.paragraphs")[number]
            paragraphs[number] = {**text, "text": f"{text['text']}\n{said}"}
    return words.laid_over({"rules": {"paragraphs": paragraphs}})


__all__ = ["SECTION", "line", "listed", "note", "of_card", "of_decision", "told_in_rules"]

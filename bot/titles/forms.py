"""The form for a new game of a title: its scenarios and options, and the table's agreements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.narration.texts import Texts
from bot.titles.capabilities import alone_in, lessons_of, levels_of
from bot.titles.roots import title_meant
from bot.titles.title import Title

#: Options of `/new` that aren't rules but agreements of the table.
TABLE_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "clock": ("off", "slow", "standard", "fast"),
    "palette": ("standard", "dark", "red_green", "blue_yellow"),
    "open": ("server", "all"),
}
#: Options of `/new` about the seats: a computer level as opponent, and the seat of the player who opens the game.
AGAINST: Final = "against"
SIDE: Final = "side"
#: Option of `/new`: whether players may ask the computer what it would do.
ADVICE: Final = "advice"
#: Value of `SIDE` with which the opener takes no seat.
NONE: Final = "none"
#: Form field that stands for the scenario in `/new`.
SCENARIO: Final = "scenario"


@dataclass(frozen=True, slots=True)
class Question:
    """One field of the form: its option name in `/new`, label, hint, and (value, text) pairs."""

    name: str
    label: str
    hint: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetupForm:
    """Everything that can be chosen for a new game: the scenario (required) and the options (each can be left out)."""

    scenario: Question
    usual: str
    options: tuple[Question, ...]

    def line(self, chosen: Mapping[str, str]) -> str:
        """Return the equivalent typed command for the chosen values; unknown keys are ignored."""
        words = [f"{one.name}={chosen[one.name]}" for one in self.options if chosen.get(one.name)]
        return " ".join(["new", chosen.get(SCENARIO) or self.usual, *words])


def agreed_options(title: Title[Any, Any]) -> dict[str, tuple[str, ...]]:
    """Return the table agreements of a title with their values: seats and advice where it has computer players, and `TABLE_OPTIONS`."""
    levels = levels_of(title)
    computer = {AGAINST: levels, SIDE: (*title.seats, NONE), ADVICE: ("off", "on", "teach")} if levels else {}
    return {**computer, **TABLE_OPTIONS}


def first_game(title: Title[Any, Any]) -> str:
    """Return the line that opens a newcomer's first game: against the starting level, on the side of the lessons; "" without levels."""
    scenario, level = alone_in(title)
    own = next((f" {SIDE}={lesson.seat}" for lesson in lessons_of(title)), "")
    return f"new {scenario} {AGAINST}={level}{own}" if level else ""


def setup_form(title: Title[Any, Any], language: str = "en", *, scenario: str = "") -> SetupForm:
    """Return the form for a new game of a title, with the options common to all scenarios and those of an already chosen one."""
    words, setups = title.words(language), title.setups
    scenarios = tuple((name, words.say(f"names.scenarios.{name}")) for name in setups.offered())
    offered = {name: tuple(str(value) for value in values) for name, values in setups.options(scenario).items()}
    options = {name: values for name, values in offered.items() if len(values) > 1} | agreed_options(title)
    return SetupForm(
        Question(SCENARIO, words.say("ui.forms.scenario"), "", scenarios),
        scenario or setups.usual,
        tuple(_question(words, name, values) for name, values in options.items()),
    )


def scenario_named(title: str, scenario: str, language: str = "en") -> str:
    """Return the short name of a scenario; the stored name if this version doesn't know it."""
    return brief_name(title_meant(title).words(language), scenario)


def brief_name(words: Texts, scenario: str) -> str:
    """Return the short name of a scenario: `names.wars`, else the part of its name before the colon."""
    if words.has(f"names.wars.{scenario}"):
        return words.say(f"names.wars.{scenario}")
    key = f"names.scenarios.{scenario}"
    return words.say(key).partition(":")[0] if words.has(key) else scenario


def reworded(question: Question, words: Texts) -> Question:
    """Return a question about an option, translated with other texts."""
    return _question(words, question.name, tuple(value for value, _ in question.values))


def _question(words: Texts, name: str, values: tuple[str, ...]) -> Question:
    """Return an option with its values as text; values without a text are only aliases for typing and are left out."""
    table = words.table(f"guide.options.{name}")  # a dot in an option's name means a nested table
    told = tuple((value, str(table[value])) for value in values if value in table)
    return Question(name, str(table["title"]), str(table["text"]), told)


__all__ = [
    "ADVICE",
    "AGAINST",
    "NONE",
    "SCENARIO",
    "SIDE",
    "TABLE_OPTIONS",
    "Question",
    "SetupForm",
    "agreed_options",
    "first_game",
    "reworded",
    "scenario_named",
    "setup_form",
]

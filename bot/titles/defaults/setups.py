"""Setups of a title whose scenarios and options need only the texts of its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.narration.texts import Texts
from bot.table import tokens
from bot.table.reply import Button, Menu, MenuOption, PictureRef, Reply, Select
from bot.table.typed_text import phrase
from bot.titles.setups import Bids

#: Maximum number of buttons in a row.
_A_ROW = 5


class PlainSetups:
    """Scenarios, and options common to all of them.

    Args:
        scenarios: by name, the default first, with the maximum number of rounds that one side plays.
        options: the values of each option by typed word, the default first; stored under the option's name.
    """

    def __init__(self, scenarios: Mapping[str, int], options: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._scenarios, self._options = dict(scenarios), dict(options or {})

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Return the same options for every scenario."""
        del scenario
        return self._options

    def stored(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options unchanged."""
        return dict(chosen)

    @property
    def usual(self) -> str:
        """The first scenario."""
        return next(iter(self._scenarios))

    def offered(self) -> tuple[str, ...]:
        """Return all scenarios."""
        return tuple(self._scenarios)

    def aliases(self) -> Mapping[str, str]:
        """Return the scenario names with spaces."""
        return {phrase(name): name for name in self._scenarios}

    def choice(self, words: Texts) -> Reply:
        """Return the scenarios to choose from, each with `guide.wars.NAME` after its name, and buttons that open their pages."""
        entries, listed, about = list[MenuOption](), [f"**{words.say('ui.title')}**"], list[Button]()
        for name in self.offered():
            label, key = words.say(f"names.scenarios.{name}"), f"guide.wars.{name}"
            told = words.say(key) if words.has(key) else ""
            entries.append(MenuOption(label=label, token=tokens.line("", f"new {name}"), description=told))
            listed.append(f"- **{label}**. {told}" if told else f"- **{label}**")
            about.append(
                Button(label=words.say("guide.buttons.about", title=label), token=tokens.line("", f"help {name}"))
            )
        menu = Select(placeholder=words.say("ui.setups.which"), options=tuple(entries))
        text = "\n".join([words.say("ui.setups.choice"), *listed])
        return Reply(text=text, menu=Menu(rows=(menu, tuple(about[:_A_ROW]))))

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """Return the page of a scenario: `guide.scenarios.NAME` after its name, a picture of its opening, and a button to start it."""
        name = phrase(wanted).replace(" ", "_")
        if name not in self._scenarios:
            return None
        key = f"guide.scenarios.{name}"
        text = f"**{words.say(f'names.scenarios.{name}')}**" + (f"\n{words.say(key)}" if words.has(key) else "")
        picture = PictureRef(
            kind="opening", game="", number=0, args={"scenario": name}, alt=text, language=words.language
        )
        button = Button(label=words.say("ui.setups.begin"), token=tokens.line("", f"new {name}"), style="primary")
        return Reply(text=text, picture=picture, menu=Menu(rows=((button,),)))

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the typed word of each value in force; the default if nothing was chosen."""
        return {name: self._word(values, options.get(name)) for name, values in self._options.items()}

    @staticmethod
    def _word(values: Mapping[str, Any], held: Any) -> str:
        return next((word for word, value in values.items() if value == held), next(iter(values)))

    def rounds(self, options: Mapping[str, Any]) -> int:
        """Return the scenario's number of rounds."""
        return self._scenarios[options.get("scenario", self.usual)]

    def draws_by_agreement(self, options: Mapping[str, Any]) -> bool:
        """Return True: both sides can agree on a draw."""
        del options
        return True

    @property
    def bids(self) -> Bids | None:
        """None: there is no bidding."""
        return None


__all__ = ["PlainSetups"]

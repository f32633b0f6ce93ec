"""The setups of the toy: two hunts and a die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.narration.texts import Texts
from bot.table import tokens
from bot.table.reply import Button, Menu, MenuOption, PictureRef, Reply, Select
from bot.titles.defaults.setups import PlainSetups
from tests.titles.toy.rules import FACES, facts


class ToySetups(PlainSetups):
    """The set-up form of the toy."""

    def stored(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options as the rules call them."""
        return {"faces": chosen["scent"]} if "scent" in chosen else {}

    def aliases(self) -> Mapping[str, str]:
        """Return a second name of the short hunt."""
        return {"quick hunt": "short_hunt"}

    def choice(self, words: Texts) -> Reply:
        """Return the hunts to choose from."""
        entries = tuple(
            MenuOption(label=words.say(f"names.scenarios.{name}"), token=tokens.line("", f"new {name}"))
            for name in self.offered()
        )
        menu = Select(placeholder=words.say("ui.hunt.which"), options=entries)
        return Reply(text=words.say("ui.hunt.choice"), menu=Menu(rows=(menu,)))

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """Return the page about a hunt, None for an unknown one."""
        name = wanted.casefold().strip().replace(" ", "_")
        if name not in self.offered():
            return None
        text = words.say("ui.hunt.about", scenario=words.say(f"names.scenarios.{name}"), days=facts().hunts[name])
        picture = PictureRef(kind="opening", game="", number=0, args={"scenario": name}, alt=text)
        button = Button(label=words.say("ui.hunt.begin"), token=tokens.line("", f"new {name}"), style="primary")
        return Reply(text=text, picture=picture, menu=Menu(rows=((button,),)))

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the chosen options in words."""
        return {"scent": next(word for word, faces in FACES.items() if faces == options.get("faces", 6))}


SETUPS: Final = ToySetups(facts().hunts, {"scent": FACES})

__all__ = ["SETUPS"]

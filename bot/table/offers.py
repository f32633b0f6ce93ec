"""What a seat may press: groups of menu entries and single buttons, not yet laid out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from bot.narration.book import Book
from bot.narration.segments import Told
from bot.table.choice_codec import LONGEST
from bot.table.table import Table


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a menu: an encoded order, or a screen to show."""

    label: str
    order: str = ""
    description: str = ""
    screen: str = ""
    #: In a sheet: what it adds to the budget or, negative, takes from it.
    amount: int = 0
    #: What the title that made it notes about it for itself; the host hands it on and reads nothing of it.
    note: object = None


@dataclass(frozen=True, slots=True)
class Press:
    """One button: an encoded order, or a screen to show."""

    label: str
    order: str = ""
    screen: str = ""
    style: Literal["plain", "primary", "danger"] = "plain"
    hint: str = ""


@dataclass(slots=True)
class Group:
    """Entries that stand in one menu under one title."""

    title: str
    entries: list[Entry] = field(default_factory=list)
    #: How many entries may be chosen at once.
    most: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a title proposes for the rest of a step: its orders in words, and the buttons that take or change them."""

    text: str
    presses: tuple[Press, ...]


@dataclass(slots=True)
class Offers:
    """Everything a decision offers, best first."""

    groups: list[Group] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    #: What stands even before the first row of a panel, since it is what somebody is told to use: the first group, or the buttons.
    ahead: Literal["", "group", "presses"] = ""
    #: What a panel begins with until its player drops it; None for nothing.
    proposal: Proposal | None = None
    #: Entries say what they do only under the title of their group, so even a group that is left alone is a menu.
    titled: bool = False

    def group(self, title: str, entries: Iterable[Entry], most: int = 1, at: int | None = None) -> None:
        """Add a group, at a place or behind the others, unless it would be empty; orders too long for a token are left out."""
        fitting = [entry for entry in entries if len(entry.order) <= LONGEST]
        if fitting:
            self.groups.insert(len(self.groups) if at is None else at, Group(title, fitting, most))

    def press(self, label: str, order: str = "", **more: str) -> None:
        """Add a button."""
        self.presses.append(Press(label, order, **more))  # type: ignore[arg-type]


#: Fields of a sheet: name, entries, how many of them may be chosen, and whether one must be.
Fields = list[tuple[str, list[Entry], int, bool]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a step asks at once, not yet laid out; `budget` is what there is to spend before anything is chosen."""

    fields: Fields
    budget: int = 0


@dataclass(frozen=True, slots=True)
class OfferContext:
    """What the makers of offers work with: the loaded game and the words; a title adds what its own makers need."""

    table: Table
    names: Book
    #: Whether a panel explains terms to newcomers; a lesson does so itself.
    terms: bool = True
    #: What the order did that the panel answers, or the action that goes on as far as it went: public events.
    happened: tuple[Told, ...] = ()

    def say(self, key: str, /, **data: object) -> str:
        """Return a text of `ui.toml`."""
        return self.names.words.say(f"ui.{key}", **data)

    def alike(self, kind: str, args: Iterable[int]) -> list[int]:
        """Arguments of a choice without those that make no difference beside another."""
        del kind
        return list(args)

    def named(self, kind: str, arg: int) -> str:
        """Return an argument of a choice by its kind, in words that tell it from the others."""
        return self.names.argument(kind, arg)

    def detail(self, kind: str, arg: int) -> str:
        """Return what else should be known of it, "" where nothing is."""
        del kind, arg
        return ""

"""What a seat can press: groups of menu entries and single buttons, before layout."""

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
    #: In a sheet: how much it adds to the budget or, if negative, takes from it.
    amount: int = 0
    #: The title's own annotation; the host passes it on unread.
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
    """Entries of one menu under one title."""

    title: str
    entries: list[Entry] = field(default_factory=list)
    #: How many entries may be chosen at once.
    most: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """A title's proposal for the rest of a step: its orders in words, and the buttons that accept or change them."""

    text: str
    presses: tuple[Press, ...]


@dataclass(slots=True)
class Offers:
    """Everything a decision offers, best first."""

    groups: list[Group] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    #: Placed before the first row of a panel because players are told to use it: the first group, or the buttons.
    ahead: Literal["", "group", "presses"] = ""
    #: The first row of a panel until its player drops it; None for nothing.
    proposal: Proposal | None = None
    #: Entries are only clear with their group's title, so even a single group stays a menu.
    titled: bool = False

    def group(self, title: str, entries: Iterable[Entry], most: int = 1, at: int | None = None) -> None:
        """Add a group, at an index or at the end, unless it is empty; orders too long for a token are left out."""
        fitting = [entry for entry in entries if len(entry.order) <= LONGEST]
        if fitting:
            self.groups.insert(len(self.groups) if at is None else at, Group(title, fitting, most))

    def press(self, label: str, order: str = "", **more: str) -> None:
        """Add a button."""
        self.presses.append(Press(label, order, **more))  # type: ignore[arg-type]


#: Fields of a sheet: name, entries, the most entries to choose, and whether one is required.
Fields = list[tuple[str, list[Entry], int, bool]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The fields a step asks for at once, before layout; `budget` is what can be spent before anything is chosen."""

    fields: Fields
    budget: int = 0


@dataclass(frozen=True, slots=True)
class OfferContext:
    """Context for building offers: the loaded game and the words; titles add what their own builders need."""

    table: Table
    names: Book
    #: Whether a panel explains terms to newcomers; a lesson does that itself.
    terms: bool = True
    #: Public events of the order the panel answers, or of the unfinished action so far.
    happened: tuple[Told, ...] = ()

    def say(self, key: str, /, **data: object) -> str:
        """Return a text of `ui.toml`."""
        return self.names.words.say(f"ui.{key}", **data)

    def newcomer_notes(self, kind: str) -> list[str]:
        """Return what explains the terms of a decision to newcomers, `ui.decisions.KIND.newcomer` in italics.

        Nothing where a lesson explains them, or without that text. The title decides who counts as a newcomer.
        """
        key = f"decisions.{kind}.newcomer"
        return [f"*{self.say(key)}*"] if self.terms and self.names.words.has(f"ui.{key}") else []

    def alike(self, kind: str, args: Iterable[int]) -> list[int]:
        """Return the arguments of a choice without those equivalent to another one."""
        del kind
        return list(args)

    def named(self, kind: str, arg: int) -> str:
        """Return an argument of a choice in words that distinguish it from the others."""
        return self.names.argument(kind, arg)

    def detail(self, kind: str, arg: int) -> str:
        """Return additional information about an argument, "" if there is none."""
        del kind, arg
        return ""

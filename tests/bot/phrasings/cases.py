"""Cases of typed free-form lines, read from a file, and the outcome of each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bot.table.reply import Reply
from bot.titles.testing.limits import controls
from tests.bot.phrasings.moments import GAMES, reach
from tests.bot.support import Channel

HERE = Path(__file__).parent
Kind = Literal["act", "look", "asks", "offers", "names"]
KINDS: tuple[Kind, ...] = ("act", "look", "asks", "offers", "names")
#: The parts in which two equal answers differ: the number of an entry, and elapsed times.
_LOOSE = re.compile(r"\d+ (?:seconds?|minutes?) ago|<t:\d+:\w>")

#: The part of a line before its description.
_PART = re.compile(r"^“[^”]*”: ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """A line and its meaning at a moment."""

    at: str
    by: str
    typed: str
    kind: Kind
    meant: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effect of a line: the choices recorded up to the first die, whether confirmation was asked, and the answer."""

    made: tuple[str, ...]
    asked: bool
    told: str
    offered: tuple[str, ...] = ()


def cases(name: str) -> Iterator[Case]:
    """Yield the cases of a file."""
    with (HERE / f"{name}.toml").open("rb") as file:
        for moment in tomllib.load(file)["moment"]:
            for case in moment["cases"]:
                kind = next(kind for kind in KINDS if kind in case)
                yield Case(moment["at"], moment["by"], case["typed"], kind, case[kind])


async def outcome(channel: Channel, case: Case, line: str) -> Outcome:
    """Return the effect of a line at the moment of a case."""
    channel = await reach(channel, case.at)
    game = await channel.store.channels.holder("web:table")
    before = (await channel.store.load(game)).number if game else 0
    seats = (await channel.store.load(game)).seats.holders if game else {}
    replies = await channel.say(case.by, line)
    stored = await channel.store.load(game) if game else None
    made: list[str] = []
    if stored is not None:
        if stored.seats.holders != seats:
            made += sorted(stored.seats.holders)
        if stored.header.status == "lobby":
            record = []
        else:
            record = list(await channel.store.record(stored.header.game_id))[before + (case.at != "lobby") :]
        for entry in record:
            if entry.get("auto") and stored.header.title == "liege":
                break  # what the other side decided in advance, which depends on the die
            made.append(str(entry.get("choice", entry.get("undo", entry))))
            if entry.get("outcomes"):
                break
    offered = tuple(token.split("~", 3)[3] for _, token in controls(replies) if token.startswith("l~"))
    return Outcome(tuple(made), _asks(replies), _LOOSE.sub("", "\n".join(reply.text for reply in replies)), offered)


def _asks(replies: list[Reply]) -> bool:
    return any(token.endswith("~anyway") for _, token in controls(replies))


def _asking(found: Outcome) -> tuple[bool, str]:
    """Return the initial question, without the quoted part of the line."""
    return found.asked, _PART.sub("", found.told)


class Trial:
    """Cases of one file tried in a channel; the effect of a command at a moment is computed once."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._meant: dict[tuple[str, str, str], Outcome] = {}

    async def wrong(self, case: Case) -> str:
        """Return what is wrong with a case's effect, "" if it is correct."""
        found = await outcome(self.channel, case, case.typed)
        told = f"{case.at}: {case.typed!r} did {list(found.made)} and answered {found.told[:300]!r}"
        if case.kind == "asks":
            fine = not found.made and case.meant in found.told and (found.asked or "could mean" in found.told)
            return "" if fine else f"{told}; it should ask about {case.meant!r}"
        if case.kind == "offers" and not found.made and not found.asked:
            offered = {one.casefold() for one in found.offered}
            return "" if case.meant.casefold() in offered else f"{told} {found.offered}; it should offer {case.meant!r}"
        if case.kind == "names":
            named = any(one.casefold() in found.told.casefold() for one in case.meant.split("|"))
            return "" if not found.made and named else f"{told}; it should name {case.meant!r}"
        key = (case.at, case.by, case.meant)
        if key not in self._meant:
            self._meant[key] = await outcome(self.channel, case, case.meant)
        meant = self._meant[key]
        if case.kind == "look":
            return (
                ""
                if (found.told, found.made) == (meant.told, ())
                else f"{told}; {case.meant!r} answers {meant.told[:300]!r}"
            )
        assert meant.made or meant.asked, f"{case.at}: {case.meant!r} does nothing: {meant.told}"
        if meant.made:
            return "" if sorted(found.made) == sorted(meant.made) else f"{told}; {case.meant!r} does {list(meant.made)}"
        same = found == meant or (found.asked and _asking(found) == _asking(meant))
        return "" if same else f"{told}; {case.meant!r} asks {meant.told[:300]!r}"


__all__ = ["GAMES", "Case", "Outcome", "Trial", "cases", "outcome"]

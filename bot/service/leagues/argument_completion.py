"""Completions for the arguments of league commands: fixed words, and values from the season."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from zoneinfo import available_timezones

from bot.commands import leagues
from bot.commands.leagues import NamedArguments
from bot.commands.model import Command
from bot.leagues.season import Season
from bot.narration.user_text import cleaned
from bot.port import Completion
from bot.service.calls import Caller, Tools
from bot.service.leagues import season_choice
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.errors import StorageError
from bot.table.refusal import Refusal
from bot.table.typed_text import fold
from bot.titles import title_offering, titles
from bot.titles.roots import title_meant

#: Maximum number of suggestions, and of people loaded for them.
MOST, _PEOPLE = 25, 500
_NAMED = re.compile(r"(?:^|\s)([a-z]+)=", re.IGNORECASE)
#: Durations and counts worth suggesting, by field.
_SPANS: Mapping[str, tuple[str, ...]] = {
    "window": ("30d", "60d", "90d", "120d", "180d"), "clock": ("5d+8h", "3d+6h", "2d+4h"), "leave": ("14d", "7d", "0d"),
    "time": ("12h", "1d", "3d", "7d"), "closes": ("14d", "21d"), "draw": ("17d", "24d"), "dates": ("3d", "7d"),
    "capacity": ("1", "2", "3", "4"), "rounds": ("3", "4", "5", "6"),
}  # fmt: skip


async def complete(
    repository: SeasonRepository, tools: Tools, caller: Caller, command: Command, rest: str
) -> list[Completion]:
    """Return completions after a command's name."""
    model = command.arguments
    head = f"{leagues.ROOT} {command.name} "
    if not issubclass(model, NamedArguments):
        found = [name for name in leagues.BY_NAME if command.name == "help"]
        return _matching(head, "", rest, found)
    at = [found for found in _NAMED.finditer(rest) if found[1].casefold() in model.model_fields]
    lookup = _Lookup(repository, tools, caller, command, rest)
    if at:
        kept, piece = rest[: at[-1].end()], rest[at[-1].end() :]
        if " " not in piece:
            return _matching(head, kept, piece, await lookup.values(at[-1][1].casefold()))
        word = rest.rpartition(" ")[2]
        return _matching(head, rest[: len(rest) - len(word)], word, lookup.names(rest))
    words = rest.split(" ")
    place = min(len(words), len(model.placed)) - 1
    if place < 0:
        return _matching(head, rest.rpartition(" ")[0] + " " if " " in rest else "", words[-1], lookup.names(rest))
    kept = "".join(f"{word} " for word in words[:place])
    piece = rest[len(kept) :]
    found = [*await lookup.values(model.placed[place])]
    # A name may be followed by more words or by an option.
    more = (
        _matching(head, rest[: len(rest) - len(words[-1])], words[-1], lookup.names(rest)) if words[-1] or rest else []
    )
    return [*_matching(head, kept, piece, found), *more][:MOST] or _matching(head, rest, "", lookup.names(rest))


def _matching(head: str, kept: str, piece: str, found: Iterable[str]) -> list[Completion]:
    """Return the completions that start with the typed text, then those that contain it."""
    wanted = fold(piece.strip())
    there = list(dict.fromkeys(found))
    begun = [text for text in there if fold(text).startswith(wanted)]
    inside = [text for text in there if wanted and wanted in fold(text) and text not in begun]
    return [Completion(label=text, insert=f"{head}{kept}{text}") for text in [*begun, *inside][:MOST] if text != piece]


class _Lookup:
    """Looks up possible values for a command's fields in the season's current state."""

    def __init__(self, repository: SeasonRepository, tools: Tools, caller: Caller, command: Command, rest: str) -> None:
        self._repository, self._tools, self._caller = repository, tools, caller
        self._command, self._rest = command, rest
        self._model = command.arguments

    def names(self, rest: str) -> list[str]:
        """Return the options not given yet, with each of their values if they have few."""
        assert issubclass(self._model, NamedArguments)
        given = {found[1].casefold() for found in _NAMED.finditer(rest)}
        free = [name for name in self._model.model_fields if name not in (*self._model.placed, "options", *given)]
        return [*(option for name in free for option in self._options(name)), *self._of_games()]

    def _of_games(self) -> list[str]:
        """Return the game options for a new season, in the same form as for a new game."""
        if "options" not in self._model.model_fields:
            return []
        typed = re.search(r"scenario=(\S+)", self._rest)
        scenario = typed[1] if typed else title_meant("").setups.usual
        given = {found[1] for found in _NAMED.finditer(self._rest)}
        offered = title_offering(scenario).setups.options(scenario if typed else "")
        return [f"{name}={value}" for name, values in offered.items() if name not in given for value in values]

    def _options(self, name: str) -> list[str]:
        choices = [choice for choice in self._model.choices(name) if choice]
        return [f"{name}={choice}" for choice in choices] if 0 < len(choices) <= 3 else [f"{name}="]

    async def values(self, name: str) -> list[str]:
        """Return the possible values of a field."""
        if choices := [choice for choice in self._model.choices(name) if choice]:
            return choices
        if name == "options":
            return self._of_games()
        if name == "zone":
            return _zones()
        if name == "scenario":
            return [scenario for title in titles() for scenario in title.setups.offered()]
        if name in ("season", "after"):
            return await self._seasons()
        if name in _SPANS:
            return list(_SPANS[name])
        return await self._of_season(name)

    async def _seasons(self) -> list[str]:
        known = await self._repository.sound()
        return season_choice.around(known, self._caller) or list(known)

    async def _of_season(self, name: str) -> list[str]:
        """Return the season's values for a field; none if no season is meant."""
        find: Callable[[Season], Awaitable[list[str]]] | None = {
            "match": self._matches, "person": self._people, "by": self._waiting, "other": self._people,
            "section": _sections, "round": _rounds, "side": self._sides, "members": self._people, "alternates": self._people,
            "what": self._followable,
        }.get(name)  # fmt: skip
        if find is None:
            return []
        typed = re.search(r"season=(\S+)", self._rest)
        try:
            season_id = await season_choice.meant(self._repository, self._caller, typed[1] if typed else "")
            return await find(await self._repository.season(season_id))
        except (Refusal, StorageError):
            return []

    async def _matches(self, season: Season) -> list[str]:
        still = {made.match for made in season.open_matches()}
        return sorted(season.matches, key=lambda match: (match not in still, [int(part) for part in match.split(".")]))

    async def _followable(self, season: Season) -> list[str]:
        """Return what can be followed: divisions, people, matches."""
        return [*await _sections(season), *await self._people(season), *await self._matches(season)]

    async def _people(self, season: Season) -> list[str]:
        return await self._names_of([*season.entrants, *season.holders.values()])

    async def _waiting(self, season: Season) -> list[str]:
        return await self._names_of(season.waiting())

    async def _names_of(self, persons: list[str]) -> list[str]:
        read = await self._tools.store.persons.read_all(dict.fromkeys(persons[:_PEOPLE]))
        return sorted(cleaned(one.name) for one in read.values() if one.name)

    async def _sides(self, season: Season) -> list[str]:
        return list(title_meant(season.rules.title).seats)


@cache
def _zones() -> list[str]:
    """Return all time zones, read from disk once."""
    return sorted(available_timezones())


async def _sections(season: Season) -> list[str]:
    return [str(number + 1) for number in range(len(season.sections))]


async def _rounds(season: Season) -> list[str]:
    return [str(number) for number in range(season.round, 0, -1)]


__all__ = ["MOST", "complete"]

"""Completions while typing: only what is legal now for the caller's seat, best first.

A spectator and the side not to decide get no information about the position that they could not see anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.commands import leagues
from bot.commands.model import OfAnyGame
from bot.port import Completion
from bot.service import game_lookup
from bot.service.calls import Caller, Tools, holder_for
from bot.service.looking import screens
from bot.service.looking.meta_completion import AROUND, around, free, others
from bot.service.looking.order_completion import last_piece, suggested
from bot.service.looking.screens import GameViewer
from bot.service.seats import new_game
from bot.service.state.preferences import AS_PLATFORM, CHANNEL_LANGUAGE, PINGS, SPOILERS
from bot.storage.models import GameHeader
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import fold
from bot.titles import title_of, title_offering, titles
from bot.titles.forms import agreed_options
from renderer.kit.languages import languages
from renderer.kit.requests import PALETTES

MOST = 25
#: Values of personal settings worth suggesting.
SUGGESTED = {
    "pings": PINGS,
    "quiet": ("22-7", "off"),
    "snooze": ("8h", "off"),
    "away": ("3d", "off"),
    "palette": PALETTES,
    "spoilers": SPOILERS,
}


@dataclass(frozen=True, slots=True)
class Typed:
    """The text typed after a command, and by whom; options that have `fields` of their own come last."""

    tools: Tools
    caller: Caller
    rest: str
    fields: Collection[str] = ()


#: Completion functions by command name.
Completers: TypeAlias = Mapping[str, Callable[[Typed], Awaitable[list[str]]]]
NONE: Final[Completers] = MappingProxyType({})


def _settings_worth() -> dict[str, tuple[str, ...]]:
    """Return the settings with their values; languages only if there is a choice."""
    if len(languages()) == 1:
        return SUGGESTED
    return {**SUGGESTED, **dict.fromkeys(("language", CHANNEL_LANGUAGE), (*languages(), AS_PLATFORM))}


async def complete(
    tools: Tools, caller: Caller, line: str, fields: Collection[str] = (), more: Completers = NONE
) -> list[Completion]:
    """Return completions of a partial line (without its slash); options that have `fields` of their own come last.

    `more` completes commands of higher layers.
    """
    line = line.lstrip().removeprefix("/")
    name, blank, rest = line.partition(" ")
    if not blank:
        return await _commands(tools, caller, name)
    command = tools.vocabulary.by_name.get(name.casefold())
    if command is None:
        return []
    completer = more.get(name.casefold())
    typed = Typed(tools, caller, rest, fields)
    found = await (completer(typed) if completer is not None else _arguments(typed, name.casefold()))
    if issubclass(command.arguments, OfAnyGame):
        games = await _viewable_games(tools, caller, ended=name == "assess" or (name == "replay" and not found))
        found = _continuing(command.arguments, rest, found, games)
    return matching(name, rest, found)


async def _viewable_games(tools: Tools, caller: Caller, *, ended: bool) -> list[str]:
    """Return the games that can be named for viewing: started ones, or only finished ones."""
    wanted = ("finished",) if ended else ("playing", "finished")
    games = await game_lookup.offered(tools, caller)
    sound = {header.game_id for header in await _readable_headers(tools, games) if header.status in wanted}
    return [game for game in games if game == game_lookup.LAST or game in sound]


async def _readable_headers(tools: Tools, games: Iterable[str]) -> list[GameHeader]:
    """Return the headers of these games, without those that are gone or unreadable."""
    named = list(dict.fromkeys(game for game in games if game != game_lookup.LAST))
    headers = (await tools.store.running.headers(named)).values()
    return [header for header in headers if isinstance(header, GameHeader)]


async def _arguments(typed: Typed, name: str) -> list[str]:
    """Return the possible arguments of a command, best first."""
    tools, caller = typed.tools, typed.caller
    completer = COMPLETERS.get(name)
    if completer is not None:
        return await completer(typed)
    if name in AROUND or name in {one.command for one in tools.exercises.values()}:
        return await around(tools, caller, name)
    return _of_the_game(await _viewer(tools, caller), name, typed.rest)


def _of_the_game(viewer: GameViewer | None, name: str, rest: str) -> list[str]:
    """Return the suggestions of the game's title: possible orders, and what can be viewed."""
    if viewer is None:
        return []
    table, more = _table(viewer), title_of(viewer.game).completes.get(name)
    found = suggested(table, viewer.names, name, rest) if table is not None else []
    if name == "done" and table is not None and table.mine and name in table.face.commands:
        found = ["anyway"]
    return [*found, *(more(viewer, rest) if more is not None else [])]


def _continuing(model: type[OfAnyGame], rest: str, found: Iterable[str], games: list[str]) -> list[str]:
    """Return the words and games that can follow the finished words of a line, each with those words in front."""
    kept = "".join(f"{word} " for word in rest.split(" ")[:-1])
    named = model.read(kept).game if model.fits(kept) else None
    if named is None or (named and named not in games):
        return []
    lines = [f"{kept}{text}" for text in found]
    # A word that no other argument accepts would be parsed as a game's name, which it is not.
    plain = [line for line in lines if model.fits(line) and model.read(line).game == named]
    return plain if named else [*plain, *(line for game in games if model.fits(line := f"{kept}{game}"))]


def matching(name: str, rest: str, found: Iterable[str], most: int = MOST) -> list[Completion]:
    """Return the matches that start with or contain the typed text; the parts before the last separator are kept."""
    kept, piece = last_piece(rest)
    wanted = fold(piece)
    begun = [text for text in dict.fromkeys(found) if fold(text).startswith(wanted)]
    inside = [text for text in dict.fromkeys(found) if wanted and wanted in fold(text) and text not in begun]
    return [
        Completion(label=text, insert=f"{name} {kept}{text}")
        for text in [*begun, *inside][:most]
        if text != piece.strip()
    ]


async def _commands(tools: Tools, caller: Caller, begun: str) -> list[Completion]:
    names = list(tools.vocabulary.by_name)
    viewer = await _viewer(tools, caller)
    table = _table(viewer)
    if viewer is not None and viewer.game.actor is not None:
        # While the game is running, commands that gather players are useless.
        names.sort(key=lambda name: tools.vocabulary.by_name[name].part == "lobby")
    if table is not None:
        first = list(table.face.commands)
        names = [*first, *(name for name in names if name not in first)]
    told = {name: tools.vocabulary.by_name[name].help(tools.words) for name in names}
    told[leagues.ROOT] = tools.say("leagues.root.about")
    return [
        Completion(label=f"{name} – {about}", insert=f"{name} ")
        for name, about in told.items()
        if name.startswith(begun.casefold())
    ][:MOST]


async def _viewer(tools: Tools, caller: Caller) -> GameViewer | None:
    """Return the channel's game as the caller sees it; None if none has started here."""
    game_id = await holder_for(tools.store, caller)
    if game_id is None:
        return None
    try:
        return await screens.look(tools, caller, game_id)
    except Refusal:
        return None


def _table(viewer: GameViewer | None) -> Table | None:
    """Return the game as the caller's decision; None if it is not theirs."""
    if viewer is None:
        return None
    return viewer.table if viewer.side is not None and viewer.game.actor == viewer.side else None


# -- commands of the host ---------------------------------------------------------------


async def _rules(typed: Typed) -> list[str]:
    return list(typed.tools.words.table("rules.paragraphs"))


async def _help(typed: Typed) -> list[str]:
    return [*typed.tools.vocabulary.by_name, *_scenarios()]


async def _games(_: Typed) -> list[str]:
    return ["open"]


async def _settings(_: Typed) -> list[str]:
    return [f"{setting} {value}" for setting, values in _settings_worth().items() for value in values]


async def _relocate(typed: Typed) -> list[str]:
    return await others(typed.tools, typed.caller)


async def _games_to_follow(typed: Typed) -> list[str]:
    people, user = typed.tools.store.people, typed.caller.user
    games = [*await people.games_of(user), *await people.followed_by(user)]
    return [header.game_id for header in await _readable_headers(typed.tools, games)]


async def _new(typed: Typed) -> list[str]:
    return await _new_game_arguments(typed.rest, typed.fields) if await free(typed.tools, typed.caller) else []


def _scenarios() -> list[str]:
    """Return the scenarios of all titles."""
    return [scenario for title in titles() for scenario in title.setups.offered()]


async def _new_game_arguments(rest: str, fields: Collection[str]) -> list[str]:
    """Return the scenarios, or after one its options not given yet and compatible; those with `fields` last."""
    first, blank, more = rest.partition(" ")
    scenarios = _scenarios()
    if not blank or first not in scenarios:
        return scenarios
    *given, piece = more.split(" ")
    named = {word.partition("=")[0] for word in given}
    there = {
        **{name: tuple(values) for name, values in title_offering(first).setups.options(first).items()},
        **agreed_options(title_offering(first)),
    }
    there_are = (f"{name}={value}" for name, values in there.items() if name not in named for value in values)
    wanted = [word for word in there_are if piece.casefold() in word]
    words = sorted(wanted, key=lambda word: (not word.startswith(piece.casefold()), word.partition("=")[0] in fields))
    # Rules are built for each new option: no more than can be shown, yielding to others in between.
    found: list[str] = []
    for word in words:
        if new_game.goes_together(first, options := " ".join([*given, word])):
            found.append(f"{first} {options}")
        if len(found) == MOST:
            break
        await asyncio.sleep(0)
    return found


#: Completion functions of the host's commands; others are completed by the current game.
COMPLETERS: Final[dict[str, Callable[[Typed], Awaitable[list[str]]]]] = {
    "new": _new, "relocate": _relocate, "follow": _games_to_follow, "rules": _rules, "help": _help,
    "games": _games, "settings": _settings,
}  # fmt: skip

__all__ = ["COMPLETERS", "Completers", "Typed", "complete", "matching"]

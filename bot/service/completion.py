"""Suggestions while typing: only what is legal now for the asking seat, best first.

A spectator and the side that does not decide get nothing about the position that they do
not see anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bot.commands.catalogue import BY_NAME, COMMANDS, ORDER_NAMES
from bot.commands.model import OfAnyGame
from bot.notation.refusal import Refusal
from bot.notation.table import Table
from bot.notation.words import fold, phrase
from bot.platforms.base import Completion
from bot.service import finding, lobby, screens, wars
from bot.service.around import AROUND, around, free, others
from bot.service.calls import Caller, Tools
from bot.service.preferences import LANGUAGES, PALETTES, PINGS
from bot.service.screens import Looker
from bot.service.session import SIDES
from bot.storage.models import GameHeader
from bot.titles.pog.looks import looking
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import attackers
from bot.titles.pog.suggesting import last_piece, suggested
from engine.core.bits import members

MOST = 25
#: Commands that look at a game which has started.
_OF_A_GAME = frozenset({"map", "units", "deck", "supply", "log", "replay"})

#: Action rounds of a turn (8.1.1).
ROUNDS = 6

#: Maps of supply, as they are typed.
SUPPLY = ("supply", "supply ap", "supply cp")

#: Values of personal settings worth suggesting.
SUGGESTED = {
    "pings": PINGS,
    "quiet": ("22-7", "off"),
    "snooze": ("8h", "off"),
    "away": ("3d", "off"),
    "palette": PALETTES,
    "language": LANGUAGES,
}


async def complete(tools: Tools, caller: Caller, line: str) -> list[Completion]:
    """Continuations of a half-typed line (without its slash)."""
    line = line.lstrip().removeprefix("/")
    name, blank, rest = line.partition(" ")
    if not blank:
        return await _commands(tools, caller, name)
    command = BY_NAME.get(name.casefold())
    if command is None:
        return []
    found = await _found(tools, caller, name.casefold(), rest)
    if issubclass(command.arguments, OfAnyGame):
        games = await _started(tools, caller, ended=name == "replay" and not found)
        found = _continuing(command.arguments, rest, found, games)
    return fitting(name, rest, found)


async def _started(tools: Tools, caller: Caller, *, ended: bool) -> list[str]:
    """The games that may be named to be looked at: such as have begun, or only such as have ended."""
    wanted = ("finished",) if ended else ("playing", "finished")
    games = await finding.offered(tools, caller)
    sound = {header.game_id for header in await _sound(tools, games) if header.status in wanted}
    return [game for game in games if game == finding.LAST or game in sound]


async def _sound(tools: Tools, games: Iterable[str]) -> list[GameHeader]:
    """What these games are, without those that are gone or cannot be read."""
    named = list(dict.fromkeys(game for game in games if game != finding.LAST))
    headers = (await tools.store.running.headers(named)).values()
    return [header for header in headers if isinstance(header, GameHeader)]


async def _found(tools: Tools, caller: Caller, name: str, rest: str) -> list[str]:
    """What may stand behind a command, best first."""
    if name in ORDER_NAMES or name in ("card", "peace"):
        looker = await _looker(tools, caller)
        table = _table(looker)
        found = suggested(table, looker.names, name, rest) if looker is not None and table is not None else []
        return [*found, *_cards(looker.names, rest)] if name == "card" and looker is not None else found
    if name == "odds":
        looker = await _looker(tools, caller)
        return _odds(looker, rest) if looker is not None and looker.game.stack else []
    if name == "new":
        return _new(rest) if await free(tools, caller) else []
    if name == "relocate":
        return await others(tools, caller)
    if name == "follow":
        people = tools.store.people
        games = [*await people.games_of(caller.user), *await people.followed_by(caller.user)]
        return [header.game_id for header in await _sound(tools, games)]
    if name in AROUND:
        return await around(tools, caller, name)
    if name in _OF_A_GAME:
        looker = await _looker(tools, caller)
        if looker is None or (name == "replay" and looker.game.state.actions == [[], []]):
            return []
        if name in _OF_ITS_FACTS:
            return _OF_ITS_FACTS[name](looker, rest)
    return _plain(tools, name)


def _continuing(model: type[OfAnyGame], rest: str, found: Iterable[str], games: list[str]) -> list[str]:
    """The words and games that may follow the finished words of a line, each with those in front of it."""
    kept = "".join(f"{word} " for word in rest.split(" ")[:-1])
    named = model.read(kept).game if model.fits(kept) else None
    if named is None or (named and named not in games):
        return []
    lines = [f"{kept}{text}" for text in found]
    # A word that no other argument takes is read as a game's name, which it is not.
    plain = [line for line in lines if model.fits(line) and model.read(line).game == named]
    return plain if named else [*plain, *(line for game in games if model.fits(line := f"{kept}{game}"))]


def fitting(name: str, rest: str, found: Iterable[str], most: int = MOST) -> list[Completion]:
    """Those that begin as typed, or have it within them; the parts before the last separator are kept."""
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
    names = [command.name for command in COMMANDS]
    table = _table(await _looker(tools, caller))
    if table is not None:
        first = list(table.face.commands)
        names = [*first, *(name for name in names if name not in first)]
    return [
        Completion(label=f"{name} – {BY_NAME[name].help(tools.words)}", insert=f"{name} ")
        for name in names
        if name.startswith(begun.casefold())
    ][:MOST]


async def _looker(tools: Tools, caller: Caller) -> Looker | None:
    """The channel's game as the caller sees it, None if none has started here."""
    game_id = await tools.store.channels.holder(caller.channel)
    if game_id is None:
        return None
    try:
        return await screens.look(tools, caller, game_id)
    except Refusal:
        return None


def _table(looker: Looker | None) -> Table | None:
    """The game as the caller's decision, None if nothing is asked of them."""
    if looker is None:
        return None
    return looker.table if looker.side is not None and looker.game.actor == looker.side else None


# -- looking ----------------------------------------------------------------------------


def _map(looker: Looker, rest: str) -> list[str]:
    return ["overview", *looking.THEATRES, *looking.OVERLAYS, *SUPPLY, *_spaces(looker.names, rest)]


def _units(looker: Looker, rest: str) -> list[str]:
    names = looker.names
    codes, nations = list(names.words.table("commands.nation_words")), looker.lexicon.nations
    named = [names.nation(code) for code in codes]
    known = [name if phrase(name) in nations else code for name, code in zip(named, codes, strict=True)]
    return [*_spaces(names, rest), *known]


def _plain(tools: Tools, name: str) -> list[str]:
    """What stands behind a command whatever the game is: fixed words."""
    if name == "deck":
        return [*SIDES, *(f"{side} {pile}" for side in SIDES for pile in ("discard", "removed"))]
    if name == "rules":
        return list(tools.words.table("rules.paragraphs"))
    if name == "help":
        return [*(command.name for command in COMMANDS), *wars.offered()]
    fixed = {
        "supply": list(SIDES),
        "games": ["open"],
        "replay": ["turn", "all", "overview", *looking.THEATRES],
        "settings": [f"{setting} {value}" for setting, values in SUGGESTED.items() for value in values],
    }
    return fixed.get(name, [])


def _log(looker: Looker, rest: str) -> list[str]:
    """Turns that have been played, the present one first; behind one its rounds."""
    state, finished = looker.game.state, rest.split(" ")[:-1]
    start = state.rules.start
    first = start.turn if start is not None else 1
    if not finished:
        return ["round", "turn", *(str(turn) for turn in range(state.turn, first - 1, -1))]
    if len(finished) > 1 or not finished[0].isdecimal():
        return ["round", "turn"]
    turn = int(finished[0])
    last = state.round if turn == state.turn else ROUNDS if first <= turn < state.turn else 0
    return [str(round_) for round_ in range(1, last + 1)]


#: What stands behind a command, where that depends on the game which is looked at.
_OF_ITS_FACTS: Final[dict[str, Callable[[Looker, str], list[str]]]] = {"log": _log, "map": _map, "units": _units}


def _new(rest: str) -> list[str]:
    """Scenarios, and behind one the options that are not given yet and go together."""
    first, blank, more = rest.partition(" ")
    scenarios = [word for word in BY_NAME["new"].arguments.choices("scenario") if word]
    if not blank or first not in scenarios:
        return scenarios
    given = more.split(" ")[:-1]
    named = {word.partition("=")[0] for word in given}
    options = {**{name: tuple(values) for name, (_, values) in lobby.OPTIONS.items()}, **lobby.TABLE_OPTIONS}
    words = [f"{name}={value}" for name, values in options.items() if name not in named for value in values]
    return [
        f"{first} {' '.join([*given, word])}" for word in words if lobby.goes_together(first, " ".join([*given, word]))
    ]


def _odds(looker: Looker, rest: str) -> list[str]:
    """Enemy spaces that somebody can attack now, and behind one the spaces from which that is done."""
    table = attackers.planned(Table(looker.game, looker.side if looker.side is not None else 0))
    units = attackers.eligible(table)
    names, state = looker.names, table.game.state
    enemy = state.occupied[1 - table.side] | state.intact_forts(1 - table.side)
    found = []
    for target in members(enemy):
        name = names.space(target)
        if names.content.spaces[target].kind != "map" or not fold(name).startswith(fold(rest)[: len(name)]):
            continue
        near = [unit for unit in units if attackers.why_out_of_reach(table, unit, target) is None]
        able = attackers.able(table, target, near)
        origins = [
            space for space in dict.fromkeys(table.where(unit) for unit in able) if _open_to_attack(table, space)
        ]
        if origins:
            found += [name, *(f"{name} from {names.space(origin)}" for origin in origins)]
    return found


def _open_to_attack(table: Table, origin: int) -> bool:
    """True if units may attack out of a space alone, and the OPS suffice for it while spaces are activated."""
    state = table.game.state
    if origin == state.rules.board.space("london"):
        return False
    if table.kind != "activate" or not table.mine:
        return True
    return bool(state.operation.attack >> origin & 1) or origin in table.may("for_combat")


def _spaces(names: Names, begun: str) -> list[str]:
    if len(begun.strip()) < 2:
        return []
    return [names.space(space.id) for space in names.content.spaces if space.kind == "map"]


def _cards(names: Names, begun: str) -> list[str]:
    """All cards by name: printed facts that everybody knows, in printed order."""
    word, _, rest = begun.partition(" ")
    front = "info " if word == "info" else ""
    if len((rest if front else begun).strip()) < 2:
        return []
    return [front + names.card(card.id) for card in names.content.cards]


__all__ = ["complete", "fitting"]

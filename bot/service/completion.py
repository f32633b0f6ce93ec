"""Suggestions while typing: only what is legal now for the asking seat, best first.

A spectator and the side that does not decide get nothing about the position that they do
not see anyway.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.commands.catalogue import BY_NAME, COMMANDS, ORDER_NAMES
from bot.commands.model import OfAnyGame
from bot.notation.lexicon import fold
from bot.notation.refusal import Refusal
from bot.notation.table import Table
from bot.platforms.base import Completion
from bot.service import finding, looking, screens
from bot.service.calls import Caller, Tools
from bot.service.preferences import LANGUAGES, PALETTES, PINGS
from bot.service.suggesting import last_piece, suggested

MOST = 25

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

#: Commands that answer each kind of decision, best first.
_FITTING = {
    "choose_action": ("play",),
    "activate": ("activate", "done"),
    "move_unit": ("move", "entrench", "done"),
    "move_stack": ("move", "entrench", "done"),
    "move_on": ("move", "done"),
    "attack": ("attack", "done"),
    "defender_loss": ("lose",),
    "attacker_loss": ("lose",),
    "retreat": ("retreat",),
    "retreat_option": ("retreat",),
    "advance": ("advance", "pass"),
    "sr_unit": ("sr", "done"),
    "sr_destination": ("choose",),
    "replacement": ("rp", "done"),
    "trench_cards": ("card", "pass"),
    "attacker_cards": ("card", "pass"),
    "defender_cards": ("card", "pass"),
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
    found: Iterable[str]
    if name in ORDER_NAMES or name in ("card", "peace"):
        table = await _table(tools, caller)
        found = suggested(table, tools.names, name, rest) if table is not None else []
        if name == "card":
            found = [*found, *_cards(tools, rest)]
    else:
        found = _plain(tools, name, rest)
        if issubclass(command.arguments, OfAnyGame):
            found = [*found, *await finding.offered(tools, caller)]
            found = _continuing(command.arguments, rest, found)
    return _fitting(name, rest, found)


def _continuing(model: type[OfAnyGame], rest: str, found: Iterable[str]) -> list[str]:
    """The words that may follow the finished ones of a line, each with them in front of it."""
    finished = rest.split(" ")[:-1]
    kept = "".join(f"{word} " for word in finished)
    return [kept + text for text in found if model.fits(f"{kept}{text}")]


def _fitting(name: str, rest: str, found: Iterable[str]) -> list[Completion]:
    """Those that begin as typed; the parts before the last separator are kept."""
    kept, piece = last_piece(rest)
    wanted = fold(piece)
    begun = [text for text in dict.fromkeys(found) if fold(text).startswith(wanted)]
    inside = [text for text in dict.fromkeys(found) if wanted and wanted in fold(text) and text not in begun]
    return [
        Completion(label=text, insert=f"{name} {kept}{text}")
        for text in [*begun, *inside][:MOST]
        if text != piece.strip()
    ]


async def _commands(tools: Tools, caller: Caller, begun: str) -> list[Completion]:
    names = [command.name for command in COMMANDS]
    table = await _table(tools, caller)
    if table is not None:
        fitting = list(_FITTING.get(table.kind, ("choose",)))
        names = [*fitting, *(name for name in names if name not in fitting)]
    return [
        Completion(label=f"{name} – {BY_NAME[name].help(tools.words)}", insert=f"{name} ")
        for name in names
        if name.startswith(begun.casefold())
    ][:MOST]


async def _table(tools: Tools, caller: Caller) -> Table | None:
    """The game as the caller's decision, None if nothing is asked of them."""
    game_id = await tools.store.channels.holder(caller.channel)
    if game_id is None:
        return None
    try:
        looker = await screens.look(tools, caller, game_id)
    except Refusal:
        return None
    return looker.table if looker.side is not None and looker.game.actor == looker.side else None


# -- looking ----------------------------------------------------------------------------


def _plain(tools: Tools, name: str, rest: str) -> list[str]:
    words = rest.split(" ")
    model = BY_NAME[name].arguments
    fields = list(model.model_fields)
    choices = model.choices(fields[0]) if fields else ()
    if choices and len(words) == 1:
        return [choice for choice in choices if choice]
    if name == "map":
        return ["overview", *looking.THEATRES, *looking.OVERLAYS, *SUPPLY, *_spaces(tools, rest)]
    if name in ("units", "odds"):
        return _spaces(tools, rest)
    if name == "rules":
        return list(tools.words.table("rules.paragraphs"))
    if name == "help":
        return [command.name for command in COMMANDS]
    fixed = {
        "log": ["round", "turn"],
        "replay": ["turn", "all", "overview", *looking.THEATRES],
        "undo": ["1", "all"],
        "rollback": ["round", "turn", "accept", "reject"],
        "standing": list(tools.words.find("commands.standing.examples")),
        "settings": [f"{setting} {value}" for setting, values in SUGGESTED.items() for value in values],
        "warn": ["read"],
    }
    return fixed.get(name, [])


def _spaces(tools: Tools, begun: str) -> list[str]:
    if len(begun.strip()) < 2:
        return []
    return [tools.names.space(space.id) for space in tools.names.content.spaces if space.kind == "map"]


def _cards(tools: Tools, begun: str) -> list[str]:
    """All cards by name: printed facts that everybody knows, in printed order."""
    if len(begun.strip()) < 2:
        return []
    return [tools.names.card(card.id) for card in tools.names.content.cards]


__all__ = ["complete"]

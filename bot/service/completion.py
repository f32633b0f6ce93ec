"""Suggestions while typing: only what is legal now for the asking seat, best first.

A spectator and the side that does not decide get nothing about the position that they do
not see anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.commands.catalogue import BY_NAME, COMMANDS, ORDER_NAMES
from bot.commands.model import OfAnyGame
from bot.narration.names import Names
from bot.notation import actions
from bot.notation.lexicon import fold
from bot.notation.refusal import Refusal
from bot.notation.table import Table
from bot.notation.ways import ways
from bot.platforms.base import Completion
from bot.replies.offers import Desk
from bot.service import finding, looking, screens
from bot.service.calls import Caller, Tools
from bot.service.preferences import LANGUAGES, PALETTES, PINGS
from engine.errors import ChanceError

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
        found = suggested(table, tools, name, rest) if table is not None else []
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
    kept, piece = _last_piece(rest)
    wanted = fold(piece)
    begun = [text for text in dict.fromkeys(found) if fold(text).startswith(wanted)]
    inside = [text for text in dict.fromkeys(found) if wanted and wanted in fold(text) and text not in begun]
    return [
        Completion(label=text, insert=f"{name} {kept}{text}")
        for text in [*begun, *inside][:MOST]
        if text != piece.strip()
    ]


def _last_piece(rest: str) -> tuple[str, str]:
    """What stands before the last semicolon, and the piece being typed."""
    at = rest.rfind(";") + 1
    while at < len(rest) and rest[at] == " ":
        at += 1
    return rest[:at], rest[at:]


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


# -- orders -----------------------------------------------------------------------------


def suggested(table: Table, tools: Tools, name: str, rest: str) -> list[str]:
    """What may be typed behind a playing command now, best first."""
    desk = Desk(table, tools.names)
    makers: dict[str, Callable[[Desk, str], list[str]]] = {
        "play": _play,
        "activate": _activate,
        "move": _move,
        "attack": _attack,
        "sr": _sr,
        "rp": lambda desk, _: _units(desk, "spend"),
        "entrench": lambda desk, _: [unit_words(desk.names, u) for u in _armies(desk, "pick", "add")],
        "lose": lambda desk, _: [
            *_units(desk, "hit", "use", "restore"),
            *(["corps first", "armies first"] if table.may("hit") else []),
            *(["fort"] if table.may("hit_fort") else []),
        ],
        "retreat": _retreat,
        "advance": _advance,
        "choose": _choose,
        "card": lambda desk, _: [desk.names.card(card) for card in table.may("play")],
        "peace": lambda _desk, _: [word for word in ("accept", "reject") if table.offers(word)],
    }
    maker = makers.get(name)
    if maker is None:
        return []
    try:
        return maker(desk, _last_piece(rest)[1])
    except (Refusal, ChanceError):
        return []


def unit_words(names: Names, unit: int) -> str:
    """A unit as it is typed: `ge 1 army`, `fr corps`."""
    spec = names.content.units[unit]
    return " ".join(part for part in spec.name.split("_") if spec.army or not part.isdigit())


def _units(desk: Desk, *verbs: str) -> list[str]:
    return [unit_words(desk.names, unit) for verb in verbs for unit in desk.distinct(desk.table.may(verb))]


def _armies(desk: Desk, *verbs: str) -> list[int]:
    units = desk.names.content.units
    return [unit for verb in verbs for unit in desk.distinct(desk.table.may(verb)) if units[unit].army]


def _play(desk: Desk, _piece: str) -> list[str]:
    table, names = desk.table, desk.names
    if table.may("play"):
        return [names.card(card) for card in table.may("play")]
    found = [f"{names.card(card)} as {use}" for use in ("ops", "event", "sr", "rp") for card in table.may(use)]
    return [*found, *(["auto"] if table.offers("auto_op") else [])]


def _activate(desk: Desk, _piece: str) -> list[str]:
    name = desk.names.space
    found = [f"{name(space)} attack" for space in desk.table.may("for_combat")]
    return found + [f"{name(space)} move" for space in desk.table.may("for_movement")]


def _move(desk: Desk, piece: str) -> list[str]:
    table, names = desk.table, desk.names
    units = [*table.may("pick"), *table.may("add")]
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(table.where(unit), []).append(unit)
    found = []
    for origin, stack in stacks.items():
        title = names.space(origin)
        if fold(piece) and not fold(f"all {title}").startswith(fold(piece)[: len(title) + 4]):
            continue
        trial = table.trial()
        actions.gather(trial, stack)
        reach = sorted(ways(trial), key=lambda space: (*desk.worth(space), names.space(space)))
        found += [f"all {title} to {names.space(space)}" for space in reach]
    return found + [f"{unit_words(names, unit)} " for unit in desk.distinct(units)]


def _attack(desk: Desk, _piece: str) -> list[str]:
    table, names = desk.table, desk.names
    targets: dict[int, None] = dict.fromkeys(table.may("target"))
    for unit in table.may("add"):
        there = table.attempt(("add", unit))
        targets |= dict.fromkeys(there.may("target") if there else ())
    return [names.space(target) for target in targets]


def _sr(desk: Desk, piece: str) -> list[str]:
    table, names = desk.table, desk.names
    units = desk.distinct(table.may("pick"))
    found = []
    for unit in units:
        place = typed_place(names, table.where(unit))
        words = f"{unit_words(names, unit)} {place} to "
        if fold(piece).startswith(fold(words)):
            there = table.attempt(("pick", unit))
            return [words + typed_place(names, space) for space in (there.may("to") if there else ())]
        found.append(words)
    return found


def typed_place(names: Names, space: int) -> str:
    """A space as it is typed; the box is `reserve`."""
    return names.space(space) if names.content.spaces[space].kind == "map" else "reserve"


def _retreat(desk: Desk, _piece: str) -> list[str]:
    table, names = desk.table, desk.names
    found = [f"hold {unit_words(names, unit)}" for unit in desk.distinct(table.may("hold"))]
    current = int(table.field("unit", -1))
    for unit in [current] if current >= 0 else desk.distinct(table.may("pick")):
        here = table if current >= 0 else table.attempt(("pick", unit))
        found += [f"{unit_words(names, unit)} {names.space(space)}" for space in (ways(here) if here else ())]
    return found


def _advance(desk: Desk, _piece: str) -> list[str]:
    table, names = desk.table, desk.names
    target = table.game.state.combat.target
    found = [f"all {names.space(target)}"] if table.may("add") else []
    found += [f"{unit_words(names, unit)} {names.space(target)}" for unit in desk.distinct(table.may("add"))]
    return [*found, "none"] if table.offers("finish") else found


def _choose(desk: Desk, _piece: str) -> list[str]:
    table, names = desk.table, desk.names
    found: list[str] = []
    for verb, kind in table.game.decision.verbs.items():
        word = verb.replace("_", " ")
        args = desk.distinct(table.may(verb)) if kind == "unit" else table.may(verb)
        found += [
            f"{word} {unit_words(names, arg) if kind == 'unit' else names.argument(kind, arg)}".strip() for arg in args
        ]
    return found


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


__all__ = ["complete", "suggested", "unit_words"]

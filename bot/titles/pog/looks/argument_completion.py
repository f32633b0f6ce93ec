"""Completions after looking commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.table.table import Table
from bot.table.typed_text import fold, phrase
from bot.titles import table_of
from bot.titles.looks import Viewer
from bot.titles.pog.looks.screens import SIDES, lexicon_of
from bot.titles.pog.looks.view_queries import OVERLAYS, THEATRES, overlay_of
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import attackers
from bot.titles.pog.notation.stacks import stands
from engine.core.bits import members
from engine.pog.rules.rounds import action_rounds

#: Supply maps, as typed.
SUPPLY = ("supply", "supply ap", "supply cp")


def _map(viewer: Viewer[Names], rest: str) -> list[str]:
    asked = overlay_of(rest.rpartition(" ")[0])
    within = [f"{rest.rpartition(' ')[0]} {area}" for area in (*THEATRES, "overview")] if asked else []
    return ["overview", *THEATRES, *OVERLAYS, *SUPPLY, *within, *_spaces(viewer.names, rest)]


def _units(viewer: Viewer[Names], rest: str) -> list[str]:
    names = viewer.names
    codes, nations = list(names.words.table("commands.nation_words")), lexicon_of(viewer).nations
    word, _, place = rest.partition(" ")
    asked = names.words.table("commands.words")
    if place and word.casefold() in (*asked["reaching"], *asked["costing"], *asked["near"]):
        return [f"{word} {space}" for space in _spaces(names, place)]
    named = [names.nation(code) for code in codes]
    known = [name if phrase(name) in nations else code for name, code in zip(named, codes, strict=True)]
    return [*_spaces(names, rest), *known]


def _log(viewer: Viewer[Names], rest: str) -> list[str]:
    """Return the turns played so far, newest first; after a turn, its rounds."""
    state, finished = viewer.game.state, rest.split(" ")[:-1]
    start = state.rules.start
    first = start.turn if start is not None else 1
    if not finished:
        return ["round", "turn", *(str(turn) for turn in range(state.turn, first - 1, -1))]
    if len(finished) > 1 or not finished[0].isdecimal():
        return ["round", "turn"]
    turn = int(finished[0])
    last = state.round if turn == state.turn else action_rounds(state) if first <= turn < state.turn else 0
    return [str(round_) for round_ in range(1, last + 1)]


def _odds(viewer: Viewer[Names], rest: str) -> list[str]:
    """Return the enemy spaces that can be attacked now, and after one of them the spaces to attack it from."""
    if not viewer.game.stack:
        return []
    table = attackers.planned(table_of(viewer.game, viewer.side if viewer.side is not None else 0))
    units = attackers.eligible(table)
    names, state = viewer.names, table.game.state
    enemy = state.occupied[1 - table.side] | state.intact_forts(1 - table.side)
    found = []
    for target in members(enemy):
        name = names.space(target)
        if names.content.spaces[target].kind != "map" or not fold(name).startswith(fold(rest)[: len(name)]):
            continue
        near = [unit for unit in units if attackers.why_out_of_reach(table, unit, target) is None]
        able = attackers.able(table, target, near)
        origins = [
            space for space in dict.fromkeys(stands(table, unit) for unit in able) if _open_to_attack(table, space)
        ]
        if origins:
            found += [name, *(f"{name} from {names.space(origin)}" for origin in origins)]
    return found


def _open_to_attack(table: Table, origin: int) -> bool:
    """Return True if units can attack from a space on its own, and during activation the OPS suffice for it."""
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
    """Return all cards by name in printed order; printed facts are public."""
    word, _, rest = begun.partition(" ")
    front = "info " if word == "info" else ""
    if len((rest if front else begun).strip()) < 2:
        return []
    return [front + names.card(card.id) for card in names.content.cards]


def _deck(_viewer: Viewer[Names], _rest: str) -> list[str]:
    return [*SIDES, *(f"{side} {pile}" for side in SIDES for pile in ("discard", "removed"))]


def _replay(viewer: Viewer[Names], _rest: str) -> list[str]:
    """Return nothing before the first action."""
    return [] if viewer.game.state.actions == [[], []] else ["turn", "all", "overview", *THEATRES]


COMPLETES: Final[dict[str, Callable[[Viewer[Names], str], list[str]]]] = {
    "log": _log, "map": _map, "units": _units, "odds": _odds, "deck": _deck, "replay": _replay,
    "supply": lambda _viewer, _rest: [*SIDES, *(f"{side} {area}" for side in SIDES for area in THEATRES)],
    "card": lambda viewer, rest: _cards(viewer.names, rest),
}  # fmt: skip

__all__ = ["COMPLETES"]

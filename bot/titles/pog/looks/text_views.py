"""Text versions of the map and the hand for terminals: spaces as rows, cards with their values and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.titles.looks import Rows, Viewer, Written
from bot.titles.pog.looks import view_queries
from bot.titles.pog.looks.screens import lexicon_of, seen_by
from bot.titles.pog.narration.names import Names
from engine.pog.content import Content
from engine.pog.view import GameView, SpaceView
from renderer.pog.layout import load_layout

_CONTROL = {0: "AP", 1: "CP", None: "–"}


def show_map(viewer: Viewer[Names], args: Any) -> Rows | str:
    """Return the overview, a theatre, or a space with its neighbours as rows; the supply map as a sentence."""
    names, view = viewer.names, seen_by(viewer)
    asked = view_queries.overlay_of(args.what)
    if asked is not None and asked.kind == "supply":
        side = view_queries.SIDES.index(asked.side) if asked.side else viewer.side or 0
        return view_queries.supply(names, view, side)
    kind, wanted = ("overview", {}) if asked is not None else view_queries.map_request(lexicon_of(viewer), args.what)
    if kind == "overview":
        return _rows(names, view, _fought_over(view))
    if kind == "theatre":
        return _rows(names, view, _spaces_shown(view.content, wanted["name"]))
    lines, space = names.content.connections, wanted["space"]
    beside = [line.b if line.a == space else line.a for line in lines if space in (line.a, line.b)]
    return _rows(names, view, (space, *beside))


def hand(viewer: Viewer[Names], args: Any) -> Rows | str:
    """Return a seat's cards, each with its effect."""
    del args
    view = seen_by(viewer)
    cards = (view.sides[viewer.side].hand or ()) if viewer.side is not None else ()
    told = [view_queries.card(viewer.names, card, view.scenario) for card in cards]
    return "\n".join(told) or viewer.names.words.say("ui.answers.empty_hand")


def _fought_over(view: GameView) -> list[int]:
    """Return every space with units, by theatre; a space in two theatres is listed in the first."""
    inside = [space for theatre in view_queries.THEATRES for space in _spaces_shown(view.content, theatre)]
    ordered = dict.fromkeys([*inside, *(one.space for one in view.spaces)])
    return [space for space in ordered if view.spaces[space].units]


def _spaces_shown(content: Content, name: str) -> Sequence[int]:
    """Return the spaces inside the window of a theatre's picture, from north to south."""
    layout = load_layout(content)
    left, top, right, bottom = layout.theatres[name].rect
    inside = [n for n, (x, y) in layout.spaces.items() if left <= x <= right and top <= y <= bottom]
    return sorted(inside, key=lambda n: (layout.spaces[n][1], layout.spaces[n][0]))


def _rows(names: Names, view: GameView, spaces: Sequence[int]) -> Rows:
    space, ground, trench, units, beside = (
        names.words.say(f"ui.written.{head}") for head in ("space", "ground", "trench", "units", "beside")
    )
    heads = (space, "", ground, trench, units, beside)
    return Rows(heads, tuple(_row(names, view, view.spaces[space]) for space in spaces))


def _row(names: Names, view: GameView, space: SpaceView) -> tuple[str, ...]:
    content, say = names.content, names.words.say
    spec = content.spaces[space.space]
    ground = [say(f"names.terrain.{spec.terrain}")] if spec.terrain != "clear" else []
    if space.fort != "none":
        ground.append(say(f"ui.written.fort_{space.fort}", value=spec.fort))
    works = f"{space.trench}{'' if space.trench_side is None else ' ' + _CONTROL[space.trench_side]}"
    units = [
        names.unit(unit.unit, unit.reduced)
        + ("" if unit.supplied else " !")
        + (f" {say(f'ui.written.{unit.mark}')}" if unit.mark else "")
        for unit in space.units
    ]
    beside = [
        names.space(line.b if line.a == space.space else line.a)
        for line in content.connections
        if space.space in (line.a, line.b)
    ]
    name = f"{names.space(space.space)}{' ★' if spec.scores(view.vp_set) else ''}"
    return (
        f"**{name}**" if units else name,
        _CONTROL[space.control] + (f" {say(f'ui.written.{space.activated}')}" if space.activated else ""),
        ", ".join(ground),
        works if space.trench else "",
        ", ".join(units),
        ", ".join(beside),
    )


WRITTEN: Mapping[str, Written[Names]] = {"map": show_map, "hand": hand}

__all__ = ["WRITTEN"]

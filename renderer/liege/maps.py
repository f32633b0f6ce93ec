"""Map scenes: the whole map, and the close-up of the camp."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine.core.bits import members
from engine.liege.grid import NOWHERE
from renderer.kit import theme
from renderer.kit.canvas import XY
from renderer.kit.languages import USUAL
from renderer.kit.palette import mix
from renderer.kit.scene import Base, Command, Frame, Scene, Window
from renderer.kit.text import LetteringKey, TextKey
from renderer.liege import alt
from renderer.liege.art.signs import BURST, FireKey, FortKey, HexArrowKey, MarkedHexKey, WorkKey, ZoneKey
from renderer.liege.caption import caption, key_of_forts
from renderer.liege.ground import board_of
from renderer.liege.layout import CLOSE, HexLayout, layout
from renderer.liege.legend import legend
from renderer.liege.map_context import HexContext, camp_context, context, theatre_context
from renderer.liege.requests import MapMarks
from renderer.liege.stacks import counters
from renderer.liege.view import DrawnPosition
from renderer.liege.words import LiegeWords

NO_MARKS: Final = MapMarks()
#: Font sizes on the map, in px.
NAME_PX, ID_PX = 17.0, 16.0
_LARGE_CBF: Final = 10
_LAND_INK: Final = mix(theme.INK_SOFT, theme.PAPER, 0.25)


def theatre(view: DrawnPosition, marks: MapMarks = NO_MARKS, heading: str = "", language: str = USUAL) -> Scene:
    """Return the whole map."""
    ctx = theatre_context(view, language)
    title = heading or ctx.words.get("pictures", "theatre")
    return _scene(
        ctx, [*_layers(ctx, marks), *caption(ctx, title), *legend(ctx.frame, ctx.words)], "liege_theatre", title
    )


def camp(view: DrawnPosition, marks: MapMarks = NO_MARKS, heading: str = "", language: str = USUAL) -> Scene:
    """Return the camp and its surroundings, seven columns by six rows, above a list of its forts."""
    ctx = camp_context(view, language)
    title = heading or ctx.words.get("pictures", f"camp_{ctx.plan.country['name']}")
    return _scene(ctx, [*_layers(ctx, marks), *caption(ctx, title), *key_of_forts(ctx)], "liege_camp", title)


def piece(
    view: DrawnPosition, marks: MapMarks, hexes: Sequence[int], size: tuple[int, int], language: str = USUAL
) -> Scene:
    """Return the part of the close-up around some hexes, without a caption, since a report next to it describes it."""
    plan, (wide, high) = layout(view.facts, CLOSE), size
    xs, ys = [plan.middles[hex_][0] for hex_ in hexes], [plan.middles[hex_][1] for hex_ in hexes]
    high = max(high, min(plan.size[1], round(max(ys) - min(ys) + plan.high + 12)))
    left = min(max(0.0, (min(xs) + max(xs) - wide) / 2), plan.size[0] - wide)
    top = min(max(0.0, (min(ys) + max(ys) - high) / 2), plan.size[1] - high)
    ctx = context(view, plan, (left, top, left + wide, top + high), (0, 0), language)
    ctx = replace(ctx, shown=_hexes_shown(plan, ctx.frame.window))
    layers = [*_ground(ctx, marks), *counters(ctx), *_lines_of_fire(ctx, marks), *_forts(ctx, marks)]
    return _scene(ctx, layers, "liege_piece", "")


@lru_cache(maxsize=64)
def _hexes_shown(plan: HexLayout, window: Window) -> frozenset[int]:
    """Return the hexes whose centre is shown, with room for their counters."""
    frame = Frame.of(window)
    return frozenset(
        hex_
        for hex_, (x, y) in enumerate(plan.middles)
        if 62 <= x - frame.left <= frame.width - 62 and 60 <= y - frame.top <= frame.height - 60
    )


def _scene(ctx: HexContext, commands: list[Command], name: str, title: str) -> Scene:
    frame = ctx.frame
    text = alt.map_in_words(ctx.view, title, sorted(ctx.shown), ctx.words) if title else ""
    return Scene(
        frame.width, frame.height, 1.0, tuple(commands), text, name, Base(board_of(ctx.plan), frame.left, frame.top),
    )  # fmt: skip


def _layers(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return all layers of a position, lowest first; no line of fire covers the letters of a fort."""
    return [*_ground(ctx, marks), *_lines_of_fire(ctx, marks), *_forts(ctx, marks), *counters(ctx)]


def _ground(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return the layers below forts, counters and lines of fire."""
    return [
        *_land_names(ctx), *_zones(ctx), *_lettering(ctx.plan, ctx.frame.window, ctx.words, ctx.shown), *_draw_works(ctx),
        *_marked_hexes(ctx, marks), *_arrows(ctx, marks),
    ]  # fmt: skip


def _land_names(ctx: HexContext) -> list[Command]:
    """Return the names of lands, blended into the sheet."""
    found: list[Command] = []
    for name, (longitude, latitude, px, angle) in ctx.plan.country["lands"].items():
        key = LetteringKey(ctx.words.get("lands", name), "title", px, px / 4, angle, _LAND_INK)
        stamp = ctx.stamp(key, ctx.plan.place(longitude, latitude), "lettering", name)
        if ctx.frame.holds(stamp):
            found.append(stamp)
    return found


def _zones(ctx: HexContext) -> list[Command]:
    """Return the hatching of the enemy's zones of control."""
    view, enemy = ctx.view, ctx.view.enemy
    key, names = ZoneKey(enemy, ctx.plan.high), ctx.view.facts.grid.names
    there = (hex_ for hex_ in members(view.zones[enemy] & ~view.facts.closed) if hex_ in ctx.shown)
    return [ctx.stamp(key, ctx.plan.middles[hex_], "zone", names[hex_]) for hex_ in there]


@lru_cache(maxsize=32)
def _lettering(plan: HexLayout, window: Window, vocabulary: LiegeWords, shown: frozenset[int]) -> tuple[Command, ...]:
    """Return the numbers of hexes and the names of towns, which are the same in every position."""
    frame, facts = Frame.of(window), plan.facts
    out: list[Command] = []
    for hex_ in sorted(shown):
        name, place = facts.grid.names[hex_], vocabulary.place(facts, hex_)
        ink, ground = theme.INK_SOFT, theme.PAPER
        outward = plan.outward(hex_)
        x, y = plan.middles[hex_]
        edge = plan.high / 2 - 13
        number = TextKey(name, "sans_medium", ID_PX, ink, ground, halo=True)
        label = TextKey(place, "serif_bold", NAME_PX, theme.INK, ground, halo=True)
        away = 1 if outward == 0 else -1  # forts are along the opposite edge
        if place and outward in (0, 3):
            wide = (number.size(1.0)[0] + label.size(1.0)[0]) / 2
            if wide > plan.radius * 0.8:  # otherwise it would run into the next hex
                out.append(frame.stamp(label, x, y + away * edge, "name", name))
                out.append(frame.stamp(number, x, y + away * (edge - 18), "hex", name))
                continue
            out.append(frame.stamp(label, x - wide, y + away * edge, "name", name, "lm"))
            out.append(frame.stamp(number, x + wide, y + away * edge, "hex", name, "rm"))
            continue
        if outward in (NOWHERE, 0, 3):
            out.append(frame.stamp(number, x, y + away * edge, "hex", name))
        else:  # works are along the upper side, forts along the outer ones
            inner = -0.22 if outward < 3 else 0.22
            out.append(frame.stamp(number, x + plan.radius * inner, y - plan.high * 0.31, "hex", name))
        if place:
            out.append(frame.stamp(label, x, y + edge, "name", name))
    return tuple(out)


def _draw_works(ctx: HexContext) -> list[Command]:
    """Return the works, each along its hexside."""
    out: list[Command] = []
    for work in ctx.view.works:
        if work.hex not in ctx.shown:
            continue
        for side in work.sides:
            key = WorkKey(side, work.kind, work.side, ctx.plan.radius)
            out.append(
                ctx.stamp(key, ctx.plan.edge(work.hex, side, 0.885), "work", ctx.view.facts.grid.names[work.hex])
            )
    return out


def _marked_hexes(ctx: HexContext, marks: MapMarks) -> list[Command]:
    names = ctx.view.facts.grid.names
    key = MarkedHexKey(ctx.plan.high)
    return [ctx.stamp(key, ctx.plan.middles[hex_], "marked", names[hex_]) for hex_ in marks.hexes if hex_ in ctx.shown]


def fort_key(
    view: DrawnPosition, fort: int, vocabulary: LiegeWords, *, aimed: bool = False, standing: bool | None = None
) -> FortKey:
    """Return the sign of a fort in its present state, or in the state given by a report."""
    own, active = view.facts.forts[fort], view.active(fort) if standing is None else standing
    return FortKey(vocabulary.code(view.facts, fort), active, own.cbf >= _LARGE_CBF, aimed)


def _forts(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return the signs of the forts, a ring around the city."""
    out: list[Command] = []
    for number, fort in enumerate(ctx.view.facts.forts):
        if fort.hex in ctx.shown:
            key = fort_key(ctx.view, number, ctx.words, aimed=number in marks.forts)
            out.append(ctx.stamp(key, ctx.plan.forts[number], "fort", fort.name))
    return out


def _lines_of_fire(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return lines of fire, ending short of their targets."""
    out: list[Command] = []
    for hex_, fort, target in marks.fires:
        start, goal = ctx.plan.middles[hex_], ctx.plan.forts[fort] if fort != NOWHERE else ctx.plan.middles[target]
        short = min(0.45, (22.0 if fort != NOWHERE else 8.0) / max(1.0, math.dist(start, goal)))
        goal = (goal[0] + (start[0] - goal[0]) * short, goal[1] + (start[1] - goal[1]) * short)
        (start, goal), left, top = _from_corner([start, goal])
        out.append(
            ctx.frame.stamp(FireKey(start, goal, marks.side), left, top, "fire", ctx.view.facts.grid.names[hex_], "lt")
        )
    return out


def _arrows(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return arrows for marches, attacks and retreats."""
    out: list[Command] = []
    for kind, path in marks.ways:
        if len(path) > 1:
            points, left, top = _from_corner([ctx.plan.middles[hex_] for hex_ in path])
            key = HexArrowKey(kind, tuple(points), marks.side)
            out.append(ctx.frame.stamp(key, left, top, kind, ctx.view.facts.grid.names[path[-1]], "lt"))
    return out


def _from_corner(points: list[XY]) -> tuple[list[XY], float, float]:
    """Return points relative to the corner of the sprite drawn along them, and that corner."""
    left, top = min(x for x, _ in points) - BURST, min(y for _, y in points) - BURST - 8
    return [(round(x - left, 1), round(y - top, 1)) for x, y in points], left, top


__all__ = ["camp", "fort_key", "piece", "theatre"]

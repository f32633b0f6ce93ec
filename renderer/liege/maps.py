"""Scenes of the map: the whole of it, and the camp close up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.core.bits import members
from engine.liege.grid import NOWHERE
from renderer.kit import theme
from renderer.kit.canvas import XY
from renderer.kit.languages import USUAL
from renderer.kit.palette import mix
from renderer.kit.scene import Base, Command, Fill, Frame, Rect, Scene, Stamp, Window
from renderer.kit.sprites import SpriteKey
from renderer.kit.text import LetteringKey, TextKey
from renderer.liege import alt
from renderer.liege.art.counter import HIGH, MARKS, WIDE, CountKey, HexCounterKey, HiddenKey, MoreKey
from renderer.liege.art.signs import BURST, FireKey, FortKey, HexArrowKey, MarkedHexKey, WorkKey, ZoneKey
from renderer.liege.ground import board_of
from renderer.liege.layout import CLOSE, WHOLE, HexLayout, layout
from renderer.liege.legend import HIGH as LEGEND
from renderer.liege.legend import legend
from renderer.liege.requests import MapMarks
from renderer.liege.view import DrawnPosition, DrawnStack, DrawnUnit
from renderer.liege.words import LiegeWords, words

#: Px at the top for the caption, and at the foot of a close-up for the key of its forts.
STRIP, KEY = 36, 52
#: From one counter of a stack to the next.
STEP_X, STEP_Y = WIDE + 8.0, HIGH + 8.0
#: Px by which stacks in a close-up are further from the forts above or below them.
_AWAY: Final = 3.0
NO_MARKS: Final = MapMarks()
#: Letters on the map, in px.
NAME_PX, ID_PX, CAPTION_PX = 17.0, 16.0, 18.0
_LARGE_CBF: Final = 10
_LAND_INK: Final = mix(theme.INK_SOFT, theme.PAPER, 0.25)


@dataclass(frozen=True)
class HexContext:
    """What the layers of a map picture draw from."""

    view: DrawnPosition
    plan: HexLayout
    frame: Frame
    words: LiegeWords
    #: The hexes that are wholly shown.
    shown: frozenset[int]
    #: The units and hidden stacks of each hex that has some.
    stacks: Mapping[int, list[DrawnUnit | DrawnStack]]


def theatre(view: DrawnPosition, marks: MapMarks = NO_MARKS, heading: str = "", language: str = USUAL) -> Scene:
    """Return the whole map."""
    ctx = theatre_context(view, language)
    title = heading or ctx.words.get("pictures", "theatre")
    return _scene(
        ctx, [*_layers(ctx, marks), *caption(ctx, title), *legend(ctx.frame, ctx.words)], "liege_theatre", title
    )


def camp(view: DrawnPosition, marks: MapMarks = NO_MARKS, heading: str = "", language: str = USUAL) -> Scene:
    """Return the camp and what is around it: seven columns, six rows, over a key of its forts."""
    ctx = camp_context(view, language)
    title = heading or ctx.words.get("pictures", f"camp_{ctx.plan.country['name']}")
    return _scene(ctx, [*_layers(ctx, marks), *caption(ctx, title), *_key(ctx)], "liege_camp", title)


def theatre_context(view: DrawnPosition, language: str = USUAL) -> HexContext:
    """Return the window of the whole map."""
    plan = layout(view.facts, WHOLE)
    return _context(view, plan, (0.0, 0.0, *plan.size), (STRIP, LEGEND), language)


def camp_context(view: DrawnPosition, language: str = USUAL) -> HexContext:
    """Return the window of the close-up."""
    plan = layout(view.facts, CLOSE)
    return _context(view, plan, plan.window, (STRIP, KEY), language)


def piece(
    view: DrawnPosition, marks: MapMarks, hexes: Sequence[int], size: tuple[int, int], language: str = USUAL
) -> Scene:
    """Return the part of the close-up around some hexes, without caption: a report beside it says what it shows."""
    plan, (wide, high) = layout(view.facts, CLOSE), size
    xs, ys = [plan.middles[hex_][0] for hex_ in hexes], [plan.middles[hex_][1] for hex_ in hexes]
    high = max(high, min(plan.size[1], round(max(ys) - min(ys) + plan.high + 12)))
    left = min(max(0.0, (min(xs) + max(xs) - wide) / 2), plan.size[0] - wide)
    top = min(max(0.0, (min(ys) + max(ys) - high) / 2), plan.size[1] - high)
    ctx = _context(view, plan, (left, top, left + wide, top + high), (0, 0), language)
    ctx = replace(ctx, shown=_near(plan, ctx.frame.window))
    lowest, counters = _ground(ctx, marks), _counters(ctx)
    return _scene(ctx, [*lowest, *counters, *_fires(ctx, marks), *_forts(ctx, marks)], "liege_piece", "")


@lru_cache(maxsize=64)
def _near(plan: HexLayout, window: Window) -> frozenset[int]:
    """Return the hexes of which the middle is shown, with room for their counters."""
    frame = Frame.of(window)
    return frozenset(
        hex_
        for hex_, (x, y) in enumerate(plan.middles)
        if 62 <= x - frame.left <= frame.width - 62 and 60 <= y - frame.top <= frame.height - 60
    )


def _context(view: DrawnPosition, plan: HexLayout, rect: Rect, strips: tuple[int, int], language: str) -> HexContext:
    strip, foot = strips
    frame = Frame(1.0, (rect[0], rect[1] - strip, rect[2], rect[3] + foot), strip, foot)
    return HexContext(view, plan, frame, words(language), _within(plan, rect), _stacks(view))


def _stacks(view: DrawnPosition) -> dict[int, list[DrawnUnit | DrawnStack]]:
    found: dict[int, list[DrawnUnit | DrawnStack]] = {}
    everybody: list[DrawnUnit | DrawnStack] = [*view.units, *view.hidden]
    for one in everybody:
        found.setdefault(one.hex, []).append(one)
    return found


@lru_cache(maxsize=64)
def _within(plan: HexLayout, rect: Rect) -> frozenset[int]:
    return frozenset(plan.within(rect))


def _scene(ctx: HexContext, commands: list[Command], name: str, title: str) -> Scene:
    frame = ctx.frame
    text = alt.map_in_words(ctx.view, title, sorted(ctx.shown), ctx.words) if title else ""
    return Scene(
        frame.width, frame.height, 1.0, tuple(commands), text, name, Base(board_of(ctx.plan), frame.left, frame.top),
    )  # fmt: skip


def _layers(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return all layers of a position, lowest first: no line of fire is over the letters of a fort."""
    return [*_ground(ctx, marks), *_fires(ctx, marks), *_forts(ctx, marks), *_counters(ctx)]


def _ground(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return the layers under forts, counters and lines of fire."""
    return [
        *_lands(ctx), *_zones(ctx), *_lettering(ctx.plan, ctx.frame.window, ctx.words, ctx.shown), *_works(ctx),
        *_marked(ctx, marks), *_arrows(ctx, marks),
    ]  # fmt: skip


def _lands(ctx: HexContext) -> list[Command]:
    """Return the names of lands, blended into the sheet."""
    found: list[Command] = []
    for name, (longitude, latitude, px, angle) in ctx.plan.country["lands"].items():
        key = LetteringKey(ctx.words.get("lands", name), "title", px, px / 4, angle, _LAND_INK)
        stamp = _stamp(ctx, key, ctx.plan.place(longitude, latitude), "lettering", name)
        if ctx.frame.holds(stamp):
            found.append(stamp)
    return found


def _stamp(ctx: HexContext, key: SpriteKey, at: XY, kind: str, about: str, anchor: str = "mm") -> Stamp:
    return ctx.frame.stamp(key, at[0], at[1], kind, about, anchor)


def _zones(ctx: HexContext) -> list[Command]:
    """Return the hatching of the enemy's zones."""
    view, enemy = ctx.view, ctx.view.enemy
    key, names = ZoneKey(enemy, ctx.plan.high), ctx.view.facts.grid.names
    there = (hex_ for hex_ in members(view.zones[enemy] & ~view.facts.closed) if hex_ in ctx.shown)
    return [_stamp(ctx, key, ctx.plan.middles[hex_], "zone", names[hex_]) for hex_ in there]


@lru_cache(maxsize=32)
def _lettering(plan: HexLayout, window: Window, vocabulary: LiegeWords, shown: frozenset[int]) -> tuple[Command, ...]:
    """Return the numbers of hexes and the names of towns, the same in every position."""
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
        away = 1 if outward == 0 else -1  # forts are along the other rim
        if place and outward in (0, 3):
            wide = (number.size(1.0)[0] + label.size(1.0)[0]) / 2
            if wide > plan.radius * 0.8:  # else it is written over the next hex
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


def _works(ctx: HexContext) -> list[Command]:
    """Return the works, each along its hexside."""
    out: list[Command] = []
    for work in ctx.view.works:
        if work.hex not in ctx.shown:
            continue
        for side in work.sides:
            key = WorkKey(side, work.kind, work.side, ctx.plan.radius)
            out.append(
                _stamp(ctx, key, ctx.plan.edge(work.hex, side, 0.885), "work", ctx.view.facts.grid.names[work.hex])
            )
    return out


def _marked(ctx: HexContext, marks: MapMarks) -> list[Command]:
    names = ctx.view.facts.grid.names
    key = MarkedHexKey(ctx.plan.high)
    return [
        _stamp(ctx, key, ctx.plan.middles[hex_], "marked", names[hex_]) for hex_ in marks.hexes if hex_ in ctx.shown
    ]


def fort_key(
    view: DrawnPosition, fort: int, vocabulary: LiegeWords, *, aimed: bool = False, standing: bool | None = None
) -> FortKey:
    """Return the sign of a fort as it is, or as a report says that it is."""
    own, active = view.facts.forts[fort], view.active(fort) if standing is None else standing
    return FortKey(vocabulary.code(view.facts, fort), active, own.cbf >= _LARGE_CBF, aimed)


def _forts(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return the signs of the forts, a ring around the city."""
    out: list[Command] = []
    for number, fort in enumerate(ctx.view.facts.forts):
        if fort.hex in ctx.shown:
            key = fort_key(ctx.view, number, ctx.words, aimed=number in marks.forts)
            out.append(_stamp(ctx, key, ctx.plan.forts[number], "fort", fort.name))
    return out


def counter_key(view: DrawnPosition, unit: DrawnUnit, vocabulary: LiegeWords) -> HexCounterKey:
    """Return the counter of a unit as it is."""
    own = view.facts.units[unit.unit]
    left = own.steps - unit.level
    calibre = vocabulary.calibre(view.facts, unit.unit)
    figure = calibre or ("" if own.type == "HQ" else f"{left}/{own.steps}" if unit.level else str(left))
    mark = next((mark for mark in MARKS if mark in unit.marks), "")
    return HexCounterKey(
        vocabulary.counter(view.facts, unit.unit), own.side, own.nation, own.type, figure, unit.level > 0, unit.facing,
        mark, unit.supply, "deployed" in unit.marks,
    )  # fmt: skip


def stack_shape(plan: HexLayout, hex_: int) -> tuple[int, int]:
    """Return how many counters a hex has room for, across and down: on the whole map one, beside the forts of the camp two."""
    if plan.high < CLOSE:
        return 1, 1
    outward = plan.outward(hex_)
    return (2, 2) if outward == NOWHERE else (2, 1) if outward in (0, 3) else (1, 2)


def stack_slots(plan: HexLayout, hex_: int, count: int) -> list[XY]:
    """Return where the counters of a stack are, in rows beside the forts of the camp."""
    x, y = plan.middles[hex_]
    outward, across = plan.outward(hex_), stack_shape(plan, hex_)[0]
    rows = -(-count // across)
    if outward in (0, 3):
        away = _AWAY if plan.high >= CLOSE else 0.0  # two side by side are under the letters of forts
        y += (plan.high * (0.03 + 0.07 * rows) + away) * (1 if outward == 0 else -1)
    elif outward != NOWHERE:
        x -= plan.high * 0.2 * (1 if outward < 3 else -1)
    found: list[XY] = []
    for number in range(count):
        row, column = divmod(number, across)
        there = min(across, count - row * across)
        found.append((x + (column - (there - 1) / 2) * STEP_X, y + (row - (rows - 1) / 2) * STEP_Y))
    return found


def _counters(ctx: HexContext) -> list[Command]:
    """Return the counters of all stacks."""
    out: list[Command] = []
    for hex_ in sorted(ctx.shown & ctx.stacks.keys()):
        keys = _keys(ctx, hex_)
        across, down = stack_shape(ctx.plan, hex_)
        slots = stack_slots(ctx.plan, hex_, min(len(keys), across * down))
        out += [_stamp(ctx, key, at, kind, about) for (key, kind, about), at in zip(keys, slots, strict=False)]
        if across * down == 1 and len(keys) > 1:
            (x, y), outward = stack_slots(ctx.plan, hex_, 1)[0], ctx.plan.outward(hex_)
            corner = (
                x - WIDE / 2 if outward in (0, 1, 2) else x + WIDE / 2,
                y - HIGH / 2 if outward in (NOWHERE, 3) else y + HIGH / 2,  # above is a name of the camp's middle
            )
            if outward == 0:  # between the forts above and the name below
                corner = x - WIDE / 2 - 6, y - 1
            badge = CountKey(len(keys), _side_of(ctx.view, hex_))
            out.append(_stamp(ctx, badge, corner, "more", ctx.view.facts.grid.names[hex_]))
    return out


def _keys(ctx: HexContext, hex_: int) -> list[tuple[SpriteKey, str, str]]:
    """Return what is drawn of the stacks in a hex; units that a close-up has no room for are counted."""
    view, names = ctx.view, ctx.view.facts.grid.names
    keys: list[tuple[SpriteKey, str, str]] = [
        (HiddenKey(one.side), "counter", f"hidden {names[hex_]}")
        if isinstance(one, DrawnStack)
        else (counter_key(view, one, ctx.words), "counter", view.facts.units[one.unit].name)
        for one in ctx.stacks.get(hex_, ())
    ]
    across, down = stack_shape(ctx.plan, hex_)
    most = across * down
    if len(keys) > most > 1:
        keys = [*keys[: most - 1], (MoreKey(len(keys) - most + 1, _side_of(view, hex_)), "more", names[hex_])]
    return keys


def _side_of(view: DrawnPosition, hex_: int) -> int:
    """Return whose stacks are in a hex."""
    units = view.stack(hex_)
    return view.facts.units[units[0].unit].side if units else next(s.side for s in view.hidden if s.hex == hex_)


def stack_box(ctx: HexContext, hex_: int) -> tuple[int, int, int, int] | None:
    """Return left, top, width and height of what is drawn of the stacks in a hex; None for an empty one."""
    across, down = stack_shape(ctx.plan, hex_)
    count = min(len(_keys(ctx, hex_)), across * down)
    if not count:
        return None
    slots = stack_slots(ctx.plan, hex_, count)
    left, top = min(x for x, _ in slots) - WIDE / 2, min(y for _, y in slots) - HIGH / 2
    right, foot = max(x for x, _ in slots) + WIDE / 2, max(y for _, y in slots) + HIGH / 2
    return round(left) - ctx.frame.left, round(top) - ctx.frame.top, round(right - left), round(foot - top)


def _fires(ctx: HexContext, marks: MapMarks) -> list[Command]:
    """Return lines of fire, which end short of what is fired at."""
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
    """Return arrows of marches, attacks and retreats."""
    out: list[Command] = []
    for kind, path in marks.ways:
        if len(path) > 1:
            points, left, top = _from_corner([ctx.plan.middles[hex_] for hex_ in path])
            key = HexArrowKey(kind, tuple(points), marks.side)
            out.append(ctx.frame.stamp(key, left, top, kind, ctx.view.facts.grid.names[path[-1]], "lt"))
    return out


def _from_corner(points: list[XY]) -> tuple[list[XY], float, float]:
    """Return points from the corner of a sprite that is drawn along them, and that corner."""
    left, top = min(x for x, _ in points) - BURST, min(y for _, y in points) - BURST - 8
    return [(round(x - left, 1), round(y - top, 1)) for x, y in points], left, top


# -- caption and key ------------------------------------------------------------------------------------------------


def caption(ctx: HexContext, title: str) -> list[Command]:
    """Return the strip at the top: what is shown, when, and the points."""
    view, frame, get = ctx.view, ctx.frame, ctx.words.get
    out: list[Command] = [
        Fill(0, 0, frame.width, STRIP, theme.PAPER, "strip"), Fill(0, STRIP - 2, frame.width, 1, theme.INK, "strip"),
    ]  # fmt: skip
    weather = [get("title", name) for name in ("heat", "rain") if getattr(view, name)]
    score = " · ".join(
        get("title", "points", side=ctx.words.side(view.facts, side), points=view.points[side]) for side in (0, 1)
    )
    middle = [get("title", "turn", turn=view.turn, last=view.last_turn),
              f"{ctx.words.side(view.facts, view.side)} · {get('phases', view.phase)}", *weather]  # fmt: skip
    left = TextKey(title, "title", CAPTION_PX + 2, theme.RED, theme.PAPER)
    right = TextKey(score, "sans_bold", CAPTION_PX, theme.INK, theme.PAPER)
    out.append(_line(left, 10, "l"))
    out.append(_line(right, frame.width - 10, "r"))
    room = (10 + left.size(1.0)[0] + 14, frame.width - 10 - right.size(1.0)[0] - 14)
    for count in range(len(middle), 0, -1):
        key = TextKey(" · ".join(middle[:count]), "sans", CAPTION_PX, theme.INK, theme.PAPER)
        if key.size(1.0)[0] <= room[1] - room[0]:
            out.append(_line(key, round((room[0] + room[1] - key.size(1.0)[0]) / 2), "l"))
            break
    return out


def _line(key: TextKey, x: int, anchor: str) -> Stamp:
    wide, high = key.size(1.0)
    return Stamp(key, x - (wide if anchor == "r" else 0), (STRIP - 2 - high) // 2, wide, high, "caption", key.text)


def _key(ctx: HexContext) -> list[Command]:
    """Return the names of the forts under the map: six in a row, those that have fallen struck out."""
    view, frame = ctx.view, ctx.frame
    top = frame.height - KEY
    out: list[Command] = [
        Fill(0, top, frame.width, KEY, theme.PAPER, "key"), Fill(0, top, frame.width, 1, theme.INK, "key"),
    ]  # fmt: skip
    there = [number for number, fort in enumerate(view.facts.forts) if fort.hex in ctx.shown]
    columns = max(1, -(-len(there) // 2))
    step = (frame.width - 16) / columns
    for place, number in enumerate(there):
        row, column = divmod(place, columns)
        x, y = round(10 + column * step), top + 14 + row * 23
        standing = view.active(number)
        code = TextKey(ctx.words.code(view.facts, number), "sans_bold", 17.0, theme.RED, theme.PAPER)
        name = TextKey(
            view.facts.forts[number].title, "sans", 17.0, theme.INK if standing else theme.INK_SOFT, theme.PAPER
        )
        for key, at in ((code, x), (name, x + code.size(1.0)[0] + 2)):
            wide, high = key.size(1.0)
            out.append(Stamp(key, at, y - high // 2, wide, high, "key", view.facts.forts[number].name))
        if not standing:
            left = x + code.size(1.0)[0] + 2
            out.append(Fill(left, y, name.size(1.0)[0], 2, theme.RED, "fallen", view.facts.forts[number].name))
    return out


__all__ = [
    "KEY",
    "STRIP",
    "HexContext",
    "camp",
    "camp_context",
    "caption",
    "counter_key",
    "fort_key",
    "piece",
    "stack_box",
    "stack_shape",
    "stack_slots",
    "theatre",
    "theatre_context",
]

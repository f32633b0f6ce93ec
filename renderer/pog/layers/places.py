"""Plates, names and signs of spaces."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.pog.content.records import Space
from renderer.kit.scene import Command, Stamp
from renderer.kit.sprites import SpriteKey
from renderer.pog.art.places import DotKey, PlateKey, SignsKey, SpaceNameKey
from renderer.pog.layers.context import Context, inside
from renderer.pog.markers import goals
from renderer.pog.words import PogWords

NAME_Y = 25.0


def plates(ctx: Context) -> list[Command]:
    """Return a plate for every space without units."""
    return [
        ctx.frame.stamp(
            PlateKey(ctx.holder(space, state), space.terrain, space.beach, space.edge_box), x, y, "plate", space.name
        )
        for space, state, x, y in ctx.shown
        if not state.units
    ]


def dots(ctx: Context) -> list[Command]:
    """Return the spaces at the edge of the picture that can't be drawn whole."""
    out: list[Command] = []
    for number in inside(ctx.layout, ctx.frame.window)[1]:
        state = ctx.view.spaces[number]
        x, y = ctx.layout.spaces[number]
        space = ctx.content.spaces[number]
        key = DotKey(ctx.holder(space, state), bool(state.units))
        out.append(ctx.frame.stamp(key, x, y, "dot", space.name))
    return out


def names(ctx: Context) -> list[Command]:
    """Return name and signs below every space."""
    out: list[Command] = []
    scale, left, top = ctx.frame.scale, ctx.frame.left, ctx.frame.top
    for space, state, x, y in ctx.shown:
        strength = space.fort if state.fort_strength is None else state.fort_strength
        told = _State(
            ctx.holder(space, state),
            ctx.is_vp(space),
            state.fort,
            strength,
            bool(state.units),
            goals(ctx.view, space.id) if ctx.view.plans else (),
        )
        middle, high = round(x * scale) - left, round((y + NAME_Y) * scale) - top
        for kind, key, width, height in _written(ctx.words, space.id, told, scale):
            out.append(Stamp(key, middle - width // 2, high, width, height, kind, space.name))
            high += height
    return out


class _State(NamedTuple):
    """The state that a space's name and signs depend on."""

    holder: int | None
    vp: bool
    fort: str
    strength: int
    occupied: bool
    goals: tuple[int, ...]


@lru_cache(maxsize=8192)
def _written(words: PogWords, number: int, told: _State, scale: float) -> tuple[tuple[str, SpriteKey, int, int], ...]:
    """Return name and signs of a space, each with its kind and its size in px."""
    space = words.content.spaces[number]
    name = SpaceNameKey(words.space(number), told.holder, told.vp, space.capital_of is not None, badge=not space.beach)
    row = lasting_signs(space, told.fort, strength=told.strength, vp=told.vp, occupied=told.occupied)
    row = (*row, *((f"goal_{('ap', 'cp')[side]}", 0, "") for side in told.goals))
    keys: list[tuple[str, SpriteKey]] = [("name", name), *([("signs", SignsKey(row))] if row else [])]
    return tuple((kind, key, *key.size(scale)) for kind, key in keys)


def lasting_signs(
    space: Space, fort: str, *, vp: bool, occupied: bool, strength: int | None = None
) -> tuple[tuple[str, int, str], ...]:
    """Return the signs of a space in a state."""
    row: list[tuple[str, int, str]] = []
    if fort != "none":
        row.append(("fort", space.fort if strength is None else strength, fort))
    if vp:
        row.append(("vp", 0, ""))
    if space.sources:
        row.append(("supply", 0, ""))
    if space.port is not None:
        row.append((f"port_{('ap', 'cp')[space.port]}", 0, ""))
    if occupied and space.terrain != "clear":
        row.append((space.terrain, 0, ""))
    return tuple(row)

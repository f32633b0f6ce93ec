"""Plates, names and signs of the spaces."""

from __future__ import annotations

from engine.pog.content.records import Space
from engine.pog.view import SpaceView
from renderer.kit.scene import Command, Stamp
from renderer.pog.art.places import DotKey, NameKey, PlateKey, SignsKey
from renderer.pog.layers.context import Context, inside

NAME_Y = 25.0


def plates(ctx: Context) -> list[Command]:
    """A plate for every space without units."""
    return [
        ctx.frame.stamp(
            PlateKey(ctx.holder(space, state), space.terrain, space.beach, space.edge_box), x, y, "plate", space.name
        )
        for space, state, x, y in ctx.shown
        if not state.units
    ]


def dots(ctx: Context) -> list[Command]:
    """Spaces at the edge of the picture that have no room to be drawn whole."""
    out: list[Command] = []
    for number in inside(ctx.layout, ctx.frame.window)[1]:
        state = ctx.view.spaces[number]
        x, y = ctx.layout.spaces[number]
        space = ctx.content.spaces[number]
        key = DotKey(ctx.holder(space, state), bool(state.units))
        out.append(ctx.frame.stamp(key, x, y, "dot", space.name))
    return out


def names(ctx: Context) -> list[Command]:
    """Name and signs under every space."""
    out: list[Command] = []
    scale, left = ctx.frame.scale, ctx.frame.left
    for space, state, x, y in ctx.shown:
        key = NameKey(
            ctx.words.space(space.id), ctx.holder(space, state), ctx.is_vp(space), space.capital_of is not None,
            badge=not space.beach,
        )  # fmt: skip
        name = ctx.frame.stamp(key, x, y + NAME_Y, "name", space.name, "mt")
        out.append(name)
        row = signs(ctx, space, state)
        if row:
            under = SignsKey(row)
            width, height = under.size(scale)
            out.append(
                Stamp(
                    under,
                    round(x * scale) - left - width // 2,
                    name.y + name.height,
                    width,
                    height,
                    "signs",
                    space.name,
                )
            )
    return out


def signs(ctx: Context, space: Space, state: SpaceView) -> tuple[tuple[str, int, str], ...]:
    """Fort, VP, supply source, port and, where counters hide the plate, terrain."""
    strength = space.fort if state.fort_strength is None else state.fort_strength
    return lasting_signs(space, state.fort, strength=strength, vp=ctx.is_vp(space), occupied=bool(state.units))


def lasting_signs(
    space: Space, fort: str, *, vp: bool, occupied: bool, strength: int | None = None
) -> tuple[tuple[str, int, str], ...]:
    """The signs of a space in a state."""
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

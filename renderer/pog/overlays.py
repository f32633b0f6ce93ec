"""Overlay scenes: supply, control, front, threats; on the whole sheet or the relevant part of a theatre."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.pog.view import GameView
from renderer.kit.languages import USUAL
from renderer.kit.scene import Command, Frame, Rect, Scene, Territory
from renderer.pog import alt, areas, maps
from renderer.pog.layers import overlay
from renderer.pog.layers.caption import banner, banner_high
from renderer.pog.layers.context import Context, make_context
from renderer.pog.layers.legend import key, key_high
from renderer.pog.layout import load_layout
from renderer.pog.network import Threat, lines, threats

OVERVIEW = "overview"


def supply_map(view: GameView, side: int, area: str = OVERVIEW, language: str = USUAL) -> Scene:
    """Return supply rings for one side, and the lines along which supply can be traced."""
    ctx = _context(view, "supply", side, area, language=language)
    used, origins, ports = lines(view, side)
    under = overlay.traces(ctx, used)
    over = [*overlay.supply_rings(ctx, side), *overlay.source_rings(ctx, origins, ports)]
    title = ctx.words.get("overlays", "supply", side=ctx.words.side(side))
    return _scene(ctx, area, title, under, over, alt.supply(ctx, side), "overview_supply")


def control_map(view: GameView, area: str = OVERVIEW, language: str = USUAL) -> Scene:
    """Return land tinted and hatched by side, with the front."""
    ctx = _context(view, "control", None, area, language=language)
    owners = owners_of(view)
    under: list[Command] = [Territory(owners, "tint"), Territory(owners, "rim"), Territory(owners, "front")]
    return _scene(ctx, area, ctx.words.get("overlays", "control"), under, [], alt.control(ctx), "overview_control")


def front_map(
    view: GameView, earlier: GameView, area: str = OVERVIEW, focus: Sequence[int] = (), language: str = USUAL
) -> Scene:
    """Return the front now and earlier; land that changed hands in between is hatched in its new holder's colour.

    The part of a theatre that is shown contains the spaces of `focus` first, then those that changed hands.
    """
    now, before = owners_of(view), owners_of(earlier)
    own = _newly_at_war(view, earlier)
    won = tuple(-1 if a == b or a == own.get(s) else a for s, (a, b) in enumerate(zip(now, before, strict=True)))
    changed = [s for s, owner in enumerate(won) if owner >= 0]
    ctx = _context(view, "front", None, area, [*focus, *changed], language)
    under: list[Command] = [Territory(won, "won"), Territory(before, "old_front"), Territory(now, "front")]
    return _scene(ctx, area, ctx.words.get("overlays", "front"), under, [], alt.front(ctx, changed), "overview_front")


def _newly_at_war(view: GameView, earlier: GameView) -> dict[int, int]:
    """Return the spaces of powers that were neutral earlier, with the side they joined: they are theirs, not won."""
    sides = {unit.nation: unit.side for unit in view.content.units}
    joined = {*earlier.neutral, *dict(view.at_war)} - {*view.neutral, *dict(earlier.at_war)}
    return {space.id: sides[space.nation] for space in view.content.spaces if space.nation in joined & sides.keys()}


def threat_map(view: GameView, side: int, area: str = OVERVIEW, language: str = USUAL) -> Scene:
    """Return stacks that one enemy step would cut off, ringed, and the steps as arrows."""
    found = threats(view, side)
    ctx = _context(view, "threats", side, area, [s for t in found for s in (t.space, t.goal, t.start)], language)
    under = overlay.steps(ctx, found, 1 - side)
    over = overlay.threat_rings(ctx, found)
    title = ctx.words.get("overlays", "threats", side=ctx.words.side(side))
    return _scene(ctx, area, title, under, over, alt.threats(ctx, side, found), "overview_threats")


def owners_of(view: GameView) -> tuple[int, ...]:
    """Return the holder of each map space, -1 for none; beaches and neutral powers have none."""
    spaces, aside = view.content.spaces, view.neutral
    return tuple(
        -1 if s.control is None or spaces[s.space].beach or spaces[s.space].nation in aside else s.control
        for s in view.spaces
    )


def _context(
    view: GameView, kind: str, side: int | None, area: str, marked: Iterable[int] = (), language: str = USUAL
) -> Context:
    """Return the context of the whole sheet, or of the relevant part of a theatre, with room for banner and key."""
    if area == OVERVIEW:
        return maps.sheet(view, language=language)
    layout = load_layout(view.content)
    scale = maps.theatre_area(layout, area).scale
    left, top, right, low = areas.crop(layout, area, areas.wanted(view, kind, side, area, marked))
    wide = round((right - left) * scale)
    strip, foot = banner_high(wide), key_high(kind, wide)
    return make_context(
        view, Frame(scale, (left, top - strip / scale, right, low + foot / scale), strip, foot), language
    )


def _scene(
    ctx: Context, area: str, title: str, under: list[Command], over: list[Command], text: str, name: str
) -> Scene:
    ground = [command for command in under if isinstance(command, Territory)]
    along: list[Command] = [command for command in under if not isinstance(command, Territory)]
    commands = [*ground, *maps.stack(ctx, maps.NO_MARKS, along), *over]
    if area == OVERVIEW:
        hidden = list(ctx.layout.panels.values())
        commands = [c for c in commands if isinstance(c, Territory) or not _is_hidden(ctx, c, hidden)]
        commands += maps.furniture(ctx, title)
    else:
        theatre = ctx.words.get("theatres", area)
        commands += banner(ctx.frame, f"{theatre}: {title}", ctx.view, ctx.words)
        commands += key(ctx.frame, ctx.words, name.removeprefix("overview_"))
        name, text = name.replace("overview", f"theatre_{area}"), f"{theatre}. {text}"
    return maps.scene(ctx, commands, text, name)


def _is_hidden(ctx: Context, command: Command, panels: list[Rect]) -> bool:
    """Return whether a command would be hidden below a panel of the sheet."""
    if isinstance(command, Territory):
        return False
    x, y = (command.x + command.width / 2) / ctx.frame.scale, (command.y + command.height / 2) / ctx.frame.scale
    return any(p[0] <= x <= p[2] and p[1] <= y <= p[3] for p in panels)


__all__ = ["Threat", "control_map", "front_map", "owners_of", "supply_map", "threat_map"]

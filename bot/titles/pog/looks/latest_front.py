"""The front where the war is now: the part of the map that a bare `/map` shows."""

from __future__ import annotations

from bot.narration.segments import segments
from bot.titles.looks import Viewer
from bot.titles.pog.looks.view_queries import THEATRES
from bot.titles.pog.narration import story
from bot.titles.pog.narration.names import Names
from engine.pog.view import GameView
from renderer.pog import areas


def latest_front(viewer: Viewer[Names], view: GameView) -> tuple[str, list[int]]:
    """Return the theatre of the combat or of the latest action, and the spaces concerned, most important first.

    Where nothing has happened on the map it is the theatre in which the front shows most, without spaces.
    """
    spaces = _latest_spaces(viewer)
    within = {name: set(areas.spaces_of(view.content, name)) for name in THEATRES}
    if not any(space in within[name] for name in THEATRES for space in spaces):
        return areas.busiest(view, "front"), []
    first = next(space for space in spaces if any(space in within[name] for name in THEATRES))
    around = [name for name in THEATRES if first in within[name]]
    return max(around, key=lambda name: sum(space in within[name] for space in spaces)), spaces


def _latest_spaces(viewer: Viewer[Names]) -> list[int]:
    """Return the spaces of the present combat, or of the latest action that the viewer knows: targets first, then goals."""
    combat, content = viewer.game.state.combat, viewer.names.content
    if combat is not None:
        return [int(combat.target)]
    for segment in reversed(segments(viewer.known)):
        acts = story.acts(segment)
        targets = [target for _, target in acts["attacks"]]
        ends = [path[-1] for _, path in acts["moves"] if path]
        found = dict.fromkeys([*targets, *ends, *story.places(acts)])
        if happened := [space for space in found if content.spaces[space].kind == "map"]:
            return happened
    return []


__all__ = ["latest_front"]

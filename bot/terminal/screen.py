"""What the terminal shows, as Rich renderables: prose, the pending decision, maps as tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from bot.table.generic import verb_label
from bot.table.panel import decision_text, result_text
from bot.table.table import Table
from bot.titles.pog.desk import Desk
from bot.titles.pog.looks import looking
from bot.titles.pog.narration.names import Names
from engine.core.options import Choice
from engine.pog.content import Content
from engine.pog.view import GameView, SpaceView
from renderer.pog.layout import load_layout

#: Choices shown under a decision; `legal` shows all.
SHOWN = 24
_MARKS = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*")
_STYLES = ("bold", "cyan", "italic")
_SIDES = ("blue", "green")
_CONTROL = {0: ("AP", "blue"), 1: ("CP", "green"), None: ("–", "dim")}


def prose(text: str, style: str = "") -> Text:
    """Text of the chat with its bold and literal marks as styles."""
    found = Text(style=style)
    end = 0
    for match in _MARKS.finditer(text):
        found.append(text[end : match.start()])
        found.append(match[match.lastindex or 0], style=_STYLES[(match.lastindex or 1) - 1])
        end = match.end()
    found.append(text[end:])
    return found


def choices(table: Table, names: Names) -> list[Choice]:
    """Legal choices in the order of their numbers; equal counters stand once."""
    desk = Desk(table, names)
    found: list[Choice] = []
    for verb, kind in table.game.decision.verbs.items():
        args: Iterable[int] = table.may(verb)
        found += [Choice(verb, arg) for arg in (desk.distinct(args) if kind == "unit" else args)]
    return found


def label(table: Table, names: Names, choice: Choice) -> str:
    """A choice in words."""
    desk = Desk(table, names)
    kind = table.game.decision.verbs[choice.verb]
    verb = verb_label(desk, choice.verb)
    if not kind:
        return verb
    return f"{verb.rstrip(' …')}: {desk.unit_at(choice.arg) if kind == 'unit' else names.argument(kind, choice.arg)}"


def pending(table: Table, names: Names) -> RenderableType:
    """The decision with its first legal choices, each under the number that makes it; or how the game ended."""
    game = table.game
    if not game.stack:
        return Panel(prose(result_text(names, game)), border_style="yellow")
    state = game.state
    title = f"{names.side(table.side)}   {names.turn(state.turn)}, round {state.round}   VP {state.vp}   #{game.number}"
    legal = choices(table, names)
    rows = [Text.assemble((f"{n} ", "bold"), label(table, names, choice)) for n, choice in enumerate(legal[:SHOWN], 1)]
    parts: list[RenderableType] = [prose(decision_text(Desk(table, names))), Columns(rows, padding=(0, 3))]
    if len(legal) > SHOWN:
        parts.append(prose(f"… {len(legal) - SHOWN} more; `legal` shows all {len(legal)}.", "dim"))
    return Panel(Group(*parts), title=title, title_align="left", border_style=_SIDES[table.side])


def listing(table: Table, names: Names) -> RenderableType:
    """Every legal choice with its number, in words and as the record writes it."""
    grid = Grid.grid(padding=(0, 2))
    for number, choice in enumerate(choices(table, names), 1):
        words, exact = Text(label(table, names, choice)), Text(table.game.text(choice), style="dim")
        grid.add_row(Text(str(number), style="bold"), words, exact)
    return grid


# -- maps --------------------------------------------------------------------------------------


def overview(names: Names, view: GameView) -> RenderableType:
    """Every space with units, by theatre; a space in two theatres stands in the first."""
    grid = _grid()
    seen: set[int] = set()
    for theatre in looking.THEATRES:
        for space in theatre_spaces(view.content, theatre):
            if space not in seen and view.spaces[space].units:
                grid.add_row(*_row(names, view, view.spaces[space]))
                seen.add(space)
        grid.add_section()
    for other in view.spaces:
        if other.units and other.space not in seen:
            grid.add_row(*_row(names, view, other))
    return grid


def theatre(names: Names, view: GameView, name: str) -> RenderableType:
    """All spaces of a theatre from north to south."""
    grid = _grid()
    for space in theatre_spaces(view.content, name):
        grid.add_row(*_row(names, view, view.spaces[space]))
    return grid


def surroundings(names: Names, view: GameView, space: int) -> RenderableType:
    """A space and its neighbours."""
    grid = _grid()
    lines = names.content.connections
    beside = [line.b if line.a == space else line.a for line in lines if space in (line.a, line.b)]
    for shown in (space, *beside):
        grid.add_row(*_row(names, view, view.spaces[shown]))
    return grid


def theatre_spaces(content: Content, name: str) -> Sequence[int]:
    """Spaces inside the window of a theatre's picture, from north to south."""
    layout = load_layout(content)
    left, top, right, bottom = layout.theatres[name].rect
    inside = [n for n, (x, y) in layout.spaces.items() if left <= x <= right and top <= y <= bottom]
    return sorted(inside, key=lambda n: (layout.spaces[n][1], layout.spaces[n][0]))


def _grid() -> Grid:
    grid = Grid(box=None, header_style="dim", pad_edge=False)
    for column in ("space", "", "ground", "trench", "units", "next to"):
        grid.add_column(column, overflow="fold")
    return grid


def _row(names: Names, view: GameView, space: SpaceView) -> list[Text]:
    content = names.content
    spec = content.spaces[space.space]
    owner, colour = _CONTROL[space.control]
    vp = spec.scores(view.vp_set)
    ground = [spec.terrain] if spec.terrain != "clear" else []
    if space.fort != "none":
        ground.append(f"fort {spec.fort}" if space.fort == "intact" else f"fort {space.fort}")
    works = f"{space.trench}{'' if space.trench_side is None else ' ' + ('AP', 'CP')[space.trench_side]}"
    units = [
        names.unit(unit.unit, unit.reduced) + ("" if unit.supplied else " !") + (f" {unit.mark}" if unit.mark else "")
        for unit in space.units
    ]
    beside = [
        names.space(line.b if line.a == space.space else line.a)
        for line in content.connections
        if space.space in (line.a, line.b)
    ]
    name = f"{names.space(space.space)}{' ★' if vp else ''}"
    return [
        Text(name, style="bold" if units else ""),
        Text(owner + (f" {space.activated}" if space.activated else ""), style=colour),
        Text(", ".join(ground)),
        Text(works if space.trench else ""),
        Text(", ".join(units)),
        Text(", ".join(beside), style="dim"),
    ]

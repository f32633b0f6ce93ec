"""The terminal's output as Rich renderables: prose, the pending decision, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from bot.narration.texts import host_text
from bot.table.generic import verb_label
from bot.table.offers import OfferContext
from bot.titles import title_of
from bot.titles.looks import Rows
from bot.titles.panel import decision_text, result_text
from engine.core.options import Choice

#: Choices shown with a decision; `legal` shows all.
SHOWN = 24
_MARKS = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*")
#: What stands for the name of the argument in the label of a verb.
_NAME = "…"
_STYLES = ("bold", "cyan", "italic")
_SIDES = ("blue", "green")


def prose(text: str, style: str = "") -> Text:
    """Return a chat text with its markup as Rich styles."""
    found = Text(style=style)
    end = 0
    for match in _MARKS.finditer(text):
        found.append(text[end : match.start()])
        found.append(match[match.lastindex or 0], style=_STYLES[(match.lastindex or 1) - 1])
        end = match.end()
    found.append(text[end:])
    return found


def choices(context: OfferContext) -> list[Choice]:
    """Return the legal choices in numbered order; equivalent ones appear once."""
    table, found = context.table, list[Choice]()
    for verb, kind in table.game.decision.verbs.items():
        args: Iterable[int] = table.may(verb)
        found += [Choice(verb, arg) for arg in (context.alike(kind, args) if kind else args)]
    return found


def label(context: OfferContext, choice: Choice) -> str:
    """Return a choice in words."""
    kind, verb = context.table.game.decision.verbs[choice.verb], verb_label(context, choice.verb)
    if not kind:
        return verb
    name = context.named(kind, choice.arg)
    return verb.replace(_NAME, name) if _NAME in verb else f"{verb}: {name}"


def pending(context: OfferContext) -> RenderableType:
    """Return the decision with its first legal choices, numbered; or how the game ended."""
    game = context.table.game
    if not game.stack:
        return Panel(prose(result_text(context.names, game)), border_style="yellow")
    head, *more = title_of(game).head(context).splitlines()
    legal = choices(context)
    rows = [Text.assemble((f"{n} ", "bold"), label(context, choice)) for n, choice in enumerate(legal[:SHOWN], 1)]
    parts: list[RenderableType] = [prose(line) for line in (*more, decision_text(context))]
    parts.append(Columns(rows, padding=(0, 3)))
    if len(legal) > SHOWN:
        more_legal = host_text("faults.screen.more_legal_shows_all", value=len(legal) - SHOWN, number=len(legal))
        parts.append(prose(more_legal, "dim"))
    title = Text.assemble(prose(head), f"   #{game.number}")
    return Panel(Group(*parts), title=title, title_align="left", border_style=_SIDES[context.table.side])


def listing(context: OfferContext) -> RenderableType:
    """Return every legal choice with its number, in words and in the record's notation."""
    grid = Grid.grid(padding=(0, 2))
    for number, choice in enumerate(choices(context), 1):
        words, exact = Text(label(context, choice)), Text(context.table.game.text(choice), style="dim")
        grid.add_row(Text(str(number), style="bold"), words, exact)
    return grid


def rows(shown: Rows | str) -> RenderableType:
    """Return a view as a table or prose."""
    if isinstance(shown, str):
        return prose(shown)
    grid = Grid(box=None, header_style="dim", pad_edge=False)
    for number, column in enumerate(shown.heads):
        grid.add_column(column, overflow="fold", no_wrap=number == 0)  # a name is whole on its line
    for row in shown.rows:
        grid.add_row(*(prose(cell) for cell in row))
    return grid

"""Find the fewest presses that play a recorded game, using the panel's controls and its sheets.

Each control is tried on a copy of the position. Nothing here depends on a platform; controls are identified by the
order in their token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.positions import Position
from bot.service.acting.play import settle
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.table.reply import Menu, Select
from bot.table.sheets import sheet
from bot.titles import table_of
from bot.titles.panel import panel
from bot.titles.pog.notation import compact
from bot.titles.pog.offer_context import PogOfferContext
from engine.errors import EngineError
from tests.support.facts import names


def _pressed(position: Position, orders: tuple[str, ...]) -> Position | None:
    """Return the position after these orders, cached."""
    if orders not in position.tried:
        position.tried[orders] = _carried_out(position, orders)
    return position.tried[orders]


def _carried_out(position: Position, orders: Sequence[str]) -> Position | None:
    game = position.copy()
    table = table_of(game, int(game.actor or 0))
    try:
        for order in compact.together(table, orders) if len(orders) > 1 else orders:
            compact.carry_out(table, order)
        settle(table, "en")
    except (Refusal, EngineError, IndexError):
        return None
    return position.after(game)


def _menu(position: Position, body: str) -> Menu:
    game = position.copy()
    return panel("game", PogOfferContext(table_of(game, int(game.actor or 0)), names()), "", body=body).menu or Menu()


def _rows(menu: Menu) -> Iterator[tuple[list[str], int]]:
    """Yield the tokens of each menu and button, and how many of them can be chosen at once."""
    for row in menu.rows:
        if isinstance(row, Select):
            yield [option.token for option in row.options], row.most
        else:
            yield from (([button.token], 1) for button in row)


def _best_press(position: Position, menu: Menu, *, by_steps: bool = True) -> tuple[tuple[str, ...], Position] | None:
    """Return the press that leaves the least to do; without `by_steps`, none that starts a path step by step."""
    best: tuple[tuple[str, ...], Position] | None = None
    for row, most in _rows(menu):
        orders = [parsed.body for parsed in map(tokens.parse, row) if parsed.kind == "order"]
        for number, order in enumerate(orders):
            if not by_steps and order.startswith("c.pick") and "step" in order:
                continue
            after = _pressed(position, (order,))
            chosen: tuple[str, ...] = (order,)
            if after is None:
                continue
            for further in orders[number + 1 :] if most > 1 else ():
                longer = _pressed(position, (*chosen, further)) if len(chosen) < most else None
                # Pressing again what has already ended by itself would gain nothing.
                if longer is not None and len(longer.rest) < len(after.rest):
                    chosen, after = (*chosen, further), longer
            if best is None or len(after.rest) < len(best[1].rest):
                best = chosen, after
    return best


def _screens(menu: Menu) -> list[str]:
    bodies = [token.body for row, _ in _rows(menu) for token in map(tokens.parse, row) if token.kind == "screen"]
    return [body for body in bodies if body.startswith("panel:")]


def _on_panel(position: Position, *, by_steps: bool) -> tuple[list[str], tuple[str, ...], Position] | None:
    """Return the pages to open one after another, and then what to press."""
    menu = _menu(position, "panel")
    found = _best_press(position, menu, by_steps=by_steps)
    if found is not None:
        return [], *found
    ways = [[body] for body in _screens(menu)]
    seen = {way[0] for way in ways}
    while ways:
        way = ways.pop(0)
        menu = _menu(position, way[-1])
        found = _best_press(position, menu, by_steps=by_steps)
        if found is not None:
            return way, *found
        for body in _screens(menu):
            if body not in seen and len(way) < 4:
                seen.add(body)
                ways.append([*way, body])
    return None


def _on_sheet(position: Position) -> tuple[tuple[str, ...], int, Position] | None:
    """Return what to fill into the sheet, as much as the record wants, and the number of menus used."""
    game = position.copy()
    form = sheet("game", PogOfferContext(table_of(game, int(game.actor or 0)), names()))
    if form is None:
        return None
    chosen: tuple[str, ...] = ()
    after: Position | None = None
    filled = 0
    for field in form.fields:
        taken = 0
        for option in field.menu.options:
            if taken == field.menu.most:
                break
            further = _pressed(position, (*chosen, tokens.parse(option.token).body))
            if further is not None and (after is None or len(further.rest) < len(after.rest)):
                chosen, after, taken = (*chosen, tokens.parse(option.token).body), further, taken + 1
        if field.required and not taken:
            return None
        filled += taken > 0
    return None if after is None else (chosen, filled, after)


# ------------------------------------------------------------------------------------------ whole turns


@dataclass(frozen=True, slots=True)
class Press:
    """One press: a screen, orders, or with neither the opening of the panel."""

    before: Position
    after: Position
    screen: str = ""
    orders: tuple[str, ...] = ()
    #: Menus of the sheet used; the orders are sent from it.
    filled: int = 0
    #: The sheet is opened on the panel, not on the table message.
    on_panel: bool = False


def own_turn(position: Position, *, opened: bool) -> list[Press]:
    """Return the fewest presses until someone else decides, an action begins, or no control does what is wanted."""
    ways = []
    found = [_on_panel(position, by_steps=True)]
    if found[0] is not None and "step" in found[0][1][0]:
        found.append(_on_panel(position, by_steps=False))
    for pages, orders, after in (one for one in found if one is not None):
        way = [] if opened else [Press(position, position)]
        way += [Press(position, position, screen=page) for page in pages]
        ways.append([*way, Press(position, after, orders=orders), *_goes_on(position, after)])
    on_sheet = _on_sheet(position)
    if on_sheet is not None:
        orders, filled, after = on_sheet
        opening = Press(position, position, screen="sheet", on_panel=opened)
        ways.append([opening, Press(position, after, orders=orders, filled=filled), *_goes_on(position, after)])
    # Getting further is better than fewer presses to a dead end.
    return min(ways, key=lambda way: (len(way[-1].after.rest), len(way)), default=[])


def _goes_on(position: Position, after: Position) -> list[Press]:
    over = not after.own or after.game.actor != position.game.actor or after.own[0].decision == "choose_action"
    return [] if over else own_turn(after, opened=True)


__all__ = ["Press", "own_turn"]

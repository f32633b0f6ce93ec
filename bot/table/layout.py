"""Lay out offers within the limits of every platform: five rows, five buttons a row, 25 entries.

Groups that do not fit are reached through an index; long groups are paged. Pages and opened groups are part of the
tokens (`panel:GROUP:PAGE`), so no state is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.table import tokens
from bot.table.lengths import shortened, summarized
from bot.table.offers import Entry, Group, Offers, Press
from bot.table.reply import Button, Menu, MenuOption, Select

ROWS = 5
BUTTONS = 5
ENTRIES = 25
#: Entries on one page of a paged menu: one slot each is reserved for "back" and "more".
PAGE = ENTRIES - 2


@dataclass(frozen=True, slots=True)
class OpenedGroup:
    """The opened group of a panel and its page; group -1 for the panel as a whole."""

    group: int = -1
    page: int = 0


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """What a panel's tokens and paging need: game, record number and labels."""

    game: str
    number: int
    more: str
    back: str
    which: str
    drop: str = ""


#: Screen of a panel after its player dropped the proposal.
DROPPED = "panel:own"


def opened(body: str) -> OpenedGroup:
    """Parse `panel`, `panel:2` or `panel:2:1`; anything else means the whole panel."""
    parts = body.split(":")[1:]
    if parts and all(part.isdigit() for part in parts[:2]):
        return OpenedGroup(int(parts[0]), int(parts[1]) if len(parts) > 1 else 0)
    return OpenedGroup()


def lay_out(
    offers: Offers, place: PanelPlace, extra: list[Button], at: OpenedGroup, first: tuple[Button, ...] = ()
) -> Menu:
    """Return the menu of a panel: the row `first` if given, groups as selects, buttons below, `extra` last.

    `ahead` in the offers moves the first group or the buttons before all of these. A proposal becomes the first row,
    with a button that drops it.
    """
    offers = unique(offers)
    if offers.proposal is not None:
        presses = (*offers.proposal.presses, Press(place.drop, screen=DROPPED))
        first = tuple(_button(press, place) for press in presses)
    buttons = [_button(press, place) for press in offers.presses]
    rows_of_buttons = _rows(buttons + extra)[:2]
    room = ROWS - len(rows_of_buttons) - bool(first)
    rows: list[tuple[Button, ...] | Select] = []
    if 0 <= at.group < len(offers.groups):
        rows.append(_page(offers.groups[at.group], at.group, at.page, place))
    elif not offers.titled and len(offers.groups) == 1 and _as_buttons(offers.groups[0]):
        pressed = [
            _button(Press(e.label, e.order, e.screen, hint=e.description), place) for e in offers.groups[0].entries
        ]
        rows += _rows(pressed)[:room]
    elif len(offers.groups) > room:
        shown = offers.groups[: room - 1]
        rows += [_page(group, number, 0, place) for number, group in enumerate(shown)]
        rest = [
            Entry(group.title, screen=f"panel:{number}")
            for number, group in enumerate(offers.groups)
            if number >= len(shown)
        ]
        rows.append(_page(Group(place.which, rest[:PAGE]), -1, 0, place))
    else:
        rows += [_page(group, number, 0, place) for number, group in enumerate(offers.groups)]
    leading, own = 1 if offers.ahead == "group" else 0, [first] if first else []
    if offers.ahead == "presses":
        return Menu(rows=(*rows_of_buttons[:1], *own, *rows, *rows_of_buttons[1:]))
    return Menu(rows=(*rows[:leading], *own, *rows[leading:], *rows_of_buttons))


def unique(offers: Offers) -> Offers:
    """Keep each order only in the first group that has it: platforms require distinct tokens in a message."""
    seen: set[str] = set()
    groups = []
    for group in offers.groups:
        entries = []
        for entry in group.entries:
            key = entry.order or entry.screen
            if key not in seen:
                seen.add(key)
                entries.append(entry)
        if entries:
            groups.append(Group(group.title, entries, group.most))
    presses = [press for press in offers.presses if (press.order or press.screen) not in seen]
    return Offers(groups, presses, offers.ahead, offers.proposal, offers.titled)


def _page(group: Group, number: int, page: int, place: PanelPlace) -> Select:
    entries = group.entries
    if len(entries) > ENTRIES:
        last = (len(entries) - 1) // PAGE
        page = min(page, last)
        shown = list(entries[page * PAGE : (page + 1) * PAGE])
        if page < last:
            left = len(entries) - (page + 1) * PAGE
            shown.append(Entry(f"{place.more} ({left})", screen=f"panel:{number}:{page + 1}"))
        if page > 0:
            shown.append(Entry(place.back, screen=f"panel:{number}:{page - 1}"))
        entries = shown
    options: dict[str, MenuOption] = {}
    for entry in entries:
        made = option_of(entry, place.game, place.number)
        options.setdefault(made.token, made)
    most = max(1, min(group.most, len(options)))
    return Select(placeholder=shortened(group.title, 150), options=tuple(options.values()), most=most)


def option_of(entry: Entry, game: str, number: int) -> MenuOption:
    """Convert an entry to a menu option."""
    token = tokens.screen(game, number, entry.screen) if entry.screen else tokens.order(game, number, entry.order)
    description = summarized(entry.description, 100)
    return MenuOption(label=shortened(entry.label, 100), token=token, description=description, amount=entry.amount)


def _button(press: Press, place: PanelPlace) -> Button:
    return Button(
        label=shortened(press.label, 80),
        token=_token(press.order, press.screen, place),
        style=press.style,
        hint=press.hint,
    )


def _token(order: str, screen: str, place: PanelPlace) -> str:
    if screen:
        return tokens.screen(place.game, place.number, screen)
    return tokens.order(place.game, place.number, order)


def _rows(buttons: list[Button]) -> list[tuple[Button, ...]]:
    unique = list({button.token: button for button in buttons}.values())
    return [tuple(unique[at : at + BUTTONS]) for at in range(0, len(unique), BUTTONS)]


def _as_buttons(group: Group) -> bool:
    return len(group.entries) <= BUTTONS * 2 and all(len(entry.label) <= 38 for entry in group.entries)

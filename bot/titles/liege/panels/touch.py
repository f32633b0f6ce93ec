"""Clickable panels of Liège 1914: hexes, stacks, forts and hexsides, each with what can be done there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.table.choice_codec import decode_choices
from bot.table.offers import OfferContext, Offers
from bot.table.reply import Area, Board, PictureRef, Reply, Spot, Touch
from bot.table.table import Table
from bot.titles.defaults.touch import touches
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.notation.reading import written
from bot.titles.looks import News, Viewer
from engine.liege.facts import LiegeFacts
from engine.liege.grid import NOWHERE, SIDES
from renderer.kit.hit_areas import Ground
from renderer.liege.alt import forts_in_words, stack_in_words
from renderer.liege.hit_areas import camp_ground, fort_target, hex_target, side_target, stack_target, theatre_ground
from renderer.liege.view import DrawnPosition
from renderer.liege.words import words

#: The areas of a board: names, kinds of pictures, and whether they show the whole map.
NEAR, WHOLE = "near", "overview"
AREAS: Final = ((NEAR, "camp", False), (WHOLE, "board", True))
#: Argument kinds of verbs that only occur in a later decision of a chain.
_LATER: Final = {"step": "hex", "to": "hex", "face": "side"}
#: Typed orders aimed at a fort or a hex, which can't be undone.
_AIMED: Final = frozenset({"fire", "shell", "attack", "assault"})
#: Typed orders for those who are in a hex.
_THERE: Final = frozenset({"dig"})


class LiegeMap:
    """The units in a hex are one target, the stack; a fort is a separate one, so that both can be clicked."""

    def board(
        self, viewer: Viewer[LiegeBook], context: OfferContext, offers: Offers, panel: Reply, news: News
    ) -> Board:
        """Return the clickable version of a panel."""
        del panel
        view, touched = drawn(viewer.game, viewer.side), tuple(touches(viewer, context, _of_the_map(offers), about))
        facing = _acting(context) if viewer.game.stack and "side" in viewer.game.decision.verbs.values() else NOWHERE
        number = context.table.number
        areas = tuple(_areas(viewer, view, facing, (number, news.palette)))
        return Board(number, areas, _spots(viewer.names, view, touched), touched, _focus(view, _acting(context)))

    def public_board(self, viewer: Viewer[LiegeBook], table: Table, number: int, news: News) -> Board:
        """Return the public position."""
        del table
        view = drawn(viewer.game, None)
        areas = tuple(_areas(viewer, view, NOWHERE, (number, news.palette)))
        return Board(number, areas, _spots(viewer.names, view), focus=_focus(view, NOWHERE), seated=False)


def _of_the_map(offers: Offers) -> Offers:
    """Drop the orders of a proposal from the offers: they belong on the panel, not next to every target."""
    groups = [
        group
        for group in offers.groups
        if not all(entry.order.startswith(written("take", "")) for entry in group.entries)
    ]
    return replace(offers, groups=groups)


def _areas(viewer: Viewer[LiegeBook], view: DrawnPosition, facing: int, drawn_as: tuple[int, str]) -> Iterator[Area]:
    say, (number, palette) = viewer.names.words.say, drawn_as
    for name, kind, wide in AREAS:
        label = say(f"ui.maps.{name}")
        picture = viewer.picture(kind, label, viewer=view.viewer)
        own = {"number": number, "palette": palette, "language": viewer.names.words.language}
        yield Area(
            name,
            label,
            PictureRef.model_validate({**picture.model_dump(), **own}),
            _ground(view, kind, facing),
            wide=wide,
        )


def _ground(view: DrawnPosition, kind: str, facing: int) -> Ground:
    return camp_ground(view, facing) if kind == "camp" else theatre_ground(view, facing)


def _focus(view: DrawnPosition, acting: int) -> tuple[str, ...]:
    """Return where something is being decided; else the stacks of the side whose player turn it is."""
    facts = view.facts
    if acting != NOWHERE:
        return (hex_target(facts, acting),)
    own = dict.fromkeys(one.hex for one in view.units if facts.units[one.unit].side == view.side)
    return tuple(stack_target(facts, hex_) for hex_ in own)


def _spots(names: LiegeBook, view: DrawnPosition, touched: Iterable[Touch] = ()) -> tuple[Spot, ...]:
    """Return all stacks and forts, and the hexes and hexsides that can be acted on."""
    facts, said = view.facts, words(names.words.language)
    found: dict[str, tuple[str, str]] = {}
    for hex_ in dict.fromkeys((*(one.hex for one in view.units), *(one.hex for one in view.hidden))):
        found[stack_target(facts, hex_)] = (names.place(hex_), " ".join(stack_in_words(view, hex_, said)))
    for number, fort in enumerate(facts.forts):
        key = "fort_active" if view.active(number) else "fort_fallen"
        found[fort_target(facts, number)] = (
            fort.title,
            said.get("alt", key, fort=fort.title, hex=names.place(fort.hex)),
        )
    named = {target for touch in touched for target in (*touch.here, touch.to) if target}
    for target in sorted(named - found.keys()):
        name, _, side = target.partition("/")
        hex_ = facts.hex_of(name)
        told = " ".join([*stack_in_words(view, hex_, said), forts_in_words(view, (hex_,), said)]).strip()
        ground = said.get("terrain", facts.terrain[hex_].name)
        title = (
            said.get("alt", "side", hex=name, direction=said.get("directions", str(SIDES.index(side))))
            if side
            else names.place(hex_)
        )
        found[target] = (title, told or said.get("alt", "ground", hex=names.place(hex_), terrain=ground))
    rooms = _rooms(view)
    return tuple(Spot(target, name, text, room=rooms.get(target)) for target, (name, text) in sorted(found.items()))


def _rooms(view: DrawnPosition) -> dict[str, tuple[float, float, float]]:
    """Return the drawn width of stacks and forts and their extent above the centre, so that no mark covers them.

    The close-up is drawn larger than the whole map, so its values apply.
    """
    boxes = [box for kind in ("board", "camp") for box in _ground(view, kind, NOWHERE).boxes]
    return {name: (float(wide), high / 2, 0.0) for name, _, _, wide, high in boxes}


def about(context: OfferContext, order: str) -> tuple[tuple[str, ...], str, bool]:
    """Return where an order starts, where it leads, and whether it is an attack decided by dice."""
    facts: LiegeFacts = context.table.game.state.facts
    if order.startswith("o."):
        name, _, text = order[2:].partition(" ")
        target = _typed_target(context, text) if name in _AIMED | _THERE else ""
        return ((target,), "", False) if target and name in _THERE else ((), target, name in _AIMED)
    here: tuple[str, ...] = ()
    to = ""
    for verb, arg in decode_choices(order):
        kind = context.table.game.decision.verbs.get(verb) or _LATER.get(verb, "")
        if kind == "unit":
            at = context.table.game.state.at[arg]
            if at >= 0:
                here = (stack_target(facts, at),)
            elif arg in context.table.game.state.scenario.arrivals:
                goal = _goal(context, context.table.game.state.scenario.arrivals[arg].hex)
                # One more option of the stack there: as a target, a tap on that stack would bring the unit in at once.
                here, to = ((goal,), "") if goal.startswith("stack:") else ((), goal)
        elif kind == "hex":
            to = _goal(context, arg)
        elif kind == "fort":
            to = fort_target(facts, arg)
        elif kind == "side" and not to and (acting := _acting(context)) != NOWHERE:
            to = side_target(facts, acting, arg)
    if to and not here and (unit := _unit(context)) != NOWHERE and (at := context.table.game.state.at[unit]) >= 0:
        here = (stack_target(facts, at),)
    return here, to, False


def _goal(context: OfferContext, hex_: int) -> str:
    """Return the target for a hex that an order leads to: its stack, visible or hidden, else the hex itself."""
    facts: LiegeFacts = context.table.game.state.facts
    return stack_target(facts, hex_) if context.table.game.state.units_at(hex_) else hex_target(facts, hex_)


def _typed_target(context: OfferContext, text: str) -> str:
    """Return the target of the first fort or hex in a typed order, "" if there is none."""
    facts: LiegeFacts = context.table.game.state.facts
    forts = {fort.name: number for number, fort in enumerate(facts.forts)}
    for word in text.split():
        if word in forts:
            return fort_target(facts, forts[word])
        if word.upper() in facts.grid.ids:
            return _goal(context, facts.hex_of(word.upper()))
    return ""


def _unit(context: OfferContext) -> int:
    """Return the unit that a decision is about, NOWHERE for none."""
    unit = context.table.field("unit")
    if unit is None and (units := context.table.field("units")):
        unit = units[0] if isinstance(units, tuple) else NOWHERE
    return int(unit) if unit is not None else NOWHERE


def _acting(context: OfferContext) -> int:
    """Return the hex in which something is decided: the end of a path, the hex of an arrival, or the unit's hex."""
    if path := context.table.field("path"):
        return int(path[-1])
    if (hex_ := context.table.field("hex")) is not None:
        return int(hex_)
    unit = _unit(context)
    return int(context.table.game.state.at[unit]) if unit != NOWHERE else NOWHERE


__all__ = ["AREAS", "NEAR", "WHOLE", "LiegeMap", "about"]

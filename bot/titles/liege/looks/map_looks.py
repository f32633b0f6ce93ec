"""Looking commands of Liège 1914: map, hex, unit and score; odds and proposal have modules of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.table.refusal import refuse
from bot.table.reply import PictureRef, Reply
from bot.table.typed_text import fold
from bot.titles import title_of
from bot.titles.defaults.looks import LOOKS
from bot.titles.liege import proposals
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.commands import WhereArgs
from bot.titles.liege.looks import odds_look
from bot.titles.liege.looks.position_text import around, hex_text, score_line, score_lines, side_text
from bot.titles.liege.notation.lexicon import lexicon
from bot.titles.liege.notation.movement_orders import destinations
from bot.titles.liege.notation.unknown_names import unknown
from bot.titles.looks import Look, Viewer
from engine.liege import march_search, move
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.state import WAITING
from engine.liege.supply import supply_of
from engine.liege.view import knows

#: The keyword before a hex to ask which units can march there.
REACH: Final = "reach"


def score_look(viewer: Viewer[LiegeBook], args: Any) -> Reply:
    """Show the score with everything that contributes to it."""
    del args
    names, state = viewer.names, viewer.game.state
    over = not viewer.game.stack
    lines = score_lines(names, state, viewer.side, over=over) or [names.words.say("ui.liege.nothing_earned")]
    if not over:
        last = state.scenario.last
        lines.append(names.words.say("ui.liege.turns_left", turn=state.turn, last=last, count=last - state.turn))
    if not over and state.scenario.heat:
        lines.append(names.words.say("ui.liege.heat" if state.turn in state.scenario.heat else "ui.liege.no_heat"))
    return Reply(text="\n".join([score_line(names, state, viewer.side, over=over), *lines]))


def units(viewer: Viewer[LiegeBook], args: WhereArgs) -> Reply:
    """Show a hex, a unit, or without a name where all units of both sides are; refuses an unknown name."""
    names, state = viewer.names, viewer.game.state
    if not args.where.strip():
        return _answer(viewer, "\n".join(side_text(names, state, side, viewer.side) for side in (GERMAN, ALLIED)))
    words = lexicon(names)
    first, _, goal = args.where.strip().partition(" ")
    if fold(first) == REACH:
        return _marchers_to(viewer, goal)
    for kind in ("hex", "fort", "unit"):
        if found := words.name(args.where, kind):
            if kind == "unit":
                there = [one for one in found if state.at[one] >= 0 and knows(state, one, viewer.side)]
                if not there:
                    return _arrival_text(viewer, found)
                lines = [
                    hex_text(names, state, at, viewer.side) for at in dict.fromkeys(state.at[one] for one in there)
                ]
                return _answer(viewer, "\n".join([*lines, *_supply_states(viewer, there), *_marches(viewer, found)]))
            hex_ = found[0] if kind == "hex" else names.facts.forts[found[0]].hex
            text = hex_text(names, state, hex_, viewer.side)
            picture = _picture(viewer, "stack", text.partition("\n")[0], hex=names.facts.grid.names[hex_])
            return Reply(text=f"{text}\n{around(names, hex_)}", picture=picture)
    named = [item for item in words.scan(args.where)[0] if item.kind in ("hex", "fort", "unit")]
    if len(named) == 1 and named[0].text != args.where.strip():  # `my 21cm coming in`
        return units(viewer, WhereArgs(where=named[0].text))
    raise unknown(names.facts, args.where.strip())


def _supply_states(viewer: Viewer[LiegeBook], units: Sequence[int]) -> list[str]:
    """Return the supply state of some own units, in scenarios with lines of communication."""
    names, state = viewer.names, viewer.game.state
    own = [one for one in units if state.facts.units[one].side == viewer.side and state.scenario.lines]
    return [
        names.words.say(f"ui.liege.supply.{supply_of(state, one).name.lower()}", unit=names.unit(one)) for one in own
    ]


def _marchers_to(viewer: Viewer[LiegeBook], where: str) -> Reply:
    """Return which own units can march to a hex now, and which only by a forced march; refuses at other times."""
    names, words = viewer.names, lexicon(viewer.names)
    table = viewer.table
    hexes = words.name(where, "hex") or tuple(names.facts.forts[one].hex for one in words.name(where, "fort"))
    if not hexes:
        raise unknown(names.facts, where.strip())
    if not table.mine or table.kind != "march":
        raise refuse("reach_not_now", hex=hexes[0])
    state, easily, forced = table.game.state, list[int](), list[int]()
    for unit in table.may("unit"):
        if march_search.march_to(state, unit, hexes[0], force=False) is not None:
            easily.append(unit)
        elif march_search.march_to(state, unit, hexes[0], force=True) is not None:
            forced.append(unit)
    none, at = names.words.say("ui.words.none"), names.place(hexes[0])
    lines = [names.words.say("ui.liege.reached", hex=at, units=names.units(easily) if easily else none)]
    if forced:
        lines.append(names.words.say("ui.liege.reached_forced", units=names.units(forced)))
    return _answer(viewer, "\n".join(lines))


def _arrival_text(viewer: Viewer[LiegeBook], units: Sequence[int]) -> Reply:
    """Return when units arrive that are still to come; refuses for others, and for hidden enemies."""
    names, state = viewer.names, viewer.game.state
    due = [one for one in units if state.at[one] == WAITING and one in state.scenario.arrivals]
    if not due or (state.fog and any(state.facts.units[one].side != viewer.side for one in due)):
        raise refuse("not_on_the_map", unit=units[0])
    lines = []
    for one in due:
        arrival = state.scenario.arrivals[one]
        lines.append(
            names.words.say("ui.liege.arrives", unit=names.unit(one), turn=arrival.turn, hex=names.place(arrival.hex))
        )
    return Reply(text="\n".join(lines))


def _marches(viewer: Viewer[LiegeBook], units: Sequence[int]) -> list[str]:
    """Return where some units can march now, for their player in the Movement Phase."""
    names, game = viewer.names, viewer.game
    if viewer.side is None or not game.stack or game.actor != viewer.side or game.decision.kind != "march":
        return []
    table = viewer.table
    found = []
    for one in units:
        if table.offers("unit", one):
            ends = destinations(table, move.begin(table.game.state, one))
            hexes = ", ".join(sorted(names.place(hex_) for hex_ in ends))
            found.append(
                names.words.say(
                    "ui.liege.can_march", unit=names.unit(one), hexes=hexes or names.words.say("ui.words.none")
                )
            )
            begun = move.begin(table.game.state, one)
            further = destinations(table, begun, force=True).keys() - ends.keys() if len(units) == 1 else set[int]()
            if further:
                hexes = ", ".join(sorted(names.place(hex_) for hex_ in further))
                found.append(names.words.say("ui.liege.can_force", hexes=hexes))
    return found


def map_look(viewer: Viewer[LiegeBook], args: Any) -> Reply:
    """Show the whole map, or for a hex, place or fort the close-up with that hex marked; refuses an unknown name."""
    names, words = viewer.names, lexicon(viewer.names)
    said = args.what.strip()
    whole = not said or _names_area(names, said, "overview")
    if whole or _names_area(names, said, "near"):
        text = title_of(viewer.game).describe(names, viewer.game, viewer.side)
        return Reply(text=text, picture=_picture(viewer, "board", text) if whole else close_up(viewer, text))
    hexes = words.name(said, "hex") or tuple(names.facts.forts[one].hex for one in words.name(said, "fort"))
    if not hexes:
        raise unknown(names.facts, said)
    text = hex_text(names, viewer.game.state, hexes[0], viewer.side)
    return Reply(text=text, picture=close_up(viewer, text.partition("\n")[0], (hexes[0],)))


def _names_area(names: LiegeBook, said: str, area: str) -> bool:
    """Return True if a text names an area of the map, by its key or by its name, with or without the article."""
    return fold(said) == area or f" {fold(names.words.say(f'ui.maps.{area}'))}".endswith(f" {fold(said)}")


def close_up(viewer: Viewer[LiegeBook], alt: str, hexes: tuple[int, ...] = ()) -> PictureRef:
    """Return the close-up as a viewer may know it, with some hexes marked.

    Without hidden units everybody sees the same, except that the zones of control shown depend on the seat.
    """
    names, side, fog = viewer.names, viewer.side, viewer.game.state.fog
    args: dict[str, object] = {"hexes": [names.facts.grid.names[hex_] for hex_ in hexes]} if hexes else {}
    if side is not None and not fog:
        args["seat"] = side
    return _picture(viewer, "camp", alt, **args)


def _picture(viewer: Viewer[LiegeBook], kind: str, alt: str, **args: object) -> PictureRef:
    """Return a picture of the position as the viewer may know it; without hidden units it is the public one."""
    return viewer.picture(kind, alt, viewer=viewer.side if viewer.game.state.fog else None, **args)


def _answer(viewer: Viewer[LiegeBook], text: str) -> Reply:
    return Reply(text=text, picture=_picture(viewer, "board", text.partition("\n")[0]))


LIEGE_LOOKS: Final[Mapping[str, Look[LiegeBook]]] = MappingProxyType(
    {
        **LOOKS,
        "map": Look(map_look),
        "units": Look(units),
        "odds": Look(odds_look.show),
        "score": Look(score_look),
        "proposal": Look(proposals.show),
    }
)

__all__ = ["LIEGE_LOOKS", "close_up", "map_look", "score_look", "units"]

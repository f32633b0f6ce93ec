"""How a game of Liège 1914 stands, in words: the forts, the units of a hex, a unit with its ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.table.refusal import refuse
from bot.table.reply import PictureRef, Reply
from bot.table.typed_text import fold
from bot.titles import title_of
from bot.titles.defaults.looks import LOOKS, position
from bot.titles.liege import odds_look, proposals
from bot.titles.liege.book import LiegeBook, led
from bot.titles.liege.commands import WhereArgs
from bot.titles.liege.lexicon import lexicon
from bot.titles.liege.movement_orders import destinations
from bot.titles.looks import Look, Looker
from engine.core.bits import members
from engine.liege import march_search, move
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fog import hidden_hexes
from engine.liege.points import Earned, earned, score
from engine.liege.state import DEPLOYED, EXHAUSTED, FIRED, FORCED, MARCHED, TIRED, WAITING, LiegeState
from engine.liege.supply import supply_of
from engine.liege.view import earned_as_known, known_score, knows
from engine.liege.zones import width_of

#: The word before a hex of which it is asked who can march there.
REACH: Final = "reach"
#: What is said of a unit by its marks, best known first.
MARKS: Final = {
    "fired": FIRED,
    "deployed": DEPLOYED,
    "forced": FORCED,
    "exhausted": EXHAUSTED,
    "tired": TIRED,
    "marched": MARCHED,
}


def forts_left(names: LiegeBook, state: LiegeState) -> str:
    """Return how many forts fire on, and which have fallen."""
    forts = state.facts.forts
    fallen = [fort.title for number, fort in enumerate(forts) if not state.active(number)]
    left = len(forts) - len(fallen)
    if not fallen:
        return names.words.say("ui.liege.forts_all", count=left)
    return names.words.say("ui.liege.forts_left", count=left, all=len(forts), fallen=names.words.listed(fallen))


def unit_line(names: LiegeBook, state: LiegeState, unit: int) -> str:
    """Return a unit with its steps, facing, ratings and what it has done."""
    own, level, say = names.facts.units[unit], state.level[unit], names.words.say
    told = [say("ui.liege.steps", count=state.steps(unit), full=own.steps)]
    if width_of(own, state.steps(unit), state.scenario.small_front) < len(names.facts.grid.beyond[0]):
        told.append(say("ui.liege.faces", facing=names.facing(state.facing[unit])))
    ratings = {"cbf": own.cbf[level], "arf": own.arf[level], "aff": own.aff, "cab": own.cab[level], "mf": own.mf[level]}
    told += [say(f"ui.liege.{rating}", value=value) for rating, value in ratings.items() if value]
    if own.shells:
        told.append(say("ui.liege.shells", count=state.shells[state.facts.shells.index(own.shells)]))
    told += [say(f"ui.liege.marks.{word}") for word, mark in MARKS.items() if state.has(unit, mark)]
    return say("ui.liege.unit_line", unit=own.title, name=names.long(unit), told=", ".join(told))


def hex_text(names: LiegeBook, state: LiegeState, hex_: int, viewer: int | None) -> str:
    """Return what is in a hex as a viewer may know it: terrain, forts, units, and that hidden units are there."""
    say, facts = names.words.say, names.facts
    terrain = facts.terrain[hex_]
    lines = [
        say("ui.liege.ground", hex=names.place(hex_), terrain=say(f"names.terrain.{terrain.name}"), count=terrain.stack)
    ]
    forts = [number for number, fort in enumerate(facts.forts) if fort.hex == hex_]
    for kind, there in (
        ("forts_here", [one for one in forts if state.active(one)]),
        ("forts_fallen", [one for one in forts if not state.active(one)]),
    ):
        if there:
            lines.append(say(f"ui.liege.{kind}", forts=names.words.listed([facts.forts[one].title for one in there])))
    lines += [unit_line(names, state, unit) for unit in state.units_at(hex_) if knows(state, unit, viewer)]
    lines += [
        say("ui.liege.hidden_here", side=names.side(side))
        for side in (GERMAN, ALLIED)
        if side != viewer and hidden_hexes(state, side) >> hex_ & 1
    ]
    return "\n".join(lines)


def score_line(names: LiegeBook, state: LiegeState, viewer: int | None, *, over: bool) -> str:
    """Return how the score is as a viewer may know it, and what it takes to win."""
    worth = state.scenario.worth
    known = score(state) if over else known_score(state, viewer)
    key = "ui.liege.score" if worth.win == worth.draw else "ui.liege.score_draws"
    return names.words.say(
        key,
        score=led(known),
        win=worth.win,
        draw=worth.draw,
    )


def _earned(state: LiegeState, viewer: int | None, *, over: bool) -> Sequence[Earned]:
    """Return the lines of the score: those that hang on hidden units are known to their side, and to all when the game is over."""
    return earned(state) if over else earned_as_known(state, viewer)


def score_lines(names: LiegeBook, state: LiegeState, viewer: int | None, *, over: bool) -> list[str]:
    """Return what each side has earned, line by line; lines without points are left out."""
    return [
        names.words.say(
            f"ui.liege.earned.{line.what}", side=names.side(line.side), count=line.times, points=line.points
        )
        for line in _earned(state, viewer, over=over)
        if line.times
    ]


def score_look(looker: Looker[LiegeBook], args: Any) -> Reply:
    """Show the score with all that made it."""
    del args
    names, state = looker.names, looker.game.state
    over = not looker.game.stack
    lines = score_lines(names, state, looker.side, over=over) or [names.words.say("ui.liege.nothing_earned")]
    if not over:
        last = state.scenario.last
        lines.append(names.words.say("ui.liege.turns_left", turn=state.turn, last=last, count=last - state.turn))
    if not over and state.scenario.heat:
        lines.append(names.words.say("ui.liege.heat" if state.turn in state.scenario.heat else "ui.liege.no_heat"))
    return Reply(text="\n".join([score_line(names, state, looker.side, over=over), *lines]))


def units(looker: Looker[LiegeBook], args: WhereArgs) -> Reply:
    """Show a hex, a unit, or for no name where all units of both sides are; refuses a name that is none."""
    names, state = looker.names, looker.game.state
    if not args.where.strip():
        return _answer(looker, "\n".join(side_text(names, state, side, looker.side) for side in (GERMAN, ALLIED)))
    words = lexicon(names)
    first, _, goal = args.where.strip().partition(" ")
    if fold(first) == REACH:
        return _reached(looker, goal)
    for kind in ("hex", "fort", "unit"):
        if found := words.name(args.where, kind):
            if kind == "unit":
                there = [one for one in found if state.at[one] >= 0 and knows(state, one, looker.side)]
                if not there:
                    return _to_come(looker, found)
                lines = [
                    hex_text(names, state, at, looker.side) for at in dict.fromkeys(state.at[one] for one in there)
                ]
                return _answer(looker, "\n".join([*lines, *_supplied(looker, there), *_marches(looker, found)]))
            hex_ = found[0] if kind == "hex" else names.facts.forts[found[0]].hex
            text = hex_text(names, state, hex_, looker.side)
            picture = looker.picture("stack", text.partition("\n")[0], hex=names.facts.grid.names[hex_])
            return Reply(text=text, picture=picture)
    raise refuse("unknown_name", name=args.where)


def _supplied(looker: Looker[LiegeBook], units: Sequence[int]) -> list[str]:
    """Return how each of some units is supplied, as its own side knows it, where lines of communications are drawn."""
    names, state = looker.names, looker.game.state
    own = [one for one in units if state.facts.units[one].side == looker.side and state.scenario.lines]
    return [
        names.words.say(f"ui.liege.supply.{supply_of(state, one).name.lower()}", unit=names.unit(one)) for one in own
    ]


def _reached(looker: Looker[LiegeBook], where: str) -> Reply:
    """Return which of one's units can march to a hex now, and which by a forced march alone; refuses at another time."""
    names, words = looker.names, lexicon(looker.names)
    table = looker.table
    hexes = words.name(where, "hex") or tuple(names.facts.forts[one].hex for one in words.name(where, "fort"))
    if not hexes:
        raise refuse("unknown_name", name=where)
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
    return _answer(looker, "\n".join(lines))


def _to_come(looker: Looker[LiegeBook], units: Sequence[int]) -> Reply:
    """Return when units arrive that are still to come; refuses for others, and for hidden ones of the other side."""
    names, state = looker.names, looker.game.state
    due = [one for one in units if state.at[one] == WAITING and one in state.scenario.arrivals]
    if not due or (state.fog and any(state.facts.units[one].side != looker.side for one in due)):
        raise refuse("not_on_the_map", unit=units[0])
    lines = []
    for one in due:
        arrival = state.scenario.arrivals[one]
        lines.append(
            names.words.say("ui.liege.arrives", unit=names.unit(one), turn=arrival.turn, hex=names.place(arrival.hex))
        )
    return Reply(text="\n".join(lines))


def _marches(looker: Looker[LiegeBook], units: Sequence[int]) -> list[str]:
    """Return where each of some units can march now, for their player in the Movement Phase."""
    names, game = looker.names, looker.game
    if looker.side is None or not game.stack or game.actor != looker.side or game.decision.kind != "march":
        return []
    table = looker.table
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


def side_text(names: LiegeBook, state: LiegeState, side: int, viewer: int | None) -> str:
    """Return where the units of a side are as a viewer may know it, hex by hex, and how many are still to come."""
    say, facts = names.words.say, names.facts
    by_hex: dict[int, list[int]] = {}
    for unit, at in enumerate(state.at):
        if at >= 0 and facts.units[unit].side == side and knows(state, unit, viewer):
            by_hex.setdefault(at, []).append(unit)
    stacks = [
        say("ui.liege.stack", hex=names.place(at), units=names.units(there)) for at, there in sorted(by_hex.items())
    ]
    hidden = members(hidden_hexes(state, side)) if side != viewer else ()
    if hidden:
        stacks.append(say("ui.liege.hidden_at", hexes=names.words.listed([names.place(at) for at in hidden])))
    coming = sum(state.at[one] == WAITING for one in state.scenario.arrivals if facts.units[one].side == side)
    if state.fog and side != viewer:  # who came hidden is not to be counted
        coming = 0
    told = " ".join([*stacks, *([say("ui.liege.coming", count=coming)] if coming else [])])
    return say("ui.liege.side", side=names.side(side), units=told or say("ui.words.none"))


def map_look(looker: Looker[LiegeBook], args: Any) -> Reply:
    """Show the whole map, or for a hex, place or fort the close-up with that hex marked; refuses a name that is none."""
    names, words = looker.names, lexicon(looker.names)
    said = args.what.strip()
    if not said or _means(names, said, "overview"):
        return position(looker, args)
    if _means(names, said, "near"):
        text = title_of(looker.game).describe(names, looker.game, None)
        return Reply(text=text, picture=close_up(looker, text))
    hexes = words.name(said, "hex") or tuple(names.facts.forts[one].hex for one in words.name(said, "fort"))
    if not hexes:
        raise refuse("unknown_name", name=said)
    text = hex_text(names, looker.game.state, hexes[0], looker.side)
    return Reply(text=text, picture=close_up(looker, text.partition("\n")[0], (hexes[0],)))


def _means(names: LiegeBook, said: str, area: str) -> bool:
    """Return True if a text names a part of the map, by the key of the part or its name, of which an article may be left out."""
    return fold(said) == area or f" {fold(names.words.say(f'ui.maps.{area}'))}".endswith(f" {fold(said)}")


def close_up(looker: Looker[LiegeBook], alt: str, hexes: tuple[int, ...] = ()) -> PictureRef:
    """Return the close-up as a looker may know it, with some hexes marked.

    Where nobody is hidden all see the same, and only the zones of control that are shown depend on the seat.
    """
    names, side, fog = looker.names, looker.side, looker.game.state.fog
    args: dict[str, object] = {"hexes": [names.facts.grid.names[hex_] for hex_ in hexes]} if hexes else {}
    if side is not None and not fog:
        args["seat"] = side
    return looker.picture("camp", alt, viewer=side if fog else None, **args)


def _answer(looker: Looker[LiegeBook], text: str) -> Reply:
    return Reply(text=text, picture=looker.picture("board", text.partition("\n")[0]))


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

__all__ = ["LIEGE_LOOKS", "forts_left", "hex_text", "score_line", "score_lines", "side_text", "unit_line", "units"]

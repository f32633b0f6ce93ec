"""Text answers of looking commands; all are computed from a view and change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.typed_text import alike, phrase, tokens
from bot.titles.forms import brief_name
from bot.titles.pog.narration import markers, open_questions
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import half
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.units import fitting, read_unit
from engine.core.bits import members
from engine.pog.view import GameView, SideView, SpaceView, UnitView

OVERLAYS = ("control", "front", "threats_ap", "threats_cp")
SIDES = ("ap", "cp")
#: Kinds of overlays; True if they are drawn for one side.
_OVERLAID = {"control": False, "front": False, "supply": True, "threats": True}
THEATRES = ("west", "east", "italy", "balkans", "near_east")
#: The rules paragraph on victory.
VICTORY = "5"
#: The maps with names of their own, as typed.
_MAPS = [name.replace("_", " ") for name in ("overview", *THEATRES, *OVERLAYS, "supply")]


def _units(names: Names, units: tuple[UnitView, ...]) -> str:
    return names.units((unit.unit for unit in units), sum(1 << unit.unit for unit in units if unit.reduced))


def units_in(names: Names, view: GameView, space: int) -> str:
    """Return the units in a space as text."""
    return _units(names, view.spaces[space].units)


def status(names: Names, view: GameView) -> str:
    """Return the state of all tracks and boxes."""
    say = names.words.say
    lines = [
        say(
            "ui.answers.status_head",
            scenario=brief_name(names.words, view.scenario),
            turn=names.turn(view.turn),
            round=say("ui.panel.round", round=view.action_round) if view.action_round else "",
            phase=say(f"ui.phases.{view.phase}"),
            vp=view.vp,
            combined=view.combined_war_status,
        )
    ]
    left = {"ops": view.ops_left, "sr": view.sr_left}
    lines += [say(f"ui.answers.status_left.{one}", left=count) for one, count in left.items() if count is not None]
    lines += [_of_side(names, side, known) for side, known in enumerate(view.sides)]
    lines.append(_in_force(names, view))
    marks = (*markers.plans(names, view), *markers.told(names, view.marks, view.turn))
    return "\n".join((*lines, *marks, *_switches(names, view)))


def _of_side(names: Names, side: int, known: SideView) -> str:
    """Return a side's tracks and boxes, without empty ones."""
    say, listed = names.words.say, {
        "actions": ", ".join(names.words.say(f"ui.action_kinds.{kind}") for kind, _ in known.actions),
        "rp": ", ".join(f"{names.nation(pool)} {half(points)}" for pool, points in known.rp),
        "reserve": _units(names, known.reserve),
        "eliminated": _units(names, known.eliminated),
    }  # fmt: skip
    nation = say("ui.words.met") if known.mandated == "met" else names.nation(known.mandated)
    return say(
        "ui.answers.status_side",
        side=names.side(side),
        war_status=known.war_status,
        commitment=say(f"names.commitment.{known.commitment}"),
        hand=known.hand_size,
        deck=known.deck_size,
        mandated=say("ui.answers.status_no_mandate")
        if known.mandated == "none"
        else say(f"ui.answers.status_mandate{'_excused' if known.excused else ''}", nation=nation),
        rest="".join(f"; {say(f'ui.answers.status_rest.{part}', list=told)}" for part, told in listed.items() if told),
    )


def _in_force(names: Names, view: GameView) -> str:
    """Return the events in force, by side."""
    own = [[card for card in view.in_force if names.content.cards[card].side == side] for side in (0, 1)]
    ap, cp = (names.cards(cards) or names.words.say("ui.words.none") for cards in own)
    sides = {"ap_side": names.side(0), "cp_side": names.side(1)}
    return names.words.say("ui.answers.status_in_force", ap=ap, cp=cp, **sides)


def _switches(names: Names, view: GameView) -> list[str]:
    """Return the ruleset with the number of its open questions, and the switches that aren't at their default."""
    switches, say = names.content.switches, names.words.say
    if not view.switches:
        return []
    family = view.switches[0][0].partition(".")[0]
    chosen = [
        say("guide.switches.chosen", switch=name.removeprefix(f"{family}."), value=say(f"guide.options.{name}.{value}"))
        for name, value in view.switches
        if value != switches[name].values[0]
    ]
    ours = sum(switch.proposal for switch in switches.values())
    told = say(
        "ui.answers.status_switches" if ours else "ui.answers.status_readings",
        ruleset=say("ui.answers.ruleset"),
        family=family,
        count=len(switches),
        ours=ours,
    )
    differs = [say("ui.answers.status_switches_chosen", list=", ".join(chosen))] if chosen else []
    return [" ".join([told, *differs])]


def deck(names: Names, view: GameView) -> str:
    """Return the sizes of all piles, and the cards that everybody has seen."""
    none, zone = names.words.say("ui.words.none"), dict(view.marks).get("played_cards")
    lines = [
        names.words.say(
            "ui.answers.deck",
            side=names.side(side),
            hand=known.hand_size,
            deck=known.deck_size,
            discard=names.cards(known.discard) or none,
            removed=names.cards(known.removed) or none,
            face_up=names.cards(known.combat_cards) or none,
        )
        for side, known in enumerate(view.sides)
    ]
    if zone is not None:
        own = [[card for card in members(zone) if names.content.cards[card].side == side] for side in (0, 1)]
        words = [(names.side(side), names.cards(cards) or none) for side, cards in enumerate(own)]
        lines += [names.words.say("ui.answers.zone", side=side, cards=cards) for side, cards in words]
    return "\n".join(lines)


def score(names: Names, view: GameView) -> str:
    """Return the VP, the victory levels, and the VP spaces in enemy hands."""
    spaces = names.content.spaces
    lost: dict[int, list[int]] = {0: [], 1: []}
    for space in view.spaces:
        spec = spaces[space.space]
        counts = spec.scores(view.vp_set)
        if counts and spec.printed_side is not None and space.control not in (None, spec.printed_side):
            lost[spec.printed_side].append(space.space)
    cp_min, ap_max = view.wins_at
    none = names.words.say("ui.words.none")
    text = names.words.say(
        "ui.answers.score",
        vp=view.vp,
        cp_min=cp_min,
        ap_max=ap_max,
        ap_lost=names.spaces(lost[0]) or none,
        cp_lost=names.spaces(lost[1]) or none,
    )
    ours = open_questions.note(names.words, names.content, lambda switch: VICTORY in switch.rules)
    return "\n".join(part for part in (text, ours) if part)


def units(names: Names, lexicon: Lexicon, view: GameView, where: str) -> str:
    """Return the units of a nation, the content of a space, or a unit's location; for a comma-separated list, one after another."""
    if "," in where:
        return "\n".join(units(names, lexicon, view, one) for one in where.split(",") if one.strip())
    nation = lexicon.nations.get(phrase(where))
    if nation is None and (found := _unit_locations(names, lexicon, view, where)):
        return "\n".join(found)
    if nation is None:
        try:
            return space_of(names, view, _map_space(lexicon, where))
        except Refusal as refusal:
            raise _or_nation(names, lexicon, refusal, where) from None
    lines = [names.words.say("ui.answers.units_of", nation=names.nation(nation))]
    for space in view.spaces:
        own = tuple(unit for unit in space.units if nation in _nations(names, unit))
        if own:
            lines.append(f"- {names.space(space.space)}: {_units(names, own)}")
    for side in view.sides:
        lines += _boxes(names, side, nation)
    if len(lines) == 1:
        return names.words.say("ui.answers.units_of_none", nation=names.nation(nation))
    return "\n".join(lines)


def _nations(names: Names, unit: UnitView) -> tuple[str, str]:
    """Return a unit's nation, and the nation it counts as."""
    spec = names.content.units[unit.unit]
    return spec.nation, spec.parent


def _unit_locations(names: Names, lexicon: Lexicon, view: GameView, where: str) -> list[str]:
    """Return the locations of the units that a text names, one line per place; [] if it names none."""
    words = tokens(where)
    read = read_unit(lexicon, words, 0) if words else None
    if (
        read is None
        or read[1] < len(words)
        or not (read[0].nation or read[0].label or read[0].unit is not None or read[0].reduced)
    ):
        return []
    boxes = [(names.words.say(f"ui.boxes.{box}"), held) for side in view.sides for box, held in _boxes_of(side)]
    places = [(names.space(space.space), space.units) for space in view.spaces] + boxes
    all_units = [unit for _, held in places for unit in held]
    reduced = sum(1 << unit.unit for unit in all_units if unit.reduced)
    meant = set(fitting(lexicon, read[0], {unit.unit for unit in all_units}, reduced))
    if not meant and (
        read[0].label or read[0].unit is not None
    ):  # one that has the other strength is there all the same
        meant = set(fitting(lexicon, replace(read[0], reduced=None), {unit.unit for unit in all_units}, reduced))
    here = [(place, tuple(unit for unit in held if unit.unit in meant)) for place, held in places]
    found = [f"- {place}: {_units(names, own)}" for place, own in here if own]
    return found or ([names.words.say("ui.answers.units_none")] if read[0].reduced is not None else [])


def _boxes_of(side: SideView) -> tuple[tuple[str, tuple[UnitView, ...]], ...]:
    return ("reserve", side.reserve), ("eliminated", side.eliminated)


def _or_nation(names: Names, lexicon: Lexicon, refusal: Refusal, where: str) -> Refusal:
    """Return a refusal of an unknown space, with the most similar nation as a suggestion if there is one."""
    found = alike(phrase(where), lexicon.nations) if refusal.reason.code == "unknown_space" else []
    if not found or refusal.slip:
        return refusal
    near = names.nation(lexicon.nations[found[0]])
    return perhaps(refuse("unknown_space", part=where, text=where, near=near), where, [near])


def _boxes(names: Names, side: SideView, nation: str) -> list[str]:
    lines = []
    for box, held in _boxes_of(side):
        own = tuple(unit for unit in held if nation in _nations(names, unit))
        if own:
            lines.append(f"- {names.words.say(f'ui.boxes.{box}')}: {_units(names, own)}")
    return lines


#: Markers of failed entrenchment, with their die modifiers.
_DIGGING = {"dug_1": "−1", "dug_2": "−2"}


def space_of(names: Names, view: GameView, space: int) -> str:
    """Return one space of a view as text."""
    return space_line(names, view.spaces[space], dict(view.marks), shallow=space in view.shallow)


def near(names: Names, view: GameView, space: int) -> str:
    """Return a space and the spaces connected to it that hold units, of either side."""
    held = [other for other in names.neighbours[space] if view.spaces[other].units]
    lines = [f"- {space_of(names, view, other)}" for other in sorted(held, key=names.space)]
    alone = names.words.say("ui.answers.nobody_near", space=names.space(space))
    return "\n".join([space_of(names, view, space), *(lines or [alone])])


def space_line(
    names: Names, space: SpaceView, marks: Mapping[str, int] = MappingProxyType({}), *, shallow: bool = False
) -> str:
    """Return one space as text: control, units, trench, fort, and a marker of failed entrenchment."""
    say = names.words.say
    terrain = names.content.spaces[space.space].terrain
    works = [say(f"names.terrain.{terrain}")] if terrain != "clear" else []
    if space.trench:
        works.append(say("ui.answers.trench", level=space.trench))
    elif shallow:
        works.append(say("ui.answers.shallow"))
    for name, drm in _DIGGING.items():
        if marks.get(name, 0) >> space.space & 1:
            works.append(say("ui.answers.digging", drm=drm))
    if space.fort == "intact":
        printed = names.content.spaces[space.space].fort
        works.append(say("ui.answers.fort", fort=printed if space.fort_strength is None else space.fort_strength))
    elif space.fort != "none":
        works.append(say(f"ui.answers.{space.fort}"))
    control = {0: "ap", 1: "cp", None: "none"}[space.control]
    return say(
        "ui.answers.units_line_works" if works else "ui.answers.units_line",
        space=names.space(space.space),
        control=say(f"ui.answers.control_{control}"),
        units=_with_supply(names, space),
        works=names.words.listed(works),
    )


def _with_supply(names: Names, space: SpaceView) -> str:
    """Return a space's units and which of them are out of supply, with their grades if there are any (14.3.5)."""
    say, out = names.words.say, [unit for unit in space.units if not unit.supplied]
    units = _units(names, space.units) or say("ui.words.nobody")
    if not any(unit.grade for unit in out):
        return say("ui.answers.unsupplied", units=units) if out else units
    return say("ui.answers.graded", units=units, graded=", ".join(_with_marker(names, unit) for unit in out))


def _with_marker(names: Names, unit: UnitView) -> str:
    """Return a unit that is out of supply, with its marker."""
    return names.words.say(
        "ui.answers.grade" if unit.grade else "ui.answers.new_grade",
        unit=names.unit(unit.unit, unit.reduced),
        grade=unit.grade,
    )


def supply(names: Names, view: GameView, side: int) -> str:
    """Return a side's units that are out of supply, with their grades if there are any."""
    content = names.content
    lost = [
        f"{_with_marker(names, unit) if unit.grade else names.unit(unit.unit, unit.reduced)} ({names.space(space.space)})"
        for space in view.spaces
        for unit in space.units
        if content.units[unit.unit].side == side and not unit.supplied
    ]
    if lost:
        return names.words.say("ui.answers.out_of_supply", units=", ".join(lost))
    return names.words.say("ui.answers.in_supply", side=names.side(side))


#: Requirements shared by a whole class of cards (9.5.3.1, 9.5.2.2), with their texts.
_OF_A_CLASS = {
    "reinforcement_limit": "ui.answers.card_reinforcement",
    "neutral_entry_limit": "ui.answers.card_neutral_entry",
}


def card(names: Names, number: int, scenario: str) -> str:
    """Return a card's values and the effect of its event in a scenario, in our words; printed facts are public."""
    spec, say = names.content.cards[number], names.words.say
    marks = []
    if spec.war_status:
        marks.append(say("ui.answers.card_war_status", count=spec.war_status))
    kinds = {need.kind for need in spec.needs}
    marks += [say(key) for kind, key in _OF_A_CLASS.items() if kind in kinds]
    if spec.remove:
        marks.append(say("ui.answers.card_removed"))
    if spec.ops_after_event == "by_stripe":
        counts = "stripe_ops" in names.content.scenarios[scenario].traits
        marks.append(say("ui.answers.card_stripe_counts" if counts else "ui.answers.card_stripe_is_idle"))
    if spec.stand_in:
        marks.append(say("ui.answers.card_stands_in"))
    points = ", ".join(f"{names.nation(pool)} {value}" for pool, value in spec.rp)
    text = say(
        "ui.answers.card_rp" if points else "ui.answers.card",
        card=names.card(number),
        ops=spec.ops,
        sr=spec.sr,
        list=points,
        event=" ".join((names.card_event(number), *marks)),
    )
    reading = say(f"ui.{spec.reading}.{spec.name}") if spec.reading else ""
    ours = open_questions.of_card(names.words, names.content, number)
    return "\n".join(part for part in (text, reading, ours) if part)


@dataclass(frozen=True, slots=True)
class Overlay:
    """A requested overlay: its kind, its side ("" for the viewer's), and its theatre.

    `area` is "overview" for the whole map and "" if none was named.
    """

    kind: str
    side: str = ""
    area: str = ""

    @property
    def sided(self) -> bool:
        """Whether it is drawn for one side, as supply and threats are."""
        return _OVERLAID[self.kind]


def overlay_of(what: str) -> Overlay | None:
    """Return the overlay that `/map` is asked for, however it is written, e.g. "supply ap west"; None for anything else."""
    kind, *words = phrase(what).replace("_", " ").split() or [""]
    if kind not in _OVERLAID:
        return None
    side = words.pop(0) if _OVERLAID[kind] and words and words[0] in SIDES else ""
    area = area_of(" ".join(words))
    return None if area is None else Overlay(kind, side, area)


def area_of(text: str) -> str | None:
    """Return a typed theatre, or "overview" for the whole map; "" for an empty text, None for any other."""
    word = phrase(text).replace(" ", "_")
    if word in ("", "overview", "all", "whole", "everything"):
        return "overview" if word else ""
    fitting = [name for name in THEATRES if name == word or (len(word) > 2 and name.startswith(word))]
    return fitting[0] if len(fitting) == 1 else None


def map_request(lexicon: Lexicon, what: str) -> tuple[str, dict[str, Any]]:
    """Return what `/map` shows, as kind of picture and its arguments; refuses anything that is neither theatre nor space."""
    word = phrase(what).replace(" ", "_")
    area = area_of(word)
    if area in ("", "overview"):
        return "overview", {}
    if area is not None:
        return "theatre", {"name": area}
    try:
        return "space", {"space": _map_space(lexicon, what)}
    except Refusal as refusal:
        if refusal.reason.code in ("ambiguous", "place_not_on_map"):
            raise
        close = alike(phrase(what), _MAPS)[:2] or lexicon.close_spaces(what)
        near = lexicon.book.words.listed(close, "or")
        unknown = perhaps(refuse("unknown_theatre", text=what, candidates=tuple(_MAPS), near=near), what, close)
        unknown.slip |= refusal.slip and close != alike(phrase(what), _MAPS)[:2]
        raise unknown from None


def _map_space(lexicon: Lexicon, text: str) -> int:
    spaces = lexicon.book.content.spaces
    space = lexicon.space(text, [spec.id for spec in spaces if spec.kind == "map"])
    if spaces[space].kind != "map":
        raise refuse("unknown_space", part=text, text=text, near="")
    return space

"""Clickable version of a seat's panel: the theatres, their content, and the offers at their spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from bot.narration.segments import Told, segments
from bot.table import tokens
from bot.table.offers import Offers
from bot.table.position import controls_of
from bot.table.reply import Area, Board, PictureRef, Reply, Spot, Touch
from bot.table.table import units_of
from bot.titles.looks import News
from bot.titles.pog.looks.odds import odds
from bot.titles.pog.looks.view_queries import THEATRES, space_line
from bot.titles.pog.narration import story
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.stacks import units_in
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.figures import in_operation
from bot.titles.pog.panels.offer_targets import aim_of
from bot.titles.pog.panels.touches import named, touches_of
from engine.pog.content import Content
from engine.pog.state import State
from engine.pog.view import ActionMarks, GameView, SpaceView, UnitView
from renderer.kit.hit_areas import Ground
from renderer.pog import DENSITIES
from renderer.pog.hit_areas import close_up_ground, hand_ground, sheet_ground, space_target, stack_room, theatre_ground

#: Names of the areas for the map section concerned, the hand, and the whole map.
NEAR, HAND, WHOLE = "near", "hand", "overview"
#: Kinds of panel pictures that can be clicked.
_OWN = {"closeup": NEAR, "hand": HAND}
#: The picture arguments that determine a close-up's frame.
_FIELDS = frozenset({"moves", "attacks", "focus"})
#: Cache size for space descriptions: those of about forty positions.
_SPOTS = 4_000
_MARKS: TypeAdapter[ActionMarks] = TypeAdapter(ActionMarks)


def board(
    game: str, context: PogOfferContext, view: GameView, offers: Offers, panel: Reply,
    news: News,
) -> Board:  # fmt: skip
    """Return the board of a seat.

    Args:
        game: the game's id.
        context: the position as the seat sees it, and the texts.
        view: what the seat may know.
        offers: what its panel offers.
        panel: the panel itself, whose picture and Undo are also on the board.
        news: past events: some are drawn as arrows, and the last ones give the focus unless the panel concerns a space;
        plus the pictures' palette.
    """
    table, names = context.table, context.names
    found = [with_odds(names, table.game.state, touch) for touch in touches_of(game, context, offers)]
    touches = (*found, *_undo(panel))
    areas = _areas(game, table.game.number, names, view, news.meanwhile, news.palette)
    if panel.picture is not None and panel.picture.kind in _OWN:
        name = _OWN[panel.picture.kind]
        label, ground = names.words.say(f"ui.maps.{name}"), _ground(view, panel.picture, table.side)
        shelf, look = name == HAND, names.words.say("ui.maps.look_at_hand") if name == HAND else ""
        painted = panel.picture.model_copy(update={"palette": news.palette})
        areas.insert(0, Area(name, label, painted, ground, aside=True, shelf=shelf, look=look))
    wanted = named(touches)
    low = frozenset(view.shallow)
    spots = tuple(
        _space_content(names, space, space.space in low)
        for space in view.spaces
        if space_target(space.space) in wanted or _is_occupied(space)
    )
    spots += tuple(_boxes(names, view, table.side, wanted))
    there = names.content.space_by_name.get(news.spoken_of)
    where = focus(context, news.known) if there is None else [there]
    return Board(table.number, tuple(areas), spots, touches, tuple(map(space_target, where)))


def public_board(
    game: str, context: PogOfferContext, view: GameView, number: int, newest: Sequence[Told], palette: str
) -> Board:
    """Return a spectator's board: all map areas with their content, and nothing to press.

    Args:
        game: the game's id.
        context: the public position, from the view of the side whose action it is, and the texts.
        view: what the public may know.
        number: the public record entry after which the position stands.
        newest: public events so far; the last ones give the focus.
        palette: the palette of the pictures.
    """
    names, low = context.names, frozenset(view.shallow)
    areas = _areas(game, number, names, view, (), palette)
    spots = tuple(_space_content(names, space, space.space in low) for space in view.spaces if _is_occupied(space))
    return Board(
        context.table.number, tuple(areas), spots, focus=tuple(map(space_target, focus(context, newest))), seated=False
    )


def _areas(game: str, number: int, names: Names, view: GameView, meanwhile: Sequence[Told], palette: str) -> list[Area]:
    """Return the theatres, with arrows for recent events, and the whole map."""
    marks = {**story.marks(meanwhile), "focus": []}
    own = {"palette": palette, "language": names.words.language}
    theatres = []
    for name in THEATRES:
        picture = _picture(game, number, own, name, marks)
        ground = theatre_ground(view.content, name, names.words.language)
        theatres.append(Area(name, names.words.say(f"ui.maps.{name}"), picture, ground, _at_higher_densities(picture)))
    whole = PictureRef.model_validate({"kind": "overview", "game": game, "number": number, **own})
    label, ground = names.words.say(f"ui.maps.{WHOLE}"), sheet_ground(view.content, names.words.language)
    return [*theatres, Area(WHOLE, label, whole, ground, _at_higher_densities(whole), wide=True)]


def _at_higher_densities(picture: PictureRef) -> tuple[tuple[float, PictureRef], ...]:
    """Return a picture at higher densities, for pages that enlarge it."""
    return tuple(
        (density, picture.model_copy(update={"args": {**picture.args, "fine": at}}))
        for at, density in enumerate(DENSITIES)
    )


@lru_cache(maxsize=_SPOTS)
def _space_content(names: Names, space: SpaceView, shallow: bool) -> Spot:
    """Return a space with its content (cached, since most stay the same from panel to panel and recur across games)."""
    text = _in_words(names, space_line(names, space, shallow=shallow), space.units)
    return Spot(space_target(space.space), names.space(space.space), text, room=stack_room(space))


def _ground(view: GameView, picture: PictureRef, side: int) -> Ground:
    """Return where things are in the panel's own picture."""
    if picture.kind == "hand":
        return hand_ground(view.sides[side].hand or ())
    marks = _MARKS.validate_python({k: v for k, v in picture.args.items() if k in _FIELDS})
    return close_up_ground(view.content, marks, picture.language)


def with_odds(names: Names, state: State, touch: Touch) -> Touch:
    """Return an attack with its odds added."""
    force = aim_of(touch).force
    if not touch.to or not force:
        return touch
    found, say = odds(state, int(touch.to), force), names.words.say
    win, tie, lose = (f"{float(found.chance(result)) * 100:.0f} %" for result in ("win", "tie", "lose"))
    losses = {f"to_{side}": f"{found.expected(side):.1f}" for side in ("defender", "attacker")}
    chances = say("ui.touch.chances", win=win, tie=tie, lose=lose, **losses)
    return replace(touch, chance=say("ui.touch.odds", win=win), chances=chances)


def focus(context: PogOfferContext, newest: Sequence[Told]) -> list[int]:
    """Return where the action is: the combat, the operation, the latest action, or the strongest part of this side's front."""
    table, state = context.table, context.table.game.state
    if state.combat is not None:
        return [int(state.combat.target)]
    if table.mine and state.operation is not None and (there := in_operation(context)):
        return there
    for segment in reversed(segments(newest)):
        if happened := story.places(story.acts(segment)):
            return [space for space in happened if context.names.content.spaces[space].kind == "map"]
    return _front(context)


def _front(context: PogOfferContext) -> list[int]:
    """Return this side's front spaces in the theatre where it has most strength at the front."""
    state = context.table.game.state
    enemy = state.occupied[1 - context.table.side]
    at_enemy = [
        space
        for space in units_of(state.occupied[context.table.side])
        if any(enemy >> other & 1 for other in context.neighbours(space))
    ]
    fronts = [
        [space for space in at_enemy if space in _spaces_of_theatre(context.names.content, theatre)]
        for theatre in THEATRES
    ]
    return max(fronts, key=lambda spaces: sum(context.factors(units_in(context.table, space)) for space in spaces))


@lru_cache(maxsize=64)
def _spaces_of_theatre(content: Content, theatre: str) -> frozenset[int]:
    return frozenset(int(space) for space, *_ in theatre_ground(content, theatre).points)


def _boxes(names: Names, view: GameView, side: int, wanted: set[str]) -> Iterator[Spot]:
    """Yield the Reserve Boxes that can be acted on, and this side's own if it isn't empty."""
    for owner, known in enumerate(view.sides):
        box = names.content.space_by_name[f"{('ap', 'cp')[owner]}_reserve_box"]
        if space_target(box) in wanted or (owner == side and known.reserve):
            inside = names.units((u.unit for u in known.reserve), sum(1 << u.unit for u in known.reserve if u.reduced))
            text = names.words.say(
                "ui.touch.box", box=names.space(box), units=inside or names.words.say("ui.words.nobody")
            )
            yield Spot(space_target(box), names.space(box), _in_words(names, text, known.reserve), off_map=True)


def _in_words(names: Names, text: str, units: Sequence[UnitView]) -> str:
    """Return the content of a space, followed by the long names of its units."""
    counts = Counter(names.unit_title(unit.unit, unit.reduced) for unit in units)
    titles = [title if count == 1 else f"{count} × {title}" for title, count in counts.items()]
    return f"{text}\n*{names.words.listed(titles)}*" if titles else text


def _picture(game: str, number: int, own: dict[str, str], name: str, marks: dict[str, Any]) -> PictureRef:
    args = {"name": name, **marks} if any(marks.values()) else {"name": name}
    return PictureRef.model_validate({"kind": "theatre", "game": game, "number": number, "args": args, **own})


def _undo(panel: Reply) -> list[Touch]:
    return [
        Touch(control.label, "", control.token)
        for control in controls_of(panel.menu)
        if tokens.parse(control.token).body == "undo"
    ]


def _is_occupied(space: SpaceView) -> bool:
    return bool(space.units or space.trench or space.fort != "none")


__all__ = ["HAND", "NEAR", "WHOLE", "board", "focus", "public_board", "with_odds"]

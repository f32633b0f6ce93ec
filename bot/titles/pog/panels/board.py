"""A seat's panel as it can be touched: the theatres, what stands where, and the offers on their places."""

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

#: The names of the areas that show the ground that is decided about, the hand, and the whole map.
NEAR, HAND, WHOLE = "near", "hand", "overview"
#: Kinds of pictures of a panel that can be touched.
_OWN = {"closeup": NEAR, "hand": HAND}
#: What of its arguments a close-up is framed by.
_FIELDS = frozenset({"moves", "attacks", "focus"})
#: Spaces that are kept in words, those of some forty positions.
_SPOTS = 4_000
_MARKS: TypeAdapter[ActionMarks] = TypeAdapter(ActionMarks)


def board(
    game: str, context: PogOfferContext, view: GameView, offers: Offers, panel: Reply,
    news: News,
) -> Board:  # fmt: skip
    """Return the board of a seat.

    Args:
        game: the game's id.
        context: the position as the seat meets it, and the words.
        view: what the seat may know.
        offers: what its panel offers.
        panel: the panel itself, whose picture and Undo are on the board too.
        news: what happened, of which a part is drawn as arrows and the last tells where the action is, unless the panel
            speaks of a space; and the colour set of the pictures.
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
        _spot(names, space, space.space in low)
        for space in view.spaces
        if space_target(space.space) in wanted or _holds(space)
    )
    spots += tuple(_boxes(names, view, table.side, wanted))
    there = names.content.space_by_name.get(news.spoken_of)
    where = focus(context, news.known) if there is None else [there]
    return Board(table.number, tuple(areas), spots, touches, tuple(map(space_target, where)))


def public_board(
    game: str, context: PogOfferContext, view: GameView, number: int, newest: Sequence[Told], palette: str
) -> Board:
    """Return the board of whoever only watches: all parts of the map and what stands there, with nothing to press.

    Args:
        game: the game's id.
        context: the position that everybody sees, as the side meets it whose action it is, and the words.
        view: what everybody may know.
        number: the record entry that everybody knows of, behind which the position stands.
        newest: public events up to now, of which the last ones tell where the action is.
        palette: the colour set of the pictures.
    """
    names, low = context.names, frozenset(view.shallow)
    areas = _areas(game, number, names, view, (), palette)
    spots = tuple(_spot(names, space, space.space in low) for space in view.spaces if _holds(space))
    return Board(
        context.table.number, tuple(areas), spots, focus=tuple(map(space_target, focus(context, newest))), seated=False
    )


def _areas(game: str, number: int, names: Names, view: GameView, meanwhile: Sequence[Told], palette: str) -> list[Area]:
    """Return the theatres, with arrows of what happened meanwhile, and the whole map."""
    marks = {**story.marks(meanwhile), "focus": []}
    own = {"palette": palette, "language": names.words.language}
    theatres = []
    for name in THEATRES:
        picture = _picture(game, number, own, name, marks)
        ground = theatre_ground(view.content, name, names.words.language)
        theatres.append(Area(name, names.words.say(f"ui.maps.{name}"), picture, ground, _finer(picture)))
    whole = PictureRef.model_validate({"kind": "overview", "game": game, "number": number, **own})
    label, ground = names.words.say(f"ui.maps.{WHOLE}"), sheet_ground(view.content, names.words.language)
    return [*theatres, Area(WHOLE, label, whole, ground, _finer(whole), wide=True)]


def _finer(picture: PictureRef) -> tuple[tuple[float, PictureRef], ...]:
    """Return a picture in its finer forms, for pages on which it is made larger."""
    return tuple(
        (density, picture.model_copy(update={"args": {**picture.args, "fine": at}}))
        for at, density in enumerate(DENSITIES)
    )


@lru_cache(maxsize=_SPOTS)
def _spot(names: Names, space: SpaceView, shallow: bool) -> Spot:
    """Return a space with what stands there: most are from one panel to the next as they were, and in many games alike."""
    text = _in_words(names, space_line(names, space, shallow=shallow), space.units)
    return Spot(space_target(space.space), names.space(space.space), text, room=stack_room(space))


def _ground(view: GameView, picture: PictureRef, side: int) -> Ground:
    """Where things stand in the panel's own picture."""
    if picture.kind == "hand":
        return hand_ground(view.sides[side].hand or ())
    marks = _MARKS.validate_python({k: v for k, v in picture.args.items() if k in _FIELDS})
    return close_up_ground(view.content, marks, picture.language)


def with_odds(names: Names, state: State, touch: Touch) -> Touch:
    """Return an attack with what comes of it, as the odds of that attack say it."""
    force = aim_of(touch).force
    if not touch.to or not force:
        return touch
    found, say = odds(state, int(touch.to), force), names.words.say
    win, tie, lose = (f"{float(found.chance(result)) * 100:.0f} %" for result in ("win", "tie", "lose"))
    losses = {f"to_{side}": f"{found.expected(side):.1f}" for side in ("defender", "attacker")}
    chances = say("ui.touch.chances", win=win, tie=tie, lose=lose, **losses)
    return replace(touch, chance=say("ui.touch.odds", win=win), chances=chances)


def focus(context: PogOfferContext, newest: Sequence[Told]) -> list[int]:
    """Where the action is: the combat, the operation, what was done last, or the front of this side, the strongest part."""
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
    """Return the spaces at the enemy in the theatre where most of this side's strength stands at the enemy."""
    state = context.table.game.state
    enemy = state.occupied[1 - context.table.side]
    at_enemy = [
        space
        for space in units_of(state.occupied[context.table.side])
        if any(enemy >> other & 1 for other in context.neighbours(space))
    ]
    fronts = [[space for space in at_enemy if space in _within(context.names.content, theatre)] for theatre in THEATRES]
    return max(fronts, key=lambda spaces: sum(context.factors(units_in(context.table, space)) for space in spaces))


@lru_cache(maxsize=64)
def _within(content: Content, theatre: str) -> frozenset[int]:
    return frozenset(int(space) for space, *_ in theatre_ground(content, theatre).points)


def _boxes(names: Names, view: GameView, side: int, wanted: set[str]) -> Iterator[Spot]:
    """Yield the Reserve Boxes that something can be done with, and this side's own if somebody is in it."""
    for owner, known in enumerate(view.sides):
        box = names.content.space_by_name[f"{('ap', 'cp')[owner]}_reserve_box"]
        if space_target(box) in wanted or (owner == side and known.reserve):
            inside = names.units((u.unit for u in known.reserve), sum(1 << u.unit for u in known.reserve if u.reduced))
            text = names.words.say(
                "ui.touch.box", box=names.space(box), units=inside or names.words.say("ui.words.nobody")
            )
            yield Spot(space_target(box), names.space(box), _in_words(names, text, known.reserve), off_map=True)


def _in_words(names: Names, text: str, units: Sequence[UnitView]) -> str:
    """Return what stands in a space, and below it what the short forms of its units mean."""
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


def _holds(space: SpaceView) -> bool:
    return bool(space.units or space.trench or space.fort != "none")


__all__ = ["HAND", "NEAR", "WHOLE", "board", "focus", "public_board", "with_odds"]

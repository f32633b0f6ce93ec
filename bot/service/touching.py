"""A seat's panel as it can be touched: the theatres, what stands where, and the offers on their places."""

from __future__ import annotations

from typing import Any

from bot.narration import story
from bot.narration.names import Names
from bot.notation.table import Table
from bot.replies import tokens
from bot.replies.board import named, touches_of
from bot.replies.model import Area, Board, PictureRef, Reply, Spot, Touch
from bot.replies.offers import Desk, Offers
from bot.replies.position import controls_of
from bot.service.looking import THEATRES, space_line
from engine.pog.view import GameView, SpaceView

#: The name of the area that shows the ground that is decided about, and of that which shows the hand.
NEAR, HAND = "near", "hand"
#: Kinds of pictures of a panel that can be touched.
_OWN = {"closeup": NEAR, "hand": HAND}


def board(
    game: str, table: Table, names: Names, view: GameView, offers: Offers, panel: Reply,
    meanwhile: list[dict[str, Any]], palette: str,
) -> Board:  # fmt: skip
    """The board of a seat.

    Args:
        game: the game's id.
        table: the position as the seat meets it.
        names: the words.
        view: what the seat may know.
        offers: what its panel offers.
        panel: the panel itself, whose picture and Undo are on the board too.
        meanwhile: public events that are drawn as arrows.
        palette: the colour set of the pictures.
    """
    desk = Desk(table, names)
    touches = (*touches_of(game, desk, offers), *_undo(panel))
    marks = {**story.marks(meanwhile), "focus": []}
    areas = [
        Area(name, names.words.say(f"ui.maps.{name}"), _picture(game, table.game.number, palette, name, marks))
        for name in THEATRES
    ]
    if panel.picture is not None and panel.picture.kind in _OWN:
        name = _OWN[panel.picture.kind]
        areas.insert(
            0, Area(name, names.words.say(f"ui.maps.{name}"), panel.picture.model_copy(update={"palette": palette}))
        )
    wanted = named(touches)
    spots = tuple(
        Spot(space.space, names.space(space.space), space_line(names, space))
        for space in view.spaces
        if space.space in wanted or _holds(space)
    )
    return Board(table.number, tuple(areas), spots, touches, view.sides[table.side].hand or ())


def _picture(game: str, number: int, palette: str, name: str, marks: dict[str, Any]) -> PictureRef:
    args = {"name": name, **marks} if any(marks.values()) else {"name": name}
    ref = {"kind": "theatre", "game": game, "number": number, "args": args, "palette": palette}
    return PictureRef.model_validate(ref)


def _undo(panel: Reply) -> list[Touch]:
    return [
        Touch(control.label, "", control.token)
        for control in controls_of(panel.menu)
        if tokens.parse(control.token).body == "undo"
    ]


def _holds(space: SpaceView) -> bool:
    return bool(space.units or space.trench or space.fort != "none")


__all__ = ["HAND", "NEAR", "board"]

"""The toy as a title: it has every capability but standing orders."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, Final

from bot.commands.arguments import NothingArgs, OrderArgs
from bot.commands.model import Command
from bot.narration.texts import Texts
from bot.storage.errors import WarMissing
from bot.table import tokens
from bot.table.decision_ui import DecisionUI, Suggest
from bot.table.offers import OfferContext, Offers
from bot.table.position import controls_of
from bot.table.refusal import refuse
from bot.table.reply import Area, Board, Button, Menu, PictureRef, Reply, Spot, Touch
from bot.table.table import Table
from bot.titles.base import TitleBase
from bot.titles.looks import Look, News, Viewer
from bot.titles.opponents import Opponents
from bot.titles.pictures import Pictures
from bot.titles.places import Places
from bot.titles.puzzles import Puzzles
from bot.titles.school import School
from bot.titles.setups import Setups
from bot.titles.statistics import Statistics
from bot.titles.story import Story
from bot.titles.title import Title
from bot.titles.touch_map import TouchMap
from engine.core.game import Game
from engine.core.system import System
from renderer.kit.hit_areas import Ground
from tests.titles.toy import orders
from tests.titles.toy.lessons import ToySchool
from tests.titles.toy.opponents import ToyOpponents
from tests.titles.toy.parts import PLACES, ToyStatistics
from tests.titles.toy.pictures import SIZE, ToyPictures, middle
from tests.titles.toy.puzzles import ToyPuzzles
from tests.titles.toy.rules import FOX, HOUND, Toy, ToyGame, facts, view_of
from tests.titles.toy.setups import SETUPS
from tests.titles.toy.story import ToyStory
from tests.titles.toy.words import Book, book, words

FACES: Final[dict[str, DecisionUI[OfferContext]]] = {
    "den": DecisionUI(
        rule="2.1", commands=("den",), suggests={"den": orders.hexes("hide")}, between=True, shows="lair"
    ),
    "run": DecisionUI(rule="3.1", commands=("run",), suggests={"run": orders.hexes("run")}, between=True, shows="lair"),
    "track": DecisionUI(
        rule="4.1",
        commands=("track", "done"),
        suggests={"track": orders.tracks},
        offers=orders.leaps,
        moves=True,
        ending="finish",
    ),
}
GENERIC: Final[DecisionUI[OfferContext]] = DecisionUI(rule="1")
COMMANDS: Final = (
    Command("den", "playing", OrderArgs, "decider"),
    Command("run", "playing", OrderArgs, "decider"),
    Command("track", "playing", OrderArgs, "decider"),
    Command("lair", "looking", NothingArgs, "seat"),
)


def _figures(names: Book, game: ToyGame, viewer: int | None) -> dict[str, Any]:
    view = view_of(game, viewer)
    hexes = {name: names.hex(at) for name in ("fox", "burrow", "hound") if (at := getattr(view, name)) >= 0}
    return {"day": names.day(view.day), "days": view.days, "steps": view.steps, **hexes}


def _map(viewer: Viewer[Book], args: Any) -> Reply:
    """The board."""
    del args
    say = viewer.names.words.say
    button = Button(label=say("ui.buttons.status"), token=tokens.screen(viewer.game_id, -1, "status"))
    text = say("ui.hunt.board")
    return Reply(text=text, picture=viewer.picture("board", text), menu=Menu(rows=((button,),)))


def _status(viewer: Viewer[Book], args: Any) -> Reply:
    """How things stand."""
    del args
    say = viewer.names.words.say
    scenario = say(f"names.scenarios.{viewer.game.state.hunt}")
    text = say("ui.answers.status", scenario=scenario, **_figures(viewer.names, viewer.game, None))
    return Reply(text=text, picture=viewer.picture("board", text))


def _lair(viewer: Viewer[Book], args: Any) -> Reply:
    """Where the fox lies, for itself."""
    del args
    if viewer.side is None:
        raise refuse("no_seat")
    say = viewer.names.words.say
    if viewer.side != FOX:
        return Reply(text=say("ui.answers.no_lair"), seat=viewer.side)
    text = say("ui.answers.lair", **_figures(viewer.names, viewer.game, FOX))
    return Reply(text=text, picture=viewer.picture("lair", text, viewer=FOX), seat=FOX)


LOOKS: Final[dict[str, Look[Book]]] = {"map": Look(_map), "status": Look(_status), "lair": Look(_lair)}


class ToyTitle(TitleBase[Book, OfferContext]):
    """What the host must know of the toy."""

    @property
    def name(self) -> str:
        """As stored."""
        return "toy"

    @property
    def command(self) -> str:
        """As it is called on chat platforms."""
        return "hunt"

    @property
    def seats(self) -> tuple[str, str]:
        """Fox and hound."""
        return ("fox", "hound")

    @property
    def length(self) -> tuple[int, int]:
        """The days of the longest hunt; each has one round."""
        return max(facts().hunts.values()), 1

    @property
    def part(self) -> str:
        """A day has one round."""
        return "round"

    @property
    def commands(self) -> tuple[Command, ...]:
        """Three orders and a look."""
        return COMMANDS

    @property
    def at_hand(self) -> tuple[str, ...]:
        """The lair."""
        return ("lair",)

    @property
    def suggests(self) -> Mapping[str, Suggest[OfferContext]]:
        """Every choice."""
        return {"choose": orders.choices}

    @property
    def orders(self) -> Collection[str]:
        """The playing commands."""
        return orders.ORDERS

    @property
    def setups(self) -> Setups:
        """Two hunts."""
        return SETUPS

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """The rules of a hunt."""
        return _system(json.dumps(options, sort_keys=True))

    def words(self, language: str) -> Texts:
        """The host's words with its own."""
        return words(language)

    def book(self, options: Mapping[str, Any], language: str) -> Book:
        """One for all."""
        del options
        return book(language)

    def offer_context(self, table: Table, language: str) -> OfferContext:
        """The plain one."""
        return OfferContext(table, book(language))

    def order(self, context: OfferContext, name: str, text: str) -> None:
        """A typed order."""
        orders.ORDERS[name](context, text)

    def face(self, kind: str) -> DecisionUI[OfferContext]:
        """By kind."""
        return FACES.get(kind, GENERIC)

    def head(self, context: OfferContext) -> str:
        """The day, and who sits here."""
        names, side = book(context.names.words.language), context.table.side
        head = context.say("panel.head", side=names.side(side), **_figures(names, context.table.game, None))
        own = _figures(names, context.table.game, side)
        return f"{head}\n{context.say('answers.lair', **own)}" if side == FOX and "fox" in own else head

    def task(self, context: OfferContext) -> str:
        """What is decided; everybody may read it."""
        table, names = context.table, book(context.names.words.language)
        return context.say(f"decisions.{table.kind}.text", **_figures(names, table.game, None))

    def panel_picture(self, game_id: str, context: OfferContext) -> PictureRef | None:
        """The lair for the fox, the board for the hound."""
        side, number = context.table.side, context.table.game.number
        if side == FOX:
            return PictureRef(kind="lair", game=game_id, number=number, viewer=FOX)
        return PictureRef(kind="board", game=game_id, number=number)

    def summary(self, names: Book, game: Game[Any]) -> list[str]:
        """The hunt and the day."""
        scenario = names.words.say(f"names.scenarios.{game.state.hunt}")
        return [names.words.say("ui.table.head", scenario=scenario, **_figures(names, game, None))]

    def ended(self, names: Book, game: Game[Any]) -> str:
        """Who has won."""
        assert game.result is not None
        side = names.side(game.result.winner) if game.result.winner is not None else ""
        return names.words.say(f"narration.over.{game.result.reason}", side=side)

    @property
    def touch_map(self) -> TouchMap[Book, OfferContext]:
        """The board."""
        return _TOUCH_MAP

    @property
    def opponents(self) -> Opponents:
        """Two levels."""
        return _OPPONENTS

    @property
    def school(self) -> School:
        """One lesson."""
        return _SCHOOL

    @property
    def puzzles(self) -> Puzzles:
        """Two."""
        return _PUZZLES

    @property
    def pictures(self) -> Pictures:
        """In a few strokes."""
        return _PICTURES

    @property
    def story(self) -> Story[Book]:
        """Line by line."""
        return _STORY

    @property
    def looks(self) -> Mapping[str, Look[Book]]:
        """Board, status, lair."""
        return LOOKS

    def describe(self, names: Book, game: Game[Any], viewer: int | None) -> str:
        """Where the hound is."""
        scenario = names.words.say(f"names.scenarios.{game.state.hunt}")
        return names.words.say("ui.answers.status", scenario=scenario, **_figures(names, game, viewer))

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """The day; the hound's action is its only round."""
        return game.state.day, int(bool(game.stack) and game.decision.kind == "track")

    def turn(self, names: Book, turn: int) -> str:
        """A day."""
        return names.day(turn)

    @property
    def statistics(self) -> Statistics[Book]:
        """Days, and the scent."""
        return _STATISTICS

    def begun(self, game: Game[Any]) -> bool:
        """True after the first day."""
        return bool(game.state.begun)

    def phasing(self, game: Game[Any]) -> int | None:
        """The hound, while it tracks."""
        return HOUND if game.stack and game.decision.kind == "track" else None

    @property
    def places(self) -> Places[Book]:
        """The hexes."""
        return _PLACES


class ToyTouchMap:
    """The nine hexes, and what stands there."""

    def board(self, viewer: Viewer[Book], context: OfferContext, offers: Offers, panel: Reply, news: News) -> Board:
        """The board with the plain offers."""
        del offers, news
        view = view_of(viewer.game, viewer.side)
        places = tuple((str(number), *middle(number)) for number in range(len(facts().hexes)))
        ground = Ground(*SIZE, 1.0, places)
        side = viewer.side
        picture = viewer.picture("lair" if side == FOX else "board", viewer=side if side == FOX else None)
        names = viewer.names
        spots: tuple[Spot, ...] = (Spot(str(view.hound), names.hex(view.hound), names.side(HOUND)),)
        if view.fox >= 0:
            spots = (*spots, Spot(str(view.fox), names.hex(view.fox), names.side(FOX)))
        touches = tuple(Touch(one.label, "", one.token) for one in controls_of(panel.menu))
        area = Area("overview", names.words.say("ui.maps.overview"), picture, ground)
        return Board(context.table.number, (area,), spots, touches, focus=(str(view.hound),))

    def public_board(self, viewer: Viewer[Book], table: Table, number: int, news: News) -> Board:
        """The board with the hound."""
        view, names = view_of(viewer.game, None), viewer.names
        places = tuple((str(each), *middle(each)) for each in range(len(facts().hexes)))
        ref = {"kind": "board", "game": viewer.game_id, "number": number, "palette": news.palette}
        picture = PictureRef.model_validate(ref)
        area = Area("overview", names.words.say("ui.maps.overview"), picture, Ground(*SIZE, 1.0, places))
        spots = (Spot(str(view.hound), names.hex(view.hound), names.side(HOUND)),)
        return Board(table.number, (area,), spots, focus=(str(view.hound),), seated=False)


@lru_cache(maxsize=16)
def _system(options: str) -> Toy:
    given = json.loads(options)
    if given.get("scenario", "short_hunt") not in facts().hunts:
        raise WarMissing(str(given["scenario"]))
    return Toy(given)


_TOUCH_MAP: Final = ToyTouchMap()
_PLACES: Final = PLACES
_STATISTICS: Final = ToyStatistics()
_SCHOOL: Final = ToySchool()
_PUZZLES: Final = ToyPuzzles()
_OPPONENTS: Final = ToyOpponents()
_STORY: Final = ToyStory()
_PICTURES: Final = ToyPictures()
TITLE: Final[Title[Book, OfferContext]] = ToyTitle()

__all__ = ["COMMANDS", "FACES", "LOOKS", "TITLE", "ToyTitle", "ToyTouchMap"]

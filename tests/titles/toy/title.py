"""The toy as a title: it has every capability except standing orders."""

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
    """Return the board."""
    del args
    say = viewer.names.words.say
    button = Button(label=say("ui.buttons.status"), token=tokens.screen(viewer.game_id, -1, "status"))
    text = say("ui.hunt.board")
    return Reply(text=text, picture=viewer.picture("board", text), menu=Menu(rows=((button,),)))


def _status(viewer: Viewer[Book], args: Any) -> Reply:
    """Return the status."""
    del args
    say = viewer.names.words.say
    scenario = say(f"names.scenarios.{viewer.game.state.hunt}")
    text = say("ui.answers.status", scenario=scenario, **_figures(viewer.names, viewer.game, None))
    return Reply(text=text, picture=viewer.picture("board", text))


def _lair(viewer: Viewer[Book], args: Any) -> Reply:
    """Return the fox's hex, for the fox only."""
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
    """The toy for the host."""

    @property
    def name(self) -> str:
        """Return the stored name."""
        return "toy"

    @property
    def command(self) -> str:
        """Return the command on chat platforms."""
        return "hunt"

    @property
    def seats(self) -> tuple[str, str]:
        """Return the seats."""
        return ("fox", "hound")

    @property
    def length(self) -> tuple[int, int]:
        """Return the days of the longest hunt, and one round per day."""
        return max(facts().hunts.values()), 1

    @property
    def part(self) -> str:
        """Return the name of a part of a turn."""
        return "round"

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return three orders and a look."""
        return COMMANDS

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Return the command that is always at hand: the lair."""
        return ("lair",)

    @property
    def suggests(self) -> Mapping[str, Suggest[OfferContext]]:
        """Return the completions of `choose`: every choice."""
        return {"choose": orders.choices}

    @property
    def orders(self) -> Collection[str]:
        """Return the playing commands."""
        return orders.ORDERS

    @property
    def setups(self) -> Setups:
        """Return the two hunts."""
        return SETUPS

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules of a hunt."""
        return _system(json.dumps(options, sort_keys=True))

    def words(self, language: str) -> Texts:
        """Return the host's texts together with its own."""
        return words(language)

    def book(self, options: Mapping[str, Any], language: str) -> Book:
        """Return the book, which is the same for all hunts."""
        del options
        return book(language)

    def offer_context(self, table: Table, language: str) -> OfferContext:
        """Return the plain context."""
        return OfferContext(table, book(language))

    def order(self, context: OfferContext, name: str, text: str) -> None:
        """Carry out a typed order."""
        orders.ORDERS[name](context, text)

    def face(self, kind: str) -> DecisionUI[OfferContext]:
        """Return the declaration of a kind of decision."""
        return FACES.get(kind, GENERIC)

    def head(self, context: OfferContext) -> str:
        """Return the day, and who sits here."""
        names, side = book(context.names.words.language), context.table.side
        head = context.say("panel.head", side=names.side(side), **_figures(names, context.table.game, None))
        own = _figures(names, context.table.game, side)
        return f"{head}\n{context.say('answers.lair', **own)}" if side == FOX and "fox" in own else head

    def task(self, context: OfferContext) -> str:
        """Return the question of the present decision, which everybody may read."""
        table, names = context.table, book(context.names.words.language)
        return context.say(f"decisions.{table.kind}.text", **_figures(names, table.game, None))

    def panel_picture(self, game_id: str, context: OfferContext) -> PictureRef | None:
        """Return the picture of a panel: the lair for the fox, the board for the hound."""
        side, number = context.table.side, context.table.game.number
        if side == FOX:
            return PictureRef(kind="lair", game=game_id, number=number, viewer=FOX)
        return PictureRef(kind="board", game=game_id, number=number)

    def summary(self, names: Book, game: Game[Any]) -> list[str]:
        """Return the hunt and the day."""
        scenario = names.words.say(f"names.scenarios.{game.state.hunt}")
        return [names.words.say("ui.table.head", scenario=scenario, **_figures(names, game, None))]

    def ended(self, names: Book, game: Game[Any]) -> str:
        """Return who has won."""
        assert game.result is not None
        side = names.side(game.result.winner) if game.result.winner is not None else ""
        return names.words.say(f"narration.over.{game.result.reason}", side=side)

    @property
    def touch_map(self) -> TouchMap[Book, OfferContext]:
        """Return the pictures of a finished game: the board."""
        return _TOUCH_MAP

    @property
    def opponents(self) -> Opponents:
        """Return the two levels."""
        return _OPPONENTS

    @property
    def school(self) -> School:
        """Return the only lesson."""
        return _SCHOOL

    @property
    def puzzles(self) -> Puzzles:
        """Return the two puzzles."""
        return _PUZZLES

    @property
    def pictures(self) -> Pictures:
        """Return the pictures."""
        return _PICTURES

    @property
    def story(self) -> Story[Book]:
        """Return the story."""
        return _STORY

    @property
    def looks(self) -> Mapping[str, Look[Book]]:
        """Return board, status and lair."""
        return LOOKS

    def describe(self, names: Book, game: Game[Any], viewer: int | None) -> str:
        """Return where the hound is."""
        scenario = names.words.say(f"names.scenarios.{game.state.hunt}")
        return names.words.say("ui.answers.status", scenario=scenario, **_figures(names, game, viewer))

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the day and its only round, the hound's action."""
        return game.state.day, int(bool(game.stack) and game.decision.kind == "track")

    def turn(self, names: Book, turn: int) -> str:
        """Return the word for a day."""
        return names.day(turn)

    @property
    def statistics(self) -> Statistics[Book]:
        """Return the statistics."""
        return _STATISTICS

    def begun(self, game: Game[Any]) -> bool:
        """Return whether the hunt has begun: after the first day."""
        return bool(game.state.begun)

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the hound while it tracks."""
        return HOUND if game.stack and game.decision.kind == "track" else None

    @property
    def places(self) -> Places[Book]:
        """Return the places: the hexes."""
        return _PLACES


class ToyTouchMap:
    """The touched map: the nine hexes and what is there."""

    def board(self, viewer: Viewer[Book], context: OfferContext, offers: Offers, panel: Reply, news: News) -> Board:
        """Return the board with the plain offers."""
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
        """Return the board with the hound."""
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

"""The hex game as a title: what `TitleBase` cannot know."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from bot.commands.arguments import NothingArgs, OrderArgs
from bot.commands.model import Command
from bot.narration.segments import Told
from bot.storage.errors import WarMissing
from bot.table.decision_ui import DecisionUI, Suggest
from bot.table.offers import OfferContext
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles.base import TitleBase
from bot.titles.defaults.looks import LOOKS
from bot.titles.defaults.orders import DONE, PASS
from bot.titles.defaults.pictures import PlainPictures
from bot.titles.defaults.places import PlainPlaces
from bot.titles.defaults.setups import PlainSetups
from bot.titles.defaults.statistics import PlainStatistics
from bot.titles.defaults.story import PlainStory
from bot.titles.looks import Look, Viewer
from engine.core.game import Game
from engine.core.system import System
from tests.titles.hexes import orders
from tests.titles.hexes.book import HexBook
from tests.titles.hexes.drawing import SIZE, draw
from tests.titles.hexes.facts import BLUE, RED, facts
from tests.titles.hexes.panels import HexMap, answer_offers, march_offers, orders_offers
from tests.titles.hexes.standing_orders import HexStandingOrders
from tests.titles.hexes.state import view_of
from tests.titles.hexes.system import Hexes

_MARCHES: Final[Mapping[str, Suggest[OfferContext]]] = {"march": orders.marches}
_ORDERS: Final[DecisionUI[OfferContext]] = DecisionUI(
    rule="2.1", commands=("march", "attack", "done"), suggests={**_MARCHES, "attack": orders.attacks}, offers=orders_offers,
    moves=True, ending="finish",
)  # fmt: skip
FACES: Final[dict[str, DecisionUI[OfferContext]]] = {
    "first": replace(_ORDERS, between=True),
    "orders": _ORDERS,
    "march": DecisionUI(
        rule="3.1", commands=("march", "done"), suggests=_MARCHES, offers=march_offers, ending="halt", hangs={"go": orders.beside}
    ),
    "aim": DecisionUI(rule="4.1", commands=("attack",), suggests={"attack": orders.attacks}),
    "answer": DecisionUI(
        rule="4.2", commands=("stand", "fallback"), suggests={"fallback": orders.ways_back}, offers=answer_offers, standing="answer"
    ),
}  # fmt: skip
COMMANDS: Final = (
    Command("stand", "playing", NothingArgs, "decider"),
    *(Command(name, "playing", OrderArgs, "decider") for name in ("march", "attack", "fallback")),
)


class HexStory(PlainStory[HexBook]):
    """One line per event; the line of an attack depends on its outcome."""

    def line(self, names: HexBook, event: Told) -> str:
        """Return an event in words."""
        data, key = event["data"], event["kind"]
        if key == "fought":
            ended = "hit" if data["hit"] else "repulsed" if data["repulsed"] else "held"
            return names.words.say(f"narration.{ended}", **names.because(data), total=data["die"] + data["plus"])
        if key in ("marched", "turned", "fell_back") and "facing" in data:
            key = f"{key}_seen"
        return super().line(names, {**event, "kind": key})


def status(viewer: Viewer[HexBook], args: Any) -> Reply:
    """Return the turn and the position as the viewer knows it."""
    del args
    game, side, names = viewer.game, viewer.side, viewer.names
    text = f"{TITLE.summary(names, game)[0]}\n{TITLE.describe(names, game, side)}"
    return Reply(text=text, picture=viewer.picture("board", text, viewer=side), seat=side)


class HexStatistics(PlainStatistics):
    """The score is blue's points; a round is one phase."""

    def score(self, game: Game[Any]) -> int:
        """Return the points of blue."""
        return int(game.state.score)

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return how many phases each side has finished."""
        turn, over = game.state.turn, not game.stack
        return (turn if over or game.state.phase == RED else turn - 1), (turn if over else turn - 1)

    def left(self, game: Game[Any]) -> int:
        """Return how many turns are left."""
        return int(facts().scenarios[game.state.scenario].turns - game.state.turn)

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return who is ahead of the drawing score, and by how many points."""
        lead = game.state.score - facts().scenarios[game.state.scenario].par
        return (None if lead == 0 else BLUE if lead > 0 else RED), lead


def place(names: HexBook, text: str) -> str:
    """Return the target named by a text: a hex, a stack or the fort."""
    for target in range(facts().fort_target + 1):
        if names.argument("target", target).casefold() == text.casefold():
            return facts().name(target)
    return facts().hexes[orders.hex_named(text.casefold())]


def place_told(names: HexBook, place: str) -> str:
    """Return the name of a target."""
    here = facts()
    if place in here.hexes:
        return place.upper()
    return next(names.argument("target", one) for one in range(here.fort_target + 1) if here.name(one) == place)


class HexTitle(TitleBase[HexBook, OfferContext]):
    """The hex game for the host."""

    name = "hexes"
    command = "skirmish"
    seats = ("blue", "red")
    length = (max(one.turns for one in facts().scenarios.values()), 2)
    part = "phase"
    setups = PlainSetups(
        {name: one.turns for name, one in facts().scenarios.items()}, {"fog": {"on": True, "off": False}}
    )
    pictures = PlainPictures(draw, SIZE)
    commands = COMMANDS
    story = HexStory()
    looks = MappingProxyType({**LOOKS, "status": Look(status)})
    statistics = HexStatistics(foreseeable=2, most_margin=facts().prize)
    standing_orders = HexStandingOrders
    touch_map = HexMap()
    typed = orders.TYPED
    places = PlainPlaces("2.1", ("c4", "blue1", "fort"), place, place_told)

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules; raises WarMissing for an unknown scenario."""
        return _system(json.dumps(options, sort_keys=True))

    def names(self, system: System[Any], language: str) -> HexBook:
        """Return the texts."""
        return HexBook(self.words(language), self.seats, system)

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the turn, and whose phase it is: 1 for blue's, 2 for red's."""
        return game.state.turn, game.state.phase + 1

    def label(self, names: HexBook, moment: tuple[int, int]) -> str:
        """Return the turn, and whose phase it is."""
        turn, phase = moment
        said = self.turn(names, turn)
        return names.words.say("ui.words.phase", turn=said, side=names.side(phase - 1)) if phase else said

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose phase it is, also while the other is asked."""
        return game.state.phase if game.stack else None

    def describe(self, names: HexBook, game: Game[Any], viewer: int | None) -> str:
        """Return points, the fort, and the stacks as the viewer knows them."""
        view = view_of(game.state, viewer, over=not game.stack)
        stacks = {seat: names.stacks(view, side) for side, seat in enumerate(self.seats)}
        return f"{names.points(view)} {names.words.say('ui.battle.stacks', **stacks)}"

    def head(self, context: OfferContext) -> str:
        """Return the turn, who sits here and the points; the stacks are in the picture."""
        game, names = context.table.game, self._names(context)
        head = context.say("panel.head", turn=self.turn(names, game.state.turn), side=names.side(context.table.side))
        return f"{head}\n{self._points(names, game)}"

    def summary(self, names: HexBook, game: Game[Any]) -> list[str]:
        """Return the turn and the points."""
        return [f"**{self.turn(names, game.state.turn)}**", self._points(names, game)]

    @staticmethod
    def _points(names: HexBook, game: Game[Any]) -> str:
        return names.points(view_of(game.state, None, over=not game.stack))

    def face(self, kind: str) -> DecisionUI[OfferContext]:
        """Return what the host must know of a decision."""
        return FACES.get(kind) or super().face(kind)

    def order(self, context: OfferContext, name: str, text: str) -> None:
        """Carry out a typed order; an attacked player who types `done` has to say which of two answers is meant."""
        if name in (DONE, PASS) and context.table.kind == "answer":
            raise refuse("say_which", "4.2", text)
        super().order(context, name, text)

    def task(self, context: OfferContext) -> str:
        """Return the question of the present decision, with the stacks concerned."""
        decision, data = context.table.game.decision, {}
        for field in ("stack", "target"):
            if (number := getattr(decision, field, None)) is not None:
                data[field] = context.named(field, number)
        left = getattr(decision, "left", 0)
        return context.say(f"decisions.{context.table.kind}.text", count=left, **data)


@lru_cache(maxsize=8)
def _system(options: str) -> Hexes:
    given = json.loads(options)
    if given.get("scenario", "short_day") not in facts().scenarios:
        raise WarMissing(str(given["scenario"]))
    return Hexes(given)


TITLE: Final = HexTitle()

__all__ = ["COMMANDS", "FACES", "TITLE", "HexTitle"]

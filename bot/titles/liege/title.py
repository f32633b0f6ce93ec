"""Liège 1914 as a title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from bot.narration.texts import Texts, operator_texts, texts_of
from bot.storage.errors import WarMissing
from bot.table.decision_ui import DecisionUI
from bot.table.offers import OfferContext
from bot.table.reply import PictureRef
from bot.table.table import Table
from bot.titles.base import TitleBase
from bot.titles.liege import decision_ui, proposals
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.commands import COMMANDS
from bot.titles.liege.looks import odds_look, position_text
from bot.titles.liege.looks.map_looks import LIEGE_LOOKS
from bot.titles.liege.narration import chance_reports
from bot.titles.liege.narration.story import LiegeStory
from bot.titles.liege.notation import barrage_targets, orders, phrasing, questions, rewording
from bot.titles.liege.notation.lexicon import prepare_names
from bot.titles.liege.opponents import LiegeOpponents
from bot.titles.liege.panels import assault_panels, combat_panels, movement_panels
from bot.titles.liege.panels.touch import LiegeMap
from bot.titles.liege.pictures import PICTURES
from bot.titles.liege.puzzles import LiegePuzzles
from bot.titles.liege.school import LiegeSchool
from bot.titles.liege.setups import LiegeSetups, fog_of
from bot.titles.liege.standing_orders import LiegeStandingOrders
from bot.titles.liege.statistics import LiegeStatistics
from engine.core.game import Game
from engine.core.system import System
from engine.liege.facts import facts
from engine.liege.system import LiegeSystem

SEATS: Final = ("german", "belgian")
#: The scenarios that can be opened, the default first.
OFFERED: Final = ("night", "siege")


class LiegeTitle(TitleBase[LiegeBook, OfferContext]):
    """The siege of Liège on hexes."""

    name = "liege"
    command = "liege"
    seats = SEATS
    part = "half"
    #: Each half is one side's player turn.
    told_parts = 2
    commands = COMMANDS
    story = LiegeStory()
    looks = LIEGE_LOOKS
    completes = MappingProxyType({"odds": odds_look.completed})
    statistics = LiegeStatistics()
    standing_orders = LiegeStandingOrders
    at_hand = ("score",)
    pictures = PICTURES
    touch_map = LiegeMap()
    opponents = LiegeOpponents()
    puzzles = LiegePuzzles()
    school = LiegeSchool()

    @property
    def length(self) -> tuple[int, int]:
        """The last game turn of any scenario, and two player turns in each."""
        return max(one.last for one in facts().scenarios.values()), len(SEATS)

    @property
    def setups(self) -> LiegeSetups:
        """The scenarios on offer; each side has one player turn per game turn."""
        return _setups()

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules, with fog as the option says. Raises WarMissing for an unknown scenario."""
        return _system(str(options.get("scenario", "night")), fog=fog_of(options))

    def words(self, language: str) -> Texts:
        """Return the host's texts overridden by the title's own."""
        return texts_of(self.name, language)

    def names(self, system: System[Any], language: str) -> LiegeBook:
        """Return the book of a game."""
        assert isinstance(system, LiegeSystem)
        return LiegeBook(self.words(language), self.seats, system)

    def prepare(self, language: str) -> None:
        """Load content and lexicons, so that faults show at start."""
        facts()
        prepare_names(language)

    def check(self) -> str:
        """Load the title's content and count it."""
        here = facts()
        read = {"hexes": len(here.grid.names), "units": len(here.units), "forts": len(here.forts)}
        return self.words(operator_texts().language).say("ui.checked", **read)

    # -- orders ------------------------------------------------------------------------------------------------

    @property
    def orders(self) -> frozenset[str]:
        """Return the names of all playing commands."""
        return frozenset({*super().orders, *orders.ORDERS})

    def order(self, context: OfferContext, name: str, text: str) -> None:
        """Carry out a typed order."""
        orders.order(context, name, text)

    def meant(self, context: OfferContext, line: str) -> str:
        """Return the look-up that answers a question, or the standing order of a sentence; other orders are left to `guesses`."""
        return questions.answered(context, line)

    def asked(self, context: OfferContext, line: str) -> str:
        """Return the look-up that answers a question."""
        return questions.answered(context, line, question=True)

    def guesses(self, context: OfferContext, line: str) -> Sequence[str]:
        """Return orders composed of the units, hexes and forts that the line names."""
        return phrasing.guesses(context, line)

    def says_all(self, context: OfferContext, line: str, order: str) -> bool:
        """Return whether the other words of the line add nothing to the order."""
        return phrasing.says_all(context, line, order)

    def reworded(self, context: OfferContext, line: str) -> Sequence[str]:
        """Return simpler paraphrases of the line."""
        return rewording.reworded(context, line)

    def press(self, table: Table, order: str) -> None:
        """Carry out the order of a button."""
        orders.press(table, order, self.offer_context(table, "en"))

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """Return the orders of one press, with orders from a proposal merged by their numbers."""
        del table
        return proposals.together(list(orders))

    def face(self, kind: str) -> DecisionUI[OfferContext]:
        """Return the UI of a kind of decision."""
        return decision_ui.FACES.get(kind) or super().face(kind)

    # -- panels and narration ----------------------------------------------------------------------------------

    def task(self, context: OfferContext) -> str:
        """Return the question to decide, with its subject."""
        table, data = context.table, dict[str, object]()
        for field, kind in (("unit", "unit"), ("hex", "hex"), ("fort", "fort")):
            if (number := table.field(field)) is not None:
                data[field] = context.named(kind, number)
        if table.field("hexes"):
            data["hexes"] = combat_panels.hexes_left(context)
        if table.kind == "barrage_targets":
            data["count"] = barrage_targets.hits_left(table)
        if units := table.field("units"):
            data["unit"] = context.named("unit", units[0])
        if forts := table.field("forts"):
            data["fort"] = context.named("fort", forts[0]) if isinstance(forts, tuple) else ""
        if path := table.field("path"):
            data["hex"] = context.named("hex", path[-1])
        key = (
            combat_panels.turns_text(context)
            if combat_panels.only_turns(table)
            else "nobody"
            if movement_panels.all_have_acted(table)
            else "text"
        )
        if table.kind == "barrage_targets" and table.field("chosen"):
            key = "further"
        if key == "text" and combat_panels.goes_without_facing(table):
            key = "all_round"
        asked = context.say(f"decisions.{table.kind}.{key}", side=context.names.side(table.side), **data)
        notes = _beginner_notes(context) if key in ("text", "all_round") else []
        return "\n".join((asked, *(assault_panels.storm_notes(context) if table.kind == "march" else ()), *notes))

    def panel_picture(self, game_id: str, context: OfferContext) -> PictureRef | None:
        """Return the chances of what is being assembled; else the camp and its surroundings, as the seat may know them."""
        table = context.table
        if (chances := chance_reports.shown(table)) is not None:
            return PictureRef(
                kind=chances.kind, game=game_id, number=table.game.number, viewer=table.side, args=chances.args
            )  # fmt: skip
        if table.game.state.fog:
            return PictureRef(kind="camp", game=game_id, number=table.game.number, viewer=table.side)
        return PictureRef(kind="camp", game=game_id, number=table.game.number, args={"seat": table.side})

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the game turn and the player turn: 1 for the Germans, 2 for the Belgians."""
        return game.state.turn, game.state.side + 1

    def label(self, names: LiegeBook, moment: tuple[int, int]) -> str:
        """Return the game turn and the player turn as text."""
        turn, half = moment
        said = self.turn(names, turn)
        return names.words.say("ui.words.half", turn=said, side=names.side(half - 1)) if half else said

    def turn(self, names: LiegeBook, turn: int) -> str:
        """Return a game turn with its dates."""
        key = f"names.days.{turn}"
        said = super().turn(names, turn)
        return names.words.say("ui.words.dated", turn=said, days=names.words.say(key)) if names.words.has(key) else said

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose player turn it is, even while the other side is asked."""
        return int(game.state.side) if game.stack else None

    def describe(self, names: LiegeBook, game: Game[Any], viewer: int | None) -> str:
        """Return the state of the forts, and the score."""
        score = position_text.score_line(names, game.state, viewer, over=not game.stack)
        return f"{position_text.forts_left(names, game.state)} {score}"

    def ended(self, names: LiegeBook, game: Game[Any]) -> str:
        """Return who won with the score and its parts, or how else the game ended."""
        if game.result is None or game.result.reason != "points":
            return super().ended(names, game)
        if game.result.winner is None:
            told = names.words.say("narration.over.drawn")
        else:
            told = names.words.say("narration.over.points", side=names.side(game.result.winner))
        return " ".join([told, position_text.score_line(names, game.state, None, over=True)])


def _beginner_notes(context: OfferContext) -> list[str]:
    """Explain the terms of a decision in the first turns of the scenario to begin with: units arrive in one, and fight in the next."""
    scenario = context.table.game.state.scenario
    first = scenario.name == OFFERED[0] and context.table.game.state.turn <= scenario.first + 1
    return context.newcomer_notes(context.table.kind) if first else []


@cache
def _setups() -> LiegeSetups:
    return LiegeSetups(OFFERED)


@cache
def _system(scenario: str, *, fog: bool | None) -> LiegeSystem:
    """Return the rules of a scenario, with `fog` on or off; None uses the scenario's default."""
    try:
        return LiegeSystem(scenario, fog=fog)
    except KeyError:
        raise WarMissing(scenario) from None


TITLE: Final = LiegeTitle()

__all__ = ["SEATS", "TITLE", "LiegeTitle"]

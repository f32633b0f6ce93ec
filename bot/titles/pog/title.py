"""Paths of Glory as a title."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final

from bot.commands.model import Command
from bot.narration.texts import Texts, operator_texts, texts_of
from bot.table.decision_ui import DecisionUI, Suggest
from bot.table.offers import Offers
from bot.table.reply import Board, PictureRef, Reply
from bot.table.table import Table
from bot.titles.base import TitleBase
from bot.titles.looks import Look, News, Viewer, Written
from bot.titles.opponents import Opponents
from bot.titles.pictures import Pictures
from bot.titles.places import Places
from bot.titles.pog.commands import COMMANDS, SEATS
from bot.titles.pog.decision_ui import FACES, GENERIC
from bot.titles.pog.looks import argument_completion, screens, text_views, view_queries
from bot.titles.pog.looks.view_queries import THEATRES
from bot.titles.pog.narration.names import Names, names_in
from bot.titles.pog.narration.story import PogStory
from bot.titles.pog.notation import (
    aims,
    card_names,
    compact,
    coverage,
    guesses,
    phrasing,
    questions,
    refusal_reasons,
    spelling,
    typed,
)
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.notation.spoken import readings
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.opponents import PogOpponents
from bot.titles.pog.order_completion import ALWAYS, WHOLE
from bot.titles.pog.panels import board, figures
from bot.titles.pog.pictures import PICTURES
from bot.titles.pog.puzzles import PogPuzzles
from bot.titles.pog.school import PogSchool
from bot.titles.pog.setups import LONGEST_TURN, PogSetups
from bot.titles.pog.standing_orders import PogStandingOrders
from bot.titles.pog.statistics import PogStatistics
from bot.titles.pog.supply_places import PogPlaces
from bot.titles.pog.systems import content_of, system_for, view_for
from bot.titles.puzzles import Puzzles
from bot.titles.school import School
from bot.titles.setups import Setups
from bot.titles.standing_orders import StandingOrdersCapability
from bot.titles.statistics import Statistics
from bot.titles.story import Story
from bot.titles.title import Title
from bot.titles.touch_map import TouchMap
from engine.core.game import Game
from engine.core.system import System
from engine.errors import Reason
from engine.pog.rulesets import check_rulesets


@cache
def check_shipped_facts() -> None:
    """Load the content of every ruleset, once per process, however many bots it prepares."""
    check_rulesets()


class PathsOfGloryTitle(TitleBase[Names, PogOfferContext]):
    """Paths of Glory as the host sees it, for every ruleset."""

    @property
    def name(self) -> str:
        """The stored name."""
        return "pog"

    @property
    def command(self) -> str:
        """The command root on chat platforms."""
        return "pog"

    @property
    def seats(self) -> tuple[str, str]:
        """Allied and Central Powers."""
        return SEATS

    @property
    def areas(self) -> tuple[str, ...]:
        """The whole map, and its theatres."""
        return ("overview", *THEATRES)

    @property
    def length(self) -> tuple[int, int]:
        """Turns of a campaign; the longest turns are those of scenarios with actions instead of rounds."""
        return 20, LONGEST_TURN

    @property
    def commands(self) -> tuple[Command, ...]:
        """Commands for cards, units and combat."""
        return COMMANDS

    @property
    def at_hand(self) -> tuple[str, ...]:
        """The hand of cards."""
        return ("hand",)

    @property
    def suggests(self) -> Mapping[str, Suggest[PogOfferContext]]:
        """Completions of the playing commands at any decision."""
        return ALWAYS

    @property
    def whole(self) -> Collection[str]:
        """Rules of thumb for losses, and texts that skip a decision."""
        return WHOLE

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that can be typed."""
        return typed.ORDERS

    @property
    def setups(self) -> Setups:
        """The scenarios and their options."""
        return _SETUPS

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules of a scenario."""
        return system_for(options)

    def words(self, language: str) -> Texts:
        """Return all texts, including those of the host."""
        return texts_of("pog", language)

    def cited(self, words: Texts, wanted: str) -> str:
        """Return a card cited by its side and number, such as “CP 8”."""
        return card_names.cited(words, wanted)

    def book(self, options: Mapping[str, Any], language: str) -> Names:
        """Return the names for the content that these options select."""
        return names_in(system_for(options).rules, language)

    def prepare(self, language: str) -> None:
        """Load the content of every ruleset, so that faults show at start, and the lexicon."""
        check_shipped_facts()
        lexicon(content_of({}), language)

    def check(self) -> str:
        """Load the map, units, cards, and every ruleset."""
        from engine.pog.content import load_content

        content = load_content()
        check_rulesets()
        read = {"spaces": len(content.spaces), "units": len(content.units), "cards": len(content.cards)}
        return self.words(operator_texts().language).say("ui.checked", **read)

    def offer_context(self, table: Table, language: str) -> PogOfferContext:
        """Return the table with the names of its game's content."""
        return PogOfferContext(table, names_in(table.game.state.rules, language))

    def order(self, context: PogOfferContext, name: str, text: str) -> None:
        """Carry out a playing command."""
        typed.ORDERS[name](lexicon(context.names.content, context.names.words.language), context.table, text)

    def meant(self, context: PogOfferContext, line: str) -> str:
        """Return the order meant by a line of units, spaces or a card."""
        known = lexicon(context.names.content, context.names.words.language)
        return phrasing.meant(known, context.table, aims.aimed(known, context.table, line))

    def asked(self, context: PogOfferContext, line: str) -> str:
        """Return the look-up for the question's subject, if it names nothing that could be ordered."""
        return questions.about(lexicon(context.names.content, context.names.words.language), context.table, line)

    def guesses(self, context: PogOfferContext, line: str) -> Sequence[str]:
        """Return orders composed of the units, spaces and cards that the line names."""
        known = lexicon(context.names.content, context.names.words.language)
        return guesses.guesses(known, context.table, aims.aimed(known, context.table, line))

    def says_all(self, context: PogOfferContext, line: str, order: str) -> bool:
        """Return whether the order covers every unit, space and card of the line, and its other words add nothing."""
        known = lexicon(context.names.content, context.names.words.language)
        return coverage.says_all(known, context.table, aims.aimed(known, context.table, line), order)

    def fitted(self, context: PogOfferContext, line: str) -> Mapping[str, bool]:
        """Return the possible readings of the line's words that the decision allows."""
        known = lexicon(context.names.content, context.names.words.language)
        plain = aims.aimed(known, context.table, line)
        return {fit.order: fit.sure for fit in readings.readings(known, context.table, plain)}

    def spelt(self, context: PogOfferContext, line: str) -> str:
        """Return the line with its typos corrected, "" if it has none."""
        return spelling.respelled(lexicon(context.names.content, context.names.words.language), line)

    def press(self, table: Table, order: str) -> None:
        """Carry out an order in compact token notation."""
        compact.carry_out(table, order)

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """Return the orders in the sequence card, activation, movement, attack."""
        return compact.together(table, orders)

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Return why a choice isn't legal, from the rules' own functions."""
        return refusal_reasons.explain(table, verb, arg)

    def face(self, kind: str) -> DecisionUI[PogOfferContext]:
        """Return the UI of a kind of decision."""
        return FACES.get(kind, GENERIC)

    def head(self, context: PogOfferContext) -> str:
        """Return turn, round and VP."""
        return figures.head(context)

    def task(self, context: PogOfferContext) -> str:
        """Return the question to decide."""
        return figures.task(context)

    def panel_picture(self, game_id: str, context: PogOfferContext) -> PictureRef | None:
        """Return the hand, or the map area concerned."""
        return figures.picture(game_id, context)

    @property
    def touch_map(self) -> TouchMap[Names, PogOfferContext] | None:
        """The clickable theatres."""
        return _TOUCH_MAP

    @property
    def opponents(self) -> Opponents | None:
        """The levels of the computer."""
        return _OPPONENTS

    @property
    def school(self) -> School | None:
        """The five lessons."""
        return _SCHOOL

    @property
    def puzzles(self) -> Puzzles | None:
        """Puzzles, found in games of the levels against each other."""
        return _PUZZLES

    @property
    def pictures(self) -> Pictures:
        """How pictures are drawn."""
        return PICTURES

    @property
    def story(self) -> Story[Names]:
        """How events are told."""
        return _STORY

    @property
    def looks(self) -> Mapping[str, Look[Names]]:
        """The looking commands."""
        return screens.LOOKS

    @property
    def written(self) -> Mapping[str, Written[Names]]:
        """Text versions of the map and the hand."""
        return text_views.WRITTEN

    @property
    def completes(self) -> Mapping[str, Callable[[Viewer[Names], str], list[str]]]:
        """Completions after looking commands."""
        return argument_completion.COMPLETES

    @property
    def part(self) -> str:
        """Parts of a turn are action rounds."""
        return "round"

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return turn and action round."""
        return game.state.turn, game.state.round

    def describe(self, names: Names, game: Game[Any], viewer: int | None) -> str:
        """Return war status, VP, and the contents of decks and reserves."""
        return view_queries.status(names, view_for(game, viewer))

    def turn(self, names: Names, turn: int) -> str:
        """Return season and year."""
        return names.turn(turn)

    @property
    def statistics(self) -> Statistics[Names] | None:
        """VP, losses, dice luck."""
        return _STATISTICS

    def begun(self, game: Game[Any]) -> bool:
        """Return True once any action has been taken."""
        return bool(game.state.actions != [[], []])

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose action round it is."""
        return game.state.phasing if game.state.phasing >= 0 else None

    @property
    def standing_orders(self) -> StandingOrdersCapability[Names] | None:
        """Standing orders for combat cards, losses, retreats and advances."""
        return PogStandingOrders

    @property
    def places(self) -> Places[Names] | None:
        """The spaces."""
        return _PLACES

    def summary(self, names: Names, game: Game[Any]) -> list[str]:
        """Return turn, round, VP and war status."""
        return figures.summary(names, game)

    def ended(self, names: Names, game: Game[Any]) -> str:
        """Return who won, and why."""
        return figures.ended(names, game)


class PogTouchMap:
    """The theatres, their content, and the offers at their spaces."""

    def board(self, viewer: Viewer[Names], context: PogOfferContext, offers: Offers, panel: Reply, news: News) -> Board:
        """Return the clickable version of a panel."""
        return board.board(viewer.game_id, context, screens.seen_by(viewer), offers, panel, news)

    def public_board(self, viewer: Viewer[Names], table: Table, number: int, news: News) -> Board:
        """Return the theatres and the whole map with their content."""
        view, context = screens.seen_by(viewer), PogOfferContext(table, viewer.names)
        return board.public_board(viewer.game_id, context, view, number, news.known, news.palette)


_TOUCH_MAP: Final = PogTouchMap()
_PLACES: Final = PogPlaces()
_SETUPS: Final = PogSetups()
_STATISTICS: Final = PogStatistics()
_OPPONENTS: Final = PogOpponents()
_PUZZLES: Final = PogPuzzles()
_SCHOOL: Final = PogSchool()
_STORY: Final = PogStory()
TITLE: Final[Title[Names, PogOfferContext]] = PathsOfGloryTitle()

__all__ = ["TITLE", "PathsOfGloryTitle", "PogTouchMap", "check_shipped_facts"]

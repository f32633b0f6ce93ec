"""What a title derives from: everything that is not essential has an answer here.

A title must have eight members: `name`, `seats`, `length`, `setups`, `pictures`, `system`, `moment` and `describe`. Its rules
are a `System` of ten members and a state of two (`engine.core.system`); so a whole game is twenty, and the words for them in
`text/en.toml` beside the module of the title. A member without an argument may be written as an attribute of the class.

The capabilities are None where a title lacks them, and the host then declares no command, button or page for those:
`opponents`, `school`, `puzzles`, `statistics`, `standing_orders`, `touch_map`, and `places`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from bot.commands.model import Command
from bot.narration.book import Book
from bot.narration.texts import Texts
from bot.table.decision_ui import DecisionUI, Suggest
from bot.table.offers import OfferContext
from bot.table.reply import PictureRef
from bot.table.table import Table
from bot.table.typed_text import pieces
from bot.titles.defaults import orders
from bot.titles.defaults.book import PlainBook, words_beside
from bot.titles.defaults.looks import LOOKS
from bot.titles.defaults.story import PlainStory
from bot.titles.looks import Look, Viewer, Written
from bot.titles.opponents import Opponents
from bot.titles.pictures import Pictures
from bot.titles.places import Places
from bot.titles.puzzles import Puzzles
from bot.titles.school import School
from bot.titles.setups import Setups
from bot.titles.standing_orders import StandingOrdersCapability
from bot.titles.statistics import Statistics
from bot.titles.story import Story
from bot.titles.touch_map import TouchMap
from engine.core.game import Game
from engine.core.system import System
from engine.errors import Reason

B = TypeVar("B", bound=Book)
D = TypeVar("D", bound=OfferContext)

#: The face of a decision of which nothing else is said: what has happened is told when it is asked.
PLAIN: DecisionUI[Any] = DecisionUI(between=True)
_STORY: Story[Any] = PlainStory()


class TitleBase(ABC, Generic[B, D]):
    """A game that the host can play; `TitleBase[PlainBook, OfferContext]` for one with the words and the context of this base."""

    # -- what a title must have ------------------------------------------------------------

    @property
    @abstractmethod
    def name(self) -> str:
        """Stored with every game, for ever; `System.title` of its rules, and the name of its entry point."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, str]:
        """The seats by side, in a short word each: as they are typed, and stored for ever."""

    @property
    @abstractmethod
    def length(self) -> tuple[int, int]:
        """Turns of its longest game, at least 1, and parts of its longest turn, 0 where `part` names none."""

    @property
    @abstractmethod
    def setups(self) -> Setups:
        """How its games are set up: `PlainSetups({"duel": 9})` for a scenario in which a side has nine rounds."""

    @property
    @abstractmethod
    def pictures(self) -> Pictures:
        """How its pictures are drawn: `PlainPictures(draw, (360, 320))` with a function that draws a position."""

    @abstractmethod
    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules of a game with these options, shared by games with the same.

        Raises:
            OptionsError: the options do not go together.
            WarMissing: the scenario or an option is none that this version has.
        """

    @abstractmethod
    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the turn that goes on, counted from 1, and the part of it, 0 between parts or where turns have none."""

    @abstractmethod
    def describe(self, names: B, game: Game[Any], viewer: int | None) -> str:
        """Return how things stand in a sentence or two, as a side may know it, or for None everybody."""

    # -- words -----------------------------------------------------------------------------

    @property
    def command(self) -> str:
        """The word before its commands where a platform has one for each title: its name."""
        return self.name

    def words(self, language: str) -> Texts:
        """Return the words of the host with those of `text/LANGUAGE.toml` beside the title's module laid over them."""
        return words_beside(type(self).__module__, language)

    def names(self, system: System[Any], language: str) -> B:
        """Return the words of a game with these rules; override this where `book` is of another class."""
        return cast("B", PlainBook(self.words(language), self.seats, system))

    def book(self, options: Mapping[str, Any], language: str) -> B:
        """Return the words of a game with these options."""
        return self.names(self.system(options), language)

    def offer_context(self, table: Table, language: str) -> D:
        """Return what panels, suggestions and orders are made with, the table and its words; override this where the context is of another class."""
        return cast("D", OfferContext(table, self.names(table.game.system, language)))

    def prepare(self, language: str) -> None:
        """Read the words, so that no player waits for them."""
        self.words(language)

    def check(self) -> str:
        """Return "": it is played with nothing but code, which there is nothing to tell about."""
        return ""

    @property
    def part(self) -> str:
        """What a part of a turn is called as it is typed: "", since turns have no parts."""
        return ""

    @property
    def told_parts(self) -> int:
        """Return 1: in each part of a turn both sides act."""
        return 1

    def label(self, names: B, moment: tuple[int, int]) -> str:
        """Return what a moment is called: the turn, with `ui.words.part` where a part of it goes on."""
        turn, part = moment
        said = self.turn(names, turn)
        return names.words.say("ui.words.part", turn=said, part=part) if part and self.part else said

    def on_clock(self, game: Game[Any]) -> int | None:
        """Return the side whose time runs: the one that must decide."""
        return game.actor

    def turn(self, names: B, turn: int) -> str:
        """Return what a turn is called: `ui.words.turn` with its number."""
        said = names.words.say("ui.words.turn", turn=turn)
        return said[:1].upper() + said[1:]

    # -- orders ----------------------------------------------------------------------------

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its own commands, beside those of every title: none. The default orders carry out one of "playing" that is called as a verb."""
        return ()

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that are typed: `choose`, `done`, `pass`, and its own."""
        own = (command.name for command in self.commands if command.part == "playing")
        return (orders.CHOOSE, orders.DONE, orders.PASS, *own)

    @property
    def suggests(self) -> Mapping[str, Suggest[D]]:
        """What may be typed behind a command: legal choices behind `choose`, their arguments behind a command that is called as a verb."""
        own = (command.name for command in self.commands if command.part == "playing")
        return {orders.CHOOSE: orders.choices, **{name: _named(name) for name in own}}

    @property
    def whole(self) -> Collection[str]:
        """What is typed for a whole order, never as a part of one: nothing."""
        return ()

    @property
    def typed(self) -> Mapping[str, Callable[[D, str], None]]:
        """Commands that it reads itself, each with what carries out one piece of what is typed behind it: none."""
        return {}

    def order(self, context: D, name: str, text: str) -> None:
        """Carry out one of the title's `typed` commands piece by piece, a choice by its name, or the end of the decision."""
        if (carry := self.typed.get(name)) is None:
            orders.order(context, name, text)
            return
        for piece in pieces(text) or [""]:
            context.table.check_chance(piece)
            carry(context, piece)

    def meant(self, context: D, line: str) -> str:
        """Return the order that a line means without a command: "", none."""
        del context, line
        return ""

    def asked(self, context: D, line: str) -> str:
        """Return the look-up that answers a question: "", none is known."""
        del context, line
        return ""

    def guesses(self, context: D, line: str) -> Sequence[str]:
        """Return the orders that a line may mean which is none as it stands: nothing is guessed."""
        del context, line
        return ()

    def says_all(self, context: D, line: str, order: str) -> bool:
        """Return False: a guessed order is proposed, never carried out by itself."""
        del context, line, order
        return False

    def reworded(self, context: D, line: str) -> Sequence[str]:
        """Return a refused line in plainer words: a line is read as it stands alone."""
        del context, line
        return ()

    def fitted(self, context: D, line: str) -> Mapping[str, bool]:
        """Return the orders that fit a refused line: none but what `guesses` makes."""
        del context, line
        return {}

    def press(self, table: Table, order: str) -> None:
        """Carry out the order in the token of a button, which is of bare choices."""
        orders.press(table, order)

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """Return orders that were chosen together in the sequence of play: as they come."""
        del table
        return list(orders)

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Return why a choice is not legal: None, since the decisions explain themselves (`Decision.explain`)."""
        del table, verb, arg
        return None

    def face(self, kind: str) -> DecisionUI[D]:
        """Return what the host must know of a kind of decision: of each the same, its bare choices."""
        del kind
        return PLAIN

    # -- panels and the table message --------------------------------------------------------

    def head(self, context: D) -> str:
        """Return the first lines of a panel: the turn and who sits here, and how things stand for that side."""
        game, side, names = context.table.game, context.table.side, self._names(context)
        head = context.say("panel.head", turn=self.turn(names, self.moment(game)[0]), side=names.side(side))
        return f"{head}\n{self.describe(names, game, side)}"

    def task(self, context: D) -> str:
        """Return what is decided: `ui.decisions.KIND.text`."""
        return context.say(f"decisions.{context.table.kind}.text", side=context.names.side(context.table.side))

    def panel_picture(self, game_id: str, context: D) -> PictureRef | None:
        """Return the picture of a panel: the position as the seat may know it."""
        table = context.table
        return PictureRef(kind="board", game=game_id, number=table.game.number, viewer=table.side)

    def summary(self, names: B, game: Game[Any]) -> list[str]:
        """Return the lines above the seats of the table message: the turn, and how things stand for everybody."""
        return [f"**{self.turn(names, self.moment(game)[0])}**", self.describe(names, game, None)]

    def ended(self, names: B, game: Game[Any]) -> str:
        """Return how a game ended: `narration.over.REASON`, or what the host says of an end for this reason."""
        result, words = game.result, names.words
        if result is None:
            return ""
        side = "" if result.winner is None else names.side(result.winner)
        key = f"narration.over.{result.reason}"
        if not words.has(key):
            key = f"ui.ended.{result.reason}"
        if not words.has(key):
            key = "ui.ended.draw" if result.winner is None else "ui.ended.won"
        return words.say(key, side=side)

    # -- telling and looking -----------------------------------------------------------------

    @property
    def areas(self) -> tuple[str, ...]:
        """The parts of its map, the one that is shown without a word first: the whole alone."""
        return ("overview",)

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Looking commands with a button on panels and on the table message: none."""
        return ()

    @property
    def story(self) -> Story[B]:
        """How events are told: each as its line of the text file."""
        return _STORY

    @property
    def looks(self) -> Mapping[str, Look[B]]:
        """Looking commands by name: `map` and `status`, to which a title adds its own."""
        return LOOKS

    @property
    def written(self) -> Mapping[str, Written[B]]:
        """Looks whose answer is a picture, in words, for a terminal: none, since the looks say all in their texts."""
        return {}

    @property
    def completes(self) -> Mapping[str, Callable[[Viewer[B], str], list[str]]]:
        """What may be typed behind a looking command, given what stands there: nothing is proposed."""
        return {}

    def begun(self, game: Game[Any]) -> bool:
        """Return True once somebody has chosen something."""
        return game.number > 0

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose action goes on: None, since there is none in which the other side only answers."""
        del game
        return None

    # -- capabilities ------------------------------------------------------------------------

    @property
    def opponents(self) -> Opponents | None:
        """Who else than a person may hold a seat: None, only people play."""
        return None

    @property
    def school(self) -> School | None:
        """The lessons in which it is learned: None."""
        return None

    @property
    def puzzles(self) -> Puzzles | None:
        """Positions to find the best plan in: None."""
        return None

    @property
    def statistics(self) -> Statistics[B] | None:
        """Its games in figures: None, a game has a winner and no score."""
        return None

    @property
    def standing_orders(self) -> StandingOrdersCapability[B] | None:
        """What seats may decide in advance: None, everybody is asked every time."""
        return None

    @property
    def touch_map(self) -> TouchMap[B, D] | None:
        """Its pictures as they can be touched: None, pictures are looked at and buttons pressed."""
        return None

    @property
    def places(self) -> Places[B] | None:
        """The places of its map, as players point them out: None."""
        return None

    @staticmethod
    def _names(context: D) -> B:
        return cast("B", context.names)


def _named(verb: str) -> Callable[[OfferContext, str], list[str]]:
    def suggest(context: OfferContext, piece: str) -> list[str]:
        del piece
        return orders.named(context, verb)

    return suggest


__all__ = ["PLAIN", "TitleBase"]

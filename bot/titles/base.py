"""Base class for titles, with defaults for everything that isn't essential.

A title must define eight members: `name`, `seats`, `length`, `setups`, `pictures`, `system`, `moment` and `describe`.
Its rules are a `System` with ten members and a state with two (`engine.core.system`). So a complete game needs twenty
members, plus its texts in `text/en.toml` next to the title's module. Members that take no argument can be plain class
attributes.

The capabilities are None by default, and the host then declares no command, button or page for them:
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

#: Default UI of a decision: what has happened is posted when the decision is asked.
PLAIN: DecisionUI[Any] = DecisionUI(between=True)
_STORY: Story[Any] = PlainStory()


class TitleBase(ABC, Generic[B, D]):
    """A game that the host can play; use `TitleBase[PlainBook, OfferContext]` to keep the default book and context."""

    # -- required members ------------------------------------------------------------------

    @property
    @abstractmethod
    def name(self) -> str:
        """Stored with every game and never changed; equals `System.title` of its rules and the name of its entry point."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, str]:
        """A short word for each seat, by side; these are typed by players and stored, so they never change."""

    @property
    @abstractmethod
    def length(self) -> tuple[int, int]:
        """Turns in its longest game (at least 1) and parts in its longest turn (0 if `part` names none)."""

    @property
    @abstractmethod
    def setups(self) -> Setups:
        """How its games are set up, e.g. `PlainSetups({"duel": 9})` for a scenario in which a side has nine rounds."""

    @property
    @abstractmethod
    def pictures(self) -> Pictures:
        """How its pictures are drawn, e.g. `PlainPictures(draw, (360, 320))` with a function that draws a position."""

    @abstractmethod
    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules of a game with these options; games with the same options share one object.

        Raises:
            OptionsError: the options contradict each other.
            WarMissing: this version doesn't have the scenario or an option.
        """

    @abstractmethod
    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the current turn, counted from 1, and its current part (0 between parts, or if turns have none)."""

    @abstractmethod
    def describe(self, names: B, game: Game[Any], viewer: int | None) -> str:
        """Describe the position in a sentence or two, as a side may know it, or the public for None."""

    # -- words -----------------------------------------------------------------------------

    @property
    def command(self) -> str:
        """The root word of its commands on platforms that have one root per title; its name by default."""
        return self.name

    def words(self, language: str) -> Texts:
        """Return the host's texts, overridden by `text/LANGUAGE.toml` next to the title's module."""
        return words_beside(type(self).__module__, language)

    def cited(self, words: Texts, wanted: str) -> str:
        """Return "": refusals cite only paragraphs."""
        del words, wanted
        return ""

    def names(self, system: System[Any], language: str) -> B:
        """Return the book for a game with these rules; override this if `book` has another class."""
        return cast("B", PlainBook(self.words(language), self.seats, system))

    def book(self, options: Mapping[str, Any], language: str) -> B:
        """Return the book for a game with these options."""
        return self.names(self.system(options), language)

    def offer_context(self, table: Table, language: str) -> D:
        """Return the context that panels, suggestions and orders are built with; override this if the context has another class."""
        return cast("D", OfferContext(table, self.names(table.game.system, language)))

    def prepare(self, language: str) -> None:
        """Load the texts, so that no player waits for it."""
        self.words(language)

    def check(self) -> str:
        """Return "": the title needs no data files that a start should check."""
        return ""

    @property
    def part(self) -> str:
        """What a part of a turn is called when typed: "" by default, turns have no parts."""
        return ""

    @property
    def told_parts(self) -> int:
        """How many parts of a turn the log shows by default: 1, since both sides act in each part."""
        return 1

    def label(self, names: B, moment: tuple[int, int]) -> str:
        """Return the name of a moment: the turn, or `ui.words.part` if a part of it is in progress."""
        turn, part = moment
        said = self.turn(names, turn)
        return names.words.say("ui.words.part", turn=said, part=part) if part and self.part else said

    def on_clock(self, game: Game[Any]) -> int | None:
        """Return the side whose clock runs: the one that must decide."""
        return game.actor

    def turn(self, names: B, turn: int) -> str:
        """Return the name of a turn: `ui.words.turn` with its number."""
        said = names.words.say("ui.words.turn", turn=turn)
        return said[:1].upper() + said[1:]

    # -- orders ----------------------------------------------------------------------------

    @property
    def commands(self) -> tuple[Command, ...]:
        """The title's own commands, none by default.

        The default orders carry out a "playing" command that is named like a verb.
        """
        return ()

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that can be typed: `choose`, `done`, `pass` and the title's own."""
        own = (command.name for command in self.commands if command.part == "playing")
        return (orders.CHOOSE, orders.DONE, orders.PASS, *own)

    @property
    def suggests(self) -> Mapping[str, Suggest[D]]:
        """Completions per command: legal choices after `choose`, legal arguments after a command named like a verb."""
        own = (command.name for command in self.commands if command.part == "playing")
        return {orders.CHOOSE: orders.choices, **{name: _named(name) for name in own}}

    @property
    def whole(self) -> Collection[str]:
        """Commands whose text is always one whole order and never split: none by default."""
        return ()

    @property
    def typed(self) -> Mapping[str, Callable[[D, str], None]]:
        """Commands that the title parses itself, each with the handler for one piece of the text after it: none by default."""
        return {}

    def order(self, context: D, name: str, text: str) -> None:
        """Carry out one of the title's `typed` commands piece by piece, or a default order (a choice by name, or the end of the decision)."""
        if (carry := self.typed.get(name)) is None:
            orders.order(context, name, text)
            return
        for piece in pieces(text) or [""]:
            context.table.check_chance(piece)
            carry(context, piece)

    def meant(self, context: D, line: str) -> str:
        """Return the order meant by a line that starts with no command: "" by default."""
        del context, line
        return ""

    def asked(self, context: D, line: str) -> str:
        """Return the look-up that answers a typed question: "" by default."""
        del context, line
        return ""

    def guesses(self, context: D, line: str) -> Sequence[str]:
        """Return orders that an unreadable line could mean: none by default."""
        del context, line
        return ()

    def says_all(self, context: D, line: str, order: str) -> bool:
        """Return False: a guessed order is proposed, never carried out at once."""
        del context, line, order
        return False

    def reworded(self, context: D, line: str) -> Sequence[str]:
        """Return paraphrases of a refused line: none by default."""
        del context, line
        return ()

    def spelt(self, context: D, line: str) -> str:
        """Return a refused line with its typos corrected: "" by default, for none."""
        del context, line
        return ""

    def fitted(self, context: D, line: str) -> Mapping[str, bool]:
        """Return the orders that fit a refused line: none beyond those of `guesses`."""
        del context, line
        return {}

    def press(self, table: Table, order: str) -> None:
        """Carry out the order in a button token, which consists of plain choices."""
        orders.press(table, order)

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """Return orders chosen together, sorted by the sequence of play: unchanged by default."""
        del table
        return list(orders)

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Return why a choice isn't legal: None, since decisions explain themselves (`Decision.explain`)."""
        del table, verb, arg
        return None

    def face(self, kind: str) -> DecisionUI[D]:
        """Return the UI of a kind of decision: by default the same for all, plain choices."""
        del kind
        return PLAIN

    # -- panels and the table message --------------------------------------------------------

    def head(self, context: D) -> str:
        """Return the first lines of a panel: the turn, the side, and the position as that side knows it."""
        game, side, names = context.table.game, context.table.side, self._names(context)
        head = context.say("panel.head", turn=self.turn(names, self.moment(game)[0]), side=names.side(side))
        return f"{head}\n{self.describe(names, game, side)}"

    def task(self, context: D) -> str:
        """Return the question of the present decision: `ui.decisions.KIND.text`."""
        return context.say(f"decisions.{context.table.kind}.text", side=context.names.side(context.table.side))

    def panel_picture(self, game_id: str, context: D) -> PictureRef | None:
        """Return the picture of a panel: the position as the seat may see it."""
        table = context.table
        return PictureRef(kind="board", game=game_id, number=table.game.number, viewer=table.side)

    def summary(self, names: B, game: Game[Any]) -> list[str]:
        """Return the lines above the seats in the table message: the turn and the public description of the position."""
        return [f"**{self.turn(names, self.moment(game)[0])}**", self.describe(names, game, None)]

    def ended(self, names: B, game: Game[Any]) -> str:
        """Return how a game ended: `narration.over.REASON`, else the host's text for that reason."""
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

    # -- narration and looks ------------------------------------------------------------------

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas of its map, the default first: only the whole map by default."""
        return ("overview",)

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Looking commands that get a button on panels and on the table message: none by default."""
        return ()

    @property
    def story(self) -> Story[B]:
        """How events are narrated: by default each as its line in the text file."""
        return _STORY

    @property
    def looks(self) -> Mapping[str, Look[B]]:
        """Looking commands by name: `map` and `status`; a title adds its own."""
        return LOOKS

    @property
    def written(self) -> Mapping[str, Written[B]]:
        """Text versions of looks that answer with a picture, for terminals: none, since the default looks say everything in text."""
        return {}

    @property
    def completes(self) -> Mapping[str, Callable[[Viewer[B], str], list[str]]]:
        """Completions after a looking command, given the text typed so far: none by default."""
        return {}

    def begun(self, game: Game[Any]) -> bool:
        """Return True once anything has been chosen."""
        return game.number > 0

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose action is in progress: None, since the default has no actions in which the other side only reacts."""
        del game
        return None

    # -- capabilities ------------------------------------------------------------------------

    @property
    def opponents(self) -> Opponents | None:
        """The computer players: None by default, only people play."""
        return None

    @property
    def school(self) -> School | None:
        """The lessons: None by default."""
        return None

    @property
    def puzzles(self) -> Puzzles | None:
        """The puzzles (find the best plan in a position): None by default."""
        return None

    @property
    def statistics(self) -> Statistics[B] | None:
        """Statistics of its games: None by default, a game then has a winner and no score."""
        return None

    @property
    def standing_orders(self) -> StandingOrdersCapability[B] | None:
        """Standing orders: None by default, every decision is asked."""
        return None

    @property
    def touch_map(self) -> TouchMap[B, D] | None:
        """Clickable pictures: None by default, the page shows pictures and buttons."""
        return None

    @property
    def places(self) -> Places[B] | None:
        """The places of its map that players can point out: None by default."""
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

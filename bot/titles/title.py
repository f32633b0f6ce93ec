"""What the host may ask of a game that it plays: one title, of parts that have modules of their own beside this one.

The host (service, platforms, storage) asks the title of a channel's game and knows no single one. A title derives from
`bot.titles.base.TitleBase`, which answers all that is not essential. The capabilities (`opponents`, `school`, `puzzles`,
`statistics`, `standing_orders`, `touch_map`, `places`) are None where a title lacks one; the host declares no command for those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from bot.commands.model import Command
from bot.narration.book import Book
from bot.narration.texts import Texts
from bot.table.decision_ui import DecisionUI, Suggest
from bot.table.offers import OfferContext
from bot.table.reply import PictureRef
from bot.table.table import Table
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


class Title(Protocol[B, D]):
    """One game that the host plays; there is one object of each, and it is the same for ever."""

    def __hash__(self) -> int:
        """Hash the title, which is a key of what is kept about it."""
        ...

    @property
    def name(self) -> str:
        """Stored with every game, for ever; the system's `title`."""
        ...

    @property
    def command(self) -> str:
        """The word before its commands where a platform has one for each title."""
        ...

    @property
    def seats(self) -> tuple[str, str]:
        """The seats by side, in a short word each: as they are typed, and stored for ever."""
        ...

    @property
    def areas(self) -> tuple[str, ...]:
        """The parts of its map, the default first; replays and the look `map` call each by its name."""
        ...

    @property
    def length(self) -> tuple[int, int]:
        """Turns of its longest game, and parts of its longest turn, 0 where turns have none: higher numbers mean none."""
        ...

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its own commands, beside those that every title has."""
        ...

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Those of its looking commands that have a button on panels and on the table message."""
        ...

    @property
    def suggests(self) -> Mapping[str, Suggest[D]]:
        """What may be typed behind a command at any decision."""
        ...

    @property
    def whole(self) -> Collection[str]:
        """What is typed for a whole order, never as a part of one."""
        ...

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that are typed."""
        ...

    @property
    def setups(self) -> Setups:
        """How its games are set up."""
        ...

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules of a game with these options, shared by games with the same.

        Raises:
            OptionsError: the options do not go together.
            WarMissing: the scenario or an option is none that this version has.
        """
        ...

    def words(self, language: str) -> Texts:
        """Return what the host says in its games, in a language: the words of every title with its own laid over them."""
        ...

    def book(self, options: Mapping[str, Any], language: str) -> B:
        """Return the words of a game with these options in a language."""
        ...

    def prepare(self, language: str) -> None:
        """Make beforehand what the first answers in a language would else wait for."""
        ...

    def check(self) -> str:
        """Read what it is played with, and say how much that is in a few words; "" for nothing worth telling.

        Raises:
            ContentError: something is missing or does not fit.
        """
        ...

    def offer_context(self, table: Table, language: str) -> D:
        """Return the table with the words of its game in a language."""
        ...

    def order(self, context: D, name: str, text: str) -> None:
        """Carry out a playing command with the text behind its name; raises Refusal where that is not possible."""
        ...

    def meant(self, context: D, line: str) -> str:
        """Return the order that a line means which begins with no command, with the name before it; "" for none."""
        ...

    def asked(self, context: D, line: str) -> str:
        """Return the look-up that answers a question, "" where it may be an order, or is about nothing that is known."""
        ...

    def guesses(self, context: D, line: str) -> Sequence[str]:
        """Return orders that a line may mean which is none as it stands, the likeliest first; the host proposes those that are possible now."""
        ...

    def says_all(self, context: D, line: str, order: str) -> bool:
        """Return whether an order that `guesses` gave says all that the line says, and the line can mean no other; then it is carried out."""
        ...

    def reworded(self, context: D, line: str) -> Sequence[str]:
        """Return a line that was refused in plainer words that mean the same, the nearest first; each is read like a line that was typed."""
        ...

    def fitted(self, context: D, line: str) -> Mapping[str, bool]:
        """Return the orders that fit what a refused line says at the present decision, each with whether it says all of it and nothing else can be meant."""
        ...

    def press(self, table: Table, order: str) -> None:
        """Carry out the order in a button's token; raises Refusal where that is not possible."""
        ...

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """Orders that were chosen together, in the sequence of play; raises Refusal where they do not go together."""
        ...

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Why a choice of the present decision is not legal, where the rules leave it unexplained."""
        ...

    def face(self, kind: str) -> DecisionUI[D]:
        """Return what the host must know of a kind of decision; a bare one for those that need no more."""
        ...

    # -- panels and the table message ---------------------------------------------------

    def head(self, context: D) -> str:
        """Return the first line of a panel: how far the game is, how it stands, and who sits here."""
        ...

    def task(self, context: D) -> str:
        """Return what is decided, with the figures that matter; everybody reads it where the game waits for an answer."""
        ...

    def panel_picture(self, game_id: str, context: D) -> PictureRef | None:
        """Return what whoever decides should see; None where nothing helps."""
        ...

    def summary(self, names: B, game: Game[Any]) -> list[str]:
        """How things stand, in the lines above the seats of the table message."""
        ...

    def ended(self, names: B, game: Game[Any]) -> str:
        """How a game that is over ended."""
        ...

    @property
    def touch_map(self) -> TouchMap[B, D] | None:
        """Its pictures as they can be touched; None where a page shows pictures and buttons alone."""
        ...

    @property
    def opponents(self) -> Opponents | None:
        """Who else than a person may hold a seat; None where only people play."""
        ...

    @property
    def school(self) -> School | None:
        """The lessons in which it is learned; None where there are none."""
        ...

    @property
    def puzzles(self) -> Puzzles | None:
        """Positions to find the best plan in; None where there are none."""
        ...

    @property
    def pictures(self) -> Pictures:
        """How its pictures are drawn."""
        ...

    # -- telling and looking ------------------------------------------------------------

    @property
    def story(self) -> Story[B]:
        """How events are told."""
        ...

    @property
    def looks(self) -> Mapping[str, Look[B]]:
        """The looking commands of its own, by name; `map` and `status` among them."""
        ...

    @property
    def written(self) -> Mapping[str, Written[B]]:
        """Looks whose answer is a picture, in words, for a terminal; a look that is missing here says all in its text."""
        ...

    @property
    def completes(self) -> Mapping[str, Callable[[Viewer[B], str], list[str]]]:
        """What may be typed behind a looking command, given what stands there."""
        ...

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the turn that goes on, counted from 1, and the part of it, 0 between parts or where turns have none; moments have an order."""
        ...

    @property
    def part(self) -> str:
        """What a part of a turn is called as it is typed, such as `round` or `phase`; "" where turns have none."""
        ...

    @property
    def told_parts(self) -> int:
        """How many of a turn's last parts say what both sides did last: where the present part has only begun, the log tells these."""
        ...

    def label(self, names: B, moment: tuple[int, int]) -> str:
        """Return what a moment is called: its turn, and the part of it that goes on."""
        ...

    def on_clock(self, game: Game[Any]) -> int | None:
        """Return the side whose time runs: usually that which must decide; None where nobody's does."""
        ...

    def describe(self, names: B, game: Game[Any], viewer: int | None) -> str:
        """How things stand in a sentence or two, as a side may know it, or for None everybody."""
        ...

    def turn(self, names: B, turn: int) -> str:
        """Return what a turn is called."""
        ...

    @property
    def statistics(self) -> Statistics[B] | None:
        """Its games in figures; None where a game has a winner and no score."""
        ...

    def begun(self, game: Game[Any]) -> bool:
        """Return True once an action has been finished."""
        ...

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose action goes on; None between actions."""
        ...

    @property
    def standing_orders(self) -> StandingOrdersCapability[B] | None:
        """What seats may decide in advance; None where everybody is asked every time."""
        ...

    @property
    def places(self) -> Places[B] | None:
        """The places of its map, as players point them out; None where there are none."""
        ...


__all__ = ["Title"]

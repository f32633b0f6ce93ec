"""Protocol of a title: everything that the host can ask of a game, with its parts in the neighbouring modules.

The host (service, platforms, storage) asks the title of a channel's game and knows no particular one. Titles derive
from `bot.titles.base.TitleBase`, which has defaults for everything that isn't essential. The capabilities (`opponents`,
`school`, `puzzles`, `statistics`, `standing_orders`, `touch_map`, `places`) can be None; the host then declares no
commands for them.
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
    """A game that the host plays; each title is a single immutable object."""

    def __hash__(self) -> int:
        """Hash the title, which is a key of caches."""
        ...

    @property
    def name(self) -> str:
        """Stored with every game and never changed; equals the system's `title`."""
        ...

    @property
    def command(self) -> str:
        """The root word of its commands, on platforms that have one root per title."""
        ...

    @property
    def seats(self) -> tuple[str, str]:
        """A short word for each seat, by side; these are typed by players and stored, so they never change."""
        ...

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas of its map, the default first; replays and the look `map` use these names."""
        ...

    @property
    def length(self) -> tuple[int, int]:
        """Turns in its longest game and parts in its longest turn (0 if turns have none): higher numbers are refused."""
        ...

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its own commands, besides those that every title has."""
        ...

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Looking commands that get a button on panels and on the table message."""
        ...

    @property
    def suggests(self) -> Mapping[str, Suggest[D]]:
        """Completions for playing commands, at any decision."""
        ...

    @property
    def whole(self) -> Collection[str]:
        """Commands whose text is always one whole order and never split."""
        ...

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that can be typed."""
        ...

    @property
    def setups(self) -> Setups:
        """How its games are set up."""
        ...

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """Return the rules of a game with these options; games with the same options share one object.

        Raises:
            OptionsError: the options contradict each other.
            WarMissing: this version doesn't have the scenario or an option.
        """
        ...

    def words(self, language: str) -> Texts:
        """Return the host's texts in a language, overridden by the title's own."""
        ...

    def cited(self, words: Texts, wanted: str) -> str:
        """Return what refusals cite that is no paragraph of the rules, such as a card, in the texts of a game; "" for nothing."""
        ...

    def book(self, options: Mapping[str, Any], language: str) -> B:
        """Return the book for a game with these options in a language."""
        ...

    def prepare(self, language: str) -> None:
        """Load in advance what the first answers in a language would otherwise wait for."""
        ...

    def check(self) -> str:
        """Load the title's data files and return a short summary of them; "" if there is nothing to report.

        Raises:
            ContentError: a file is missing or inconsistent.
        """
        ...

    def offer_context(self, table: Table, language: str) -> D:
        """Return the table with the game's book in a language."""
        ...

    def order(self, context: D, name: str, text: str) -> None:
        """Carry out a playing command with the text after its name; raises Refusal if that isn't possible."""
        ...

    def meant(self, context: D, line: str) -> str:
        """Return the order, with its command name, that a line without a command means; "" for none."""
        ...

    def asked(self, context: D, line: str) -> str:
        """Return the look-up that answers a question; "" if the line could be an order or its subject is unknown."""
        ...

    def guesses(self, context: D, line: str) -> Sequence[str]:
        """Return orders that an unreadable line could mean, most likely first; the host proposes those that are possible now."""
        ...

    def says_all(self, context: D, line: str, order: str) -> bool:
        """Return whether an order of `guesses` covers the whole line and is its only possible reading; it is then carried out at once."""
        ...

    def reworded(self, context: D, line: str) -> Sequence[str]:
        """Return simpler paraphrases of a refused line, closest first; each is parsed as if it had been typed."""
        ...

    def spelt(self, context: D, line: str) -> str:
        """Return a refused line with its typos corrected, "" if it has none; what it then means is proposed, never carried out."""
        ...

    def fitted(self, context: D, line: str) -> Mapping[str, bool]:
        """Return the orders that fit a refused line at the present decision, each with whether it is complete and unambiguous."""
        ...

    def press(self, table: Table, order: str) -> None:
        """Carry out the order in a button's token; raises Refusal if that isn't possible."""
        ...

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """Return orders chosen together, sorted by the sequence of play; raises Refusal if they exclude each other."""
        ...

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Return why a choice of the present decision isn't legal, where the rules don't explain it."""
        ...

    def face(self, kind: str) -> DecisionUI[D]:
        """Return the UI of a kind of decision; a default one if it needs nothing special."""
        ...

    # -- panels and the table message ---------------------------------------------------

    def head(self, context: D) -> str:
        """Return the first lines of a panel: how far the game is, the position, and the side."""
        ...

    def task(self, context: D) -> str:
        """Return the question to decide with the relevant figures; it is public where the game waits for an answer."""
        ...

    def panel_picture(self, game_id: str, context: D) -> PictureRef | None:
        """Return the picture that the deciding player should see; None if none helps."""
        ...

    def summary(self, names: B, game: Game[Any]) -> list[str]:
        """Return the lines above the seats in the table message: a summary of the position."""
        ...

    def ended(self, names: B, game: Game[Any]) -> str:
        """Return how a finished game ended."""
        ...

    @property
    def touch_map(self) -> TouchMap[B, D] | None:
        """Clickable pictures; None if the page shows pictures and buttons only."""
        ...

    @property
    def opponents(self) -> Opponents | None:
        """The computer players; None if only people play."""
        ...

    @property
    def school(self) -> School | None:
        """The lessons; None if there are none."""
        ...

    @property
    def puzzles(self) -> Puzzles | None:
        """The puzzles (find the best plan in a position); None if there are none."""
        ...

    @property
    def pictures(self) -> Pictures:
        """How its pictures are drawn."""
        ...

    # -- narration and looks ------------------------------------------------------------

    @property
    def story(self) -> Story[B]:
        """How events are narrated."""
        ...

    @property
    def looks(self) -> Mapping[str, Look[B]]:
        """Its looking commands by name, `map` and `status` included."""
        ...

    @property
    def written(self) -> Mapping[str, Written[B]]:
        """Text versions of looks that answer with a picture, for terminals; looks that are missing here say everything in text."""
        ...

    @property
    def completes(self) -> Mapping[str, Callable[[Viewer[B], str], list[str]]]:
        """Completions after a looking command, given the text typed so far."""
        ...

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the current turn, counted from 1, and its current part (0 between parts, or if turns have none); moments are ordered."""
        ...

    @property
    def part(self) -> str:
        """What a part of a turn is called when typed, such as `round` or `phase`; "" if turns have none."""
        ...

    @property
    def told_parts(self) -> int:
        """How many of a turn's last parts cover both sides' latest actions; the log shows these while the present part has only begun."""
        ...

    def label(self, names: B, moment: tuple[int, int]) -> str:
        """Return the name of a moment: its turn, and the part in progress."""
        ...

    def on_clock(self, game: Game[Any]) -> int | None:
        """Return the side whose clock runs: usually the one that must decide; None for nobody."""
        ...

    def describe(self, names: B, game: Game[Any], viewer: int | None) -> str:
        """Describe the position in a sentence or two, as a side may know it, or the public for None."""
        ...

    def turn(self, names: B, turn: int) -> str:
        """Return the name of a turn."""
        ...

    @property
    def statistics(self) -> Statistics[B] | None:
        """Statistics of its games; None if a game has a winner and no score."""
        ...

    def begun(self, game: Game[Any]) -> bool:
        """Return True once an action has been finished."""
        ...

    def phasing(self, game: Game[Any]) -> int | None:
        """Return the side whose action is in progress; None between actions."""
        ...

    @property
    def standing_orders(self) -> StandingOrdersCapability[B] | None:
        """Standing orders; None if every decision is asked."""
        ...

    @property
    def places(self) -> Places[B] | None:
        """The places of its map that players can point out; None if there are none."""
        ...


__all__ = ["Title"]

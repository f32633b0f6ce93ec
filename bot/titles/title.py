"""What the host must know of a game that it plays: one title, and one face for each kind of decision.

The host (service, platforms, storage) asks the title of a channel's game and knows no single one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from bot.commands.model import Command
from bot.narration.book import Book
from bot.narration.segments import Segment, Told
from bot.narration.texts import Texts
from bot.storage.models import GameSettings
from bot.storage.store import parsed_record
from bot.table.offers import Desk, Offers, Sheet
from bot.table.reply import Board, PictureRef, Reply
from bot.table.table import Table
from engine.core.game import Game
from engine.core.system import System
from engine.errors import Reason

#: Why a choice that the present decision knows is not legal; None where nobody can say.
Why = Callable[[Table, int], Reason | None]
B = TypeVar("B", bound=Book)
B_contra = TypeVar("B_contra", bound=Book, contravariant=True)
B_co = TypeVar("B_co", bound=Book, covariant=True)
D = TypeVar("D", bound=Desk)
#: The question that comes before a choice; None where there is none.
Question = Callable[[D, int], Reason | None]
#: What may be typed behind a command, with the piece that is being typed.
Suggest = Callable[[D, str], list[str]]


@dataclass(frozen=True, slots=True)
class Face(Generic[D]):
    """Everything the host must know of one kind of decision; without one it is played by its bare choices."""

    #: Paragraph under which orders given at another moment are refused.
    rule: str = ""
    #: Commands that answer it, best first.
    commands: tuple[str, ...] = ("choose",)
    #: What may be typed behind a command while it is asked, beside what the title suggests at any time.
    suggests: Mapping[str, Suggest[D]] = field(default_factory=dict)
    #: Its menus and buttons; None for one of each verb.
    offers: Callable[[D], Offers] | None = None
    #: The form in which a whole step is filled in at once; None where there is none.
    sheet: Callable[[D], Sheet] | None = None
    #: What the panel shows: the cards in hand, or the ground that is decided about.
    shows: Literal["hand", "ground"] = "ground"
    #: The verb whose choices a refusal offers first; "" for the first that has some.
    leads: str = ""
    #: Why a choice is refused, by verb.
    reasons: Mapping[str, Why] = field(default_factory=dict)
    #: What is asked before a choice is carried out, by verb.
    asks: Mapping[str, Question[D]] = field(default_factory=dict)
    #: Verbs of those whose button says the same itself: whoever presses it is not asked.
    said: frozenset[str] = frozenset()
    #: It is asked between two actions, so all that has happened is told.
    between: bool = False
    #: The kind under whose words everybody reads of it, where its own would tell of hidden things; "" for its own.
    told_as: str = ""
    #: Choices as recorded that others read nothing of while the game goes on: that there was one would tell.
    unread: frozenset[str] = frozenset()
    #: It moves units, or spends a card on it: a warning that nobody has read holds it up.
    moves: bool = False
    #: The verb by which a later order ends it for the player; "" where none may.
    ending: str = ""
    #: The kind whose title names the step of several decisions that it belongs to; "" where it is a step by itself.
    step: str = ""
    #: The verb by which its player ends that step.
    quits: str = ""
    #: The kind of standing orders that may answer it, as the title calls them; "" for none.
    standing: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a position that goes with words: its kind and arguments, and what it shows in words."""

    kind: str
    args: dict[str, Any]
    alt: str = ""
    #: It stays with the message that always says how things stand.
    lasting: bool = False


class Story(Protocol[B_contra]):
    """How the events of a title are told; nothing hidden comes here but what `alone` is for."""

    @property
    def silent(self) -> frozenset[str]:
        """Kinds of events that are not told by themselves: they only steer how the others are."""
        ...

    def lines(self, names: B_contra, segment: Segment) -> list[str]:
        """A finished action in a few lines, or what lies between two."""
        ...

    def so_far(self, names: B_contra, events: Sequence[Told]) -> list[str]:
        """What is known of an action that goes on, or was ordered just now."""
        ...

    def alone(self, names: B_contra, kind: str, own: dict[str, Any]) -> list[str]:
        """What one seat alone may know of an event."""
        ...

    def running(self, segment: Segment) -> bool:
        """True for events that are told as a part of an action, although its beginning is not among them."""
        ...

    def belongs(self, events: Sequence[Told]) -> bool:
        """True if some of the events are parts of something that is told as a whole."""
        ...

    def together(self, events: Sequence[Told], at: int) -> int:
        """Where that begins which goes on at a place in a list of events; the place itself if nothing does."""
        ...

    def shown(self, names: B_contra, segment: Segment, lines: Sequence[str]) -> list[Shown]:
        """The pictures that go with a segment told in these lines, the first on top."""
        ...

    def ground(self, names: B_contra, events: Sequence[Told]) -> Shown | None:
        """The ground where events happened; None if they happened nowhere."""
        ...

    def report(self, names: B_contra, segment: Segment) -> tuple[str, Shown] | None:
        """What the spectators' thread gets by itself besides, under its title."""
        ...

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[Shown]:
        """What a seat is shown of what happened since it acted."""
        ...


class Looker(Protocol[B_co]):
    """Somebody who looks at a game that has started."""

    @property
    def game(self) -> Game[Any]:
        """The game as far as they may see it go."""
        ...

    @property
    def game_id(self) -> str:
        """Id of the game."""
        ...

    @property
    def side(self) -> int | None:
        """The seat whose knowledge may be used, None for a spectator."""
        ...

    @property
    def names(self) -> B_co:
        """The words of the game."""
        ...

    @property
    def table(self) -> Table:
        """The game as their orders meet it; refuses spectators."""
        ...

    def picture(self, kind: str, alt: str = "", *, viewer: int | None = None, **args: object) -> PictureRef:
        """A picture of the present position; of what everybody knows unless a viewer is named."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs to draw: the reference, title and options, and the position as snapshot text or as its record."""

    ref: str
    title: str
    options: str
    snapshot: str | None = None
    lines: tuple[bytes, ...] = ()

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """The record as far as it was given."""
        return tuple(parsed_record("of a picture", self.lines))


class Pictures(Protocol):
    """How pictures of a title are drawn; all but `rooms` and `needs` runs in workers."""

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds of pictures that there are, with the room in px that is kept for one before it is drawn."""
        ...

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
        """What of a game a kind of picture is drawn from, beside its options."""
        ...

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Bytes, mime type and alt text; raises ValueError where the reference asks for what cannot be drawn."""
        ...

    def load(self) -> None:
        """Load what every picture needs, so that the first does not wait for it."""
        ...

    def beforehand(self) -> None:
        """Paint what many pictures show."""
        ...


class Setups(Protocol):
    """How games of a title are set up: scenarios and options, and the words about them."""

    @property
    def options(self) -> Mapping[str, Mapping[str, Any]]:
        """The values of each option of `/new`, as typed and as stored."""
        ...

    def key(self, word: str) -> str:
        """Under which name an option of `/new` is stored."""
        ...

    @property
    def usual(self) -> str:
        """The scenario of `/new` without a word."""
        ...

    def offered(self) -> tuple[str, ...]:
        """The scenarios, by their words."""
        ...

    def choice(self, words: Texts) -> Reply:
        """The scenarios to choose from."""
        ...

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """What differs in a scenario, named by its word or title; None if there is none of that name."""
        ...

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """What is in force of all that `/new` can choose, as it is typed there."""
        ...

    def bid(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Side and height of a bid for a side that was accepted."""
        ...

    def takes_bids(self, options: Mapping[str, Any]) -> bool:
        """True if sides are bid for."""
        ...

    def with_bids(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The scenarios in which sides are bid for."""
        ...


@dataclass(frozen=True, slots=True)
class Ordered:
    """What was looked for is an order: a playing command with its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Look(Generic[B]):
    """A looking command; the second argument are those of the command, typed."""

    show: Callable[[Looker[B], Any], Reply | Ordered]
    #: It may be an order, so that it must not count twice when it comes again.
    orders: bool = False


class Held(Protocol[B_contra]):
    """The standing orders of one game: what a seat has decided in advance, and what they did."""

    def into(self, settings: GameSettings) -> GameSettings:
        """The settings with these in them."""
        ...

    def carry_out(self, table: Table, names: B_contra) -> object:
        """Let the orders of whoever must decide answer, until somebody has to be asked; all is told to the table."""
        ...

    def give(self, names: B_contra, side: int, text: str, moment: tuple[int, int]) -> None:
        """Add an order in words, given in a turn and round; raises Refusal where there is none such or no room."""
        ...

    def count(self, side: int) -> int:
        """How many orders a side has given."""
        ...

    def drop(self, side: int, number: int) -> None:
        """Revoke an order by its place in the list, counted from 1; 0 for all."""
        ...

    def told(self, names: B_contra, side: int) -> list[str]:
        """The orders of a side in words, the newest first."""
        ...

    def done_by(self, side: int) -> list[str]:
        """What the orders of a side did last, in words."""
        ...


@dataclass(frozen=True, slots=True)
class News:
    """What a seat is shown of the past: what happened meanwhile, and all that it knows up to now, in its colours."""

    meanwhile: Sequence[Told]
    known: Sequence[Told]
    palette: str


class Title(Protocol[B, D]):
    """One game that the host plays; there is one object of each, and it is the same for ever."""

    def __hash__(self) -> int:
        """It is a key of what is kept about it."""
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
        """The parts of its map that a replay can show, the one that is shown without a word first."""
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
    def orders(self) -> Collection[str]:
        """Names of the playing commands that are typed."""
        ...

    @property
    def setups(self) -> Setups:
        """How its games are set up."""
        ...

    def system(self, options: Mapping[str, Any]) -> System[Any]:
        """The rules of a game with these options, shared by games with the same.

        Raises:
            OptionsError: the options do not go together.
            WarMissing: the scenario or an option is none that this version has.
        """
        ...

    def words(self, language: str) -> Texts:
        """What the host says in its games, in a language: the words of every title with its own laid over them."""
        ...

    def book(self, options: Mapping[str, Any], language: str) -> B:
        """The words of a game with these options in a language."""
        ...

    def prepare(self, language: str) -> None:
        """Make beforehand what the first answers in a language would else wait for."""
        ...

    def desk(self, table: Table, language: str) -> D:
        """The table with the words of its game in a language."""
        ...

    def order(self, desk: D, name: str, text: str) -> None:
        """Carry out a playing command with the text behind its name; raises Refusal where that is not possible."""
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

    def face(self, kind: str) -> Face[D]:
        """What the host must know of a kind of decision; a bare one for those that need no more."""
        ...

    # -- panels and the table message ---------------------------------------------------

    def head(self, desk: D) -> str:
        """The first line of a panel: how far the game is, how it stands, and who sits here."""
        ...

    def task(self, desk: D) -> str:
        """What is decided, with the figures that matter; everybody reads it where the game waits for an answer."""
        ...

    def panel_picture(self, game_id: str, desk: D) -> PictureRef | None:
        """What whoever decides should see; None where nothing helps."""
        ...

    def summary(self, names: B, game: Game[Any]) -> list[str]:
        """How things stand, in the lines above the seats of the table message."""
        ...

    def ended(self, names: B, game: Game[Any]) -> str:
        """How a game that is over ended."""
        ...

    def board(self, looker: Looker[B], desk: D, offers: Offers, panel: Reply, news: News) -> Board:
        """The panel as it can be touched, for platforms that let pictures be touched."""
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
    def completes(self) -> Mapping[str, Callable[[Looker[B], str], list[str]]]:
        """What may be typed behind a looking command, given what stands there."""
        ...

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """The turn that goes on, counted from 1, and the round in it, 0 between rounds."""
        ...

    def turn(self, names: B, turn: int) -> str:
        """What a turn is called."""
        ...

    def score(self, game: Game[Any]) -> int:
        """How the game stands, as one number that is told with its history."""
        ...

    def begun(self, game: Game[Any]) -> bool:
        """True once an action has been finished."""
        ...

    def phasing(self, game: Game[Any]) -> int | None:
        """The side whose action goes on; None between actions."""
        ...

    def standing(self, settings: GameSettings) -> Held[B]:
        """The standing orders that a game's settings keep."""
        ...

    def places(self, names: B, text: str) -> tuple[int, ...]:
        """The spaces that a text names, parted by commas; raises Refusal where it names anything else."""
        ...


__all__ = [
    "Face", "Held", "Job", "Look", "Looker", "News", "Ordered", "Pictures", "Question", "Setups", "Shown", "Story", "Suggest", "Title", "Why",
]  # fmt: skip

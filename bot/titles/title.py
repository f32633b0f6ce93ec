"""What the host must know of a game that it plays: one title, and one face for each kind of decision.

The host (service, platforms, storage) asks the title of a channel's game and knows no single one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from bot.notation.table import Table
from bot.replies.model import PictureRef
from bot.replies.offers import Desk, Offers, Sheet
from bot.titles.pog.narration.names import Names
from engine.core.game import Game
from engine.errors import Reason

#: Why a choice that the present decision knows is not legal; None where nobody can say.
Why = Callable[[Table, int], Reason | None]
#: The question that comes before a choice; None where there is none.
Question = Callable[[Desk, int], Reason | None]
#: What may be typed behind a command, with the piece that is being typed.
Suggest = Callable[[Desk, str], list[str]]


@dataclass(frozen=True, slots=True)
class Face:
    """Everything the host must know of one kind of decision; without one it is played by its bare choices."""

    #: Paragraph under which orders given at another moment are refused.
    rule: str = ""
    #: Commands that answer it, best first.
    commands: tuple[str, ...] = ("choose",)
    #: What may be typed behind a command while it is asked, beside what the title suggests at any time.
    suggests: Mapping[str, Suggest] = field(default_factory=dict)
    #: Its menus and buttons; None for one of each verb.
    offers: Callable[[Desk], Offers] | None = None
    #: The form in which a whole step is filled in at once; None where there is none.
    sheet: Callable[[Desk], Sheet] | None = None
    #: What the panel shows: the cards in hand, or the ground that is decided about.
    shows: Literal["hand", "ground"] = "ground"
    #: The verb whose choices a refusal offers first; "" for the first that has some.
    leads: str = ""
    #: Why a choice is refused, by verb.
    reasons: Mapping[str, Why] = field(default_factory=dict)
    #: What is asked before a choice is carried out, by verb.
    asks: Mapping[str, Question] = field(default_factory=dict)
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


class Title(Protocol):
    """One game that the host plays."""

    @property
    def name(self) -> str:
        """Stored with every game, for ever; the system's `title`."""
        ...

    @property
    def suggests(self) -> Mapping[str, Suggest]:
        """What may be typed behind a command at any decision."""
        ...

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that are typed."""
        ...

    def desk(self, table: Table, language: str) -> Desk:
        """The table with the words of its game in a language."""
        ...

    def order(self, desk: Desk, name: str, text: str) -> None:
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

    def face(self, kind: str) -> Face:
        """What the host must know of a kind of decision; a bare one for those that need no more."""
        ...

    # -- panels and the table message ---------------------------------------------------

    def head(self, desk: Desk) -> str:
        """The first line of a panel: how far the game is, how it stands, and who sits here."""
        ...

    def task(self, desk: Desk) -> str:
        """What is decided, with the figures that matter."""
        ...

    def panel_picture(self, game_id: str, desk: Desk) -> PictureRef | None:
        """What whoever decides should see; None where nothing helps."""
        ...

    def summary(self, names: Names, game: Game[Any]) -> list[str]:
        """How things stand, in the lines above the seats of the table message."""
        ...

    def ended(self, names: Names, game: Game[Any]) -> str:
        """How a game that is over ended."""
        ...


__all__ = ["Face", "Question", "Suggest", "Title", "Why"]

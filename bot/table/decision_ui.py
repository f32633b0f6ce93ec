"""How the host presents one kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.table.offers import OfferContext, Offers, Sheet
from bot.table.table import Table
from engine.errors import Reason

D = TypeVar("D", bound=OfferContext)
#: Why a choice known to the present decision is illegal; None if unknown.
Why = Callable[[Table, int], Reason | None]
#: The question asked before a choice; None if there is none.
Question = Callable[[D, int], Reason | None]
#: Suggests what may be typed after a command, given the piece being typed.
Suggest = Callable[[D, str], list[str]]


@dataclass(frozen=True, slots=True)
class DecisionUI(Generic[D]):
    """Describes one kind of decision to the host; a kind without one is presented as its bare choices."""

    #: Rule paragraph for refusing its orders at other moments.
    rule: str = ""
    #: Commands that answer it, best first.
    commands: tuple[str, ...] = ("choose",)
    #: Completions by command while it is pending, besides the title's general ones.
    suggests: Mapping[str, Suggest[D]] = field(default_factory=dict)
    #: Builds its menus and buttons; None for one per verb.
    offers: Callable[[D], Offers] | None = None
    #: Builds the form that fills in a whole step at once; None if there is none.
    sheet: Callable[[D], Sheet] | None = None
    #: Verbs of which one must be possible for the form to be useful; empty if it always is.
    sheet_needs: frozenset[str] = frozenset()
    #: The title's name of the picture the panel shows; "" for the usual one.
    shows: str = ""
    #: The verb whose choices a refusal offers first; "" for the first verb with any.
    leads: str = ""
    #: Explains why a choice is refused, by verb.
    reasons: Mapping[str, Why] = field(default_factory=dict)
    #: Choices whose legality depends on information hidden from the deciding side, by verb: options come from the true
    #: position, so offering or refusing one may reveal it. For all other choices neither their legality nor the reason
    #: of a refusal may reveal anything.
    hangs: Mapping[str, Callable[[Table, int], bool]] = field(default_factory=dict)
    #: Questions before a choice is carried out, by verb.
    asks: Mapping[str, Question[D]] = field(default_factory=dict)
    #: Whether a question, by the code of its reason, still has to be asked after the other orders of the line.
    still: Mapping[str, Callable[[Table, Reason], bool]] = field(default_factory=dict)
    #: Codes of questions that its menu entries already answer: a press isn't asked them.
    said: frozenset[str] = frozenset()
    #: It is asked between two actions, so everything that happened is reported.
    between: bool = False
    #: The kind under whose name others see it, if its own would reveal hidden information; "" for its own.
    told_as: str = ""
    #: Recorded choices that others don't see while the game goes on: their mere existence would be revealing.
    unread: frozenset[str] = frozenset()
    #: It moves something or spends something on a move: an unread warning holds it up.
    moves: bool = False
    #: The verb by which a later order can end it for the player; "" if none can.
    ending: str = ""
    #: The kind that names the multi-decision step it belongs to; "" if it is a step by itself.
    step: str = ""
    #: The verb by which its player ends that step.
    quits: str = ""
    #: One order can name several units, which are then chosen one after another.
    one_by_one: bool = False
    #: The title's kind of standing orders that can answer it; "" for none.
    standing: str = ""


__all__ = ["DecisionUI", "Question", "Suggest", "Why"]

"""What the host shows and asks for one kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.table.offers import OfferContext, Offers, Sheet
from bot.table.table import Table
from engine.errors import Reason

D = TypeVar("D", bound=OfferContext)
#: Why a choice that the present decision knows is not legal; None where nobody can say.
Why = Callable[[Table, int], Reason | None]
#: The question that comes before a choice; None where there is none.
Question = Callable[[D, int], Reason | None]
#: What may be typed behind a command, with the piece that is being typed.
Suggest = Callable[[D, str], list[str]]


@dataclass(frozen=True, slots=True)
class DecisionUI(Generic[D]):
    """Describes one kind of decision to the host; a kind without one is played by its bare choices."""

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
    #: The verbs of which one must be possible for the form to have something to fill in; none where it always has.
    sheet_needs: frozenset[str] = frozenset()
    #: The shelf whose picture the panel shows, as the title calls it; "" for the usual one.
    shows: str = ""
    #: The verb whose choices a refusal offers first; "" for the first that has some.
    leads: str = ""
    #: Why a choice is refused, by verb.
    reasons: Mapping[str, Why] = field(default_factory=dict)
    #: Choices whose legality hangs on what is hidden from the side that decides, by verb: options are those of the true position, so
    #: that one is offered or refused may tell it. Of every other choice it must tell nothing; nor does why one is refused.
    hangs: Mapping[str, Callable[[Table, int], bool]] = field(default_factory=dict)
    #: What is asked before a choice is carried out, by verb.
    asks: Mapping[str, Question[D]] = field(default_factory=dict)
    #: Whether a question of it, by the code of its reason, is still to be asked after what else was ordered.
    still: Mapping[str, Callable[[Table, Reason], bool]] = field(default_factory=dict)
    #: Codes of those questions that the entries of its menus answer in their own words: a press is not asked them.
    said: frozenset[str] = frozenset()
    #: It is asked between two actions, so all that has happened is told.
    between: bool = False
    #: The kind under whose words everybody reads of it, where its own would tell of hidden things; "" for its own.
    told_as: str = ""
    #: Choices as recorded that others read nothing of while the game goes on: that there was one would tell.
    unread: frozenset[str] = frozenset()
    #: It moves something, or spends something on it: a warning that nobody has read holds it up.
    moves: bool = False
    #: The verb by which a later order ends it for the player; "" where none may.
    ending: str = ""
    #: The kind whose title names the step of several decisions that it belongs to; "" where it is a step by itself.
    step: str = ""
    #: The verb by which its player ends that step.
    quits: str = ""
    #: Several units may be named in one order; they are chosen one after another.
    one_by_one: bool = False
    #: The kind of standing orders that may answer it, as the title calls them; "" for none.
    standing: str = ""


__all__ = ["DecisionUI", "Question", "Suggest", "Why"]

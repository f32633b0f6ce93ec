"""The loaded game as an order meets it: atomic choices, what they told, and blind trials.

Whoever uses a `Table` throws the game away when a `Refusal` comes out of it, so that an
order with one illegal part changes nothing.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from bot.table.refusal import AsksFirst, Refusal, refuse
from engine.core.bits import members
from engine.core.game import Event, Game
from engine.core.options import Choice
from engine.errors import ChanceError, ChoiceError, FlowError, GameOver, IllegalChoice, Reason

if TYPE_CHECKING:
    from bot.table.decision_ui import DecisionUI

log = logging.getLogger(__name__)

#: The test of a choice of a table: the question that comes before it, None where there is none.
Ask = Callable[["Table", str, int], Reason | None]


class BlindChance:
    """Answers nothing: a trial that needs a die is no trial."""

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Raise ChanceError."""
        raise ChanceError(f"a trial asked for {purpose!r}")


class Titled(Protocol):
    """What a table asks of the title of its game."""

    def face(self, kind: str) -> DecisionUI[Any]:
        """Return what the host must know of a kind of decision."""
        ...

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Return why a choice is not legal; None where the title cannot say."""
        ...


@dataclass(slots=True)
class Table:
    """A game with the side that gives an order to it, and the title that it is one of."""

    game: Game[Any]
    side: int
    title: Titled
    #: What happened, with the number of the entry that told it.
    told: list[tuple[int, Event]] = field(default_factory=list)
    #: Steps taken for the player that he did not spell out: (text key, data).
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    #: Chance answered or the other side was asked; nothing more may follow in the same order. Which of them
    #: it was must not be told, since it may depend on what the other side holds.
    chance: bool = False
    #: The decision behind which its step came to its end by itself, for nothing more of it was possible; that is open
    #: to all, and forgotten with the next choice. None where the last choice did not end a step.
    closed: Any = None
    #: The report of a trial in which the rules failed, shared with all trials made of this table.
    faults: list[str] = field(default_factory=list)
    #: Asked before each choice: the question that comes first, None where there is none; trials ask nothing.
    ask: Ask | None = None
    #: The order came by a press, whose control has said what it does.
    pressed: bool = False
    #: What was asked of choices that have been made since: the order must be thrown away, unless they are answered.
    questions: list[Refusal] = field(default_factory=list)
    #: The number of the position for whoever sits here; None where nobody counts but the record.
    position: int | None = None
    #: The entry behind which nobody goes back, as a lesson or a puzzle says.
    earliest: int = 0
    #: Its side is asked only where it has something to choose, as both sides know.
    spared: bool = False
    #: The order drops the proposal for the rest of its step, and does nothing else.
    dropped: bool = False
    #: The number of the position in which the order was given.
    begun: int = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self.number

    @property
    def undoable(self) -> bool:
        """True if something of the side's own can be taken back."""
        game = self.game
        return bool(game.stack) and game.undoable(self.side) > 0 and game.number > self.earliest

    @property
    def number(self) -> int:
        """What controls of this position bear, so that they are known to be stale later."""
        return self.game.number if self.position is None else self.position

    @property
    def kind(self) -> str:
        """Kind of the present decision, "" when the game is over."""
        return self.game.decision.kind if self.game.stack else ""

    @property
    def face(self) -> DecisionUI[Any]:
        """What the host must know of the present decision."""
        return self.title.face(self.kind)

    @property
    def mine(self) -> bool:
        """True if the ordering side must decide now."""
        return self.game.actor == self.side

    def may(self, verb: str) -> tuple[int, ...]:
        """Legal arguments of a verb for the ordering side."""
        return self.game.options().of(verb) if self.mine else ()

    def offers(self, verb: str, arg: int = 0) -> bool:
        """Return True if the choice is legal now for the ordering side."""
        return self.mine and self.game.options().allows(Choice(verb, arg))

    def field(self, name: str, default: Any = None) -> Any:
        """Return a field of the present decision, such as `stack`, or the default."""
        return getattr(self.game.decision, name, default) if self.game.stack else default

    def legal(self, verb: str) -> tuple[str, str, tuple[int, ...]]:
        """Return what a refusal may offer instead: verb, kind of its argument, legal arguments."""
        kind = self.game.decision.verbs.get(verb, "") if self.game.stack else ""
        return verb, kind, self.may(verb)

    def present(self) -> tuple[str, str, tuple[int, ...]]:
        """Return the first verb of the present decision that has something to choose from, as a refusal offers it."""
        verbs = self.game.decision.verbs if self.game.stack else ()
        for verb in sorted(verbs, key=lambda verb: verb != self.face.leads):
            offer = self.legal(verb)
            if offer[1] and offer[2]:
                return offer
        return "", "", ()

    def check_chance(self, part: str = "") -> None:
        """Refuse to go on behind a die or a question to the other side: not even a later refusal may tell of it.

        That a step has ended because nothing more of it is possible may be told.
        """
        if not self.chance:
            return
        if self.closed is None:
            raise refuse("after_chance", part=part)
        face = self.title.face(self.closed.kind)
        raise refuse("step_over", face.rule, part, decision=face.step)

    def do(self, verb: str, arg: int = 0, part: str = "") -> None:
        """Apply one atomic choice.

        Raises:
            Refusal: it is not this side's decision, a die was already rolled by this order,
                or the rules forbid it; `legal` then holds what would do. A trial that fails inside the
                engine is refused as well.
            FlowError: the engine failed, and the game is as it was before.
        """
        self.check_chance(part)
        game = self.game
        if not game.stack:
            raise refuse("game_over")
        decision = game.decision
        if (actor := decision.actor(game)) != self.side:
            raise refuse("not_your_decision", part=part, side=actor)
        face = self.title.face(decision.kind)
        if verb not in decision.verbs:
            raise Refusal(Reason("not_possible_now", face.rule, {"decision": decision.kind}), part, self.present())
        if self.questions:
            self._drop_answered()
        question = self.ask(self, verb, arg) if self.ask is not None else None
        try:
            game.apply(Choice(verb, arg), side=self.side)
        except GameOver:
            raise refuse("game_over") from None
        except ChoiceError as error:
            raise self._refusal(Choice(verb, arg), error, part) from None
        except FlowError as error:
            if not self.blind:
                raise
            self._note_fault(verb, error)
            raise refuse("not_worked_out", part=part) from None
        if question is not None and not (self.pressed and question.code in face.said):
            self.questions.append(Refusal(question, part, still=face.still.get(question.code)))
        self.told.extend((game.number, event) for event in game.drain())
        mine = self.mine
        self.chance = bool(game.fresh and game.fresh[-1].outcomes) or not mine
        ends = face.step and verb != face.quits and not (mine and self.face.step == face.step)
        self.closed = decision if ends else None

    @contextmanager
    def asking(self, ask: Ask | None) -> Iterator[None]:
        """Ask this, and nothing else, before each choice that is made in here; None asks nothing."""
        before, self.ask = self.ask, ask
        try:
            yield
        finally:
            self.ask = before

    def _refusal(self, choice: Choice, error: ChoiceError, part: str) -> Refusal:
        """Return why a choice of the present decision is not legal, with what would be."""
        reason = self._explained(choice, error)
        if reason.code == "not_possible_now":
            unexplained = Reason(reason.code, self.face.rule, reason.data)
            reason = self.title.explain(self, choice.verb, choice.arg) or unexplained
        refusal = Refusal(reason, part, self.legal(choice.verb))
        if reason.rule and not self.may(choice.verb):
            refusal.legal, refusal.beside = self.present(), self.kind
        return refusal

    def _explained(self, choice: Choice, error: ChoiceError) -> Reason:
        """Why a choice is not legal, in a position as its side imagines it: it must not tell what is hidden that forbids it."""
        game = self.game
        if not isinstance(error, IllegalChoice):
            return error.reason
        state = game.system.imagine(game.state, self.side)
        if state is game.state:
            return error.reason
        decision, twin = game.decision, game.copy(BlindChance())
        twin.state, twin.listening = state, False
        return decision.explain(twin, choice)

    def check_questions(self) -> None:
        """Refuse what was ordered as long as something of it is asked about; all of it is named, and nothing is told of it."""
        if not any(entry.outcomes for entry in self.game.fresh):
            self._drop_answered()
        if self.questions:
            raise AsksFirst(self.questions, self.begun)

    def _drop_answered(self) -> None:
        """Forget questions that the rest of the order has answered; never behind a die, of which it would tell."""
        self.questions = [one for one in self.questions if one.still is None or one.still(self, one.reason)]

    def _note_fault(self, verb: str, error: FlowError) -> None:
        """Log under an id for the player that the rules failed in a trial; once for a table and its trials."""
        if not self.faults:
            report = secrets.token_hex(4)
            self.faults.append(report)
            where = {"report": report}
            log.error("report %s: a trial of %s in %s failed", report, verb, self.kind, exc_info=error, extra=where)

    @property
    def blind(self) -> bool:
        """True for a copy to try choices on."""
        return isinstance(self.game.source, BlindChance)

    def trial(self) -> Table:
        """Return a blind copy to try choices on; it refuses whatever needs chance."""
        twin = self.game.imagined(self.side, BlindChance())
        twin.listening = False
        return Table(twin, self.side, self.title, faults=self.faults)

    def attempt(self, *choices: tuple[str, int]) -> Table | None:
        """Return a trial with the choices applied, None where they are not legal or need chance."""
        table = self.trial()
        try:
            for verb, arg in choices:
                table.do(verb, arg)
        except (Refusal, ChanceError):
            return None
        return table


def units_of(bits: int) -> list[int]:
    """Return the members of a unit set as a list."""
    return list(members(bits))

"""The loaded game while an order is applied: atomic choices, their events, and blind trials.

Callers discard the game when a `Refusal` is raised, so that an order with one illegal part changes nothing.
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

#: Returns the question to ask before a choice, None if there is none.
Ask = Callable[["Table", str, int], Reason | None]


class BlindChance:
    """A chance source that answers nothing: a trial can't roll dice."""

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Raise ChanceError."""
        raise ChanceError(f"a trial asked for {purpose!r}")


class Titled(Protocol):
    """What a table needs from its game's title."""

    def face(self, kind: str) -> DecisionUI[Any]:
        """Return the host's description of a kind of decision."""
        ...

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Return why a choice is illegal; None if the title can't say."""
        ...


@dataclass(slots=True)
class Table:
    """A game, the side that gives an order, and the game's title."""

    game: Game[Any]
    side: int
    title: Titled
    #: Events, each with the number of its entry.
    told: list[tuple[int, Event]] = field(default_factory=list)
    #: Steps taken on the player's behalf that he didn't spell out: (text key, data).
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    #: Dice were rolled or the other side was asked; nothing more may follow in the same order. Players must not learn
    #: which of the two, since it can depend on what the other side holds.
    chance: bool = False
    #: The decision after which its step ended by itself because nothing more was possible; public, and reset by the
    #: next choice. None if the last choice didn't end a step.
    closed: Any = None
    #: The report id of a trial in which the rules failed, shared with all trials of this table.
    faults: list[str] = field(default_factory=list)
    #: Returns the question to ask before each choice; trials ask none.
    ask: Ask | None = None
    #: The order was a press, and its control's label said what it does.
    pressed: bool = False
    #: Questions about choices made since: unless they get answered, the order must be discarded.
    questions: list[Refusal] = field(default_factory=list)
    #: The position's number as counted for this player; None to use the record's.
    position: int | None = None
    #: The entry before which nothing can be undone, set by a lesson or a puzzle.
    earliest: int = 0
    #: Decisions of this side with only one choice are skipped, as both sides know.
    spared: bool = False
    #: The order drops the proposal for the rest of its step and does nothing else.
    dropped: bool = False
    #: The number of the position in which the order was given.
    begun: int = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self.number

    @property
    def undoable(self) -> bool:
        """True if the side can undo something of its own."""
        game = self.game
        return bool(game.stack) and game.undoable(self.side) > 0 and game.number > self.earliest

    @property
    def number(self) -> int:
        """The number that controls of this position carry, by which stale ones are recognised later."""
        return self.game.number if self.position is None else self.position

    @property
    def kind(self) -> str:
        """The kind of the present decision, "" when the game is over."""
        return self.game.decision.kind if self.game.stack else ""

    @property
    def face(self) -> DecisionUI[Any]:
        """The host's description of the present decision."""
        return self.title.face(self.kind)

    @property
    def mine(self) -> bool:
        """True if the ordering side must decide now."""
        return self.game.actor == self.side

    def may(self, verb: str) -> tuple[int, ...]:
        """Return the legal arguments of a verb for the ordering side."""
        return self.game.options().of(verb) if self.mine else ()

    def offers(self, verb: str, arg: int = 0) -> bool:
        """Return True if the choice is legal now for the ordering side."""
        return self.mine and self.game.options().allows(Choice(verb, arg))

    def field(self, name: str, default: Any = None) -> Any:
        """Return a field of the present decision, such as `stack`, or the default."""
        return getattr(self.game.decision, name, default) if self.game.stack else default

    def legal(self, verb: str) -> tuple[str, str, tuple[int, ...]]:
        """Return the alternatives for a refusal: verb, kind of its argument, legal arguments."""
        kind = self.game.decision.verbs.get(verb, "") if self.game.stack else ""
        return verb, kind, self.may(verb)

    def present(self) -> tuple[str, str, tuple[int, ...]]:
        """Return the first verb of the present decision with legal arguments, as alternatives for a refusal."""
        verbs = self.game.decision.verbs if self.game.stack else ()
        for verb in sorted(verbs, key=lambda verb: verb != self.face.leads):
            offer = self.legal(verb)
            if offer[1] and offer[2]:
                return offer
        return "", "", ()

    def check_chance(self, part: str = "") -> None:
        """Refuse to continue after dice or a question to the other side: even a later refusal could reveal information.

        If the step has ended because nothing more is possible, the refusal says so, since that is public.
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
            Refusal: it is not this side's decision, this order has already rolled dice, or the rules forbid it; `legal`
                then contains the alternatives. A trial that fails inside the engine is refused as well.
            FlowError: the engine failed; the game is unchanged.
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
        """Use `ask` for each choice made in the block; None asks nothing."""
        before, self.ask = self.ask, ask
        try:
            yield
        finally:
            self.ask = before

    def _refusal(self, choice: Choice, error: ChoiceError, part: str) -> Refusal:
        """Return why a choice of the present decision is illegal, with alternatives."""
        reason = self._explain_illegal(choice, error)
        if reason.code == "not_possible_now":
            unexplained = Reason(reason.code, self.face.rule, reason.data)
            reason = self.title.explain(self, choice.verb, choice.arg) or unexplained
        refusal = Refusal(reason, part, self.legal(choice.verb))
        if reason.rule and not self.may(choice.verb):
            refusal.legal, refusal.beside = self.present(), self.kind
        return refusal

    def _explain_illegal(self, choice: Choice, error: ChoiceError) -> Reason:
        """Return why a choice is illegal, judged from the side's own knowledge so that nothing hidden is revealed."""
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
        """Raise all open questions about the order; dice already rolled are not reported."""
        if not any(entry.outcomes for entry in self.game.fresh):
            self._drop_answered()
        if self.questions:
            raise AsksFirst(self.questions, self.begun)

    def _drop_answered(self) -> None:
        """Drop questions that the rest of the order has answered; never after dice, since that would reveal them."""
        self.questions = [one for one in self.questions if one.still is None or one.still(self, one.reason)]

    def _note_fault(self, verb: str, error: FlowError) -> None:
        """Log under a report id that the rules failed in a trial; once for a table and its trials."""
        if not self.faults:
            report = secrets.token_hex(4)
            self.faults.append(report)
            where = {"report": report}
            log.error("report %s: a trial of %s in %s failed", report, verb, self.kind, exc_info=error, extra=where)

    @property
    def blind(self) -> bool:
        """True for a copy used to try choices."""
        return isinstance(self.game.source, BlindChance)

    def trial(self) -> Table:
        """Return a blind copy to try choices on; it refuses anything that needs dice."""
        twin = self.game.imagined(self.side, BlindChance())
        twin.listening = False
        return Table(twin, self.side, self.title, faults=self.faults)

    def attempt(self, *choices: tuple[str, int]) -> Table | None:
        """Return a trial with the choices applied, None if they are illegal or need dice."""
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

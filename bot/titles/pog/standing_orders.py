"""Standing orders: decisions that a seat has made in advance, carried out when it would be asked.

An order depends only on the seat's own legal choices and on public information, so it reveals nothing. Its choices are
recorded as automatic. Only its own seat sees it, unless it is given openly: the seat's default answer is then known to
both sides, and the fact that it answers says nothing about its hand.

By default each side is asked about combat cards only while it holds one that it can play or discard. Both are told so,
since silence then reveals something about the hand, and each can choose to be asked every time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.storage.models import GameSettings
from bot.table.refusal import Refusal, Undecided, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles import table_of
from bot.titles.pog import confirmations
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.notation.reactions import FIRST, loss_choice
from bot.titles.pog.notation.stacks import units_in
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.game import Game
from engine.core.options import Choice

Kind = Literal["cards", "losses", "retreat", "advance", "occupy"]
#: Maximum number of orders per side; more are a mistake rather than a plan.
MOST = 12
#: Maximum number of choices made for one command; a chain of reactions is far shorter.
LONGEST = 60

#: `DecisionUI.standing` of the decisions about combat cards, by the typed words for them.
_CARD_WINDOWS = {"any": ("attacking", "defending"), "defending": ("defending",), "attacking": ("attacking",)}
#: The option of `/new` by which players choose when they are asked, as typed and stored.
_CHOSEN = "windows"
_OPENLY = re.compile(r"^\s*(?:openly|publicly|in public)\b[\s,:]*|[\s,]*\b(?:openly|publicly|in public)\s*$")
#: Phrases of a side that wants to be asked every time, and of one that doesn't; matched against text without
#: punctuation.
_ALWAYS, _ONLY = re.compile(r"\b(always|every time)\b"), re.compile(r"\bonly\b")
#: `DecisionUI.standing` of decisions that concern only cards.
_OF_CARDS = frozenset({"attacking", "defending", "discarding"})
#: Words with which an order about advances says that there are none.
_NONE = re.compile(r"\b(no|not|never|dont|nobody|none|without|skip|decline|stay)\b")
_SCOPE = re.compile(r"[\s,]*\b(?:for )?(?:the |this )(round|turn)\b\s*$")


class StandingOrder(BaseModel):
    """One standing order of a side."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    #: Card windows it applies to: "any", "defending" or "attacking".
    windows: Literal["any", "defending", "attacking"] = "any"
    #: Losses: what is lost first.
    first: Literal["corps", "armies", "weakest", "fort"] = "corps"
    #: Spaces for which the seat wants to be asked.
    unless: tuple[int, ...] = ()
    #: The turn and round in which it applies; 0 means every one.
    turn: int = Field(default=0, ge=0)
    round: int = Field(default=0, ge=0)
    #: Whether both sides see it.
    open: bool = False

    def holds(self, turn: int, round_: int) -> bool:
        """Return True while the order is in force."""
        return self.turn in (0, turn) and self.round in (0, round_)

    def over(self, turn: int, round_: int) -> bool:
        """Return True once the order can never be in force again."""
        return bool(self.turn) and (
            turn > self.turn or (turn == self.turn and bool(self.round) and round_ > self.round)
        )


class PogStandingOrders(BaseModel):
    """The standing orders of a game by side, and what they did last."""

    model_config = ConfigDict(extra="ignore")

    orders: dict[str, list[StandingOrder]] = Field(default_factory=dict)
    #: By side: texts of the orders that acted last, newest last.
    done: dict[str, list[str]] = Field(default_factory=dict)
    #: Sides that are asked about combat cards only while they hold a usable one; both sides know which.
    only_held: list[int] = Field(default_factory=list)

    @classmethod
    def of(cls, settings: GameSettings) -> PogStandingOrders:
        """Load them from a game's settings."""
        return settings.part("standing", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these standing orders stored in them."""
        return settings.model_copy(update={"standing": self.model_dump(mode="json")})

    def of_side(self, side: int) -> list[StandingOrder]:
        """Return the orders of a side."""
        return self.orders.get(str(side), [])

    def carry_out(self, table: Table, names: Names) -> Table:
        """Answer decisions from the deciding side's orders until a player has to be asked."""
        return carry_out(table, names, self)

    def give(self, names: Names, side: int, text: str, moment: tuple[int, int]) -> None:
        """Add an order at the front, since the latest order takes precedence.

        Raises:
            Refusal: it isn't a standing order, or the list is full.
        """
        if (only := _asked_only(text)) is not None:
            self.only_held = sorted({*self.only_held, side} if only else {*self.only_held} - {side})
            return
        if self.count(side) >= MOST:
            raise refuse("standing_full", count=MOST)
        order = read(names, text, *moment)
        self.orders[str(side)] = [order, *(old for old in self.of_side(side) if old != order)]

    def count(self, side: int) -> int:
        """Return how many orders a side has given."""
        return len(self.of_side(side))

    def drop(self, side: int, number: int) -> None:
        """Revoke an order by its position, counted from 1; 0 revokes all."""
        kept = [order for place, order in enumerate(self.of_side(side), 1) if number and place != number]
        self.orders[str(side)] = kept

    def told(self, names: Names, side: int) -> list[str]:
        """Return the orders of a side in words."""
        return [told(names, order) for order in self.of_side(side)]

    def begin(self, options: Mapping[str, Any]) -> None:
        """Ask neither side needlessly, unless the players have chosen when they are asked."""
        self.only_held = [] if _CHOSEN in options else [0, 1]

    def instead(self, names: Names) -> dict[str, str]:
        """Return the text that replaces the option `windows` in the overview."""
        if len(self.only_held) != 1:
            return {_CHOSEN: names.words.say("ui.standing.only_held_option")} if self.only_held else {}
        spared = self.only_held[0]
        own = {"side": names.side(spared), "other": names.side(1 - spared)}
        return {_CHOSEN: names.words.say("ui.standing.only_held_by_one_option", **own)}

    def spares(self, side: int) -> bool:
        """Return True if a side is asked about cards only while it holds a usable one."""
        return side in self.only_held

    def default(self, names: Names, game: Game[Any], side: int) -> str:
        """Return when a side is asked about cards and how to change that; "" if the game's options determine it."""
        if game.state.rules.options.windows != "public":
            return ""
        return names.words.say(f"ui.standing.{'only_held' if self.spares(side) else 'always'}_own")

    def openly(self, names: Names, *, together: bool = False) -> list[str]:
        """Return the orders that are public, naming their side; with `together`, a setting common to both sides is one line."""
        say = names.words.say
        if together and len(self.only_held) > 1:
            asked = [say("ui.standing.only_held_both")]
        else:
            asked = [say("ui.standing.only_held", side=names.side(side)) for side in self.only_held]
        return asked + [
            say("ui.standing.openly", side=names.side(side), order=lowered(told(names, order, alone=True)))
            for side in (0, 1)
            for order in self.of_side(side)
            if order.open
        ]

    def done_by(self, side: int) -> list[str]:
        """Return what a side's orders did last."""
        return self.done.get(str(side), [])


def _asked_only(text: str) -> bool | None:
    """Return True for "ask me only when I hold one", False for "always ask me", None for other texts."""
    words = phrase(text.casefold())
    if not re.search(r"\bask(ed)?\b", words):
        return None
    return False if _ALWAYS.search(words) else True if _ONLY.search(words) else None


def read(names: Names, text: str, turn: int, round_: int) -> StandingOrder:
    """Parse a typed order.

    Raises:
        Refusal: it isn't a standing order.
    """
    main, _, exceptions = text.casefold().partition(" unless ")
    main, opened = _OPENLY.subn("", main)
    found = _SCOPE.search(main) or _SCOPE.search(exceptions)
    main, exceptions = _SCOPE.sub("", main), _SCOPE.sub("", exceptions).strip()
    scope_turn = turn if found else 0
    scope_round = round_ if found and found[1] == "round" else 0
    words = phrase(main)
    spaces = tuple(_exceptions(names, exceptions)) if exceptions else ()
    scope = {"unless": spaces, "turn": scope_turn, "round": scope_round, "open": bool(opened)}
    if re.search(r"\bcards?\b", words) and re.search(r"\b(pass|no|skip)\b", words):
        windows = "defending" if "defend" in words else "attacking" if "attack" in words else "any"
        return StandingOrder.model_validate({"kind": "cards", "windows": windows, **scope})
    if re.search(r"\bloss(es)?\b", words):
        if first := next((FIRST[word] for word in words.split() if word in FIRST), ""):
            return StandingOrder.model_validate({"kind": "losses", "first": first, **scope})
        raise _which(names, text, "losses")
    if re.search(r"\bretreats?\b", words):
        return StandingOrder.model_validate({"kind": "retreat", **scope})
    if re.search(r"\badvance\b", words) and re.search(r"\b(all|everybody|everyone|always)\b", words):
        return StandingOrder.model_validate({"kind": "occupy", **scope})
    if re.search(r"\badvances?\b", words):
        if _NONE.search(words):
            return StandingOrder.model_validate({"kind": "advance", **scope})
        raise _which(names, text, "advance")
    raise refuse("standing_form")


def _which(names: Names, text: str, subject: str) -> Refusal:
    """Return the refusal of an order that names only what it is about, with the orders that it may mean."""
    examples: list[str] = names.words.table("commands.standing")["examples"]
    found = [one for one in examples if subject in one.split() or f"{subject}:" in one.split()]
    return Undecided(text, {one: one for one in found})


def _exceptions(names: Names, text: str) -> list[int]:
    """Return the spaces that are excepted: `paris`, `Paris is attacked`, `it's Paris or Verdun`."""
    known, around = lexicon(names.content, names.words.language), names.words.table("commands.standing")["around"]
    bare = re.sub(rf"(?<![\w'])(?:{'|'.join(map(re.escape, around))})(?![\w'])", " ", text)
    return [known.space(part.strip()) for part in re.split(r",| or | and ", bare) if part.strip()]


def lowered(text: str) -> str:
    """Return a text with its first letter in lower case."""
    return text[:1].lower() + text[1:]


def told(names: Names, order: StandingOrder, *, alone: bool = False) -> str:
    """Return an order in words; `alone` omits that both sides see it."""
    say = names.words.say
    key = {"cards": f"cards_{order.windows}", "losses": f"losses_{order.first}"}.get(order.kind, order.kind)
    text = say(f"ui.standing.{key}")
    if order.unless:
        spaces = names.words.listed([names.space(s) for s in order.unless], "or")
        text = say("ui.standing.unless", order=text, spaces=spaces)
    if order.turn:
        scope = "round" if order.round else "turn"
        text = say(f"ui.standing.{scope}", order=text, turn=names.turn(order.turn), round=order.round)
    return say("ui.standing.open", order=text) if order.open and not alone else text


def _done(names: Names, order: StandingOrder, turn: int, round_: int) -> str:
    """Return what an order did, and when."""
    moment = names.turn(turn) + (names.words.say("ui.panel.round", round=round_) if round_ else "")
    return f"{told(names, order)} ({moment})"


def choice_for(table: Table, names: Names, orders: list[StandingOrder]) -> tuple[Choice, StandingOrder] | None:
    """Return the choice that a side's orders make now; None if the side must be asked."""
    state = table.game.state
    for order in orders:
        if not order.holds(state.turn, state.round) or _is_exception(table, order):
            continue
        choice = _choice_by_order(order, table, names)
        if choice is not None and table.offers(*choice):
            return choice, order
    return None


def _is_exception(table: Table, order: StandingOrder) -> bool:
    """Return True if the current combat is one of the order's exceptions."""
    combat = table.game.state.combat
    return combat is not None and combat.target in order.unless


def _choice_by_order(order: StandingOrder, table: Table, names: Names) -> Choice | None:
    asked = table.face.standing
    if order.kind == "cards" and asked in _CARD_WINDOWS[order.windows]:
        return Choice("finish", 0)
    if order.kind == asked == "losses":
        return loss_choice(table, order.first)
    if order.kind == asked == "retreat":
        return retreat_choice(table, names)
    if order.kind == asked == "advance":
        if confirmations.nobody_advances(PogOfferContext(table, names), 0):
            return None  # what an order would be asked about isn't done without asking
        # where an advance is declared in advance, naming no unit means none
        return next((Choice(verb, 0) for verb in ("finish", "decline") if table.offers(verb)), None)
    if order.kind == "occupy" and asked == "advance":
        return occupying_choice(table)
    return None


def occupying_choice(table: Table) -> Choice | None:
    """Return the next choice for occupying the won space with every unit that fits; None if they can't do so together."""
    if table.field("path", ()):
        return Choice("stop", 0) if table.offers("stop") else None
    trial, first = table.trial(), None
    while joining := trial.may("add"):
        first = first or Choice("add", joining[0])
        trial.do("add", joining[0])
    if trial.offers("declare"):
        return first or Choice("declare", 0)
    return (first or Choice("step", trial.may("step")[0])) if trial.may("step") else None


def retreat_choice(table: Table, names: Names) -> Choice | None:
    """Return the next choice for retreating rather than holding, each unit to where most own combat factors are."""
    if table.offers("retreat"):
        return Choice("retreat", 0)
    if table.may("step"):
        context = PogOfferContext(table, names)
        best = min(table.may("step"), key=lambda s: (-context.factors(units_in(table, s)), names.space(s)))
        return Choice("step", best)
    if table.may("pick"):
        return Choice("pick", table.may("pick")[0])
    return Choice("eliminate", 0) if table.offers("eliminate") else None


def _has_one_answer(table: Table) -> bool:
    """Return True if a question about cards has only one answer. Its being asked reveals something, so undo stops here."""
    game = table.game
    if table.face.standing not in _OF_CARDS or game.decision.covert:
        return False
    game.forget_undo()
    return table.offers("finish") and not any(table.may(verb) for verb in game.decision.verbs if verb != "finish")


def carry_out(table: Table, names: Names, standing: PogStandingOrders) -> Table:
    """Answer decisions from the deciding side's orders until a player has to be asked.

    All events go to the table of the command that led here, so that they are narrated with it.
    """
    game = table.game
    for _ in range(LONGEST):
        side = game.actor
        if side is None:
            break
        asked = table_of(game, side)
        found = choice_for(asked, names, standing.of_side(side))
        choice, order = found or (Choice("finish", 0), None)
        if found is None and not (standing.spares(side) and _has_one_answer(asked)):
            break
        game.apply(choice, side=side, automatic=True)
        table.told.extend((game.number, event) for event in game.drain())
        if order is None:
            continue
        note = _done(names, order, game.state.turn, game.state.round)
        standing.done[str(side)] = [*standing.done.get(str(side), []), note][-5:]
    state = game.state
    for side_name, orders in standing.orders.items():
        standing.orders[side_name] = [order for order in orders if not order.over(state.turn, state.round)]
    return table


__all__ = [
    "PogStandingOrders", "StandingOrder", "carry_out", "choice_for", "occupying_choice", "read", "retreat_choice", "told",
]  # fmt: skip

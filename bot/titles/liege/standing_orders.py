"""Standing orders of Liège 1914: a side's automatic answers while the other one acts, with defaults.

withdraw always | never | at 1.5        retreat toward w35 | camp | supply        guns stay | go        follow yes | no
ask withdraw | retreat | guns | follow | all

They answer the questions of a combat in the other side's player turn, so that a player turn needs only one hand-over.
The latest order takes precedence. In its own player turn a side always decides for itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import override

from bot.table.refusal import perhaps, refuse
from bot.table.table import Table
from bot.table.typed_text import fold
from bot.titles import table_of
from bot.titles.defaults.standing_orders import PlainStandingOrders
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import lexicon
from bot.titles.liege.notation.reading import nearest_side
from bot.titles.liege.notation.standing_sentences import standing_sentence
from bot.titles.liege.notation.unknown_names import unknown
from engine.core.bits import members
from engine.core.game import Game
from engine.core.options import Choice
from engine.liege.combat import HexAttack, strength_of
from engine.liege.grid import NOWHERE
from engine.liege.sequence.combats import HexCombat
from engine.liege.state import LiegeState

What = Literal["withdraw", "retreat", "guns", "follow"]
#: The topic of the standing order that answers each decision.
ANSWERS: Final[Mapping[str, What]] = {
    "withdraw": "withdraw", "retreat": "retreat", "remain": "guns", "advance": "follow", "entering": "follow",
}  # fmt: skip
_FORMS: Final[tuple[tuple[What, re.Pattern[str]], ...]] = (
    ("withdraw", re.compile(r"withdraw (?:cavalry )?(always|never|at (\d+(?:[.,]\d)?)(?: ?(?::|to) ?1)?)")),
    ("retreat", re.compile(r"retreat (?:toward |to )?(?:the )?(.+)")),
    ("guns", re.compile(r"guns (stay|go)")),
    ("follow", re.compile(r"follow (yes|no)")),
)
_ASK: Final = re.compile(r"ask(?: me)?(?: (withdraw|retreat|guns|follow|all))?")


class LiegeStandingOrder(BaseModel):
    """One order: `do` is a word of its form; `odds` is the ratio of attackers' to defenders' strength, in tenths."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    what: What
    do: Literal["always", "never", "at", "toward", "camp", "supply", "stay", "go", "yes", "no", "ask"]
    odds: int = Field(default=0, ge=0, le=990)
    toward: int = NOWHERE


#: What applies to a side by default.
DEFAULTS: Final[Mapping[What, LiegeStandingOrder]] = {
    "withdraw": LiegeStandingOrder(what="withdraw", do="at", odds=15),
    "retreat": LiegeStandingOrder(what="retreat", do="camp"),
    "guns": LiegeStandingOrder(what="guns", do="go"),
    "follow": LiegeStandingOrder(what="follow", do="no"),
}


# -- answers ------------------------------------------------------------------------------------------------------


def answer(order: LiegeStandingOrder, table: Table) -> Choice | None:
    """Return an order's answer to the present decision; None if the side must be asked."""
    if order.do == "ask":
        return None
    kind = table.kind
    if kind == "withdraw":
        return _withdrawal(order, table)
    if kind == "retreat":
        return _retreat(order, table)
    if kind == "remain":
        unit = int(table.field("units")[0])
        return Choice("go" if order.do == "go" and table.offers("go", unit) else "stay", unit)
    return _entering(table) if kind == "entering" else _advance(order, table)


def _withdrawal(order: LiegeStandingOrder, table: Table) -> Choice:
    ways = table.may("go")
    if not ways or order.do == "never" or (order.do == "at" and _ratio(table) < order.odds):
        return Choice("stand")
    return Choice("go", min(ways, key=lambda hex_: _distance_home(table, hex_)))


def _ratio(table: Table) -> int:
    """Return the ratio of attackers' to defenders' strength in the current combat, in tenths."""
    battle = next(frame for frame, _ in reversed(table.game.stack) if isinstance(frame, HexCombat))
    strength = strength_of(table.game.state, HexAttack(battle.hex, battle.full, battle.partly))
    return 10 * strength.attack // max(strength.defence, 1)


def _retreat(order: LiegeStandingOrder, table: Table) -> Choice | None:
    state: LiegeState = table.game.state
    if faces := table.may("face"):
        unit = int(table.field("units")[0])
        side = nearest_side(state, state.at[unit], members(int(table.field("foes"))))
        return Choice("face", side if side in faces else faces[0])

    def rank(hex_: int) -> tuple[int, tuple[int, int]]:
        if order.do == "toward":
            return state.facts.grid.distance(hex_, order.toward), _distance_home(table, hex_)
        return int(order.do == "camp" and not state.facts.camp >> hex_ & 1), _distance_home(table, hex_)

    ways = table.may("to")
    return Choice("to", min(ways, key=rank)) if ways else None


def _distance_home(table: Table, hex_: int) -> tuple[int, int]:
    """Return the sort key of a hex: distance to the side's nearest headquarters, then the hex's index."""
    state: LiegeState = table.game.state
    units = state.facts.units
    homes = [
        at for one, at in enumerate(state.at) if at >= 0 and units[one].type == "HQ" and units[one].side == table.side
    ]
    return min((state.facts.grid.distance(hex_, home) for home in homes), default=0), hex_


def _advance(order: LiegeStandingOrder, table: Table) -> Choice:
    """Enter if ordered; otherwise only turn units to face the enemy."""
    if order.do == "yes" and (able := table.may("enter")):
        return Choice("enter", able[0])
    state: LiegeState = table.game.state
    foes = members(int(table.field("hexes")))
    for unit in table.may("face"):
        if nearest_side(state, state.at[unit], foes) not in (NOWHERE, state.facing[unit]):
            return Choice("face", unit)
    return Choice("finish")


def _entering(table: Table) -> Choice:
    state: LiegeState = table.game.state
    if ways := table.may("to"):
        return Choice("to", ways[0])
    at = state.at[int(table.field("unit"))]
    side = nearest_side(state, at, [hex_ for hex_ in members(int(table.field("hexes"))) if hex_ != at])
    return Choice("face", side if table.offers("face", side) else table.may("face")[0])


def _in_form(names: LiegeBook, text: str) -> str:
    """Return a free-form order in its formal wording; raises Refusal if there is none, or with the closest if it isn't exact."""
    found = standing_sentence(names, text)
    if found is None:
        raise refuse("no_standing_order", text=text)
    if not found.exact:
        raise perhaps(refuse("nearest_standing_order", part=text, nearest=found.order), "", [f"standing {found.order}"])
    return found.order


# -- the orders of a game ------------------------------------------------------------------------------------------


class LiegeStandingOrders(PlainStandingOrders[LiegeStandingOrder, LiegeBook]):
    """The standing orders of one game by side, newest first, and what they did."""

    @override
    def carry_out(self, table: Table, names: LiegeBook) -> Table:
        """Answer the questions in the other side's player turn until a player has to be asked."""
        game = table.game
        while game.stack and table.face.standing and game.actor != game.state.side:
            side, what = int(game.actor or 0), ANSWERS[table.kind]
            order = next((one for one in self.held(side) if one.what == what), DEFAULTS[what])
            choice = answer(order, table_of(game, side))
            if choice is None:
                return table
            told = names.words.say("ui.standing.did", order=self.in_words(names, order), turn=game.state.turn)
            self.answer(table, choice, "" if choice.verb in ("face", "finish") else told)
        return table

    @override
    def give(self, names: LiegeBook, side: int, text: str, moment: tuple[int, int]) -> None:
        """Add an order; raises Refusal if it isn't one or the list is full."""
        del moment
        said = " ".join(fold(text).split())
        if not self._formal(names, said):
            said = fold(_in_form(names, text))
        asked = _ASK.fullmatch(said)
        given = self._asks(asked[1] or "all") if asked else [self._read(names, said, text)]
        left = [old for old in self.held(side) if old.what not in {one.what for one in given}]
        self.put(side, given, left)

    @staticmethod
    def _formal(names: LiegeBook, said: str) -> bool:
        """Return whether an order has a formal wording; a retreat toward something other than a hex could be a sentence."""
        found = next(((what, match) for what, form in _FORMS if (match := form.fullmatch(said))), None)
        if found is None or found[0] != "retreat":
            return found is not None or _ASK.fullmatch(said) is not None
        goal = found[1][1]
        known = goal in ("camp", "supply") or bool(lexicon(names).name(goal, "hex"))
        return known or standing_sentence(names, said) is None

    @staticmethod
    def _asks(what: str) -> list[LiegeStandingOrder]:
        return [LiegeStandingOrder(what=one, do="ask") for one in get_args(What) if what in ("all", one)]

    @staticmethod
    def _read(names: LiegeBook, said: str, text: str) -> LiegeStandingOrder:
        for what, form in _FORMS:
            if (found := form.fullmatch(said)) is None:
                continue
            do = found[1].split()[0]
            if what == "withdraw":
                odds = round(10 * float(found[2].replace(",", "."))) if found[2] else 0
                return LiegeStandingOrder(what=what, do=do, odds=min(odds, 990))  # type: ignore[arg-type]  # the form has these words alone
            if what == "retreat" and do not in ("camp", "supply"):
                hexes = lexicon(names).name(found[1], "hex")
                if not hexes:
                    raise unknown(names.facts, found[1])
                return LiegeStandingOrder(what=what, do="toward", toward=hexes[0])
            return LiegeStandingOrder(what=what, do=do)  # type: ignore[arg-type]  # as above
        raise refuse("no_standing_order", text=text)

    @override
    def default(self, names: LiegeBook, game: Game[Any], side: int) -> str:
        """Return what applies to topics without an order."""
        del game
        own = {one.what for one in self.held(side)}
        left = [self.in_words(names, order) for what, order in DEFAULTS.items() if what not in own]
        return names.words.say("ui.standing.default", list=names.words.listed(left)) if left else ""

    @override
    def in_words(self, names: LiegeBook, order: LiegeStandingOrder) -> str:
        hex_ = names.hex(order.toward) if order.toward != NOWHERE else ""
        return names.words.say(f"ui.standing.{order.what}_{order.do}", odds=f"{order.odds / 10:g}", hex=hex_)


__all__ = ["ANSWERS", "DEFAULTS", "LiegeStandingOrder", "LiegeStandingOrders", "answer"]

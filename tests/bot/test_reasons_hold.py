"""A refusal's reason is true, its alternatives work, and so does the form it asks for, at positions of wars."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Ambiguous, Refusal
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from engine.core.chance import KeyedChance
from engine.errors import ChanceError
from engine.pog import PogGame
from engine.pog.rules import replacement, supply
from tests.bot.test_said_and_done import WARS, book, exact, moves, positions

KINDS = ("activate", "move_unit", "move_stack", "sr_unit", "replacement", "retreat")
#: Orders with a unit, its space, an adjacent space, and any space of the map; those tried at one position.
PATTERNS = (
    "sr {unit} to {far}", "sr {unit} to {near}", "rp {unit}", "rp all", "entrench {unit}", "activate {here} attack",
    "activate {here} move", "attack {near} with {unit}", "attack {near}", "move {unit} to {near}", "move {kind} to {near}",
    "rp {kind}",
)  # fmt: skip
TRIED = 40
#: Answers that a requested form must not get.
_UNCLEAR = frozenset({"ambiguous", "no_such_unit", "not_there", "nobody_from_there"})


@dataclass(frozen=True)
class Case:
    """A refusal, with the position in which the order was given."""

    game: PogGame
    side: int
    refusal: Refusal

    def number(self, key: str) -> int:
        """Return a figure of the reason, or an id."""
        found = self.refusal.reason.data[key]
        assert isinstance(found, int)
        return found

    @property
    def space(self) -> int:
        """Return the space it mentions."""
        return self.number("space")

    def enemies(self, space: int) -> int:
        """Return the enemy's units in a space."""
        return int(self.game.state.units_of(1 - self.side, space))

    def apart(self, one: int, other: int) -> int:
        """Return the number of lines between two spaces, whoever can use them."""
        seen, border, steps = {one}, {one}, 0
        while border and other not in border:
            border = {near for space in border for near in book(self.game).neighbours[space]} - seen
            seen |= border
            steps += 1
        return steps if border else 99


def _full(case: Case) -> bool:
    return bool(case.game.state.units_of(case.side, case.space).bit_count() >= case.number("most"))


def _half_full(case: Case) -> bool:
    own = case.game.state.units_of(case.side, case.space)
    units = case.refusal.reason.data["units"]
    assert isinstance(units, tuple)
    return int((own & ~sum(1 << unit for unit in units)).bit_count()) == case.number("most") - case.number("count")


def _too_dear(case: Case) -> bool:
    unit = case.number("unit")
    pool = case.game.state.rules.content.units[unit].pool or ""
    return int(replacement.price(case.game.state, unit)) > case.game.state.rp.get(pool, 0)


def _whole(case: Case) -> bool:
    state, unit = case.game.state, case.number("unit")
    return not state.reduced >> unit & 1 and state.rules.content.spaces[state.loc[unit]].kind != "eliminated"


def _marked(case: Case) -> bool:
    operation = case.game.state.operation
    return operation is None or bool(operation.attack >> case.space & 1)


def _really_blocked(case: Case) -> bool:
    """Return whether the named obstacle really blocks the way by itself."""
    blocks = case.refusal.reason.data["blocks"]
    assert isinstance(blocks, tuple)
    said = [Case(case.game, case.side, Refusal(block)) for block in blocks]
    return bool(said) and all(TRUE[one.refusal.reason.code](one) for one in said if one.refusal.reason.code in TRUE)


#: The condition that must hold when a reason is given, by its code.
TRUE: dict[str, Callable[[Case], bool]] = {
    "no_room": _full,
    "no_room_for_all": _half_full,
    "enemy_there": lambda case: bool(case.enemies(case.space)),
    "attack_marker_there": _marked,
    "attack_marker_until_reserve": _marked,
    "no_way_there": _really_blocked,
    # The steps are those over lines the unit can use, which can be more than on the map.
    "too_far": lambda case: case.apart(case.number("origin"), case.space) <= case.number("count") > case.number("left"),
    "nobody_to_attack": lambda case: (
        not case.enemies(case.space) and not case.game.state.intact_forts(1 - case.side) >> case.space & 1
    ),
    "no_target_in_reach": lambda case: (
        not any(
            case.enemies(near) or case.game.state.intact_forts(1 - case.side) >> near & 1
            for near in book(case.game).neighbours[case.space]
        )
    ),
    "full_already": _whole,
    "rp_too_dear": _too_dear,
    "unit_out_of_supply": lambda case: not supply.in_supply(case.game.state, case.number("unit")),
    "not_adjacent": lambda case: case.space not in book(case.game).neighbours[case.number("origin")],
    "fort_needs_siege": lambda case: bool(case.game.state.unbesieged_forts(1 - case.side) >> case.space & 1),
    "sr_not_friendly": lambda case: case.game.state.controller(case.space) != case.side,
    "not_possible_now": lambda case: False,
    "no_such_unit": lambda case: False,
}


def orders(game: PogGame, luck: random.Random) -> Iterator[tuple[str, str]]:
    """Yield orders naming units, stacks and spaces, preferring near ones."""
    yield from ((name, text) for name, text, _, _ in moves(game, luck))
    content, side, names = game.state.rules.content, int(game.actor or 0), book(game)
    ground = [space for space in content.spaces if space.kind == "map"]
    own = [
        unit for unit in content.units if unit.side == side and content.spaces[game.state.loc[unit.id]].kind == "map"
    ]
    for _ in range(TRIED if own else 0):
        unit, far = luck.choice(own), luck.choice(ground)
        here = game.state.loc[unit.id]
        words = {
            "unit": exact(unit),
            "kind": names.unit(unit.id),
            "here": names.space(here),
            "far": names.space(far.id),
        }
        words["near"] = names.space(luck.choice(names.neighbours[here] or [far.id]))
        name, _, text = luck.choice(PATTERNS).format(**words).partition(" ")
        yield name, text


def given(game: PogGame, name: str, text: str) -> tuple[Table, Refusal | None]:
    """Return the table after an order on a copy, and its refusal if it was refused."""
    table = table_of(game.copy(KeyedChance(b"given")), int(game.actor or 0))
    try:
        typed.ORDERS[name](lexicon(game.state.rules.content), table, text)
    except Refusal as refusal:
        return table, refusal
    except ChanceError:
        pass
    return table, None


@pytest.mark.sweep(fixed=["summer_1916-1"])
@pytest.mark.parametrize(("scenario", "deal"), WARS, ids=[f"{name}-{deal}" for name, deal in WARS])
def test_a_reason_is_true_and_what_it_offers_works(scenario: str, deal: int) -> None:
    luck, met = random.Random(deal), Counter[str]()
    for game in positions(scenario, deal, KINDS):
        for name, text in orders(game, luck):
            table, refusal = given(game, name, text)
            if refusal is None:
                continue
            said = sentence(book(game), refusal)
            where = (scenario, game.number, game.decision.kind, name, text, said)
            code = refusal.reason.code
            met[code] += 1
            if code in TRUE:
                assert TRUE[code](Case(game, table.side, refusal)), where
            if isinstance(refusal, Ambiguous):
                one = luck.choice(refusal.candidates)
                exactly = re.sub(re.escape(refusal.part), one, text, count=1, flags=re.IGNORECASE)
                again = given(game, name, exactly)[1]
                assert again is None or again.reason.code not in _UNCLEAR, (*where, exactly)
                assert again is None or name != "rp" or game.decision.kind != "replacement", (*where, exactly)
            for advice in re.findall(r"`/(\w+) ([^`]+)`", said) if code == "left_behind" else ():
                assert given(game, *advice)[1] is None, where
            verb, _, args = refusal.legal or ("", "", ())
            if verb == "to" and name == "move" and args:
                goal = book(game).space(luck.choice(args))
                begin = re.split(r" to (?=[^ ])", text)[0]
                again = given(game, name, f"{begin} to {goal}")[1]
                assert again is None, (*where, goal, again.reason)
    assert len(met) > 12, met

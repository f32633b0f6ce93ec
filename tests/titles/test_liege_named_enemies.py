"""Lines that name a hidden enemy are answered alike wherever it is: naming it finds nobody (19.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.liege.title import TITLE
from bot.titles.testing.contract_looks import ContractViewer
from bot.titles.testing.suite import known
from bot.titles.vocabulary import vocabulary
from engine.core.game import Game
from engine.liege.state import LiegeState
from tests.liege.support import playing, position

GERMANS = {
    "ge_34_ib": "V36 s", "ge_2_kd": "V36 s", "ge_27_ib": "U35 sw", "ge_14_ib": "U35 sw", "ge_ii_fussa_9": "U35 sw", "ge_iii_fussa_4": "U35 sw",
    "ge_38_ib": "V34 n", "ge_hq_2_aok": "T35 n",
}  # fmt: skip
#: Who is under the Belgian markers in V35, W34, W35 and Z36: others each time, and some are still to come.
BELGIANS = (
    {"be_9_11_bm": "V35 ne", "be_12_14_bm": "W34 s", "be_15_bm": "W35 n", "be_dc": "Z36 ne"},
    {"be_12_14_bm": "V35 ne", "be_9_11_bm": "W34 s", "be_15_bm": "W35 n", "be_dc": "Z36 s"},
    {"be_9_11_rf": "V35 ne", "be_12_14_rf": "W34 s", "be_15_bm": "W35 n", "be_dc": "Z36 ne"},
)
NAMES = ("9bm", "12bm", "9rf", "dc")
ORDERS = (
    "shell {enemy}", "shell {enemy} with all", "shell {enemy} in {hex} with all", "fire at {enemy}", "fire 15cm at {enemy}", "fire {enemy} {hex}",
    "attack {enemy}", "attack {enemy} with 27ib", "attack {enemy} in {hex}", "attack v35 with {enemy} {hex}", "march 34ib to {enemy}",
    "march {enemy} to {hex}", "march 34ib facing {enemy}", "turn 34ib facing {enemy}", "turn {enemy} s", "turn 27ib {enemy} s", "scout 2kd {enemy}", "assault barchon with {enemy}",
    "dig {enemy}", "shift 27ib to {enemy}", "arrive {enemy}", "merge 27ib from {enemy}",
)  # fmt: skip
SENTENCES = (
    "hit {enemy} with everything", "shoot at {enemy} in {hex}", "{enemy} in {hex}: 27ib attacks", "27ib attacks {enemy} at {hex}",
    "swap 27ib and {enemy}", "27ib goes to where {enemy} is", "34ib next to {enemy}", "all on {enemy}", "{enemy} to {hex}", "{enemy} arrives",
    "{enemy} digs in at {hex}", "{enemy} from {hex} to v36", "all but {enemy} attack {hex}",
)  # fmt: skip
LOOKS = (
    "units {enemy}", "units reach {enemy}", "odds attack {enemy}", "odds attack {enemy} in {hex} with 27ib", "odds attack v35 with {enemy} {hex}",
    "odds shell {enemy} with all", "odds shell {enemy} in {hex} with all", "odds fire at {enemy}", "odds assault barchon with {enemy}",
)  # fmt: skip


def games() -> list[Game[LiegeState]]:
    """Return games that differ only in who is under the markers, in the German player turn."""
    hidden = tuple({name for units in BELGIANS for name in units})
    return [
        playing(position({**GERMANS, **units}, forts=("all",), hidden=tuple(one for one in hidden if one in units)))
        for units in BELGIANS
    ]


def lines(templates: tuple[str, ...]) -> Iterator[str]:
    for template in templates:
        for enemy in NAMES:
            yield from dict.fromkeys(template.format(enemy=enemy, hex=hex_) for hex_ in ("v35", "w34"))


def refused(refusal: Refusal) -> tuple[object, ...]:
    return refusal.reason, refusal.part, refusal.proposed, refusal.legal


def answer(game: Game[LiegeState], line: str) -> object:
    """Return what a line comes to: where an order leads, why it is refused, or what a sentence could mean."""
    table = table_of(game.copy(), 0, position=1)
    context = TITLE.offer_context(table, "en")
    name, _, text = line.partition(" ")
    if name not in TITLE.orders:
        found = TITLE.guesses(context, line)
        return found, [TITLE.says_all(context, line, one) for one in found], TITLE.meant(context, line)
    try:
        TITLE.order(context, name, text)
    except Refusal as refusal:
        return refused(refusal)
    return table.game.fresh[-1].choice


def looked(game: Game[LiegeState], line: str) -> object:
    seat: Any = ContractViewer(TITLE, game, 0)
    name, _, text = line.partition(" ")
    try:
        reply = TITLE.looks[name].show(seat, vocabulary(TITLE).by_name[name].parse(text, seat.names.words))
    except Refusal as refusal:
        return refused(refusal)
    return reply


@pytest.mark.parametrize("kind", ["barrage", "march", "combat", "afterwards"])
def test_a_named_enemy_is_found_nowhere_while_it_is_hidden(kind: str) -> None:
    known(TITLE)
    several = games()
    for game in several:
        while game.decision.kind != kind:
            game.apply(game.parse("done"))
    told = []
    for line in lines(ORDERS + SENTENCES):
        answers = [answer(game, line) for game in several]
        told += [line] if any(one != answers[0] for one in answers) else []
    for line in lines(LOOKS):
        answers = [looked(game, line) for game in several]
        told += [line] if any(one != answers[0] for one in answers) else []
    assert told == []


def test_fire_at_a_hidden_enemy_has_to_name_the_hex() -> None:
    known(TITLE)
    game = games()[0]
    for line in ("shell 9bm", "fire 15cm at 12bm", "shell 9rf", "shell dc in v35"):
        table = table_of(game.copy(), 0, position=1)
        name, _, text = line.partition(" ")
        with pytest.raises(Refusal, match="not_seen"):
            TITLE.order(TITLE.offer_context(table, "en"), name, text)

"""Pairs of beginnings of the Siege that one side alone can tell apart: other units came hidden to the same hexes."""

from __future__ import annotations

from typing import Final

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.support import ordered

GERMANS: Final = (
    ("arrive ge_27_ib", "face sw", "arrive ge_14_ib", "face n"),
    ("arrive ge_14_ib", "face sw", "arrive ge_ii_fussa_9", "face n"),
)
BELGIANS: Final = (("arrive be_9_11_bm", "face ne"), ("arrive be_9_11_rf", "face s"))
COMMON: Final = ("arrive ge_hq_2_aok", "arrive ge_11_ib", "face nw", "done")
#: A unit with a facing or one without arrives, and marches; a hidden unit turns.
_ARRIVED: Final = (("arrive ge_34_ib", "face sw", "done"), ("arrive ge_2_kd", "done"))
_MARCHED: Final = tuple(
    (*arrived, "done", f"unit {unit}", "step U36", "halt", *facing)
    for arrived, unit, facing in zip(_ARRIVED, ("ge_34_ib", "ge_2_kd"), (("face s",), ()), strict=True)
)
_TURNED: Final = ("arrive ge_27_ib", "face sw", "done", "done", "turn ge_27_ib", "face n", "done")
#: Guns that look at a fort, or away from it: only the first are asked for a barrage.
_AIMED: Final = tuple(
    (
        "arrive ge_hq_2_aok",
        "arrive ge_27_ib",
        "face sw",
        "arrive ge_34_ib",
        "face s",
        "arrive ge_ii_fussa_9",
        f"face {side}",
        "arrive ge_iii_fussa_4",
        f"face {side}",
        "done",
        "done",
        *done,
    )
    for side, done in (("sw", ("done",) * 3), ("n", ("done",)))
)
#: How both go on, and whose units differ.
PAIRS: Final[tuple[tuple[tuple[str, ...], tuple[str, ...], int], ...]] = (
    (_ARRIVED[0], _ARRIVED[1], 0),
    (_AIMED[0], _AIMED[1], 0),
    (_MARCHED[0], _MARCHED[1], 0),
    ((*_TURNED[:4], "done"), _TURNED, 0),
    *(
        ((*GERMANS[0], *tail), (*GERMANS[1], *tail), 0)
        for tail in (("done",), ("done", "arrive be_hq_leman"), ("done", "done"))
    ),
    *(
        ((*COMMON, *BELGIANS[0], *tail), (*COMMON, *BELGIANS[1], *tail), 1)
        for tail in (("done",), ("done", "unit ge_11_ib"), ("done", "done"), ("done", "done", "done"))
    ),
)


def played(*orders: str) -> Game[LiegeState]:
    """A Siege after some orders; its dice are always the same."""
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(b"twins"))
    ordered(game, *orders)
    return game


__all__ = ["BELGIANS", "COMMON", "GERMANS", "PAIRS", "played"]

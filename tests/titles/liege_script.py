"""Sieges of Liège 1914 as typed orders, the same on every platform: three turns, and a whole one. Anna is German, Ben Belgian.

Chance always takes its last candidate, so every die shows 20. All kinds of orders are in the three turns: arrivals, fire at a fort and at
units, with the question which is hit, an assault, marches, a turn, a reconnaissance, attacks, a retreat, a move after the
combats, fieldworks, a way off the map, and phases in which nothing more is done.
"""

from __future__ import annotations

import re
from typing import Any, Final

from engine.core.game import Game
from tests.titles.test_liege_budget import Written, siege

LOBBY: Final = (("anna", "new siege"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start"))
_GERMANS: Final = (
    ("arrive all", "done"),
    ("fire 15cm 21cm at barchon", "done", "arrive all", "march 34ib to u35", "turn 27ib n", "done", "attack v35 with 34ib",
     "retreat to u36 facing sw", "done", "dig all", "shift 4kd to t36", "done"),
    ("shell v35 with ii/9", "shell 9bm", "fire iii/4 at evegnee", "done", "assault pontisse with emmich", "done", "arrive all",
     "march emmich to v36 facing sw", "march 9kd to w33 scout w34", "done", "march 27ib v36 facing s", "march 14ib v36 facing s",
     "done", "attack v35 with 27ib 14ib", "hold the rest", "dig all", "done"),
)  # fmt: skip
_BELGIANS: Final = (
    ("arrive all", "done"),
    ("shell v36", "done", "march dc to y36", "done", "done", "dig all", "done"),
    ("done", "turn 15bm n", "depart dc", "done", "done", "done"),
)
TURNS: Final = tuple(
    (user, line)
    for german, belgian in zip(_GERMANS, _BELGIANS, strict=True)
    for user, lines in (("anna", german), ("ben", belgian))
    for line in lines
)
#: What is played: three turns in every run, and a whole Siege as two recruits play it.
GAMES: Final = ("three_turns", "whole")
#: What would tell of a unit that has neither fought nor been seen.
HIDDEN: Final = re.compile(r"\b(?:13|14|18|19|20|5)\.ID\b|\b(?:11|38|43)\.IB\b")


def script(game: str) -> list[tuple[str, str]]:
    """Return the lines of a game, each with who types it, from its lobby on; call it where chance takes its last candidate."""
    if game == "three_turns":
        return [*LOBBY, *TURNS]
    users = ("anna", "ben")
    return [*LOBBY, *((users[one.game.actor or 0], line) for one in siege([]) for line in Written(one).lines())]


def check_reached(game: str, played: Game[Any]) -> None:
    """Check that the lines were carried out to the last one."""
    if game == "whole":
        assert played.result is not None
        assert (played.result.reason, played.state.turn) == ("points", 8)
    else:
        assert (played.state.turn, played.state.side) == (5, 0)


__all__ = ["GAMES", "HIDDEN", "LOBBY", "TURNS", "check_reached", "script"]

"""The moments of Liège 1914 at which lines are typed: the Night of 5 August, played up to a phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.titles import table_of
from bot.titles.liege.title import TITLE
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.system import LiegeSystem

#: The commands that open this game in a channel, for Anna as the Germans and Ben as the Belgians.
OPENING = (("anna", "new night"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start"))


@dataclass(frozen=True, slots=True)
class Position:
    """A game in the form set into a channel."""

    game: Game[Any]


def give(game: Game[Any], name: str, text: str = "") -> None:
    """Carry out a typed order of the side to decide."""
    table = table_of(game, game.actor or 0, position=1)
    TITLE.order(TITLE.offer_context(table, "en"), name, text)


def until(game: Game[Any], kind: str) -> None:
    """Let both sides end their phases until this decision."""
    for _ in range(12):
        if game.decision.kind == kind:
            return
        give(game, "done")
    raise AssertionError(f"{kind} is not asked")


@cache
def _played(kind: str, seed: int, facing: str = "") -> Game[Any]:
    game: Game[Any] = Game.start(LiegeSystem("night"), KeyedChance(bytes([seed]) * 32))
    if kind == "arriving":
        return game
    for name, text in (("arrive", f"all {facing}".strip()), ("hold", "the rest"), ("arrive", "all"), ("done", "")):
        give(game, name, text)
    if kind == "belgian barrage":
        while game.actor == 0:
            give(game, "done")
        until(game, "barrage")
        return game
    until(game, "barrage" if kind == "barrage" else "march")
    if kind in ("barrage", "march"):
        return game
    give(game, "march", "11ib to t34")
    until(game, "combat")
    if kind == "afterwards":
        until(game, kind)
    elif kind != "combat":
        give(game, "attack", "v35")
    assert game.decision.kind == kind
    return game


def _at(kind: str, seed: int = 0, facing: str = "") -> Callable[[], Position]:
    return lambda: Position(_played(kind, seed, facing).copy(KeyedChance(bytes([seed]) * 32)))


#: Positions by moment name; the guns face V35 where they can fire.
MOMENTS: dict[str, Callable[[], Position]] = {
    "arriving": _at("arriving"), "firing": _at("barrage", facing="facing sw"), "marching": _at("march"), "combat": _at("combat"),
    "belgian_firing": _at("belgian barrage", facing="facing sw"), "afterwards": _at("afterwards"), "retreating_from_v35": _at("retreat"), "breach": _at("breach", 1),
}  # fmt: skip

__all__ = ["MOMENTS", "OPENING", "Position"]

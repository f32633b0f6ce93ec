"""What the host must know of Paths of Glory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from bot.notation.table import Table
from bot.replies.model import PictureRef
from bot.replies.offers import Desk
from bot.titles.pog.faces import FACES, GENERIC
from bot.titles.pog.narration.names import Names, names
from bot.titles.pog.notation import compact, typed, whynot
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.panels import figures
from bot.titles.pog.suggesting import ALWAYS
from bot.titles.title import Face, Suggest, Title
from engine.core.game import Game
from engine.errors import Reason


class PathsOfGloryTitle:
    """What the host must know of Paths of Glory, whatever the ruleset."""

    @property
    def name(self) -> str:
        """As stored."""
        return "pog"

    @property
    def suggests(self) -> Mapping[str, Suggest]:
        """What may be typed behind a command at any decision."""
        return ALWAYS

    @property
    def orders(self) -> Collection[str]:
        """Names of the playing commands that are typed."""
        return typed.ORDERS

    def desk(self, table: Table, language: str) -> Desk:
        """The table with the words of its game's content."""
        return Desk(table, names(table.content, language))

    def order(self, desk: Desk, name: str, text: str) -> None:
        """Carry out a playing command."""
        typed.ORDERS[name](lexicon(desk.names.content, desk.names.words.language), desk.table, text)

    def press(self, table: Table, order: str) -> None:
        """Carry out an order in a few characters."""
        compact.carry_out(table, order)

    def together(self, table: Table, orders: Sequence[str]) -> list[str]:
        """The card, activation, movement, attack."""
        return compact.together(table, orders)

    def explain(self, table: Table, verb: str, arg: int) -> Reason | None:
        """Why a choice is not legal, as the rules' own functions tell."""
        return whynot.explain(table, verb, arg)

    def face(self, kind: str) -> Face:
        """What the host must know of a kind of decision."""
        return FACES.get(kind, GENERIC)

    def head(self, desk: Desk) -> str:
        """Turn, round and VP."""
        return figures.head(desk)

    def task(self, desk: Desk) -> str:
        """What is decided."""
        return figures.task(desk)

    def panel_picture(self, game_id: str, desk: Desk) -> PictureRef | None:
        """The hand, or the ground."""
        return figures.picture(game_id, desk)

    def summary(self, names: Names, game: Game[Any]) -> list[str]:
        """Turn, round, VP and war status."""
        return figures.summary(names, game)

    def ended(self, names: Names, game: Game[Any]) -> str:
        """Who won, and why."""
        return figures.ended(names, game)


TITLE: Final[Title] = PathsOfGloryTitle()

__all__ = ["TITLE", "PathsOfGloryTitle"]

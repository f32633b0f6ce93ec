"""A player who looks at the shown panel and presses what the given record requires; platforms supply the actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from bot.service.session import holder_id
from bot.service.visibility import position_for
from bot.storage import Store
from bot.table import tokens
from tests.platforms.example_by_buttons import Control, Press, Record, pages, seat_to_move, side_to_move, to_press

P = TypeVar("P")
M = TypeVar("M")

#: Labels of public buttons for the player who must decide.
DOORS = frozenset({"Answer", "My move", "Panel"})


class PlayedByButtons(ABC, Generic[P, M]):
    """Plays a given record to its end; `people` are by user id."""

    def __init__(self, store: Store, people: Mapping[str, P]) -> None:
        self._store, self._people = store, people
        self.presses = 0
        self.several = 0

    async def play(self, game: str, wanted: Record) -> None:
        """Press until the record is as long as the given one."""
        while (stored := await self._store.load(game)).number + 1 < len(wanted):
            person = self._people[seat_to_move(stored)]
            message = await self.panel(person, game, position_for(stored, holder_id(stored, side_to_move(stored))))
            found = to_press(stored, wanted, self.controls(message))
            waiting: list[tuple[Press, ...]] = [(page,) for page in pages(stored, self.controls(message))]
            opened = set[tuple[str, ...]]()
            while found is None and waiting:
                way = waiting.pop(0)
                if way[-1].tokens in opened:
                    continue
                opened.add(way[-1].tokens)
                await self._open(person, message, way)
                found = to_press(stored, wanted, self.controls(message))
                waiting += [(*way, page) for page in pages(stored, self.controls(message))]
            if found is None:
                following = [entry.get("choice") for entry in wanted[stored.number + 1 :][:4]]
                raise AssertionError(f"nothing means {following}: {self.told(message)}")
            await self._counted(person, message, found)

    async def _open(self, person: P, message: M, way: Sequence[Press]) -> None:
        """Open a page by the pages that lead to it; the panel is replaced in place, so another one begins at the whole panel.

        A page whose group is on the whole panel since a proposal was dropped is not opened any more.
        """
        if not self._shows(message, way[-1]):
            whole = next(one for one in self.controls(message) if one.tokens[0].endswith("~panel"))
            await self._counted(person, message, Press(whole, whole.tokens, 0))
            for before in way[:-1]:
                if not self._shows(message, way[-1]) and self._shows(message, before):
                    await self._counted(person, message, before)
        if self._shows(message, way[-1]):
            await self._counted(person, message, way[-1])

    async def _counted(self, person: P, message: M, what: Press) -> None:
        self.presses += 1
        self.several += len(what.tokens) > 1
        await self.press(person, message, what)
        for sure in [control for control in self.controls(message) if control.tokens[0].endswith("~anyway")]:
            # A question came instead of the panel: press the confirmation.
            await self.confirm(person, message, Press(sure, sure.tokens, 0))

    def _shows(self, message: M, what: Press) -> bool:
        return any(
            control.place == what.control.place and set(what.tokens) <= set(control.tokens)
            for control in self.controls(message)
        )

    # -- supplied by platforms ---------------------------------------------------------------

    @abstractmethod
    def controls(self, message: M) -> list[Control]:
        """Return everything that can be pressed or chosen on a message."""

    @abstractmethod
    def told(self, message: M) -> str:
        """Return a message's text, for failures."""

    @abstractmethod
    async def press(self, person: P, message: M, what: Press) -> None:
        """Press a control; the panel is replaced in place."""

    @abstractmethod
    async def confirm(self, person: P, message: M, what: Press) -> None:
        """Press the confirmation of an order."""

    @abstractmethod
    async def panel(self, person: P, game: str, number: int) -> M:
        """Return the person's panel of a position; if there is none, open it from the table message or the prompt."""


def is_of(controls: Sequence[Control], game: str, number: int) -> bool:
    """Return True if a control gives an order at a position of a game."""
    return any(_position(text) == (game, number) for control in controls for text in control.tokens)


def _position(text: str) -> tuple[str, int] | None:
    try:
        token = tokens.parse(text)
    except tokens.BadToken:
        return None
    return (token.game, token.number) if token.kind == "order" else None


__all__ = ["DOORS", "PlayedByButtons", "is_of"]

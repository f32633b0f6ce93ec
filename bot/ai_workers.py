"""Worker processes in which the computer player thinks, beside the event loop, one game after another in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.service.record_work import RecordWorkBusy
from bot.workers import Overloaded, Workers

#: Questions that may wait, far more than games in which somebody waits for an answer; a game has one at a time.
_MOST, _MOST_OF_ONE = 10_000, 2


class AiWorkers:
    """Asks the levels of the computer; the processes start with the first question.

    Args:
        count: processes.
    """

    def __init__(self, count: int) -> None:
        self._workers = Workers(count, "thinks for the computer", most=_MOST, most_of_one=_MOST_OF_ONE)

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Return what a function makes of the arguments; `person` is the game that waits for it.

        Raises:
            Busy: too much is asked for.
        """
        try:
            return await self._workers.run(person, function, *args)
        except Overloaded as error:
            raise RecordWorkBusy(str(error)) from error

    async def close(self) -> None:
        """End at once. The next process starts the unfinished moves again."""
        await self._workers.close()


__all__ = ["AiWorkers"]

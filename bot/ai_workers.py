"""Pool of worker processes that compute the computer player's moves, taking turns between games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.service.record_work import RecordWorkBusy
from bot.workers import Overloaded, Workers

#: Queue limits, far above the number of games that can be waiting for an answer; each game has one request at a time.
_MOST, _MOST_OF_ONE = 10_000, 2


class AiWorkers:
    """Runs the computer player in worker processes, which start on the first request.

    Args:
        count: number of processes.
    """

    def __init__(self, count: int) -> None:
        self._workers = Workers(count, "thinks for the computer", most=_MOST, most_of_one=_MOST_OF_ONE)

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Run a function in a worker process and return its result; `person` is the game that waits for it.

        Raises:
            RecordWorkBusy: the queue is full.
        """
        try:
            return await self._workers.run(person, function, *args)
        except Overloaded as error:
            raise RecordWorkBusy(str(error)) from error

    async def close(self) -> None:
        """Stop all processes at once; unfinished moves are computed again by the next bot process."""
        await self._workers.close()


__all__ = ["AiWorkers"]

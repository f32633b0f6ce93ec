"""Limits on typed input: words per line, and lines per second.

Orders are parsed on the event loop that serves everyone, so parsing a line must be quick, and one person's lines must
leave room for those of others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from bot.table.refusal import refuse
from bot.table.typed_text import tokens

#: Maximum number of words and signs per line. The longest orders in tests and recorded games have less than half.
WORDS = 250
#: Lines that a person may send at once, and per second after that; a long line counts as several.
BURST, RATE = 40.0, 20.0
#: Every so many words, a line counts once more.
_SHORT = 15
#: Maximum seconds that a line waits for its turn.
_LONGEST = 5.0
#: Maximum number of people tracked.
_PEOPLE = 10_000


def size_of(line: str) -> int:
    """Return the number of words and signs in a line, as parsed for orders."""
    return len(tokens(line))


def bounded(line: str) -> str:
    """Return the line; refuse one with too many words."""
    count = size_of(line)
    if count > WORDS:
        raise refuse("too_many_words", count=count, most=WORDS)
    return line


class InputPace:
    """Rate limiter for typed lines: lets each person's lines through, in order.

    Args:
        now: a monotonic clock in seconds; None for the event loop's.
    """

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now
        #: By person: when the lines sent so far are paid off.
        self._until: OrderedDict[str, float] = OrderedDict()

    async def wait(self, person: str, line: str) -> None:
        """Wait until a person's line may be parsed; refuse it if that would take too long."""
        seconds = self.seconds(person, 1 + size_of(line) // _SHORT)
        if seconds > 0:
            await asyncio.sleep(seconds)

    def seconds(self, person: str, lines: int) -> float:
        """Count a person's lines and return their wait in seconds; refuse, without counting, if it is too long."""
        now = self._now() if self._now is not None else asyncio.get_running_loop().time()
        until = max(self._until.get(person, 0.0), now) + lines / RATE
        wait = until - now - BURST / RATE
        if wait > _LONGEST:
            raise refuse("too_fast")
        self._until[person] = until
        self._until.move_to_end(person)
        while len(self._until) > _PEOPLE:
            self._until.popitem(last=False)
        return max(0.0, wait)


__all__ = ["BURST", "RATE", "WORDS", "InputPace", "bounded", "size_of"]

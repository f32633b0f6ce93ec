"""Limit what one person may type: words at once, and lines in a second.

Orders are read on the loop on which everybody is answered, so a line has to be read in little time, and one person's lines
must leave room for those of others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from bot.table.refusal import refuse
from bot.table.typed_text import tokens

#: Words and signs of a typed line. The longest orders that tests and recorded games know have less than half.
WORDS = 250
#: Lines that somebody may send at once, and in a second from then on; a long line counts for several.
BURST, RATE = 40.0, 20.0
#: Words for which a line counts once more.
_SHORT = 15
#: Seconds that a line waits for its turn at most.
_LONGEST = 5.0
#: People of whom it is remembered what they sent.
_PEOPLE = 10_000


def size_of(line: str) -> int:
    """Return how many words and signs a line has, as orders are read."""
    return len(tokens(line))


def bounded(line: str) -> str:
    """Return the line; refuses one of too many words."""
    count = size_of(line)
    if count > WORDS:
        raise refuse("too_many_words", count=count, most=WORDS)
    return line


class InputPace:
    """Lets each person's lines through, in their order, as fast as is fair to others.

    Args:
        now: a clock that never goes back, in seconds; None for that of the loop.
    """

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now
        #: By person: when all that was sent is paid off.
        self._until: OrderedDict[str, float] = OrderedDict()

    async def wait(self, person: str, line: str) -> None:
        """Wait until a line of somebody may be read; refuses it where that would take too long."""
        seconds = self.seconds(person, 1 + size_of(line) // _SHORT)
        if seconds > 0:
            await asyncio.sleep(seconds)

    def seconds(self, person: str, lines: int) -> float:
        """Count lines of somebody and return for how long they have to wait; refuses, and counts nothing, what is too much."""
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

"""How often one address may ask in a minute."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable

#: Requests that one address may make in a window, and the seconds of the window.
MOST, WINDOW = 80, 60.0
#: Addresses that are remembered.
_REMEMBERED = 10_000


class Limits:
    """Counts requests by address over the last minute.

    Args:
        most: requests in the window.
        clock: seconds that only grow.
    """

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Count a request; 0 if it may be served, else the seconds after which one may be again."""
        now, who = self._clock(), _whole(address)
        asked = self._asked.setdefault(who, deque())
        self._asked.move_to_end(who)
        while asked and asked[0] <= now - WINDOW:
            asked.popleft()
        if len(asked) >= self._most:
            return max(1, math.ceil(asked[0] + WINDOW - now))
        asked.append(now)
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return 0


def _whole(address: str) -> str:
    """An address as one subscriber has it: of the newer kind everybody has a whole net."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def caller(peer: str, forwarded: str) -> str:
    """The address that asks: that of the peer, or where that is a proxy of ours the one that it names last."""
    try:
        near = ipaddress.ip_address(peer).is_private
    except ValueError:
        near = not peer  # a socket of this machine
    last = forwarded.rpartition(",")[2].strip()
    return last if near and last else peer


__all__ = ["MOST", "Limits", "caller"]

"""Rate limit per address."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Net = IPv4Network | IPv6Network

#: Requests per window allowed to one address, and the window in seconds.
MOST, WINDOW = 80, 60.0
#: Most addresses to remember.
_REMEMBERED = 10_000


class Limits:
    """Counts requests by address within the last window.

    Args:
        most: requests in the window.
        clock: a monotonic clock, in seconds.
    """

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Count a request; return 0 if it may be served, else the seconds to wait."""
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
    """Return the key under which an address counts: for IPv6 its /64 network, which belongs to one subscriber."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def caller(peer: str, forwarded: str, proxies: Collection[Net] = ()) -> str:
    """Return the client's address: the peer's, or if that is a trusted proxy, the last untrusted one before it.

    Args:
        peer: address of the connection.
        forwarded: the whole X-Forwarded-For header, to whose end each proxy has appended its peer.
        proxies: networks of the trusted proxies.
    """
    asked = peer
    for hop in reversed([one.strip() for one in forwarded.split(",")]):
        if not _ours(asked, proxies) or not _address(hop):
            break
        asked = hop
    return asked


def _ours(address: str, proxies: Collection[Net]) -> bool:
    found = _address(address)
    return found is not None and any(found in net for net in proxies)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


__all__ = ["MOST", "Limits", "Net", "caller"]

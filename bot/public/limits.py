"""How often one address may ask in a minute."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Net = IPv4Network | IPv6Network

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
    """Return an address as one subscriber has it: of the newer kind everybody has a whole net."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def caller(peer: str, forwarded: str, proxies: Collection[Net] = ()) -> str:
    """Return the address that asks: that of the peer, or where that is a proxy of ours the last one before it that is none.

    Args:
        peer: who is connected.
        forwarded: the whole of X-Forwarded-For, each proxy having added whom it heard at the end.
        proxies: nets of those proxies whose word counts.
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

"""Bids for sides as sealed maxima, and the auction between them.

By the tournament rules, each player rolls a die, the higher names a side and what to cede for it; the other takes the
other side or bids more for the same one, until one accepts. A player's maximum bids no more than needed, in steps of
one. A bid is sealed with the season's seed: nobody can read it before the auction, everyone can verify it once the seed
is revealed.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues.entrants import Side
from bot.leagues.lots import die, drawn, opened, sealed_with

Maximum = tuple[Side, int]
_BID, _SIDE, _DIE = "bid", "side", "die"


@dataclass(frozen=True, slots=True)
class Auction:
    """The outcome of an auction: maxima and dice in the players' order, calls in turn, the sides, and the price."""

    maxima: tuple[tuple[int, int], tuple[int, int]]
    dice: tuple[tuple[int, int], ...]
    calls: tuple[tuple[str, int], ...]
    first: str
    second: str
    side: Side
    ceded: int


def sealed(seed: bytes, side: Side, most: int, match: str, slot: str, nonce: int) -> str:
    """Return a bid sealed so that only the seed opens it."""
    return sealed_with(seed, bytes((1 if side is Side.FIRST else 2, most)), _BID, match, slot, str(nonce))


def read(seed: bytes, text: str, match: str, slot: str, nonce: int) -> Maximum:
    """Open a bid.

    Raises:
        ValueError: it was not sealed with this seed for this match and slot.
    """
    side, most = opened(seed, text, 2, _BID, match, slot, str(nonce))
    return Side.FIRST if side == 1 else Side.SECOND, most


def auction(seed: bytes, match: str, one: tuple[str, Maximum | None], other: tuple[str, Maximum | None]) -> Auction:
    """Run the auction between two bids; a player without one gets a side by lot and cedes nothing."""
    wants = {name: bid or (_by_lot(seed, match, name), 0) for name, bid in (one, other)}
    names = (one[0], other[0])
    dice = [_roll(seed, match, names, 1)]
    while dice[-1][0] == dice[-1][1]:
        dice.append(_roll(seed, match, names, len(dice) + 1))
    speaker, listener = names if dice[-1][0] > dice[-1][1] else (names[1], names[0])
    side, amount = wants[speaker][0], 0
    calls = [(speaker, amount)]
    while wants[listener][0] is side and amount < wants[listener][1]:
        amount += 1
        speaker, listener = listener, speaker
        calls.append((speaker, amount))
    first, second = (speaker, listener) if side is Side.FIRST else (listener, speaker)
    maxima = tuple((int(wants[name][0]), wants[name][1]) for name in names)
    return Auction((maxima[0], maxima[1]), tuple(dice), tuple(calls), first, second, side, amount)


def _by_lot(seed: bytes, match: str, name: str) -> Side:
    return Side.FIRST if drawn(seed, _SIDE, match, name)[0] & 1 else Side.SECOND


def _roll(seed: bytes, match: str, names: tuple[str, str], number: int) -> tuple[int, int]:
    return die(seed, _DIE, match, names[0], str(number)), die(seed, _DIE, match, names[1], str(number))


__all__ = ["Auction", "Maximum", "auction", "read", "sealed"]

"""Encode choices as short orders for tokens: `c.VERB:ARG+VERB:ARG`, several separated by "|"."""

from __future__ import annotations

import string
from collections.abc import Iterable

_DIGITS = string.digits + string.ascii_lowercase
#: Longest order that fits into a token of 100 characters; longer ones are not offered as one press.
LONGEST = 66


def base36(number: int) -> str:
    """Format a non-negative integer in base 36."""
    text = ""
    while True:
        number, rest = divmod(number, 36)
        text = _DIGITS[rest] + text
        if not number:
            return text


def encode_ids(numbers: Iterable[int]) -> str:
    """Encode several ids."""
    return ",".join(base36(number) for number in numbers)


def encode_choices(*choices: tuple[str, int]) -> str:
    """Encode choices as an order."""
    return "c." + "+".join(f"{verb}:{base36(arg)}" for verb, arg in choices)


def decode_choices(order: str) -> list[tuple[str, int]]:
    """Decode the choices of the first order in this format; [] for orders in other formats."""
    if not order.startswith("c."):
        return []
    first = order[2:].partition("|")[0]
    return [(verb, int(arg, 36)) for verb, _, arg in (one.partition(":") for one in first.split("+"))]


def join_orders(*orders: str) -> str:
    """Join several orders."""
    return "|".join(orders)


__all__ = ["LONGEST", "base36", "decode_choices", "encode_choices", "encode_ids", "join_orders"]

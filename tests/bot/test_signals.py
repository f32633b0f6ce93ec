"""A signal reaches all connected listeners, each once, and works without any."""

from __future__ import annotations

from bot.signals import Signal


def test_all_who_are_connected_hear_it_once_and_in_order() -> None:
    told: list[tuple[str, int]] = []
    signal: Signal[[int]] = Signal()

    def first(number: int) -> None:
        told.append(("first", number))

    def second(number: int) -> None:
        told.append(("second", number))
        signal.disconnect(second)

    signal(0)
    for hearer in (first, second, first):
        signal.connect(hearer)
    signal(1)
    signal(2)
    assert told == [("first", 1), ("second", 1), ("first", 2)]
    signal.disconnect(second)

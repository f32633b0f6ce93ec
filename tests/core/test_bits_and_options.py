"""Sets of integers as bits, and sets of choices made of them."""

from __future__ import annotations

import pytest

from engine.core import bits
from engine.core.options import Choice, Options


@pytest.mark.parametrize("numbers", [(), (0,), (3, 1, 2), (360, 0, 64, 63)])
def test_a_mask_holds_exactly_its_members(numbers: tuple[int, ...]) -> None:
    assert tuple(bits.members(bits.mask(numbers))) == tuple(sorted(numbers))


def test_bit_first_and_single() -> None:
    assert bits.bit(5) == 32
    assert bits.first(0b101000) == 3
    assert bits.single(0b1000)
    assert not bits.single(0)
    assert not bits.single(0b1010)


def test_empty_sets_are_left_out() -> None:
    options = Options({"a": 0, "b": 0b101})
    assert list(options) == [Choice("b", 0), Choice("b", 2)]
    assert options.count() == 2
    assert options.of("b") == (0, 2)
    assert options.of("a") == ()
    assert options
    assert not Options({"a": 0})


def test_membership_is_exact() -> None:
    options = Options({"b": 0b101, "stop": 1})
    assert options.allows(Choice("b", 2))
    assert options.allows(Choice("stop"))
    assert not options.allows(Choice("b", 1))
    assert not options.allows(Choice("b", -1))
    assert not options.allows(Choice("c", 0))
    assert not options.allows(Choice("stop", 1))


def test_only_is_the_single_choice() -> None:
    assert Options({"b": 0b100}).only() == Choice("b", 2)
    assert Options({"b": 0b110}).only() is None
    assert Options({"b": 1, "c": 1}).only() is None
    assert Options({}).only() is None


def test_options_compare_by_content() -> None:
    assert Options({"a": 3, "b": 0}) == Options({"a": 3})
    assert Options({"a": 3}) != Options({"a": 2})
    assert repr(Options({"a": 3})) == "Options({'a': 3})"

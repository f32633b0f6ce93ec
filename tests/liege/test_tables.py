"""Result tables: columns, rows, values beyond the edges, and chances of results."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from engine.liege.facts import facts
from engine.liege.tables import Table, TableResult, chance_to_fail, chances_of_losses, chances_to_fall, half, passes

TABLES = facts().tables
ALL: Final = (TABLES.units, *TABLES.forts.values(), TABLES.attacker, TABLES.defender)


def test_5_1_1_a_test_succeeds_up_to_the_cab() -> None:
    assert [passes(12, die) for die in (1, 12, 13, 20)] == [True, True, False, False]
    assert [chance_to_fail(cab) for cab in (1, 12, 19, 20, 25)] == [19, 8, 1, 0, 0]


def test_5_1_2_a_cab_of_0_fails_without_a_die() -> None:
    assert not passes(0, 1)
    assert not passes(-3, 1)
    assert chance_to_fail(0) == chance_to_fail(-5) == 20


def test_8_3_2_and_8_6_2_the_die_of_a_barrage_is_halved_and_rounded_up() -> None:
    assert [half(die) for die in (1, 2, 3, 12, 19, 20)] == [1, 1, 2, 6, 10, 10]


def test_the_column_of_a_barrage_is_rounded_down() -> None:
    """30 points use the column of 26; 3 is the first column; fewer have none."""
    columns = TABLES.units.columns
    assert [columns[TABLES.units.column(arf) or 0][0] for arf in (3, 5, 6, 25, 26, 30, 33, 200)] == [
        3,
        3,
        6,
        20,
        26,
        26,
        26,
        86,
    ]
    assert TABLES.units.column(2) is None


def test_each_class_of_fort_has_its_line() -> None:
    """The better the fort, the milder the result; below AFF 4 nothing happens."""
    assert list(TABLES.forts) == ["masonry", "strengthened", "concrete"]
    read = [table.read(3, 5) for table in TABLES.forts.values()]
    assert read == sorted(read, key=lambda result: result.harshness if result else (0, 0), reverse=True)
    assert len(set(read)) == 3
    assert all(table.column(3) is None for table in TABLES.forts.values())


def test_8_4_7_beyond_row_16_the_column_moves_left_and_the_row_falls_by_2() -> None:
    table = TABLES.units
    assert table.read(4, 17) == table.read(3, 15)
    assert table.read(4, 19) == table.read(3, 17) == table.read(2, 15)
    assert table.read(0, 17) is None


def test_8_7_4_beyond_row_12_the_column_moves_left_and_the_row_falls_by_2() -> None:
    for table in TABLES.forts.values():
        assert table.read(5, 13) == table.read(4, 11)
        assert table.read(0, 13) is None


def test_9_1_12_odds_are_rounded_down() -> None:
    """59 to 36 is 1.5:1, 40 to 40 is 1:1, 61 to 30 is 2:1, a hair less than 2:1 is 1.5:1; under 1:3 there is no attack."""
    names = ["1:3", "1:2", "1:1.5", "1:1", "1.5:1", "2:1", "2.5:1", "3:1", "4:1", "5:1", "6:1"]

    def odds(attack: int, defence: int) -> str:
        column = TABLES.attacker.column(attack, defence)
        return "none" if column is None else names[column]

    fought = [(59, 36), (40, 40), (61, 30), (199, 100), (1, 3), (33, 100), (600, 1), (2, 3), (65, 100)]
    assert [odds(*one) for one in fought] == ["1.5:1", "1:1", "2:1", "1.5:1", "1:3", "none", "6:1", "1:1.5", "1:2"]
    assert TABLES.attacker.columns == TABLES.defender.columns


def test_9_3_4_beyond_row_25_the_column_moves_left_and_the_row_falls_by_8() -> None:
    for table in (TABLES.attacker, TABLES.defender):
        assert table.read(5, 32) == table.read(4, 24)
        assert table.read(5, 40) == table.read(3, 24)
        assert table.read(0, 60) == table.read(0, 25)


def test_9_3_5_before_row_minus_4_the_column_moves_right_and_the_row_rises_by_8() -> None:
    for table in (TABLES.attacker, TABLES.defender):
        assert table.read(4, -5) == table.read(5, 3)
        assert table.read(4, -13) == table.read(6, 3)
        assert table.read(10, -30) == table.read(10, -4)


def test_a_shift_stops_at_the_last_column() -> None:
    table = TABLES.forts["concrete"]
    assert table.read(len(table.columns) + 3, 4) == table.read(len(table.columns) - 1, 4)
    assert table.read(-1, 4) is None


@pytest.mark.parametrize("table", ALL, ids=lambda table: table.name)
def test_every_cell_is_read_as_it_is_written(table: Table) -> None:
    """A result formats itself as in the file."""
    for column in range(len(table.columns)):
        for row in range(table.first_row, table.last_row + 1):
            assert re.fullmatch(r"B{0,2}O(0|[+-]\d+)", str(table.read(column, row)))
    assert [str(one) for one in (TableResult(0, -3), TableResult(1, 2), TableResult(2, 0))] == ["O-3", "BO+2", "BBO0"]


def by_throwing(table: Table, column: int, modifiers: int, cab: int) -> Counter[int]:
    """Return the steps lost over all rolls of two dice, rolled one by one from the written result."""
    found: Counter[int] = Counter()
    for die in range(1, 21):
        written = str(table.read(column, -(-die // 2) + modifiers))
        for test in range(1, 21):
            if written == "None":
                found[0] += 1
                continue
            filled, number = written.split("O")
            found[len(filled) + (not 1 <= test <= cab + int(number))] += 1
    return found


@pytest.mark.parametrize("table", (TABLES.units, *TABLES.forts.values()), ids=lambda table: table.name)
def test_chances_are_those_of_all_throws(table: Table) -> None:
    """Every column with three modifiers and two CABs: the 400 rolls of two dice, counted one by one."""
    for column in range(len(table.columns)):
        for modifiers in (0, 4, 9):
            for cab in (12, 14):
                thrown = by_throwing(table, column, modifiers, cab)
                assert chances_of_losses(table, column, modifiers, cab) == thrown
                assert chances_to_fall(table, column, modifiers, cab) == 400 - thrown[0]

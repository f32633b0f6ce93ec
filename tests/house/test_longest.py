"""`tests.longest` brings the list of the longest tests up to date from what a run has printed."""

from __future__ import annotations

from tests.longest import measured, renewed
from tests.ordering import Takes

RUN = """
    lane test, eighth none
    8.00s call     tests/a.py::test_long[one]
    1.00s setup    tests/a.py::test_long[one]
    2.00s call     tests/a.py::test_long[two]
    0.20s call     tests/a.py::test_short
    40.00s call    tests/b.py::test_bots
    1 passed in 8.00s
"""


def test_the_longest_case_counts_with_its_setup() -> None:
    found = measured(RUN.splitlines(), 0.5)
    assert found == {"tests/a.py::test_long": 4.5, "tests/a.py::test_short": 0.1, "tests/b.py::test_bots": 20.0}


def test_the_list_keeps_companions_and_tests_that_did_not_run_and_drops_what_became_short() -> None:
    listed = {
        "tests/a.py::test_short": Takes(3.0),
        "tests/b.py::test_bots": Takes(5.0, "bots"),
        "tests/c.py::test_left_out": Takes(7.0),
    }
    new = renewed(listed, measured(RUN.splitlines(), 0.5))
    assert list(new) == ["tests/b.py::test_bots", "tests/c.py::test_left_out", "tests/a.py::test_long"]
    assert new["tests/b.py::test_bots"] == Takes(20.0, "bots")

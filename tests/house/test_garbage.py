"""The plugin of the garbage: what a file of tests has loaded is set apart behind it, and what it has left is gone."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

KEPT = """
import gc, weakref

class Loaded(dict): pass
class Loop: pass

kept, left = [], []

def looked_at():
    return any(type(each) is Loaded for each in gc.get_objects())
"""
FIRST = """
import gc, weakref
import kept_by_tests as kept

def test_loads():
    kept.kept.append(kept.Loaded(own=[]))
    loop = kept.Loop()
    loop.own = loop
    kept.left.append(weakref.ref(loop))

def test_goes_on():
    assert kept.looked_at()
"""
SECOND = """
import gc
import kept_by_tests as kept

def test_begins():
    assert kept.kept
    assert not kept.looked_at()
    assert kept.left[0]() is None
    assert gc.isenabled()
    assert gc.get_threshold()[0] >= 20_000
"""


def test_garbage_of_a_test_file_is_collected_and_the_rest_frozen(pytester: pytest.Pytester) -> None:
    pytester.makeconftest('pytest_plugins = ["tests.garbage"]')
    pytester.makepyfile(kept_by_tests=KEPT, test_a=FIRST, test_b=SECOND)
    pytester.syspathinsert()
    result = pytester.runpytest("-p", "no:asyncio", "-p", "no:hypothesispytest")
    result.assert_outcomes(passed=3)

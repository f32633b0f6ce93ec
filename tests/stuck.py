"""Fail a teardown that never ends, even after a failed test. A plugin of pytest.

`pytest-timeout` covers a test from its setup to the end of its teardown, but stops watching one that fails, for the
sake of debugging. A failed test leaves running what it did not stop, and a task that swallows its cancellation keeps
its event loop, and with it the whole run, waiting forever.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest
from pytest_timeout import Settings

#: Timeout in seconds for the teardown of a failed test.
LIMIT = 90.0
_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record whether a test has failed."""
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Set a timeout for the teardown of a failed test."""
    if item.stash.get(_FAILED, False):
        settings = Settings(timeout=LIMIT, method="signal", func_only=False, disable_debugger_detection=False)
        item.config.hook.pytest_timeout_set_timer(item=item, settings=settings)
    return (yield)

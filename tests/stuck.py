"""A teardown that never ends fails, also behind a test that has failed. A plugin of pytest.

`pytest-timeout` watches a test from its setup to the end of its teardown, but lets go of one that fails, for whoever debugs it.
A failed test leaves behind what it did not stop, and a task that swallows its cancellation keeps its event loop, and with it
the whole run, waiting for ever.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest
from pytest_timeout import Settings

#: Seconds for the teardown of a test that has failed.
LIMIT = 90.0
_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that a test has failed."""
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Watch the teardown of a test that has failed."""
    if item.stash.get(_FAILED, False):
        settings = Settings(timeout=LIMIT, method="signal", func_only=False, disable_debugger_detection=False)
        item.config.hook.pytest_timeout_set_timer(item=item, settings=settings)
    return (yield)

"""What the tests with made-up examples share."""

from __future__ import annotations

from hypothesis import settings

# No test asserts a clock: on a machine that is shared any example may take long.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")

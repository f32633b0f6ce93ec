"""The world's time zones are there on a machine that has none."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT

#: Reads a date in a zone, and the zones that are offered while typing.
LOOK = """
import zoneinfo
from bot.service.leagues import argument_completion, times
assert zoneinfo.TZPATH == ()
print(times.zone_of("Pacific/Auckland"), zoneinfo.ZoneInfo("Europe/Berlin").key, len(argument_completion._zones()) > 400)
"""


@pytest.mark.process
def test_zones_work_where_the_system_has_none() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK], cwd=ROOT, env={"PYTHONTZPATH": ""}, check=False, capture_output=True, text=True
    )
    assert (done.stdout.split(), done.stderr) == (["Pacific/Auckland", "Europe/Berlin", "True"], "")

"""Slack promises no lengths: with every undocumented one doubled, installing, playing and mentioning people still work."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.platforms.slack import lengths

#: Together these cover each kind of payload and stored key: commands, presses, forms, offers, installations, mentions,
#: direct messages.
REPRESENTATIVE = ("test_install", "test_leagues", "test_mentions", "test_offers", "test_standing")


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(lengths.FACTOR != 1, reason="this is that run")
def test_all_of_it_works_with_every_undocumented_length_doubled() -> None:
    files = [f"tests/platforms/slack/{name}.py" for name in REPRESENTATIVE]
    command = [sys.executable, "-m", "pytest", "-q", "--eighth", "none", "-p", "no:cacheprovider", *files]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"SLACK_LENGTHS": "2"}, capture_output=True, text=True, timeout=500,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout

"""The reported memory is that of all processes of a bot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from bot.operations.memory import family_of, resident
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")

#: A process that takes 40 MB, and a child of it that takes as much; both wait for the end of their input.
TAKES = """
import subprocess, sys
held = b"x" * 40_000_000
again = len(sys.argv) > 1 and [subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdout=subprocess.PIPE)]
again and again[0].stdout.readline()
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.process
def test_children_and_theirs_are_counted() -> None:
    before = resident()
    with subprocess.Popen(
        [sys.executable, "-c", TAKES, TAKES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        family = family_of(os.getpid())
        assert child.pid in family
        assert len(family_of(child.pid)) == 2
        assert family_of(child.pid) < family
        assert resident() - before > 80_000_000
        child.communicate()
    assert child.pid not in family_of(os.getpid())


def test_the_alarm_watches_all_processes_and_comes_before_the_limit() -> None:
    rules = YAML(typ="safe").load((ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))
    (rule,) = [one for group in rules["groups"] for one in group["rules"] if one["alert"] == "FeldpostMemory"]
    metric, _, threshold = rule["expr"].partition(" > ")
    assert metric == 'feldpost_resident_bytes{job="feldpost"}'
    unit = (ROOT / "deploy" / "feldpost.service").read_text(encoding="utf-8")
    (limit,) = re.findall(r"^MemoryMax=(\d+)G$", unit, re.MULTILINE)
    assert 0.7 * int(limit) * 2**30 < float(threshold) < 0.9 * int(limit) * 2**30
    compose = YAML(typ="safe").load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    assert compose["services"]["feldpost"]["mem_limit"] == f"{limit}g"

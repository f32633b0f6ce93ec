"""Another implementation of the game, played at random in the same run, so that both run under the same conditions."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

PLAYER = Path(__file__).with_name("peer.js")


class NoPeer(Exception):
    """A peer can't be run; the message says what is missing."""


class Run(NamedTuple):
    """Games of a peer: number of decisions, seconds of CPU time, finished games."""

    decisions: int
    cpu_s: float
    games: int
    ended: int


def found(folder: Path) -> str:
    """Return Node's path if the folder contains a peer that can be run; raises NoPeer if not."""
    node = shutil.which("node")
    if node is None:
        raise NoPeer("the peer is a program for Node, and there is no `node` on the path")
    if not (folder / "rules.js").is_file():
        raise NoPeer(f"{folder} has no rules.js: name a copy of the peer's repository")
    return node


def run(folder: Path, first_seed: int, games: int) -> Run:
    """Play games with the `rules.js` in a folder, which has the interface of the Rally the Troops server.

    Raises NoPeer without Node, without such a file, or if it fails.
    """
    node = found(folder)
    done = subprocess.run(
        [node, str(PLAYER), str(folder), str(first_seed), str(games)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NoPeer(f"the peer in {folder} broke off: {_complaint(done.stderr)}")
    told = json.loads(done.stdout.splitlines()[-1])
    return Run(told["decisions"], told["cpu_s"], told["games"], told["ended"])


def _complaint(errors: str) -> str:
    return next((line for line in errors.splitlines() if "Error" in line), errors.strip()[-200:])

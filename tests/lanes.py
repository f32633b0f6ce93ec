"""The lanes of the tests: `quick` while working, `test` before a commit, `sweep` before a release. A plugin of pytest.

A sweep tests one property on very many cases. Lane `test` runs its fixed cases and one eighth of the others, chosen by
the number of commits; lane `sweep` runs all; lane `quick` leaves out sweeps, browsers, processes and the tests of
`longest.txt`. A case stays in its eighth whatever other cases are added. `tests/README.md` explains how to write a
sweep and what each proves every time.

This module imports nothing of the bot.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.ordering import known

__all__ = ["EIGHTHS", "RECORD", "Share", "eighth_of", "resolved"]

T = TypeVar("T")

EIGHTHS = 8
LANES = ("quick", "test", "sweep")
#: The eighth without cases: only fixed cases run.
NONE = -1
#: The failures of the last run, with its lane and eighth; inside pytest's cache folder.
RECORD = "lanes/failed.json"

_MARKERS = (
    "sweep(fixed): one question, many cases; lane `test` runs the fixed ones (the first, if none are named) and one eighth",
    "browser: drives a real Chromium; skipped with a sentence where none is found",
    "process: starts whole bots or other programs as processes",
    "slow: takes more than ten seconds",
)
#: Ids of the tests that passed before in lane `sweep`, and folders without recent changes.
_PASSED = pytest.StashKey[frozenset[str]]()
_STILL = pytest.StashKey[tuple[str, ...]]()
#: How often all eighths have been run through.
_ROUND = pytest.StashKey[int]()


def eighth_of(key: str) -> int:
    """Return the eighth of a case, from its name alone."""
    return zlib.crc32(key.encode()) % EIGHTHS


def resolved(given: str, root: Path) -> int:
    """Return the eighth to run.

    Args:
        given: a number, `next` for the eighth of the coming commit, `none` for only fixed cases, or nothing.
        root: a folder of the checkout, whose number of commits decides if nothing is given.

    Raises:
        pytest.UsageError: anything else is given.
    """
    if given == "none":
        return NONE
    if given.isdecimal() and int(given) < EIGHTHS:
        return int(given)
    if given not in ("", "next"):
        raise pytest.UsageError(f"EIGHTH is 0 to {EIGHTHS - 1}, next or none, not {given!r}")
    return (_commits(root) + (given == "next")) % EIGHTHS


@dataclass(frozen=True)
class Share:
    """Selects the cases of a loop for this run; the fixture `share`."""

    lane: str
    eighth: int
    name: str

    def __call__(
        self, items: Iterable[T], fixed: Iterable[T] | None = None, key: Callable[[T], object] = repr
    ) -> list[T]:
        """Return the cases of this run, in order.

        Args:
            items: all cases; lane `sweep` runs all of them.
            fixed: cases that every run includes; by default the first one.
            key: returns a case's name, which determines its eighth.

        Raises:
            ValueError: a fixed case is not among the items, or a name changes from run to run.
        """
        every = list(items)
        always = every[:1] if fixed is None else list(fixed)
        if strange := [item for item in always if item not in every]:
            raise ValueError(f"fixed, but none of the cases: {strange}")
        if self.lane == "sweep":
            return every
        return [item for item in every if item in always or self.takes(key(item))]

    def takes(self, key: object) -> bool:
        """Return True if this run includes the case of this name; for loops whose cases aren't known in advance.

        Raises:
            ValueError: the name changes from run to run.
        """
        if re.search(r" at 0x[0-9a-f]+", name := str(key)):
            raise ValueError(f"a case needs a name that stays the same in each run, not {name}")
        return self.lane == "sweep" or eighth_of(f"{self.name} {name}") == self.eighth


@pytest.fixture
def share(request: pytest.FixtureRequest) -> Share:
    """Return the selector for a loop's cases.

    Inside a case of a sweep the eighth advances each time all eighths have been run through: otherwise such a case,
    which only runs in one eighth, would never cover more than an eighth of its loop.
    """
    config, eighth = request.config, _eighth(request.config)
    if eighth != NONE and request.node.get_closest_marker("sweep") is not None:
        eighth = (eighth + config.stash[_ROUND]) % EIGHTHS
    return Share(config.getoption("lane"), eighth, request.node.nodeid)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options of the lanes."""
    parser.addini(
        "where_changed", type="linelist",
        help="FOLDER: PATHS - lane test runs the tests of FOLDER only where one of PATHS changed of late, else in their eighth; lane quick "
        "only where one has changes that are not committed",
    )  # fmt: skip
    group = parser.getgroup("lanes")
    group.addoption("--lane", choices=LANES, default="test", help="quick, test (the default) or sweep")
    group.addoption("--part", default="", metavar="I/N", help="lane sweep: the I-th of N parts")
    group.addoption("--anew", action="store_true", help="lane sweep: run again what passed on this state of the tree")
    group.addoption(
        "--eighth", default=os.environ.get("EIGHTH", ""), metavar="N",
        help="the eighth of every sweep that lane test runs: 0 to 7, next (of the coming commit) or none (fixed cases alone)",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Determine the eighth, once for all workers, and read what passed before."""
    for marker in _MARKERS:
        config.addinivalue_line("markers", marker)
    if config.getoption("part") and config.getoption("lane") != "sweep":
        raise pytest.UsageError("--part is of lane sweep")
    _part(config)
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        config.stash[_PASSED], config.stash[_STILL] = frozenset(worker["passed"]), tuple(worker["still"])
        config.option.eighth, config.stash[_ROUND] = worker["eighth"], worker["round"]
        return
    config.stash[_ROUND] = _commits(config.rootpath) // EIGHTHS
    config.stash[_STILL] = tuple(_still(config))
    eighth = resolved(config.getoption("eighth"), config.rootpath)
    config.option.eighth = "none" if eighth == NONE else str(eighth)
    config.stash[_PASSED] = frozenset()
    if hasattr(config, "cache") and config.cache is not None:
        kept = _Progress(config, config.cache.mkdir("lanes"))
        config.pluginmanager.register(kept, "lanes-progress")
        config.stash[_PASSED] = kept.passed


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass a worker what passed before and what did not change, so that all of them select the same tests."""
    node.workerinput["passed"] = sorted(node.config.stash[_PASSED])
    node.workerinput["still"] = node.config.stash[_STILL]
    node.workerinput["eighth"] = node.config.option.eighth
    node.workerinput["round"] = node.config.stash[_ROUND]


def pytest_report_header(config: pytest.Config) -> str:
    """Report the lane and the eighth."""
    return f"lane {_told(config)}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Report how to repeat this lane and eighth."""
    terminalreporter.write_line(f"lane {_told(config)}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Report success if everything passed before and no test is left to run."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.config.stash[_PASSED]:
        session.exitstatus = pytest.ExitCode.OK


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what this lane does not run; tests given by id always run."""
    lane, named = config.getoption("lane"), frozenset(_named(config))
    fixed = frozenset(_fixed(items, whole=not any("[" in name for name in named)))
    part, parts = _part(config)
    still = config.stash[_STILL]
    long = known() if lane == "quick" else {}
    left: list[pytest.Item] = []
    for item in items:
        if item.nodeid in named:
            continue
        if (
            (lane == "quick" and (item.nodeid.startswith(still) or not _quick(item) or _test(item) in long))
            or (lane == "test" and not _in_eighth(item, fixed, _eighth(config)))
            or (lane == "test" and item.nodeid.startswith(still) and eighth_of(item.nodeid) != _eighth(config))
            or (lane == "sweep" and zlib.crc32(f"part {item.nodeid}".encode()) % parts != part - 1)
            or item.nodeid in config.stash[_PASSED]
        ):
            left.append(item)
    if left:
        gone = set(left)
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=left)


def _quick(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    marked = any(item.get_closest_marker(name) for name in ("sweep", "browser", "process", "slow"))
    return not marked and "share" not in names and "chromium_path" not in names


def _in_eighth(item: pytest.Item, fixed: frozenset[str], eighth: int) -> bool:
    return item.get_closest_marker("sweep") is None or item.nodeid in fixed or eighth_of(item.nodeid) == eighth


def _fixed(items: Sequence[pytest.Item], *, whole: bool) -> Iterator[str]:
    """Return the ids of the fixed cases of all sweeps; where a test is complete, none may be missing."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sweep"):
            tests.setdefault(_test(item), []).append(item)
    for test, cases in tests.items():
        marker = cases[0].get_closest_marker("sweep")
        assert marker is not None
        if (named := marker.kwargs.get("fixed")) is None:
            named = [_id(cases[0])] if _id(cases[0]) else []
        ids = {_id(case): case.nodeid for case in cases}
        wanted = [str(name) for name in named]
        if whole and (gone := [name for name in wanted if name not in ids]):
            raise pytest.UsageError(f"{test} has no case {', '.join(gone)}: its fixed cases are named by their ids")
        yield from (ids[name] for name in wanted if name in ids)


def _test(item: pytest.Item) -> str:
    """The id of the test that an item is a case of."""
    return item.nodeid.partition("[")[0]


def _id(item: pytest.Item) -> str:
    return item.callspec.id if hasattr(item, "callspec") else ""


def _named(config: pytest.Config) -> Iterator[str]:
    """Yield the ids in the arguments, in pytest's form."""
    for argument in config.args:
        path, split, rest = str(argument).partition("::")
        if split:
            found = Path(os.path.abspath(config.invocation_params.dir / path))  # noqa: PTH100 - keeps links as they are
            if found.is_relative_to(config.rootpath):
                yield f"{found.relative_to(config.rootpath).as_posix()}::{rest}"


def _eighth(config: pytest.Config) -> int:
    given = config.getoption("eighth")
    return NONE if given == "none" else int(given)


def _part(config: pytest.Config) -> tuple[int, int]:
    given = config.getoption("part") or "1/1"
    found = re.fullmatch(r"(\d+)/(\d+)", given)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise pytest.UsageError(f"PART is I/N with I from 1 to N, not {given!r}")
    return int(found[1]), int(found[2])


def _told(config: pytest.Config) -> str:
    lane = config.getoption("lane")
    if lane == "test":
        number = config.getoption("eighth")
        if number == "none":
            return "test, the fixed cases of every sweep alone"
        return (
            f"test, eighth {number} of 0 to {EIGHTHS - 1}: EIGHTH={number} repeats it, EIGHTH=next runs the coming one"
        )
    if lane == "sweep":
        part = f", part {config.getoption('part')}" if config.getoption("part") else ""
        passed = len(config.stash[_PASSED])
        return f"sweep{part}" + (
            f", {passed} passed before on this state of the tree: --anew runs them too" if passed else ""
        )
    return str(lane)


class _Progress:
    """Stores what passed in lane sweep while the tree is unchanged, and the failures of the last run."""

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        self._lane, self._eighth = config.getoption("lane"), config.getoption("eighth")
        self._record = folder.parent / RECORD
        self._record.unlink(missing_ok=True)
        self._failed: dict[str, None] = {}
        self._steps: dict[str, bool] = {}
        self._kept: Path | None = None
        self.passed: frozenset[str] = frozenset()
        state = _state(config.rootpath) if self._lane == "sweep" else None
        if state is None:
            return
        self._kept = folder / f"passed-{state}.txt"
        for other in folder.glob("passed-*.txt"):
            if other != self._kept or config.getoption("anew"):
                other.unlink()
        if self._kept.exists():
            self.passed = frozenset(self._kept.read_text(encoding="utf-8").splitlines())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the outcome of a test."""
        if report.failed:
            self._failed[report.nodeid] = None
        self._steps[report.nodeid] = self._steps.get(report.nodeid, True) and not report.failed
        if report.when == "teardown" and self._steps.pop(report.nodeid) and self._kept is not None:
            with self._kept.open("a", encoding="utf-8") as kept:
                kept.write(f"{report.nodeid}\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record a file that could not be collected."""
        if report.failed:
            self._failed[report.nodeid] = None

    def pytest_sessionfinish(self) -> None:
        """Write the failures for `tests.again`."""
        found = {"lane": self._lane, "eighth": self._eighth, "failed": list(self._failed)}
        self._record.write_text(json.dumps(found, indent=1), encoding="utf-8")


def _still(config: pytest.Config) -> Iterator[str]:
    """Yield the folders of `where_changed` unchanged since the last commit or, except in lane quick, some commits."""
    root, changed = config.rootpath, None
    commits = 0 if config.getoption("lane") == "quick" else EIGHTHS
    if base := _git(root, "rev-parse", "--verify", f"HEAD~{commits}"):
        lists = (_git(root, "diff", "--name-only", base), _git(root, "ls-files", "--others", "--exclude-standard"))
        changed = [name for found in lists for name in found.splitlines()]
    for line in config.getini("where_changed"):
        folder, _, paths = line.partition(":")
        if changed is not None and not any(
            Path(name).is_relative_to(path) for name in changed for path in paths.split()
        ):
            yield f"{folder}/"


def _state(root: Path) -> str | None:
    """Return a name for the tree's state, including changes; None outside a checkout."""
    commit = _git(root, "rev-parse", "HEAD")
    if not commit:
        return None
    changes = _git(root, "status", "--porcelain") + _git(root, "diff", "HEAD")
    return hashlib.sha256(f"{commit} {changes}".encode()).hexdigest()[:16]


def _commits(root: Path) -> int:
    """Return the number of commits; 0 outside a checkout."""
    return int(_git(root, "rev-list", "--count", "HEAD") or 0)


def _git(root: Path, *arguments: str) -> str:
    """Return git's output, "" without git or a checkout."""
    try:
        found = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()

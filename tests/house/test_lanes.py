"""The plugin of the lanes: what each lane runs, how a sweep is divided, and how a run goes on where it stopped."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.lanes import EIGHTHS, NONE, Share, eighth_of, resolved
from tests.ordering import Takes

pytest_plugins = ["pytester"]

SWEEP = """
import pytest

@pytest.mark.sweep{fixed}
@pytest.mark.parametrize("seed", range(40))
def test_many(seed):
    pass

def test_one():
    pass
"""


#: Each run within a test would load these plugins anew, for a second and a half of processor time.
ALONE = "addopts = -p no:asyncio -p no:hypothesispytest"


@pytest.fixture
def tree(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with the plugin in force."""
    monkeypatch.delenv("EIGHTH", raising=False)
    pytester.makeconftest('pytest_plugins = ["tests.lanes"]')
    pytester.makeini(f"[pytest]\n{ALONE}")
    return pytester


def ran(tree: pytest.Pytester, *arguments: str) -> list[str]:
    """The names of the tests that ran, all of which passed."""
    result = tree.runpytest("-v", *arguments)
    outcomes = result.parseoutcomes()
    names = [line.split()[0].partition("::")[2] for line in result.outlines if " PASSED" in line]
    assert outcomes.get("passed", 0) == len(names)
    assert not outcomes.get("failed")
    return names


def checkout(tree: pytest.Pytester, commits: int) -> None:
    """Make the folder a checkout with so many commits."""
    for number in range(commits):
        (tree.path / "file").write_text(str(number), encoding="utf-8")
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one more"]):
            who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
            subprocess.run(["git", *who, *command], cwd=tree.path, check=True)


def test_the_eighths_of_a_sweep_are_all_of_it_and_hold_the_fixed_cases(tree: pytest.Pytester) -> None:
    tree.makepyfile(SWEEP.format(fixed="(fixed=[7, 11])"))
    every = set(ran(tree, "--lane", "sweep"))
    assert len(every) == 41
    eighths = [set(ran(tree, "--eighth", str(number))) for number in range(EIGHTHS)]
    fixed = {"test_many[7]", "test_many[11]", "test_one"}
    assert all(fixed <= eighth for eighth in eighths)
    assert set().union(*eighths) == every
    assert sum(len(eighth - fixed) for eighth in eighths) == len(every - fixed)
    assert set(ran(tree, "--eighth", "none")) == fixed
    assert ran(tree, "--lane", "quick") == ["test_one"]


def test_the_first_case_is_fixed_where_none_is_named(tree: pytest.Pytester) -> None:
    tree.makepyfile(SWEEP.format(fixed=""))
    assert ran(tree, "--eighth", "none") == ["test_many[0]", "test_one"]


def test_a_fixed_case_that_there_is_not_stops_the_run(tree: pytest.Pytester) -> None:
    tree.makepyfile(SWEEP.format(fixed="(fixed=[40])"))
    result = tree.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*test_many has no case 40*"])


def test_a_case_stays_in_its_eighth_when_others_come(tree: pytest.Pytester) -> None:
    tree.makepyfile(SWEEP.format(fixed="(fixed=[])"))
    before = set(ran(tree, "--eighth", "3"))
    tree.makepyfile(SWEEP.format(fixed="(fixed=[])").replace("range(40)", "[100, *range(40)]"))
    assert set(ran(tree, "--eighth", "3")) - {"test_many[100]"} == before


def test_a_case_named_by_its_id_always_runs(tree: pytest.Pytester) -> None:
    path = tree.makepyfile(SWEEP.format(fixed="(fixed=[])"))
    named = [f"{path.name}::test_many[{number}]" for number in (1, 2, 3)]
    assert ran(tree, "--lane", "quick", *named) == ["test_many[1]", "test_many[2]", "test_many[3]"]


def test_quick_leaves_out_browsers_processes_and_what_is_slow(tree: pytest.Pytester) -> None:
    tree.makepyfile(
        """
        import pytest
        @pytest.fixture
        def chromium_path(): pass
        @pytest.mark.browser
        def test_browser(): pass
        @pytest.mark.process
        def test_process(): pass
        @pytest.mark.slow
        def test_slow(): pass
        def test_share(share): pass
        def test_chromium(chromium_path): pass
        def test_plain(): pass
        """
    )
    assert ran(tree, "--lane", "quick") == ["test_plain"]
    assert len(ran(tree)) == 6


def test_quick_leaves_out_the_longest_with_all_their_cases(
    tree: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tree.makepyfile(
        """
        import pytest
        @pytest.mark.parametrize("case", range(3))
        def test_long(case): pass
        def test_long_enough(): pass
        """
    )
    monkeypatch.setattr("tests.lanes.known", lambda: {f"{path.name}::test_long": Takes(5.0)})
    assert ran(tree, "--lane", "quick") == ["test_long_enough"]
    assert len(ran(tree)) == 4


def test_a_loop_takes_its_share(tree: pytest.Pytester) -> None:
    path = tree.makepyfile(
        """
        def test_loop(share):
            with open("seen", "a") as seen:
                seen.write("".join(f"{item} " for item in share(range(64), fixed=[5, 60])))
        """
    )
    taken = []
    for number in range(EIGHTHS):
        ran(tree, "--eighth", str(number))
        taken.append([int(word) for word in (tree.path / "seen").read_text().split()])
        (tree.path / "seen").unlink()
    assert all({5, 60} <= set(items) and items == sorted(items) for items in taken)
    assert sorted({*[item for items in taken for item in items]}) == list(range(64))
    assert sum(len(items) for items in taken) == 64 + 2 * (EIGHTHS - 1)
    ran(tree, "--lane", "sweep", str(path))
    assert len((tree.path / "seen").read_text().split()) == 64


def test_a_share_holds_the_first_case_and_refuses_names_that_change() -> None:
    share = Share("test", NONE, "test_x")
    assert share("abc") == ["a"]
    assert share("abc", fixed=[]) == []
    with pytest.raises(ValueError, match="none of the cases"):
        share("abc", fixed="d")
    with pytest.raises(ValueError, match="stays the same"):
        share([object(), object()])
    assert share([(1, object()), (2, object())], fixed=[], key=lambda pair: pair[0]) == []
    assert Share("sweep", NONE, "test_x").takes(3)
    assert [number for number in range(9) if Share("test", eighth_of("test_x 4"), "test_x").takes(number)].count(4) == 1


@pytest.mark.parametrize(
    ("given", "eighth"), [("", 3), ("next", 4), ("0", 0), ("7", 7), ("none", NONE)], ids=lambda value: str(value) or "-"
)
def test_the_eighth_follows_the_number_of_commits(tree: pytest.Pytester, given: str, eighth: int) -> None:
    checkout(tree, 3)
    assert resolved(given, tree.path) == eighth


LOOP_OF_A_CASE = """
import pytest

@pytest.mark.sweep(fixed=[])
@pytest.mark.parametrize("war", ["one"])
def test_war(war, share):
    print("asked", *share(range(40), fixed=[]))
"""


def test_the_loop_of_a_case_that_runs_in_one_eighth_is_asked_whole_in_time(
    tree: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tree.makepyfile(LOOP_OF_A_CASE)
    own = eighth_of(f"{path.name}::test_war[one]")
    asked: list[set[str]] = []
    for round_ in range(EIGHTHS):
        monkeypatch.setattr("tests.lanes._commits", lambda _, commits=round_ * EIGHTHS + own: commits)
        told = tree.runpytest("-s", "-q").stdout.str()
        asked.append({word for line in told.splitlines() if line.startswith("asked") for word in line.split()[1:]})
    assert set().union(*asked) == {str(number) for number in range(40)}
    assert sum(map(len, asked)) == 40


def test_outside_a_checkout_the_eighth_is_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert resolved("", tmp_path) == 0


@pytest.mark.parametrize("given", ["8", "-1", "x", "1/8"])
def test_another_eighth_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(pytest.UsageError, match="EIGHTH is 0 to 7, next or none"):
        resolved(given, tmp_path)


def test_the_run_says_its_eighth_and_how_to_repeat_it(tree: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.makepyfile(SWEEP.format(fixed=""))
    monkeypatch.setenv("EIGHTH", "5")
    told = "\n".join(tree.runpytest().outlines)
    assert told.count("lane test, eighth 5 of 0 to 7: EIGHTH=5 repeats it") == 2


def test_parts_of_a_sweep_are_all_of_it(tree: pytest.Pytester) -> None:
    tree.makepyfile(SWEEP.format(fixed=""))
    parts = [ran(tree, "--lane", "sweep", "--part", f"{number}/3") for number in (1, 2, 3)]
    assert all(parts)
    every = [name for part in parts for name in part]
    assert len(every) == len(set(every)) == 41
    for wrong in ("0/3", "4/3", "2"):
        assert tree.runpytest("--lane", "sweep", "--part", wrong).ret == pytest.ExitCode.USAGE_ERROR
    assert tree.runpytest("--part", "1/3").ret == pytest.ExitCode.USAGE_ERROR


def test_a_sweep_goes_on_where_it_stopped_until_the_tree_changes(tree: pytest.Pytester) -> None:
    path = tree.makepyfile(SWEEP.format(fixed="") + "\ndef test_fails():\n    assert False\n")
    (tree.path / ".gitignore").write_text("*\n!*.py\n", encoding="utf-8")
    checkout(tree, 1)
    first = tree.runpytest("--lane", "sweep", "-x")
    first.assert_outcomes(passed=41, failed=1)
    second = tree.runpytest("--lane", "sweep")
    second.assert_outcomes(failed=1, deselected=41)
    assert "41 passed before on this state of the tree: --anew runs them too" in "\n".join(second.outlines)
    tree.runpytest("--lane", "sweep", "--anew").assert_outcomes(passed=41, failed=1)
    path.write_text(path.read_text(encoding="utf-8").replace("assert False", "assert True"), encoding="utf-8")
    tree.runpytest("--lane", "sweep").assert_outcomes(passed=42)
    assert tree.runpytest("--lane", "sweep").ret == pytest.ExitCode.OK


def test_a_test_of_unchanged_files_runs_only_in_its_eighth(tree: pytest.Pytester) -> None:
    tree.makeini(f"[pytest]\n{ALONE}\nwhere_changed =\n    costly: parts other/one.py")
    (tree.path / "costly").mkdir()
    (tree.path / "costly" / "test_c.py").write_text(SWEEP.format(fixed="(fixed=range(40))"), encoding="utf-8")
    (tree.path / ".gitignore").write_text("__pycache__\n.pytest_cache\n", encoding="utf-8")
    assert len(ran(tree)) == 41, "outside a checkout nobody knows what changed"
    checkout(tree, EIGHTHS)
    assert len(ran(tree)) == 41, "so few commits are all new"
    checkout(tree, 1)
    eighths = [ran(tree, "--eighth", str(number)) for number in range(EIGHTHS)]
    assert sorted(name for eighth in eighths for name in eighth) == sorted(ran(tree, "--lane", "sweep", "--anew"))
    assert ran(tree, "--lane", "quick") == []
    (tree.path / "parts").mkdir()
    (tree.path / "parts" / "new").touch()
    assert len(ran(tree)) == 41
    assert ran(tree, "--lane", "quick") == ["test_one"]
    checkout(tree, EIGHTHS)
    assert len(ran(tree)) == 41
    assert ran(tree, "--lane", "quick") == [], "what is committed is for lane test"
    checkout(tree, 1)
    assert len(ran(tree)) < 41


@pytest.mark.process
def test_all_workers_choose_the_same_cases(tree: pytest.Pytester) -> None:
    tree.makepyfile(SWEEP.format(fixed=""))
    (tree.path / ".gitignore").write_text("*\n!*.py\n", encoding="utf-8")
    checkout(tree, 1)
    every = ["--lane", "sweep", "-n", "2", "--dist", "worksteal"]
    tree.runpytest(*every, "-k", "test_one or 1").assert_outcomes(passed=14)
    tree.runpytest(*every).assert_outcomes(passed=27)


@pytest.mark.process
def test_workers_know_the_eighth_that_nobody_named(tree: pytest.Pytester) -> None:
    """Options set after the start do not reach workers by themselves."""
    tree.makepyfile(SWEEP.format(fixed=""))
    checkout(tree, 3)
    result = tree.runpytest("-n", "2", "--dist", "worksteal")
    assert result.ret == 0
    assert 1 < result.parseoutcomes()["passed"] < 41

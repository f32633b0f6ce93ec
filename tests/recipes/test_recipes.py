"""Every recipe of the documents ends green when it is carried out to the letter."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.mutation.patching import copy_tree
from tests.recipes.recipe import RecipeError, Step, recipes

CARD = "Add a card"
#: What the documents say how to add.
WANTED = [
    CARD,
    "Add a decision",
    "Add a puzzle",
    "Add a figure to Liège 1914",
    "Add a command",
    "Add a command of a title",
    "Add a command of leagues",
    "Add a setting",
    "Add a language",
    "Add a kind of picture",
    "Add a kind of picture of Liège 1914",
    "Add a title",
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the tree."""
    copy_tree(tmp_path)
    return tmp_path


def test_the_documents_say_how_to_add_what_is_wanted() -> None:
    assert list(recipes()) == WANTED
    assert [one.name for one in recipes().values() if not one.steps or not one.commands] == []


@pytest.mark.parametrize(
    ("name", "files"), [(CARD, 3), ("Add a decision", 3), ("Add a puzzle", 1), ("Add a kind of picture", 5)]
)
def test_a_recipe_takes_few_files(name: str, files: int) -> None:
    assert len(recipes()[name].files) == files


@pytest.mark.process
@pytest.mark.sweep(fixed=[CARD])
@pytest.mark.parametrize("name", WANTED)
def test_a_recipe_ends_green(name: str, copy: Path) -> None:
    recipe = recipes()[name]
    recipe.carry_out(copy)
    red = recipe.run(copy)
    assert not red, red


@pytest.mark.process
@pytest.mark.parametrize("name", WANTED)
def test_a_recipe_leaves_nothing_to_lint(name: str, tmp_path: Path) -> None:
    """`make check` is green after it as well; the files that it changes are enough to see that."""
    recipe = recipes()[name]
    for file in (Path("pyproject.toml"), *map(Path, recipe.files)):
        for each in (file, *(parent / "__init__.py" for parent in file.parents)):
            if (ROOT / each).is_file():
                (tmp_path / each.parent).mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / each, tmp_path / each)
    recipe.carry_out(tmp_path)
    red = recipe.lint(tmp_path)
    assert not red, red


@pytest.mark.process
@pytest.mark.sweep(fixed=[])
@pytest.mark.parametrize("name", WANTED)
def test_no_step_of_a_recipe_is_idle(name: str, copy: Path) -> None:
    """Without the last step that is no test the commands are red: they look at what was added."""
    recipe = recipes()[name]
    last = max(number for number, step in enumerate(recipe.steps) if not step.path.startswith("tests/"))
    fewer = replace(recipe, steps=recipe.steps[:last] + recipe.steps[last + 1 :])
    fewer.carry_out(copy)
    assert fewer.run(copy)


LINES = ["one\n", "    two\n", "three\n", "two\n"]


@pytest.mark.parametrize(
    ("way", "line", "expected"),
    [
        ("at the end", "", "one/    two/three/two/new"),
        ("after", "one", "one/new/    two/three/two"),
        ("before", "three", "one/    two/new/three/two"),
        ("in place of", "three", "one/    two/new/two"),
        ("after the last", "two", "one/    two/three/two/new"),
        ("before the last", "two", "one/    two/three/new/two"),
    ],
)
def test_lines_go_where_the_block_says(way: str, line: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("".join(LINES))
    Step("a.py", way, line, "new\n").carry_out(tmp_path)
    assert (tmp_path / "a.py").read_text() == expected.replace("/", "\n") + "\n"


@pytest.mark.parametrize(("way", "line"), [("after", "two"), ("before", "four"), ("a new file", "")])
def test_a_place_that_is_not_there_once_is_named(way: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("".join(LINES))
    with pytest.raises(RecipeError, match=r"a\.py"):
        Step("a.py", way, line, "new\n").carry_out(tmp_path)

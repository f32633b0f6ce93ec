"""Files that the documents name are there."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.conftest import ROOT

DOCUMENTS = (
    *("README.md", "bot/README.md", "bot/leagues/README.md", "bot/public/README.md", "engine/README.md"),
    *("engine/pog/opponent/README.md", "renderer/README.md", "benchmarks/README.md", "tests/README.md"),
)
#: A file of code or data, by its whole path or by the end of it.
_PATH = re.compile(r"(?<![\w./-])((?:[\w-]+/)+[\w-]+\.(?:py|toml|json|lua|png|md))\b")
#: What a recipe makes.
_MADE = re.compile(r"^# ([\w/.]+), a new file:?$", re.MULTILINE)


def missing(text: str, files: set[str]) -> list[str]:
    """The paths in a text that lead nowhere."""
    named = set(_PATH.findall(text)) - set(_MADE.findall(text))
    return [path for path in sorted(named) if not any(f"/{file}".endswith(f"/{path}") for file in files)]


@pytest.fixture(scope="module")
def files() -> set[str]:
    """All files of the tree."""
    parts = ("assets", "benchmarks", "bot", "deploy", "engine", "renderer", "tests")
    return {str(path.relative_to(ROOT)) for part in parts for path in (ROOT / part).rglob("*.*")}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_leads_to_a_file(document: str, files: set[str]) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert [path for path in missing(text, files) if "NAME" not in path and not path.startswith("var/")] == []


def test_a_path_that_is_gone_is_found(files: set[str]) -> None:
    assert missing("see `service/no_such.py` and `service/routes.py`", files) == ["service/no_such.py"]


@pytest.mark.parametrize("container", ["bot", "bot.service"])
def test_the_tables_of_layers_name_modules_of_the_contracts(container: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one.get("containers") == [container])
    known = set(re.findall(r"\w+", " ".join(layers)))
    _, whole, service = (ROOT / "bot/README.md").read_text(encoding="utf-8").split("| layer | what |\n")
    rows = (whole if container == "bot" else service).partition("\n\n")[0].splitlines()
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert named
    assert named <= known

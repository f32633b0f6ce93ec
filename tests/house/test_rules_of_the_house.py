"""The rules that the code keeps are really enforced, and the packaging holds together."""

from __future__ import annotations

import ast
import functools
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from engine.pog.rulesets import RULEBOOKS
from tests.conftest import ROOT
from tests.house import arrows

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BIN = Path(sys.executable).parent


def imports_of(path: Path) -> set[str]:
    """The top-level modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


#: Folders of the computer's players.
PLAYERS = frozenset((ROOT / "engine").glob("*/opponent"))

# ------------------------------------------------------------------------------- no clock, no luck, no arrows up


def test_the_engine_has_no_clock_and_no_luck_of_its_own() -> None:
    banned = {"time", "datetime", "random", "secrets", "uuid", "os", "socket", "asyncio", "threading", "numpy"}
    files = sorted((ROOT / "engine").rglob("*.py"))
    assert len(files) > 5
    # Players imagine and err with numbers that they are given; they are no rules. A program of somebody else that plays
    # has so many seconds for an answer and is ended with all that it started; nothing that is decided hangs on that.
    allowed = {path: {"random"} for path in files if not PLAYERS.isdisjoint(path.parents)}
    allowed[ROOT / "engine" / "pog" / "opponent" / "external_program.py"] |= {"os", "time"}
    found = {path: imports_of(path) & banned - allowed.get(path, set()) for path in files}
    assert {str(path): names for path, names in found.items() if names} == {}


def test_no_rule_knows_of_players() -> None:
    rules = [path for path in sorted((ROOT / "engine").rglob("*.py")) if PLAYERS.isdisjoint(path.parents)]
    told = {path: path.read_text(encoding="utf-8") for path in rules}
    assert [str(path) for path, text in told.items() if re.search(r"engine\.\w+\.opponent", text)] == []


def test_chance_comes_from_a_keyed_hash_alone() -> None:
    assert imports_of(ROOT / "engine" / "core" / "chance.py") & {"hashlib", "hmac"}


def test_no_rule_asks_for_the_name_of_a_scenario() -> None:
    """Rules ask for traits and values of a scenario; its name is for players and for what is stored."""
    scenarios = tomllib.loads((ROOT / "assets" / "pog" / "scenarios.toml").read_text(encoding="utf-8"))["scenarios"]
    names = {row["name"] for row in scenarios}
    # For people: the view, the event of the set-up, the default of the options, a fault in the facts. And a commitment
    # level is called like a scenario.
    told = {("viewing.py", ".name"), ("turn.py", ".name"), ("ruleset.py", "campaign"), ("war_status.py", "limited_war")}
    told.add(("__init__.py", ".name"))
    # What a player learnt of each.
    told.add(("chances.py", ".name"))
    found: set[tuple[str, str]] = set()
    files = [path for path in sorted((ROOT / "engine" / "pog").rglob("*.py")) if path.parent.name != "content"]
    assert len(files) > 40
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in names:
                found.add((path.name, str(node.value)))
            elif (
                isinstance(node, ast.Attribute) and node.attr == "name" and ast.unparse(node.value).endswith("scenario")
            ):
                found.add((path.name, ".name"))
    assert found == told


def _asked_for_a_ruleset(path: Path) -> list[str]:
    """Where a module asks which ruleset is played: comparisons and cases with its name, or with what bears it."""
    text = path.read_text(encoding="utf-8")
    if not any(word in text for word in ("ruleset", *RULEBOOKS)):
        return []  # most modules; reading them as trees takes long
    return [
        ast.unparse(node).partition("\n")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare | ast.Match)
        for one in ast.walk(node)
        if (isinstance(one, ast.Attribute) and one.attr == "ruleset")
        or (isinstance(one, ast.Constant) and one.value in RULEBOOKS)
    ]


def test_no_rule_asks_which_ruleset_is_played() -> None:
    """A ruleset is composed of its answers; rules, pictures and words never look up which one it is."""
    files = [path for package in ("engine", "renderer", "bot") for path in sorted((ROOT / package).rglob("*.py"))]
    assert len(files) > 400
    found = {path.relative_to(ROOT).as_posix(): there for path in files if (there := _asked_for_a_ruleset(path))}
    # The scenarios that a ruleset brings along for itself.
    assert found == {"engine/pog/rulesets/__init__.py": ["scenario.ruleset == name"]}


@pytest.mark.parametrize(
    "line",
    ['if rules.ruleset == "x":\n    pass', 'match name:\n    case "banquet":\n        pass', 'x = one in ("suicide",)'],
)
def test_a_question_for_the_ruleset_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f"from engine.pog.rulesets.banquet import BANQUET\n{line}\n")
    assert _asked_for_a_ruleset(tmp_path / "one.py")


@pytest.mark.process
@pytest.mark.parametrize(
    "line", ["import time", "from random import choice", "import secrets", "from os import urandom"]
)
def test_ruff_refuses_clock_and_luck_in_the_engine_and_there_only(line: str) -> None:
    def codes(path: str) -> str:
        options = ("--select", "TID251", "--output-format", "concise", "--stdin-filename", path, "-")
        command = [str(BIN / "ruff"), "check", *options]
        done = subprocess.run(command, input=f"{line}\n", cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout

    assert "TID251" in codes("engine/core/new.py")
    assert "TID251" in codes("engine/pog/rules/new.py")
    assert "TID251" not in codes("bot/new.py")


#: Modules of the copy that keeps our contracts, beside those that the contracts name.
MODULES = """
    assets bot bot.cli renderer renderer.kit renderer.kit.scene renderer.league renderer.league.views
    renderer.pog renderer.pog.maps engine engine.core engine.core.game bot.service bot.service.routes
    bot.platforms bot.storage bot.table bot.service.people bot.service.acting bot.service.announcing.posts
    bot.service.calls bot.service.handler bot.service.declarations bot.service.leagues
    bot.service.leagues.season_repository bot.leagues bot.leagues.season bot.narration bot.commands
    bot.operations bot.public bot.titles bot.titles.pog bot.titles.pog.title bot.titles.liege bot.titles.testing
    bot.titles.title bot.titles.base bot.storage.models bot.storage.outbox_models bot.storage.snapshot
    bot.storage.store bot.titles.defaults engine.pog
    engine.pog.view engine.pog.content engine.pog.content.schema engine.pog.state engine.liege engine.liege.state
""".split()


@functools.cache
def layered() -> frozenset[str]:
    """The modules that our contracts name as layers or sources, and the packages in which those are."""
    found = set()
    for contract in PROJECT["tool"]["importlinter"]["contracts"]:
        within = contract.get("containers", [""])
        for layer in contract.get("layers", []):
            names = re.findall(r"[\w.]+", layer)
            found |= {f"{container}.{name}".strip(".") for container in within for name in names}
        lists = ("source_modules", "protected_modules", "allowed_importers")
        found |= {name for key in lists for name in contract.get(key, []) if "*" not in name}
    return frozenset(found | {name.rpartition(".")[0] for name in found if "." in name})


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Packages of the same names as ours, with our contracts, that keep them."""
    for name in {*MODULES, *layered()}:
        is_package = any(other.startswith(f"{name}.") for other in {*MODULES, *layered()}) or "." not in name
        path = tmp_path.joinpath(*name.split("."))
        path = path / "__init__.py" if is_package else path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "bot" / "titles" / "pog" / "title.py").write_text(
        "import redis\nimport renderer.pog.maps\nimport engine.pog.state\n"
    )
    (tmp_path / "renderer" / "pog" / "maps.py").write_text(
        "import PIL\nimport renderer.kit.scene\nimport engine.pog.view\nimport engine.pog.content.schema\n"
    )
    (tmp_path / "engine" / "pog" / "content" / "schema.py").write_text("import pydantic\n")
    (tmp_path / "engine" / "pog" / "state.py").write_text("import engine.core.game\nimport engine.pog.content.schema\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def contracts_hold(folder: Path) -> bool:
    command = [str(BIN / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return done.returncode == 0


@pytest.mark.process
def test_the_contracts_allow_what_the_design_allows(toy: Path) -> None:
    assert contracts_hold(toy)


#: Imports that the contracts refuse: a module, and what it must not import.
ARROWS = [
    ("engine/pog/state.py", "bot.cli"),
    ("engine/pog/state.py", "redis"),
    ("engine/pog/state.py", "PIL"),
    ("engine/pog/state.py", "aiohttp"),
    ("engine/pog/state.py", "pydantic"),
    ("engine/core/game.py", "engine.pog.state"),
    ("engine/core/game.py", "engine.liege.state"),
    ("engine/core/game.py", "pydantic"),
    ("engine/liege/state.py", "engine.pog.state"),
    ("engine/liege/state.py", "pydantic"),
    ("engine/liege/state.py", "bot.cli"),
    ("engine/pog/state.py", "engine.liege.state"),
    ("renderer/pog/maps.py", "bot.cli"),
    ("renderer/pog/maps.py", "engine.pog.state"),
    ("renderer/pog/maps.py", "engine.core.game"),
    ("assets/__init__.py", "engine.core.game"),
    ("renderer/kit/scene.py", "renderer.pog.maps"),
    ("renderer/kit/scene.py", "renderer.league.views"),
    ("renderer/league/views.py", "renderer.pog.maps"),
    ("renderer/league/views.py", "engine.core.game"),
    ("renderer/kit/scene.py", "engine.pog.view"),
    ("renderer/kit/scene.py", "engine.core.game"),
    ("bot/service/routes.py", "renderer.pog.maps"),
    ("bot/service/routes.py", "bot.titles.pog.title"),
    ("bot/service/routes.py", "engine.pog.state"),
    ("bot/service/routes.py", "engine.liege.state"),
    ("bot/service/announcing/posts.py", "bot.service.leagues.season_repository"),
    ("bot/service/announcing/posts.py", "bot.leagues.season"),
    ("bot/service/people.py", "bot.service.leagues.season_repository"),
    ("bot/service/people.py", "bot.leagues.season"),
    ("bot/service/calls.py", "bot.service.leagues.season_repository"),
    ("bot/service/state.py", "bot.service.seats"),
    ("bot/service/acting.py", "bot.service.announcing"),
    ("bot/service/looking.py", "bot.service.school"),
    ("bot/service/people.py", "bot.service.puzzles"),
    ("bot/service/puzzles.py", "bot.service.school"),
    ("bot/service/unplaced.py", "bot.service.session"),
    ("bot/unplaced.py", "bot.persons"),
    ("bot/storage/store.py", "bot.leagues.season"),
    ("bot/port.py", "bot.service"),
    ("bot/storage/store.py", "bot.port"),
    ("bot/narration.py", "bot.table"),
    ("bot/commands.py", "bot.titles"),
    ("bot/public.py", "bot.wiring"),
    ("bot/wiring.py", "bot.terminal"),
    ("renderer/pog/maps.py", "scipy"),
    ("engine/pog/state.py", "benchmarks"),
    ("bot/leagues/season.py", "bot.service.routes"),
    ("bot/leagues/season.py", "engine.core.game"),
    ("bot/leagues/season.py", "renderer.league.views"),
    ("bot/titles/pog/title.py", "bot.service.routes"),
    ("bot/titles/pog/title.py", "bot.platforms"),
    ("bot/titles/title.py", "bot.storage.models"),
    ("bot/table.py", "bot.titles"),
]


@pytest.mark.process
def test_the_contracts_refuse_every_other_arrow(toy: Path) -> None:
    command = [sys.executable, str(Path(arrows.__file__))]
    asked = "".join(f"{module} {imported}\n" for module, imported in ARROWS)
    done = subprocess.run(command, cwd=toy, input=asked, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"{module} {imported} broken" for module, imported in ARROWS]
    assert contracts_hold(toy)


# ------------------------------------------------------------------------------------------- packaging and set-up


def test_the_lock_pins_hashes_and_names_no_host() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|@ ", text)
    blocks = re.split(r"\n(?=[a-z0-9])", text.partition("\n#    make lock\n")[2])
    assert len(blocks) > 20
    for block in blocks:
        assert re.match(r"[a-z0-9.-]+==[^ ]+ ", block)
        assert "--hash=sha256:" in block


def test_the_lock_covers_every_dependency_and_each_has_its_reason() -> None:
    project = PROJECT["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    locked = {line.split("==")[0] for line in (ROOT / "requirements.lock").read_text().splitlines() if "==" in line}
    assert {re.split(r"[<>=; ]", requirement)[0] for requirement in wanted} <= locked
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if re.match(r'    "[a-z-]+>=', line):
            assert "# " in line or lines[number - 1].lstrip().startswith("#"), line


@pytest.mark.process
def test_a_wheel_brings_data_and_scripts_along(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("bot/storage/commit.lua", "assets/pog/spaces.toml", "engine/core/chance.py"):
        assert wanted in names
    assert any(name.startswith("assets/fonts/") and name.endswith(".ttf") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith("tests/")]


def test_the_licence_says_whose_the_game_is() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License")
    assert "trademarks belong to their owners" in text
    assert "No art and no text of theirs is" in text


def test_ci_runs_what_everybody_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make")] == ["make check", "make test"]
    assert "set -euo pipefail" in lines


@pytest.mark.process
def test_make_lists_its_targets() -> None:
    shown = subprocess.run(["make"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for target in ("install", "play", "quick", "test", "sweep", "check", "bench", "look", "lock", "clean", "help"):
        assert re.search(rf"^make {target} +\S", shown, re.MULTILINE), target


@pytest.mark.process
@pytest.mark.parametrize(("target", "installs"), [("play", "make_venv.sh play"), ("check", "make_venv.sh")])
def test_playing_installs_no_development_tools(bare: Path, target: str, installs: str) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, bare)
    shown = subprocess.run(["make", "-n", target], cwd=bare, check=True, capture_output=True, text=True).stdout
    made = [line.split("deploy/")[-1].strip() for line in shown.splitlines() if "make_venv.sh" in line]
    assert made == [installs]
    locks = (ROOT / "deploy" / "requirements.lock").read_text("utf-8")
    assert not re.search(r"^(mypy|ruff|pytest|playwright|hypothesis|scipy|shapely)==", locks, re.MULTILINE)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the set-up scripts and no .venv."""
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    shutil.copy(ROOT / "requirements.lock", tmp_path)
    return tmp_path


@pytest.mark.process
def test_too_old_a_python_is_refused_with_a_sentence(bare: Path) -> None:
    old = bare / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.8.16 && exit 0\nexit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [bare / "deploy" / "make_venv.sh"],
        env={"PATH": "/usr/bin:/bin", "PYTHON": str(old)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"needs Python 3.11 or newer, and {old} is not that (Python 3.8.16)" in done.stderr
    assert "make install PYTHON=" in done.stderr
    assert not (bare / ".venv").exists()


@pytest.mark.process
def test_a_named_chromium_is_found_first(bare: Path) -> None:
    script = bare / "deploy" / "ensure_chromium.sh"
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(bare), "FELDPOST_CHROMIUM": "/bin/true"}
    done = subprocess.run([script, "--find"], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "/bin/true\n"


@pytest.mark.process
def test_without_chromium_one_line_says_so_and_the_rest_runs(bare: Path) -> None:
    """An ordinary user: `id -u` is not 0 and nothing is on the PATH."""
    tools = bare / "bin"
    tools.mkdir()
    for name in ("bash", "env", "dirname"):
        (tools / name).symlink_to(f"/bin/{name}" if Path(f"/bin/{name}").exists() else f"/usr/bin/{name}")
    (tools / "id").write_text("#!/bin/sh\necho 1000\n")
    (tools / "id").chmod(0o755)
    script = bare / "deploy" / "ensure_chromium.sh"
    done = subprocess.run(
        ["/bin/bash", script],
        env={"PATH": str(tools), "HOME": str(bare)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert "the browser tests are skipped" in done.stdout

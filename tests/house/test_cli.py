"""The command line, run as its users run it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import __version__
from bot.cli.check import run_checks
from bot.cli.main import SUBCOMMANDS, _overridden, build_parser, main
from bot.settings import load_settings
from bot.titles import usual_title
from engine.pog.content import load_content
from renderer.kit import theme
from tests.conftest import ROOT
from tests.support.forked import begun

pytestmark = pytest.mark.process

PATH = "/usr/bin:/bin"


def feldpost(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own with only these variables set, forked from one that has loaded everything."""
    reading, writing = os.pipe()
    process = begun(arguments, {"PATH": PATH, **environment}, writing)
    with os.fdopen(reading, encoding="utf-8") as output:
        printed = output.read()
    process.join()
    assert process.exitcode is not None
    return subprocess.CompletedProcess(arguments, process.exitcode, printed, "")


def feldpost_as_installed(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a shell does, with only these variables set."""
    return subprocess.run(
        [sys.executable, "-m", "bot.cli", *arguments], cwd=ROOT, env={"PATH": PATH, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version"]) == 0
    assert capsys.readouterr().out == f"feldpost {__version__}\n"


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_help_lists_every_subcommand() -> None:
    shown = " ".join(build_parser().format_help().split())
    for row in SUBCOMMANDS:
        assert row.name in shown
        assert row.help in shown


def test_an_unknown_subcommand_or_port_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, says in ((["retreat"], "“retreat” isn't a choice"), (["local", "--port", "-1"], "a port is")):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
        assert says in capsys.readouterr().err


def test_check_gives_a_verdict_on_everything(tmp_path: Path) -> None:
    done = feldpost_as_installed("check", FELDPOST_VAR=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    verdicts = {line.split()[0]: line.split()[1] for line in done.stdout.splitlines() if not line.startswith(" ")}
    assert verdicts == {
        "settings": "ok",
        "Redis": "ok",
        "assets": "ok",
        "titles": "ok",
        "commands": "ok",
        "fonts": "ok",
        "platform": "ok",
    }
    assert "289 spaces" in done.stdout
    assert "pog, liege: complete" in done.stdout
    assert "Correct" not in done.stdout, "nothing is wrong, so nothing is to be mended"
    assert "none is configured" in done.stdout
    assert "but `feldpost run` does not" in done.stdout


def test_check_fails_where_redis_does_not_answer(tmp_path: Path) -> None:
    done = feldpost("check", FELDPOST_VAR=str(tmp_path), REDIS_URL="redis://:hunter2@127.0.0.1:1/0")
    assert done.returncode == 1
    assert "Redis     failed  The Redis server at 127.0.0.1:1 does not answer" in done.stdout
    assert "assets    ok" in done.stdout
    assert "hunter2" not in done.stdout + done.stderr


def test_check_fails_on_a_setting_that_cannot_be_used() -> None:
    done = feldpost("check", FELDPOST_PORT="99999")
    assert done.returncode == 1
    assert "settings  failed  FELDPOST_PORT can't be used" in done.stdout


def test_check_advises_on_a_server_that_could_lose_games(redis_url: str, tmp_path: Path) -> None:
    def redis_cli(*command: str) -> None:
        from redis import Redis

        with Redis.from_url(redis_url) as client:
            client.execute_command(*command)

    redis_cli("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    try:
        done = feldpost("check", FELDPOST_VAR=str(tmp_path), REDIS_URL=redis_url)
    finally:
        redis_cli("CONFIG", "SET", "maxmemory-policy", "noeviction")
    assert done.returncode == 0
    assert "Set maxmemory-policy noeviction" in done.stdout
    assert "Set appendonly" not in done.stdout


def test_check_names_file_and_field_of_a_war_that_does_not_add_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    facts = tmp_path / "pog"
    shutil.copytree(ROOT / "assets" / "pog", facts)
    start = facts / "starts" / "summer_1916.toml"
    start.write_text(start.read_text(encoding="utf-8").replace("\nvp = 10\n", "\nvp = 12\n"), encoding="utf-8")
    monkeypatch.setattr("engine.pog.content.load_content", lambda: load_content(facts))
    monkeypatch.setenv("FELDPOST_VAR", str(tmp_path / "var"))
    assets = next(verdict for verdict in asyncio.run(run_checks()) if verdict.name == "assets")
    assert not assets.ok
    assert assets.text == "starts/summer_1916.toml, field vp: VP spaces and scores come to 10, not 12"


def test_every_war_can_be_played_in_the_terminal() -> None:
    shown = feldpost("play", "--help").stdout
    assert all(name in shown for name in load_content().scenarios)


def test_only_commands_that_play_ask_the_title_for_its_games() -> None:
    looked = "import sys; from bot.cli.main import build_parser; build_parser().parse_args([sys.argv[1]]); print('bot.titles' in sys.modules)"
    for command, loaded in (("version", "False"), ("games", "False"), ("play", "True")):
        done = subprocess.run([sys.executable, "-c", looked, command], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded, command
    options = build_parser().parse_args(["play"])
    assert options.scenario == usual_title().setups.usual


def test_options_that_do_not_go_together_are_refused_in_the_terminal() -> None:
    done = feldpost("play", "--scenario", "summer_1916", "--options", "cards=valiant")
    assert done.returncode != 0
    assert "This war has begun" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_check_misses_a_font_before_a_picture_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(theme.FONTS, "serif", "Fraktur-Medium.ttf")
    monkeypatch.setenv("FELDPOST_VAR", str(tmp_path))
    fonts = next(verdict for verdict in asyncio.run(run_checks()) if verdict.name == "fonts")
    assert not fonts.ok
    assert "Fraktur-Medium.ttf can't be read" in fonts.text
    assert "assets/fonts" in fonts.remedy


def test_check_fails_on_a_directory_that_cannot_be_made() -> None:
    done = feldpost("check", FELDPOST_VAR="/dev/null")
    assert done.returncode == 1
    assert "Set FELDPOST_VAR to a directory that you can write" in done.stdout


@pytest.mark.parametrize("row", ["local", "run", "parked", "games"])
def test_whatever_opens_the_store_takes_its_directory(row: str, tmp_path: Path) -> None:
    options = build_parser().parse_args([row, "--var", str(tmp_path)])
    assert _overridden(load_settings(), options).var == tmp_path

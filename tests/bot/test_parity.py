"""The parity table: generated from the vocabulary, complete for every platform with an adapter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot import parity
from tests.bot.support import Channel
from tests.support.vocabulary import BY_NAME, COMMANDS


def test_every_command_is_a_row_and_every_platform_serves_it() -> None:
    rows = parity.table()
    assert [name for name, _, _ in rows] == [command.name for command in COMMANDS]
    assert all(where == {"web": True, "discord": True, "slack": True} for _, _, where in rows)


def test_no_adapter_lacks_a_command() -> None:
    found = parity.missing()
    assert set(found) == {"web", "discord", "slack"}
    assert all(not names for names in found.values()), found


def test_a_missing_command_shows(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("bot.service.routes.ROUTES", {"new": None})
    assert "undo" in parity.missing()["web"]
    monkeypatch.setattr("sys.argv", ["python -m tests.bot.parity"])
    assert parity.main() == 1
    said = capsys.readouterr().err
    assert all(f"{platform} lacks: " in said for platform in parity.PLATFORMS)


def test_the_table_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "parity.md"
    monkeypatch.setattr("sys.argv", ["python -m tests.bot.parity", str(file)])
    assert parity.main() == 0
    assert file.read_text().count("\n") == len(COMMANDS) + 2
    assert "| `undo` | around | yes | yes | yes |" in file.read_text()


async def test_each_command_of_the_local_channel_is_known_when_typed(channel: Channel) -> None:
    for name in BY_NAME:
        assert "There's no command" not in await channel.told("anna", name)

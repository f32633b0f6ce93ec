"""`feldpost check` says of settings that do not do what they seem to what is wrong and what would work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli.check import _settings, _slack
from bot.settings import Settings, SettingsError, load_settings

Told = Callable[..., str]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """What it says of the settings and of Slack in an empty folder with these variables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")

    def told(**environment: str) -> str:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            settings = load_settings()
            verdicts = [asyncio.run(_settings(settings)), asyncio.run(_slack(settings))]
        return "; ".join(f"{one.name} {one.ok} {one.text} {one.remedy}" for one in verdicts if one is not None)

    return told


def test_an_address_that_the_local_channel_refuses_is_not_promised(check: Told) -> None:
    told = check(FELDPOST_HOST="0.0.0.0")
    assert "http://0.0.0.0" not in told
    assert "`feldpost local` refuses" in told
    assert "`feldpost run` ignores this setting" in told
    told = check(FELDPOST_HOST="localhost")
    assert "local channel at http://localhost:8014" in told
    assert "refuses" not in told


@pytest.mark.parametrize(
    ("variable", "bad", "good"),
    [
        ("FELDPOST_ADMINS", "slack:U1", "slack:T1.U1"), ("FELDPOST_ADMINS", "slack:U0456.T0123", "slack:T0123.W0456"),
        ("FELDPOST_ADMINS", "discord:ben", "discord:123456789012345678"), ("FELDPOST_CHANNELS", "slack:C1", "slack:T1.C1"),
        ("FELDPOST_CHANNELS", "slack:T1.U1", "slack:T1"), ("FELDPOST_CHANNELS", "discord:#war", "discord:77"),
    ],
)  # fmt: skip
def test_an_id_that_is_nobodys_is_named_with_what_one_looks_like(
    check: Told, variable: str, bad: str, good: str
) -> None:
    told = check(**{variable: f"{good}, {bad}, web:anna"})
    assert f"{variable} has {bad}, which matches no" in told
    assert told.count(f"{variable} has") == 1


@pytest.mark.parametrize(
    ("given", "lacking"),
    [
        ({"FELDPOST_SLACK_CLIENT_SECRET": "s"}, "FELDPOST_SLACK_CLIENT_ID and FELDPOST_SLACK_ENCRYPTION_KEY"),
        ({"FELDPOST_SLACK_ENCRYPTION_KEY": "k"}, "FELDPOST_SLACK_CLIENT_ID and FELDPOST_SLACK_CLIENT_SECRET"),
        ({"FELDPOST_SLACK_CLIENT_SECRET": "s", "FELDPOST_SLACK_ENCRYPTION_KEY": "k"}, "FELDPOST_SLACK_CLIENT_ID"),
    ],
)
def test_half_of_an_installation_by_oauth_is_not_called_none(check: Told, given: dict[str, str], lacking: str) -> None:
    told = check(**given)
    assert "Slack False only half set up" in told
    assert f"but not {lacking}." in told


@pytest.mark.parametrize("more", [{}, {"FELDPOST_SLACK_SIGNING_SECRET": "s" * 32}], ids=["alone", "with the secret"])
@pytest.mark.parametrize(
    ("given", "lacking"),
    [
        ({}, "FELDPOST_SLACK_CLIENT_SECRET and FELDPOST_SLACK_ENCRYPTION_KEY"),
        ({"FELDPOST_SLACK_CLIENT_SECRET": "s"}, "FELDPOST_SLACK_ENCRYPTION_KEY"),
        ({"FELDPOST_SLACK_ENCRYPTION_KEY": "k"}, "FELDPOST_SLACK_CLIENT_SECRET"),
    ],
)
def test_missing_scopes_are_named_with_the_client_id(
    check: Told, given: dict[str, str], lacking: str, more: dict[str, str]
) -> None:
    told = check(FELDPOST_SLACK_CLIENT_ID="1.2", **given, **more)
    assert f"Installing with OAuth also needs {lacking}." in told


@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o604, True), (0o640, False), (0o600, False)])
def test_a_file_of_settings_that_everybody_can_read_is_named(
    check: Told, tmp_path: Path, mode: int, *, warned: bool
) -> None:
    (tmp_path / ".env").write_text("FELDPOST_PROCESS=1\n")
    (tmp_path / ".env").chmod(mode)
    told = check()
    assert ("Everyone on this machine can read .env" in told) == warned
    assert (f"(mode {mode:03o})" in told) == warned
    assert ("chmod 600 .env" in told) == warned


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("FELDPOST_RESULT_KEY", "geheim", "at least 32 characters, not 6"),
        ("FELDPOST_WEBHOOK_SECRET", "ü" * 31, "at least 32 characters, not 31"),
        ("FELDPOST_PROCESS", "x" * 41, "at most 40 characters"),
    ],
)
def test_lengths_are_told_in_characters(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, says: str) -> None:
    monkeypatch.setenv(variable, value)
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    with pytest.raises(SettingsError, match=says) as caught:
        load_settings()
    assert "items" not in str(caught.value)
    assert value not in str(caught.value)

"""Settings: one list in code, one in .env.example, and they agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings, unknown_variables, variable
from tests.conftest import ROOT


def example() -> dict[str, str]:
    """The variables of .env.example with their values."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def test_the_example_lists_every_setting_and_no_other() -> None:
    assert set(example()) == {variable(field) for field in Settings.model_fields}


def test_the_example_holds_the_defaults() -> None:
    for field, info in Settings.model_fields.items():
        assert example()[variable(field)] == ("" if info.default is None else str(info.default)), field


def test_every_variable_of_the_example_is_explained_right_above_it() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    for line, above in zip(lines[1:], lines, strict=False):
        if line and not line.startswith("#"):
            assert above.startswith(("#", "FELDPOST_HOST=")), line


def test_without_any_variable_the_defaults_hold() -> None:
    settings = load_settings()
    assert (settings.host, settings.port, settings.var, settings.redis_url) == ("127.0.0.1", 8014, Path("var"), None)


def test_variables_and_a_file_are_read_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("FELDPOST_PORT=9000\nFELDPOST_LOG_LEVEL=Debug\nSOMETHING_ELSE=1\nREDIS_URL=\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    monkeypatch.setenv("FELDPOST_PORT", "0")
    settings = load_settings()
    assert (settings.port, settings.log_level, settings.redis_url) == (0, "debug", None)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        (
            "FELDPOST_PORT",
            "70000",
            "FELDPOST_PORT can't be used: input should be less than or equal to 65535 (port of",
        ),
        ("FELDPOST_PORT", "http", "FELDPOST_PORT can't be used: input should be a valid integer"),
        ("FELDPOST_LANGUAGE", "xx", "FELDPOST_LANGUAGE can't be used: there is no language “xx”, only en"),
        ("FELDPOST_LOG_LEVEL", "loud", "FELDPOST_LOG_LEVEL can't be used: input should be 'debug', 'info'"),
        (
            "REDIS_URL",
            "http://:hunter2@x",
            "REDIS_URL can't be used: it must begin with redis://, rediss:// or unix://",
        ),
    ],
)
def test_a_value_that_cannot_be_used_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith(says)
    assert "hunter2" not in str(caught.value)


def test_a_password_never_shows_in_a_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:hunter2@db.example:6379/0")
    settings = load_settings()
    assert "hunter2" not in repr(settings) + str(settings) + settings.model_dump_json()
    assert settings.redis_url is not None
    assert settings.redis_url.get_secret_value().endswith("db.example:6379/0")


def test_a_misspelled_variable_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELDPOST_PROT", "1")
    monkeypatch.setenv("FELDPOST_CHROMIUM", "/usr/bin/chromium")
    assert unknown_variables() == ["There's no setting FELDPOST_PROT. Did you mean FELDPOST_PORT?"]


def test_a_misspelled_variable_of_the_file_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = (
        "FELDPOST_DISCORD_TOKN=x",
        "export REDIS_ULR=y",
        "DISCORD_TOKN=z",
        "FELDPOST_PING=near nothing but for what all names share",
        "REDIS_PASSWORD=of the compose file",
        "FOO=1",
        "FELDPOSR_SLACK_BOT_TOKEN=x",
        "FELPOST_PORT=1",
        "REDIS=redis://localhost",
        "feldpost_log_level=debug",
    )
    (tmp_path / ".env").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    assert unknown_variables() == [
        "There's no setting DISCORD_TOKN, as in .env. Did you mean FELDPOST_DISCORD_TOKEN?",
        "There's no setting FELDPOSR_SLACK_BOT_TOKEN, as in .env. Did you mean FELDPOST_SLACK_BOT_TOKEN?",
        "There's no setting FELDPOST_DISCORD_TOKN, as in .env. Did you mean FELDPOST_DISCORD_TOKEN?",
        "There's no setting FELDPOST_PING, as in .env. See .env.example for all settings.",
        "There's no setting FELPOST_PORT, as in .env. Did you mean FELDPOST_PORT?",
        "There's no setting REDIS, as in .env. Did you mean REDIS_URL?",
        "There's no setting REDIS_ULR, as in .env. Did you mean REDIS_URL?",
    ]

"""The operator reads the pseudo-language on the command line and in the terminal: unbracketed text escaped the text files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bot.cli import games, parked, seasons
from bot.cli.check import run_checks
from bot.cli.main import SUBCOMMANDS, main
from bot.cli.verify import run_verify
from bot.narration.texts import speak_to_operator
from bot.settings import load_settings
from bot.terminal.commands import TerminalSession
from bot.terminal.match import LocalGame
from bot.terminal.play import answer
from bot.titles import titles
from bot.titles.vocabulary import vocabulary
from tests.bot.support import Channel
from tests.bot.test_parked import park_everything
from tests.support.pseudo import OPEN, escaped, pseudo

__all__ = ["pseudo"]

#: Typed input, and names of people, files, programs and stored things, which no language changes.
NAMES = (
    "Anna", "Ben", "web:anna", "web:ben", "anna", "ben", "web:table", "feldpost", "list", "retry", "drop", "show", "end", "delete", "export", "import", "invite",
    "Valkey", "campaign", "introductory", "playing", "act", "file", "folder", "game", "season", "post", "what",
)  # fmt: skip


@pytest.fixture
def operator(pseudo: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set the operator's language through the environment."""
    monkeypatch.setenv("FELDPOST_LANGUAGE", pseudo)
    load_settings()
    yield pseudo
    speak_to_operator("en")


def lost(text: str, *names: str) -> list[str]:
    """Return words without accents, each with its line. A screen wraps sentences, so brackets prove nothing; options and files are typed."""
    typed = re.compile(r"\{[\w,]+\}|--?[a-z]+\b|\bFELDPOST_[A-Z_]+|\b[A-Z]{3,}\b|'[a-z]+'|\S*(?:/|\.json)\S*|[⟦⟧]")
    words = ((line, escaped(f"⟦{typed.sub(' ', line)}⟧", *NAMES, *names)) for line in text.splitlines())
    return [f"{found} in {line!r}" for line, found in words if found]


@pytest.mark.parametrize("name", ["", *(row.name for row in SUBCOMMANDS)])
@pytest.mark.usefixtures("operator")
def test_help_is_in_the_language(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as left:
        main([*([name] if name else []), "--help"])
    assert left.value.code == 0
    assert lost(capsys.readouterr().out, *(row.name for row in SUBCOMMANDS)) == []


@pytest.mark.parametrize(
    "typed",
    [
        "", "nonsense", "local --port x", "local --port", "games nonsense", "run --bla", "verify", "games --verify=1",
        "public --listen 8", "discord invite", "verify nowhere.json",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("operator")
def test_refusals_are_in_the_language(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.delenv("FELDPOST_DISCORD_APPLICATION_ID", raising=False)
    code: object = 0
    try:
        code = main(typed.split())
    except SystemExit as left:
        code = left.code
    assert code
    said = capsys.readouterr()
    # The last words of the second come from the operating system.
    assert (
        lost(
            said.out + said.err, "nonsense", "No such file or directory", "command", *(row.name for row in SUBCOMMANDS)
        )
        == []
    )


@pytest.mark.usefixtures("operator")
async def test_check_speaks_the_language(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", redis_url)
    told = [
        part for verdict in await run_checks() for part in (verdict.text, verdict.remedy) if verdict.name != "fonts"
    ]
    assert len(told) > 8
    assert lost("\n".join(told), *(title.name for title in titles())) == []


@pytest.mark.usefixtures("operator")
async def test_the_cli_speaks_of_games_posts_and_seasons_in_the_language(channel: Channel, tmp_path: Path) -> None:
    await channel.begin()
    game, store, told = await channel.game_id(), channel.store, list[str]()
    await channel.say("anna", "play cp 1 as rp")
    await park_everything(channel)
    for act in ("list", "retry", "drop", "list"):
        await parked.carry_out(store, act, "all", told.append)
    for wish in (
        games.GamesRequest(), games.GamesRequest(verify=True), games.GamesRequest("show", game), games.GamesRequest("show", "nothing"),
        games.GamesRequest("show"), games.GamesRequest(player="anna"), games.GamesRequest("delete", game), games.GamesRequest("end", game),
        games.GamesRequest("end", game), games.GamesRequest("delete", game, yes=True), games.GamesRequest(),
    ):  # fmt: skip
        await games.carry_out(store, told.append, wish)
    for asked in (
        seasons.SeasonsRequest("list", "", None),
        seasons.SeasonsRequest("export", "nothing", tmp_path / "file"),
    ):
        await seasons.carry_out(store, asked, told.append)
    damaged = tmp_path / "record.json"
    for text in (
        "",
        "{",
        "[1]",
        json.dumps({"entries": []}),
        json.dumps({"game": game, "scenario": "none", "entries": [{}]}),
    ):
        damaged.write_text(text)
        run_verify(damaged, told.append)
    assert len(told) > 20
    assert (
        lost(
            "\n".join(told),
            game,
            "nothing",
            "no such channel for action",
            "no such channel for table",
            "action",
            "table",
        )
        == []
    )


@pytest.mark.usefixtures("operator")
def test_the_terminal_is_in_the_language(tmp_path: Path) -> None:
    screen = StringIO()
    console = Console(file=screen, width=400)
    context = TerminalSession(LocalGame.begin("campaign", {}, b"verdun"))
    save = tmp_path / "game.json"
    for line in (
        "help", "help play", "choose take", "status", "hand", "play guns of august as event", "odds sedan", "undo", "log", "rules 12.5",
        "nonsense", "attack nowhere", "999", "exact nonsense", "save", f"save {save}", "verify", "draw", "resign", "rollback 0", "map",
        "resign yes", "panel",
    ):  # fmt: skip
        answer(context, console, line)
    commands = vocabulary(context.match.title).commands
    usages = [
        *(command.usage(context.words) for command in commands),
        *(f"{command.name} {OPEN}" for command in commands),
    ]
    said = re.sub(r"\s{3,}", "\n", screen.getvalue())
    assert len(said.splitlines()) > 60
    typed = (
        "nonsense",
        "nowhere",
        "legal",
        "NUMBER",
        "exact TEXT",
        "save FILE",
        "quit",
        "draw accept",
        "/resign yes",
        str(save),
    )
    names = sorted({*usages, *typed}, key=len, reverse=True)
    for name in names:
        said = said.replace(name, " ")
    print("\n".join(lost(said)))
    assert lost(said) == []

"""The command line: `feldpost local`, `feldpost run`, `feldpost check` and the others in `SUBCOMMANDS`.

Each subcommand is one row of `SUBCOMMANDS`; adding one means adding a row. Heavy imports stay inside the functions so
that `feldpost version` answers immediately.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot import __version__
from bot.cli import parser_texts
from bot.narration.texts import host_text
from bot.settings import Settings, SettingsError, load_settings, speak_as_set


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand: its name, function and arguments; `command_line.toml` of the texts has its help."""

    name: str
    run: Callable[[argparse.Namespace], int]
    arguments: Callable[[CommandParser], None] | None = None
    #: It works on games, so installed titles are discovered first.
    games: bool = True

    @property
    def help(self) -> str:
        """Return its help text."""
        return host_text(f"command_line.{self.name}.help")


class CommandParser(argparse.ArgumentParser):
    """Parser of one subcommand; adds its arguments only on use, because some depend on the installed titles."""

    def __init__(self, *given: Any, row: Subcommand, **known: Any) -> None:
        super().__init__(*given, **known)
        self.row = row
        self._open = row.arguments

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Add the arguments, then parse as usual."""
        self.declare()
        return super().parse_known_args(args, namespace)

    def declare(self) -> None:
        """Add the row's arguments, once."""
        arguments, self._open = self._open, None
        if arguments is not None:
            arguments(self)

    def option(self, name: str, *, under: str = "", **known: Any) -> None:
        """Add an argument with its help text, from the row's table or another one."""
        text = host_text(f"command_line.{under or self.row.name}.{name.lstrip('-')}")
        self.add_argument(name, help=text.replace("%", "%%"), **known)


def _local(options: argparse.Namespace) -> int:
    from bot.cli.local import run_local

    return run_local(_overridden(load_settings(), options))


def _local_arguments(parser: CommandParser) -> None:
    parser.option("--host")
    parser.option("--port", type=_port)
    _var_argument(parser)


def _run(options: argparse.Namespace) -> int:
    from bot.cli.run import run

    return run(_overridden(load_settings(), options))


def _run_arguments(parser: CommandParser) -> None:
    _var_argument(parser)


def _public(options: argparse.Namespace) -> int:
    from bot.cli.public import run_public

    settings = load_settings()
    return run_public(settings if options.listen is None else settings.model_copy(update={"public": options.listen}))


def _public_arguments(parser: CommandParser) -> None:
    parser.option("--listen", type=_address)


def _discord(options: argparse.Namespace) -> int:
    del options
    from bot.platforms.discord.invite import invite_link

    application = load_settings().discord_application_id
    if application is None:
        raise SettingsError(host_text("operator.main.discord_application_id_not"))
    print(invite_link(application))
    return 0


def _discord_arguments(parser: CommandParser) -> None:
    parser.option("what", choices=["invite"])


def _check(options: argparse.Namespace) -> int:
    del options
    from bot.cli.check import run_checks

    verdicts = asyncio.run(run_checks())
    width = max(len(verdict.name) for verdict in verdicts)
    for verdict in verdicts:
        print(f"{verdict.name:<{width}}  {'ok    ' if verdict.ok else 'failed'}  {verdict.text}")
        if verdict.remedy:
            print(f"{'':<{width}}          {verdict.remedy}")
    return 0 if all(verdict.ok for verdict in verdicts) else 1


def _parked(options: argparse.Namespace) -> int:
    from bot.cli.parked import run_parked

    return run_parked(_overridden(load_settings(), options), options.act, options.post)


def _parked_arguments(parser: CommandParser) -> None:
    parser.option("act", nargs="?", default="list", choices=("list", "retry", "drop"))
    parser.option("post", nargs="?", default="all")
    _var_argument(parser)


def _games(options: argparse.Namespace) -> int:
    from bot.cli.games import GamesRequest, run_games

    wish = GamesRequest(options.act, options.game, options.channel, options.player, options.verify, options.yes)
    return run_games(_overridden(load_settings(), options), wish=wish)


def _games_arguments(parser: CommandParser) -> None:
    parser.option("act", nargs="?", default="list", choices=("list", "show", "end", "delete"))
    parser.option("game", nargs="?", default="")
    parser.option("--channel", default="")
    parser.option("--player", default="")
    parser.option("--verify", action="store_true")
    parser.option("--yes", action="store_true")
    _var_argument(parser)


def _seasons(options: argparse.Namespace) -> int:
    from bot.cli.seasons import SeasonsRequest, run_seasons

    return run_seasons(_overridden(load_settings(), options), SeasonsRequest(options.act, options.season, options.file))


def _seasons_arguments(parser: CommandParser) -> None:
    parser.option("act", nargs="?", default="list", choices=("list", "export", "import"))
    parser.option("season", nargs="?", default="")
    parser.option("file", nargs="?", type=Path)
    _var_argument(parser)


def _play(options: argparse.Namespace) -> int:
    from bot.terminal.play import run

    return run(options)


def _play_arguments(parser: CommandParser) -> None:
    from bot.titles import titles, usual_title
    from bot.titles.discovery import discover

    discover()
    scenarios = [name for title in titles() for name in title.setups.offered()]
    parser.option("--scenario", choices=scenarios, default=usual_title().setups.usual)
    parser.option("--options", default="")
    parser.option("--seed", default="")
    parser.option("--load", type=Path)
    parser.option("--save", type=Path)
    parser.option("--two", action="store_true")


def _verify(options: argparse.Namespace) -> int:
    from bot.cli.verify import run_verify

    return run_verify(options.file)


def _verify_arguments(parser: CommandParser) -> None:
    parser.option("file", type=Path)
    parser.epilog = host_text("command_line.verify.epilog")


def _pseudo(options: argparse.Namespace) -> int:
    from bot.cli.pseudo import write

    print(write(options.folder))
    return 0


def _pseudo_arguments(parser: CommandParser) -> None:
    parser.option("folder", type=Path)


def _version(options: argparse.Namespace) -> int:
    del options
    print(f"feldpost {__version__}")
    return 0


SUBCOMMANDS: tuple[Subcommand, ...] = (
    Subcommand("local", _local, _local_arguments),
    Subcommand("run", _run, _run_arguments),
    Subcommand("public", _public, _public_arguments),
    Subcommand("discord", _discord, _discord_arguments, games=False),
    Subcommand("play", _play, _play_arguments),
    Subcommand("check", _check),
    Subcommand("parked", _parked, _parked_arguments),
    Subcommand("games", _games, _games_arguments),
    Subcommand("verify", _verify, _verify_arguments),
    Subcommand("seasons", _seasons, _seasons_arguments),
    Subcommand("pseudo", _pseudo, _pseudo_arguments),
    Subcommand("version", _version, games=False),
)


def build_parser() -> argparse.ArgumentParser:
    """Build the parser from `SUBCOMMANDS`."""
    parser = argparse.ArgumentParser(prog="feldpost", description=host_text("command_line.about"))
    rows = parser.add_subparsers(
        dest="subcommand",
        required=True,
        metavar=str(host_text("command_line.parser.command")),
        parser_class=CommandParser,
    )
    for row in SUBCOMMANDS:
        child = rows.add_parser(row.name, help=row.help, description=row.help, row=row)
        child.set_defaults(run=row.run, of_games=row.games)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit code: 0 done, 1 failed, 2 invalid usage, 78 refused permanently."""
    from bot.storage.errors import StorageError

    speak_as_set()
    parser_texts.speak()
    options = build_parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    if options.of_games:
        from bot.titles.discovery import discover

        discover()
    try:
        return run(options)
    except (SettingsError, StorageError) as error:
        print(f"feldpost: {error}", file=sys.stderr)
        return error.exit_code if isinstance(error, SettingsError) else 1
    except KeyboardInterrupt:
        return 130


def _overridden(settings: Settings, options: argparse.Namespace) -> Settings:
    given = {name: getattr(options, name, None) for name in ("host", "port", "var")}
    return settings.model_copy(update={name: value for name, value in given.items() if value is not None})


def _var_argument(parser: CommandParser) -> None:
    parser.option("--var", under="common", type=Path)


def _address(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host:
        raise argparse.ArgumentTypeError(host_text("command_line.errors.address", text=f"{text!r}"))
    return f"{host}:{_port(port)}"


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(host_text("command_line.errors.port", text=f"{text!r}"))
    return int(text)

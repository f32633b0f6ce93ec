"""The command line: `feldpost local`, `feldpost run`, `feldpost check` and the others in `SUBCOMMANDS`.

Each subcommand is one row of `SUBCOMMANDS`; adding one means adding a row. Heavy imports stay
inside the functions so that `feldpost version` answers at once.
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
from bot.narration.texts import host_text
from bot.settings import Settings, SettingsError, load_settings


@dataclass(frozen=True, slots=True)
class Subcommand:
    """One row of the command line: what it is called, what it does, and who does it."""

    name: str
    help: str
    run: Callable[[argparse.Namespace], int]
    arguments: Callable[[argparse.ArgumentParser], None] | None = None
    #: It is about games, so installed titles are looked for.
    games: bool = True


def _local(options: argparse.Namespace) -> int:
    from bot.cli.local import run_local

    return run_local(_overridden(load_settings(), options))


def _local_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="address to listen on (FELDPOST_HOST)")
    parser.add_argument("--port", type=_port, help="port to listen on, 0 for any free one (FELDPOST_PORT)")
    _var_argument(parser)


def _run(options: argparse.Namespace) -> int:
    from bot.cli.run import run

    return run(_overridden(load_settings(), options))


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    _var_argument(parser)


def _public(options: argparse.Namespace) -> int:
    from bot.cli.public import run_public

    settings = load_settings()
    return run_public(settings if options.listen is None else settings.model_copy(update={"public": options.listen}))


def _public_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--listen", type=_address, help="host and port to listen on (FELDPOST_PUBLIC)")


def _discord(options: argparse.Namespace) -> int:
    del options
    from bot.platforms.discord.invite import invite_link

    application = load_settings().discord_application_id
    if application is None:
        raise SettingsError(host_text("operator.main.discord_application_id_not"))
    print(invite_link(application))
    return 0


def _discord_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["invite"], help="invite: print the link that adds the bot to a server")


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


def _parked_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", nargs="?", default="list", choices=("list", "retry", "drop"), help="what to do")
    parser.add_argument("post", nargs="?", default="all", help="a post as the list names it, or all")
    _var_argument(parser)


def _games(options: argparse.Namespace) -> int:
    from bot.cli.games import GamesRequest, run_games

    wish = GamesRequest(options.act, options.game, options.channel, options.player, options.verify, options.yes)
    return run_games(_overridden(load_settings(), options), wish=wish)


def _games_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", nargs="?", default="list", choices=("list", "show", "end", "delete"), help="what to do")
    parser.add_argument("game", nargs="?", default="", help="the game, as the list names it; not for list")
    parser.add_argument("--channel", default="", help="list: of this channel, as the list writes it")
    parser.add_argument("--player", default="", help="list: of this person, such as discord:1234")
    parser.add_argument("--verify", action="store_true", help="list: replay every record and compare dice and draws")
    parser.add_argument("--yes", action="store_true", help="delete: do it")
    _var_argument(parser)


def _seasons(options: argparse.Namespace) -> int:
    from bot.cli.seasons import SeasonsRequest, run_seasons

    return run_seasons(_overridden(load_settings(), options), SeasonsRequest(options.act, options.season, options.file))


def _seasons_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", nargs="?", default="list", choices=("list", "export", "import"), help="what to do")
    parser.add_argument("season", nargs="?", default="", help="the season's id; not for list")
    parser.add_argument(
        "file", nargs="?", type=Path, help="a journal (.json); import also entries (.csv), results (.trf)"
    )
    _var_argument(parser)


def _play(options: argparse.Namespace) -> int:
    from bot.terminal.play import run

    return run(options)


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    from bot.titles import titles, usual_title
    from bot.titles.discovery import discover

    discover()
    scenarios = [name for title in titles() for name in title.setups.offered()]
    parser.add_argument("--scenario", choices=scenarios, default=usual_title().setups.usual, help="what to play")
    parser.add_argument("--options", default="", help='as for /new, e.g. "optional=yes hand=8"')
    parser.add_argument("--seed", default="", help="a text that decides all dice and draws")
    parser.add_argument("--load", type=Path, help="go on with a record file")
    parser.add_argument("--save", type=Path, help="write the record here when leaving")
    parser.add_argument("--two", action="store_true", help="two people at one keyboard: hands stay hidden")


def _verify(options: argparse.Namespace) -> int:
    from bot.cli.verify import run_verify

    return run_verify(options.file)


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, help="a record as /export gives it, packed by gzip or not; - reads it from the input"
    )
    parser.epilog = host_text("operator.main.needs_no_redis_no")


def _pseudo(options: argparse.Namespace) -> int:
    from bot.cli.pseudo import write

    print(write(options.folder))
    return 0


def _pseudo_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where to write it; FELDPOST_TEXTS names this folder to the bot")


def _version(options: argparse.Namespace) -> int:
    del options
    print(f"feldpost {__version__}")
    return 0


SUBCOMMANDS: tuple[Subcommand, ...] = (
    Subcommand("local", "serve the local web channel in a browser", _local, _local_arguments),
    Subcommand("run", "serve the chat platforms that are configured", _run, _run_arguments),
    Subcommand("public", "serve the public pages alone, beside the bot", _public, _public_arguments),
    Subcommand(
        "discord", "print the link that invites the bot to a Discord server", _discord, _discord_arguments, games=False
    ),
    Subcommand("play", "play in this terminal, for those who debug rules", _play, _play_arguments),
    Subcommand("check", "check settings, Redis, assets, fonts and the tokens of the platforms", _check),
    Subcommand("parked", "show posts that could not be delivered; retry or drop them", _parked, _parked_arguments),
    Subcommand("games", "list, show, end or delete games; --verify replays each", _games, _games_arguments),
    Subcommand("verify", "check an exported record, without bot and store", _verify, _verify_arguments),
    Subcommand("seasons", "list seasons of leagues, write and take in their files", _seasons, _seasons_arguments),
    Subcommand(
        "pseudo", "write a made-up language that shows what a translation would miss", _pseudo, _pseudo_arguments
    ),
    Subcommand("version", "print the version", _version, games=False),
)


class _Row(argparse.ArgumentParser):
    """The parser of one subcommand, which takes its arguments when it is asked: some come from what can be played."""

    def __init__(self, *given: Any, row: Subcommand, **known: Any) -> None:
        super().__init__(*given, **known)
        self._row: Subcommand | None = row

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As the library's."""
        row, self._row = self._row, None
        if row is not None and row.arguments is not None:
            row.arguments(self)
        return super().parse_known_args(args, namespace)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser made from `SUBCOMMANDS`."""
    parser = argparse.ArgumentParser(prog="feldpost", description="Wargames in a chat channel.")
    rows = parser.add_subparsers(dest="subcommand", required=True, metavar="command", parser_class=_Row)
    for row in SUBCOMMANDS:
        child = rows.add_parser(row.name, help=row.help, description=row.help, row=row)
        child.set_defaults(run=row.run, of_games=row.games)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit code: 0 done, 1 failed, 2 not understood, 78 refused for good."""
    from bot.storage.errors import StorageError

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


def _var_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--var", type=Path, help="directory of the local store (FELDPOST_VAR)")


def _address(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host:
        raise argparse.ArgumentTypeError(f"a host and a port, such as 127.0.0.1:8016, not {text!r}")
    return f"{host}:{_port(port)}"


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)

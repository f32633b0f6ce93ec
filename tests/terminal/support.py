"""A terminal with scripted input."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from rich.console import Console

from bot.cli.main import build_parser
from bot.terminal.play import run


class Typist:
    """Types lines one after another; then the input is at its end."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def options(*arguments: str) -> argparse.Namespace:
    """What the command line makes of `feldpost play ...`."""
    return build_parser().parse_args(["play", *arguments])


def played(*lines: str, arguments: tuple[str, ...] = (), width: int = 200) -> str:
    """Everything a game printed while the lines were typed; it ends without trouble."""
    console = Console(file=io.StringIO(), width=width, highlight=False)
    given = arguments if "--load" in arguments or "--seed" in arguments else ("--seed", "verdun", *arguments)
    assert run(options(*given), console, Typist(*lines)) == 0
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def saved(path: Path, *lines: str, arguments: tuple[str, ...] = ()) -> str:
    """The same, with the record written to a file."""
    return played(*lines, arguments=(*arguments, "--save", str(path)))

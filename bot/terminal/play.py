"""Main loop of `feldpost play`: show the pending decision, read a line, answer it."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from rich.console import Console

from bot.narration.texts import host_text, operator_texts
from bot.service.seats.new_game import read_wish
from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.terminal import screen
from bot.terminal.commands import TerminalSession
from bot.terminal.match import LocalGame
from bot.terminal.record_file import RecordError
from bot.titles import title_offering
from engine.errors import ChoiceError, EngineError

#: Reads the next line; raises EOFError at the end of the input.
Read = Callable[[str], str]


def run(options: argparse.Namespace, console: Console | None = None, read: Read = input) -> int:
    """Play until the user quits or the game is over; returns 0, or 1 if it could not be loaded or saved."""
    console = console or Console(highlight=False)
    try:
        match = LocalGame.load(options.load) if options.load else _begin(options)
    except RecordError as error:
        console.print(str(error), style="red")
        return 1
    except (Refusal, EngineError) as refusal:
        title = title_offering(options.scenario)
        console.print(
            sentence(title.book({"scenario": title.setups.usual}, operator_texts().language), refusal), style="red"
        )
        return 1
    loop(TerminalSession(match, options.two), console, read)
    if options.save:
        try:
            match.save(options.save)
        except RecordError as error:
            console.print(str(error), style="red")
            return 1
        console.print(host_text("faults.play.saved", save=options.save))
    return 0


def _begin(options: argparse.Namespace) -> LocalGame:
    wish = read_wish(options.scenario, options.options)
    return LocalGame.begin(wish.scenario, wish.rules, options.seed.encode())


def loop(session: TerminalSession, console: Console, read: Read) -> None:
    """Show, read, answer; ends with `quit` or at the end of the input."""
    sitting: int | None = None
    while True:
        side = session.match.game.actor
        if session.two and side is not None and side != sitting:
            if sitting is not None and not _hand_over(session, console, read, side):
                return
            sitting = side
        console.print(screen.pending(session.chair))
        shown = session.match.game.number
        while session.match.game.number == shown:
            try:
                line = read("> ").strip()
            except EOFError:
                return
            if line.removeprefix("/") in ("quit", "exit"):
                return
            if line.removeprefix("/") in ("panel", "p"):
                break
            if line and not line.startswith("#"):
                answer(session, console, line)


def _hand_over(session: TerminalSession, console: Console, read: Read, side: int) -> bool:
    """Hand the keyboard to the other player, starting with a cleared screen; returns False at the end of the input."""
    console.print(host_text("faults.play.decide_hand_over_then", side=session.names.side(side)), style="bold")
    try:
        read("")
    except EOFError:
        return False
    console.clear()
    return True


def answer(session: TerminalSession, console: Console, line: str) -> None:
    """Answer one line; a refusal is one sentence."""
    try:
        for part in session.answer(line):
            console.print(part)
    except RecordError as error:
        console.print(str(error), style="red")
    except (Refusal, ChoiceError) as refusal:
        console.print(screen.prose(sentence(session.names, refusal), "red"))

"""A player that is a separate program, in any language, asked in lines of JSON.

For each decision of its side the program reads one line from standard input and writes one line to standard output:

    {"number": 17, "kind": "activate", "side": 1, "options": ["for_movement metz", "stop"], "view": {...}}
    {"answer": "for_movement metz", "number": 17}

`options` are all legal choices, a verb and usually a name; the answer is one of them, word for word. `side` is 0 for
the Allies, 1 for the Central Powers. `view` is everything the seat may know: `turn`, `action_round` and `vp`,
`spaces` (who has `control`, the `units` there and whether they are reduced, trenches), `sides` with the units in the
boxes and its own `hand` (the enemy's is null), and the current combat. Spaces, units and cards are numbers there;
`python -m engine.pog.opponent content --scenario NAME` prints the lists they index, with everything printed on map,
counters and cards. Flush each line, and write nothing else: the next line after a question is taken as its answer.
Anything written before the question is skipped, and so is an answer with the `number` of an earlier one; a program
need not return the number. The program runs for the whole match, answers for either side, needs no memory, and ends
when its input does; processes it started are ended with it, except in a session of their own. Its standard error is
shown.

A whole player in Python, which picks the last option:

    import json, sys
    for line in sys.stdin:
        print(json.dumps({"answer": json.loads(line)["options"][-1]}), flush=True)

Started as: python -m engine.pog.opponent match "process:python3 last.py" recruit --scenario introductory
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import select
import shlex
import signal
import subprocess
import time
from dataclasses import fields, is_dataclass
from typing import Any

from engine.core.options import Choice
from engine.pog.opponent.seat import Offers, Unfit
from engine.pog.view import GameView

#: Default time limit for one answer, in seconds.
SECONDS = 30.0
#: Time a program is given to end by itself, in seconds.
_PATIENCE = 5.0
#: Maximum length of an answer.
_BYTES = 65_536
#: A writable pipe accepts this many bytes at once.
_AT_ONCE = 512


class Gone(OSError):
    """The program could not be started, has ended, or took too long and was killed."""


class Process:
    """A program as a player; started by the first question, and again by the next question after it has gone.

    Args:
        command: the command line, split as by a shell.
        seconds: time limit for one answer.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self._command = shlex.split(command)
        if not self._command:
            raise ValueError("no command stands there")
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        self._read = b""

    def __call__(self, view: GameView, options: Offers, rng: random.Random) -> Choice:
        """Return its answer; raises Unfit if it is not one of the options, Gone if the program ended or took too long."""
        del rng
        texts = {options.text(choice): choice for choice in options}
        question = {"kind": options.kind, "side": options.side, "options": list(texts), "view": plain(view)}
        answer = self._ask(next(self._numbers), question)
        if answer not in texts:
            raise Unfit(f"it answered {answer[:80]!r}, which is none of the {len(texts)} options of {options.kind}")
        return texts[answer]

    def close(self) -> None:
        """End the program, by force if necessary."""
        self._end(patience=_PATIENCE)

    def _ask(self, number: int, question: dict[str, Any]) -> str:
        """Write a line and read a line; a program that fails at either is ended."""
        line = json.dumps({"number": number, **question}).encode() + b"\n"
        until = time.monotonic() + self._seconds
        try:
            process = self._process or self._begin()
            self._discard_early_output(process)
            self._write(process, line, until)
            while True:
                answer = _parse_answer(self._line(process, until))
                if not _answers_earlier_question(answer.get("number", number), number):
                    return str(answer["answer"])
        except OSError as error:
            self._end(patience=0)
            raise error if isinstance(error, Gone) else Gone(f"its program cannot be asked: {error}") from error

    def _begin(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        return self._process

    def _discard_early_output(self, process: subprocess.Popen[bytes]) -> None:
        """Discard what the program wrote before it was asked."""
        assert process.stdout is not None
        self._read = b""
        passed = 0
        while select.select([process.stdout], [], [], 0)[0]:
            piece = process.stdout.read(_BYTES)
            passed += len(piece or b"")
            if not piece:
                raise Gone("its program has ended or closed its output")
            if passed > _BYTES:
                raise Gone("it wrote without being asked and was ended")

    def _write(self, process: subprocess.Popen[bytes], line: bytes, until: float) -> None:
        pipe = process.stdin
        assert pipe is not None
        while line:
            if not select.select([], [pipe], [], max(0.0, until - time.monotonic()))[1]:
                raise Gone(f"it read nothing for {self._seconds:g} s and was ended")
            line = line[pipe.write(line[:_AT_ONCE]) :]

    def _line(self, process: subprocess.Popen[bytes], until: float) -> str:
        """Return the next line, within the time limit."""
        assert process.stdout is not None
        while True:
            left = until - time.monotonic()
            end = self._read.find(b"\n")
            if len(self._read[:end] if end >= 0 else self._read) > _BYTES:
                raise Gone("it wrote no end of a line and was ended")
            if left <= 0 or (end < 0 and not select.select([process.stdout], [], [], left)[0]):
                raise Gone(f"it gave no answer within {self._seconds:g} s and was ended")
            if end >= 0:
                line, self._read = self._read[:end], self._read[end + 1 :]
                return line.decode(errors="replace")
            piece = process.stdout.read(_BYTES)
            if not piece:
                raise Gone("its program has ended or closed its output")
            self._read += piece

    def _end(self, patience: float) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=patience)
        finally:  # even if the match is interrupted
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)  # along with the processes it started
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=_PATIENCE)  # a process of another user cannot be killed


def _answers_earlier_question(said: object, number: int) -> bool:
    """Return True if an answer has the number of an earlier question; raises Unfit for an invalid number."""
    if isinstance(said, bool) or not isinstance(said, int) or not 0 < said <= number:
        raise Unfit(f"its answer bears the number {json.dumps(said)[:80]}, the question had {number}")
    return said < number


def _parse_answer(line: str) -> dict[str, Any]:
    """Parse a line with an answer; raises Unfit for any other."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise Unfit(f"it wrote {line[:80]!r}, which is no JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("answer"), str):
        raise Unfit(f'it wrote {line[:80]!r}, which is not of the form {{"answer": "..."}}')
    return found


def plain(value: Any) -> Any:
    """Return a view or the content as JSON: records by field name, without the view's content, sets in order."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name != "content"}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value

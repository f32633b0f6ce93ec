"""A player that is a program of its own, asked in lines of JSON.

It reads one line for each decision and writes one line back:

    {"view": {...}, "kind": "activate", "side": 1, "options": ["for_movement metz", "stop"]}
    {"answer": "for_movement metz"}

`view` is what the seat may know, field by field as in `engine.pog.view.GameView`, without the content; units, spaces and
cards are the numbers of that content. The answer is one of the options, word for word. The program ends with its input.
"""

from __future__ import annotations

import contextlib
import json
import random
import shlex
import subprocess
from dataclasses import fields, is_dataclass
from typing import Any

from engine.core.options import Choice
from engine.pog.opponent.seat import Offers
from engine.pog.view import GameView


class Process:
    """A program as a player; started with the first question."""

    def __init__(self, command: str) -> None:
        self._command = shlex.split(command)
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, view: GameView, options: Offers, rng: random.Random) -> Choice:
        """Its answer; raises ValueError for one that is none of the options, OSError if it has gone."""
        del rng
        texts = {options.text(choice): choice for choice in options}
        answer = self._ask({"view": plain(view), "kind": options.kind, "side": options.side, "options": list(texts)})
        if answer not in texts:
            raise ValueError(f"{answer!r} is none of the options of {options.kind}")
        return texts[answer]

    def close(self) -> None:
        """Let it end; one that does not is ended."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _ask(self, question: dict[str, Any]) -> str:
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise OSError("the player's program has ended")
        answer = json.loads(line)
        return str(answer.get("answer", "")) if isinstance(answer, dict) else ""


def plain(value: Any) -> Any:
    """A view as JSON: records by field name, the content left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name != "content"}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value

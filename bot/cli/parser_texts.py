"""What the library of the command line says by itself, from the text files.

`argparse` words its sentences through a function of its module that is there for translations; it has no other place for them.
"""

from __future__ import annotations

import argparse
from typing import Any

from bot.narration.texts import host_text

#: Its sentences, by those of ours.
OURS = {
    "usage: ": "command_line.parser.synopsis",
    "positional arguments": "command_line.parser.arguments",
    "options": "command_line.parser.options",
    "show this help message and exit": "command_line.parser.help",
    "%(prog)s: error: %(message)s\n": "command_line.parser.error",
    "argument %(argument_name)s: %(message)s": "command_line.parser.argument",
    "the following arguments are required: %s": "command_line.parser.required",
    "unrecognized arguments: %s": "command_line.parser.unrecognized",
    "invalid choice: %(value)r (choose from %(choices)s)": "command_line.parser.choice",
    "unknown parser %(parser_name)r (choices: %(choices)s)": "command_line.parser.choice",
    "expected one argument": "command_line.parser.one_argument",
    "ambiguous option: %(option)s could match %(matches)s": "command_line.parser.ambiguous",
    "ignored explicit argument %r": "command_line.parser.explicit",
}
#: What ends a sentence of the library, and no text of a file can end with.
_ENDS = {"usage: ": " ", "%(prog)s: error: %(message)s\n": "\n"}


class _Sentence(str):
    """A sentence of ours where the library expects its own: it fills in what the library gives it."""

    __slots__ = ("end", "key")
    key: str
    end: str

    def __mod__(self, given: Any) -> str:
        """Return it with what the library puts in."""
        fields = dict(given) if isinstance(given, dict) else {"value": given}
        if "parser_name" in fields:
            fields["value"] = fields["parser_name"]
        return host_text(self.key, **{name: str(one) for name, one in fields.items()}) + self.end


def _said(text: str) -> str:
    """Return our sentence for one of the library's; its own where we have none."""
    if (key := OURS.get(text)) is None:
        return text
    end = _ENDS.get(text, "")
    made = _Sentence(host_text(key) + end if "%" not in text else text)
    made.key, made.end = key, end
    return made


def speak() -> None:
    """Have the library speak from the text files."""
    setattr(argparse, "_", _said)  # noqa: B010 - the name is no public one, so it has no type


__all__ = ["OURS", "speak"]

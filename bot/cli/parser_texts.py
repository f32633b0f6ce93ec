"""Replace argparse's own messages by texts from the files.

`argparse` passes its messages through the module's translation function, which is the only hook it offers.
"""

from __future__ import annotations

import argparse
from typing import Any

from bot.narration.texts import host_text

#: Text keys by argparse's message.
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
#: Endings of argparse's messages that texts in files can't have.
_ENDS = {"usage: ": " ", "%(prog)s: error: %(message)s\n": "\n"}


class _Sentence(str):
    """A text used in place of argparse's message; `%` fills in its fields."""

    __slots__ = ("end", "key")
    key: str
    end: str

    def __mod__(self, given: Any) -> str:
        """Return the text with argparse's values filled in."""
        fields = dict(given) if isinstance(given, dict) else {"value": given}
        if "parser_name" in fields:
            fields["value"] = fields["parser_name"]
        return host_text(self.key, **{name: str(one) for name, one in fields.items()}) + self.end


def _our_message(text: str) -> str:
    """Return our text for an argparse message, or the message itself if there is none."""
    if (key := OURS.get(text)) is None:
        return text
    end = _ENDS.get(text, "")
    made = _Sentence(host_text(key) + end if "%" not in text else text)
    made.key, made.end = key, end
    return made


def speak() -> None:
    """Make argparse use the text files."""
    setattr(argparse, "_", _our_message)  # noqa: B010 - the name is private, so it has no type


__all__ = ["OURS", "speak"]

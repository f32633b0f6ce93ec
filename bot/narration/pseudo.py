"""Pseudo-language made from English: text that isn't in it has escaped the text files.

Its letters have accents, so that English left over is visible; it is two fifths longer, as translations are; and each
line is in brackets, so that truncated or concatenated lines are visible. Fields, plural categories, Markdown, commands
and addresses are unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from renderer.kit.templates import CATEGORY, branches, chooses

#: Its tag: English as spoken in a fictitious country (CLDR, "pseudo-locales").
LANGUAGE = "en-XA"
#: Enclose each line.
OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aceginorsuyzACEGINORSUYZ", "áçéğíñóŕšúýžÁÇÉĞÍÑÓŔŠÚÝŽ")
#: Padding per English letter, and the length after which padding can be broken.
_LONGER, _PIECE = 0.4, 8
#: Prefixes of a line: headings, quotes, list markers.
_PREFIX = re.compile(r"(?:\s|#{1,3} |-# |> |[-•*] |\d+\. )*")
#: Never translated: code, addresses, tags, commands, names of settings.
_KEPT = re.compile(r"`[^`]*`|https?://[^\s)>]+|<[^<>\s][^<>]*>|(?<![\w/])/[a-z_]+|\b[A-Z]+(?:_[A-Z]+)+\b|&\w+;")
#: Characters at which nothing that is kept, and no field, can begin.
_PLAIN = re.compile(r"[^{}`h</A-Z&]+")
#: A field; of a plural, the branch with the most words.
_FIELD = re.compile(r"\{[^{}]*?(?:\bother (?P<other>[^{}|]*))?\}")
#: Keys of texts that are typed, not read; below, keys with a length limit on platforms.
_TYPED = re.compile(
    r"phrasings\..*|commands\.(?:words|nation_words|space_aliases|not_on_map|instead|standing)\..*|.*\.usage|ui\.order_example"
    r"|.*\.roots\.hint|leagues\.root\.hint|names\.sides\.\w+\.(?:letters|short)|guide\.examples\..*"
)
#: Parts of sentences, which get no brackets.
_TERM = re.compile(r"slack\.terms\..*")
_DESCRIPTION = re.compile(
    r"commands\.(?:help\.\w+\.text|short\.\w+|options\..*|choices\..*)|leagues\.(?:help\.\w+\.text|short\.\w+|options\..*|choices\..*)|.*roots?\.about|discord\.root"
)
_LIMIT = 100


def made(tables: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Convert tables of English texts; `under` is their key prefix with a dot, "" for a whole layer."""
    return {name: _value(value, f"{under}{name}") for name, value in tables.items()}


def _value(value: Any, key: str) -> Any:
    if isinstance(value, Mapping):
        return made(value, f"{key}.")
    if not isinstance(value, str) or _TYPED.fullmatch(key):
        return value
    if _TERM.fullmatch(key):
        return accented(value)
    if _DESCRIPTION.fullmatch(key) and len(value) <= _LIMIT:
        return spoken(value, _LIMIT)
    return spoken(value)


def spoken(text: str, limit: int = 0) -> str:
    """Convert a text line by line; with a limit, to at most that many characters, truncating if necessary."""
    if limit:
        words, room = _words(text), limit - 2
        longer = _longer(text)[: max(0, room - len(words))]
        return f"{OPEN}{words[:room]}{longer}{CLOSE}"
    return "\n".join(_line(line) for line in text.split("\n"))


def accented(text: str) -> str:
    """Return a text with accents only."""
    return text.translate(_ACCENTS)


def joined(items: list[str], join: Callable[[list[str]], str]) -> str:
    """Join a list with the words between the items converted."""
    marks = [chr(0xE000 + at) for at in range(len(items))]
    text = join(marks).translate(_ACCENTS)
    for mark, item in zip(marks, items, strict=True):
        text = text.replace(mark, item)
    return marked(text)


def marked(text: str) -> str:
    """Put brackets around a text that isn't from a file, e.g. a list or a date."""
    return f"{OPEN}{text}{CLOSE}" if text else text


def _line(line: str) -> str:
    prefix = (_PREFIX.match(line) or [""])[0]
    words = line[len(prefix) :]
    return f"{prefix}{OPEN}{_words(words)}{_longer(words)}{CLOSE}" if words else line


def _longer(text: str) -> str:
    said = _FIELD.sub(lambda found: found["other"] or "", _KEPT.sub("", text))
    count = round(_LONGER * sum(char.isalpha() for char in said))
    return "".join(f" {'·' * min(_PIECE, count - at)}" for at in range(0, count, _PIECE))


def _words(text: str) -> str:
    """Convert the words of a template; fields in braces stay as they are, except for the words of plurals."""
    told, at = [], 0
    while at < len(text):
        if (plain := _PLAIN.match(text, at)) is not None:
            end = plain.end()
            told.append(plain[0].translate(_ACCENTS))
        elif text[at] == "{" and text[at : at + 2] != "{{":
            end = _closing(text, at)
            told.append(_field(text[at + 1 : end - 1]))
        elif (kept := _KEPT.match(text, at)) is not None:
            end = kept.end()
            told.append(kept[0])
        else:
            end = at + 1 + (text[at : at + 2] in ("{{", "}}"))
            told.append(text[at:end].translate(_ACCENTS))
        at = end
    return "".join(told)


def _closing(text: str, at: int) -> int:
    """Return the index after the brace that closes the one at `at`."""
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if not depth:
            return end + 1
    return len(text)


def _field(text: str) -> str:
    name, colon, spec = text.partition(":")
    if not colon or not chooses(spec):
        return f"{{{text}}}"
    told = []
    for branch in branches(spec):
        found = CATEGORY.fullmatch(branch)
        told.append(f"{found[1]} {_words(found[2] or '')}" if found else branch)
    return f"{{{name}:{'|'.join(told)}}}"


__all__ = ["CLOSE", "LANGUAGE", "OPEN", "accented", "joined", "made", "marked", "spoken"]

"""A language that nobody speaks, made of the English one: what is not in it is a sentence that escaped the text files.

Its letters have accents, so that English that is left can be seen; it is two fifths longer, as translations are; and each line is in
brackets, so that one that was cut or put together can be seen. Fields, plural categories, markdown, commands and addresses stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from renderer.kit.templates import CATEGORY, branches, chooses

#: Its tag: English as spoken in a country that there is not (CLDR, "pseudo-locales").
LANGUAGE = "en-XA"
#: What is at both ends of a line.
OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aceginorsuyzACEGINORSUYZ", "áçéğíñóŕšúýžÁÇÉĞÍÑÓŔŠÚÝŽ")
#: What is added for each letter of English, and where a long addition may be broken.
_LONGER, _PIECE = 0.4, 8
#: What comes before the words of a line: headings, quotes, entries of lists.
_PREFIX = re.compile(r"(?:\s|#{1,3} |-# |> |[-•*] |\d+\. )*")
#: What nobody translates: code, addresses, tags, commands, names of settings.
_KEPT = re.compile(r"`[^`]*`|https?://[^\s)>]+|<[^<>\s][^<>]*>|(?<![\w/])/[a-z_]+|\b[A-Z]+(?:_[A-Z]+)+\b|&\w+;")
#: A field, of a plural with the words that say most.
_FIELD = re.compile(r"\{[^{}]*?(?:\bother (?P<other>[^{}|]*))?\}")
#: Keys whose texts are typed, not read; and those of which platforms take so many characters and no more.
_TYPED = re.compile(
    r"phrasings\..*|commands\.(?:words|nation_words|space_aliases|not_on_map|instead|standing)\..*|.*\.usage|ui\.order_example"
    r"|.*\.roots\.hint|leagues\.root\.hint|names\.sides\.\w+\.(?:letters|short)|guide\.examples\..*"
)
#: Parts of sentences, which have no brackets of their own.
_TERM = re.compile(r"slack\.terms\..*")
_DESCRIPTION = re.compile(
    r"commands\.(?:help\.\w+\.text|short\.\w+|options\..*|choices\..*)|leagues\.(?:help\.\w+\.text|short\.\w+|options\..*|choices\..*)|.*roots?\.about|discord\.root"
)
_LIMIT = 100


def made(tables: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Return tables of English texts in the language; `under` is the key of the tables with a dot, "" for those of a whole layer."""
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
    """Return a text in the language, line by line; with a limit in no more characters, which shortens it if it must."""
    if limit:
        words, room = _words(text), limit - 2
        longer = _longer(text)[: max(0, room - len(words))]
        return f"{OPEN}{words[:room]}{longer}{CLOSE}"
    return "\n".join(_line(line) for line in text.split("\n"))


def accented(text: str) -> str:
    """Return a text with accents and nothing else."""
    return text.translate(_ACCENTS)


def joined(items: list[str], join: Callable[[list[str]], str]) -> str:
    """Return a list whose words between the items are in the language."""
    marks = [chr(0xE000 + at) for at in range(len(items))]
    text = join(marks).translate(_ACCENTS)
    for mark, item in zip(marks, items, strict=True):
        text = text.replace(mark, item)
    return marked(text)


def marked(text: str) -> str:
    """Return what is no template of a file in the brackets of the language, e.g. a list or a date."""
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
    """Return the words of a template with accents; what stands in braces stays, but for the words of plurals."""
    told, at = [], 0
    while at < len(text):
        if text[at] == "{" and text[at : at + 2] != "{{":
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
    """Return the place behind the brace that closes the one at a place."""
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

"""HTML made of elements: whatever is no element is text, and is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

_VOID = frozenset({"br", "img", "link", "meta"})
#: The marks of our own texts.
_MARKS = (("strong", re.compile(r"\*\*(.+?)\*\*")), ("em", re.compile(r"\*(.+?)\*")), ("code", re.compile(r"`(.+?)`")))


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Child: TypeAlias = "str | Html | Iterable[Child] | None"


def el(tag: str, *children: Child, **attributes: str | int | bool | None) -> Html:
    """Return an element. Attributes are written with `_` for `-`, and `_` behind where Python has the word; None and False are left out."""
    parts = [tag]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        written = name.rstrip("_").replace("_", "-")
        parts.append(written if value is True else f'{written}="{escape(str(value))}"')
    head = f"<{' '.join(parts)}>"
    return Html(head if tag in _VOID else f"{head}{inner(children)}</{tag}>")


def inner(child: Child) -> Html:
    """Return what stands within an element."""
    if child is None:
        return Html("")
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return Html(escape(child))
    return Html("".join(inner(one) for one in child))


def told(line: str) -> Html:
    """Return a line of our own texts with its bold, italic and typed words."""
    text = escape(line)
    for tag, mark in _MARKS:
        text = mark.sub(rf"<{tag}>\1</{tag}>", text)
    return Html(text)


def bare(line: str) -> str:
    """Return the line without its marks, for where there is no bold."""
    for _, mark in _MARKS:
        line = mark.sub(r"\1", line)
    return line


def table(
    caption: str, heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[Child]], shorts: Sequence[str] = ()
) -> Html:
    """Return a table; of each column its head and whether it holds figures, and where given a head for narrow screens."""
    kinds = ["figure" if figures else None for _, figures in heads]
    faces = [_head_of(text, short) for (text, _), short in zip(heads, shorts or [""] * len(heads), strict=True)]
    top = [el("th", face, scope="col", class_=kind) for face, kind in zip(faces, kinds, strict=True)]
    body = [el("tr", [el("td", cell, class_=kind) for cell, kind in zip(row, kinds, strict=True)]) for row in rows]
    inside = [el("caption", caption, class_="unseen"), el("thead", el("tr", top)), el("tbody", body)]
    return el("div", el("table", inside), class_="wide", role="region", aria_label=caption, tabindex="0")


def _head_of(text: str, short: str) -> Child:
    """Return the head of a column; its short form is for the eye alone."""
    if not short:
        return text
    return [el("span", text, class_="long"), el("span", short, class_="short", aria_hidden="true", title=text)]


__all__ = ["Child", "Html", "bare", "el", "inner", "table", "told"]

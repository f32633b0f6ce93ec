"""Build HTML from elements; any child that isn't an element is escaped text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

_VOID = frozenset({"br", "img", "link", "meta"})
#: Markup of the bot's own texts.
_MARKS = (("strong", re.compile(r"\*\*(.+?)\*\*")), ("em", re.compile(r"\*(.+?)\*")), ("code", re.compile(r"`(.+?)`")))


class Html(str):
    """Text that is already HTML."""

    __slots__ = ()


Child: TypeAlias = "str | Html | Iterable[Child] | None"


def el(tag: str, *children: Child, **attributes: str | int | bool | None) -> Html:
    """Return an element. In attribute names `_` becomes `-`, and a final `_` is dropped; None and False are omitted."""
    parts = [tag]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        written = name.rstrip("_").replace("_", "-")
        parts.append(written if value is True else f'{written}="{escape(str(value))}"')
    head = f"<{' '.join(parts)}>"
    return Html(head if tag in _VOID else f"{head}{inner(children)}</{tag}>")


def inner(child: Child) -> Html:
    """Return the HTML of an element's children."""
    if child is None:
        return Html("")
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return Html(escape(child))
    return Html("".join(inner(one) for one in child))


def told(line: str) -> Html:
    """Render a line of the bot's own text with its bold, italic and code."""
    text = escape(line)
    for tag, mark in _MARKS:
        text = mark.sub(rf"<{tag}>\1</{tag}>", text)
    return Html(text)


def bare(line: str) -> str:
    """Remove the markup from a line, for where it isn't supported."""
    for _, mark in _MARKS:
        line = mark.sub(r"\1", line)
    return line


def table(
    caption: str, heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[Child]], shorts: Sequence[str] = ()
) -> Html:
    """Return a table; columns have a heading, a flag for figures, and optionally a short heading for narrow screens."""
    kinds = ["figure" if figures else None for _, figures in heads]
    faces = [_head_of(text, short) for (text, _), short in zip(heads, shorts or [""] * len(heads), strict=True)]
    top = [el("th", face, scope="col", class_=kind) for face, kind in zip(faces, kinds, strict=True)]
    body = [el("tr", [el("td", cell, class_=kind) for cell, kind in zip(row, kinds, strict=True)]) for row in rows]
    inside = [el("caption", caption, class_="unseen"), el("thead", el("tr", top)), el("tbody", body)]
    return el("div", el("table", inside), class_="wide", role="region", aria_label=caption, tabindex="0")


def _head_of(text: str, short: str) -> Child:
    """Return the heading of a column; the short form is only visual."""
    if not short:
        return text
    return [el("span", text, class_="long"), el("span", short, class_="short", aria_hidden="true", title=text)]


__all__ = ["Child", "Html", "bare", "el", "inner", "table", "told"]

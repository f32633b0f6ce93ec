"""The replies' small Markdown as Slack's own markup, with nothing that could ping or link by accident."""

from __future__ import annotations

import re

from bot.narration import user_text
from bot.narration.channel_mentions import placed
from bot.platforms.slack.adapter_texts import SOME_CHANNEL, spoken
from bot.table.lengths import parted, shortened

_SPAN = re.compile(r"(`[^`\n]+`)|\*\*(.+?)\*\*|(?<![\w*])\*(?!\s)([^*\n]+?)\*(?!\*)")

#: What Slack puts in angle brackets of its own.
_BRACKETS = re.compile(r"<([^<>]+)>")

#: Characters of one section's text.
SECTION = 3000
#: Characters of a piece that fit into a section whatever of them has to be escaped.
_PIECE = SECTION // 6


def escaped(text: str) -> str:
    """Text in which Slack finds no mention, link or entity."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescaped(text: str) -> str:
    """Return what somebody typed, from how Slack passes it on.

    Where the command is declared with `should_escape`, people, groups, channels and links come in angle brackets, with
    what was typed behind a bar (docs.slack.dev, interactivity/implementing-slash-commands). People and groups stay so,
    since their ids say who is meant; of all else the words remain. Brackets that were typed come as entities.
    """
    return _BRACKETS.sub(_typed, text).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _typed(found: re.Match[str]) -> str:
    meant, _, label = found[1].partition("|")
    if meant.startswith(("@", "!subteam^")):
        return found[0]
    if meant.startswith("#"):
        return f"#{label}" if label else found[0]
    if meant.startswith("!"):
        return label or f"@{meant[1:]}"
    return label if label and meant.endswith(label) else meant


#: Signs that Slack takes for marks wherever they stand and that nothing escapes, and what looks like them.
_ALIKE = str.maketrans({"*": "∗", "_": "\u02cd", "~": "∼", "`": "\u02cb", ":": "∶", "/": "/\u2060", "@": "@\u2060"})


def without_effect(text: str) -> str:
    """Return a text in which what people wrote has no effect: their marks, emoji and commands are letters alone."""
    return user_text.escaped(text, lambda theirs: theirs.translate(_ALIKE))


def mrkdwn(text: str) -> str:
    """**bold**, *italic*, `code` and lists as Slack writes them."""
    lines = []
    for line in escaped(text).split("\n"):
        marked = f"• {line[2:]}" if line.startswith(("- ", "* ")) else line
        lines.append(placed(_SPAN.sub(_span, marked), _linked))
    return "\n".join(lines)


def _linked(platform: str, channel: str) -> str:
    """Return a channel as Slack links it; the id of ours is the workspace's, a dot, and Slack's own."""
    _, _, own = channel.partition(".")
    return f"<#{own}>" if platform == "slack" and own else platform


def plain(text: str, title: str = "") -> str:
    """Return the text of a title's game without any marks, for notifications and screen readers."""
    words = placed(spoken(without_effect(text), title), _named)
    return _SPAN.sub(lambda found: found[2] or found[3] or found[1].strip("`"), words)


def _named(platform: str, _channel: str) -> str:
    """Return a channel where nothing can be linked, and where its id would say nothing; it may be the one this is read in."""
    return SOME_CHANNEL if platform == "slack" else platform


def sections(text: str, title: str = "") -> list[str]:
    """Slack markup in pieces that fit a section each, broken between lines where that is possible."""
    pieces: list[str] = []
    for line in spoken(without_effect(text), title).split("\n"):
        for part in parted(line, _PIECE):
            marked = mrkdwn(part)
            if pieces and len(pieces[-1]) + 1 + len(marked) <= SECTION:
                pieces[-1] += f"\n{marked}"
            else:
                pieces.append(marked)
    return [piece for piece in pieces if piece.strip()]


def cut(text: str, most: int) -> str:
    """At most so many characters, broken between words, an ellipsis for the rest."""
    return shortened(text, most)


def _span(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    return f"*{found[2]}*" if found[2] else f"_{found[3]}_"

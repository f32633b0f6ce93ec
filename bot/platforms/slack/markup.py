"""Convert replies' Markdown subset to Slack's markup, without accidental pings or links."""

from __future__ import annotations

import re

from bot.narration import user_text
from bot.narration.channel_mentions import placed
from bot.platforms.slack.adapter_texts import SOME_CHANNEL, spoken
from bot.table.lengths import parted, shortened

_SPAN = re.compile(r"(`[^`\n]+`)|\*\*(.+?)\*\*|(?<![\w*])\*(?!\s)([^*\n]+?)\*(?!\*)")

#: Slack's own markup in angle brackets.
_BRACKETS = re.compile(r"<([^<>]+)>")

#: Most characters of a section's text.
SECTION = 3000
#: Characters that fit into a section even if all of them have to be escaped.
_PIECE = SECTION // 6


def escaped(text: str) -> str:
    """Escape a text so that Slack finds no mention, link or entity in it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescaped(text: str) -> str:
    """Return typed text as the user entered it, undoing Slack's encoding.

    Where the command is declared with `should_escape`, people, groups, channels and links come in angle brackets, with
    the typed label after a bar (docs.slack.dev, interactivity/implementing-slash-commands). People and groups stay like
    that, since their ids are needed; of everything else the label remains. Typed brackets come as entities.
    """
    return _BRACKETS.sub(_plain_mention, text).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _plain_mention(found: re.Match[str]) -> str:
    meant, _, label = found[1].partition("|")
    if meant.startswith(("@", "!subteam^")):
        return found[0]
    if meant.startswith("#"):
        return f"#{label}" if label else found[0]
    if meant.startswith("!"):
        return label or f"@{meant[1:]}"
    return label if label and meant.endswith(label) else meant


#: Characters that are markup anywhere in Slack and can't be escaped, with similar-looking replacements.
_ALIKE = str.maketrans({"*": "∗", "_": "\u02cd", "~": "∼", "`": "\u02cb", ":": "∶", "/": "/\u2060", "@": "@\u2060"})


def without_effect(text: str) -> str:
    """Neutralise users' text: no markup, emoji or commands."""
    return user_text.escaped(text, lambda theirs: theirs.translate(_ALIKE))


def mrkdwn(text: str) -> str:
    """Convert **bold**, *italic*, `code` and lists to Slack's markup."""
    lines = []
    for line in escaped(text).split("\n"):
        marked = f"• {line[2:]}" if line.startswith(("- ", "* ")) else line
        lines.append(placed(_SPAN.sub(_span, marked), _channel_link))
    return "\n".join(lines)


def _channel_link(platform: str, channel: str) -> str:
    """Return a channel as a Slack link; its stored id is the workspace's, a dot, and Slack's own."""
    _, _, own = channel.partition(".")
    return f"<#{own}>" if platform == "slack" and own else platform


def plain(text: str, title: str = "") -> str:
    """Return a title's text without markup, for notifications and screen readers."""
    words = placed(spoken(without_effect(text), title), _channel_name)
    return _SPAN.sub(lambda found: found[2] or found[3] or found[1].strip("`"), words)


def _channel_name(platform: str, _channel: str) -> str:
    """Return a generic name for a channel where links aren't possible, since its id would be meaningless to readers."""
    return SOME_CHANNEL if platform == "slack" else platform


def sections(text: str, title: str = "") -> list[str]:
    """Return Slack markup in pieces that fit a section each, split between lines where possible."""
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
    """Shorten a text to a limit, between words, with an ellipsis."""
    return shortened(text, most)


def _span(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    return f"*{found[2]}*" if found[2] else f"_{found[3]}_"

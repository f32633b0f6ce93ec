"""Names and remarks of people have no effect on any platform: no marks, mentions, links, commands or reversed letters."""

from __future__ import annotations

import re
import unicodedata

import discord
import pytest

from bot.narration.user_text import CLOSE, OPEN, user_text
from bot.platforms.discord.rendering import render
from bot.platforms.slack.blocks import shown
from bot.platforms.slack.markup import plain, sections
from bot.port import Inbound
from bot.table.reply import Reply
from tests.bot.support import CHANNEL, Channel

HOSTILE = (
    "**bold**", "_under_ ~~gone~~", "`code`", "||hidden||", "# Head", "> quote", "- item", "1. item", "[x](https://evil.example)",
    "https://evil.example", "@everyone", "@here", "<@123456789>", "<@&1>", "<#12>", "<!channel>", "<!here|x>", "<https://evil|x>",
    ":smile:", "/resign yes", "3 Jan, 12:00 UTC", "a*b", "<t:0:R>", "</join:1>", "<script>alert(1)</script>", "&lt;b&gt;",
    "line\nbreak **x**", "שלום", "مرحبا 12", "abc\u202egpj.exe", "\u2067turned", "z\u0301\u0302\u0303\u0304\u0305algo", "a\u2069*b*",
    "A **", "* B", "🎉 Max",
)  # fmt: skip
PLAIN = ("Anna", "Ben O'Neill", "Jean-Luc", "Dr. No", "Ω Παπάς", "Łukasz", "Player one", "李明", "Anna2")


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_name_needs_no_marks(name: str) -> None:
    assert user_text(name) == name


@pytest.mark.parametrize("name", HOSTILE)
def test_marking_twice_is_marking_once_and_no_direction_or_line_escapes(name: str) -> None:
    told = user_text(name)
    assert user_text(told) == told
    assert told.count(OPEN) == told.count(CLOSE) <= 1
    if OPEN in told:
        assert told.startswith(OPEN)
        assert told.endswith(CLOSE)
    inner = told.strip(OPEN + CLOSE)
    assert not any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in inner)
    assert not set(inner) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def within(text: str) -> str:
    """Return the text between the isolates."""
    found = re.findall(f"{OPEN}([^{CLOSE}]*){CLOSE}", text)
    assert len(found) == 1, text
    return str(found[0])


@pytest.mark.parametrize("name", HOSTILE)
def test_on_discord(name: str) -> None:
    told = user_text(name)
    content = render(Reply(text=f"**{told}** joins; `/join ap`")).content
    assert "/pog join ap" in content
    inner = within(content) if OPEN in content else told
    assert not re.search(r"(?<!\\)[*_~`|<>#\[\]():@/]", inner.replace("@\u200b", "\\@").replace("\\\\", "\\"))
    assert "/pog" not in inner
    assert "<t:" not in inner.replace("\\", "") or "\\<" in inner
    assert discord.utils.remove_markdown(inner).replace("\u200b", "").replace("\\", "") or name


@pytest.mark.parametrize("name", HOSTILE)
def test_on_slack(name: str) -> None:
    told = user_text(name)
    (piece,) = sections(f"**{told}** joins; `/join ap`")
    assert piece.endswith("joins; `/pog join ap`")
    assert piece.startswith("*"), "what is ours is still bold"
    inner = within(piece) if OPEN in piece else told
    assert not set(inner) & set("*_~`<>:")
    assert "/pog" not in inner
    fallback = shown(Reply(text=f"{told} joins"), None).text
    assert "<" not in fallback
    assert "@everyone" not in plain(told)


@pytest.mark.parametrize("name", HOSTILE)
async def test_everywhere_that_a_name_is_told_it_is_marked(channel: Channel, name: str) -> None:
    async def does(user: str, called: str, text: str) -> list[Reply]:
        inbound = Inbound(
            platform="web", channel=CHANNEL, user=user, user_name=called, key=f"h{next(channel.keys)}", text=text
        )
        return list(await channel.handler.run(inbound))

    told = []
    for user, called, text in (
        ("anna", name, "new campaign"), ("anna", name, "bid cp 1"), ("ben", "Ben", "join cp"), ("anna", name, "leave"),
        ("anna", name, "join cp"), ("ben", "Ben", "join cp"), ("ben", "Ben", "join ap"), ("anna", name, "start"),
        ("anna", name, "choose take"), ("anna", name, "draw"), ("ben", "Ben", "panel"), ("ben", "Ben", "games"),
        ("anna", name, "status"), ("anna", name, "substitute offer"), ("anna", name, "warn lodz: " + name),
        ("ben", "Ben", "warn read"), ("ben", "Ben", "rollback round"), ("anna", name, name),
    ):  # fmt: skip
        told += [reply.text for reply in await does(user, called, text)]
    told += [reply.text for _, reply in await channel.posts()]
    raw, marked = " ".join(name.split()), user_text(name)
    assert any(marked in text for text in told)
    if marked != name:
        assert not [text for text in told if raw in text.replace(marked, "")]

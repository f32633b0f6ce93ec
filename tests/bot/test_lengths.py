"""Long texts arrive complete, and nothing is cut in mid-word."""

from __future__ import annotations

import pytest

from bot.platforms.discord.rendering import TEXT, render
from bot.platforms.slack.blocks import shown
from bot.platforms.slack.markup import SECTION, sections
from bot.table.lengths import first_lines, parted, shortened, summarized
from bot.table.reply import Reply
from tests.bot.support import Channel

WORDS = "FR 5 und GE 7 stehen bei Châlons und Épernay"
LONG = "\n".join(f"{number}. {WORDS}, {WORDS}, {WORDS}" for number in range(120))


@pytest.mark.parametrize("most", range(5, 60))
def test_a_shortened_text_ends_with_a_whole_word(most: int) -> None:
    told = shortened(WORDS, most)
    assert len(told) <= most
    if len(WORDS) <= most:
        assert told == WORDS
    else:
        assert told.endswith("…")
        assert told == "…" or all(word in WORDS.split() for word in told.removesuffix("…").split())


def test_a_summary_has_whole_sentences_where_one_fits() -> None:
    event = "Liège is yours, and its fort is destroyed. Two armies move there. They may attack, e.g. Brussels, at once."
    assert summarized(event, 200) == event
    assert summarized(event, 100) == "Liège is yours, and its fort is destroyed. Two armies move there. …"
    assert summarized(summarized(event, 100), 60) == "Liège is yours, and its fort is destroyed. …"
    assert summarized(event, 30) == "Liège is yours, and its fort…"
    told = summarized("They may attack, e.g. Brussels and more, at once. Then they stop.", 40)
    assert told == "They may attack, e.g. Brussels and…", "an abbreviation ends no sentence"


def test_a_word_longer_than_the_limit_is_the_one_exception() -> None:
    assert shortened("x" * 50, 10) == "x" * 9 + "…"
    assert parted("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_lines_are_kept_whole() -> None:
    told = first_lines(LONG, 1900)
    assert len(told) <= 1900
    assert all(line in LONG.split("\n") or line == "…" for line in told.split("\n"))


def test_pieces_of_a_line_make_the_line_again() -> None:
    line = " ".join(["Przemysl"] * 200)
    pieces = parted(line, 90)
    assert all(len(piece) <= 90 for piece in pieces)
    assert " ".join(pieces) == line


def test_on_discord_a_long_text_comes_as_a_file_too() -> None:
    rendered = render(Reply(text=LONG))
    assert len(rendered.content) <= TEXT
    assert rendered.attached == ("text.txt", LONG)
    assert set(rendered.content.split("\n")[:-2]) <= set(LONG.split("\n"))


def test_on_slack_every_word_of_a_long_text_is_there() -> None:
    pieces = sections(LONG)
    assert all(len(piece) <= SECTION for piece in pieces)
    assert " ".join(" ".join(pieces).split()) == " ".join(LONG.split())
    assert len(shown(Reply(text=LONG), None).blocks) <= 50


async def test_the_log_and_the_rules_come_whole(channel: Channel) -> None:
    await channel.begin()
    for command in ("rules", "rules 12", "rules supply", "log turn", "units ge", "help"):
        (reply,) = await channel.say("anna", command)
        assert not reply.text.endswith("…")
    germans = await channel.told("anna", "units ge")
    assert germans.count("\n- ") > 5


@pytest.mark.parametrize("command", ["map supply", "map supply cp", "map Supply AP"])
async def test_the_map_of_supply(channel: Channel, command: str) -> None:
    await channel.begin()
    (reply,) = await channel.say("anna", command)
    assert reply.picture is not None
    assert reply.picture.kind == "supply"
    assert reply.picture.args["side"] == (0 if command.endswith("AP") else 1)
    assert "supply" in reply.text
    assert f"map {command.split()[1].casefold()}" in await channel.complete("anna", "map sup")

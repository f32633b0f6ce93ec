"""The bot plays in the pseudo-language: unbracketed output is a sentence missing from the text files."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from bot.commands import leagues
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table.reply import Reply
from bot.titles import usual_title
from bot.titles.vocabulary import vocabulary
from tests.bot.support import Channel, check_limits, controls
from tests.support.pseudo import escaped, pseudo, unspoken

__all__ = ["pseudo"]

#: People, and typed text repeated by a refusal.
NAMES = ("Anna", "Ben", "Carl", "anna", "ben", "carl", "web:table", "nothing", "nonsense", "nowhere")
#: Settings, values and map regions, typed the same in every language.
TYPED = (
    "pings", "quiet", "snooze", "away", "palette", "language", "spoilers", "channel_language", "auto", "off", "on", "standard", "dm",
    "divisions", "double", "swiss", "rolling", "knockout", "double_knockout", "ladder", "teams", "overview", "west", "east", "italy", "balkans", "near", "control", "front", "threats", "supply",
)  # fmt: skip


def usages() -> list[str]:
    """Return how commands are typed, which is the same in every language."""
    words, own = usual_title().words("en"), vocabulary(usual_title()).commands
    return ["/league new NAME …"] + [command.usage(words).partition(";")[0] for command in (*own, *leagues.COMMANDS)]


#: Lines typed in and around a game: looks, help, settings, offers, and refusals.
LINES = (
    "help", "help play", "help glossary", "help supply", "help nonsense", "help start", "help learn 2", "help introductory", "help league",
    "map", "map west", "map supply", "map nowhere", "status", "score", "log", "log 1", "hand", "rules", "rules 12.5", "rules supply", "panel",
    "odds sedan", "odds nowhere", "settings", "settings pings dm", "settings nonsense 3", "settings quiet 22-7", "games", "clock", "warn", "warn sedan: look",
    "standing", "standing pass combat cards", "standing revoke 9", "export nothing", "verify", "seed", "new campaign", "join ap", "leave", "start",
    "play nothing as ops", "play guns of august as ops", "activate metz attack", "attack nowhere", "attack sedan", "move ge 99 to paris", "sr ge 1 berlin",
    "rp ge 3", "undo", "undo 3", "undo turn", "draw", "draw reject", "resign", "rollback", "rollback 1", "rematch", "nonsense", "atack sedan",
    "advise", "assess", "why", "follow", "relocate xyz", "substitute offer", "substitute keep", "master log", "master pause", "staff recruit",
    "puzzle list", "puzzle 1", "puzzle daily", "puzzle daily on 99", "learn", "learn nothing", "challenges", "replay", "event", "reveal", "peace",
    "league", "league help", "league seasons", "league nonsense", "league new", "mydata", "lose", "retreat", "advance sedan", "entrench sedan",
)  # fmt: skip


class Escaped:
    """Escaped texts, by the text containing them."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        #: Of games, which have ids.
        self.names = usages()

    def look(self, where: str, replies: list[Reply]) -> None:
        for reply in replies:
            check_limits(reply.model_copy(update={"text": ""}))  # a platform sends a long text as a file
        # A button can send a line typed as labelled.
        typed_lines = [label for label, token in controls(replies) if token.endswith(label)]
        lines = [*typed_lines, *(re.sub("⟦[^⟧]*⟧", "", line).strip() for line in typed_lines)]
        typed = TYPED if where.startswith(("settings", "map nowhere", "new Cup format=odd")) else ()
        self.found.update(f"{where}: {one}" for one in unspoken(replies, *NAMES, *self.names, *typed, *lines))

    def told(self) -> str:
        return "\n".join(["what escaped:", *self.found])


@pytest.fixture
def table(store: Store, pseudo: str) -> Channel:
    """Return a channel of a bot that uses the language."""
    channel = Channel.open(store)
    channel.handler = BotHandler(store, language=pseudo)
    return channel


async def posts(table: Channel, escaped: Escaped) -> None:
    for kind, reply in await table.posts():
        escaped.look(f"post {kind}", [reply])
    await table.clear()


async def test_answers_to_typed_lines_are_in_the_language(table: Channel) -> None:
    escaped = Escaped()
    for line in (
        "help",
        "new introductory",
        "join cp",
        "join cp",
        "seed",
        "seed some words",
        "clock fast",
        "bid ap 1",
        "leave",
        "start",
    ):
        escaped.look(line, await table.say("anna", line))
    for line in ("join cp", "join ap", "start"):
        escaped.look(line, await table.say("ben" if line == "join ap" else "anna", line))
    escaped.names.append(await table.game_id())
    await posts(table, escaped)
    escaped.look("choose", await table.say("anna", "choose take"))
    for line in LINES:
        escaped.look(line, await table.say("anna", line))
        escaped.look(f"{line} (spectator)", await table.say("carl", line))
    await posts(table, escaped)
    assert not escaped.found, escaped.told()


@pytest.mark.sweep(fixed=[0, 5])
@pytest.mark.parametrize("seed", range(8))
async def test_panels_and_posts_of_a_game_are_in_the_language(table: Channel, seed: int) -> None:
    escaped, luck = Escaped(), random.Random(seed)
    for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")):
        escaped.look(line, await table.say(user, line))
    escaped.names.append(await table.game_id())
    for _ in range(30):
        for user in ("anna", "ben"):
            replies = await table.say(user, "panel")
            escaped.look("panel", replies)
            pressed = controls(replies)
            for _ in range(3):
                if not pressed:
                    break
                label, token = luck.choice(pressed)
                replies = await table.press(user, token)
                escaped.look(f"press {label}", replies)
                pressed = controls(replies)
        await posts(table, escaped)
    assert not escaped.found, escaped.told()


async def test_lessons_puzzles_and_leagues_are_in_the_language(table: Channel) -> None:
    lost, luck = Escaped(), random.Random(1)
    for opening in (
        "learn",
        "learn 1",
        "learn leave",
        "learn 4",
        "learn leave",
        "puzzle list",
        "puzzle",
        "advise",
        "puzzle show",
        "puzzle leave",
    ):
        replies = await table.say("anna", opening)
        lost.look(opening, replies)
        for _ in range(12 if opening[-1].isdigit() or opening == "puzzle" else 2):
            pressed = [one for one in controls(replies) if "leave" not in one[1]]
            if not pressed:
                break
            label, token = luck.choice(pressed)
            replies = await table.press("anna", token)
            lost.look(f"{opening}: press {label}", replies)
    for user, line in LEAGUE:
        lost.look(line, await table.say(user, f"league {line}"))
    assert not lost.found, lost.told()


#: A season from its draft to its first round, and refusals on the way.
LEAGUE = (
    ("anna", "new Cup format=swiss rounds=3 window=60d"), ("anna", "new Cup format=odd"), ("anna", "venue here"), ("anna", "venue"),
    ("anna", "open"), ("anna", "join"), ("ben", "join"), ("carl", "join"), ("carl", "withdraw"), ("ben", "mine"), ("ben", "table"), ("anna", "rules"),
    ("anna", "entries"), ("anna", "overview"), ("anna", "round"), ("anna", "draw"), ("anna", "start"), ("ben", "match"), ("ben", "match 1"), ("ben", "leave 3d"),
    ("ben", "appeal"), ("ben", "rating"), ("ben", "calendar"), ("ben", "follow"), ("anna", "rule 1 1-0"), ("anna", "extend 2d"), ("anna", "organiser ben"),
    ("anna", "predictions"), ("ben", "help join"), ("ben", "help"), ("anna", "cancel"), ("anna", "finish"), ("ben", "history"),
)  # fmt: skip


async def test_completions_are_in_the_language(table: Channel) -> None:
    await table.begin()
    found = []
    for line in (
        "",
        "pla",
        "play ",
        "activate ",
        "attack ",
        "help ",
        "settings ",
        "league ",
        "league new ",
        "standing ",
        "map ",
        "odds ",
        "rules ",
        "learn ",
        "new ",
    ):
        inbound = Inbound(platform="web", channel="table", user="anna", key=f"c{line}", text=line, action="complete")
        for item in await table.handler.complete(inbound):
            typed, _, told = item.label.partition(" – ")
            if typed.strip() not in item.insert:
                told = item.label
            if words := escaped(told, *NAMES):
                found.append(f"{line}: {words} in {item.label!r}, for {item.insert!r}")
    assert found == []

"""A whole game of Liège 1914 in the made-up language: panels, answers, posts, completions and pictures are whole in it."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table import tokens
from bot.table.reply import Reply
from bot.titles.liege.title import TITLE
from bot.titles.vocabulary import vocabulary
from engine.liege.facts import facts
from tests.bot.support import CHANNEL, Channel, check_limits, controls
from tests.support.pseudo import escaped, pseudo, unspoken
from tests.support.restoring import restore

__all__ = ["pseudo"]

#: What is in no language: people, counters, forts, hexes, and how sides of a hex are typed.
NAMES = (
    "Anna", "Ben", "Carl", "anna", "ben", "carl", "web:table",
    *(one.title for one in facts().units), *(one.title for one in facts().forts), *(name for name in facts().grid.names),
)  # fmt: skip
#: Steps in which a whole Siege is over.
_STEPS = 400
#: What is looked up at every decision, by both players and a spectator.
LOOKS = ("panel", "proposal", "score", "units", "standing")


class Lost:
    """What escaped the language, by where."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.names: list[str] = [
            command.usage(TITLE.words("en")).partition(";")[0] for command in vocabulary(TITLE).commands
        ]

    def look(self, where: str, replies: list[Reply]) -> None:
        for reply in replies:
            check_limits(reply.model_copy(update={"text": ""}))
        typed = [label for label, token in controls(replies) if "take " in token or token.endswith(label)]
        self.found.update(f"{where}: {one}" for one in unspoken(replies, *NAMES, *self.names, *typed))


@pytest.mark.sweep(fixed=["night"])
@pytest.mark.parametrize("opening", ["night", "night fog=on", "siege"])
async def test_a_game_is_played_in_the_language(store: Store, pseudo: str, opening: str) -> None:
    """To its end. Orders are taken as they are proposed, with every group of the panel opened."""
    table, lost = Channel.open(store), Lost()
    table.handler = BotHandler(store, language=pseudo)
    for user, line in (("anna", f"new {opening}"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start")):
        lost.look(line, await table.say(user, line))
    lost.names.append(await table.game_id())
    seen: set[str] = set()
    for _ in range(_STEPS):
        stored = await table.store.load(await table.game_id())
        game = restore(stored)
        if not game.stack:
            break
        user, kind = ("anna", "ben")[game.actor or 0], game.decision.kind
        if kind not in seen:
            seen.add(kind)
            await everything(table, lost, user, kind)
        told = await table.say(user, "take")
        if (await table.store.load(await table.game_id())).number == stored.number:
            lost.look("take nothing", told)
            told = await table.say(user, "done")
        if (await table.store.load(await table.game_id())).number == stored.number:
            first = next(
                one for _, one in controls(await table.say(user, "panel")) if tokens.parse(one).kind == "order"
            )
            told = await table.press(user, first)
        lost.look(f"order in {kind}", told)
        for post_kind, reply in await table.posts():
            lost.look(f"post {post_kind}", [reply])
        await table.clear()
    for line in ("score", "export", "verify", "log", "status"):
        lost.look(line, await table.say("carl", line))
    assert not restore(await table.store.load(await table.game_id())).stack
    assert {"march", "barrage", "combat", "afterwards"} <= seen
    assert not lost.found, "\n".join(lost.found)


async def everything(table: Channel, lost: Lost, user: str, kind: str) -> None:
    """The looks, the groups of the panel, what a refusal says, and what completion offers at a decision."""
    for who in (user, "carl"):
        for line in LOOKS:
            lost.look(f"{line} in {kind}", await table.say(who, line))
    for label, token in controls(await table.say(user, "panel")):
        if "~panel:" in token or "panel:" in token:
            lost.look(f"{label} in {kind}", await table.press(user, token))
    for command in (*TITLE.face(kind).commands, "odds"):
        lost.look(f"{command} nonsense in {kind}", await table.say(user, f"{command} nonsense"))
        asked = Inbound(
            platform="web", channel=CHANNEL, user=user, key=f"c{kind}{command}", text=f"{command} ", action="complete"
        )
        for item in await table.handler.complete(asked):
            _, _, told = item.label.partition(" – ")
            if words := escaped(told, *NAMES):
                lost.found[f"completion of {command} in {kind}: {words} in {item.label!r}"] += 1

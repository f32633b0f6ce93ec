"""What is posted when a game is over: result, final map, VP by turn, luck, and the seed."""

from __future__ import annotations

from typing import Any

from bot.narration.names import Names
from bot.replies.model import PictureRef, Reply
from bot.replies.panel import result_text
from bot.service import history
from bot.service.calls import Tools
from bot.service.posts import post
from bot.storage.models import Post
from bot.storage.store import StoredGame
from engine.core.game import Game


def posts(tools: Tools, stored: StoredGame, game: Game[Any], record: list[dict[str, Any]]) -> list[Post]:
    """The end of a game for the channel and the spectators' thread."""
    retold = history.retell(stored, record)
    lines = [
        result_text(tools.names, game),
        tools.say("ui.posts.end", vp=game.state.vp, seed=stored.header.seed),
        tools.say("ui.posts.curve", curve=" → ".join(str(vp) for vp in [*retold.curve, game.state.vp])),
        luck(tools.names, retold.events),
    ]
    picture = PictureRef(kind="overview", game=stored.header.game_id, number=game.number, alt=lines[0])
    text = "\n".join(line for line in lines if line)
    return [
        post("end", Reply(text=text, picture=picture, audience="channel")),
        post("end", Reply(text=text, picture=picture, audience="thread")),
    ]


def luck(names: Names, events: list[dict[str, Any]]) -> str:
    """Mean fire die of each side against the fair 3.5; "" before the first fire."""
    dice: dict[int, list[int]] = {0: [], 1: []}
    for event in events:
        if event["kind"] == "fire":
            dice[event["data"]["fire"]["side"]].append(event["data"]["fire"]["die"])
    if not any(dice.values()):
        return ""
    mean = {side: f"{sum(values) / len(values):.2f}" if values else "–" for side, values in dice.items()}
    return names.words.say(
        "ui.posts.luck", ap_mean=mean[0], ap_count=len(dice[0]), cp_mean=mean[1], cp_count=len(dice[1])
    )

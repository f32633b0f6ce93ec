"""The messages in the channel, and posts of a game to send there."""

from __future__ import annotations

from bot.port import Outgoing
from bot.table.reply import Reply
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import HERE


def texts(bot: Bot) -> list[str]:
    """Return the public messages in the channel."""
    return [m.text for m in bot.slack.messages if not m.only and m.channel == CHANNEL and not m.thread]


def outgoing(number: int, **reply: object) -> Outgoing:
    body = Reply.model_validate({"text": f"post {number}", "audience": "channel", **reply})
    return Outgoing(id=f"abcd2345/{number}-0", game="abcd2345", channel=HERE, reply=body)


__all__ = ["outgoing", "texts"]

"""Notices about linked or separated accounts: to seasons by an entry, and to the accounts, each once."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from bot.narration.user_text import user_text
from bot.persons import id_on
from bot.port import DeliveryError, Venues
from bot.service.calls import Tools
from bot.storage.links import UNDO_SECONDS, LinkNews
from bot.storage.persons import StoredPerson
from bot.table.reply import Reply

_log = logging.getLogger(__name__)


async def settle(tools: Tools) -> int:
    """Report new links and separations to the keeper, as far as not yet done; return how many."""
    links, keeper = tools.store.links, tools.keeper
    pending, parting = await links.pending(), await links.parting()
    for former, person in pending.items():
        await keeper.linked(person, former)
        await links.told(former)
    for former, person in parting.items():
        await keeper.parted(person, former)
        await links.told(former, parted=True)
    return len(pending) + len(parting)


async def tell(tools: Tools, venues: Mapping[str, Venues]) -> int:
    """Notify accounts of their links, on the platforms served here; return how many were notified.

    An unavailable platform is retried; notices that cannot be delivered, or are older than the undo period, are
    dropped.
    """
    links, told = tools.store.links, 0
    for news in await links.news():
        platform = news.account.partition(":")[0]
        if (tools.now() - news.at).total_seconds() > UNDO_SECONDS:
            await links.heard(news.ident)
        elif platform in venues:
            told += await _send_notices(tools, venues[platform], news)
    return told


async def _send_notices(tools: Tools, venue: Venues, news: LinkNews) -> int:
    platform = news.account.partition(":")[0]
    reply = Reply(
        text=tools.say(
            f"persons.link.news.{news.kind}", name=user_text(news.name), accounts=_platform_list(tools, news.platforms)
        )
    )
    try:
        await venue.tell_alone(id_on(platform, news.account), news.near.partition(":")[2], reply, f"link:{news.ident}")
    except DeliveryError as error:
        if error.away:
            return 0
        _log.warning("an account on %s cannot be told of its link: %s", platform, error)
    await tools.store.links.heard(news.ident)
    return 1


def platforms(tools: Tools, person: StoredPerson) -> str:
    """Return the platforms on which a person has accounts."""
    return _platform_list(tools, dict.fromkeys(account.partition(":")[0] for account in person.accounts))


def _platform_list(tools: Tools, names: Iterable[str]) -> str:
    return tools.words.listed([tools.say(f"persons.platforms.{name}") for name in names])


__all__ = ["platforms", "settle", "tell"]

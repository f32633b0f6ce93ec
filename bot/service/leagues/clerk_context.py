"""The dependencies of the clerk's tasks: store, texts, time, platforms and a season's people."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bot.background_yield import wait_until_idle, yielding
from bot.leagues.journal import Person
from bot.leagues.season import Season
from bot.narration.texts import speaking
from bot.persons import id_on
from bot.port import DeliveryError, Examiner, Venues
from bot.service.calls import Tools
from bot.service.leagues.digest_reviews import Lessons
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.record_work import RecordThreads, Workshop
from bot.service.state.preferences import language_known
from bot.service.state.recipients import pingable
from bot.storage.models import Seat
from bot.storage.persons import StoredPerson
from bot.table.reply import Reply

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ClerkContext:
    """Store, texts and time; the seasons; the platforms that provide venues; and the worker pool for pairing."""

    tools: Tools
    repository: SeasonRepository
    venues: Mapping[str, Venues] = field(default_factory=dict)
    workshop: Workshop = field(default_factory=RecordThreads)
    #: True while people's commands are pending; deferrable work then waits.
    busy: Callable[[], bool] = lambda: False
    #: Reviews of the games that digests explain.
    lessons: Lessons = field(default_factory=Lessons)
    #: Channels reported as gone by their platform, until every season has been checked.
    lost: set[str] = field(default_factory=set)
    #: Seasons with games that could not be opened at the last attempt; it is repeated soon.
    stuck: set[str] = field(default_factory=set)

    async def speaking_for(self, season: Season) -> ClerkContext:
        """Return the context in a season's language, i.e. that of its home channel."""
        language = await self.tools.language_at(season.rules.home)
        return replace(self, tools=self.tools.speaking(language))

    async def speaking_to(self, account: str) -> ClerkContext:
        """Return the context in an account's language for a private message; unchanged if it has none."""
        language = await language_known(self.tools.store.people, account)
        return replace(self, tools=self.tools.speaking(language)) if language else self

    def serves(self, venue: str) -> bool:
        """Return True for a venue on a platform served here."""
        return venue.partition(":")[0] in self.venues

    async def give_way(self) -> None:
        """Let pending commands run first, for a limited time."""
        await wait_until_idle(self.busy)

    async def behind(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of work that yields to commands; see `bot.background_yield`."""
        return await yielding(self.busy, work)

    async def people(self, persons: Iterable[Person]) -> dict[Person, StoredPerson]:
        """Return these people by the ids asked for, without damaged or unknown ones."""
        return await self.tools.store.persons.read_all(persons)

    async def pinged(self, persons: Iterable[Person], platform: str, key: str) -> tuple[str, ...]:
        """Return the accounts of these people on a platform that the message with this key may ping now.

        Nobody is pinged more than three times a week by all season messages together, nor during their quiet time. The
        same message counts as one ping however often it is retried.
        """
        accounts = {kept.person: kept.on(platform)[:1] for kept in (await self.people(persons)).values()}
        may = await pingable(
            self.tools.store.people, [one for own in accounts.values() for one in own], self.tools.now()
        )
        allowed = list[str]()
        for person, own in accounts.items():
            if {*own} & {*may} and await self.tools.store.watching.may_ping(person, key, self.repository.at):
                allowed += own
        return tuple(allowed)

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Post in a channel (`platform:id`) of a platform served here; return the message's id. Raise DeliveryError."""
        platform, _, own = channel.partition(":")
        with self.noticing(channel), speaking(self.tools.words.language):
            return await self.venues[platform].tell(own, reply.on(platform), key)

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Replace a message posted by `tell`, if its platform can do so now."""
        platform, _, own = channel.partition(":")
        if platform not in self.venues:
            return
        try:
            await self.venues[platform].amend(own, message, reply.on(platform))
        except DeliveryError as error:
            log.warning("a message in %s is not updated: %s", channel, error)

    async def lacking(self, channel: str, message: str) -> tuple[str, ...]:
        """Return what makes the channel of `message` unsuitable for games, as far as its platform can say now."""
        platform, _, own = channel.partition(":")
        there: object = self.venues.get(platform)
        if not isinstance(there, Examiner):
            return ()
        try:
            return await there.lacking(own, message)
        except DeliveryError as error:
            log.warning("channel %s can't be read: %s", channel, error)
            return ()

    @contextmanager
    def noticing(self, channel: str) -> Iterator[None]:
        """Record the channel as lost if a platform reports in this block that it no longer exists."""
        try:
            yield
        except DeliveryError as error:
            if error.gone:
                self.lost.add(channel)
            raise

    async def tell_all(self, season: Season, reply: Reply, key: str) -> None:
        """Post a message about a season in its home channel and its venues; skip channels that no longer exist.

        Raises:
            DeliveryError: a platform is unavailable, so the message is retried later.
        """
        for channel in dict.fromkeys([season.rules.home, *season.venues]):
            platform, _, own = channel.partition(":")
            if platform not in self.venues or not own:
                continue
            try:
                await self.tell(channel, reply, f"{key}:{channel}")
            except DeliveryError as error:
                if error.away:
                    raise
                log.warning("something of a season is not told in %s: %s", channel, error)

    async def tell_alone(self, account: str, near: str, reply: Reply, key: str) -> None:
        """Send a private message to an account on a platform served here, near one of its channels, or raise."""
        platform = account.partition(":")[0]
        with speaking(self.tools.words.language):
            await self.venues[platform].tell_alone(id_on(platform, account), near.partition(":")[2], reply, key)


def seat_on(platform: str, kept: StoredPerson | None) -> Seat | None:
    """Return the seat of a person on a platform; None if they have no account there."""
    if kept is None:
        return None
    account = next((one for one in kept.on(platform) if id_on(platform, one)), None)
    return None if account is None else Seat(user=account, name=kept.name)


def name_of(people: Mapping[Person, StoredPerson], season: Season, slot: Person) -> str:
    """Return the name of a slot's holder; the slot's id if it is unknown."""
    kept = people.get(season.holder_of(slot))
    return kept.name if kept is not None and kept.name else slot


__all__ = ["ClerkContext", "name_of", "seat_on"]

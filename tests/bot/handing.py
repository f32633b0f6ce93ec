"""A game that is handed over from one side to the other, and the messages about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.persons import bare
from bot.service.clock import PRESENT
from bot.service.people.ticker import Ticker
from bot.service.session import packed
from bot.storage import Store
from bot.storage.changes import Change, StoredGame
from bot.table.reply import Reply
from tests.bot.support import Channel, check_limits, controls
from tests.bot.times import Hands, timed
from tests.support.restoring import hosted
from tests.support.table import Table

LONG = PRESENT + 60


@dataclass
class Told:
    """The messages to one person over a period: pings in the channel, direct messages, and the posts themselves."""

    pings: list[str] = field(default_factory=list)
    direct: list[str] = field(default_factory=list)
    posts: list[tuple[str, Reply]] = field(default_factory=list)


class Watch:
    """Reads and empties the outbox; tracks which message has which button."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        #: The controls of the message in each slot, as everybody sees them.
        self.standing: dict[str, list[str]] = {}

    async def told(self) -> Told:
        """Return the messages since the last call."""
        found = Told(posts=await self._channel.posts())
        stored = await self._channel.store.load(await self._channel.game_id())
        for kind, reply in found.posts:
            if reply.audience == "channel":
                found.pings += reply.mention
            elif reply.audience == "private" and reply.seat is not None:
                found.direct.append(bare(stored.seats.holders[("ap", "cp")[reply.seat]].user))
            if reply.edit:
                self.standing[f"{reply.edit} {reply.audience} {reply.seat}"] = [label for label, _ in controls([reply])]
            elif reply.audience == "channel" and kind not in ("offer", "warning", "fallen", "end"):
                assert not reply.menu, "what has a button has a name, so that it can be taken off"
            check_limits(reply)
        await self._channel.clear()
        return found


async def begin(store: Store) -> tuple[Channel, Ticker, Hands, Watch]:
    """Return Anna's first round; nobody has acted for a while."""
    channel, ticker, hands = timed(store)
    await channel.begin()
    hands.move(seconds=LONG)
    return channel, ticker, hands, Watch(channel)


async def handed_over(store: Store) -> tuple[Channel, Ticker, Hands, Watch]:
    """Return a game that Anna has handed over to Ben, who acted just before, so that he isn't notified."""
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "draw")
    await channel.say("anna", "play cp 1 as rp")
    await watch.told()
    return channel, ticker, hands, watch


async def attack(channel: Channel) -> None:
    """Play up to the Allied combat cards."""
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")


async def put(channel: Channel, table: Table) -> None:
    """Set the channel's game to this table."""

    def decide(stored: StoredGame) -> Change:
        table.game.number = stored.number
        settings = stored.settings.model_copy(update={"seen": None})
        return Change(answer={}, snapshot=packed(hosted(table.game)), settings=settings)

    await channel.store.run_command(await channel.game_id(), "put", decide)


__all__ = ["LONG", "Told", "Watch", "attack", "begin", "handed_over", "put"]

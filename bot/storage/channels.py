"""Bindings of channels to games.

A channel is in another cluster slot than its game, so binding takes three steps: claim the channel, create the game
(or record in it that it has moved here), make the claim permanent. A claim contains the game, the time, and the
channel's previous game: `game@seconds@before`. A reader of a claim checks whether its game exists. If so, a crash
prevented the claim from being made permanent and the channel holds that game; if not, it holds the previous one, and
after a minute another game may claim it. So nothing expires automatically, and nothing is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.narration.texts import host_text
from bot.storage import keys, write_tracking
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.integrity import without_header
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader

#: Seconds for which a claim excludes others; longer than any commit may take.
CLAIM_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Bound:
    """The value of a channel: its game, or a claim with the time it was made (else 0)."""

    raw: str
    game: str
    claimed: int = 0
    before: str = ""

    @classmethod
    def read(cls, raw: str) -> Bound:
        """Parse a stored value."""
        game, *claim = raw.split("@")
        if len(claim) != 2 or not claim[0].isdecimal():
            return cls(raw, game)
        return cls(raw, game, int(claim[0]), claim[1])


class Channels:
    """Repository of the bindings of channels to games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def holder(self, channel: str) -> str | None:
        """Return the game bound to a channel, finished or not."""
        return await self._game_of(await self.bound(channel), channel)

    async def holders(self, *channels: str) -> list[str | None]:
        """Return the games bound to several channels, read together."""
        found = await self._connection.each(*(("GET", keys.channel(channel)) for channel in channels))
        bound = [_parse_binding(channel, raw) for channel, raw in zip(channels, found, strict=True)]
        return [await self._game_of(one, channel) for one, channel in zip(bound, channels, strict=True)]

    async def _game_of(self, bound: Bound | None, channel: str) -> str | None:
        if bound is None:
            return None
        if not bound.claimed or await self.is_there(bound.game, channel):
            return bound.game
        return bound.before or None

    async def bound(self, channel: str) -> Bound | None:
        """Return a channel's value; raise StoredDamage if it names no game."""
        return _parse_binding(channel, await self._connection.call("GET", keys.channel(channel)))

    async def is_there(self, game_id: str, channel: str) -> bool:
        """Return True if a game has been stored with this channel."""
        raw = await self._connection.call("GET", GameKeys(game_id).header)
        if raw is None:
            return bool(await without_header(self._connection, [game_id]))
        try:
            return GameHeader.parse(raw, f"header of game {game_id}").channel == channel
        except StoredDamage:
            return True

    async def language(self, channel: str) -> str:
        """Return the language chosen for a channel; "" for none."""
        found = await self._connection.call("HGET", keys.CHANNEL_LANGUAGES, channel)
        return found.decode(errors="replace") if isinstance(found, bytes) else ""

    async def speak(self, channel: str, language: str) -> None:
        """Set the language of a channel."""
        await self._connection.call("HSET", keys.CHANNEL_LANGUAGES, channel, language)

    async def claim(self, channel: str, game_id: str, at: float, before: str = "", seen: str = "") -> bool:
        """Claim a channel whose value is still `seen`; return False if it has changed."""
        value = f"{game_id}@{int(at)}@{before}"
        with write_tracking.aside():
            stands = await self._connection.script("bind", [keys.channel(channel)], [value, seen])
        return Bound.read(stands.decode()).game == game_id

    async def keep(self, channel: str, game_id: str) -> bool:
        """Make a claim permanent; return False if the channel is no longer the game's."""
        return bool(await self._connection.script("hold", [keys.channel(channel)], [game_id, "keep"]))

    async def free(self, channel: str, game_id: str) -> bool:
        """Free the channel if it belongs to the game."""
        return bool(await self._connection.script("hold", [keys.channel(channel)], [game_id, "free"]))

    async def bind(self, channel: str, game_id: str) -> bool:
        """Bind a free channel permanently; return False if it was taken."""
        return bool(await self._connection.call("SET", keys.channel(channel), game_id, "NX"))


def _parse_binding(channel: str, raw: bytes | StoredDamage | None) -> Bound | None:
    """Parse the value read for a channel; raise StoredDamage if it names no game."""
    if isinstance(raw, StoredDamage):
        raise raw
    if raw is None:
        return None
    bound = Bound.read(raw.decode(errors="replace"))
    if keys.game_ids(name.encode() for name in (bound.game, bound.before or bound.game))[1]:
        raise StoredDamage(host_text("store.channels.what_stored_channel_damaged", channel=channel))
    return bound

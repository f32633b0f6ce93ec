"""Webhooks: notify subscribers of events in seasons, signed, in order, at least once.

A subscriber is an address in the operator's settings. Each delivery is a POST of JSON with three headers:
`Feldpost-Delivery` identifies it and is the same on every retry; `Feldpost-Timestamp` is the time of sending, in Unix
seconds; `Feldpost-Signature` is `v1=` and the HMAC-SHA256 of timestamp, a dot and the body, in hexadecimal digits,
under the operator's secret. The receiver should reject old timestamps, so that deliveries can't be replayed, and ignore
deliveries it has already had. Any 2xx response is an acknowledgement.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.leagues.appeals import Effect, effect
from bot.leagues.journal import ENTRY, Decided, Entry, Opened
from bot.leagues.season import Season
from bot.narration.texts import host_text
from bot.public.events import event
from bot.settings import Settings
from bot.storage.errors import StorageError, StoredDamage
from bot.storage.store import Store
from bot.storage.webhook_progress import WebhookProgress

_log = logging.getLogger(__name__)

#: Seconds between polls, of the lease that leaves them to one process, and of the response timeout.
EVERY, _LEASE, _PATIENCE = 5.0, 60, 10.0
#: Seconds until a failed delivery is retried: doubled each time, at most an hour.
_FIRST, _LONGEST = 5.0, 3600.0
#: Most deliveries to one subscriber per poll, so that none holds up the others for long.
_IN_A_ROW = 100


@dataclass(slots=True)
class _Subscriber:
    """A subscriber: address, stored name, current backoff, and the time of the next retry."""

    address: str
    name: str
    wait: float = 0.0
    again: float = 0.0


class Webhooks:
    """Notifies the configured subscribers from `start` to `stop`; does nothing without any.

    Args:
        settings: has addresses and secret.
        store: of the journals and each subscriber's progress.
        now: clock, in Unix seconds.
    """

    def __init__(self, settings: Settings, store: Store, now: Callable[[], float] = time.time) -> None:
        self._secret = settings.webhook_secret.get_secret_value().encode() if settings.webhook_secret else b""
        self._subscribers = [
            _Subscriber(address, blake2s(address.encode(), digest_size=8).hexdigest())
            for address in settings.webhook_addresses
        ]
        self._store = store
        self._hooks = WebhookProgress(store.connection)
        self._now = now
        self._name = secrets.token_hex(8)
        self._opened: dict[str, Opened] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start polling, if there are subscribers."""
        if self._subscribers:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; what was not acknowledged is sent after the next start."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self._hooks.leave(self._name)

    async def look(self, session: ClientSession) -> int:
        """Deliver new events to all subscribers; returns the number acknowledged. Raises StorageError."""
        if not await self._hooks.lease(self._name, _LEASE):
            return 0
        found = [await self._tell(session, one) for one in self._subscribers if one.again <= self._now()]
        return sum(found)

    async def _run(self) -> None:
        async with ClientSession(timeout=ClientTimeout(total=_PATIENCE)) as session:
            while True:
                try:
                    await self.look(session)
                except StorageError as error:
                    _log.warning("webhooks wait: %s", error)
                except Exception:  # noqa: BLE001 - an error in one poll must not end the loop
                    _log.exception("webhooks broke")
                await asyncio.sleep(EVERY)

    async def _tell(self, session: ClientSession, to: _Subscriber) -> int:
        lengths = await self._store.seasons.lengths(await self._store.seasons.listed())
        places = await self._hooks.places(to.name)
        if places is None:
            # Events before the subscription are not sent.
            places = lengths
            await self._hooks.begin(to.name, places)
        told = 0
        for season, length in lengths.items():
            if places.get(season, 0) >= length:
                continue
            try:
                told += await self._tell_of(session, to, season, places.get(season, 0), _IN_A_ROW - told)
            except StoredDamage as damage:
                _log.warning("webhooks get no more of a season: %s", damage)
            if to.again > self._now() or told >= _IN_A_ROW:
                break
        return told

    async def _tell_of(self, session: ClientSession, to: _Subscriber, season: str, start: int, most: int) -> int:
        """Deliver the new entries of one season, stopping at the first failure; returns the number acknowledged."""
        lines = (await self._store.seasons.read(season, start))[:most]
        if not lines:
            return 0
        rules, told = await self._rules(season), 0
        for number, entry in enumerate(_entries(season, lines), start):
            if isinstance(entry, Opened):
                rules = self._opened[season] = entry
            news = event(rules, entry, await self._effect(season, number, entry))
            if news is not None:
                kind, data = news
                # A long run of deliveries can outlast the lease, so it is renewed.
                if not await self._hooks.lease(self._name, _LEASE):
                    return told
                shape = {"season": season, "entry": number, "kind": kind, "at": entry.at, "data": data}
                if not await self._send_delivery(session, to, f"{season}.{number}", shape):
                    return told
                told += 1
            await self._hooks.advance(to.name, season, number + 1)
        return told

    async def _effect(self, season: str, number: int, entry: Entry) -> Effect | None:
        """Return the effect of a decision on an appeal, from the journal up to it; None for other entries."""
        if not isinstance(entry, Decided):
            return None
        entries = _entries(season, (await self._store.seasons.read(season))[: number + 1])
        try:
            known = await asyncio.to_thread(Season.told, entries)
            return effect(known.matches[entry.match].legs[entry.leg], entry)
        except (ValueError, LookupError, TypeError):
            raise StoredDamage(host_text("faults.public_webhooks.journal_season_damaged", season=season)) from None

    async def _rules(self, season: str) -> Opened:
        """Return the rules of a season: its first entry, or the last version of a draft."""
        if season not in self._opened:
            entries = _entries(season, await self._store.seasons.read(season))
            self._opened[season] = [entry for entry in entries if isinstance(entry, Opened)][-1]
        return self._opened[season]

    async def _send_delivery(
        self, session: ClientSession, to: _Subscriber, delivery: str, shape: dict[str, object]
    ) -> bool:
        """Send one delivery; returns False if it has to be retried."""
        body = json.dumps(shape, ensure_ascii=False, separators=(",", ":")).encode()
        stamp = str(int(self._now()))
        headers = {
            "Content-Type": "application/json",
            "Feldpost-Delivery": delivery,
            "Feldpost-Timestamp": stamp,
            "Feldpost-Signature": signature(self._secret, stamp, body),
        }
        try:
            async with session.post(to.address, data=body, headers=headers, allow_redirects=False) as answer:
                thanked = 200 <= answer.status < 300
                why = f"it answered {answer.status}"
        except (ClientError, TimeoutError, OSError) as error:
            thanked, why = False, type(error).__name__
        if thanked:
            to.wait = to.again = 0.0
            return True
        to.wait = min(_LONGEST, 2 * to.wait or _FIRST)
        to.again = self._now() + to.wait
        # Without the address, which may contain a secret of its own.
        _log.warning("webhook %s refused delivery %s (%s): retry in %.0f s", to.name, delivery, why, to.wait)
        return False


def signature(secret: bytes, stamp: str, body: bytes) -> str:
    """Return the value of the header `Feldpost-Signature`."""
    return "v1=" + hmac.digest(secret, stamp.encode() + b"." + body, "sha256").hex()


def _entries(season: str, lines: Sequence[str]) -> list[Entry]:
    try:
        return [ENTRY.validate_json(line) for line in lines]
    except ValueError:
        raise StoredDamage(host_text("faults.public_webhooks.journal_season_damaged_newer", season=season)) from None


__all__ = ["EVERY", "Webhooks", "signature"]

"""HTTP server of the public pages, if the operator enables them."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Collection

from aiohttp import web

from bot.narration.texts import host_text, texts
from bot.platforms.http_listener import runner
from bot.port import PictureSource
from bot.public.api import Api
from bot.public.drawing import PublicPictures
from bot.public.guard import Guard
from bot.public.limits import Limits, Net
from bot.public.reader_language import ReaderLanguages
from bot.public.site import Site, SiteParts
from bot.service.record_work import Workshop
from bot.settings import Settings, SettingsError
from bot.storage.store import Store

_log = logging.getLogger(__name__)


class PublicServer:
    """Serves the public pages from `start` to `stop`.

    Args:
        settings: has the address; without one nothing is served.
        store: of the games and seasons.
        workshop: replays records.
        draw: renders pictures.
    """

    def __init__(self, settings: Settings, store: Store, workshop: Workshop, draw: PictureSource) -> None:
        self._settings = settings
        words, address = texts(settings.language), settings.public_url.rstrip("/")
        self._parts = SiteParts(
            store, workshop, PublicPictures(draw), words, address, indexed=settings.public_robots == "yes"
        )
        self._key = settings.result_key.get_secret_value() if settings.result_key is not None else ""
        self._runner: web.AppRunner | None = None
        #: Rate limits of the API.
        self.limits = Limits()

    @property
    def url(self) -> str:
        """The URL being served; "" if none."""
        if self._runner is None or not self._runner.addresses:
            return ""
        host, port = self._runner.addresses[0][:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    async def start(self) -> None:
        """Listen, if an address is set.

        Raises:
            SettingsError: the address can't be bound.
        """
        address = self._settings.public_address
        if address is None:
            return
        self._runner = runner(
            make_application(self._parts, self.limits, self._key, self._settings.proxies), shutdown_timeout=2
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *address).start()
        except OSError as error:
            await self.stop()
            raise SettingsError(
                host_text(
                    "faults.public_server.public_cannot_another_process",
                    public=self._settings.public,
                    strerror=error.strerror,
                )
            ) from None
        _log.info("public pages are at %s", self.url)

    async def stop(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None


def make_application(
    parts: SiteParts, limits: Limits, result_key: str, proxies: Collection[Net] = ()
) -> web.Application:
    """Build the web application; results can be submitted with the key."""
    site = Site(parts)
    guard = Guard(ReaderLanguages(parts.store, parts.words), indexed=parts.indexed, limits=limits, proxies=proxies)
    application = web.Application(middlewares=[guard.middleware()], client_max_size=16 * 1024)
    application.add_routes([*site.routes(), *Api(site, result_key).routes()])
    return application


def reaches(settings: Settings) -> str:
    """Say for the operator who can reach the pages; "" if they are not served."""
    address = settings.public_address
    if address is None:
        return ""
    try:
        own = ipaddress.ip_address(address[0]).is_loopback
    except ValueError:
        own = address[0] == "localhost"
    return host_text("faults.public_server.this_machine" if own else "faults.public_server.everyone")


__all__ = ["PublicServer", "reaches"]

"""A host with the toy as its only title: prints all answers and the loaded modules. Run it with the address of Redis."""

from __future__ import annotations

import asyncio
import importlib
import json
import pkgutil
import sys
from types import ModuleType

import bot
from bot import titles

# Whatever the host makes of its titles it makes of these.
titles.MODULES.clear()
titles.MODULES["toy"] = "tests.titles.toy.title"

from bot.platforms import painting  # noqa: E402 - the titles come first
from bot.platforms.painting import PicturePool  # noqa: E402
from bot.storage import Connection, Store  # noqa: E402
from engine.core.chance import KeyedChance  # noqa: E402
from tests.bot.support import Channel  # noqa: E402
from tests.titles.small_games import last  # noqa: E402
from tests.titles.toy.script import LOBBY, ORDERS  # noqa: E402

#: What belongs to another title.
OTHERS = ("bot.titles.pog", "engine.pog", "renderer.pog")
LOOKS = ("help", "help learn", "rules", "games", "status", "map", "log turn", "panel", "replay all", "export", "verify")


def everything_loaded(package: ModuleType = bot) -> None:
    """Load every module of the host: all of the bot except other titles and modules that run when imported."""
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not f"{found.name}.".startswith(tuple(f"{one}." for one in OTHERS)) and not found.name.endswith("__main__"):
            module = importlib.import_module(found.name)
            if found.ispkg:
                everything_loaded(module)


async def played(url: str) -> list[str]:
    """Play a hunt and print all answers in words; draw its pictures."""
    link = Connection(url, patience=3)
    channel, told = Channel.open(Store(link)), list[str]()
    pool = PicturePool(channel.store, 1)
    for user, line in (("anna", "help"), *LOBBY, *ORDERS, *(("eve", look) for look in LOOKS), ("anna", "rematch")):
        for reply in await channel.say(user, line):
            told.append(reply.text)
            if reply.picture is not None:
                painting.work(await pool._job(reply.picture))
    told += [post.text for _, post in await channel.posts()]
    await pool.close()
    await link.close()
    return told


if __name__ == "__main__":
    everything_loaded()
    KeyedChance.choose = last  # type: ignore[method-assign,assignment]
    words = asyncio.run(played(sys.argv[1]))
    print(json.dumps({"told": words, "loaded": [name for name in sys.modules if name.startswith(OTHERS)]}))

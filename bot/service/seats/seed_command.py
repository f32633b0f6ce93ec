"""The `seed` command: a seed that nobody chooses alone, with all parts committed before any is revealed.

A player who doesn't even trust the bot commits to words by a hash made elsewhere, and reveals them once the other
player's are fixed as well: after that nobody can add more.
"""

from __future__ import annotations

import hashlib
import re

from bot.service.calls import Answer, Caller, Tools
from bot.service.outgoing import post
from bot.service.seats.lobby import lobby_table, started
from bot.service.state.seed_parts import begun, lines
from bot.storage.models import Mixing, Share
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply

_PROMISE = re.compile(r"sha-?256[:= ]\s*([0-9a-fA-F]{64})", re.IGNORECASE)


async def seed(tools: Tools, caller: Caller, game_id: str, text: str) -> Answer:
    """Fix the bot's part of the seed, or add the caller's words or a commitment to them, before the start."""

    def decide(stored: StoredGame) -> Change:
        if stored.header.status != "lobby":
            raise started(stored)
        if not stored.seats.sides_of(caller.user):
            raise refuse("no_seat_yet")
        mixing, told, own = _apply_input(tools, stored, caller, text.strip())
        if mixing is None:
            return Change(answer=Answer(text=own).dump())
        header = stored.header.model_copy(update={"mixing": mixing})
        after = StoredGame(header, stored.number, stored.revision, None, stored.seats, stored.settings)
        posts = [
            post("lobby", Reply(text=told, audience="channel")),
            post("table", lobby_table(tools.posting(after), after)),
        ]
        return Change(answer=Answer(text=own).dump(), header=header, posts=posts)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _apply_input(tools: Tools, stored: StoredGame, caller: Caller, text: str) -> tuple[Mixing | None, str, str]:
    """Return the shares after the command, the public text, and the caller's; None if nothing changed."""
    mixing = stored.header.mixing
    if not text:
        if mixing is not None:
            return None, "", lines(tools, stored.header)
        mixing = begun()
        told = tools.posting(stored).say("ui.seed.opened", name=caller.name, commitment=mixing.commitment)
        return mixing, told, tools.say("ui.seed.you_opened")
    if mixing is None:
        raise refuse("seed_not_open")
    share, key = _share(mixing, caller, text)
    shares = {**mixing.shares, caller.user: share}
    closed = mixing.closed or key == "given"
    mixing = mixing.model_copy(update={"shares": shares, "closed": closed})
    told = tools.posting(stored).say(f"ui.seed.{key}", name=caller.name, hash=share.hash)
    return mixing, told, tools.say(f"ui.seed.you_{key}")


def _share(mixing: Mixing, caller: Caller, text: str) -> tuple[Share, str]:
    """Return the caller's share after their input, and what happened: `promised`, `added`, or a promise `given`."""
    held = mixing.shares.get(caller.user)
    found = _PROMISE.fullmatch(text)
    digest = found[1].casefold() if found else hashlib.sha256(text.encode()).hexdigest()
    if held is not None and (held.words or found):
        raise refuse("seed_fixed", hash=held.hash)
    if held is not None:
        if digest != held.hash:
            raise refuse("seed_other_words", hash=held.hash)
        return held.model_copy(update={"words": text}), "given"
    if mixing.closed:
        raise refuse("seed_closed")
    share = Share(name=caller.name, hash=digest, words="" if found else text)
    return share, "promised" if found else "added"


__all__ = ["seed"]

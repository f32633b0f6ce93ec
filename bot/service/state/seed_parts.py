"""Mix a seed from the bot's part and the players' words, so that nobody chooses it alone.

The bot's part is drawn and its hash announced before it accepts a player's words, so it cannot be chosen to fit them.
The hashes of the words are announced when given, the words themselves at the start, the bot's part at the end.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection

from bot.narration.user_text import user_text
from bot.service.calls import Tools
from bot.service.session import seats_of
from bot.storage.models import GameHeader, Mixing
from bot.storage.store import StoredGame
from bot.table.refusal import refuse


def lines(tools: Tools, header: GameHeader) -> str:
    """Return the state of the mixing for the lobby; "" if nobody requested it."""
    if header.mixing is None:
        return ""
    shares = [
        tools.say("ui.seed.share" if share.words else "ui.seed.promise", name=user_text(share.name), hash=share.hash)
        for share in header.mixing.shares.values()
    ]
    return "\n".join([tools.say("ui.seed.state", commitment=header.mixing.commitment), *shares])


def words_given(tools: Tools, header: GameHeader) -> str:
    """Return the players' words for the start's announcement; "" if there are none."""
    shares = header.mixing.shares.values() if header.mixing else ()
    listed = tools.words.listed(
        [tools.say("ui.seed.words", name=user_text(share.name), words=user_text(share.words)) for share in shares]
    )
    return tools.say("ui.seed.made", list=listed) if listed else ""


def begun() -> Mixing:
    """Return a new mixing with only the bot's part, drawn now."""
    host = secrets.token_bytes(32)
    return Mixing(host=host.hex(), commitment=hashlib.sha256(host).hexdigest())


def after_leaving(mixing: Mixing | None, seated: Collection[str]) -> Mixing | None:
    """Return the mixing after players left: it restarts if one of them had a share in it.

    Otherwise someone who knows all the words could choose which of them count, through who sits down in the end.
    """
    return mixing if mixing is None or mixing.shares.keys() <= set(seated) else begun()


def settled(stored: StoredGame) -> tuple[bytes, Mixing | None]:
    """Return the seed to start with and its parts; refuse while committed words are missing."""
    mixing = stored.header.mixing
    if mixing is None:
        return secrets.token_bytes(32), None
    seated = dict.fromkeys(stored.seats.holders[side].user for side in seats_of(stored) if side in stored.seats.holders)
    shares = {user: mixing.shares[user] for user in seated if user in mixing.shares}
    for share in shares.values():
        if not share.words:
            raise refuse("seed_promised", name=user_text(share.name), hash=share.hash)
    mixing = mixing.model_copy(update={"shares": shares, "closed": True})
    return mixed(mixing), mixing


def mixed(mixing: Mixing) -> bytes:
    """Return the SHA-256 of the bot's part and the hashes of the words, in the order of the shares."""
    parts = [bytes.fromhex(mixing.host), *(hashlib.sha256(s.words.encode()).digest() for s in mixing.shares.values())]
    return hashlib.sha256(b"".join(parts)).digest()


def agrees(header: GameHeader, seed_: bytes) -> bool:
    """Return True if the seed matches the commitments, or no mixing was requested."""
    mixing = header.mixing
    if mixing is None:
        return True
    kept = all(hashlib.sha256(s.words.encode()).hexdigest() == s.hash for s in mixing.shares.values())
    return (
        kept and hashlib.sha256(bytes.fromhex(mixing.host)).hexdigest() == mixing.commitment and mixed(mixing) == seed_
    )


def public(mixing: Mixing, *, over: bool) -> dict[str, object]:
    """Return the mixing as shown by `/export`: the bot's part only when the game is over."""
    shares: dict[str, object] = {}
    for share in mixing.shares.values():
        # Two players may share a name, and without both parts nobody could recreate the seed.
        name = share.name if share.name not in shares else f"{share.name} (2)"
        shares[name] = {"words": share.words, "sha256": share.hash}
    told: dict[str, object] = {"commitment": mixing.commitment, "shares": shares}
    return {"bot": mixing.host, **told} if over else told


__all__ = ["after_leaving", "agrees", "begun", "lines", "mixed", "public", "settled", "words_given"]

"""The stored position of a game: a line of JSON metadata, then its compressed text."""

from __future__ import annotations

import zlib
from typing import Literal

from pydantic import Field

from bot.narration.texts import host_text
from bot.storage.errors import StoredDamage
from bot.storage.models import Stored


class Snapshot(Stored):
    """The position after record entry `number`, as the engine's own JSON text."""

    v: Literal[1] = 1
    number: int
    coding: Literal["zlib", "plain"] = "zlib"
    text: str = Field(default="", exclude=True)

    def pack(self) -> bytes:
        """Return one line of JSON metadata, then the text, compressed unless that makes it longer."""
        plain = self.text.encode()
        # Over 600 random decisions 1.3 to 3.5 kB became 0.5 to 0.9 kB in under 0.05 ms; level 9 saves 1 % more.
        packed = zlib.compress(plain, 6)
        coding: Literal["zlib", "plain"] = "zlib" if len(packed) < len(plain) else "plain"
        head = self.model_copy(update={"coding": coding})
        return head.dump().encode() + b"\n" + (packed if coding == "zlib" else plain)

    @classmethod
    def unpack(cls, raw: bytes, what: str) -> Snapshot:
        """Parse what `pack` returned.

        Raises:
            StoredDamage: as for `parse`, or if the text cannot be decompressed.
        """
        line, _, body = raw.partition(b"\n")
        head = cls.parse(line, what)
        try:
            text = (zlib.decompress(body) if head.coding == "zlib" else body).decode()
        except (zlib.error, UnicodeDecodeError):
            raise StoredDamage(host_text("store.models.stored_damaged_cannot_unpacked", what=what)) from None
        return head.model_copy(update={"text": text})

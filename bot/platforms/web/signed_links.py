"""Identify people by signed links, since the local channel has no accounts.

The link contains the person, so that two tabs of one browser can be two people, who would share a cookie. Anyone with
the link is that person.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import secrets
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from bot.narration.texts import host_text
from bot.platforms.web.errors import WebRefusal

#: Offered on the start page; any other name can be typed there.
USUAL_NAMES = ("Player one", "Player two", "Spectator")

NAME_LIMIT = 40
_SIGNATURE_BYTES = 16
_CHANNEL = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
#: Most characters of a channel's name.
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the local channel: a stable id and the name to show."""

    id: str
    name: str
    #: Their browser's preferred language, "" if none is supported.
    locale: str = field(default="", compare=False)


def person_named(name: str) -> Person:
    """Return the person with this name; the same name is always the same person.

    Raises:
        WebRefusal: the name is empty, too long, or has control characters.
    """
    shown = " ".join(name.split())
    if not shown or len(shown) > NAME_LIMIT or not shown.isprintable():
        raise WebRefusal(host_text("web.people.name_letters_type_another", name_limit=NAME_LIMIT))
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return Person(slug or "guest-" + hashlib.sha256(shown.encode()).hexdigest()[:8], shown)


def checked_channel(name: str) -> str:
    """Validate a channel's name from a link.

    Raises:
        WebRefusal: it is not made of 1 to 40 lower-case letters, digits and dashes.
    """
    if not _CHANNEL.fullmatch(name):
        raise WebRefusal(host_text("web.people.channel_name_small_letters"))
    return name


def room(key: str) -> str:
    """Return the channel name derived from a key; the same key always gives the same channel."""
    plain = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")
    if len(plain) <= _LONGEST:
        return plain
    digest = hashlib.sha256(key.encode()).hexdigest()[:8]
    return f"{plain[: _LONGEST - 9].rstrip('-')}-{digest}"


class Signer:
    """Creates and verifies signed links, and unguessable names for pictures."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def from_file(cls, path: Path) -> Signer:
        """Return the signer of this installation; its secret is created on first use.

        The file is readable only by its owner. Without it old links stop working and the start page hands out new ones;
        people stay the same.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            secret = path.read_bytes()
            if len(secret) >= 32:
                return cls(secret)
            path.unlink()
            return cls.from_file(path)
        with os.fdopen(handle, "wb") as file:
            secret = secrets.token_bytes(32)
            file.write(secret)
        return cls(secret)

    def token(self, person: Person) -> str:
        """Return the signed token of a person, for links."""
        body = json.dumps([person.id, person.name], separators=(",", ":"), ensure_ascii=False).encode()
        return f"{_text(body)}.{_text(self._sign(b'person', body))}"

    def person(self, token: str) -> Person:
        """Verify a token and return its person.

        Raises:
            WebRefusal: it was not signed by us.
        """
        head, _, tail = token.partition(".")
        try:
            body, signature = _bytes(head), _bytes(tail)
        except (binascii.Error, ValueError):
            body, signature = b"", b""
        if not hmac.compare_digest(signature, self._sign(b"person", body)):
            raise WebRefusal(host_text("web.people.link_not_one_ours"), 403)
        ident, name = json.loads(body)
        return Person(ident, name)

    def name(self, *parts: str) -> str:
        """Return an unguessable name; the same parts give the same name."""
        return _text(self._sign(b"thing", json.dumps(parts).encode()))

    def _sign(self, purpose: bytes, body: bytes) -> bytes:
        return hmac.digest(self._secret, purpose + b"\n" + body, "sha256")[:_SIGNATURE_BYTES]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))

"""Erasure of a person from stored values: account ids and names are replaced by those of a former player.

Ids assigned by a platform are removed from any text, since nothing else looks like them. Where people choose their
ids, an id may be an ordinary word: it is removed only from fields that contain people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from bot.persons import chosen, kept_bare
from bot.storage.errors import StoredDamage
from bot.storage.snapshot import Snapshot

#: Fields with people by their platform ids; fields that never contain people; fields with text for people.
_PEOPLE = frozenset(
    "author_id user users by to mention addressed players only followers pinged maker holder person account".split()
)
#: Those that list recipients, from which an erased person is removed without replacement.
_CALLED = frozenset({"followers", "pinged", "mention", "addressed", "players"})
_NEVER = frozenset({"channel", "server", "left", "previous", "place", "room", "venue", "home"})
_WORDS = frozenset(
    "text told plain alt address task label title hint description reason placeholder words head blocks caption content".split()
)
_OWN_NAME = ("name", "author")


class Erasure:
    """Replaces everything that names certain accounts.

    Args:
        accounts: the accounts, each with its name.
        former: replaces each of the accounts.
        name: replaces the names.
        names: other names of the same people.
    """

    def __init__(self, accounts: Mapping[str, str], former: str, name: str, names: Iterable[str] = ()) -> None:
        self._accounts = dict(accounts)
        # A name may have been written in capitals; in lower case it may be an ordinary word.
        self._called = {form for one in (*accounts.values(), *names) if len(one) > 1 for form in (one, one.upper())}
        self._former = former
        self._name = name
        #: Ids without their platform; ids that resemble another platform's are left out, as they may be someone else's.
        self._chosen = {
            ident for account in accounts if (ident := kept_bare(account)) and chosen(account.partition(":")[0])
        }

    @cached_property
    def of_logs(self) -> Erasure:
        """Return the eraser for a platform's own logs, in which all ids without a platform belong to it."""
        made = Erasure(self._accounts, self._former, self._name, self._called)
        made._chosen = {
            ident for account in self._accounts for platform, _, ident in [account.partition(":")] if chosen(platform)
        }
        return made

    def in_key(self, key: list[str]) -> bool:
        """Return True if a key of these parts belongs to one of the people, or to something they sent."""
        if any(self.is_one(part) for part in key[3:]) or any(map(self._has_platform_id, key)):
            return True
        if key[1:2] in (["user"], ["seating"]):
            return key[2] in self._accounts or key[2] in self._chosen
        channel, _, last = key[2].strip("{}").rpartition(":") if key[1:2] == ["log"] else ("", "", "")
        return ":" in channel and last in self._chosen

    def touches(self, raw: bytes, *, own: bool) -> bool:
        """Return True if a value may contain any of it; with `own`, names in free text count."""
        return any(one in raw for one in self._needles) or (own and any(one in raw for one in self._name_needles))

    def rewritten(self, raw: bytes, *, own: bool) -> bytes:
        """Return a value without the people; names in free text are replaced if it is from a game of theirs (`own`)."""
        if not self.touches(raw, own=own):
            return raw
        text = raw.decode(errors="surrogateescape")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return self._erase_names(text).encode(errors="surrogateescape")
        if not isinstance(data, dict | list):
            return self._erase_names(text).encode(errors="surrogateescape")
        walked = self._rewritten_data(data, "", own)
        return raw if walked == data else _dump_json(walked).encode(errors="surrogateescape")

    def snapshot(self, raw: bytes) -> bytes:
        """Return a packed position without the people; unreadable ones stay unchanged."""
        try:
            held = Snapshot.unpack(raw, "snapshot")
        except StoredDamage:
            return raw
        fresh = self.rewritten(held.text.encode(), own=False).decode()
        return raw if fresh == held.text else held.model_copy(update={"text": fresh}).pack()

    def is_one(self, member: str) -> bool:
        """Return True if a set member, hash field or part of a key is one of the people, names one, or is theirs."""
        return member in self._accounts or self._has_platform_id(member) or self._is_sent_by(member)

    # ---------------------------------------------------------------------------------------------- inside

    @cached_property
    def _platform_ids(self) -> re.Pattern[str] | None:
        """The ids assigned by their platforms: with the platform, as a mention, or bare."""
        forms = []
        for account in self._accounts:
            platform, _, ident = account.partition(":")
            if not chosen(platform):
                forms += [
                    rf"(?:{platform}(?::|%3A))?{re.escape(form)}" for form in dict.fromkeys((ident, *_users(ident)))
                ]
        return re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(forms)})(?![0-9A-Za-z])") if forms else None

    @cached_property
    def _mentions(self) -> re.Pattern[str] | None:
        return (
            re.compile(rf"<@!?(?:{self._platform_ids.pattern})(?:\|[^<>]*)?>")
            if self._platform_ids is not None
            else None
        )

    @cached_property
    def _needles(self) -> list[bytes]:
        idents = [account.partition(":")[2] for account in self._accounts]
        return [one.encode() for ident in idents for one in (ident, *_users(ident))]

    @cached_property
    def _name_pattern(self) -> re.Pattern[str] | None:
        names = sorted(self._called, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)") if names else None

    @cached_property
    def _name_needles(self) -> list[bytes]:
        return [form for name in self._called for form in (name.encode(), json.dumps(name)[1:-1].encode())]

    def _has_platform_id(self, text: str) -> bool:
        return self._platform_ids is not None and self._platform_ids.search(text) is not None

    def _is_sent_by(self, text: str) -> bool:
        """Return True for the key of something one of them sent where ids are chosen: `platform:channel:id:more`."""
        platform, _, rest = text.partition(":")
        return f"{platform}:{rest.partition(':')[2].partition(':')[0]}" in self._accounts

    def _erase_names(self, text: str) -> str:
        if self._mentions is not None and self._platform_ids is not None:
            text = self._platform_ids.sub(self._former, self._mentions.sub(self._name, text))
        return text

    def _rewritten_data(self, data: JsonValue, field: str, own: bool) -> JsonValue:
        """Return the data without the people; `field` is the name of the field that contains it."""
        if isinstance(data, str):
            return self._string(data, field, own)
        if isinstance(data, list):
            staying = [one for one in data if not (field in _CALLED and self._person(one, field))]
            return [self._rewritten_data(one, field, own) for one in staying]
        if not isinstance(data, dict):
            return data
        theirs = any(self._person(data.get(name), name) for name in _PEOPLE)
        made: dict[str, JsonValue] = {}
        for name, value in data.items():
            if theirs and name in _OWN_NAME and isinstance(value, str):
                made[name] = self._name
            elif name in self._accounts:
                named = {"name": self._name} if isinstance(value, dict) and "name" in value else {}
                walked = self._rewritten_data(value, name, own)
                made[self._former] = {**walked, **named} if isinstance(walked, dict) else walked
            elif own and name == "args" and "kind" in data:
                # All text in a picture is read by people, whatever its fields are called.
                made[name] = self._erase_picture_names(self._rewritten_data(value, name, own))
            else:
                made[self._erase_names(name)] = self._rewritten_data(value, name, own)
        return made

    def _erase_picture_names(self, data: JsonValue) -> JsonValue:
        """Return a picture's arguments without the names."""
        if isinstance(data, str):
            return self._name_pattern.sub(self._name, data) if self._name_pattern is not None else data
        if isinstance(data, list):
            return [self._erase_picture_names(one) for one in data]
        return (
            {name: self._erase_picture_names(value) for name, value in data.items()} if isinstance(data, dict) else data
        )

    def _person(self, value: Any, field: str) -> bool:
        """Return True if a field contains one of the people."""
        return isinstance(value, str) and (value in self._accounts or (value in self._chosen and field in _PEOPLE))

    def _string(self, text: str, field: str, own: bool) -> str:
        if text[:1] in ("{", "[") and self.touches(text.encode(errors="surrogateescape"), own=own):
            try:
                inner = json.loads(text)
            except (ValueError, RecursionError):
                inner = None
            if isinstance(inner, dict | list):
                walked = self._rewritten_data(inner, field, own)
                return text if walked == inner else _dump_json(walked)
        if field not in _NEVER and self._person(text, field):
            return self._former
        if field == "key" and self._is_sent_by(text):
            platform, channel, _, *more = text.split(":")
            return ":".join((platform, channel, self._former, *more))
        text = self._erase_names(text)
        return (
            self._name_pattern.sub(self._name, text)
            if own and field in _WORDS and self._name_pattern is not None
            else text
        )


def _users(ident: str) -> list[str]:
    """Return the personal part of an id that also names a workspace."""
    return [ident.rpartition(".")[2]] if "." in ident else []


def _dump_json(data: JsonValue) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


__all__ = ["Erasure"]

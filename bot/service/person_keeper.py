"""What keeps things of people beside their games and settings: seasons do, and nothing else so far.

People are linked, parted, exported and forgotten by asking a `PersonKeeper`, without knowing a league. Who implements it is handed to
the tools by whoever makes them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from typing_extensions import override

from bot.storage.links import LinkUndo
from bot.storage.models import JsonObject
from bot.storage.persons import StoredPerson


class PersonKeeper(Protocol):
    """Keeps things under the ids of people. Every method may raise StorageError."""

    async def export(self, person: StoredPerson) -> JsonObject:
        """Return what is kept of a person, as parts of their file, by name."""
        ...

    async def commitments(self, person: StoredPerson) -> list[str]:
        """Return the names of what counts on a person still, so that they cannot be forgotten yet."""
        ...

    async def channels(self, person: StoredPerson) -> set[str]:
        """Return the channels, as `platform:id`, in which something was said about what a person is or was in."""
        ...

    async def forget(self, person: StoredPerson, names: Collection[str], former: str) -> int:
        """Take out what a person wrote and follows, and their names out of what others wrote.

        Args:
            person: who is forgotten.
            names: what they were called.
            former: what stands in place of a name.

        Returns:
            How many things were changed.
        """
        ...

    async def check_link(self, one: StoredPerson, other: StoredPerson) -> None:
        """Refuse to make one person of two.

        Raises:
            Refusal: they play each other, or one could not have entered both times.
        """
        ...

    async def linked(self, person: str, former: str) -> None:
        """Take in, once, that what was entered as `former` is the person's."""
        ...

    async def parted(self, person: str, former: str) -> None:
        """Take in, once, that `former` is a person of their own again."""
        ...

    async def stranded(
        self, whole: StoredPerson, joint: LinkUndo, kept: Collection[str], theirs: Collection[str]
    ) -> list[str]:
        """Return the running games, in words, that would have a seat without an account if a link were undone.

        Args:
            whole: the person as they are.
            joint: the link that would be undone.
            kept: the platforms on which the person would keep an account.
            theirs: the platforms on which the former person would have one.
        """
        ...

    async def refresh(self) -> int:
        """Bring up to date what is computed from what people have played; returns how many games were taken in."""
        ...


class NothingKept(PersonKeeper):
    """Nothing is kept of people beside their games and settings."""

    @override
    async def export(self, person: StoredPerson) -> JsonObject:
        del person
        return {}

    @override
    async def commitments(self, person: StoredPerson) -> list[str]:
        del person
        return []

    @override
    async def channels(self, person: StoredPerson) -> set[str]:
        del person
        return set()

    @override
    async def forget(self, person: StoredPerson, names: Collection[str], former: str) -> int:
        del person, names, former
        return 0

    @override
    async def check_link(self, one: StoredPerson, other: StoredPerson) -> None:
        del one, other

    @override
    async def linked(self, person: str, former: str) -> None:
        del person, former

    @override
    async def parted(self, person: str, former: str) -> None:
        del person, former

    @override
    async def stranded(
        self, whole: StoredPerson, joint: LinkUndo, kept: Collection[str], theirs: Collection[str]
    ) -> list[str]:
        del whole, joint, kept, theirs
        return []

    @override
    async def refresh(self) -> int:
        return 0


__all__ = ["NothingKept", "PersonKeeper"]

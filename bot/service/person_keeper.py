"""The interface for personal data outside games and settings; so far only seasons have any.

People are linked, separated, exported and forgotten through a `PersonKeeper`, without knowledge of leagues. The
implementation is passed to the tools by their factory.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from typing_extensions import override

from bot.storage.links import LinkUndo
from bot.storage.models import JsonObject
from bot.storage.persons import StoredPerson


class PersonKeeper(Protocol):
    """Stores data under people's ids. Every method may raise StorageError."""

    async def export(self, person: StoredPerson) -> JsonObject:
        """Return a person's data, as parts of their export, by name."""
        ...

    async def commitments(self, person: StoredPerson) -> list[str]:
        """Return the names of what depends on a person, so that they cannot be forgotten yet."""
        ...

    async def channels(self, person: StoredPerson) -> set[str]:
        """Return the channels, as `platform:id`, with messages about what a person takes or took part in."""
        ...

    async def forget(self, person: StoredPerson, names: Collection[str], former: str) -> int:
        """Remove a person's texts and follows, and their names from others' texts.

        Args:
            person: who is forgotten.
            names: their names.
            former: replaces a name.

        Returns:
            The number of changes.
        """
        ...

    async def check_link(self, one: StoredPerson, other: StoredPerson) -> None:
        """Refuse to link two persons.

        Raises:
            Refusal: they play each other, or one person could not have entered twice.
        """
        ...

    async def linked(self, person: str, former: str) -> None:
        """Record, once, that entries made as `former` belong to the person."""
        ...

    async def parted(self, person: str, former: str) -> None:
        """Record, once, that `former` is a separate person again."""
        ...

    async def stranded(
        self, whole: StoredPerson, joint: LinkUndo, kept: Collection[str], theirs: Collection[str]
    ) -> list[str]:
        """Return the running games, as text, that would have a seat without an account if a link were undone.

        Args:
            whole: the linked person.
            joint: the link to undo.
            kept: the platforms on which the person would keep an account.
            theirs: the platforms on which the former person would have one.
        """
        ...

    async def refresh(self) -> int:
        """Update data computed from finished games; return how many games were processed."""
        ...


class NothingKept(PersonKeeper):
    """No personal data outside games and settings."""

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

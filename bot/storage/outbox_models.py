"""Models of the outbox: posts, failed deliveries, and parked posts."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from bot.storage.models import JsonObject, Stored


class Post(Stored):
    """A message to a channel, a thread or a seat, as platform-independent data."""

    v: Literal[1] = 1
    kind: str
    audience: str = "public"
    body: JsonObject = Field(default={})
    #: Name of what it updates, "" for an independent post. Of the posts for one name only the newest waits, and all
    #: other posts overtake it.
    renews: str = ""
    #: It starts what has that name: it keeps its place among the others, and older updates are discarded.
    begins: bool = False

    @property
    def passed(self) -> bool:
        """True if other posts overtake it."""
        return self.renewing == "renews"

    @property
    def renewing(self) -> str:
        """Its role for what is kept up to date: "begins", "renews", or "" for none; the words of `commit.lua`."""
        if not self.renews:
            return ""
        return "begins" if self.begins else "renews"


class Failure(Stored):
    """Number of failed deliveries of a post, the last reason, and the time of the next attempt."""

    v: Literal[1] = 1
    #: Failures that count: not those while the whole platform was unavailable.
    tries: int
    reason: str
    #: All failures, by which the pauses grow.
    times: int = 0
    again: AwareDatetime | None = None


class ParkedPost(Stored):
    """A post that was given up, with the reason."""

    v: Literal[1] = 1
    post: Post
    tries: int
    reason: str
    parked_at: AwareDatetime

"""What the outbox stores: posts, failed deliveries, and posts that were given up."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from bot.storage.models import JsonObject, Stored


class Post(Stored):
    """Something to be told to a channel, a thread or a seat, as data for whatever platform it is."""

    v: Literal[1] = 1
    kind: str
    audience: str = "public"
    body: JsonObject = Field(default={})
    #: Name of what it brings up to date, "" for what stands for itself. Of those for one name only the newest waits,
    #: and all other posts pass it.
    renews: str = ""
    #: What has that name begins with it: it keeps its place among the others, and no older renewal waits any more.
    begins: bool = False

    @property
    def passed(self) -> bool:
        """Return True if other posts pass it."""
        return self.renewing == "renews"

    @property
    def renewing(self) -> str:
        """Return how it stands to what is kept up to date: it "begins" it, it "renews" it, or "" for neither; the words of `commit.lua`."""
        if not self.renews:
            return ""
        return "begins" if self.begins else "renews"


class Failure(Stored):
    """How often the delivery of a post failed, why it did the last time, and when it is tried again."""

    v: Literal[1] = 1
    #: Failures that count: not those for which the whole platform was away.
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

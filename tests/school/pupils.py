"""Somebody in a lesson, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.state.lesson_state import LessonState, course_of
from tests.bot.support import Channel, check_limits


@dataclass
class Pupil:
    """Somebody in a lesson."""

    channel: Channel

    async def says(self, *lines: str) -> str:
        """Type lines, one after the other; what is answered to the last one. All that is answered fits every platform."""
        told = ""
        for line in lines:
            replies = await self.channel.say("anna", line)
            for reply in replies:
                check_limits(reply)
            told = "\n".join(reply.text for reply in replies)
        return told

    async def course(self) -> LessonState:
        """How far the lesson is."""
        found = course_of(await self.channel.store.load(await self.channel.game_id()))
        assert found is not None
        return found


__all__ = ["Pupil"]

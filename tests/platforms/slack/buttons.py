"""People who play only by presses: they look at their panel in Slack and press what they want."""

from __future__ import annotations

from typing_extensions import override

from bot.titles.testing import slack_limits as limits
from tests.platforms.example_by_buttons import Control, Press
from tests.platforms.played_by_buttons import DOORS, PlayedByButtons, is_of
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot, until


def labels(message: Message) -> list[str]:
    """Return the labels of a message's buttons."""
    return [e["text"]["text"] for e in limits.elements(message.blocks) if e["type"] == "button"]


def controls_of(message: Message) -> list[Control]:
    """Return everything that can be pressed or chosen on a message."""
    found = []
    for element in limits.elements(message.blocks):
        if element["type"] == "button" and element["action_id"].startswith("p:"):
            found.append(Control((element["value"],), place=element["action_id"]))
        elif element["type"] == "static_select":
            values = tuple(option["value"] for option in element["options"])
            found.append(Control(values, place=element["action_id"]))
        elif element["type"] == "multi_static_select":
            values = tuple(option["value"].partition("|")[2] for option in element["options"])
            found.append(Control(values, element["max_selected_items"], element["action_id"]))
    return found


class ByButtons(PlayedByButtons[Person, Message]):
    """Plays a given record to its end; `people` are by user id."""

    def __init__(self, bot: Bot, people: dict[str, Person]) -> None:
        super().__init__(bot.store, people)
        self._bot = bot
        #: Number of questions confirmed on the way.
        self.sure = 0

    @override
    def controls(self, message: Message) -> list[Control]:
        return controls_of(message)

    @override
    def told(self, message: Message) -> str:
        return f"{message.text} {labels(message)}"

    @override
    async def press(self, person: Person, message: Message, what: Press) -> None:
        before = message.edits
        await person.choose(message, what.control.place, what.tokens)
        await until(lambda: not self._bot.busy())
        assert message.edits > before, "the panel is replaced in place"

    @override
    async def confirm(self, person: Person, message: Message, what: Press) -> None:
        self.sure += 1
        await person.choose(message, what.control.place, what.tokens)
        await until(lambda: not self._bot.busy())

    @override
    async def panel(self, person: Person, game: str, number: int) -> Message:
        panel = _present(person, game, number)
        if panel is None:
            await self._bot.idle()
            asked = [m for m in self._bot.slack.messages if not m.only and not m.gone and DOORS & set(labels(m))]
            door = next(label for label in labels(asked[-1]) if label in DOORS)
            self.presses += 1
            await person.press(asked[-1], door)
            await until(lambda: not self._bot.busy())
            panel = _present(person, game, number)
        assert panel is not None, f"{person.name} gets no panel of the present position"
        return panel


def _present(person: Person, game: str, number: int) -> Message | None:
    shown = reversed(person.private())
    return next((message for message in shown if is_of(controls_of(message), game, number)), None)


__all__ = ["ByButtons", "controls_of", "labels"]

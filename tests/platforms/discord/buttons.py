"""People who play only by presses: they look at their panel and press what they want."""

from __future__ import annotations

from typing_extensions import override

from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.people import Person, labels
from tests.platforms.discord.state import Interaction, Json
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import Control, Press
from tests.platforms.played_by_buttons import DOORS, PlayedByButtons, is_of


def controls_of(message: Json) -> list[Control]:
    """Return everything that can be pressed or chosen on a message."""
    found = []
    for row in message["components"]:
        for item in row["components"]:
            if item["type"] == 3:
                values = tuple(option["value"] for option in item["options"])
                found.append(Control(values, item["max_values"], item["custom_id"]))
            else:
                found.append(Control((item["custom_id"],), place=item["custom_id"]))
    return found


async def press(person: Person, message: Json, what: Press) -> Interaction:
    """Press a button, or choose entries of a menu."""
    place = what.control.place
    if what.tokens == (place,):
        return await person.press(message, place)
    return await person.choose(message, place, list(what.tokens))


class ByButtons(PlayedByButtons[Person, Json]):
    """Plays a given record to its end.

    Args:
        loopback: the loopback Discord.
        bot: waited for before looking for a public message.
        people: by user id.
    """

    def __init__(self, loopback: Loopback, bot: Bot, people: dict[str, Person]) -> None:
        super().__init__(loopback.store, people)
        self._loopback, self._bot = loopback, bot

    @override
    def controls(self, message: Json) -> list[Control]:
        return controls_of(message)

    @override
    def told(self, message: Json) -> str:
        return f"{message['content']} {labels(message)}"

    @override
    async def press(self, person: Person, message: Json, what: Press) -> None:
        done = await press(person, message, what)
        assert done.message == int(message["id"]), "the panel is edited in place"

    @override
    async def confirm(self, person: Person, message: Json, what: Press) -> None:
        await press(person, message, what)

    @override
    async def panel(self, person: Person, game: str, number: int) -> Json:
        panel = self._present(person, game, number)
        if panel is None:
            await settled(self._bot, game)
            asked = [one for one in self._loopback.world.public() if DOORS & set(labels(one))]
            self.presses += 1
            await person.use(asked[-1], lambda label: label in DOORS)
            panel = self._present(person, game, number)
        assert panel is not None, f"{person.name} gets no panel of the present position"
        return panel

    def _present(self, person: Person, game: str, number: int) -> Json | None:
        shown = reversed(self._loopback.world.private(person.number))
        return next((message for message in shown if is_of(controls_of(message), game, number)), None)


__all__ = ["ByButtons", "controls_of", "press"]

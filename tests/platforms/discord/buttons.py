"""People who play by presses alone: they look at the panel that they are shown and press what they mean."""

from __future__ import annotations

from typing import Any

from bot.service.session import holder_id
from bot.service.visibility import position_for
from bot.table import tokens
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.people import Person, labels
from tests.platforms.discord.state import Interaction, Json
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import Control, Press, Record, pages, seat_to_move, side_to_move, to_press

#: What the public messages offer to whoever must decide.
DOORS = frozenset({"Answer", "My move", "Panel"})


def controls_of(message: Json) -> list[Control]:
    """What can be pressed or chosen on a message."""
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


class ByButtons:
    """Plays a wanted record to its end.

    Args:
        loopback: where.
        bot: who is waited for before a public message is looked for.
        people: by their user id.
    """

    def __init__(self, loopback: Loopback, bot: Bot, people: dict[str, Person]) -> None:
        self._loopback, self._bot, self._people = loopback, bot, people
        self.presses = 0
        self.several = 0

    async def play(self, game: str, wanted: Record) -> None:
        """Press until the record is as long as the wanted one."""
        while (stored := await self._loopback.store.load(game)).number + 1 < len(wanted):
            person = self._people[seat_to_move(stored)]
            message = await self._panel(person, game, position_for(stored, holder_id(stored, side_to_move(stored))))
            found = to_press(stored, wanted, controls_of(message))
            waiting, opened = pages(stored, controls_of(message)), set()
            while found is None and waiting:
                page = waiting.pop(0)
                if page.tokens in opened:
                    continue
                opened.add(page.tokens)
                # Pages are edited in place as well: from another one the way leads back over the whole panel.
                if not self._shows(message, page):
                    await self._refresh(person, message)
                await self._press(person, message, page)
                found = to_press(stored, wanted, controls_of(message))
                waiting += pages(stored, controls_of(message))
            if found is None:
                following = [entry.get("choice") for entry in wanted[stored.number + 1 :][:4]]
                raise AssertionError(f"nothing means {following}: {message['content']} {labels(message)}")
            await self._press(person, message, found)

    async def _press(self, person: Person, message: Json, what: Press) -> None:
        self.presses += 1
        self.several += len(what.tokens) > 1
        done = await press(person, message, what)
        assert done.message == int(message["id"]), "the panel is edited in place"
        for sure in [control for control in controls_of(message) if control.tokens[0].endswith("~anyway")]:
            # A question came first, in place of the panel: press that it is meant.
            await press(person, message, Press(sure, sure.tokens, 0))

    async def _refresh(self, person: Person, message: Json) -> None:
        whole = next(one for one in controls_of(message) if one.tokens[0].endswith("~panel"))
        await self._press(person, message, Press(whole, whole.tokens, 0))

    async def _panel(self, person: Person, game: str, number: int) -> Json:
        """The person's panel of the present position; where there is none, from the table message or the prompt."""
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
        for message in reversed(self._loopback.world.private(person.number)):
            for control in controls_of(message):
                for text in control.tokens:
                    if self._of(text) == (game, number):
                        return message
        return None

    def _of(self, text: str) -> tuple[str, int] | None:
        try:
            token = tokens.parse(text)
        except tokens.BadToken:
            return None
        return (token.game, token.number) if token.kind == "order" else None

    def _shows(self, message: Json, what: Press) -> bool:
        shown: Any = controls_of(message)
        return any(control.place == what.control.place and set(what.tokens) <= set(control.tokens) for control in shown)


__all__ = ["ByButtons", "controls_of", "press"]

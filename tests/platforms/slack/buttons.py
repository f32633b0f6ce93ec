"""People who play by presses alone: they look at the panel that stands in Slack and press what they mean."""

from __future__ import annotations

from bot.service.session import holder_id
from bot.service.visibility import position_for
from bot.table import tokens
from bot.titles.testing import slack_limits as limits
from tests.platforms.example_by_buttons import Control, Press, Record, pages, seat_to_move, side_to_move, to_press
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot, until

#: What the public messages offer to whoever must decide.
DOORS = frozenset({"Answer", "My move", "Panel"})


def labels(message: Message) -> list[str]:
    """What the buttons of a message say."""
    return [e["text"]["text"] for e in limits.elements(message.blocks) if e["type"] == "button"]


def controls_of(message: Message) -> list[Control]:
    """What can be pressed or chosen on a message."""
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


class ByButtons:
    """Plays a wanted record to its end; `people` are by their user id."""

    def __init__(self, bot: Bot, people: dict[str, Person]) -> None:
        self._bot, self._people = bot, people
        self.presses = 0
        self.several = 0
        #: Questions that came first and were pressed through.
        self.sure = 0

    async def play(self, game: str, wanted: Record) -> None:
        """Press until the record is as long as the wanted one."""
        while (stored := await self._bot.store.load(game)).number + 1 < len(wanted):
            person = self._people[seat_to_move(stored)]
            message = await self._panel(person, game, position_for(stored, holder_id(stored, side_to_move(stored))))
            found = to_press(stored, wanted, controls_of(message))
            waiting, opened = pages(stored, controls_of(message)), set()
            while found is None and waiting:
                page = waiting.pop(0)
                if page.tokens in opened:
                    continue
                opened.add(page.tokens)
                if not _shows(message, page):
                    # Pages replace the panel in place: from another one the way leads back over the whole panel.
                    whole = next(one for one in controls_of(message) if one.tokens[0].endswith("~panel"))
                    await self._press(person, message, Press(whole, whole.tokens, 0))
                await self._press(person, message, page)
                found = to_press(stored, wanted, controls_of(message))
                waiting += pages(stored, controls_of(message))
            if found is None:
                following = [entry.get("choice") for entry in wanted[stored.number + 1 :][:4]]
                raise AssertionError(f"nothing means {following}: {message.text} {labels(message)}")
            await self._press(person, message, found)

    async def _press(self, person: Person, message: Message, what: Press) -> None:
        self.presses += 1
        self.several += len(what.tokens) > 1
        before = message.edits
        await person.choose(message, what.control.place, what.tokens)
        await until(lambda: not self._bot.busy())
        assert message.edits > before, "the panel is replaced in place"
        for sure in [control for control in controls_of(message) if control.tokens[0].endswith("~anyway")]:
            # A question came first, in place of the panel: press that it is meant.
            self.sure += 1
            await person.choose(message, sure.place, sure.tokens)
            await until(lambda: not self._bot.busy())

    async def _panel(self, person: Person, game: str, number: int) -> Message:
        """The person's panel of the present position; where there is none, from the table message or the prompt."""
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
    for message in reversed(person.private()):
        if any(_of(text) == (game, number) for control in controls_of(message) for text in control.tokens):
            return message
    return None


def _of(text: str) -> tuple[str, int] | None:
    try:
        token = tokens.parse(text)
    except tokens.BadToken:
        return None
    return (token.game, token.number) if token.kind == "order" else None


def _shows(message: Message, what: Press) -> bool:
    return any(
        control.place == what.control.place and set(what.tokens) <= set(control.tokens)
        for control in controls_of(message)
    )


__all__ = ["ByButtons", "controls_of", "labels"]

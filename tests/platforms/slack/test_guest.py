"""A whole Introductory war between a member of the workspace and a Slack Connect guest, with everything posted checked."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from typing_extensions import override

from bot.service.session import holder_id
from bot.service.visibility import position_for
from tests.platforms.example_by_buttons import Press, seat_to_move, side_to_move
from tests.platforms.slack.buttons import ByButtons, controls_of, labels
from tests.platforms.slack.lengths import ABROAD, TEAM
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_play import HERE
from tests.support.restoring import restore


class AtRandom(ByButtons):
    """Presses what the panel offers until the war is over."""

    async def play_out(self, game: str, luck: random.Random) -> None:
        for _ in range(2000):
            stored = await self._bot.store.load(game)
            if restore(stored).actor is None:
                return
            person = self._people[seat_to_move(stored)]
            number = position_for(stored, holder_id(stored, side_to_move(stored)))
            panel = await self.panel(person, game, number)
            offered = [
                (control, token)
                for control in controls_of(panel)
                for token in control.tokens
                if token.startswith(("o~", "l~")) and "peace" not in token and "resign" not in token
            ]
            assert offered, f"{person.name} has nothing to press: {panel.text} {labels(panel)}"
            control, token = luck.choice(offered)
            await self._counted(person, panel, Press(control, (token,), 1))
        raise AssertionError("the war does not end")

    @override
    async def press(self, person: Person, message: Message, what: Press) -> None:
        await person.choose(message, what.control.place, what.tokens)
        await until(lambda: not self._bot.busy())


async def types_in_a_form(bot: Bot, guest: Person, order: str) -> Message:
    """Let the guest open the form below their panel and submit a line; returns the answer."""
    panel = guest.panel()
    await guest.press(panel, "Type an order")
    await bot.idle()
    before = len(guest.private())
    await guest.submit({"typed": ("typed", {"type": "plain_text_input", "value": order})})
    await bot.idle()
    assert len(guest.private()) > before or panel.edits
    return guest.private()[-1]


@pytest.mark.slow
async def test_a_guest_of_another_workspace_plays_a_whole_war(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, guest = bot.person("anna"), bot.person("gaston")
    guest.home = ABROAD
    await bot.does(anna, "new introductory")
    for person, label in ((anna, "Join Central Powers"), (guest, "Join Allied Powers"), (anna, "Start")):
        lobby = next(m for m in bot.slack.messages if not m.only and label in labels(m))
        await person.press(lobby, label)
        await bot.idle()
    game = await bot.game(HERE)
    seats = (await bot.store.load(game)).seats
    assert set(seats.users()) == {f"slack:{TEAM}.{anna.id}", f"slack:{TEAM}.{guest.id}"}, "whoever's workspace it is"

    (table,) = [m for m in bot.slack.messages if not m.only and not m.thread and "Panel" in labels(m)][:1]
    await guest.press(table, "Panel")
    await bot.idle()
    answer = await types_in_a_form(bot, guest, "hand")
    assert "No game" not in answer.text, "in a form the guest is the same person in the same channel"
    assert "hand" in answer.dump().lower()
    assert await guest.find(guest.panel(), "map"), "suggestions know the channel as well"
    await guest.open_home()
    await bot.idle()
    assert game in str(bot.slack.homes[guest.id]), "and the Home tab their games"

    players = AtRandom(bot, {f"{TEAM}.{person.id}": person for person in (anna, guest)})
    await players.play_out(game, random.Random(7))
    await bot.idle(60)
    await read_the_ledger(bot, game, anna, guest)
    assert players.presses > 50


async def read_the_ledger(bot: Bot, game: str, anna: Person, guest: Person) -> None:
    """From top to bottom: nothing duplicated, nothing missing, nothing for anyone else, and every die verified."""
    stored = await bot.store.load(game)
    assert stored.header.status == "finished"
    posts = [m for m in bot.slack.messages if not m.only and not m.gone and m.channel == anna.channel]
    twice = {
        text: n
        for text, n in Counter(
            (m.text, m.thread, m.metadata["event_payload"]["post"]) for m in posts if m.metadata
        ).items()
        if n > 1
    }
    assert twice == {}
    keys = [m.metadata["event_payload"]["post"] for m in posts if m.metadata]
    assert len(keys) == len(set(keys)), "each post of the outbox stands once"
    told = "\n".join(m.dump() for m in posts)
    for person in (anna, guest):
        assert person.id in told, "both were asked in the channel"
    assert {m.only for m in bot.slack.messages} <= {"", anna.id, guest.id}
    assert not await bot.store.outbox.pending_posts(game)
    assert not await bot.store.outbox.parked()
    await bot.does(anna, "verify")
    assert "dice and draws follow from the seed" in anna.private()[-1].text
    assert max(bot.slack.acks.values()) < 3

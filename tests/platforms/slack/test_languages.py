"""On Slack, which doesn't send a user's language, answers and everything around them are in the language they chose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.narration.texts import speaking
from bot.platforms.slack.adapter_texts import spoken
from bot.titles import usual_title
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game, tables
from tests.support.pseudo import OPEN, escaped, pseudo

__all__ = ["pseudo"]


def read(value: Any, name: str = "") -> Iterator[str]:
    """Yield all texts of blocks that a person reads."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from read(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from read(one, name)
    elif isinstance(value, str) and name in ("text", "alt_text") and value.strip():
        yield value


async def test_a_panel_and_its_controls_have_the_chosen_language(socket_bot: Bot, pseudo: str) -> None:
    anna, ben, _, game = await open_game(socket_bot)
    await anna.command(f"settings language {pseudo}")
    await socket_bot.idle()
    for person in (anna, ben):
        await person.command("panel")
        await socket_bot.idle()
    names = ("Anna", "Ben", "anna", "ben", game)
    lost = [f"{found} in {text}" for text in read(anna.panel().blocks) if (found := escaped(text, *names))]
    # A menu contains the beginning of longer texts; the pictures come from the tests' painter.
    assert not [one for one in lost if "picture of kind" not in one and not one.endswith("…")], "\n".join(lost)
    assert [text for text in read(ben.panel().blocks) if OPEN in text] == []
    assert [text for text in read(tables(socket_bot)[0].blocks) if OPEN in text] == []


async def test_forms_and_the_home_tab_speak_it_before_anything_is_answered(socket_bot: Bot, pseudo: str) -> None:
    anna, ben, _, game = await open_game(socket_bot)
    await anna.command(f"settings language {pseudo}")
    await socket_bot.idle()
    names = ("Anna", "Ben", "anna", "ben", game, order_example())
    for person in (anna, ben):
        for typed in ("", "new"):
            await person.command(typed)
            await socket_bot.idle()
            view = socket_bot.slack.views[socket_bot.slack.view_of[person.id]]
            told = [text for text in read(view) if text != order_example()]
            if person is ben:
                assert [text for text in told if OPEN in text] == []
            else:
                assert [
                    f"{lost} in {text}" for text in told if not text.endswith("…") and (lost := escaped(text, *names))
                ] == []
        await person.open_home()
        await socket_bot.idle()
        told = list(read(socket_bot.slack.homes[person.id]["blocks"]))
        assert told
        assert [text for text in told if (OPEN in text) == (person is ben)] == []
        assert person is ben or not [text for text in told if not text.endswith("…") and escaped(text, *names)]


def order_example() -> str:
    """Return an order as typed in every language."""
    return usual_title().words("en").say("ui.order_example")


def test_slack_terms_are_used_in_every_language(pseudo: str) -> None:
    assert spoken("all on this server", language="en") == "all on this workspace"
    assert spoken("⟦áll óñ thíš šéŕvéŕ⟧", language=pseudo) == "⟦áll óñ thíš wóŕkšpáçé⟧"
    with speaking(pseudo):
        assert spoken("thíš šéŕvéŕ") == "thíš wóŕkšpáçé"

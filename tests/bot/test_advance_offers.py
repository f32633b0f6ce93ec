"""The menus of an advance say what happens to the units not named (12.7)."""

from __future__ import annotations

import pytest

from bot.table.reply import Menu, Reply, Select
from tests.bot.support import Channel


def menus(reply: Reply) -> dict[str, list[str]]:
    """Return the entries of a panel's menus, by their menu's label; single buttons under none."""
    found: dict[str, list[str]] = {"": []}
    for row in (reply.menu or Menu()).rows:
        if isinstance(row, Select):
            found[row.placeholder] = [option.label for option in row.options]
        else:
            found[""] += [button.label for button in row]
    return found


def token_of_entry(reply: Reply, menu: str, at: int = 0) -> str:
    """Return the token of a menu entry by its position."""
    rows = (reply.menu or Menu()).rows
    return next(row.options[at].token for row in rows if isinstance(row, Select) and row.placeholder == menu)


@pytest.mark.usefixtures("known_chance")
async def test_units_that_are_not_named_stay_or_can_follow(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    await channel.attack_sedan()
    for user, line in (("ben", "pass"), ("anna", "lose ge 3"), ("ben", "retreat all to cambrai")):
        await channel.say(user, line)
    panel = (await channel.say("anna", "panel"))[0]
    assert "Advance into" in panel.text
    found = menus(panel)
    assert found["Advance …"][0].endswith("to Sedan")
    assert all(label.endswith("; the others stay") for label in found["Advance …"][1:])
    assert found["Advance first, others may follow …"]
    assert "Nobody advances" in found[""]
    # One advances first, and the others are asked about.
    asked = (await channel.press("anna", token_of_entry(panel, "Advance first, others may follow …")))[0]
    assert "Advance into" in asked.text
    assert "No more advances" in menus(asked)[""]
    await channel.say("anna", "undo")
    # One advances alone, and the advance is over.
    panel = (await channel.say("anna", "panel"))[0]
    alone = (await channel.press("anna", token_of_entry(panel, "Advance …", -1)))[0]
    assert "Advance into" not in alone.text
    # Typed, the words of an entry do the same.
    await channel.say("anna", "undo")
    assert "Advance into" not in await channel.told("anna", found["Advance …"][-1])

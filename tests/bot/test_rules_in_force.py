"""`/rules` shows the rules of the game in the channel."""

from __future__ import annotations

import pytest

from tests.bot.support import Channel

COAST = "as soon as one of the spaces is attacked or activated for combat"


@pytest.mark.parametrize(("war", "own"), [("banquet", True), ("historical", False), ("", False)])
async def test_the_rules_of_the_game_at_hand(channel: Channel, war: str, own: bool) -> None:
    """Those of a variant where it is played; those of the rulebook elsewhere, including where nothing is played."""
    if war:
        await channel.begin(scenario=war, first="")
    told = (await channel.say("anna", "rules 11.1.9"))[0].text
    assert told.startswith("**11.1.9 ")
    assert (COAST in told) is own
    section = (await channel.say("anna", "rules AH"))[0].text
    assert section.startswith("**AH Austria-Hungary**") is own

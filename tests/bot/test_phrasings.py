"""Free-form lines do what the command they mean does, at every moment of a war."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bot.moments import (
    choices,
    choosing,
    choosing_cp,
    fighting,
    flanking,
    losing,
    moving,
    operating,
    redeploying,
    restoring,
)
from tests.bot.reasons import stages
from tests.bot.support import Channel
from tests.support.table import Table

#: By moment: the person typing, the position, and pairs of a line and the command with the same effect.
MEANT: dict[str, tuple[str, Callable[[], Table], list[tuple[str, str]]]] = {
    "an action with a card": (
        "ben",
        choosing,
        [
            ("play 2 ops", "play 2 as ops"),
            ("ap 2 ops", "play 2 as ops"),
            ("play card 2 for ops", "play 2 as ops"),
            ("sr pleve", "play 4 as sr"),
            ("blockade ops", "play 2 as ops"),
            ("ops blockade", "play 2 as ops"),
            ("play blockade for ops", "play 2 as ops"),
            ("Blockade for OPS please", "play 2 as ops"),
            ("event entrench", "play 12 as event"),
            ("block ade event", "play 2 as event"),
            ("auto", "play auto"),
        ],
    ),
    "an action of the other side": (
        "anna",
        choosing_cp,
        [
            ("play guns of august sr", "play 1 as sr"),
            ("play goa sr", "play 1 as sr"),
            ("goa for ops", "play 1 as ops"),
            ("ober ost event", "play 11 as event"),
            ("race sea as ops", "play 8 as ops"),
        ],
    ),
    "a whole operation": (
        "ben",
        choosing,
        [
            (
                "play 2 as ops; activate lomza move, nancy attack; move ru 2 to tannenberg; attack metz from nancy anyway",
                "play 2 as ops /activate lomza move; nancy attack /move ru 2 army tannenberg /attack metz from nancy anyway",
            ),
            ("blockade ops; lomza move; mv ru 2 tannenberg anyway", "play 2 as ops /move ru 2 army tannenberg anyway"),
            (
                "2 ops\nactivate lomza move\nmove ru 2 to tannenberg anyway",
                "play 2 as ops /move ru 2 army tannenberg anyway",
            ),
        ],
    ),
    "activation": (
        "ben",
        operating,
        [
            ("activate nancy and verdun for attack", "activate nancy, verdun attack"),
            ("activate nancy att", "activate nancy attack"),
            ("activate nancy, verdun attack; lomza move", "activate nancy, verdun attack /activate lomza move"),
            ("activate nancy, verdun attack, lomza move", "activate nancy, verdun attack /activate lomza move"),
            ("lomza move, nancy attack", "activate lomza move; nancy attack"),
            ("activate attack nancy, move lomza", "activate nancy attack; lomza move"),
            ("act lomza move", "activate lomza move"),
        ],
    ),
    "movement": (
        "ben",
        moving,
        [
            ("mv ru 2 tannenberg", "move ru 2 army tannenberg"),
            ("ru 2 -> tannenberg", "move ru 2 army tannenberg"),
            ("ru 2 to tannenberg pls", "move ru 2 army tannenberg"),
            ("move russian 2nd army to tannenberg", "move ru 2 army tannenberg"),
            ("move all from lomza to tannenberg", "move ru 2 army tannenberg"),
            ("march ru 2 to tannenburg", "move ru 2 army tannenberg"),
            ("move ru\u200b 2 to tannen\u200bberg", "move ru 2 army tannenberg"),
            ("\u200b/move\u00a0ru 2 to tannenberg\ufeff", "move ru 2 army tannenberg"),
            ("ok", "done"),
            ("next", "done"),
            ("done!", "done"),
            ("done pls", "done"),
            ("end turn", "done"),
            ("finish", "done"),
        ],
    ),
    "combat": (
        "anna",
        fighting,
        [
            ("hit sedan", "attack sedan"),
            ("flank sedan", "attack sedan /choose flank"),
            ("sedan attack from koblenz", "attack sedan from koblenz"),
            ("attack sedan from koblenz & metz", "attack sedan from koblenz, metz"),
            ("attack sedan from koblenz and metz", "attack sedan from koblenz, metz"),
            ("attack sedan with everything", "attack sedan"),
            ("attack sedan with ge 1 and ge3", "attack sedan with ge 1 army, ge 3 army"),
            ("attack sedan ge3", "attack sedan with ge 3 army"),
            ("attack sedan w/ ge 1", "attack sedan with ge 1 army"),
            ("attack sedan with ge 3 only", "attack sedan with ge 3 army"),
            ("attack sedan with all flank", "attack sedan /choose flank"),
            ("attack sedan flank", "attack sedan /choose flank"),
            ("attack sedan, flank attack", "attack sedan /choose flank"),
            ("attack sedan frontal", "attack sedan /choose frontal"),
            ("attack sedan from the front", "attack sedan /choose frontal"),
            ("attack nancy from mets", "attack nancy from metz"),
        ],
    ),
}


@pytest.mark.parametrize("moment", MEANT)
async def test_each_does_what_its_command_does(channel: Channel, moment: str) -> None:
    user, position, pairs = MEANT[moment]
    await channel.begin()
    for typed, command in pairs:
        meant = await choices(channel, user, position(), command)
        assert await choices(channel, user, position(), typed) == meant, typed


#: Like `MEANT`, for what follows an attack and for the ends of a turn.
LATER: dict[str, tuple[str, Callable[[], Table], list[tuple[str, str]]]] = {
    "redeployment": (
        "anna",
        redeploying,
        [
            ("sr ge 9 army to breslau", "sr ge 9 army breslau"),
            ("ge 9 to breslau", "sr ge 9 army breslau"),
            ("redeploy ge 9 to breslau", "sr ge 9 army breslau"),
            ("sr ge c from box to essen", "sr ge corps reserve to essen"),
            ("sr 2 ge c from reserve to metz, koblenz", "sr ge corps reserve to metz; ge corps reserve to koblenz"),
        ],
    ),
    "losses": (
        "ben",
        losing,
        [
            ("loss fr 5", "lose fr 5 army"),
            ("flip fr 5", "lose fr 5 army"),
            ("hit fr 5", "lose fr 5 army"),
            ("take losses corps first", "lose corps first"),
            ("take it on fr 5", "lose fr 5 army"),
            ("fr 5", "lose fr 5 army"),
            ("lose corps first", "lose corps first"),
        ],
    ),
    "retreat": (
        "ben",
        stages.retreating,
        [
            ("verdun", "retreat verdun"),
            ("Paris!", "retreat paris"),
            ("back to verdun", "retreat verdun"),
            ("retreat to paris", "retreat paris"),
        ],
    ),
    "advance": (
        "anna",
        stages.advancing,
        [
            ("no advance", "advance none"),
            ("stop", "advance none"),
            ("stay", "advance none"),
            ("no", "advance none"),
            ("occupy cambrai", "advance all cambrai"),
            ("advance with all to cambrai", "advance all cambrai"),
            ("advance all", "advance all cambrai"),
        ],
    ),
    "a flank that may be tried": (
        "anna",
        flanking,
        [
            ("flank", "choose flank"),
            ("flank attack", "choose flank"),
            ("front", "choose frontal"),
            ("frontal", "choose frontal"),
        ],
    ),
    "replacements": (
        "anna",
        restoring,
        [
            ("rp 2 german armies", "rp ge 2 army; ge 1 army"),
            ("replace ge 1", "rp ge 1 army"),
            ("rp koblenz ge c", "rp ge corps at koblenz"),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("moment", LATER)
async def test_each_does_so_later_as_well(channel: Channel, moment: str) -> None:
    user, position, pairs = LATER[moment]
    await channel.begin()
    for typed, command in pairs:
        meant = await choices(channel, user, position(), command)
        assert sorted(await choices(channel, user, position(), typed)) == sorted(meant), typed

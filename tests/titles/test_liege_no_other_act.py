"""What people say in their own words in games of Liège 1914 does what its command does, or nothing: no act is guessed.

Lines are read without a store, at the moments of the phrasings.
"""

from __future__ import annotations

import pytest

from bot.narration.texts import texts_of
from bot.table.table import Table
from bot.titles import table_of, title_named
from bot.titles.vocabulary import vocabulary
from tests.bot.phrasings.liege_moments import MOMENTS
from tests.bot.phrasings.test_no_other_act import Spoken, made

SPOKEN = Spoken(vocabulary(title_named("liege")), texts_of("liege"))

#: By the moment and a command: lines that mean the same. Units are named together, by bare numbers, by where they are, in any order.
SAME: dict[str, dict[str, tuple[str, ...]]] = {
    "arriving": {
        "arrive all facing sw": ("everybody on the map, facing southwest", "all units enter facing SW", "everyone in, face southwest", "reinforcements: all, facing SW"),
        "arrive 15cm 21cm facing v35": ("bring in the guns first pls, pointing at v35", "the guns enter, looking at V35", "facing V35: mortars and howitzers"),
        "arrive 27ib 14ib facing sw": ("27 & 14 IB in U35, face fleron", "27/14 in at herve, facing SW", "bring on the two U35 brigades facing SW", "both brigades in Herve, SW"),
        "arrive 34ib 27ib 14ib 11ib 38ib 43ib facing sw": ("all brigades arrive facing SW", "all infantry arrives facing SW", "put all brigades on the board, facing SW", "everyone except guns, pioneers and headquarters enters facing sw"),
        "arrive 34ib facing s": ("34IB v36 S", "34 enters, looking south", "34 ib s", "the 34th comes in at Visé facing s"),
        "arrive all; done": ("arive all then done", "everyone in, done"),
    },
    "firing": {
        "shell v35 with 15cm 21cm": ("guns on V35", "shell the infantry in v35 with the guns", "guns shell the brigade in V35", "the guns hammer the belgians in V35"),
        "shell v35 with 15cm 27ib 14ib": ("shell the infantry in v35 with the 15s and both brigades",),
        "shell v35 with 34ib 27ib 14ib": ("shell v35 with all infantry", "all brigades fire at V35"),
        "fire 21cm at fleron": ("the 21s on Fléron", "mortars fleron", "fort fleron, 21 cm", "knock out fleron with the mortars"),
        "fire at fleron": ("all guns on fleron", "kill fleron", "the whole artillery at Fleron", "artillery fires at fleron"),
        "fire 15cm emmich at barchon": ("bombard barchon with everything but the mortars",),
    },
    "marching": {
        "march 34ib to u35": ("34 to herve", "take 34ib down to herve", "34ib joins the 27th", "all brigades in Visé to herve", "34 IB Visé - Herve", "Herve, 34ib"),
        "march 34ib to u35 facing sw": ("can 34ib please go to herve and look southwest", "34ib goes to Herve, turning southwest"),
        "turn 27ib nw; turn 14ib nw": ("27/14 face nw", "both brigades in herve turn northwest", "the Herve brigades look northwest"),
        "march 15cm to u34; march 21cm to u34": ("guns to U34", "move the guns in herve to U34"),
        "march 34ib to s35 forced": ("34 IB force-marches to S35",),
        "march 27ib to v36; march 14ib to u34": ("27ib to v36, 14ib to u34 and 11ib stays", "27 to V36, 14 to U34, the guns stay put"),
        "march 38ib to v33; march 11ib to t34; done": ("38 to v33, 11 to t34, done",),
        "turn 34ib nw": ("34ib nw", "nw: 34"),
        "march 38ib to v33": ("38ib one hex south", "38ib south one hex", "move 38ib 1 hex to the south", "38 one south", "march teh 38th one hex s", "mrach 38ib to v33", "38ib one hex, south", "scoot 38 over to v33", "thirty-eighth brigade to v33"),
        "march 38ib to v33 facing nw": ("38th bde 1 hex S, face NW", "38ib one hex south facing nw"),
        "march 38ib to v33; march 11ib to t34": ("38ib one hex south, 11ib to t34", "11 one hex se, 38 one hex s"),
        "march 34ib u36 t36": ("34ib two hexes: ne then se", "34ib 1 ne then 1 se", "34ib one hex ne, then one hex se"),
        "turn 27ib n": ("trun 27ib n", "27ib loooks n", "turnin 27ib north"),
        "hold": ("not movin", "rest of em stay", "leave everyone where they are", "hold everything, done", "stand pat", "everyone stays put"),
    },
    "combat": {
        "attack v35 with 34ib 27ib 14ib": ("34, 27 and 14 IB hit V35, guns stay out", "V35: 34/27/14", "attack V35 with every brigade but 38ib", "27 14 34 v35"),
        "attack v35 with 27ib 14ib": ("27 & 14 on V35", "both Herve brigades attack V35", "hit the 9/11 with 27 and 14", "attack the Belgians with 27ib and 14ib", "brigades from Herve attack V35"),
        "attack v35": ("all in on V35", "attack V35 full strength", "charge V35!"),
        "attack v35 with 34ib 38ib": ("atack barchon w 34ib n 38ib",),
        "attack v35 with 34ib 27ib 14ib 38ib": ("all infantry into V35", "attack v35 all brigades", "attack v35 without the pioneers"),
        "attack v35 with 14ib, 27ib partly": ("14ib in full, 27ib just its artillery, against v35", "14ib attacks V35, 27ib with its guns only"),
        "done": ("no attacks tonight, next", "nah, we're fine, next phase", "nah not attackin", "no thx", "not today", "not gonna fight"),
    },
    "afterwards": {
        "dig 27ib 14ib": ("both brigades in herve dig in", "27 and 14 dig in", "27ib and 14ib entrench at U35"),
        "dig 15cm 21cm": ("dig guns", "the artillery digs in"),
        "turn 27ib nw": ("27ib faces nw", "27 looks northwest"),
        "shift 34ib to u36": ("move 34ib to U36", "34 to U36"),
        "done": ("nah we're good, end my turn",),
    },
    "belgian_firing": {
        "shell u35 with barchon evegnee fleron": ("all forts fire at herve", "Barchon, Evegnee and Fleron on U35", "the forts shell the guns in Herve"),
        "shell v36 with pontisse": ("Pontisse: V36", "fort Pontisse fires on Visé"),
        "hold": ("forts hold fire", "no shelling"),
    },
    "retreating_from_v35": {
        "retreat 9bm to w35": ("9 BM falls back over the bridge into the city", "9bm joins Leman", "move 9bm to W35", "withdraw to Liège"),
        "retreat 9bm to w34": ("9/11 joins the 12th", "to 12bm"),
    },
    "breach": {
        "advance 34ib": ("V36-W35 34 IB", "34 in", "march 34ib to W35"),
        "advance emmich": ("send the pioneers through", "pioneers in"),
    },
}  # fmt: skip
#: By the moment: lines that no act may be made of, since they deny, ask, leave something open, or say it of some alone.
NOTHING: dict[str, tuple[str, ...]] = {
    "arriving": ("don't bring in the guns", "27ib or 14ib enters", "maybe everyone in", "some units enter", "half of the brigades arrive", "wait with the 34th", "not the guns", "everyone except"),
    "firing": (
        "don't fire at fleron", "21cm at fleron or barchon", "half of the guns at fleron", "some guns fire at fleron", "one gun at fleron", "21cm next to fleron", "near fleron", "threaten fleron",
        "fire at everything but fleron", "21cm not at fleron", "15cm instead of 21cm on fleron", "fire", "mortars fire",
        "best shot?", "dont shoot barchon, shoot it with the 15s", "dont waste shells on fleron", "never the mortars on fleron",
    ),
    "marching": (
        "34ib next to u36", "34ib near u36", "neither 34ib nor 27ib moves to u36", "34ib behind u36", "34ib away from u36", "stop 34ib from going to u36", "34ib might march to u36", "34ib covers u36",
        "one brigade to u36", "some of the brigades to u36", "34ib to u36 unless attacked", "34ib u36 later", "38ib one hex west", "27ib and 38ib one hex south", "one hex south", "34ib two hexes north", "34ib three hexes: ne then se", "34ib goes n or 1 hex s", "27ib 1 hex", "keep 34ib out of u36", "27ib turns left", "the guns stay put", "27ib stays", "no assaults", "no more attacks", "skip combat", "no shooting",
    ),
    "combat": (
        "v35", "attack", "27ib or 14ib attacks v35", "one of the brigades attacks v35", "a brigade attacks v35", "two brigades attack v35", "27ib feints at v35", "27ib avoids v35", "27ib supports v35",
        "attack anything but v35", "attack v35 with at most two brigades", "27ib refuses to attack v35", "attack v35 later", "34ib and its guns v35", "34 attacks, not v35", "dont attack v35, 34 attacks", "leave v35 alone", "keep 27ib out of v35",
    ),
    "afterwards": ("27ib", "guns", "u35", "27ib digs or turns", "one brigade digs in", "some brigades dig in", "everyone but", "27ib digs if 14ib can", "no more attacks", "no moves"),
    "retreating_from_v35": ("retreat", "w35 or w34", "anywhere but w35", "near w35", "away from w35", "not w34 but w35", "no retreat, hold the forts!"),
    "breach": ("27ib or 14ib", "everyone in", "one brigade enters", "27ib and 14ib enter", "both brigades enter", "27ib stays out", "yes"),
}  # fmt: skip


def table_at(at: str) -> Table:
    """The table of whoever is asked at a moment."""
    game = MOMENTS[at]().game
    return table_of(game, game.actor or 0, position=1)


@pytest.mark.parametrize("at", SAME)
def test_each_line_does_what_its_command_does(at: str) -> None:
    table, wrong = table_at(at), []
    for command, lines in SAME[at].items():
        meant = made(table, command, SPOKEN)
        assert meant, command
        wrong += [(line, found) for line in lines if (found := made(table, line, SPOKEN)) != meant]
    assert wrong == []


@pytest.mark.parametrize("at", NOTHING)
def test_an_order_left_open_does_nothing(at: str) -> None:
    table = table_at(at)
    assert [(line, found) for line in NOTHING[at] if (found := made(table, line, SPOKEN))] == []

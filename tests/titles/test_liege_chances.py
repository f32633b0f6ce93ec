"""The chances of what is put together, as pictures: in the panel before the dice, and with `/odds`, as exact as the rules are."""

from __future__ import annotations

import pytest

from bot.table.reply import PictureRef
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.narration.chance_reports import assault_chances, attack_chances, fort_chances, unit_chances
from bot.titles.liege.narration.dice_reports import ADAPTERS
from bot.titles.liege.pictures import request_for
from engine.core.bits import mask
from engine.core.game import Game
from engine.liege import assault, barrage
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.combat import HexAttack
from engine.liege.combat_odds import odds_of
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import DEPLOYED, LiegeState
from renderer.liege import draw
from renderer.liege.reports import BarrageReport
from renderer.liege.sheet import percent_text
from tests.bot.support import Channel
from tests.liege.support import hex_, position, started, unit
from tests.titles.test_liege import ARRIVED, LOBBY, typed
from tests.titles.test_liege import position as game_of


def before() -> LiegeState:
    """Guns and brigades before V35, and a Belgian stack beside it."""
    state = position(
        {"ge_kmk_b3": "V36 s", "ge_iii_fussa_4": "U35 sw", "ge_27_ib": "U35 sw", "ge_14_ib": "U35 sw", "be_15_bm": "U36 s"}, forts=("all",),
    )  # fmt: skip
    state.mark(unit("ge_kmk_b3"), DEPLOYED)
    return state


def fort(name: str) -> int:
    return next(number for number, one in enumerate(before().facts.forts) if one.name == name)


def told(state: LiegeState, kind: str, report: object) -> str:
    game: Game[LiegeState] = started("siege").copy()
    game.state = state
    args: dict[str, object] = {"report": ADAPTERS[kind].dump_python(report, mode="json")}
    return draw(request_for(PictureRef(kind=kind, game="g", number=0, args=args), drawn(game, None))).alt


def test_a_barrage_at_a_fort_falls_as_often_as_the_rules_say() -> None:
    state, fired = before(), FortBarrage((fort("fleron"),), mask([unit("ge_kmk_b3"), unit("ge_iii_fussa_4")]))
    report = fort_chances(state, fired)
    assert report is not None
    found = barrage.chances_of_falling(state, fired)
    wanted = sum(weight for forts, weight in found.items() if forts >> fired.fort & 1) / 400
    assert report.targets[0].fort == fired.fort
    assert report.targets[0].chance == pytest.approx(wanted)
    assert (report.strength, report.column, report.die) == (108, 94, None)
    alt = told(state, "barrage", report)
    assert f"Falls: {percent_text(wanted)}." in alt
    assert "Barrage on Fléron (chances)" in alt


def test_a_barrage_at_units_an_assault_and_an_attack_say_the_same_as_the_rules() -> None:
    state = before()
    fired = UnitBarrage(hex_("U36"), mask([unit("ge_27_ib"), unit("ge_14_ib")]))
    shelled = unit_chances(state, fired)
    assert shelled is not None
    steps = barrage.chances_of_steps(state, fired, unit("be_15_bm"))
    (target,) = shelled.targets
    assert target.unit == unit("be_15_bm")
    assert target.chance == pytest.approx(1 - steps.get(0, 0) / 400)
    assert "15 BM" in told(state, "barrage", shelled)
    declared = DeclaredAssault(fort("fleron"), unit("ge_27_ib"), mask([unit("ge_iii_fussa_4")]))
    storming, results = assault_chances(state, declared), assault.chances_of(state, declared)
    assert storming is not None
    wanted = sum(weight for result, weight in results.items() if result.lost) / sum(results.values())
    assert storming.chance == pytest.approx(wanted)
    assert f"Loses a step: {percent_text(wanted)}." in told(state, "assault", storming)
    attack = HexAttack(hex_("U36"), (unit("ge_27_ib"), unit("ge_14_ib")), ())
    fight, odds = attack_chances(state, attack), odds_of(state, attack)
    assert fight is not None
    assert fight.chances is not None
    assert list(fight.chances) == pytest.approx([float(odds.attacker_retreats), float(odds.defender_retreats)])
    assert "Attack on U36 (chances)" in told(state, "combat", fight)


async def test_the_panel_shows_the_chances_of_what_is_put_together_and_so_does_the_look(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ARRIVED)
    for _ in range(9):
        game = await game_of(channel)
        if game.decision.kind == "barrage" and game.actor == 0 and game.state.turn == 4:
            break
        if game.decision.kind == "march" and game.actor == 0 and game.state.turn == 3:
            await typed(channel, ("anna", "march 15cm to v36 facing s"))
        await typed(channel, (("anna", "ben")[game.actor or 0], "done anyway"))
    (reply, *_) = await channel.say("anna", "odds fire 15cm at barchon")
    assert reply.picture is not None
    assert (reply.picture.kind, reply.picture.viewer, reply.picture.private) == ("barrage", 0, True)
    report = ADAPTERS["barrage"].validate_python(reply.picture.args["report"])
    assert isinstance(report, BarrageReport)
    assert report.die is None
    assert reply.text

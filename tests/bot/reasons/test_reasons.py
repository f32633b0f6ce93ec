"""Each reason for a refusal occurs in a position and reads as one sentence; a reason that nothing provokes is to be removed."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest

from bot.port import Inbound
from bot.service.announcing.channel import ChannelPresenter
from bot.service.handler import BotHandler
from bot.service.store_factory import build_store
from bot.storage import Change, Connection, Store, StoreUnavailable
from bot.storage.errors import StoredDamage
from bot.table import tokens
from bot.table.reasons import because, sentence
from bot.table.refusal import Refusal
from bot.terminal.commands import TerminalSession
from bot.terminal.match import LocalGame
from bot.titles import table_of
from bot.titles.pog.notation import typed
from engine.core.options import Options
from engine.errors import ChoiceError, FlowError
from engine.pog.sequence.moves import MoveOn
from tests.bot.reasons.board import BOARD
from tests.bot.reasons.leagues import ELSEWHERE, LEAGUES
from tests.bot.reasons.refused import Refused
from tests.bot.reasons.talk import TALK
from tests.bot.support import CHANNEL, Channel, controls, token_of
from tests.support.facts import lexicon, names
from tests.support.restoring import restore
from tests.support.second_title import Skirmish
from tests.support.table import CP, Table
from tests.terminal.support import played

WORDS = names().words.table("reasons")
#: Frames of reasons, standalone entries of other tables, and texts that are no reasons.
FRAMES = {
    "with_rule",
    "by_rule",
    "lost",
    "in_part",
    "did_you_mean",
    "there_are",
    "legal",
    "needs",
    "instead",
    "closings",
    "blocks",
    "league",
}
#: Reasons with a test of their own: below, in `tests/storage/test_refusals`, and in `test_advice`, `test_asking`, `test_everyday_words`, `test_flank_reasons`, `test_long_lines`, `test_damage`, `test_dying`, `test_failures`,
#: `test_forgetting`, `test_linking`,
#: `test_policy`, `test_reviving`, `tests/rulesets/suicide`, `tests/puzzles`, `tests/titles/test_roots`,
#: `tests/leagues/test_games`.
OWN = {
    "stale", "movement_first", "chosen_twice", "not_gone_here", "way_ended", "unknown_name", "confirm_resign", "crashed", "busy", "unavailable", "broken",
    "damaged", "unsure", "store_refuses", "crashed_unsure", "place_not_allowed", "cannot_post_here", "too_many_games", "they_have_too_many", "attack_harmless", "points_lapse", "ops_lapse", "attack_wastes", "move_wastes", "card_for_it", "card_for_sr", "nobody_moves", "perhaps_meant", "event_meant", "attack_meant", "attacks_lapse", "flank_from_one_space", "flank_without_army", "flank_of_fort", "flank_in_terrain", "flank_in_trench", "flank_unsupplied", "brings_in", "overfills", "fort_spared", "advance_owed", "moves_lapse", "moves_narrow", "flank_by_card", "sr_lapse",
    "leaves_supply", "leaves_supply_far", "leaves_supply_for_good", "plan_forfeited", "plan_unfought", "all_bound_there", "none_moves_out", "only_corps_given_up",
    "arrives_at_home", "arrives_at_home_only",
    "war_missing", "too_fast",
    "nothing_to_undo", "unknown_war", "offer_gone", "trial_crashed", "not_worked_out", "panel_crashed", "position_lost", "record_differs",
    "rules_fail", "bid_changed", "unknown_switch", "switch_value",
    "attack_costs_vp", "only_in_channels",
    "other_root", "no_levels", "no_advice", "no_advice_now", "no_reason", "nothing_to_review", "lesson_open", "lesson_busy",
    "not_your_puzzle", "puzzle_over", "puzzle_not_manager", "language_not_manager",
    "results_hidden", "results_sealed", "forget_first", "too_many_codes", "unknown_code", "own_code", "both_in_section", "both_in_match", "both_entered", "linked_opponents", "linked_there", "link_stays", "link_in_play", "seat_of_other_account",
    "league_dice", "league_draw", "league_computer", "league_seat", "league_clock", "league_master",
}  # fmt: skip


def pattern(code: str) -> re.Pattern[str]:
    """Return a regular expression for a sentence with this reason."""
    text = WORDS[code] if code in WORDS else WORDS["league"][code.removeprefix("league.")]
    forms = [text] if isinstance(text, str) else list(text.values())
    # What replaces a field: a name, one of a plural's words, or the rule paragraph.
    return re.compile(
        "|".join(
            "(?s:.*)".join(map(re.escape, re.split(r"\{\w+(?::[^}]*)?\}", form.removesuffix("{hint}").rstrip("."))))
            for form in forms
        )
    )


async def test_a_title_without_a_computer_player_says_so(channel: Channel, second_title: Skirmish) -> None:
    told = await channel.told("anna", "new raid_1 against=officer")
    assert pattern("no_levels").search(told), told
    reads_well(told)


def test_every_reason_is_met() -> None:
    met = {case.code for case in BOARD} | set(TALK) | OWN
    assert met == set(WORDS) - FRAMES
    assert set(LEAGUES) | ELSEWHERE == set(WORDS["league"])


def test_short_causes_of_a_blocked_path_are_reasons() -> None:
    assert set(WORDS["blocks"]) < set(WORDS) - FRAMES


def reads_well(told: str) -> None:
    """Check one or two sentences for a player: capitalised and terminated, no unfilled fields, no internal names."""
    assert told[0].isupper() or told[0] in "“`*"
    assert told.rstrip("\u2069")[-1] in ".?!`”"
    assert not re.search(r"[{}]|\b[a-z]+_[a-z]+\b|\bNone\b(?! of)", told), told
    assert ".." not in told
    assert " – " not in told, "a field without a value shows as a dash"
    assert "“–”" not in told, "nor in quotes"


@pytest.mark.parametrize("case", BOARD, ids=[case.code for case in BOARD])
def test_on_the_board(case: Refused) -> None:
    orders = table_of(case.position().game.copy(), case.side)
    *before, last = case.orders
    for order in before:
        name, _, text = order.partition(" ")
        typed.ORDERS[name](lexicon(), orders, text)
    name, _, text = last.partition(" ")
    with pytest.raises(Refusal) as found:
        typed.ORDERS[name](lexicon(), orders, text)
    assert found.value.reason.code == case.code
    told = sentence(names(), found.value)
    assert pattern(case.code).search(told)
    reads_well(told)


@pytest.mark.parametrize("code", TALK)
async def test_in_the_channel(channel: Channel, code: str) -> None:
    told = ""
    for line in TALK[code]:
        who, _, text = line.partition(": ")
        game = await channel.game_id() if "GAME" in text else ""
        inbound = Inbound(
            platform="web", channel="elsewhere" if who == "eve" and game else CHANNEL, user=who, user_name=who.title(),
            key=f"t{next(channel.keys)}", text=text.replace("GAME", game),
        )  # fmt: skip
        told = "\n".join(reply.text for reply in await channel.handler.run(inbound))
    assert pattern(code).search(told), told
    reads_well(told)
    assert not any(pattern(other).fullmatch(told) for other in ("crashed", "unavailable"))


async def _of_first_match(channel: Channel, who: str) -> str:
    """Return the name of the winner, the loser, or a non-player of the season's first match."""
    season = await channel.handler.leagues.repository.season("s-cup")
    first, second = season.matches["1.1.1"].slots
    neither = next(one for one in season.entrants if one not in (first, second))
    meant = {"WINNER": first, "LOSER": second, "NEITHER": neither}[who]
    return (await channel.store.persons.read(meant)).name.casefold()


@pytest.mark.parametrize("code", LEAGUES)
async def test_about_leagues(channel: Channel, code: str) -> None:
    told = ""
    for line in LEAGUES[code]:
        who, _, text = line.partition(": ")
        if who.isupper():
            who = await _of_first_match(channel, who)
        if "WINNER" in text:
            text = text.replace("WINNER", await _of_first_match(channel, "WINNER"))
        told = await channel.told(who, text)
    assert pattern(f"league.{code}").search(told), told
    reads_well(told)


async def test_a_press_of_an_earlier_position(channel: Channel) -> None:
    await channel.begin()
    old = await channel.say("anna", "panel")
    token = next(token for _, token in controls(old) if tokens.parse(token).kind == "order")
    await channel.say("anna", "play auto")
    told = (await channel.press("anna", token))[0].text
    assert pattern("stale").search(told)
    again = (await channel.press_all("anna", [token, token]))[0].text
    assert pattern("stale").search(again)


async def test_a_move_and_an_attack_at_once(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops")
    game = await channel.game_id()
    number = tokens.parse(controls(await channel.say("anna", "panel"))[0][1]).number
    chosen = [tokens.order(game, number, body) for body in ("c.for_movement:2f", "x.1t")]
    assert pattern("movement_first").search((await channel.press_all("anna", chosen))[0].text)


async def test_undo_without_anything_to_undo_is_refused(channel: Channel) -> None:
    await channel.begin()
    assert pattern("nothing_to_undo").search(await channel.told("ben", "undo"))


def test_at_a_terminal() -> None:
    told = " ".join(played("choose take", "resign").split())
    assert "Resigning ends the game at once as a loss" in told
    with pytest.raises(Refusal) as refused:
        TerminalSession(LocalGame.begin("introductory", {}, b"seed")).answer("join ap")
    assert pattern("only_in_channels").search(because(names(), refused.value.reason))
    game = Table().put("metz", "ge_1_army").operate(CP).game
    with pytest.raises(ChoiceError) as found:
        game.parse("for_movement nowhere")
    assert found.value.reason.code == "unknown_name"
    assert pattern("unknown_name").search(because(names(), found.value.reason))


async def test_a_fault_of_ours(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()

    async def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("bot.service.looking.screens.look", broken)
    told = await channel.told("anna", "hand")
    assert pattern("crashed").search(told)
    reads_well(told)


async def test_an_offer_that_was_answered(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "draw")
    offer = [reply for _, reply in await channel.posts() if any("Accept" in label for label, _ in controls([reply]))]
    await channel.say("ben", "draw reject")
    told = (await channel.press("ben", token_of(offer, "Accept")))[0].text
    assert pattern("offer_gone").search(told)
    reads_well(told)


async def test_a_bid_that_is_another_by_now(channel: Channel) -> None:
    for user, line in (("anna", "new campaign"), ("anna", "bid cp 2")):
        await channel.say(user, line)
    table = [reply for _, reply in await channel.posts()]
    await channel.say("ben", "bid cp 3")
    told = (await channel.press("carl", token_of(table, "Accept")))[0].text
    assert pattern("bid_changed").search(told)
    reads_well(told)


async def test_choices_that_cannot_be_worked_out(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    for order in ("play auto", "activate koblenz move", "choose pick ge 2 army"):
        await channel.say("anna", order)
    monkeypatch.setattr(MoveOn, "options", lambda *_: Options({}))
    told = await channel.told("anna", "panel")
    assert pattern("trial_crashed").search(told)
    stored = await channel.store.load(await channel.game_id())
    trial = table_of(restore(stored), CP).trial()
    with pytest.raises(Refusal) as found:
        trial.do("step", lexicon().space("frankfurt"))
    assert found.value.reason.code == "not_worked_out"
    reads_well(sentence(names(), found.value))


async def test_a_panel_that_cannot_be_made(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()

    async def broken(*_: object) -> None:
        raise FlowError("the panel breaks")

    monkeypatch.setattr("bot.service.presentation._with_panel", broken)
    told = await channel.told("anna", "play auto")
    assert pattern("panel_crashed").search(told)
    reads_well(told)


def test_a_fault_of_the_rules() -> None:
    assert pattern("broken").fullmatch(sentence(names(), FlowError("a flow without a step")).rstrip("."))


async def test_a_store_that_is_gone() -> None:
    connection = Connection("redis://127.0.0.1:9/0", patience=0)
    gone = Channel(build_store(Store, connection), BotHandler(build_store(Store, connection)), count(1))
    told = await gone.told("anna", "new campaign")
    assert pattern("unavailable").search(told)
    reads_well(told)
    await connection.close()


@pytest.mark.parametrize(
    ("error", "code"), [(StoreUnavailable("away"), "unsure"), (RuntimeError("a bug"), "crashed_unsure")]
)
async def test_a_failure_after_the_change_was_sent(
    channel: Channel, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    await channel.begin()
    commit = channel.store.commit

    async def lost(*asked: Any, **more: Any) -> None:
        await commit(*asked, **more)
        raise error

    monkeypatch.setattr(channel.store, "commit", lost)
    told = await channel.told("anna", "play auto")
    assert pattern(code).search(told)
    reads_well(told)


async def test_a_game_whose_data_are_damaged(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()

    async def damaged(*_: object) -> None:
        raise StoredDamage("a header that is none")

    monkeypatch.setattr(channel.store, "load", damaged)
    told = await channel.told("anna", "status")
    assert pattern("damaged").search(told)
    reads_well(told)


async def test_a_race_that_is_lost_too_often(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    rival, real = count(), ChannelPresenter.announce

    async def interfered(*asked: Any, **more: Any) -> Any:
        game = await channel.game_id()
        stored = await channel.store.load(game)
        change = Change(answer={}, settings=stored.settings)
        await channel.store.commit(game, stored.number, change, f"rival{next(rival)}", revision=stored.revision)
        return await real(*asked, **more)

    monkeypatch.setattr(ChannelPresenter, "announce", interfered)
    told = await channel.told("anna", "play auto")
    assert pattern("busy").search(told)
    reads_well(told)

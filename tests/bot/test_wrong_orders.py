"""A misspelt, incomplete or untimely order gets an explanation and a working alternative."""

from __future__ import annotations

import random

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Ambiguous, Refusal
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import choice_orders, typed
from bot.titles.pog.notation.reading import Reader
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.offer_context import PogOfferContext
from tests.bot.positions import GAMES, positions
from tests.bot.test_all_or_nothing import carried_out, refused
from tests.support.facts import lexicon, names
from tests.support.random_play import new_game
from tests.support.table import CP, Table


def hand() -> Table:
    """Return a chosen action, with two cards in hand."""
    table = Table(turn=2).put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
    return table.hand(CP, "cp_01_guns_of_august", "cp_13_falkenhayn").choose(CP)


def spending(points: int, *more: str) -> Table:
    """Return German corps that lost a step in two spaces, and full ones."""
    table = Table().put("koblenz", "ge_corps_01-", "ge_corps_03").put("breslau", "ge_corps_02-", *more)
    table.state.rp["ge"] = points
    table.put("essen", "ah_corps_01-").state.rp["ah"] = 4
    return table.phase("cp_replacements")


def activating() -> Table:
    """Return a position with spaces activated near Lorraine."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("metz", "ge_4_army").put("verdun", "fr_3_army")
    table.put("paris", "fr_corps_01").put("nancy", "fr_2_army").put("sedan", "fr_5_army")
    return table.operate(CP)


# -- cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("event", "You can't play Guns of August (CP 1) as its event now"),
        ("ops", "Name a card (rule 9.1.3). Cards for operations: Guns of August (CP 1) or Falkenhayn (CP 13)."),
        ("guns as evemt", "not as “evemt” (rule 9.1.3). Did you mean “event”?"),
        ("cp1 evemt", "not as “evemt” (rule 9.1.3). Did you mean “event”?"),
        ("guns of august event now", "not as “event now” (rule 9.1.3). Did you mean “event”?"),
        ("autoo", "Did you mean “auto”?"),
        ("falkenhayn as event", "as its event now: not until Fall 1914 comes or Moltke has been played (rule 9.5.1)"),
        ("moltke as ops", "Moltke (AP 9) isn't in your hand. Cards for operations: Guns of August (CP 1) or Falk"),
        ("entrench", "Entrench (CP 6) isn't in your hand. Cards for operations"),
    ],
)
def test_a_card_that_is_not_played_so(text: str, told: str) -> None:
    assert told in refused(hand(), CP, "play", text)


def test_before_a_card_is_played_an_order_names_the_cards_that_lead_to_it() -> None:
    assert "Cards for RP: Guns of August (CP 1) or Falkenhayn (CP 13)." in refused(hand(), CP, "rp", "ge 1 army")
    table = Table(turn=2).hand(CP, "cp_01_guns_of_august")
    table.state.actions[CP].append(("sr", -1))
    answer = refused(table.choose(CP), CP, "sr", "ge 1 army essen")
    assert "You can't redeploy strategically (SR) in two actions in a row" in answer


# -- nobody is asked which of several, of whom none can --------------------------------------


def test_without_points_nobody_is_asked_which_corps() -> None:
    answer = refused(spending(0), CP, "rp", "ge c")
    assert "A step of GE c costs ½ RP of Germany, and you have 0 (rule 17.1.4)" in answer
    assert "could mean" not in answer
    assert "Possible units: AH c." in answer


def test_with_points_the_reduced_corps_is_meant_and_which_is_asked() -> None:
    assert "could mean reduced GE c (Koblenz) or reduced GE c (Breslau)" in refused(spending(4), CP, "rp", "ge c")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("move", "fr corps essen", "“fr corps” is a unit of the Allied Powers. You can only order your own units"),
        ("move", "it 4 army essen", "You have no unit “it 4 army” that can do this"),
        ("attack", "paris with ge army", "isn't connected to"),
        ("attack", "paris", "None of your units is next to Paris (rule 12.1.4). Possible targets: Sedan"),
        ("attack", "with everything", "Name the space to attack, e.g. `/attack sedan from koblenz` (rule 12.1)"),
        ("attack", "leige", "I don't understand “leige” here. Did you mean Liège"),
        ("move", "ge 1 to atlantis", "I don't understand “atlantis” here."),
        ("move", "ge 1 to", "The end of this order is missing"),
        ("move", "all metz", "Say where from and where to, e.g. `all koblenz to liege`"),
        (
            "move",
            "ge 1 koblenz",
            "The move of GE 1 would end where it begins, in Koblenz (rule 11.1). Name another space",
        ),
        ("activate", "all move", "You activate spaces, not units (rule 9.2.5). Name the space where “all” is"),
        ("activate", "ge 1 move", "You activate spaces, not units (rule 9.2.5). Name the space where “ge 1” is"),
        ("activate", "koblens, strassburg attack", "I don't understand “koblens” here. Did you mean Koblenz"),
        ("rp", "ge c", "now you're at “activating spaces” (rule 9.2.2). Use `/activate` or `/done`"),
        ("choose", "stopp", "“stopp” isn't one of your choices now (rule 9.2.2). Did you mean “stop”?"),
        ("choose", "for combat", "Name a space (rule 9.2.2). Spaces you can attack from: "),
    ],
)
def test_while_spaces_are_activated(name: str, text: str, told: str) -> None:
    assert told in refused(activating(), CP, name, text)


def test_the_end_of_the_phase_is_an_order_of_its_own() -> None:
    answer = refused(spending(2), CP, "rp", "done")
    assert answer == "“done” is another order. Send `/done` separately."


def test_bare_choices_are_named_where_there_are_no_others() -> None:
    for text, told in (("tak", "Did you mean “take”?"), ("xyzzy", "Possible: “take” or “leave”.")):
        with pytest.raises(Refusal) as found:
            typed.ORDERS["choose"](lexicon(), table_of(new_game("campaign", 1), CP), text)
        assert told in sentence(names(), found.value)


def test_skipping_is_offered_along_with_the_playable_cards() -> None:
    game, dice = new_game("campaign", 1), random.Random(1)
    while game.decision.kind != "defender_cards" or len(list(game.options())) < 2:
        game.apply(dice.choice(list(game.options())))
    assert game.actor is not None
    with pytest.raises(Refusal) as found:
        typed.ORDERS["choose"](lexicon(), table_of(game, game.actor), "no")
    assert "Possible: “finish”. Possible cards: " in sentence(names(), found.value)
    typed.ORDERS["choose"](lexicon(), table_of(game, game.actor), "finish")


# -- what the bot writes, typed back ----------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["GE 1 (Koblenz) to metz", "GE 1 and GE 2 (Koblenz) metz", "German 1st Army (Koblenz) metz"]
)
def test_a_unit_with_its_place_in_brackets_is_understood(text: str) -> None:
    table = activating().activate("koblenz")
    assert (
        stands(carried_out(table, CP, "move", text), lexicon().book.content.unit_by_name["ge_1_army"])
        == (lexicon().book.content.space_by_name["metz"])
    )


def test_brackets_tell_one_of_two_like_units() -> None:
    after = carried_out(spending(4), CP, "rp", "reduced GE c (Breslau)")
    assert not weakened(after) >> lexicon().book.content.unit_by_name["ge_corps_02"] & 1
    assert weakened(after) >> lexicon().book.content.unit_by_name["ge_corps_01"] & 1


@pytest.mark.sweep
@pytest.mark.parametrize("seed", list(GAMES)[:4])
def test_every_name_that_is_written_is_read(seed: int) -> None:
    """Each unit, space and card of each choice, as written by panels and refusals: understood, or answered with its candidates."""
    read = 0
    for table in positions(seed):
        context = PogOfferContext(table, names())
        for verb, kind in table.game.decision.verbs.items():
            for arg in dict.fromkeys(table.may(verb)):
                for name in {context.named(kind, arg), names().argument(kind, arg, weakened(table))} if kind else ():
                    read += 1
                    written_is_read(table, verb, kind, arg, name)
    assert read > 500


def written_is_read(table: Orders, verb: str, kind: str, arg: int, name: str) -> None:
    """Check that a name typed after its verb means the same, or its meaning is asked."""
    asked: tuple[str, ...] = ()
    try:
        found, meant = choice_orders.one_choice(lexicon(), table, f"{verb.replace('_', ' ')} {name}")
    except Ambiguous as refusal:
        found, meant, asked = verb, arg, refusal.candidates
    except Refusal as refusal:
        raise AssertionError(f"{verb} {name}: {refusal.reason}") from None
    assert not asked or any(name.partition(" (")[0] in candidate for candidate in asked)
    assert found == verb
    assert PogOfferContext(table, names()).named(kind, meant) == PogOfferContext(table, names()).named(kind, arg)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", list(GAMES)[:4])
def test_every_stack_that_is_written_is_read(seed: int) -> None:
    """The units in a space, as written in lists: "GE 1, GE 2 and 2 reduced GE c"."""
    stacks = 0
    for table in positions(seed):
        for space in {stands(table, unit.id) for unit in names().content.units if unit.side == table.side}:
            if names().content.spaces[space].kind != "map" or not table.mine or table.chance:
                continue
            units = units_in(table, space)
            reader = Reader(lexicon(), table, names().units(units, weakened(table)))
            wishes = reader.wishes()
            reader.finish()
            assert sorted(reader.resolve(wishes, units)) == sorted(units)
            stacks += 1
    assert stacks > 100

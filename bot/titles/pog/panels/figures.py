"""Texts, figures and pictures of a panel."""

from __future__ import annotations

from typing import Any

from bot.table.reply import PictureRef
from bot.table.table import Table, units_of
from bot.titles.pog import dangers, offensives
from bot.titles.pog.narration import battles, open_questions
from bot.titles.pog.narration.event_merging import outcome
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.story import touched
from bot.titles.pog.narration.written_figures import half, signed
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.game import Game
from engine.pog.combat_state import Combat
from engine.pog.rules import sieges
from engine.pog.rules.activation import cost
from engine.pog.rules.combat import pinning_space
from engine.pog.rules.next_loss import next_loss
from engine.pog.rules.rounds import action_rounds
from engine.pog.rulesets.banquet import isolation
from engine.pog.rulesets.suicide.actions import owed


def head(context: PogOfferContext) -> str:
    """Return turn, round, VP and side in one line."""
    state = context.table.game.state
    return context.say(
        "panel.head",
        turn=context.names.turn(state.turn),
        round=context.say("panel.round", round=state.round) if state.round else "",
        vp=state.vp,
        side=context.names.side(context.table.side),
    )


def summary(names: Names, game: Game[Any]) -> list[str]:
    """Return the lines above the seats in the table message: a summary of the position."""
    say, state = names.words.say, game.state
    return [
        say(
            "ui.table.head",
            turn=names.turn(state.turn),
            round=say("ui.panel.round", round=state.round) if state.round else "",
            vp=state.vp,
            scenario=say(f"names.scenarios.{state.rules.scenario.name}"),
        ),
        say("ui.table.war_status", ap=state.war_status[0], cp=state.war_status[1], combined=state.combined),
        *_markers(names, game),
    ]


def _markers(names: Names, game: Game[Any]) -> list[str]:
    """Return the ruleset's displayed markers, both numbers and card piles, in one line."""
    told = []
    for name, value in game.state.marks.items():
        pile = name in game.state.rules.tables.piles
        if names.words.has(f"ui.marks.{name}") and (value or not pile):
            shown = ", ".join(names.card(card) for card in units_of(value)) if pile else value
            told.append(names.words.say(f"ui.marks.{name}", value=shown))
    return [", ".join(told)] if told else []


def ended(names: Names, game: Game[Any]) -> str:
    """Return how a game ended."""
    result = game.result
    assert result is not None
    key = f"narration.reasons.{result.reason}"
    why = names.words.say(key) if names.words.has(key) else result.reason
    side = names.side(result.winner) if result.winner is not None else ""
    word = outcome(result.winner, result.reason)
    return names.words.say(f"narration.over.{word}", side=side, reason=why)


#: Sentences for partly made decisions, whose terms have already been explained.
_UNDER_WAY = frozenset({"marked", "chosen", "rest"})
#: Rounds in which the uses of a card are explained.
_EXPLAINED = 2


def task(context: PogOfferContext) -> str:
    """Return the question to decide, with the relevant figures."""
    kind = context.table.kind
    sentence = _sentence(context, kind)
    key = f"ui.decisions.{kind}.{sentence}"
    if not context.names.words.has(key):
        return kind.replace("_", " ").capitalize() + "."
    asked = " ".join((context.names.words.say(key, **_figures(context)), *_reminders(context, kind)))
    terms = [] if sentence in _UNDER_WAY else _beginner_notes(context, kind)
    return "\n".join((asked, *terms, *_dangers(context)))


def _sentence(context: PogOfferContext, kind: str) -> str:
    """Return the key of the decision's sentence that fits the position."""
    table, state = context.table, context.table.game.state
    if kind == "answer_peace" and state.rules.options.tournament:
        return "tournament"
    if kind == "choose_action" and set(table.game.options().masks) == {"event"}:
        return "opening"
    if kind == "move_unit" and state.marks.get("reserve"):
        return "reserve"
    if kind == "activate" and state.operation is not None and state.operation.move | state.operation.attack:
        return "marked"
    if kind == "attack" and table.field("attackers", 0):
        return "chosen"
    if kind == "move_stack" and not table.field("stack", 0):
        return "rest"
    return _by_space(table) if state.combat is not None else "text"


def _by_space(table: Table) -> str:
    """Return the key of the sentence for a retreat that is decided space by space (12.5.1 in Banquet)."""
    combat, space = table.game.state.combat, table.field("space", None)
    if space is None or table.kind not in ("declare_advance", "retreat_option", "retreat"):
        return "text"
    if table.kind == "retreat":
        return "stepwise" if space < 0 and combat.retreat_length > 1 else "text"
    return "second" if space not in (-1, combat.target) else "text"


def _beginner_notes(context: PogOfferContext, kind: str) -> list[str]:
    """Explain the terms of a decision in the first turn of the introductory scenario.

    The uses of a card, needed for every action, are explained only in the first rounds.
    """
    state = context.table.game.state
    first = state.rules.scenario.name == "introductory" and state.turn == 1
    first = first and (kind != "choose_action" or state.round <= _EXPLAINED)
    return context.newcomer_notes(kind) if first else []


def _dangers(context: PogOfferContext) -> list[str]:
    """Return warnings about the player's own units and war plans, at decisions to send units while none is moving."""
    if not context.table.face.moves or context.table.field("stack", 0):
        return []
    state, side = context.table.game.state, context.table.side
    found = (dangers.without_supply(context.names, state, side), dangers.plans(context), dangers.too_full(context))
    return [told for told in found if told]


def _reminders(context: PogOfferContext, kind: str) -> list[str]:
    """Return the reminders for a decision, one sentence each."""
    state, side = context.table.game.state, context.table.side
    marks, found = state.marks, list[str]()
    if kind == "move_unit" and marks.get("reserve") == 0 and state.operation.attack:
        found.append(context.say("panel.reserve_later"))
    own = state.rules.units_of_side[side]
    if kind in ("choose_action", "activate") and (cut_off := marks.get("isolated", 0) & own):
        found.append(_isolated_units(context, cut_off))
    for name, drm in (("dug_1", "−1"), ("dug_2", "−2")) if kind in ("move_unit", "move_stack") else ():
        if near := marks.get(name, 0) & state.operation.move:
            found.append(context.say("panel.digging", drm=drm, spaces=context.names.spaces(units_of(near))))
    if kind in ("move_unit", "move_stack", "move_on") and (forts := sieges.promised(state)):
        found.append(context.say("panel.siege_open", spaces=context.names.spaces(units_of(forts))))
    if kind == "choose_action" and "political" in context.table.game.decision.verbs:
        found.append(_actions_left(context))
        pools = state.rules.content.pools[side]
        if points := ", ".join(
            f"{context.names.nation(pool)} {half(state.rp[pool])}" for pool in pools if state.rp.get(pool)
        ):
            found.append(context.say("panel.recorded", points=points))
    if kind == "activate" and (twice := _for_both(context)) is not None:
        found.append(context.say("panel.both_markers", space=context.names.space(twice)))
    if kind in ("attacker_loss", "defender_loss"):
        found += _not_hit(context, next_loss(state, state.combat, kind == "attacker_loss").barred)
    if offensive := offensives.reminder(context, kind):
        found.append(offensive)
    if kind == "advance" and state.combat.first_defenders:
        return found  # the decision concerns a fort that had no other defender
    ours = open_questions.of_decision(context.names.words, context.names.content, kind, context.table.may)
    return [*found, ours] if ours else found


def _not_hit(context: PogOfferContext, barred: dict[int, str]) -> list[str]:
    """Return why some units of the combat cannot take the next loss (12.4)."""
    return (
        [context.say("panel.not_hit", reasons=battles.reasons_spared(context.names, barred.items()))] if barred else []
    )


def _for_both(context: PogOfferContext) -> int | None:
    """Return a space for which both markers are affordable now, if the scenario allows both (9.2.5)."""
    table, state = context.table, context.table.game.state
    if "soe.both_markers" not in state.rules.switches or state.operation is None:
        return None
    fit = set(table.may("for_combat"))
    both = (space for space in table.may("for_movement") if space in fit)
    left, side = state.operation.ops, table.side
    paid_once = state.rules.switches["soe.both_markers"] == "paid_once"
    return next(
        (s for s in both if cost(state, side, s, False) + (0 if paid_once else cost(state, side, s, True)) <= left),
        None,
    )


def _isolated_units(context: PogOfferContext, units: int) -> str:
    """Return the units isolated in the previous round that act once more, and the supply they may move towards (14.3.1 in Banquet)."""
    alike: dict[int, list[int]] = {}
    for unit in units_of(units):
        alike.setdefault(isolation.nearest_supply(context.table.game.state, unit), []).append(unit)
    names = context.names
    told = [
        context.say(
            "panel.isolated_towards",
            units=context.units(stack),
            one_of=names.words.listed([names.space(space) for space in units_of(goals)][:3], "or"),
        )
        if goals
        else context.units(stack)
        for goals, stack in alike.items()
    ]
    return context.say("panel.isolated", list="; ".join(told))


def _actions_left(context: PogOfferContext) -> str:
    """Return the number of actions left this turn, and which of them are owed."""
    state, side = context.table.game.state, context.table.side
    count = action_rounds(state) - len(state.actions[side])
    kinds = context.names.words.listed([context.say(f"owed.{kind}") for kind in owed(state, side)])
    return context.say("panel.owed" if kinds else "panel.nothing_owed", count=count, kinds=kinds)


def _figures(context: PogOfferContext) -> dict[str, Any]:
    table, names = context.table, context.names
    state, kind = table.game.state, table.kind
    data: dict[str, Any] = {}
    operation = state.operation
    if operation is not None:
        data["left"] = operation.ops
        data["spaces"] = names.spaces(units_of(operation.move | operation.attack))
    if state.combat is not None:
        data |= _figures_of_combat(context, state.combat)
    leaving = table.field("space", None)
    if isinstance(leaving, int):  # a retreat decided space by space (12.5.1)
        data["count"] = 1
        if leaving >= 0:
            data["target"] = names.space(leaving)
    if kind == "attack":
        data["units"] = context.units(units_of(table.field("attackers", 0)))
    stack = table.field("stack", 0)
    data["stack"] = (
        context.units(units_of(stack)) if isinstance(stack, int) and stack else names.words.say("ui.words.nobody")
    )
    if isinstance(table.field("origin"), int):
        data["origin"] = names.space(table.field("origin"))
    for name in ("unit", "army"):
        if isinstance(table.field(name), int) and table.field(name) >= 0:
            data[name] = context.unit(table.field(name))
    if kind == "place_reinforcement":
        arriving = names.content.cards[table.field("card")].arrivals[table.field("placed")]
        data["unit"] = context.unit(arriving.unit)
    if kind == "evacuation":
        data["unit"] = context.unit(units_of(table.field("left"))[0])
    data["points"] = table.field("points", 0)
    if kind == "strike_back":
        data["left"] = table.field("left")
    data["corps_cost"], data["army_cost"] = names.content.sr.corps_cost, names.content.sr.army_cost
    data["path"] = names.path(table.field("path", ()) or ())
    pools = state.rules.content.pools[table.side]
    points = [f"{names.nation(pool)} {half(state.rp[pool])}" for pool in pools if state.rp.get(pool)]
    data["rp"] = ", ".join(points) or names.words.say("ui.words.none")
    return data


def _figures_of_combat(context: PogOfferContext, combat: Combat) -> dict[str, Any]:
    say = context.names.words.say
    fort_alone = say("narration.battle.fort_alone", factor=combat.fort)
    return {
        "target": context.names.space(combat.target),
        "defenders": context.units(units_of(combat.defenders)) or fort_alone,
        "losses": combat.to_defender if context.table.kind == "defender_loss" else combat.to_attacker,
        "taken": combat.taken,
        "count": combat.retreat_length,
        "flank_die": _flank_die(context, combat),
    }


def _flank_die(context: PogOfferContext, combat: Combat) -> str:
    """Return who pins the defender in a flank attempt, the modifier of its die, if any, and the roll needed."""
    drm = combat.flank_drm
    die = context.say("panel.flank_die", drm=signed(drm)) if drm else context.say("panel.flank_die_plain")
    if context.table.kind != "flank":
        return die
    pin = pinning_space(context.table.game.state, combat)
    return f"{context.names.words.say('narration.battle.pinned', space=context.names.space(pin))} {die}"


#: How a card can be used, by the verb of the choice.
_USES = {"event": "event", "ops": "ops", "sr": "sr", "rp": "rp", "play": "combat"}


def hand_marks(table: Table) -> dict[str, object]:
    """Return the cards that can be chosen now, and for which uses; empty while the other side decides."""
    verbs = [verb for verb, kind in table.game.decision.verbs.items() if kind == "card"] if table.mine else []
    playable = sorted({card for verb in verbs for card in table.may(verb)})
    uses = [(card, [_USES[verb] for verb in verbs if verb in _USES and card in table.may(verb)]) for card in playable]
    return {"playable": playable, "uses": [[card, kinds] for card, kinds in uses if kinds]}


def picture(game_id: str, context: PogOfferContext) -> PictureRef | None:
    """Return the hand if cards are chosen, else a close-up of the area concerned."""
    table = context.table
    number, state = table.game.number, table.game.state
    if table.face.shows == "hand" and state.hand[table.side]:
        return PictureRef(kind="hand", game=game_id, number=number, viewer=table.side, args=hand_marks(table))
    focus: list[int] = []
    if state.combat is not None:
        focus = [state.combat.target, *units_of(state.combat.spaces)]
    elif state.operation is not None:
        focus = in_operation(context)
    focus += [space for space in table.field("path", ()) or () if space not in focus]
    if not focus:
        return None
    return PictureRef(kind="closeup", game=game_id, number=number, args={"moves": [], "attacks": [], "focus": focus})


def in_operation(context: PogOfferContext) -> list[int]:
    """Return where the operation's action is: attackers' spaces, a moving stack, the latest move, else all activated spaces."""
    table, operation = context.table, context.table.game.state.operation
    if table.kind == "attack":
        return units_of(operation.attack) or units_of(operation.move)
    on_its_way = list(table.field("path", ()) or ())
    return on_its_way or touched(context.happened) or units_of(operation.move | operation.attack)


__all__ = ["ended", "hand_marks", "head", "in_operation", "picture", "summary", "task"]

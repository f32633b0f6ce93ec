"""What the panels of the hex game offer, and how the same is touched on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers, Press, Proposal
from bot.table.reply import Spot, Touch
from bot.titles.defaults.touch import PlainTouchMap
from engine.core.bits import members
from engine.core.game import Game
from renderer.kit.hit_areas import Ground
from tests.titles.hexes.book import HexBook
from tests.titles.hexes.drawing import ground_of
from tests.titles.hexes.facts import NOWHERE, SIDES, facts
from tests.titles.hexes.rules import DIE, added, chances, shift
from tests.titles.hexes.state import State, view_of


def odds(state: State, stack: int, target: int) -> tuple[int, int]:
    """The least and the greatest chance of a hit in per cent, as the side of the stack knows it.

    `state` is a position as this side imagines it. A hidden stack may have any of the steps that are left, and face anywhere.
    """
    here, side = facts(), facts().side_of(stack)
    plus = [shift(state, stack, target)]
    if target != here.fort_target and not state.knows(side, target):
        left = {state.steps[one] for one in here.of(1 - side) if not state.knows(side, one)} - {0}
        ways = [(steps, behind) for steps in left for behind in (False, True)]
        plus = [
            added(state.steps[stack], steps, behind=behind, covered=state.covered(target)) for steps, behind in ways
        ]
    found = sorted(chances(one)[0] * 100 // DIE for one in plus) or [100]  # only a decoy is left
    return found[0], found[-1]


def odds_told(context: OfferContext, stack: int, target: int) -> str:
    """The chance of an attack in a few words."""
    low, high = odds(context.table.game.system.imagine(context.table.game.state, context.table.side), stack, target)
    return context.say("battle.chance" if low == high else "battle.chance_hidden", low=low, high=high)


# -- offers ---------------------------------------------------------------------------------


def orders_offers(context: OfferContext) -> Offers:
    """Every attack as one press, and every stack that may march: where to is asked then, since it may hang on hidden enemies."""
    table, offers, state = context.table, Offers(), context.table.game.state
    attacks = [(stack, target) for stack in table.may("attack") for target in members(state.targets(stack))]
    offers.group(
        verb_label(context, "attack"),
        [
            Entry(
                context.say(
                    "battle.attack", stack=context.named("stack", stack), target=context.named("target", target)
                ),
                choice_codec.encode_choices(("attack", stack), ("at", target)),
                odds_told(context, stack, target),
            )
            for stack, target in attacks
        ],
    )
    if attacks:
        one, other = ("attack", attacks[0][0]), ("at", attacks[0][1])
        order = choice_codec.join_orders(choice_codec.encode_choices(one), choice_codec.encode_choices(other))
        named = {"stack": context.named("stack", attacks[0][0]), "target": context.named("target", attacks[0][1])}
        press = Press(context.say("battle.take"), order, style="primary")
        offers.proposal = Proposal(context.say("battle.proposal", **named), (press,))
    names = cast("HexBook", context.names)
    marches = [
        Entry(
            context.say("battle.march", stack=context.named("stack", stack), hex=names.hex(state.at[stack])),
            choice_codec.encode_choices(("march", stack)),
        )
        for stack in table.may("march")
    ]
    offers.group(verb_label(context, "march"), marches)
    offers.press(verb_label(context, "finish"), choice_codec.encode_choices(("finish", 0)), style="primary")
    return offers


def march_offers(context: OfferContext) -> Offers:
    """Hexes, facing the way that is marched; the same with every facing; and turns where the stack stands."""
    table = context.table
    at = table.game.state.at[table.field("stack")]
    beyond = facts().beyond[at]
    ahead = [arg for arg in table.may("go") if arg // 6 in beyond and beyond.index(arg // 6) == arg % 6]
    return _placings(context, "go", ahead, [arg for arg in table.may("go") if arg // 6 == at], "halt")


def answer_offers(context: OfferContext) -> Offers:
    """To stand, or to fall back: facing the attacker, or anywhere."""
    table = context.table
    attacker = table.game.state.at[table.field("stack")]
    facing = [arg for arg in table.may("fall_back") if arg % 6 == facts().nearest_side(arg // 6, attacker)]
    return _placings(context, "fall_back", facing, [], "stand")


def _placings(context: OfferContext, verb: str, first: Sequence[int], turns: Sequence[int], press: str) -> Offers:
    offers = Offers()
    groups = (
        ("", first),
        ("_facing", [arg for arg in context.table.may(verb) if arg not in turns]),
        ("_turned", turns),
    )
    for part, args in groups:
        entries = [Entry(context.named("placing", arg), choice_codec.encode_choices((verb, arg))) for arg in args]
        offers.group(context.say(f"battle.{verb}{part}") if entries else "", entries)
    offers.press(verb_label(context, press), choice_codec.encode_choices((press, 0)), style="primary")
    return offers


# -- the map that is touched ----------------------------------------------------------------


class HexMap(PlainTouchMap[HexBook, OfferContext]):
    """Stacks, the fort, hexes and sides of hexes are targets by their stable names; the fort and a stack are two in one hex."""

    def ground(self, game: Game[State], viewer: int | None, context: OfferContext | None) -> Ground:
        """Where everything is, with the sides of the hex of the stack that marches."""
        marching = context.table.field("stack", NOWHERE) if context and context.table.kind == "march" else NOWHERE
        return ground_of(view_of(game.state, viewer, over=not game.stack), marching)

    def spots(
        self, names: HexBook, game: Game[State], viewer: int | None, touched: Sequence[Touch]
    ) -> tuple[Spot, ...]:
        """What stands on the map, and the hexes and sides that something can be done with: only what has a name here can be touched."""
        here, view = facts(), view_of(game.state, viewer, over=not game.stack)
        stacks = [stack for stack, at in enumerate(view.at) if at != NOWHERE]
        found = {here.name(one): (names.argument("stack", one), names.stack(view, one)) for one in stacks}
        found["fort"] = (names.argument("target", here.fort_target), names.fort(view))
        for target in {touch.to for touch in touched if touch.to} - found.keys():
            hex_, _, side = target.partition("/")
            name = names.argument("placing", here.hexes.index(hex_) * 6 + SIDES.index(side)) if side else hex_.upper()
            ground = "woods" if here.hexes.index(hex_) in here.woods else "open"
            found[target] = (name, names.words.say(f"ui.battle.{ground}", name=name))
        return tuple(Spot(target, name, text) for target, (name, text) in sorted(found.items()))

    def focus(self, game: Game[State]) -> tuple[str, ...]:
        """The stack that marches or is attacked; else those of the side whose phase it is."""
        here, decision = facts(), game.decision if game.stack else None
        stack = getattr(decision, "target", getattr(decision, "stack", None))
        own = [one for one in here.of(max(game.state.phase, 0)) if game.state.at[one] != NOWHERE]
        return (here.name(stack),) if stack is not None else tuple(here.name(one) for one in own)

    def about(self, context: OfferContext, order: str) -> tuple[tuple[str, ...], str, bool]:
        """Who does what is ordered, what it leads to, and whether that is attacked."""
        here, table = facts(), context.table
        choices = choice_codec.decode_choices(order)
        verb, arg = choices[-1]
        if verb in ("finish", "halt", "stand"):
            return (), "", False
        if verb in ("march", "attack"):
            return (here.name(arg),), "", False
        if verb == "at":
            return (here.name(choices[0][1] if len(choices) > 1 else table.field("stack")),), here.name(arg), True
        stack = table.field("target" if verb == "fall_back" else "stack")
        hex_ = here.hexes[arg // 6]
        turns = arg // 6 == table.game.state.at[stack]
        return (here.name(stack),), f"{hex_}/{SIDES[arg % 6]}" if turns else hex_, False


__all__ = ["HexMap", "answer_offers", "march_offers", "odds", "odds_told", "orders_offers"]

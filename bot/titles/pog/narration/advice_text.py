"""Texts of the computer's plans, of its reasons, and of its assessment of a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor

from pydantic import BaseModel

from bot.storage.models import JsonObject
from bot.titles.pog.narration.names import Names
from engine.core.bits import mask, members
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.content.chances import load_chances
from engine.pog.content.records import AP, CP
from engine.pog.opponent.advice import Proposal, Sending
from engine.pog.opponent.chances import chances_of
from engine.pog.opponent.deliberation import goal_of, told_orders
from engine.pog.opponent.orders import ActionPlan, Order, Strike
from engine.pog.opponent.reasons import OPERATING
from engine.pog.rules import supply
from engine.pog.state import State

#: Maximum number of spaces named for each kind of order.
_NAMED = 4
#: Minimum log odds for a factor to be mentioned.
_LEANS = 0.15
#: Words for how strongly a term speaks for or against a plan, by minimum VP.
_SIZES = (("much", 1.5), ("clearly", 0.5))
#: Words for an assessment, by minimum distance of the expected score from even (a draw counts one half).
_VERDICTS = (("winning", 0.35), ("clear", 0.15), ("slight", 0.05))


def proposals(names: Names, game: Game[State], found: Sequence[Proposal]) -> list[str]:
    """Return the plans, each with its expected gain, its goals, and what speaks for and against it."""
    say = names.words.say
    if len(found) == 1 and not found[0].orders and not found[0].terms:
        key = "only" if game.options().only() is not None else "unweighed"
        return [say(f"counsel.{key}", what=_choice(names, game, found[0].choice))]
    beside = "nothing" if found[0].beside_nothing else "now"
    return [
        *(_proposal(names, game, number, one) for number, one in enumerate(found, 1)),
        *_cut_off(names, game),
        say(f"counsel.beside.{beside}"),
    ]


def _cut_off(names: Names, game: Game[State]) -> list[str]:
    """Return a line for each of the deciding side's units out of supply; [] if there are none (14.3)."""
    state, side = game.state, game.decision.actor(game)
    stand = state.standing[side] & ~supply.frozen_units(state)
    out = members(stand & ~supply.supplied_units(state, side))
    if not out:
        return []
    told = [
        names.words.say(
            "counsel.cut_off.one", unit=names.unit(unit, state.is_reduced(unit)), space=names.space(state.loc[unit])
        )
        for unit in out
    ]
    return [names.words.say("counsel.cut_off.all", units=names.words.listed(_shorten_list(names, told)))]


def _proposal(names: Names, game: Game[State], number: int, one: Proposal) -> str:
    gathers = game.decision.kind == "attack" and bool(one.orders)
    what = _capital(ordered(names, game.state, one.orders) if gathers else _choice(names, game, one.choice))
    say = names.words.say
    doubt = f"{one.error:.1f}"
    key = "plan" if doubt != "0.0" else "plan_sure"
    lines = [say(f"counsel.{key}", number=number, what=what, worth=_vp(one.worth), error=doubt)]
    if one.orders and not gathers:
        lines.append(f"{_capital(ordered(names, game.state, one.orders))}.")
    if one.sent:
        lines.append(f"{_capital(sent(names, game.state, one.sent))}.")
    told = reasons(names, one.terms, "lead" if number == 1 else "behind")
    return " ".join([*lines, told] if told else lines)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def planned(names: Names, game: Game[State], plan: ActionPlan) -> str:
    """Return a plan: the use of a card and the goals of its orders."""
    what, aims = _choice(names, game, plan.use), list(dict.fromkeys(map(goal_of, told_orders(game, plan))))
    return f"{what} – {ends(names, aims)}" if aims else what


def reasons(names: Names, terms: Iterable[tuple[str, float]], key: str = "lead") -> str:
    """Return what distinguishes a plan, "" for nothing."""
    some = list(terms)
    speaks = [_term(names, name, vp) for name, vp in some if vp > 0]
    against = [_term(names, name, vp) for name, vp in some if vp < 0]
    say = names.words.say
    parts = [say(f"counsel.{key}.for", terms=names.words.listed(speaks))] if speaks else []
    parts += [say(f"counsel.{key}.against", terms=names.words.listed(against))] if against else []
    return " ".join(parts)


def _term(names: Names, name: str, vp: float) -> str:
    size = next((size for size, least in _SIZES if abs(vp) >= least), "little")
    return names.words.say(f"counsel.term.{size}", name=names.words.say(f"counsel.terms.{name}"), vp=_vp(vp))


def ends(names: Names, aims: Sequence[tuple[str, int]]) -> str:
    """Return a plan's goals: attacks, marches and entrenching, with long lists shortened."""
    parts = []
    for kind in ("attack", "march", "dig"):
        spaces = [space for what, space in aims if what == kind]
        if spaces:
            parts.append(
                names.words.say(
                    f"counsel.goals.{kind}", spaces=names.words.listed(_shorten_list(names, map(names.space, spaces)))
                )
            )
    return names.words.listed(parts)


def ordered(names: Names, state: State, orders: Sequence[Order]) -> str:
    """Return a plan's orders with their origins: attacks, marches and entrenching, with long lists shortened."""
    told: dict[str, list[str]] = {"attack": [], "march": [], "dig": []}
    for order in orders:
        kind, end = goal_of(order)
        origins = members(order.spaces) if isinstance(order, Strike) else (order.origin,)
        here = mask(unit for space in origins for unit in members(state.units_at[space]))
        part = "" if order.units == here else "_part"
        told[kind].append(
            names.words.say(
                f"counsel.orders.{kind}{part}", space=names.space(end), origins=names.spaces(origins),
                units=names.units(members(order.units), state.reduced),
            )
        )  # fmt: skip
    return "; ".join(
        names.words.say(f"counsel.ordered.{kind}", orders=names.words.listed(_shorten_list(names, some)))
        for kind, some in told.items()
        if some
    )


def sent(names: Names, state: State, sendings: Sequence[Sending]) -> str:
    """Return the redeployments of a plan with origins and destinations, long lists shortened."""
    told = (
        names.words.say(
            "counsel.sent.one",
            units=names.units(members(one.units), state.reduced),
            origin=names.space(one.origin),
            space=names.space(one.to),
        )
        for one in sendings
    )
    return names.words.say("counsel.sent.all", sent=names.words.listed(_shorten_list(names, told)))


def _shorten_list(names: Names, orders: Iterable[str]) -> list[str]:
    """Remove duplicates and cut a long list, ending it with the number of items left out."""
    some = list(dict.fromkeys(orders))
    more = len(some) - _NAMED
    return some if more <= 0 else [*some[:_NAMED], names.words.say("counsel.more", count=more)]


def _choice(names: Names, game: Game[State], choice: Choice) -> str:
    """Return a choice in everyday words."""
    words = names.words
    if game.decision.kind == "choose_action" and words.has(f"counsel.uses.{choice.verb}"):
        card = names.card(choice.arg)
        ops = names.content.cards[choice.arg].ops
        return words.say(f"counsel.uses.{choice.verb}", card=card, ops=ops)
    if game.decision.kind == "activate":
        return words.say("counsel.uses.operation")
    if choice.verb == "finish" and words.has(f"counsel.without.{game.decision.kind}"):
        return words.say(f"counsel.without.{game.decision.kind}")
    asked = game.decision.kind
    places = (f"counsel.choices.{asked}", f"ui.decisions.{asked}.verbs", "ui.verbs")
    label = words.say(next(key for place in places if words.has(key := f"{place}.{choice.verb}")))
    told = names.argument(game.decision.verbs.get(choice.verb, ""), choice.arg, game.state.reduced)
    return label.replace("…", told) if "…" in label else " ".join(part for part in (label, told) if part)


def explained(names: Names, game: Game[State], why: JsonObject) -> str:
    """Return why an action was chosen: what it was, its goals, and what set it apart from the second best."""
    kept = _Kept.model_validate({name: why.get(name) for name in _Kept.model_fields})
    verb, _, card = kept.use.partition(" ")
    number = names.content.card_by_name.get(card)
    say = names.words.say
    ops = names.content.cards[number].ops if number is not None else 1
    what = say(f"counsel.uses.{verb}", card=names.card(number) if number is not None else "", ops=ops)
    parts = [say("counsel.why.use", what=what, worth=_vp(kept.worth))]
    aims = kept.aims if kept.also is None or verb not in OPERATING else list(dict.fromkeys(kept.also))
    if aims:
        parts.append(say("counsel.why.aims", spaces=names.words.listed(_shorten_list(names, map(names.space, aims)))))
    parts.append(reasons(names, kept.terms) if kept.lead >= 0 else say("counsel.why.erred"))
    return " ".join(part for part in parts if part)


class _Kept(BaseModel):
    """A stored reason for an action."""

    use: str
    worth: float
    lead: float
    terms: list[tuple[str, float]]
    aims: list[int]
    #: Goals that emerged, in the order in which they were ordered; None if stored by an older version.
    also: list[int] | None = None


def standing(names: Names, game: Game[State]) -> str:
    """Return both sides' chances, and the factors that favour each."""
    say, listed = names.words.say, names.words.listed
    if game.result is not None:
        return say("counsel.over")
    found = chances_of(game)
    drawn = not game.state.rules.options.tournament
    names_of = ("cp", "draw", "ap") if drawn else ("cp", "ap")
    shares = dict(zip(names_of, percents([getattr(found, name) for name in names_of]), strict=True))
    for name in ("cp", "ap"):
        low, high = percent_range(found.between(getattr(found, name)))
        shares[f"{name}_low"], shares[f"{name}_high"] = str(low), str(high)
    key = "counsel.chances" if drawn else "counsel.chances_without_draw"
    told = say(key, ap_name=names.side(AP), cp_name=names.side(CP), **shares)
    lines = [verdict(names, found.cp - found.ap if drawn else 2 * found.cp - 1), told, say("counsel.range")]
    for side, sign in ((AP, -1.0), (CP, 1.0)):
        leaning = sorted(((sign * term, name) for name, term in found.terms if sign * term > _LEANS), reverse=True)
        if leaning:
            carried = listed([say(f"counsel.carries.{name}") for _, name in leaning])
            lines.append(say("counsel.for_side", side=names.side(side), terms=carried))
    made = load_chances().made
    lines.append(say("counsel.made", games=sum(made.games.values()), kinds=len(made.games)))
    return "\n".join(lines)


def verdict(names: Names, lead: float) -> str:
    """Return which side is better off; `lead` is the Central Powers' share of wins minus the Allies'."""
    key = next((key for key, least in _VERDICTS if abs(lead) / 2 >= least), "even")
    return names.words.say(f"counsel.verdict.{key}", side=names.side(CP if lead > 0 else AP))


def percents(shares: Sequence[float]) -> list[str]:
    """Round shares to whole percents that add up to 100; none is 0 or 100, since certainty is often misplaced."""
    whole = [max(1, int(share * 100)) for share in shares]
    places = range(len(whole))
    while sum(whole) < 100:
        whole[max(places, key=lambda place: shares[place] * 100 - whole[place])] += 1
    while sum(whole) > 100:
        whole[max(places, key=lambda place: whole[place])] -= 1
    return [f"{percent} %" for percent in whole]


def percent_range(shares: tuple[float, float]) -> tuple[int, int]:
    """Return a range in whole percents, rounded outwards; never 0 or 100."""
    low, high = shares
    return max(1, floor(low * 100)), min(99, ceil(high * 100))


def _vp(value: float) -> str:
    told = f"{value:+.1f}".replace("-", "−")
    return told if float(told[1:]) else "0.0"


__all__ = [
    "ends", "explained", "ordered", "percent_range", "percents", "planned", "proposals", "reasons", "standing", "verdict",
]  # fmt: skip

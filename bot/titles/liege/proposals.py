"""Proposals of the computer for the rest of a phase: typed orders that a player can take, change or dismiss.

take                 take 1 3                 take none                 (`/proposal` lists them)

They are computed from the position as the side imagines it, so they reveal nothing hidden.
"""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.table.layout import unique
from bot.table.offers import Entry, OfferContext, Offers, Press, Proposal
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.table.table import BlindChance, Table
from bot.table.typed_text import fold
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.looks import odds
from bot.titles.liege.notation import movement_orders
from bot.titles.liege.notation.lexicon import lexicon
from bot.titles.liege.notation.reading import written
from bot.titles.liege.panels.barrage_panels import names_of, state_of
from bot.titles.looks import Viewer
from engine.core.bits import members
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import ChanceError
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.facts import GERMAN
from engine.liege.grid import NOWHERE, SIDES
from engine.liege.opponent import Recruit, seat_of
from engine.liege.opponent.fighting import WORTH_AN_ATTACK, focus
from engine.liege.opponent.fire import fire_at_forts, plan_fire
from engine.liege.opponent.marching import fire_over
from engine.liege.opponent.unseen import best_attack
from engine.liege.phase_records import DeclaredAssault
from engine.liege.sequence.facings import has_facing
from engine.liege.state import LiegeState

#: Decisions that start an order of a phase, at which proposals are made.
KINDS: Final = ("barrage", "assaults", "march", "combat", "afterwards")
#: Maximum orders per proposal, choices per order, and orders shown on a panel.
MOST, _LONGEST, _SHOWN = 30, 40, 5
#: Barrages below this chance in percent to destroy a fort, or below these expected step losses, aren't proposed.
_LEAST_FALL, _LEAST_COST = 5, 0.05
#: Orders with a die, and those that aircraft may search for with one.
_DICED: Final = frozenset({"fire", "shell", "attack", "dig"})
_SEARCHED: Final = frozenset({"march", "depart"})
#: Number of positions whose proposals are cached.
_KEPT: Final = 64
#: Carries out a typed order, given its command and text.
Carry = Callable[[OfferContext, str, str], None]
#: The recruit draws no random numbers.
_NO_LUCK: Final = random.Random(0)  # noqa: S311 - it draws nothing


@dataclass(frozen=True, slots=True)
class ProposedOrder:
    """A proposed order as typed (command and text), and its subject for computing the chances."""

    name: str
    text: str
    about: FortBarrage | UnitBarrage | DeclaredAssault | Any = None

    @property
    def typed(self) -> str:
        """The whole line, without a slash."""
        return f"{self.name} {self.text}"


def proposed(context: OfferContext) -> tuple[ProposedOrder, ...]:
    """Return the orders that the computer proposes to the deciding side for the rest of its phase.

    There are none at other decisions, nor in lessons and puzzles, where they would give away the solution.
    """
    table = context.table
    if not table.mine or table.kind not in KINDS or table.earliest:
        return ()
    names, trial = names_of(context), table.trial()
    position = json.dumps(trial.game.state.dump(), separators=(",", ":"))
    key = f"{names.words.language} {table.kind} {table.side} {position}"
    if key not in _known:
        _known[key] = tuple(_PLANNED[table.kind](names, trial))[:MOST]
        if len(_known) > _KEPT:
            _known.popitem(last=False)
    return _known[key]


# -- plans of each phase -------------------------------------------------------------------------------------------


def _barrages(names: LiegeBook, table: Table) -> Iterator[ProposedOrder]:
    state: LiegeState = table.game.state
    plan = plan_fire(state, _unengaged_infantry(state))
    for one in plan.forts:
        shot = FortBarrage((one.fort,), one.guns)
        guns = " ".join(names.short(gun) for gun in members(shot.guns))
        if odds.reaches(state, shot) and odds.falls(state, shot) >= _LEAST_FALL:
            yield ProposedOrder("fire", f"{guns} at {names.typed_fort(shot.fort)}", shot)
    for fired in plan.units:
        if not odds.hidden_there(state, fired.hex) and odds.cost(state, fired) < _LEAST_COST:
            continue
        firers = [names.short(gun) for gun in members(fired.guns)]
        firers += [names.typed_fort(fort) for fort in members(fired.forts)]
        yield ProposedOrder("shell", f"{names.hex(fired.hex).lower()} with {' '.join(firers)}", fired)


def _unengaged_infantry(state: LiegeState) -> int:
    """Return the infantry that can fire because no attack is near."""
    units = state.facts.units
    if focus(state):
        return 0
    return sum(
        1 << unit
        for unit, at in enumerate(state.at)
        if at >= 0 and units[unit].type == "INF" and units[unit].side == state.side
    )


def _assaults(names: LiegeBook, table: Table) -> Iterator[ProposedOrder]:
    state: LiegeState = table.game.state
    for storm in (one for one in fire_at_forts(state) if one.unit != NOWHERE):
        guns = " ".join(names.short(gun) for gun in members(storm.one.guns))
        after = f" after {guns}" if guns else ""
        text = f"{names.typed_fort(storm.one.fort)} with {names.short(storm.one.unit)}{after}"
        yield ProposedOrder("assault", text, storm.one)


def _attacks(names: LiegeBook, table: Table) -> Iterator[ProposedOrder]:
    """Yield worthwhile attacks, even on hidden units, best first, using each unit at most once."""
    seat = seat_of(table.game)
    found = sorted((best_attack(seat, hex_) for hex_ in table.may("hex")), key=lambda one: -one[0])
    busy: set[int] = set()
    for gain, attack in found:
        if gain >= WORTH_AN_ATTACK and busy.isdisjoint(attack.full):
            busy.update(attack.full)
            units = " ".join(names.short(unit) for unit in attack.full)
            yield ProposedOrder("attack", f"{names.hex(attack.hex).lower()} with {units}", attack)


def _hexes_to_dig(names: LiegeBook, table: Table) -> Iterator[ProposedOrder]:
    """Yield the hexes under fort fire, where German units should dig in."""
    state: LiegeState = table.game.state
    under = dict.fromkeys(state.at[unit] for unit in table.may("dig"))
    for hex_ in under if table.side == GERMAN else ():
        if fire_over(state, hex_):
            yield ProposedOrder("dig", names.hex(hex_).lower())


def _marches(names: LiegeBook, table: Table) -> Iterator[ProposedOrder]:
    """Yield the arrival of all units, then each march and turn of the computer's plan."""
    if table.may("arrive"):
        yield ProposedOrder("arrive", "all")
        try:
            movement_orders.arrive(OfferContext(table, names), "all")
        except (Refusal, ChanceError):
            return
    player, game = Recruit(), table.game
    for _ in range(MOST):
        chain = _chain(player, game)
        if not chain:
            return
        yield _march(names, game.state, chain)


def _chain(player: Recruit, game: Game[LiegeState]) -> list[Choice]:
    """Let the computer give its next order of the Movement Phase; [] if it has none left or dice would be rolled."""
    found: list[Choice] = []
    while len(found) < _LONGEST and game.stack and (not found or game.decision.kind != "march"):
        choice = player(seat_of(game), _NO_LUCK)
        if not found and choice.verb not in ("unit", "turn"):
            return []
        try:
            game.apply(choice)
        except ChanceError:
            return []
        found.append(choice)
    return found


def _march(names: LiegeBook, state: LiegeState, chain: list[Choice]) -> ProposedOrder:
    """Return the choices of a march or a turn as one typed order."""
    unit, way, words = names.short(chain[0].arg), list[str](), list[str]()
    name = "turn" if chain[0].verb == "turn" else "march"
    for choice in chain[1:]:
        if choice.verb == "step":
            way.append(names.hex(choice.arg).lower())
        elif choice.verb == "leave":
            name = "depart"
        elif choice.verb in ("forced", "deploy"):
            words.append(choice.verb)
        elif choice.verb == "face" and has_facing(state, chain[0].arg):
            words += ["facing", SIDES[choice.arg]]
    return ProposedOrder(name, " ".join([unit, *way, *words]))


#: The planner of each phase.
_PLANNED: Final[dict[str, Callable[[LiegeBook, Table], Iterator[ProposedOrder]]]] = {
    "barrage": _barrages,
    "assaults": _assaults,
    "march": _marches,
    "combat": _attacks,
    "afterwards": _hexes_to_dig,
}
#: Proposals by position.
_known: Final[OrderedDict[str, tuple[ProposedOrder, ...]]] = OrderedDict()


# -- handling by the player ----------------------------------------------------------------------------------------


def take(context: OfferContext, text: str, carry: Carry) -> None:
    """Carry out a proposal, or some of its orders by number, up to the first die roll; impossible orders are skipped."""
    table = context.table
    lines = proposed(context)
    if not lines:
        raise refuse("no_proposal", part=text)
    if fold(text).strip() in ("none", "nothing"):
        table.dropped = True
        return
    wanted = _numbers(context, text, len(lines))
    done = 0
    for at, number in enumerate(wanted, 1):
        line = lines[number - 1]
        if not _is_possible(context, line, carry):
            continue
        carry(context, line.name, line.text)
        _pick_targets(table)
        done += 1
        if table.chance or table.kind not in KINDS:
            if left := len(wanted) - at:
                table.notes.append(("proposal_left", {"count": left}))
            return
    if not done:
        raise refuse("proposal_gone", part=text)


def _pick_targets(table: Table) -> None:
    """Choose the targets of an accepted barrage as the computer would, if it can't hit all."""
    while table.mine and not table.chance and table.kind == "barrage_targets":
        choice = Recruit()(seat_of(table.trial().game), _NO_LUCK)
        table.do(choice.verb, choice.arg)


def _numbers(context: OfferContext, text: str, most: int) -> list[int]:
    """Return the numbers in a text without duplicates, all for an empty text; raises Refusal for an invalid one."""
    known = lexicon(names_of(context))
    plain = known.everybody.sub(f" {known.everyone} ", text.replace(",", " "))
    idle = known.filling | known.clause["pronouns"]  # `take it`
    said = [word for word in plain.split() if known.key(word) not in idle]
    items, others = known.scan(" ".join(said))
    if all(item.kind == "all" for item in items) and not others:
        return list(range(1, most + 1))
    found: list[int] = []
    for word in said:
        if not word.isdecimal() or not 1 <= int(word) <= most:
            raise refuse("no_such_proposal", part=word, text=word, most=most)
        if int(word) not in found:
            found.append(int(word))
    return found


def _is_possible(context: OfferContext, line: ProposedOrder, carry: Carry) -> bool:
    """Return True if an order is possible; like a typed one, it can be prevented by something hidden from its side."""
    table = context.table
    twin = table.game.copy(BlindChance())
    twin.listening = False
    trial = Table(twin, table.side, table.title, faults=table.faults)
    try:
        carry(OfferContext(trial, context.names), line.name, line.text)
    except Refusal:
        return False
    except ChanceError:
        return True
    return True


def taken(context: OfferContext, piece: str) -> list[str]:
    """Complete `take`: the numbers of the proposed orders."""
    del piece
    return [str(number) for number, _ in enumerate(proposed(context), 1)]


def proposal_of(context: OfferContext, offers: Offers) -> None:
    """Put the proposal before the panel's offers: as text, with a button to take it and one to change it."""
    lines = proposed(context)
    if not lines:
        return
    shown = [
        context.say("liege.proposal.line", line=line.typed, told=_chances_text(context, line)).strip()
        for line in lines[:_SHOWN]
    ]
    if len(lines) > _SHOWN:
        shown.append(context.say("liege.proposal.more", count=len(lines) - _SHOWN))
    entries = [
        Entry(line.typed, written("take", str(number)), _chances_text(context, line))
        for number, line in enumerate(lines, 1)
    ]
    offers.group(context.say("liege.proposal.some"), entries, most=len(entries))
    at = len(unique(offers).groups) - 1
    label = context.say("liege.proposal.take", count=len(lines))
    rolls = any(line.name in _DICED or (state_of(context).fog and line.name in _SEARCHED) for line in lines)
    hint = context.say(f"liege.proposal.take_{'hint' if rolls else 'whole_hint'}")
    presses = (
        Press(label, written("take", ""), style="primary", hint=hint),
        Press(context.say("liege.proposal.change"), screen=f"panel:{at}:0", hint=context.say("liege.proposal.change_hint")),
    )  # fmt: skip
    offers.ahead = ""
    offers.proposal = Proposal("\n".join([context.say("liege.proposal.head"), *shown]), presses)


def together(found: list[str]) -> list[str]:
    """Merge several proposal numbers of one press into one order, since taking one would renumber the others."""
    taking = [one.removeprefix("o.take ") for one in found if one.startswith("o.take ")]
    if len(taking) < 2:
        return found
    others = [one for one in found if not one.startswith("o.take ")]
    return [written("take", " ".join(taking)), *others]


def show(viewer: Viewer[LiegeBook], args: Any) -> Reply:
    """Show the proposal for the rest of the phase, order by order, as typed."""
    del args
    names, table = viewer.names, viewer.table
    context = OfferContext(table, names)
    lines = proposed(context)
    if not lines:
        return Reply(text=names.words.say("ui.liege.proposal.none"), seat=viewer.side)
    told = [
        names.words.say(
            "ui.liege.proposal.numbered", number=number, line=line.typed, told=_chances_text(context, line)
        ).strip()
        for number, line in enumerate(lines, 1)
    ]
    foot = names.words.say("ui.liege.proposal.foot")
    return Reply(text="\n".join([names.words.say("ui.liege.proposal.head"), *told, foot]), seat=viewer.side)


def _chances_text(context: OfferContext, line: ProposedOrder) -> str:
    """Return the chances of an order, "" for one without dice."""
    if isinstance(line.about, FortBarrage):
        return odds.fort_told(context, line.about)
    if isinstance(line.about, UnitBarrage):
        return odds.units_told(context, state_of(context), line.about)
    if isinstance(line.about, DeclaredAssault):
        return odds.assault_told(context, line.about)
    return odds.attack_told(context, line.about) if line.about is not None else ""


__all__ = ["KINDS", "MOST", "ProposedOrder", "proposal_of", "proposed", "show", "take", "taken", "together"]

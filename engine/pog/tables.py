"""The questions that a ruleset answers, and the types of its answers.

Each question is a tuple of entries in a fixed order, those of the Deluxe rules first; a variant adds,
replaces or leaves out entries. The last word of each comment says how the answers are combined. Whatever an
entry can answer without a position is computed once, when the rules of a game are composed
(`engine.pog.ruleset`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from engine.core.game import Game
    from engine.errors import Reason
    from engine.pog.board import Board
    from engine.pog.combat_state import Combat
    from engine.pog.content.records import TerrainEffect
    from engine.pog.rules.activation_costs import CostException
    from engine.pog.ruleset import Ruleset
    from engine.pog.state import State
    from engine.pog.view import Modifier, PlanView


@dataclass(frozen=True, slots=True)
class CombatCard:
    """How a combat card works: when it can be committed and what it does (9.5.4).

    `usable(state, combat, side)` tests the card's own condition. `parts` names effects that
    the combat steps look for, e.g. "drm", "cancel_trench", "withdrawal".
    """

    usable: Callable[..., bool]
    parts: frozenset[str] = frozenset({"drm"})
    #: The window it belongs to besides the ordinary one: "", "trench" or "flank".
    window: str = ""


#: Modifiers of one side's fire, with their causes.
Modifying: TypeAlias = "Callable[[State, Combat, int], list[Modifier]]"
#: A set of units that depends on the content only.
Group: TypeAlias = "Callable[[Ruleset], int]"


def nobody(rules: Ruleset) -> int:
    """Return no units."""
    return 0


@dataclass(frozen=True, slots=True)
class Closing:
    """Spaces that a rule closes to units.

    `units` are the units it can bind. The spaces closed to one of them are `fixed` if no position
    changes them, else `spaces`. Units of `spared` are exempt in a retreat; `advance` says that
    an advance beyond the attacked space may not end there either. `strays` says that
    a unit already there counts as being where it may not be; else only entry is closed. `code` is that of the
    refusal, if it is not the name.
    """

    name: str
    rule: str
    units: Group
    fixed: Callable[[Ruleset], int] | None = None
    spaces: Callable[[State, int], int] | None = None
    spared: Group = nobody
    advance: bool = False
    strays: bool = True
    code: str = ""

    def binds(self, state: State, unit: int, space: int) -> bool:
        """Return True if it closes the space to the unit in a position."""
        return bool(self.units(state.rules) >> unit & 1 and self.closed(state, unit) >> space & 1)

    def closed(self, state: State, unit: int) -> int:
        """Return the spaces closed to a unit it binds, in a position."""
        fixed = self.fixed(state.rules) if self.fixed else 0
        return fixed | (self.spaces(state, unit) if self.spaces else 0)


@dataclass(frozen=True, slots=True)
class CardRule:
    """A rule that forbids some ways of playing cards.

    `verbs` are the ways it can forbid ("event", "ops", "sr", "rp"); `closed(state, side)` are the cards
    it applies to now, `data(state, card)` the data of the refusal.
    """

    name: str
    rule: str
    verbs: frozenset[str]
    closed: Callable[[State, int], int]
    data: Callable[[State, int], dict[str, int]] = field(default=lambda state, card: {"card": card})


@dataclass(frozen=True, slots=True)
class HitOrder:
    """A rule that names units one of which must take the next loss: `units(state, combat, side, able)`, 0 for any.

    `name` is the reason that is told of the other units.
    """

    name: str
    units: Callable[[State, Combat, int, int], int]


@dataclass(frozen=True, slots=True)
class Charge:
    """A rule by which an attack costs its side VP when it is declared.

    `applies(state, side, attackers, target)` decides it, both for the question before the attack and for the attack.
    `cause` is the line of the victory point table that is scored; then `note(state, side)` notes that it was.
    """

    rule: str
    cause: str
    applies: Callable[[State, int, int, int], bool]
    note: Callable[[State, int], None]


@dataclass(frozen=True, slots=True)
class Moments:
    """What happens automatically at fixed moments, in this order; no entry makes a transition."""

    #: A turn begins, before the dice for mandated offensives: `(game)`.
    turn_begins: tuple[Callable[[Game[State]], None], ...] = ()
    #: A mandated offensive was rolled and holds: `(game, side)`.
    offensive: tuple[Callable[[Game[State], int], None], ...] = ()
    #: A side is about to choose its action: `(game, side)`.
    action_begins: tuple[Callable[[Game[State], int], None], ...] = ()
    #: Units have left a space, by moving or redeploying, or were lost there: `(game, space)`.
    left: tuple[Callable[[Game[State], int], None], ...] = ()
    #: An army has tried to entrench: `(game, army, whether it succeeded)`.
    dug: tuple[Callable[[Game[State], int, bool], None], ...] = ()
    #: An attack is declared: `(game, combat)`.
    attack: tuple[Callable[[Game[State], Combat], None], ...] = ()
    #: A space has got its marker: `(game, space, attack or move)`.
    activated: tuple[Callable[[Game[State], int, bool], None], ...] = ()
    #: An action of a side is over: `(game, side)`.
    action_over: tuple[Callable[[Game[State], int], None], ...] = ()
    #: A combat is over but its cards are still on the table: `(game, combat)`.
    combat_over: tuple[Callable[[Game[State], Combat], None], ...] = ()
    #: Actions, attrition and sieges of a turn are over, its VP are not yet counted: `(game)`.
    turn_ends: tuple[Callable[[Game[State]], None], ...] = ()
    #: A unit has taken a replacement step: `(game, unit, half points)`.
    restored: tuple[Callable[[Game[State], int, int], None], ...] = ()
    #: A space has changed hands: `(game, space, side, who held it before)`.
    control: tuple[Callable[[Game[State], int, int, int | None], None], ...] = ()
    #: War status was scored by a side: `(game, side, points)`.
    war_status: tuple[Callable[[Game[State], int, int], None], ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """The answers of a ruleset."""

    #: Cards swapped in the decks when not all optional cards are in: (out, in) by name, `(rules)`. All.
    swaps: tuple[Callable[[Ruleset], tuple[tuple[str, str], ...]], ...] = ()
    #: Cards that the opening of the war needs and that cannot be given up in secret swaps.
    kept_cards: tuple[str, ...] = ()
    #: Handlers of card events by the name of the card.
    events: Mapping[str, Any] = field(default_factory=dict)
    combat_cards: Mapping[int, CombatCard] = field(default_factory=dict)
    #: Spaces nobody may enter or trace through: neutral lands, beaches (11.1.10, 11.1.11). Union.
    neutral: tuple[Callable[[State], int], ...] = ()
    #: Spaces a unit may neither move into nor attack, advance or redeploy into. Union.
    barred: tuple[Closing, ...] = ()
    #: Spaces a unit may not attack, in addition to those barred to it. Union.
    attack_bars: tuple[Closing, ...] = ()
    #: Spaces where a unit may not end a move or an SR although it may pass through. Union.
    no_stop: tuple[Closing, ...] = ()
    #: Spaces into which a unit may not advance. Union.
    no_entry: tuple[Closing, ...] = ()
    #: Spaces that a unit may not leave by move, SR or advance. Union.
    stays: tuple[Closing, ...] = ()
    #: Spaces from and to which a unit cannot redeploy: by sea, and at all. Union.
    no_sea: tuple[Closing, ...] = ()
    no_sr: tuple[Closing, ...] = ()
    #: Spaces through which a unit cannot trace supply. Union.
    untraced: tuple[Closing, ...] = ()
    #: Whether units of a side may stack together: `(state, units)`. All.
    may_stack: tuple[Callable[[State, int], bool], ...] = ()
    #: Whether a stack may end its move or SR in a space: `(state, stack, space)`. All.
    may_end: tuple[Callable[[State, int, int], bool], ...] = ()
    #: Spaces into which a unit retreats only if no other space of the same priority is open: `(state, unit)`. Union.
    shunned: tuple[Callable[[State, int], int], ...] = ()
    #: Units that may end moves and advances in closed spaces as long as they get closer to an open one: `(state)`. Union.
    astray: tuple[Callable[[State], int], ...] = ()
    #: MP cost of a step: `(state, stack, path, space)`, see `engine.pog.rules.step_costs`. The first named, else 1.
    step_cost: tuple[Callable[[State, int, tuple[int, ...], int], int | None], ...] = ()
    #: Whether a stack in a space may try to entrench: `(state, stack, space)`. All.
    may_dig: tuple[Callable[[State, int, int], bool], ...] = ()
    #: Whether a side may move more units into a space than may stack there, and lose the excess: `(state, side)`. Any.
    may_overstack: tuple[Callable[[State, int], bool], ...] = ()
    #: Added to the die of an attempt to entrench: `(state, army)`. Sum.
    dig_drms: tuple[Callable[[State, int], int], ...] = ()
    #: Conditions under which moving units gain control of a space: `(state, units, space, whether they end there)`. All.
    takes_control: tuple[Callable[[State, int, int, bool], bool], ...] = ()
    #: Units out of supply that may act nevertheless: `(state, side, attack or move)`. Union.
    acting: tuple[Callable[[State, int, bool], int], ...] = ()
    #: Those of the given spaces that can be activated: `(state, side, spaces, attack or move)`. Each filters the last's result.
    may_activate: tuple[Callable[[State, int, int, bool], int], ...] = ()
    #: Units in spaces just marked that take no part in the operation in any case: `(state, spaces, attack or move)`. Union.
    idle: tuple[Callable[[State, int, bool], int], ...] = ()
    #: OPS cost of a space. The first price named, else the number of its nationalities (9.2.3).
    prices: tuple[CostException, ...] = ()
    #: Ways in which cards may not be played as an action. A way that no entry closes is open.
    card_uses: tuple[CardRule, ...] = ()
    #: Cards in hand that may be discarded before drawing: `(state, side)`. Union.
    discards: tuple[Callable[[State, int], int], ...] = ()
    #: The pile a card goes to after use: `(state, side, card, verb)`, a pile of `State` or a mark. The first named.
    put_away: tuple[Callable[[State, int, int, str], str | None], ...] = ()
    #: Marks that are piles of cards, shared by both sides.
    piles: tuple[str, ...] = ()
    #: Action rounds of a turn, asked after each: the first named.
    rounds: tuple[Callable[[State], int | None], ...] = ()
    #: Added to the die of a mandated offensive: `(state, side)`. Sum.
    offensive_drms: tuple[Callable[[State, int], int], ...] = ()
    #: Boxes of mandated offensives that are skipped for the next one: `(state, side, box)`. Any.
    offensives_lost: tuple[Callable[[State, int, str], bool], ...] = ()
    #: Offensives that count as none: `(state, side, box)`. Any.
    offensives_void: tuple[Callable[[State, int, str], bool], ...] = ()
    #: Offensives that cost nothing when they are missed: `(state, nation)`. Any.
    offensives_excused: tuple[Callable[[State, str], bool], ...] = ()
    #: Rules by which an attack costs VP when it is declared. All.
    attack_charges: tuple[Charge, ...] = ()
    #: Reason why a side cannot offer peace: `(state, side)`. The first named.
    peace_bars: tuple[Callable[[State, int], Reason | None], ...] = ()
    #: Whether Russia is weak enough for the Tsar to take command: `(state)`. Any.
    tsar_weak: tuple[Callable[[State], bool], ...] = ()
    #: VP at the end of the game, with their causes: `(state)`. All.
    final_vp: tuple[Callable[[State], list[tuple[str, int]]], ...] = ()
    #: Those of the given spaces where a unit's SR can end: `(state, unit, spaces)`. Each filters the last's result.
    sr_ends: tuple[Callable[[State, int, int], int], ...] = ()
    #: Whether attackers of several nations need no common space: `(state, units)`. Any.
    joint_attacks: tuple[Callable[[State, int], bool], ...] = ()
    #: Forts built in play: by space the owner and the strength, `(state)`; and the cleanup when one has
    #: fallen: `(state, space)`. All.
    forts: tuple[Callable[[State], Mapping[int, tuple[int, int]]], ...] = ()
    fort_gone: tuple[Callable[[State, int], None], ...] = ()
    #: Units that do not move and cannot be attacked, like neutrals: `(state)`. Union.
    frozen: tuple[Callable[[State], int], ...] = ()
    #: Neutral nations besides those that have not entered yet: `(state)`. Union.
    neutral_nations: tuple[Callable[[State], frozenset[str]], ...] = ()
    #: Progress of the turmoil in Russia and of US involvement: the first named, else the
    #: combined war status.
    turmoil: tuple[Callable[[State], int | None], ...] = ()
    involvement: tuple[Callable[[State], int | None], ...] = ()
    #: Nations whose units trace over a network other than the usual one (`engine.pog.networks`).
    lines_of_supply: Mapping[str, int] = field(default_factory=dict)
    #: By nation: spaces where its units need no line of supply.
    self_supplied: Mapping[str, Callable[[Board], int]] = field(default_factory=dict)
    #: Uncontrolled spaces that a side's supply can cross nevertheless: `(state, side)`. Union.
    supply_crosses: tuple[Callable[[State, int], int], ...] = ()
    #: Supply grade of a unit out of supply, as shown on its marker: `(state, unit)`. The greatest.
    grade: tuple[Callable[[State, int], int], ...] = ()
    #: Cards of a side, besides those on the table, that it can commit from a face-up pile: `(state, side)`. Union.
    face_up: tuple[Callable[[State, int], int], ...] = ()
    #: Whether a side may commit cards to a combat at all: `(state, combat, side)`. All.
    may_commit: tuple[Callable[[State, Combat, int], bool], ...] = ()
    #: OPS in addition to the price: `(state, side, space, attack or move)`. Sum.
    surcharges: tuple[Callable[[State, int, int, bool], int], ...] = ()
    #: Whether a unit can take a replacement step: `(state, unit)`. All.
    may_restore: tuple[Callable[[State, int], bool], ...] = ()
    #: Where an eliminated army is rebuilt: `(state, army)`. The first named, else as a reinforcement (17.1.5).
    rebuilt: tuple[Callable[[State, int], int | None], ...] = ()
    #: Units and spaces that a side loses to attrition. Union.
    doomed_units: tuple[Callable[[State, int], int], ...] = ()
    doomed_spaces: tuple[Callable[[State, int], int], ...] = ()
    #: Spaces where Turks without a supply line live on special supply, which lets them stay (14.1.5). Union.
    strongholds: tuple[Group, ...] = ()
    moments: Moments = Moments()
    #: The ruleset's own invariants of a position: `(state)`, what is wrong with it. All.
    laws: tuple[Callable[[State], Iterable[str]], ...] = ()
    #: The ruleset's own markers by name: public numbers and sets in `State.marks`, with their starting values.
    marks: Mapping[str, int] = field(default_factory=dict)
    #: Rows of the terrain table that cover the defender of a combat. All.
    works: tuple[Callable[[State, Combat], list[TerrainEffect]], ...] = ()
    #: Spaces with a trench that has no marker: `(state)`. Union.
    shallow: tuple[Callable[[State], int], ...] = ()
    #: War plans that have not ended, with their status: `(state)`. All.
    plans: tuple[Callable[[State], list[PlanView]], ...] = ()
    #: Cards whose event is over by its text but still has effect by a variant's rules.
    binding: tuple[Callable[[State], int], ...] = ()
    #: Column shifts and die modifiers of a side's fire: `(state, combat, side)`. All.
    shifts: tuple[Modifying, ...] = ()
    drms: tuple[Modifying, ...] = ()
    #: Conditions of a flank attempt, all of which must hold, and its die modifiers.
    may_flank: tuple[Callable[[State, Combat], bool], ...] = ()
    flank: tuple[Callable[[State, Combat], list[Modifier]], ...] = ()
    #: Where a retreating unit may step next: `(state, combat, unit, spaces entered so far)`. Intersection.
    retreat_ways: tuple[Callable[[State, Combat, int, tuple[int, ...]], int], ...] = ()
    #: Whether units hit again after a retreat are permanently eliminated: `(state, unit)`. Any.
    caught_for_good: tuple[Callable[[State, int], bool], ...] = ()
    #: Spaces beyond the attacked one to which a stack may advance: `(state, combat, stack)`. Union.
    advance_beyond: tuple[Callable[[State, Combat, int], int], ...] = ()
    #: Attackers that may advance after the combat. Union.
    advancers: tuple[Callable[[State, Combat], int], ...] = ()
    #: Rules that name the units one of which must take the next loss. Each filters the last's result.
    hit_order: tuple[HitOrder, ...] = ()
    #: Armies that a corps replaces when they are lost in combat: `(state, army)`. All.
    may_replace: tuple[Callable[[State, int], bool], ...] = ()
    #: Die modifiers of an attack from events: (card, test of state and combat).
    attack_drms: tuple[tuple[str, Callable[..., bool]], ...] = ()


@dataclass(frozen=True, slots=True)
class Closed:
    """Closings combined for one unit: spaces always closed, and functions for the rest."""

    always: int
    now: tuple[Callable[[State, int], int], ...]

    def to(self, state: State, unit: int) -> int:
        """Return all spaces closed to the unit in a position."""
        result = self.always
        for spaces in self.now:
            result |= spaces(state, unit)
        return result


def folded(entries: tuple[Closing, ...], rules: Ruleset, retreat: bool = False) -> tuple[Closed, ...]:
    """Return by unit id what the entries close to it, in a retreat or otherwise; empty if there are no entries."""
    if not entries:
        return ()
    bound = [entry.units(rules) & ~(entry.spared(rules) if retreat else 0) for entry in entries]
    result = []
    for unit in range(len(rules.content.units)):
        mine = [entry for entry, units in zip(entries, bound, strict=True) if units >> unit & 1]
        always = 0
        for entry in mine:
            always |= entry.fixed(rules) if entry.fixed else 0
        result.append(Closed(always, tuple(entry.spaces for entry in mine if entry.spaces)))
    return tuple(result)

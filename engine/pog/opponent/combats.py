"""A computer player in combat: attackers, cards, losses, retreats and advances (12.0)."""

from __future__ import annotations

from engine.core.bits import first, members
from engine.core.options import Choice
from engine.pog.combat_state import Combat
from engine.pog.opponent import attacks, moves, weights, worth
from engine.pog.opponent.seat_context import SeatContext
from engine.pog.rules import combat as fight


class Combats(SeatContext):
    """The answers of a computer player from the declaration of a combat to its advance."""

    def _attack(self) -> Choice:
        gathered: int = self.decision.attackers  # type: ignore[attr-defined]
        add = self.options.masks.get("add", 0)
        stacks: dict[int, int] = {}
        for unit in members(gathered | add):
            space = self.state.loc[unit]
            stacks[space] = stacks.get(space, 0) | 1 << unit
        every = attacks.all_attacks(self.state, self.side, stacks, self.level)
        found = [one for one in every if one.units & gathered == gathered]
        found += [
            attacks.weigh(self.state, self.side, gathered, target, level=self.level)
            for target in self.options.of("target")
        ]  # the units gathered so far can attack as they are
        # a player who marked a space because of a misjudged attack misjudges it the same way here
        best = attacks.best(found, indulged=self.level.blur)
        if best is None:
            return self._no_attack()
        missing = best.units & ~gathered & add
        if missing:
            return Choice("add", first(missing))
        if self.options.allows(Choice("target", best.target)):
            return Choice("target", best.target)
        return self._no_attack()

    def _no_attack(self) -> Choice:
        """Attack nobody; if an event demands an attack, take the cheapest way out it offers."""
        verb = next((verb for verb in ("release", "decline") if self.has(verb)), "")
        return Choice(verb) if verb else self.tried(self.options)

    def _flank(self) -> Choice:
        """Attempt a flank attack if the DRM is at least one: fire first on 4 or more, else last (12.3)."""
        combat = fight.combat_of(self.state)
        needed = self.state.rules.content.flank.success
        drm = combat.flank_drm or fight.flank_drm(self.state, combat)
        return Choice("flank") if needed - drm <= weights.now().attacks.flank else Choice("frontal")

    def _cards(self) -> Choice:
        """Commit the card that changes the combat most, if the change is worth more than the card."""
        combat = fight.combat_of(self.state)
        sign, least = 1.0 if combat.side == self.side else -1.0, weights.now().attacks.card
        before = self._attack_as(combat)
        best: tuple[float, int] | None = None
        for card in self.options.of("play"):
            twin = combat.copy()
            twin.cards[self.side] |= 1 << card
            change = sign * (self._attack_as(twin) - before)
            if change >= least and (best is None or (change, card) > best):
                best = (change, card)
        if best is not None:
            return Choice("play", best[1])
        return Choice("finish") if self.has("finish") else self.tried(self.options)

    _trench_cards = _attacker_cards = _defender_cards = _open_trench_cards = _open_attacker_cards = _cards

    def _attack_as(self, combat: Combat) -> float:
        """Return the value of a combat for the attacker with the cards committed to it."""
        return attacks.weigh(self.state, combat.side, combat.attackers, combat.target, combat, self.level).worth

    def _loss(self) -> Choice:
        """Take the step that is worth least (12.4)."""
        hits = self.options.of("hit")
        if not hits:
            return next(iter(self.options))
        return Choice("hit", min(hits, key=lambda unit: (worth.step(self.state, unit), unit)))

    _attacker_loss = _defender_loss = _loss

    def _choose_replacement(self) -> Choice:
        return Choice("use", max(self.options.of("use"), key=lambda unit: (worth.unit(self.state, unit), -unit)))

    def _retreat_option(self) -> Choice:
        """Lose a step to hold the space if the space is worth more than the step (12.5.3)."""
        if self.has("ignore"):
            return Choice("ignore")
        combat = fight.combat_of(self.state)
        holds = self.options.of("hold")
        cheapest = Choice("hold", min(holds, key=lambda unit: (worth.step(self.state, unit), unit)))
        lost = worth.space(self.state, combat.target) + weights.now().attacks.hold
        spent = worth.step(self.state, cheapest.arg) * worth.horizon(self.state)
        return cheapest if spent < lost else Choice("retreat")

    def _retreat(self) -> Choice:
        if self.has("pick"):
            return Choice("pick", max(self.options.of("pick"), key=lambda unit: (worth.unit(self.state, unit), -unit)))
        return self.tried(self.options)

    def _declare_advance(self) -> Choice:
        """Name units to advance, without which beaten defenders stay (Banquet): first those whose space stays held by others."""
        if self.has("declare"):
            return Choice("declare")
        state, space = self.state, self.decision.space  # type: ignore[attr-defined]
        stack: int = self.decision.stack  # type: ignore[attr-defined]

        def held(unit: int) -> bool:
            return bool(state.units_at[state.loc[unit]] & ~(stack | 1 << unit))

        named = max(self.options.of("add"), key=lambda unit: (held(unit), worth.unit(state, unit), -unit), default=None)
        if named is None:
            return Choice("decline")
        keeps = held(named) or worth.space(state, space) >= worth.space(state, state.loc[named])
        return Choice("add", named) if keeps else Choice("decline")

    def _advance(self) -> Choice:
        """Advance the units that gain ground without opening their own space; see `moves.gain`."""
        stack: int = self.decision.stack  # type: ignore[attr-defined]
        path: tuple[int, ...] = self.decision.path  # type: ignore[attr-defined]
        if path:
            return self._continue_or_stay()
        target = fight.combat_of(self.state).target
        before = worth.position(self.state, self.side)
        now = moves.gain(self.state, stack, (target,), self.side, before) if stack else 0.0
        least = 0.0 if stack else weights.now().attacks.first_to_advance
        best: tuple[float, int] | None = None
        for unit in self.options.of("add"):
            value = moves.gain(self.state, stack | 1 << unit, (target,), self.side, before) - now
            if value > least and (best is None or (value, unit) > best):
                best = (value, unit)
        if best is not None:
            return Choice("add", best[1])
        return Choice("step", target) if stack and self.has("step") else Choice("finish")

    def _continue_or_stay(self) -> Choice:
        """Decide in the attacked space whether to continue or stay."""
        stay = [choice for choice in self.options if choice.verb != "drop"] or list(self.options)
        return self.tried(stay)


__all__ = ["Combats"]

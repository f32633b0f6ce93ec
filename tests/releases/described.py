"""A position by the names of everything in it, so that two versions, or two contents, can be compared."""

from __future__ import annotations

from typing import Any

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.content import Content
from engine.pog.state import State

#: What is plain in a position.
_PLAIN = (
    "turn", "round", "phase", "phasing", "vp", "combined", "us_entry", "russian", "tsar_fell_count", "beach_used",
    "limits_used", "reshuffle_due", "neutral_entry_turn", "battles", "greek_limited", "war_status", "commitment",
    "mandated", "rp", "at_war", "missed", "reinforced",
)  # fmt: skip
_UNITS = ("reduced", "ne_outside", "failed_entrench")
_SPACES = ("forts_destroyed", "trench_1", "trench_2", "trench_cp", "besieged", "closed")
_BY_SIDE = {
    "cards": ("hand", "deck", "discard", "removed", "table", "swapped_in", "swapped_out"),
    "spaces": ("control", "occupied", "full"),
}
_OPERATION = {
    "plain": ("side", "ops"),
    "units": ("moved", "digging", "attacked", "retreated", "fought", "abroad"),
    "spaces": ("move", "attack", "pledge", "evacuate", "targets"),
    "cards": ("effects", "spent"),
}
_COMBAT = {
    "plain": (
        "number", "side", "fort", "trench", "flank", "flank_die", "flank_drm", "to_attacker", "to_defender", "taken",
        "retreat_length", "winner", "retreat", "fort_fell", "fires",
    ),
    "units": ("attackers", "defenders", "first_reduced", "caught", "unsupplied"),
    "spaces": ("spaces",),
    "cards": ("effects",),
}  # fmt: skip


class _Names:
    """Names of things, and of sets of them."""

    def __init__(self, content: Content) -> None:
        self.kinds: dict[str, Any] = {"units": content.units, "spaces": content.spaces, "cards": content.cards}

    def one(self, kind: str, arg: int) -> str:
        """A thing; what is none has no name."""
        return str(self.kinds[kind][arg].name) if arg >= 0 else ""

    def many(self, kind: str, bits: int) -> list[str]:
        """A set, in alphabetical order."""
        return sorted(self.one(kind, arg) for arg in members(bits))

    def of(self, thing: Any, kinds: dict[str, tuple[str, ...]]) -> dict[str, Any]:
        """The fields of a record."""
        found: dict[str, Any] = {name: getattr(thing, name) for name in kinds["plain"]}
        for kind in ("units", "spaces", "cards"):
            found |= {name: self.many(kind, getattr(thing, name)) for name in kinds[kind]}
        return found


def described(game: Game[Any]) -> dict[str, Any]:
    """The whole position, what is asked, of whom, with which choices, and what may be taken back."""
    choices = sorted(game.text(choice) for choice in game.options()) if game.stack else []
    return {
        **_state(game.state),
        "number": game.number,
        "chance": [game.epoch, game.counter],
        "result": [game.result.winner, game.result.reason, game.result.data] if game.result else None,
        "stack": [[frame.kind, _step(frame, at)] for frame, at in game.stack],
        "actor": game.actor,
        "choices": choices,
        "undo": [[game.undoable(side) for side in (0, 1)], game.settled],
    }


def _step(frame: Any, at: int) -> str:
    steps = getattr(frame, "steps", ())
    return str(steps[at]) if at < len(steps) else ""


def _state(state: State) -> dict[str, Any]:
    names = _Names(state.rules.content)
    found: dict[str, Any] = {name: getattr(state, name) for name in _PLAIN}
    found |= {name: names.many("units", getattr(state, name)) for name in _UNITS}
    found |= {name: names.many("spaces", getattr(state, name)) for name in _SPACES}
    for kind, fields in _BY_SIDE.items():
        found |= {name: [names.many(kind, bits) for bits in getattr(state, name)] for name in fields}
    found["beachhead"], found["ana_held"] = names.one("spaces", state.beachhead), names.one("spaces", state.ana_held)
    found["cards_used"] = names.many("cards", state.cards_used)
    found["units"] = {names.one("units", unit): names.one("spaces", space) for unit, space in enumerate(state.loc)}
    found["events"] = {names.one("cards", card): turn for card, turn in state.events.items()}
    found["actions"] = [[[kind, names.one("cards", card)] for kind, card in side] for side in state.actions]
    found["operation"] = _operation(state, names)
    found["combat"] = _combat(state, names)
    return found


def _operation(state: State, names: _Names) -> dict[str, Any] | None:
    operation = state.operation
    if operation is None:
        return None
    found = names.of(operation, _OPERATION)
    found["card"] = names.one("cards", operation.card)
    found["sud_space"] = names.one("spaces", operation.sud_space)
    return {**found, "across": names.one("units", operation.across)}


def _combat(state: State, names: _Names) -> dict[str, Any] | None:
    combat = state.combat
    if combat is None:
        return None
    found = names.of(combat, _COMBAT)
    found["target"] = names.one("spaces", combat.target)
    for name in ("cards", "fresh"):
        found[name] = [names.many("cards", bits) for bits in getattr(combat, name)]
    found["first_attackers"] = [[names.one("spaces", a), names.one("units", b)] for a, b in combat.first_attackers]
    found["first_defenders"] = [names.one("units", unit) for unit in combat.first_defenders]
    found["replaced"] = {names.one("units", a): names.one("units", b) for a, b in combat.replaced.items()}
    found["lost_steps"] = [[names.one("units", unit), step] for unit, step in combat.lost_steps]
    for name in ("retreats", "advances"):
        paths = getattr(combat, name)
        found[name] = [[names.one("units", unit), [names.one("spaces", s) for s in path]] for unit, path in paths]
    found["losses"] = [
        [one.side, names.one("units", -1 if one.unit is None else one.unit), one.result,
         names.one("units", -1 if one.corps is None else one.corps)] for one in combat.losses
    ]  # fmt: skip
    return found

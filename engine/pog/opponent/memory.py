"""What was worked out about a position already: an operation asks the same again with every choice.

Only answers that follow from the position itself are kept here, so that whoever forgets them finds the same again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from engine.pog.state import State

#: Positions remembered at most.
_POSITIONS = 64
_known: OrderedDict[Hashable, dict[Hashable, Any]] = OrderedDict()


def of(state: State) -> dict[Hashable, Any]:
    """Notes about a position; the same for every copy of it."""
    operation = state.operation
    key = (
        id(state.rules), tuple(state.loc), *state.control, state.reduced, state.forts_destroyed, state.trench_1,
        state.trench_2, state.trench_cp, state.turn, state.round, state.vp, *state.war_status, state.beachhead,
        state.limits_used, operation.side if operation else -1, operation.move if operation else 0,
        operation.moved if operation else 0, operation.pledge if operation else 0, *state.mandated, len(state.events),
        state.closed, operation.attack if operation else 0,
    )  # fmt: skip
    found = _known.get(key)
    if found is None:
        if len(_known) >= _POSITIONS:
            _known.popitem(last=False)
        found = _known[key] = {"rules": state.rules}
    else:
        _known.move_to_end(key)
    return found

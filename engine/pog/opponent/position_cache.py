"""Cache of results about positions: an operation asks the same questions at every choice.

Only results that follow from the position itself are cached, so clearing the cache changes nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from operator import attrgetter
from typing import Any

from engine.pog.opponent import weights
from engine.pog.state import State

#: Maximum number of positions cached.
_POSITIONS = 64
#: Plain values of a position that its evaluation depends on.
_PLAIN = attrgetter(
    "turn", "round", "phase", "vp", "combined", "us_entry", "russian", "tsar_fell_count", "reduced", "forts_destroyed", "trench_1",
    "trench_2", "trench_cp", "beachhead", "ne_outside", "limits_used", "greek_limited", "ana_held", "closed",
)  # fmt: skip
_known: OrderedDict[Hashable, dict[Hashable, Any]] = OrderedDict()


def seen(state: State) -> tuple[object, ...]:
    """Return the part of a position that its value can depend on: no hands, no decks, no action under way."""
    return (
        *_PLAIN(state), tuple(state.loc), *state.control, *state.war_status, *state.commitment, tuple(state.at_war),
        tuple(state.events.items()), tuple(state.marks.values()),
    )  # fmt: skip


def of(state: State) -> dict[Hashable, Any]:
    """Return the cache entry of a position, shared by all its copies."""
    operation, judged = state.operation, weights.now()
    key = (
        id(state.rules), judged, *seen(state), state.mandated[0], state.mandated[1],
        *((operation.side, operation.move, operation.moved, operation.pledge, operation.attack) if operation else ()),
    )  # fmt: skip
    found = _known.get(key)
    if found is None:
        if len(_known) >= _POSITIONS:
            _known.popitem(last=False)
        found = _known[key] = {"rules": state.rules}
    else:
        _known.move_to_end(key)
    return found

"""Parsers of the tokens in card facts: conditions, exclusions and arrivals.

A condition is ``kind`` or ``kind:argument``; lists of alternatives use ``|``, fixed arguments use ``:``.
"""

from __future__ import annotations

from engine.pog.content.records import Need

PLACE_WORDS = frozenset({"nation_entry", "fr_port", "ru_near_east", "ru_supplied_army_space", "choice:bu", "choice:ro"})
"""Places of arrival that are not spaces (rule 9.5.3.3): the player or the position decides where."""

# Arguments of each condition. "cards" and "needs" take alternatives, the others a fixed number.
# "trait" precedes a condition that applies only to scenarios with that trait.
NEED_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "played": ("card",),
    "not_played": ("card",),
    "played_earlier_turn": ("card",),
    "any_played": ("cards",),
    "not_active": ("card",),
    "not_in_effect": ("card",),
    "next_action_after": ("card",),
    "turn_min": ("number",),
    "turn_max": ("number",),
    "ws_combined_min": ("number",),
    "involvement_min": ("number",),
    "any": ("needs",),
    "under": ("trait", "need"),
    "first_action_of_turn": (),
    "neutral_entry_limit": (),
    "not_after_own_sr": (),
    "reinforcement_limit": ("nation",),
    "at_war": ("nation",),
    "own_commitment": ("deck",),
    "not_own_commitment": ("deck",),
    "space_controlled": ("side", "space"),
    "space_supplied": ("side", "space"),
    "no_units": ("side", "space"),
    "capitulation_box": ("russian_box",),
    "enemy_in": ("land",),
    "no_enemy_in": ("land",),
    "war_status_below": ("side", "number"),
    "mark": ("mark",),
    "no_mark": ("mark",),
    "switch": ("switch", "switch_value"),
}
EXCLUDE_KINDS = frozenset(
    {
        "prevents",
        "cancels",
        "cancelled_by",
        "prevents_invasion",
        "prevents_this_round",
        "prevents_same_combat",
        "overridden_in_france_belgium_by",
    }
)


def parse_need(token: str) -> Need:
    """Parse a condition such as ``turn_min:2``, ``any:turn_min:3|played:ap_09_moltke`` or ``under:late_entrench:turn_min:2``.

    Raises:
        ValueError: the kind is unknown, or the number of arguments is wrong.
    """
    kind, _, rest = token.partition(":")
    if kind not in NEED_ARGUMENTS:
        raise ValueError(f"unknown condition {kind!r}")
    wanted = NEED_ARGUMENTS[kind]
    if wanted in {("cards",), ("needs",)}:
        args = tuple(filter(None, rest.split("|")))
        right = bool(args)
    elif wanted == ("trait", "need"):
        args = tuple(filter(None, rest.split(":", 1)))
        right = len(args) == len(wanted)
    else:
        args = tuple(rest.split(":")) if rest else ()
        right = len(args) == len(wanted)
    if not right:
        raise ValueError(f"wrong number of arguments in {token!r}")
    return Need(kind, args)


def parse_exclude(token: str) -> Need:
    """Parse an exclusion such as ``cancels:cp_55_lloyd_george|cp_61_haig``.

    Raises:
        ValueError: the kind is unknown, or no card follows.
    """
    kind, _, rest = token.partition(":")
    if kind not in EXCLUDE_KINDS:
        raise ValueError(f"unknown exclusion {kind!r}")
    args = tuple(filter(None, rest.split("|")))
    if not args:
        raise ValueError(f"no card in {token!r}")
    return Need(kind, args)


def parse_arrival(token: str) -> tuple[str, tuple[str, ...]]:
    """Parse an arrival such as ``br_ne_army@alexandria|nation_entry`` into unit and places.

    Raises:
        ValueError: unit or place is missing.
    """
    unit, _, places = token.partition("@")
    choices = tuple(places.split("|"))
    if not unit or not all(choices):
        raise ValueError(f"an arrival is written unit@place, not {token!r}")
    return unit, choices

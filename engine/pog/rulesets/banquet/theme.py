"""Theme type of the variant; see `engine.pog.rulesets.theme`."""

from __future__ import annotations

from engine.pog.rulesets.theme import Theme

__all__ = ["Theme"]

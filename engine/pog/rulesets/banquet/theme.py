"""What a topic of the variant consists of; see `engine.pog.rulesets.theme`."""

from __future__ import annotations

from engine.pog.rulesets.theme import Theme

__all__ = ["Theme"]

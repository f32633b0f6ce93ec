"""Pictures of a league, made only from the views in `renderer.league.views`; they know no game.

`draw` returns every view as an encoded picture with alt text. It is a pure function: the same view gives the same
bytes.
"""

from __future__ import annotations

from renderer.league.pictures import bare_encode_ms, draw, in_words, timed_draw, warm

__all__ = ["bare_encode_ms", "draw", "in_words", "timed_draw", "warm"]

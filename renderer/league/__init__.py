"""Pictures of a league, made from the views of `renderer.league.views` alone; they know no game.

`draw` answers every view with an encoded picture and its alt text. It is a pure function: the same view gives the same bytes.
"""

from __future__ import annotations

from renderer.league.pictures import bare_encode_ms, draw, in_words, timed_draw, warm

__all__ = ["bare_encode_ms", "draw", "in_words", "timed_draw", "warm"]

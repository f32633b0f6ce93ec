"""What every picture keeps when it is drawn in another colour set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image

from renderer.kit.colours import set_bytes
from renderer.kit.picture import Picture


def check_recoloured(draw: Callable[[Any], Picture], requests: Iterable[Any], palette: str) -> None:
    """Check that a colour set changes the colours of pictures and nothing else: the same pixels, the same words."""
    for request in requests:
        plain, other = draw(request), draw(replace(request, palette=palette))
        with Image.open(BytesIO(plain.data)) as a, Image.open(BytesIO(other.data)) as b:
            assert a.tobytes() == b.tobytes()
            assert bytes(b.getpalette() or []) == set_bytes(palette)
        assert plain.alt == other.alt

"""Finished pictures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: encoded bytes, size in px, alt text and a file name."""

    data: bytes
    mime: str
    width: int
    height: int
    alt: str
    name: str

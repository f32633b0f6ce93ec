"""The facts of Paths of Glory: ``load_content`` reads ``assets/pog`` into the records of ``records.py``."""

from __future__ import annotations

from engine.pog.content.loader import load_content
from engine.pog.content.records import AP, CP, SIDE_NAMES, Content

__all__ = ["AP", "CP", "SIDE_NAMES", "Content", "load_content"]

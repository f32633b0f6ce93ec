"""Printing measurements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any


def p95(values: Sequence[float]) -> float:
    """The 95th percentile; the maximum of fewer than twenty values."""
    return quantiles(values, n=20)[-1] if len(values) >= 20 else max(values)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    return {"median": round(median(values), 2), "p95": round(p95(values), 2)}


def show(title: str, rows: dict[str, Any]) -> None:
    """A table of two columns; nested figures are joined in one cell."""
    print(f"\n{title}")
    width = max(len(name) for name in rows)
    for name, value in rows.items():
        cell = "  ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        print(f"  {name:<{width}}  {cell}")


def dump(results: dict[str, Any]) -> None:
    """Everything as one JSON object."""
    print(json.dumps(results, indent=1, sort_keys=True))

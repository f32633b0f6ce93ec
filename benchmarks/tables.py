"""Print measurements."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import Any


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile; for fewer than twenty values, the maximum."""
    return quantiles(values, n=20)[-1] if len(values) >= 20 else max(values)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile."""
    return {"median": round(median(values), 2), "p95": round(p95(values), 2)}


def show(title: str, rows: dict[str, Any]) -> None:
    """Print a table with two columns; nested figures are joined in one cell."""
    print(f"\n{title}")
    width = max(len(name) for name in rows)
    for name, value in rows.items():
        cell = "  ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        print(f"  {name:<{width}}  {cell}")


def show_columns(title: str, results: dict[str, dict[str, Any]]) -> None:
    """Print a table with a column for each platform; nested figures become rows, lists are left to the JSON."""
    columns = {platform: dict(_flat(figures)) for platform, figures in results.items()}
    rows = list(dict.fromkeys(name for figures in columns.values() for name in figures))
    width = max(len(name) for name in rows)
    print(f"\n{title:<{width + 2}}" + "".join(f"{platform:>12}" for platform in columns))
    for name in rows:
        print(f"  {name:<{width}}" + "".join(f"{figures.get(name, '')!s:>12}" for figures in columns.values()))


def _flat(figures: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name} ")
        elif not isinstance(value, list):
            yield f"{before}{name}", value


def dump(results: dict[str, Any]) -> None:
    """Print everything as one JSON object."""
    print(json.dumps(results, indent=1, sort_keys=True))

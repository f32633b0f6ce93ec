"""Write the chances' weights to the computer's file, and their reliability as a table and a picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from engine.pog.content.chances import Bin, ChanceWeights, Held

FILE = Path(__file__).parents[2] / "assets" / "pog" / "opponent" / "chances.toml"
#: Width of the text diagram; size and margin of the picture in pixels.
_WIDTH, _SIDE, _EDGE = 50, 480, 48


def written(weights: ChanceWeights) -> str:
    """Return the weights in the file's format."""
    kept = weights.model_dump(mode="json")
    made, scenarios = kept.pop("made"), {**kept.pop("scenarios"), "": kept.pop("other")}
    tables = {name: made.pop(name) for name in ("games", "scenarios", "kinds", "middle")}
    table = made.pop("reliability")
    lines = [
        "# How the computer weighs what bears on the result of a war: see engine/pog/opponent/chances.py.",
        "# Made by a command, see below; what is changed by hand here is lost when it runs again.",
        *_values(kept),
    ]
    for name, values in scenarios.items():
        lines += ["", f"[scenarios.{name}]" if name else "[other]", *_values(values)]
    lines += ["", "[made]", *_values(made), "", "[made.games]", *_values(tables.pop("games"))]
    for key, parts in tables.items():
        for name, values in parts.items():
            lines += ["", f"[made.{key}.{name}]", *_values(values)]
    for row in table:
        lines += ["", "[[made.reliability]]", *_values(row)]
    return "\n".join(lines) + "\n"


def _values(values: dict[str, object]) -> Iterator[str]:
    return (f"{name} = {json.dumps(value)}" for name, value in values.items())


def held_table(parts: Mapping[str, Held]) -> list[str]:
    """Return the figures of predictions, one line per group."""
    return [
        f"{name:<14}{one.games:>6} games, Brier {one.brier:.3f} (usual shares {one.brier_usual:.3f}), "
        f"log {one.log:.3f} ({one.log_usual:.3f})"
        for name, one in parts.items()
    ]


def shown(bins: Sequence[Bin]) -> list[str]:
    """Return the reliability table with a diagram: prediction |, result *, X where both meet, and the range."""
    lines = [f"{'said':>6}{'came':>7}{'range':>15}{'games':>7}{'positions':>11}   0{'':{_WIDTH - 2}}1"]
    for one in bins:
        row = [" "] * (_WIDTH + 1)
        for at in range(round(one.low * _WIDTH), round(one.high * _WIDTH) + 1):
            row[at] = "-"
        row[round(one.came * _WIDTH)] = "*"
        said = round(one.said * _WIDTH)
        row[said] = "X" if row[said] == "*" else "|"
        between = f"{one.low:.2f} to {one.high:.2f}"
        lines.append(f"{one.said:>6.2f}{one.came:>7.2f}{between:>15}{one.games:>7}{one.positions:>11}   {''.join(row)}")
    return lines


def picture(bins: Sequence[Bin], path: Path) -> None:
    """Draw the reliability diagram: prediction on the x axis, result on the y axis, error bars and diagonal."""
    image = Image.new("RGB", (_SIDE, _SIDE), "white")
    draw = ImageDraw.Draw(image)
    size = _SIDE - 2 * _EDGE

    def place(said: float, came: float) -> tuple[float, float]:
        return _EDGE + said * size, _SIDE - _EDGE - came * size

    draw.rectangle([place(0, 1), place(1, 0)], outline="black")
    draw.line([place(0, 0), place(1, 1)], fill="grey")
    for tenth in range(0, 11, 2):
        x, y = place(tenth / 10, tenth / 10)
        draw.text((x - 8, _SIDE - _EDGE + 6), f"{tenth / 10:.1f}", fill="black")
        draw.text((_EDGE - 26, y - 6), f"{tenth / 10:.1f}", fill="black")
    draw.text((_SIDE // 2 - 60, _SIDE - 22), "said: Central Powers win", fill="black")
    draw.text((_EDGE, 18), "came, with the range for so many games", fill="black")
    for one in bins:
        draw.line([place(one.said, one.low), place(one.said, one.high)], fill="steelblue", width=3)
        x, y = place(one.said, one.came)
        draw.ellipse([x - 5, y - 5, x + 5, y + 5], fill="navy")
        draw.text((x + 8, y - 6), str(one.games), fill="navy")
    image.save(path)


__all__ = ["FILE", "held_table", "picture", "shown", "written"]

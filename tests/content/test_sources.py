"""Compares every row with the fact tables it was transcribed from, where those lie beside the repository.

They are no part of the repository: name their folder in FELDPOST_FACTS, or put it at ../shared/facts/pog.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from engine.pog.content import SIDE_NAMES, Content
from engine.pog.content.records import Need
from tests.content.support import ROOT

SOURCE = Path(os.environ.get("FELDPOST_FACTS", ROOT.parent / "shared" / "facts" / "pog"))

pytestmark = pytest.mark.skipif(not SOURCE.is_dir(), reason="the fact tables do not lie beside the repository")

Rows = list[dict[str, str]]


def rows(name: str) -> Rows:
    with (SOURCE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def side(number: int | None, nobody: str) -> str:
    return nobody if number is None else SIDE_NAMES[number]


def token(need: Need) -> str:
    if need.kind == "under":
        return f"historical:{need.args[1]}"
    joint = "|" if need.kind in {"any", "any_played"} else ":"
    return ":".join(filter(None, (need.kind, joint.join(need.args))))


def same(found: Rows, expected: Rows, *, ignore: set[str]) -> None:
    kept = [{key: value for key, value in row.items() if key not in ignore} for row in expected]
    assert len(found) == len(kept)
    for ours, theirs in zip(found, kept, strict=True):
        assert ours == theirs


def test_spaces(content: Content) -> None:
    kinds = {"map": "", "reserve": "reserve_box", "eliminated": "eliminated_box"}
    kinds |= {"permanently_eliminated": "permanently_eliminated_box", "not_in_play": "not_in_play_box"}
    found = [
        {
            "id": s.name,
            "name": s.title,
            "map": "none" if s.map == "box" else s.map,
            "nation": s.nation,
            "start_control": side(s.start_control, "neutral"),
            "terrain": s.terrain,
            "fort": str(s.fort),
            "port": side(s.port, "none"),
            "supply_source": " ".join(sorted(s.sources)) or "none",
            "capital_of": s.capital_of or "",
            "vp_base": yes(s.vp_base),
            "vp_historical": yes(s.vp_historical),
            "mef_space": yes(s.beach),
            "special": "mef_beach" if s.beach else "map_edge_box" if s.edge_box else kinds[s.kind],
            "lat": "" if s.lat is None else f"{s.lat:.2f}",
            "lon": "" if s.lon is None else f"{s.lon:.2f}",
            "printed_side": side(s.printed_side, "?"),
        }
        for s in content.spaces
    ]
    expected = rows("spaces.csv")
    for row in expected:
        row["supply_source"] = " ".join(sorted(row["supply_source"].split()))
    same(found, expected, ignore={"notes"})


def test_connections(content: Content) -> None:
    found = [
        {
            "a": min(content.spaces[c.a].name, content.spaces[c.b].name),
            "b": max(content.spaces[c.a].name, content.spaces[c.b].name),
            "kind": "dashed" if c.dashed else "solid",
            "nations": " ".join(sorted(c.nations)),
        }
        for c in content.connections
    ]
    same(found, rows("connections.csv"), ignore={"notes"})


def test_units(content: Content) -> None:
    found = [
        {
            "id": u.name,
            "side": SIDE_NAMES[u.side],
            "nation": u.nation,
            "name": u.title,
            "kind": "army" if u.army else "corps",
            "cf": str(u.cf),
            "lf": str(u.lf),
            "mf": str(u.mf),
            "reduced_cf": str(u.reduced_cf),
            "reduced_lf": str(u.reduced_lf),
            "reduced_mf": str(u.reduced_mf),
            "count": "1",
            "replaceable": yes(u.replaceable),
            "near_east": yes(u.near_east),
            "enters": u.enters,
            "parent_nation": u.parent,
            "rp_pool": u.pool or "none",
            "loss_priority": str(u.loss_priority or ""),
        }
        for u in content.units
    ]
    same(found, rows("units.csv"), ignore={"notes"})


def test_cards(content: Content) -> None:
    pools = ["a", "br", "fr", "it", "ru", "us", "ah", "bu", "ge", "tu"]
    found = []
    for c in content.cards:
        points = dict(c.rp)
        arrivals = (f"{content.units[a.unit].name}@{'|'.join(a.places)}" for a in c.arrivals)
        found.append(
            {
                "id": c.name,
                "side": SIDE_NAMES[c.side],
                "number": str(c.number),
                "name": c.title,
                "deck": c.deck,
                "optional": yes(c.optional),
                "ops": str(c.ops),
                "sr": str(c.sr),
                "remove_after_event": yes(c.remove),
                "combat_card": yes(c.combat),
                "once_per_turn_cc": yes(c.once_per_turn),
                "cc_role": c.role,
                "drm": f"{c.drm:+d}" if c.drm else "",
                "war_status": str(c.war_status),
                **{f"rp_{pool}": str(points.get(pool, 0)) for pool in pools},
                "ops_after_event": {"by_stripe": "historical-only"}.get(c.ops_after_event, c.ops_after_event),
                "prerequisites": ";".join(token(need) for need in c.needs),
                "excludes": ";".join(f"{need.kind}:{'|'.join(need.args)}" for need in c.excludes),
                "enables": ";".join(c.enables),
                "reinforcements": ";".join(arrivals),
            }
        )
    same(found, rows("cards.csv"), ignore={"notes", "effect"})


def test_setup(content: Content) -> None:
    found = [
        {
            "side": SIDE_NAMES[r.side],
            "item": f"trench_{r.trench}" if r.unit is None else content.units[r.unit].name,
            "space": content.spaces[r.space].name,
            "reduced": yes(r.reduced),
            "scenario": r.scenario,
        }
        for r in content.setup
    ]
    same(found, rows("setup.csv"), ignore={"notes"})


def test_entries(content: Content) -> None:
    found = []
    for r in content.entries:
        marker = f"trench_{r.trench}" if r.control is None else f"control_{SIDE_NAMES[r.control]}"
        item = marker if r.unit is None else content.units[r.unit].name
        found.append(
            {"nation": r.nation, "item": item, "space": r.place, "reduced": yes(r.reduced), "scenario": "base"}
        )
    same(found, rows("neutral_entry.csv"), ignore={"notes"})


@pytest.mark.parametrize(("heading", "table"), (("## 1. Army", "army_fire"), ("## 2. Corps", "corps_fire")))
def test_fire_tables(content: Content, heading: str, table: str) -> None:
    part = (SOURCE / "tables.md").read_text(encoding="utf-8").split(heading)[1].split("\n## ")[0]
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")
    ]
    fire = getattr(content, table)
    assert fire.columns == tuple(int(cell.split("-")[0].rstrip("+")) for cell in lines[0][1:])
    assert fire.rows == tuple(tuple(int(cell) for cell in line[1:]) for line in lines[2:])

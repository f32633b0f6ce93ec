"""Applies a ruleset's changes to the fact files: rows changed, added or taken out of play.

A file of a ruleset has the name of the base file and lists changes to the same tables::

    source = "..."

    [cards]
    change = [{ name = "ap_17_italy", needs = ["turn_min:4"] }]
    add = [{ name = "cp_66_bread_riots", like = "cp_37_hoffmann", number = 66 }]
    remove = [{ name = "ap_52_convoy" }]

    [sr]
    change = { army_cost = 3 }

    [decks]
    more = { cp = { total = 1 } }

A changed row is found by its key and keeps the fields not named; `like` inherits the fields of
another row. A removed row is identified by any of its fields, which must match exactly one row. Spaces, units and cards
keep their ids: a removed one stays and is `absent`, an added one comes last. Values of the base file
outside its tables of rows are changed by `change`, which gives the new value, or by `more`, which gives the difference: a ruleset
counts what it adds to the base, so that the base can grow on its own. The result must pass the schemas and checks of the base.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from engine.errors import ContentError

Rows = list[dict[str, Any]]

#: Fields that identify a row, where that is not its name.
_KEYS: dict[tuple[str, str], tuple[str, ...]] = {
    ("connections.toml", "connections"): ("a", "b"),
    ("setup.toml", "setup"): ("unit",),
    ("entry.toml", "entries"): ("unit",),
    ("turns.toml", "turns"): ("number",),
    ("terrain.toml", "standing_drms"): ("space",),
    ("mandated_offensives.toml", "tables"): ("side",),
    ("replacements.toml", "costs"): ("action",),
    ("victory_points.toml", "changes"): ("cause",),
    ("war_status.toml", "thresholds"): ("effect",),
}
#: Rows whose ids are stored in saved games: removed ones are marked, not dropped.
_KEPT = {("spaces.toml", "spaces"), ("units.toml", "units"), ("cards.toml", "cards")}
_WAYS = ("change", "add", "remove")
#: How fields change: to a value, or by a number.
_OF_FIELDS = ("change", "more")


def changed(name: str, base: dict[str, Any], file: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a base file with the changes of a ruleset's file of the same name.

    Raises:
        ContentError: a table, row or field does not exist; names the ruleset's file, row and field.
    """
    if not isinstance(changes.get("source"), str):
        raise ContentError(file, None, "source", "a file says where its changes come from")
    result = deepcopy(base)
    for table, ways in changes.items():
        if table == "source":
            continue
        if table in _OF_FIELDS:
            _merge(result, ways, file, table, more=table == "more")
            continue
        if table not in result:
            raise ContentError(file, None, table, f"{name} has no such table; it has {', '.join(sorted(result))}")
        has_rows = not isinstance(result[table], dict)
        known = _WAYS if has_rows else _OF_FIELDS
        if not isinstance(ways, dict) or not ways or not set(ways) <= {*_WAYS, *_OF_FIELDS}:
            raise ContentError(file, None, table, f"says {', '.join(known)} and nothing else")
        if not set(ways) <= set(known):
            problem = "has rows, each with fields of its own" if has_rows else "has no rows: its fields may only change"
            raise ContentError(file, None, table, problem)
        if has_rows:
            result[table] = _rows(name, table, result[table], ways, file)
        else:
            for way, fields in ways.items():
                _merge(result[table], fields, file, table, more=way == "more")
    return result


def _merge(fields: dict[str, Any], new: Any, file: str, where: str, *, more: bool = False) -> None:
    """Replace fields by name, or add numbers to them, recursing into tables of fields."""
    if not isinstance(new, dict):
        raise ContentError(file, None, where, "a table of fields is changed by a table of fields")
    for field, value in new.items():
        if isinstance(fields.get(field), dict) and isinstance(value, dict):
            _merge(fields[field], value, file, f"{where}.{field}", more=more)
        else:
            fields[field] = _sum(fields.get(field, 0), value, file, f"{where}.{field}") if more else value


def _sum(base: object, more: object, file: str, where: str) -> int:
    """Add a difference to a number of the base, which defaults to 0."""
    if type(base) is not int or type(more) is not int:
        raise ContentError(
            file, None, where, "`more` says by how much a number grows; use `change` for everything else"
        )
    return base + more


def _rows(name: str, table: str, base: Rows, ways: dict[str, Any], file: str) -> Rows:
    rows = list(base)
    key = _KEYS.get((name, table), ("name",))
    for row in _listed(ways, "change", file, table):
        at = _find(rows, {field: row[field] for field in key if field in row}, file, row)
        rows[at] = {**rows[at], **row}
    for row in _listed(ways, "remove", file, table):
        at = _find(rows, row, file, row)
        rows[at : at + 1] = [{**rows[at], "absent": True}] if (name, table) in _KEPT else []
    for row in _listed(ways, "add", file, table):
        like = row.get("like")
        inherited = rows[_find(rows, {key[0]: like}, file, row)] if like is not None else {}
        rows.append({**inherited, **{field: value for field, value in row.items() if field != "like"}})
    return rows


def _listed(ways: dict[str, Any], way: str, file: str, table: str) -> Rows:
    rows = ways.get(way, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ContentError(file, None, f"{table}.{way}", "is a list of rows")
    return rows


def _find(rows: Rows, fields: dict[str, Any], file: str, asked: dict[str, Any]) -> int:
    """Return the index of the one row that has all of these fields."""
    label = "-".join(str(value) for value in (fields or asked).values())
    found = [at for at, row in enumerate(rows) if all(row.get(field) == value for field, value in fields.items())]
    if not fields:
        raise ContentError(file, label, None, "does not say which row it means")
    if len(found) != 1:
        problem = f"{len(found)} rows are like that" if found else "there is no such row in the base"
        raise ContentError(file, label, next(iter(fields)), problem)
    return found[0]

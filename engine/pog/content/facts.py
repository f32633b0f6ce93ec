"""All fact files together, validated but not yet compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.pog.content import schema, schema_start, schema_tables


@dataclass(frozen=True, slots=True)
class Facts:
    """One model for each file of ``assets/pog``."""

    spaces: schema.SpacesFile
    connections: schema.ConnectionsFile
    units: schema.UnitsFile
    cards: schema.CardsFile
    setup: schema.SetupFile
    entry: schema.EntryFile
    turns: schema.TurnsFile
    fire: schema_tables.FireFile
    terrain: schema_tables.TerrainFile
    mandated: schema_tables.MandatedFile
    peace: schema_tables.PeaceFile
    replacements: schema_tables.ReplacementsFile
    war_status: schema_tables.WarStatusFile
    victory_points: schema_tables.VictoryPointsFile
    operations: schema_tables.OperationsFile
    scenarios: schema_tables.ScenariosFile
    totals: schema_tables.TotalsFile
    #: By name, those that a scenario begins with: ``starts/NAME.toml``.
    starts: Mapping[str, schema_start.StartFile]

"""All fact files together, validated but not yet compiled."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pog.content import schema


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
    fire: schema.FireFile
    terrain: schema.TerrainFile
    mandated: schema.MandatedFile
    peace: schema.PeaceFile
    replacements: schema.ReplacementsFile
    war_status: schema.WarStatusFile
    victory_points: schema.VictoryPointsFile
    operations: schema.OperationsFile
    scenarios: schema.ScenariosFile
    totals: schema.TotalsFile

"""All fact files together, validated but not yet compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.pog.content import schema, schema_nations, schema_start, schema_tables


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
    nations: schema_nations.NationsFile
    scenarios: schema_tables.ScenariosFile
    totals: schema_tables.TotalsFile
    #: By name: the starts that scenarios use, from ``starts/NAME.toml``.
    starts: Mapping[str, schema_start.StartFile]

    def in_play(self) -> Facts:
        """Return the facts without what a ruleset leaves out; ids do not apply to the result."""
        return replace(
            self,
            spaces=self.spaces.model_copy(update={"spaces": [row for row in self.spaces.spaces if not row.absent]}),
            units=self.units.model_copy(update={"units": [row for row in self.units.units if not row.absent]}),
            cards=self.cards.model_copy(update={"cards": [row for row in self.cards.cards if not row.absent]}),
        )

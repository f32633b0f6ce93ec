"""Compiles checked facts into records with integer ids. Expects facts that passed ``check_facts``."""

from __future__ import annotations

import hashlib

from engine.pog.content import records as r
from engine.pog.content import schema as s
from engine.pog.content import schema_tables as t
from engine.pog.content.facts import Facts
from engine.pog.content.nations import compile_nations
from engine.pog.content.starts import Ids as StartIds
from engine.pog.content.starts import compile_start
from engine.pog.content.tokens import parse_arrival, parse_exclude, parse_need

Ids = dict[str, int]
_SIDES = {name: side for side, name in enumerate(r.SIDE_NAMES)}


def compile_facts(facts: Facts, digest: str, ruleset: str = "") -> r.Content:
    """Compile all facts, with those of a ruleset if named; ids follow the order of rows, and boxes always keep theirs."""
    place_rows = _in_order(facts.spaces)
    space_ids: Ids = {row.name: n for n, row in enumerate(place_rows)}
    unit_ids: Ids = {row.name: n for n, row in enumerate(facts.units.units)}
    card_ids: Ids = {row.name: n for n, row in enumerate(facts.cards.cards)}
    ids = StartIds(
        space_ids,
        unit_ids,
        card_ids,
        tuple(row.name for row in facts.war_status.us_track),
        tuple(row.name for row in facts.war_status.russian_track),
    )
    return r.Content(
        spaces=tuple(
            _space(n, row) if isinstance(row, s.SpaceRow) else _box(n, row) for n, row in enumerate(place_rows)
        ),
        connections=tuple(_connection(row, space_ids) for row in facts.connections.connections),
        units=tuple(_unit(n, row) for n, row in enumerate(facts.units.units)),
        cards=tuple(_card(n, row, unit_ids) for n, row in enumerate(facts.cards.cards)),
        setup=tuple(_setup(row, space_ids, unit_ids) for row in facts.setup.setup),
        entries=tuple(_entry(row, unit_ids) for row in facts.entry.entries),
        turns=tuple(_turn(row) for row in facts.turns.turns),
        army_fire=_fire(facts.fire.army),
        corps_fire=_fire(facts.fire.corps),
        terrain={row.name: _terrain(row) for row in facts.terrain.terrain},
        flank=r.FlankRules(facts.terrain.flank.success, facts.terrain.flank.drm_per_space),
        standing_drms=tuple(_standing_drm(row, space_ids) for row in facts.terrain.standing_drms),
        mandated=_mandated(facts.mandated),
        mandated_goals={row.name: _goal(row) for row in facts.mandated.goals},
        peace_terms=tuple(_peace(row) for row in facts.peace.terms),
        replacement_costs={row.action: _cost(row) for row in facts.replacements.costs},
        replacement_changes=tuple(_change(row) for row in facts.replacements.changes),
        pools=(tuple(facts.replacements.pools_ap), tuple(facts.replacements.pools_cp)),
        thresholds=tuple(r.Threshold(row.counter, row.value, row.effect) for row in facts.war_status.thresholds),
        us_track=_track(facts.war_status.us_track),
        russian_track=_track(facts.war_status.russian_track),
        vp_changes={row.cause: _vp_change(row) for row in facts.victory_points.changes},
        sr=_sr(facts.operations.sr),
        entrench=_entrench(facts.operations.entrench),
        activation=_activation(facts.operations.activation, space_ids),
        nations=compile_nations(facts.nations, space_ids, unit_ids, _nationalities(facts)),
        scenarios={row.name: _scenario(row) for row in facts.scenarios.scenarios},
        starts={name: compile_start(name, file, ids) for name, file in facts.starts.items()},
        switches={row.name: _switch(row, card_ids) for row in facts.scenarios.switches},
        space_by_name=space_ids,
        unit_by_name=unit_ids,
        card_by_name=card_ids,
        digest=digest,
        ids=_digest_of_ids(space_ids, unit_ids, card_ids),
        ruleset=ruleset,
    )


def _in_order(places: s.SpacesFile) -> list[s.SpaceRow | s.BoxRow]:
    """Return spaces and boxes in the order of their ids: the boxes keep their place among the spaces."""
    rows, first_box = places.spaces, places.first_box
    return [*rows[:first_box], *places.boxes, *rows[first_box:]]


def _nationalities(facts: Facts) -> dict[int, tuple[int, str, bool]]:
    """Return each unit's side, nation, and whether it is an army."""
    return {n: (_SIDES[row.side], row.nation, row.size == "army") for n, row in enumerate(facts.units.units)}


def _digest_of_ids(*kinds: Ids) -> str:
    """Return 64 bits of a hash of all names in order of their ids, in hex: enough to tell editions apart, and small to store."""
    return hashlib.sha256("\0".join("\n".join(names) for names in kinds).encode()).hexdigest()[:16]


def _side(name: str | None) -> int | None:
    """Return the side of 'ap' or 'cp'; None for 'neutral' or None."""
    return None if name is None else _SIDES.get(name)


def _space(number: int, row: s.SpaceRow) -> r.Space:
    return r.Space(
        id=number,
        name=row.name,
        title=row.title,
        map=row.map,
        near_east=row.map != "europe",
        nation=row.nation,
        printed_side=_SIDES[row.side],
        start_control=_side(row.start or row.side),
        terrain=row.terrain,
        fort=row.fort,
        port=_side(row.port),
        sources=frozenset(row.sources),
        capital_of=row.capital_of,
        vp_base=row.vp in {"both", "base"},
        vp_historical=row.vp in {"both", "historical"},
        beach=row.special == "beach",
        edge_box=row.special == "edge_box",
        kind="absent" if row.absent else "map",
        lat=row.lat,
        lon=row.lon,
    )


def _box(number: int, row: s.BoxRow) -> r.Space:
    return r.Space(
        id=number,
        name=row.name,
        title=row.title,
        map="box",
        near_east=False,
        nation="none",
        printed_side=_SIDES[row.side],
        start_control=_SIDES[row.side],
        terrain="clear",
        fort=0,
        port=None,
        sources=frozenset(),
        capital_of=None,
        vp_base=False,
        vp_historical=False,
        beach=False,
        edge_box=False,
        kind=row.kind,
        lat=None,
        lon=None,
    )


def _connection(row: s.ConnectionRow, spaces: Ids) -> r.Connection:
    low, high = sorted((spaces[row.a], spaces[row.b]))
    return r.Connection(low, high, bool(row.nations), frozenset(row.nations))


def _unit(number: int, row: s.UnitRow) -> r.Unit:
    cf, lf, mf = row.full
    reduced_cf, reduced_lf, reduced_mf = row.reduced
    return r.Unit(
        id=number,
        name=row.name,
        title=row.title,
        side=_SIDES[row.side],
        nation=row.nation,
        parent=row.parent or row.nation,
        army=row.size == "army",
        cf=cf,
        lf=lf,
        mf=mf,
        reduced_cf=reduced_cf,
        reduced_lf=reduced_lf,
        reduced_mf=reduced_mf,
        replaceable=row.pool is not None,
        near_east=row.near_east,
        enters=row.enters,
        pool=row.pool,
        loss_priority=row.loss_priority,
        group=row.group or row.name,
        replaced_by=tuple(row.replaced_by),
        limits=frozenset(row.limits),
    )


def _card(number: int, row: s.CardRow, units: Ids) -> r.Card:
    needs = tuple(parse_need(token) for token in row.needs)
    arrivals = (parse_arrival(token) for token in row.arrivals)
    return r.Card(
        id=number,
        name=row.name,
        number=row.number,
        title=row.title,
        side=_SIDES[row.side],
        deck=row.deck,
        optional=row.optional,
        ops=row.ops,
        sr=row.sr,
        rp=tuple(row.rp.items()),
        remove=row.remove,
        combat=row.combat is not None,
        once_per_turn=row.once_per_turn,
        role=row.combat or "none",
        drm=row.drm,
        war_status=row.war_status,
        ops_after_event=row.ops_after_event,
        needs=needs,
        reinforcement_nation=next((need.args[0] for need in needs if need.kind == "reinforcement_limit"), None),
        neutral_entry=row.neutral_entry,
        arrivals=tuple(r.Arrival(units[unit], places) for unit, places in arrivals),
        excludes=tuple(parse_exclude(token) for token in row.excludes),
        enables=tuple(row.enables),
        limited_entry=row.limited_entry,
        absent=row.absent,
        lasting=row.lasting,
        stand_in=row.stand_in,
        added=row.added,
    )


def _setup(row: s.SetupRowSpec, spaces: Ids, units: Ids) -> r.SetupRow:
    unit = None if row.unit is None else units[row.unit]
    return r.SetupRow(spaces[row.space], unit, row.trench, _SIDES[row.side], row.reduced, row.scenario)


def _entry(row: s.EntryRowSpec, units: Ids) -> r.EntryRow:
    unit = None if row.unit is None else units[row.unit]
    return r.EntryRow(row.nation, unit, row.place, row.trench, _side(row.control), row.reduced)


def _turn(row: s.TurnRow) -> r.Turn:
    return r.Turn(
        number=row.number,
        title=row.title,
        season=row.season,
        year=row.year,
        siege_drm=row.siege_drm,
        desert_closed=row.desert_closed,
        blockade=row.blockade,
        commitment_check=row.commitment_check,
        reinforcements=row.reinforcements,
        german_forts_closed=row.german_forts_closed,
    )


def _fire(table: t.FireTableSpec) -> r.FireTable:
    return r.FireTable(tuple(table.columns), tuple(tuple(row) for row in table.rows))


def _terrain(row: t.TerrainRow) -> r.TerrainEffect:
    return r.TerrainEffect(row.name, row.attacker, row.defender, row.may_stand, row.stops_advance, row.flank)


def _mandated(file: t.MandatedFile) -> tuple[r.MandatedTable, r.MandatedTable]:
    tables = {row.side: r.MandatedTable(_SIDES[row.side], tuple(row.boxes), tuple(row.results)) for row in file.tables}
    return tables["ap"], tables["cp"]


def _goal(row: t.MandatedGoalRow) -> r.MandatedGoal:
    return r.MandatedGoal(
        name=row.name,
        side=_SIDES[row.side],
        attackers=frozenset(row.attackers),
        defenders=frozenset(row.defenders),
        lands=frozenset(row.lands),
        italian_front=row.italian_front,
        becomes=row.becomes,
        cancelled_by=row.cancelled_by,
    )


def _peace(row: t.PeaceRow) -> r.PeaceTerms:
    return r.PeaceTerms(
        _SIDES[row.side], row.vp_min, row.vp_max, row.combined_min, row.combined_max, tuple(row.results)
    )


def _track(rows: list[t.TrackRow]) -> tuple[r.TrackBox, ...]:
    return tuple(r.TrackBox(row.name, row.card, row.reversible) for row in rows)


def _sr(row: t.SrSpec) -> r.SrRules:
    return r.SrRules(
        corps_cost=row.corps_cost,
        army_cost=row.army_cost,
        near_east_groups=frozenset(row.near_east_groups),
        near_east_sea_free=row.near_east_sea_free,
        near_east_alone=row.near_east_alone,
        box_barred=frozenset(row.box_barred),
        near_east_ap_per_turn=row.near_east_ap_per_turn,
        russian_between_maps_per_turn=row.russian_between_maps_per_turn,
        near_east_cp_per_turn=row.near_east_cp_per_turn,
        near_east_cp_exempt=frozenset(row.near_east_cp_exempt),
        box_without_capital=frozenset(row.box_without_capital),
    )


def _entrench(row: t.EntrenchSpec) -> r.EntrenchRules:
    return r.EntrenchRules(row.max_level, row.repeat_drm, frozenset(row.repeat_nations), row.markers)


def _activation(row: t.ActivationSpec, spaces: Ids) -> r.ActivationRules:
    return r.ActivationRules(
        automatic_ops=row.automatic_ops,
        near_east_attack_spaces=row.near_east_attack_spaces,
        beachhead_army=row.beachhead_army,
        beachhead_corps=row.beachhead_corps,
        be_as_br_spaces=frozenset(spaces[name] for name in row.be_as_br_spaces),
        us_as_fr_lands=frozenset(row.us_as_fr_lands),
        stacking_limit=row.stacking_limit,
    )


def _scenario(row: t.ScenarioRow) -> r.Scenario:
    return r.Scenario(
        name=row.name,
        title=row.title,
        last_turn=row.last_turn,
        vp_set=row.vp_set,
        start_vp=row.start_vp,
        hand_size=row.hand_size,
        trench_modifiers=row.trench_modifiers,
        peace_terms=row.peace_terms,
        guns_of_august=row.guns_of_august,
        start=row.start,
        ends_at_commitment=row.ends_at_commitment,
        turn_1_br_offensive=row.turn_1_br_offensive,
        traits=frozenset(row.traits),
        ruleset=row.ruleset,
        levels=tuple(r.VictoryLevel(tuple(level.conditions), level.cp_min, level.ap_max) for level in row.levels),
    )


def _switch(row: t.SwitchRow, cards: Ids) -> r.Switch:
    return r.Switch(
        name=row.name,
        values=tuple(row.values),
        entries=tuple(row.entries),
        proposal=row.proposal,
        rules=tuple(row.rules),
        cards=frozenset(cards[name] for name in row.cards),
        asked=tuple(row.asked),
    )


def _standing_drm(row: t.DrmRow, spaces: Ids) -> r.Drm:
    return r.Drm(spaces[row.space], row.drm, row.lifted_by, _SIDES[row.lifted_for])


def _cost(row: t.CostRow) -> r.ReplacementCost:
    return r.ReplacementCost(row.action, row.half_points)


def _change(row: t.ReplacementChangeRow) -> r.ReplacementChange:
    return r.ReplacementChange(row.name, row.pool, row.points, row.cap, row.when, row.trait, row.card)


def _vp_change(row: t.VpRow) -> r.VpChange:
    return r.VpChange(row.cause, row.when, row.vp, row.trait, row.card)

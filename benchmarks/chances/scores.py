"""Score winning chances against the usual shares, and measure their reliability.

In a scenario, all kinds of players with enough games have the same weight; so do all games of a kind, however long.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from math import sqrt

from benchmarks.chances.games import Seen
from engine.pog.content.chances import Bin, ChanceWeights, Held
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import Chances, brier, judged, log_score

#: Bins of the reliability table, and the range examined most closely.
_BINS, MIDDLE = 10, (0.35, 0.75)
_Z = 1.96
#: Games from which a kind of players in a scenario has full weight.
_ENOUGH = 5
#: Prior games of the usual shares, a third for each result.
_BEFORE = 6.0
#: By scenario, how often the Central Powers, nobody and the Allies won.
Shares = dict[str, tuple[float, float, float]]


def shares_of(seen: Sequence[Seen]) -> list[float]:
    """Return each position's weight: equal per scenario, kind with enough games, game, and position of a game."""
    length = Counter(one.game for one in seen)
    games = Counter((scenario, kind) for scenario, kind, _ in length)
    kinds: Counter[str] = Counter()
    for (scenario, _), count in games.items():
        kinds[scenario] += min(count, _ENOUGH)
    each = {name: min(count, _ENOUGH) / count / kinds[name[0]] for name, count in games.items()}
    return [each[one.game[:2]] / length[one.game] for one in seen]


def usual(seen: Sequence[Seen]) -> Shares:
    """Return how often each result occurred in each scenario."""
    sums: dict[str, dict[int | None, float]] = defaultdict(lambda: defaultdict(float))
    for one, share in zip(seen, shares_of(seen), strict=True):
        sums[one.sight.scenario][one.winner] += share
    games = Counter(scenario for scenario, *_ in {one.game for one in seen})
    found = {}
    for name, came in sums.items():
        cp, nobody, ap = ((games[name] * came[who] + _BEFORE / 3) / (games[name] + _BEFORE) for who in (CP, None, AP))
        found[name] = (cp, nobody, ap)
    return found


def measured(seen: Sequence[Seen], weights: ChanceWeights) -> float:
    """Return the Brier score over the three results; see `shares_of` for the weights."""
    return mean_of(seen, [judged(one.sight, weights) for one in seen], brier)


def mean_of(seen: Sequence[Seen], said: Sequence[Chances], score: Callable[..., float]) -> float:
    """Return the weighted mean of a score; see `shares_of` for the weights."""
    shares = shares_of(seen)
    scores = (share * score([chance], [one.winner]) for share, chance, one in zip(shares, said, seen, strict=True))
    return sum(scores) / sum(shares) if shares else 0.0


def figures(seen: Sequence[Seen], said: Sequence[Chances], shares: Shares) -> Held:
    """Return the figures of predictions, compared with always predicting the usual shares."""
    always = [Chances(*shares[one.sight.scenario]) for one in seen]
    values = {
        "brier": mean_of(seen, said, brier), "brier_usual": mean_of(seen, always, brier),
        "log": mean_of(seen, said, log_score), "log_usual": mean_of(seen, always, log_score),
    }  # fmt: skip
    return Held(games=len({one.game for one in seen}), **{name: round(value, 4) for name, value in values.items()})


def by(name: Callable[[Seen], str], seen: Sequence[Seen], said: Sequence[Chances], shares: Shares) -> dict[str, Held]:
    """Return the figures by group, with `name` giving the group of a position."""
    parts: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(seen):
        parts[name(one)].append(place)
    return {
        key: figures([seen[at] for at in parts[key]], [said[at] for at in parts[key]], shares) for key in sorted(parts)
    }


def middle(seen: Sequence[Seen], said: Sequence[float]) -> dict[str, Bin]:
    """Return, by scenario, predictions for the Central Powers within `MIDDLE`, and the actual results."""
    parts: dict[str, list[tuple[float, float, Seen]]] = defaultdict(list)
    for one, share, value in zip(seen, shares_of(seen), said, strict=True):
        if MIDDLE[0] <= value <= MIDDLE[1]:
            parts[one.sight.scenario].append((share, value, one))
    return {name: _bin(some) for name, some in sorted(parts.items())}


def reliability(seen: Sequence[Seen], said: Sequence[float]) -> list[Bin]:
    """Return, by bin of the Central Powers' predicted chance, the mean prediction and the actual rate with its range.

    Positions of a game share its result, so the range is computed from the games in the bin, not from positions.
    """
    bins: dict[int, list[tuple[float, float, Seen]]] = defaultdict(list)
    for one, share, value in zip(seen, shares_of(seen), said, strict=True):
        bins[min(_BINS - 1, int(value * _BINS))].append((share, value, one))
    return [_bin(some) for _, some in sorted(bins.items())]


def _bin(some: Sequence[tuple[float, float, Seen]]) -> Bin:
    shares: dict[tuple[str, str, int], float] = defaultdict(float)
    for share, _, one in some:
        shares[one.game] += share
    whole = sum(shares.values())
    came = sum(share for share, _, one in some if one.winner == CP) / whole
    size, z2 = whole * whole / sum(share * share for share in shares.values()), _Z * _Z
    centre = (came + z2 / (2 * size)) / (1 + z2 / size)
    half = _Z / (1 + z2 / size) * sqrt(max(0.0, came * (1 - came)) / size + z2 / (4 * size * size))
    said = sum(share * said for share, said, _ in some) / whole
    values = {"said": said, "came": came, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}
    return Bin(
        **{name: round(value, 3) for name, value in values.items()},
        worth=round(size, 1),
        positions=len(some),
        games=len(shares),
    )


__all__ = ["MIDDLE", "Shares", "by", "figures", "mean_of", "measured", "middle", "reliability", "shares_of", "usual"]

"""A season's draws: computed off the event loop from journal and seed, appended only if the journal is unchanged."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.leagues import acts
from bot.leagues.acts import NotNow
from bot.leagues.interest import disinterested
from bot.leagues.journal import ENTRY, Entry, Person
from bot.leagues.season import Season
from bot.narration.texts import host_text
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.record_work import Workshop
from bot.storage.errors import StoreBusy

#: Maximum number of attempts when the journal grows during a draw.
_TRIES = 8


class _GoneOn(Exception):
    """The journal has grown since the draw was computed."""


async def draw(
    repository: SeasonRepository,
    workshop: Workshop,
    season_id: str,
    key: str,
    *,
    by: str = "",
    cut: bool = False,
    preview: bool = False,
    ids: Collection[Person] = (),
) -> Season:
    """Make the next draw and append it, see `acts.draw`; the same key draws once. Return the season after it.

    `ids` are all ids of the person who draws, see `bot.leagues.interest`.

    Raises:
        NotNow: as `acts.draw`.
        StoreBusy: results came in too fast.
        StorageError: the season cannot be read.
    """
    for _ in range(_TRIES):
        if await repository.answered(season_id, key) is not None:
            return await repository.season(season_id)
        lines = await repository.lines(season_id)
        seed = await repository.seed(season_id)
        wish = (seed, by, repository.at, cut, preview)
        refused, made = await workshop.run("", _draw_in_worker, lines, *wish)
        if refused is not None:
            raise NotNow(refused[0], **refused[1])
        entries = [ENTRY.validate_json(line) for line in made]

        def decide(season: Season, entries: Sequence[Entry] = entries, length: int = len(lines)) -> Sequence[Entry]:
            if season.length != length:
                raise _GoneOn
            return disinterested(season, entries, ids)

        try:
            return await repository.act(season_id, key, decide)
        except _GoneOn:
            continue
    raise StoreBusy(host_text("faults.drawing.season_goes_too_fast", season_id=season_id))


def _draw_in_worker(
    lines: Sequence[str], seed: bytes, by: str, at: float, cut: bool, preview: bool
) -> tuple[tuple[str, dict[str, Any]] | None, list[str]]:
    """Return the draw as journal lines, or why it is refused; runs in a worker process."""
    season = Season.told(ENTRY.validate_json(line) for line in lines)
    try:
        made = acts.draw(season, seed, by, at, cut=cut, preview=preview)
    except NotNow as refusal:
        return (refusal.code, refusal.data), []
    return None, [entry.model_dump_json() for entry in made]


__all__ = ["draw"]

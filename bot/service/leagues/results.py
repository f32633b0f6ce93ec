"""Records the reports of league games in their seasons' journals, each once regardless of repeated delivery."""

from __future__ import annotations

import logging

from bot.leagues import acts, adjudication, journal
from bot.leagues.acts import NotNow
from bot.leagues.journal import Entry
from bot.leagues.matches import Leg
from bot.leagues.season import Season
from bot.narration.texts import host_text
from bot.port import DeliveryError
from bot.service.leagues import reports
from bot.service.leagues.game_progress import moves_made
from bot.service.leagues.reports import Report
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.outbox import Queued
from bot.storage.seasons import UnknownSeason

log = logging.getLogger(__name__)

#: Rulings that originate in the journal and are already recorded.
OF_THE_JOURNAL = frozenset({"arbiter", "withdrawn", "annulled"})


class Results:
    """Receives the reports carried by the courier."""

    def __init__(self, repository: SeasonRepository) -> None:
        self._repository = repository

    async def take(self, queued: Queued) -> None:
        """Append a game's report to its season.

        Raises:
            DeliveryError: the journal does not know the game yet; the report is redelivered.
            StorageError: the season cannot be written now.
        """
        report = reports.read(queued.post)
        if report is None:
            raise DeliveryError(host_text("faults.results.report_league_game_none"), final=True)
        moved = not report.ruling or await moves_made(self._repository.store, queued.game_id)
        try:
            await self._repository.act(
                report.season,
                f"result:{queued.game_id}",
                lambda season: self._entries(season, report, queued.game_id, moved=moved),
            )
        except NotNow as refused:
            if refused.code == "other_game" and not refused.data.get("game"):
                raise DeliveryError(host_text("faults.results.journal_does_not_know"), away=True) from None
            log.error("the result of game %s is not taken by season %s: %s", queued.game_id, report.season, refused)
        except UnknownSeason:
            log.error("game %s reports to season %s, which there is not", queued.game_id, report.season)

    def _entries(self, season: Season, report: Report, game: str, *, moved: bool) -> list[Entry]:
        at = self._repository.at
        own = _leg(season, report)
        if own.game != game:
            raise NotNow("other_game", match=report.match, game=own.game)
        if report.ruling and report.reason in OF_THE_JOURNAL:
            return []
        if not report.ruling:
            return acts.report_result(
                season,
                journal.Resulted(
                    at=at, match=report.match, leg=report.leg, game=game, points=report.points, margin=report.margin,
                    reason=report.reason, turn=report.turn,
                ),
            )  # fmt: skip
        if own.ruled is not None:
            return []
        return acts.rule_game(season, self._ruling(season, report, at, moved=moved))

    def _ruling(self, season: Season, report: Report, at: float, *, moved: bool) -> journal.Ruled:
        """Return the ruling that ended a game as a journal entry; `moved` if a move was made in it."""
        loser = None if sum(report.points) == 0 or report.points[0] == report.points[1] else report.points.index(0)
        slot = None if loser is None else season.matches[report.match].sides(report.leg)[loser]
        mass = slot is not None and adjudication.mass(season, slot, at)
        verdict = adjudication.reported(
            report.reason, report.points, report.turn, report.margin, mass=mass, moved=moved
        )
        if verdict is None:
            return journal.Ruled(
                at=at, match=report.match, leg=report.leg, points=report.points, reason=report.reason,
                code=report.reason, how=adjudication.how_ended(moved), rated=False,
            )  # fmt: skip
        silent = slot is not None and not season.away(season.holder_of(slot), at)
        return adjudication.entry(season, verdict, report.match, at, leg=report.leg, silent=silent)


def _leg(season: Season, report: Report) -> Leg:
    """Return the journal's game that a report concerns; raise NotNow if there is none."""
    made = season.matches.get(report.match)
    if made is None or report.leg >= len(made.legs):
        raise NotNow("no_match", match=report.match)
    return made.legs[report.leg]


__all__ = ["OF_THE_JOURNAL", "Results"]

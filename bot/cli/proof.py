"""Verify an exported record on its own, using only its content and this version's rules.

What can be proved: every die and draw follows from the seed whose SHA-256 was announced at the start, every choice was
legal where it was made, and the game ends as the record says. Anyone who changes a record needs another seed for it;
the hash was announced to both players when the game began, so compare it with the channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

from pydantic import ValidationError

from bot import __version__
from bot.narration.texts import host_text
from bot.service.record import verification
from bot.service.session import system_of
from bot.storage.errors import WarMissing
from bot.storage.models import GameHeader, GameSettings, Mixing, Seats, Share
from bot.storage.store import StoredGame
from bot.titles import MODULES, titles
from engine.errors import EngineError

#: Format name of an export, and the newest version of it that can be read.
FORMAT, VERSION = "feldpost-record", 1

Code = Literal["agrees", "unfinished", "cut", "differs", "goes_on", "no_record", "newer", "other_rules"]


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a verification: its code, its text, and how much was checked.

    `agrees` and `unfinished` (everything agrees, but the game has not ended) are good; `cut` means that the end is
    missing, `differs` that this is not what was played. A record that `goes_on` has no seed yet; `no_record`, `newer`
    and `other_rules` can't be verified here.
    """

    code: Code
    text: str
    game: str = ""
    outcomes: int = 0
    entries: int = 0
    commitment: str = ""

    @property
    def exit_code(self) -> int:
        """Return 0 if the record agrees, 1 if not, 2 if it is no record, 3 if it can't be checked here or now."""
        return {"agrees": 0, "unfinished": 0, "cut": 1, "differs": 1, "no_record": 2}.get(self.code, 3)


def proved(data: Any) -> Proof:
    """Verify an export; pure computation that can take several seconds."""
    if (unread := _unread(data)) is not None:
        return unread
    entries = data["entries"]
    try:
        stored = _game_of_record(data, len(entries))
        if stored.header.options.get("scenario", stored.header.scenario) != stored.header.scenario:
            return Proof(
                "differs",
                host_text("operator.proof.record_does_not_agree"),
                stored.header.game_id,
                entries=len(entries),
            )
        system_of(stored)
        verdict = verification.verify(stored, entries, stored.header.seed)
    except WarMissing:
        return Proof(
            "other_rules",
            host_text("operator.proof.no_war_with_these", version=__version__, get=f"{data.get('scenario')!r}"),
        )
    except (ValidationError, EngineError, LookupError, ValueError, TypeError, AttributeError) as error:
        return Proof(
            "differs",
            host_text("operator.proof.record_damaged_changed_what", name=type(error).__name__),
        )
    return _result_text(data, stored, verdict, len(entries))


def _unread(data: Any) -> Proof | None:
    """Return the result for an export that can't be replayed (no record, newer, cut, unfinished); None if it can be."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return Proof("no_record", host_text("operator.proof.no_record_game_format", format=f"{FORMAT!r}"))
    version = data.get("version")
    if type(version) is int and version > VERSION:
        return Proof("newer", host_text("operator.proof.record_version_reads_up", version=version, known=VERSION))
    entries = data.get("entries")
    if version != VERSION or not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        return Proof("no_record", host_text("operator.proof.no_record_game_version"))
    if not entries:
        return Proof("cut", host_text("operator.proof.record_no_entries_cut"))
    if not data.get("seed"):
        went = host_text("operator.proof.record_game_went_when")
        return Proof("goes_on", went, str(data.get("game", "")), entries=len(entries))
    return None


def _result_text(data: Mapping[str, Any], stored: StoredGame, verdict: verification.RecordVerdict, count: int) -> Proof:
    """Return the result in words, including the game's end."""
    head, length = stored.header, data.get("length")
    told = partial(Proof, game=head.game_id, outcomes=verdict.outcomes, entries=count, commitment=head.commitment)
    if verdict.problem and verdict.problem != verification.END:
        return told("differs", _differs(stored, verdict))
    short = isinstance(length, int) and count < length
    if verdict.problem or short:
        if isinstance(length, int) and short:
            return told("cut", host_text("operator.proof.record_cut_of", number=count - 1, last=length - 1))
        return told("cut", host_text("operator.proof.record_cut_ends_with", number=count - 1))
    checked = host_text("operator.proof.dice_draws_follow_from", outcomes=verdict.outcomes, count=count)
    if head.result is None:
        return told("unfinished", host_text("operator.proof.record_agrees_game_not", checked=checked))
    return told("agrees", host_text("operator.proof.record_agrees_end_tells", checked=checked))


def _differs(stored: StoredGame, verdict: verification.RecordVerdict) -> str:
    """Return what doesn't agree, and whether different rules could be the reason."""
    where = verdict.problem.partition(":")[0]
    what = {
        "seed": host_text("operator.proof.other_seed"),
        "result": host_text("operator.proof.other_end"),
    }.get(where, host_text("operator.proof.does_not_agree_with", where=where))
    text = host_text("operator.proof.record_does_not_agree_2", what=what)
    head = stored.header
    if head.engine_version != __version__ or head.content_hash != system_of(stored).digest:
        other = host_text(
            "operator.proof.written_with_other_rules", engine_version=head.engine_version, version=__version__
        )
        text = f"{text} {other}"
    return text


def _game_of_record(data: Mapping[str, Any], count: int) -> StoredGame:
    """Build the game of a record, as far as verification needs it.

    Raises:
        WarMissing: this version has no such war.
    """
    scenario, result = str(data["scenario"]), data.get("result")
    header = GameHeader(
        game_id=str(data.get("game", "")),
        channel="file:record",
        title=_title(data, scenario),
        scenario=scenario,
        status="finished",
        created_by="file:record",
        created_at=datetime.fromtimestamp(0, UTC),
        key="record",
        options=data["options"],
        content_hash=str(data.get("content", "")),
        engine_version=str(data.get("engine", "")),
        commitment=str(data["commitment"]),
        seed=str(data["seed"]),
        mixing=_mixing(data.get("seed_made_of")),
        result=result,
    )
    return StoredGame(header, count - 1, 0, None, Seats(), GameSettings())


def _title(data: Mapping[str, Any], scenario: str) -> str:
    """Return the title of a record: the named one, or the one with its scenario, since scenario names are unique."""
    named = data.get("title")
    found = [named] if named in MODULES else [one.name for one in titles() if scenario in one.setups.offered()]
    if not found or (named is not None and named not in MODULES):
        raise WarMissing(scenario)
    return str(found[0])


def _mixing(made: Any) -> Mixing | None:
    if made is None:
        return None
    shares = {name: Share(name=name, hash=one["sha256"], words=one["words"]) for name, one in made["shares"].items()}
    return Mixing(host=made["bot"], commitment=made["commitment"], shares=shares, closed=True)


__all__ = ["FORMAT", "VERSION", "Proof", "proved"]

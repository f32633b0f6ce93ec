"""Objects loaded once at start aren't scanned by every garbage collection."""

from __future__ import annotations

import gc
from pathlib import Path

from bot.gc_tuning import freeze_now, frozen_within
from bot.settings import Settings
from bot.wiring import running_bot
from engine.pog.content import load_content
from tests.bot.test_refused_at_start import Still


class Loop:
    """A cyclic object that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


def looked_at() -> set[int]:
    """Return the objects scanned by a full collection."""
    return {id(each) for each in gc.get_objects()}


def test_loaded_objects_are_frozen_and_new_ones_still_collected() -> None:
    gc.unfreeze()  # objects frozen by the test run
    content, before = load_content(), gc.get_threshold()
    assert id(content.units) in looked_at() or id(content) in looked_at()
    with frozen_within():
        assert gc.get_freeze_count() > 10_000
        assert not {id(content), id(content.units)} & looked_at()
        Loop()
        assert any(isinstance(each, Loop) for each in gc.get_objects())
        gc.collect()
        assert not any(isinstance(each, Loop) for each in gc.get_objects())
        kept = Loop()
        assert id(kept) in looked_at()
        freeze_now()
        assert id(kept) not in looked_at()
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before


async def test_a_bot_that_serves_sets_apart_what_it_loaded(tmp_path: Path) -> None:
    async with running_bot(Settings(var=tmp_path, redis_fsync="everysec"), lambda _: [Still("one")]):
        assert gc.get_freeze_count() > 10_000
    assert gc.get_freeze_count() == 0

"""The helper that runs `feldpost local` as a separate process leaves none running."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web import playing

pytestmark = pytest.mark.process


async def test_a_start_that_takes_too_long_leaves_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "PATIENCE", 0.0)
    local = playing.LocalProcess(tmp_path)
    with pytest.raises(TimeoutError):
        await local.start()
    assert local.process is not None
    assert local.process.returncode is not None

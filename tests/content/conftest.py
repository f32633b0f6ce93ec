from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.pog.content import Content, load_content
from tests.content.support import FACTS


@pytest.fixture(scope="session")
def content() -> Content:
    return load_content()


@pytest.fixture
def broken(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """Copies the fact files and replaces one piece of text in one of them, which must be there exactly once."""

    def change(file: str, old: str, new: str) -> Path:
        for source in FACTS.glob("*.toml"):
            shutil.copy(source, tmp_path)
        shutil.copytree(FACTS / "starts", tmp_path / "starts", dirs_exist_ok=True)
        target = tmp_path / file
        text = target.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        target.write_text(text.replace(old, new), encoding="utf-8")
        return tmp_path

    return change

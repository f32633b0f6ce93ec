"""The staff's plan at a time that a test chooses: nothing but time is mocked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.service.staff import advising


def held_back(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until the event is set the staff has not found the plan that a hint asks for."""
    found, plans = asyncio.Event(), advising.plans

    async def later(*args: Any) -> list[str]:
        await found.wait()
        return await plans(*args)

    monkeypatch.setattr(advising, "plans", later)
    return found


__all__ = ["held_back"]

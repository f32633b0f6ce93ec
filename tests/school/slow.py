"""The computer's plan at a time that a test chooses: nothing but time is mocked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.service.ai_player import advice


def held_back(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until the event is set the computer has not found the plan that a hint asks for."""
    found, plans = asyncio.Event(), advice.plans

    async def later(*args: Any) -> list[str]:
        await found.wait()
        return await plans(*args)

    monkeypatch.setattr(advice, "plans", later)
    return found


__all__ = ["held_back"]

"""Presentation of results: the caller's panel below the answer, and refused presses on the current panel."""

from __future__ import annotations

from dataclasses import replace

from bot.service.call_outcome import note
from bot.service.context import Context, Done, Result
from bot.service.faults import explained, report
from bot.service.looking import screens
from bot.storage.errors import StorageError
from bot.table.refusal import Refusal
from bot.table.reply import Reply


async def present(context: Context, result: Result) -> list[Reply]:
    """Return the replies of a command; a failure of the panel does not suggest that the command failed.

    Raises:
        Refusal: the panel cannot be shown.
        StorageError: the store failed.
    """
    if not isinstance(result, Done):
        return list(result)
    try:
        return await _with_panel(context, result)
    except (Refusal, StorageError):
        raise
    except Exception as error:  # noqa: BLE001 - the change is stored, whatever failed after it
        failed = context.tools.say("reasons.panel_crashed", report=report(context.caller, None, error))
        return [Reply(text="\n".join(part for part in (result.answer.text, failed) if part))]


async def _with_panel(context: Context, done: Done) -> list[Reply]:
    """Return the answer with the caller's current panel."""
    answer, outcome = done.answer, done.outcome
    if answer.panel is None:
        return [Reply(text=answer.text)] if answer.text else []
    if answer.language:
        context = replace(context, tools=context.tools.speaking(answer.language))
    if outcome.game is not None and outcome.stored is not None and not outcome.stored.header.puzzle:
        palette = await screens.palette_of(context.tools, context.caller)
        viewer = screens.viewer_of(context.tools, context.caller, outcome.stored, outcome.game, palette)
    else:
        viewer = await screens.look(context.tools, context.caller, done.game)
    return [viewer.panel(answer.text, told=outcome.before)]


async def refused_beside(context: Context, game_id: str, refusal: Refusal) -> list[Reply]:
    """Answer a refused press with the current panel, so that the next press can succeed."""
    note("refused")
    told = await explained(context.tools, refusal, game_id, context.caller.user)
    if refusal.reason.code == "not_started":
        return [Reply(text=told)]
    return await beside(context, game_id, told)


async def beside(context: Context, game_id: str, told: str) -> list[Reply]:
    """Return the current panel with a sentence on top; for spectators the sentence and what they may view."""
    viewer = await screens.look(context.tools, context.caller, game_id)
    if viewer.side is None:
        return [screens.for_spectators(context.tools, game_id, told)]
    return [viewer.panel(told)]


__all__ = ["beside", "present", "refused_beside"]

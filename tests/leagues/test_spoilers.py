"""Results only for those who want them: two seasons that differ in results alone say the same, byte for byte, until somebody presses."""

from __future__ import annotations

import random
import secrets

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.journal import Points
from bot.leagues.standings import How
from bot.port import Inbound
from bot.storage import Store
from bot.table.reply import Reply

FOUR = ("Ann", "Ben", "Cleo", "Dan")
#: What tells results where they are wanted.
TELLING = (
    "table",
    "table 1",
    "pairings",
    "pairings 1",
    "ratings",
    "predict",
    *(f"export {what}" for what in ("table", "cross", "pairings", "journal", "trf")),
)
#: What everybody may ask for at any time.
OTHERS = ("me", "list", "log", "verify", "featured", "follow", "export calendar", "help table")


async def _say(league: League, user: str, *, text: str = "", token: str = "") -> list[Reply]:
    league.hands.move(seconds=1)
    said = {"text": text} if text else {"token": token}
    key = f"{user} {text} {token} {league.desk.at}"
    inbound = Inbound(platform="web", channel="hall", user=user, user_name=user.title(), key=key, **said)  # type: ignore[arg-type]
    return list(await league.handler.run(inbound))


async def _season(store: Store, monkeypatch: pytest.MonkeyPatch, points: Points, *, sealed: bool) -> League:
    """The same season with these results of two of its matches."""
    await store.connection.call("FLUSHALL")
    monkeypatch.setattr(secrets, "choice", random.Random(7).choice)
    monkeypatch.setattr(secrets, "token_bytes", random.Random(7).randbytes)
    league = League(store)
    await league.open(FOUR, sealed=sealed)
    await league.draw()
    await league.step()
    for user in ("eve", "zoe"):
        await _say(league, user, text="league predict 1.1.1 first 90")
    for match in ("1.1.1", "1.1.2"):
        ruling = journal.Ruled(
            at=league.desk.at, by="chief", match=match, points=points, reason="so it was", how=How.PLAYED
        )
        await league.act(lambda season, ruling=ruling: acts.ruled(season, ruling))  # type: ignore[misc]
    await league.step()
    return league


@pytest.mark.parametrize("sealed", [True, False])
async def test_what_is_answered_hangs_on_no_result_until_somebody_presses(
    store: Store, monkeypatch: pytest.MonkeyPatch, sealed: bool
) -> None:
    told: list[list[str]] = []
    for points in ((2, 0), (0, 2), (1, 1)):
        league = await _season(store, monkeypatch, points, sealed=sealed)
        if not sealed:
            await _say(league, "eve", text="settings spoilers off")
        answers = [await _say(league, "eve", text=f"league {line}") for line in (*TELLING, *OTHERS)]
        told.append([reply.model_dump_json() for replies in answers for reply in replies])
        for line, (reply,) in zip(TELLING, answers, strict=False):
            assert "Results of Spring are shown when you ask for them" in reply.text, line
            assert reply.picture is None
            assert reply.attachment is None
        # A press shows them, and typing so does.
        (hidden,) = answers[2]
        assert hidden.menu is not None
        shown = await _say(league, "eve", token=hidden.menu.buttons[0].token)
        typed = await _say(league, "eve", text="league pairings show=results")
        assert shown[0].text == typed[0].text
        assert "–".join(map(str, points)) in shown[0].text
        assert shown[0].picture is not None
        if not sealed:
            others = await _say(league, "zoe", text="league pairings")
            assert others[0].text == shown[0].text
    assert told[0] == told[1] == told[2]


async def test_a_game_that_is_over_is_shown_behind_a_press_to_whoever_has_no_seat_and_wants_no_results(
    store: Store,
) -> None:
    league = League(store)
    await league.open(FOUR)
    await league.draw()
    await league.step()
    head = (await league.games())["1.1.1"]
    loser = await league.user(head, 1)
    for user in ("eve", loser):
        await league.say(user, head, "settings spoilers off")
    assert "Show it with its result" not in str(await league.say("eve", head, "status")), "it goes on"
    told = []
    for line in ("status", "map", "log", f"replay all {head.game_id}"):
        assert "you want no results" not in (await league.say("eve", head, line))[0].text
    await league.resign(head, 1)
    for line in ("status", "map", "log"):
        (hidden,) = await league.say("eve", head, line)
        told.append(hidden.text)
        assert hidden.picture is None
        assert hidden.menu is not None
        press = Inbound(
            platform="web", channel=head.channel.partition(":")[2], user="eve", user_name="Eve", key=f"press {line}",
            token=hidden.menu.buttons[0].token,
        )  # fmt: skip
        shown = await league.handler.run(press)
        assert [one.text for one in shown] == [one.text for one in await league.say("zoe", head, line)]
    assert {"over" in text and "win" not in text for text in told} == {True}
    # Who played it knows it.
    assert "you want no results" not in (await league.say(loser, head, "status"))[0].text


async def test_before_the_first_draw_nothing_is_hidden(store: Store) -> None:
    league = League(store)
    await league.open(FOUR, sealed=True)
    (reply,) = await _say(league, "eve", text="league table")
    assert "Entered (4)" in reply.text
    assert (await league.desk.season(SPRING)).round == 0

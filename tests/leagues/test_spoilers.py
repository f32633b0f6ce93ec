"""Results only for those who want them: two seasons that differ in results alone say the same, byte for byte, until somebody presses."""

from __future__ import annotations

import re

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.journal import Format, Points
from bot.leagues.standings import How
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.port import Inbound
from bot.storage import Store
from bot.table.reply import Reply
from tests.leagues.support import anew

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
    key = f"{user} {text} {token} {league.repository.at}"
    inbound = Inbound(platform="web", channel="hall", user=user, user_name=user.title(), key=key, **said)  # type: ignore[arg-type]
    return list(await league.handler.run(inbound))


async def _season(store: Store, monkeypatch: pytest.MonkeyPatch, points: Points, *, sealed: bool) -> League:
    """The same season with these results of two of its matches."""
    league = await anew(store, monkeypatch)
    await league.open(FOUR, sealed=sealed)
    await league.draw()
    await league.step()
    for user in ("eve", "zoe"):
        await _say(league, user, text="league predict 1.1.1 first 90")
    for match in ("1.1.1", "1.1.2"):
        ruling = journal.Ruled(
            at=league.repository.at, by="chief", match=match, points=points, reason="so it was", how=How.PLAYED
        )
        await league.act(lambda season, ruling=ruling: acts.rule_game(season, ruling))  # type: ignore[misc]
    await league.step()
    return league


@pytest.mark.parametrize("sealed", [True, False])
async def test_no_answer_depends_on_a_hidden_result_until_asked(
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
            assert "The results of Spring are hidden." in reply.text, line
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


async def test_a_finished_game_needs_a_press_from_readers_who_hide_results(
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
    assert "Show with result" not in str(await league.say("eve", head, "status")), "it goes on"
    told = []
    for line in ("status", "map", "log", f"replay all {head.game_id}"):
        assert "your settings hide results" not in (await league.say("eve", head, line))[0].text
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
    assert "your settings hide results" not in (await league.say(loser, head, "status"))[0].text


async def test_before_the_first_draw_nothing_is_hidden(store: Store) -> None:
    league = League(store)
    await league.open(FOUR, sealed=True)
    (reply,) = await _say(league, "eve", text="league table")
    assert "Entered (4)" in reply.text
    assert (await league.repository.season(SPRING)).round == 0


async def _public(league: League, *channels: str) -> list[str]:
    """Everything that stands in these channels for everybody: text, picture, alt text and controls."""
    found = []
    for channel in channels:
        for stream in ("", "thread"):
            rows = await league.platform.timeline.newest(Stream(channel, stream), 500)
            said = [row.entry for row in rows if isinstance(row.entry, MessageEntry)]
            found += [one.model_dump_json(exclude={"at", "slot", "room"}) for one in said]
    return found


async def _ended(store: Store, monkeypatch: pytest.MonkeyPatch, loser: int) -> tuple[League, list[str], list[Reply]]:
    """A game of a sealed season that this side gives up: what everybody reads of it, and what somebody without a seat is shown."""
    league = await anew(store, monkeypatch)
    await league.open(FOUR, sealed=True)
    await league.draw()
    await league.step()
    head = (await league.games())["1.1.1"]
    assert "Show with result" not in str(await league.say("zoe", head, "status")), "it goes on"
    await league.resign(head, loser)
    await league.step()
    shown = [reply for line in ("status", "map", "log", "panel") for reply in await league.say("zoe", head, line)]
    return league, await _public(league, "hall", "league", head.channel.partition(":")[2]), shown


async def test_the_room_of_a_sealed_game_tells_everybody_that_it_is_over_and_nobody_who_won(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, one, shown = await _ended(store, monkeypatch, 0)
    assert sum("The result is hidden until you ask for it" in line for line in one) == 2
    assert not any(word in line for line in one for word in ("resign", "Rematch", '"kind":"end"'))
    assert len(shown) == 4
    for reply in shown:
        assert "its season hides results until you ask" in reply.text
        assert reply.picture is None
        assert reply.menu is not None
    league, other, hidden = await _ended(store, monkeypatch, 1)
    assert one == other, "whoever won"
    assert [reply.model_dump() for reply in shown] == [reply.model_dump() for reply in hidden]
    # The press below the table message shows it, to whoever presses; who played it is asked nothing.
    head = (await league.games())["1.1.1"]
    token = next(token for token in re.findall(r'"token":"([^"]+)"', "\n".join(other)) if "!status" in token)
    press = Inbound(
        platform="web", channel=head.channel.partition(":")[2], user="zoe", user_name="Zoe", key="p", token=token
    )
    (revealed,) = await league.handler.run(press)
    assert "resign" in revealed.text
    (own,) = await league.say(await league.user(head, 1), head, "status")
    assert "resign" in own.text


@pytest.mark.parametrize("form", ["knockout", "swiss"])
async def test_later_pairings_of_a_sealed_season_are_not_told_unasked(
    store: Store, monkeypatch: pytest.MonkeyPatch, form: Format
) -> None:
    told: list[list[str]] = []
    for points in ((2, 0), (0, 2)):
        league = await anew(store, monkeypatch)
        persons = await league.open(FOUR, sealed=True, format=form, rounds=2)
        await league.draw()
        await league.step()
        for line in ("follow", f"follow {persons[0]} every=turn where=here", "follow every=turn where=here"):
            await _say(league, "eve", text=f"league {line}")
        for made in list((await league.repository.season(SPRING)).matches.values()):
            game = made.game
            report = journal.Resulted(at=league.repository.at, match=made.match, game=game, points=points)
            await league.act(lambda season, report=report: acts.report_result(season, report))  # type: ignore[misc]
        await league.step()
        season = await league.step()
        assert season.round == 2
        assert all(made.game for made in season.matches.values())
        last = next(made for made in season.matches.values() if made.round == 2)
        room = last.legs[0].room.partition(":")[2]
        assert not any(name.lower() in room.lower() for name in FOUR)
        begun = [text for text in await league.told(room) if "match 2.1.1" in text]
        assert begun
        assert not any("against" in text for text in begun)
        assert not any("Who will win?" in text for text in await league.told(room))
        report = journal.Resulted(at=league.repository.at, match=last.match, game=last.game, points=(2, 0))
        await league.act(lambda season, report=report: acts.report_result(season, report))  # type: ignore[misc]
        appeal = journal.Appealed(
            at=report.at, by="chief", match=last.match, person=season.holders[last.second], text="no"
        )
        await league.act(lambda _, appeal=appeal: [appeal])  # type: ignore[misc]
        await league.step()
        answers = [await _say(league, "eve", text=f"league {line}") for line in OTHERS]
        told.append([*await _public(league, "hall", "league"), *(str(one) for some in answers for one in some)])
    assert told[0] == told[1]
    assert any("Match `2.1.1` is over." in line for line in told[0])
    assert any("appeal about match 2.1.1" in line for line in told[0])

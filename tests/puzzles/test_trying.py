"""A puzzle is tried beside whatever goes on in the channel: begun, judged, rated once, given up, left."""

from __future__ import annotations

from datetime import date

import pytest

from bot.service.people.data_export import collect_export
from bot.service.people.duties import PersonalDuties
from bot.service.puzzles.attempts import Attempt
from bot.service.puzzles.puzzle_choice import following, today
from bot.service.record_work import RecordWorkBusy
from bot.storage import Store
from bot.storage.person_keys import study_room
from bot.storage.puzzle_store import StoredSolver, Try
from bot.titles import usual_title
from bot.titles.capabilities import puzzles_of
from tests.bot.keeping import kept, put_back
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.bot.test_dying import Dying

#: Every so many of the round trips at which a process can die.
EVERY = 4


@pytest.fixture
def channel(store: Store, toy_title: None) -> Channel:
    """A channel without a game, where the toy can be played."""
    del toy_title
    return Channel.open(store)


async def solver(channel: Channel, user: str) -> StoredSolver:
    """What is kept of somebody's tries."""
    person = await channel.store.persons.of(f"web:{user}", user.title())
    return await channel.store.puzzling.solver("toy", [person])


async def room(channel: Channel, user: str) -> str | None:
    """The game in somebody's room."""
    game = await channel.store.channels.holder(study_room(f"web:{user}"))
    return game if game in await channel.store.games() else None


async def test_a_puzzle_is_asked_played_judged_and_counted_once(channel: Channel) -> None:
    (panel,) = await channel.say("anna", "/hunt puzzle scent")
    check_limits(panel)
    assert "**Puzzle · find the best action · Hound · rating 1500**" in panel.text
    assert "Find the scent." in panel.text
    assert panel.picture is not None
    assert [label for label, _ in controls([panel])][:2] == ["Give up: show me", "Leave"]
    assert "✔" not in await channel.told("anna", "track east")
    (verdict,) = await channel.say("anna", "done anyway")
    check_limits(verdict)
    assert "The scent leads to the east." in verdict.text
    assert "Your puzzle rating: **" in verdict.text
    kept = await solver(channel, "anna")
    assert kept.tries["scent"].points == 1.0
    assert kept.mu is not None
    assert kept.mu > 25
    posed = await channel.store.puzzling.posed("toy", "scent")
    assert (posed.games, posed.solved) == (1, 1)
    assert posed.mu is not None
    assert posed.mu < 25
    stale = await channel.press("anna", token_of([panel], "East"))
    assert stale[0].text.startswith("You have answered this puzzle")
    again = await channel.press("anna", token_of([verdict], "Try again"))
    await channel.press("anna", token_of(again, "East"))
    (verdict,) = await channel.say("anna", "done anyway")
    assert "wasn't your first try" in verdict.text
    assert await solver(channel, "anna") == kept
    assert (await channel.store.puzzling.posed("toy", "scent")).games == 1


async def test_nothing_of_it_is_posted_and_the_channel_stays_as_it_was(channel: Channel) -> None:
    await channel.say("anna", "new introductory")
    (panel,) = await channel.say("ben", "/hunt puzzle trail")
    assert "find the best action" in panel.text
    game = await room(channel, "ben")
    assert game is not None
    assert await channel.told("ben", "games") == "You have no games."
    await channel.press("ben", token_of([panel], "East"))
    (still,) = await channel.press("ben", f"u~{game}~-1~panel")
    await channel.press("ben", token_of([still], "Lie down"))
    assert Attempt.of((await channel.store.load(game)).settings).over
    assert await channel.store.outbox.pending_posts(game) == []
    assert "Introductory" in await channel.told("anna", "panel"), "the lobby stands here still"
    assert "somebody else's puzzle" in (await channel.press("anna", f"l~{game}~-1~puzzle show"))[0].text


async def test_a_second_try_is_not_said_to_count(channel: Channel) -> None:
    assert "first try counts" in await channel.told("anna", "/hunt puzzle scent")
    await channel.say("anna", "/hunt puzzle show")
    again = await channel.told("anna", "/hunt puzzle scent")
    assert "first try" not in again
    assert "this try doesn't count" in again
    assert "first try counts" in await channel.told("ben", "/hunt puzzle scent")


async def test_starting_another_puzzle_closes_the_first_and_says_so(channel: Channel) -> None:
    await channel.say("anna", "/hunt puzzle scent")
    assert "is closed" not in await channel.told("anna", "/hunt puzzle trail"), "nothing was ordered in it"
    panel = await channel.say("anna", "/hunt puzzle scent")
    await channel.press("anna", token_of(panel, "East"))
    assert "earlier puzzle `scent` is closed" in await channel.told("anna", "/hunt puzzle trail")
    await channel.say("anna", "/hunt puzzle show")
    assert "is closed" not in await channel.told("anna", "/hunt puzzle scent"), "it was answered"


async def test_with_a_puzzle_and_a_game_the_bot_says_which_one_orders_are_for(channel: Channel) -> None:
    assert "typed* into it" not in await channel.told("anna", "/hunt puzzle scent")
    await channel.say("anna", "/hunt puzzle leave")
    await channel.say("anna", "new short_hunt")
    assert "anything you *type* goes to that game" in await channel.told("anna", "/hunt puzzle scent")
    (left,) = await channel.say("anna", "/hunt puzzle leave")
    (game,) = await channel.press("anna", token_of([left], "This channel's game"))
    assert "– new game (" in game.text


async def test_giving_up_shows_the_plan_and_counts_and_leaving_does_not(channel: Channel) -> None:
    await channel.say("anna", "/hunt puzzle scent")
    (left,) = await channel.say("anna", "puzzle leave")
    assert "doesn't count unless" in left.text
    assert await room(channel, "anna") is None
    assert (await solver(channel, "anna")).tries == {}
    await channel.say("anna", "/hunt puzzle scent")
    (shown,) = await channel.say("anna", "/hunt puzzle show")
    assert "For the scent go to the east." in shown.text
    assert (await solver(channel, "anna")).tries["scent"].points == 0.0
    assert await channel.told("anna", "/hunt puzzle show") == shown.text, "nothing more is given up"
    (next_one,) = await channel.press("anna", token_of([shown], "Next puzzle"))
    assert "Find the trail." in next_one.text
    mine = await channel.told("anna", "/hunt puzzle me")
    assert "Tried: 1 of 2, solved: 0." in mine
    assert "✘ **Missed.**" in mine
    assert "solved since" not in mine
    await channel.say("anna", "/hunt puzzle scent")
    await channel.say("anna", "track east")
    await channel.say("anna", "done anyway")
    assert "solved: 1." in (mine := await channel.told("anna", "/hunt puzzle me"))
    assert "✘ **Missed.** " in mine
    assert "solved since" in mine


async def test_impossible_requests_get_one_sentence(channel: Channel) -> None:
    for line, told in (
        ("/hunt puzzle nonsense", "There's no puzzle “nonsense”"),
        ("/hunt puzzle show", "You have no puzzle open"),
        ("/hunt puzzle leave", "You have no puzzle open"),
        ("/hunt puzzle daily off", "has no puzzle of the day"),
        ("/hunt puzzle daily on noon", "0 to 23"),
        ("/hunt puzzle daily off 9", "“daily off 9”"),
    ):
        found = await channel.told("anna", line)
        assert told in found, line
        assert "\n" not in found, line
    await channel.say("anna", "/hunt puzzle scent")
    for line in ("resign yes", "draw", "rollback turn", "substitute offer", "master end", "clock fast"):
        assert "A puzzle is one action" in await channel.told("anna", line), line
    assert "no advice in a puzzle" in await channel.told("anna", "advise")
    game = await room(channel, "anna")
    assert "A puzzle is one action" in await channel.told("anna", f"relocate {game}")


class _Away:
    """A computer player room in which nobody is."""

    async def run(self, person: str, function: object, /, *args: object) -> object:
        del person, function, args
        raise RecordWorkBusy("nobody is here")


async def test_a_failed_judgement_is_repeated_at_the_next_look(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.say("anna", "/hunt puzzle scent")
    tools = channel.handler.tools
    with monkeypatch.context() as away:
        away.setattr(type(tools.ai_workers), "run", _Away.run)
        (panel,) = await channel.say("anna", "track middle /done anyway")
        assert "can't be scored right now" in panel.text
        assert (await solver(channel, "anna")).tries == {}
    (verdict,) = await channel.press("anna", token_of([panel], "Score it"))
    assert "The scent leads" in verdict.text
    assert (await solver(channel, "anna")).tries["scent"].points == 0.5


async def test_the_same_command_again_opens_no_second_puzzle(channel: Channel) -> None:
    await channel.say("anna", "/hunt puzzle scent", key="once")
    first = await room(channel, "anna")
    await channel.say("anna", "track east")
    (panel,) = await channel.say("anna", "/hunt puzzle scent", key="once")
    assert await room(channel, "anna") == first
    assert "Find the scent." in panel.text
    await channel.say("anna", "/hunt puzzle trail")
    assert first not in await channel.store.games(), "the one before goes when the next begins"


async def test_puzzle_results_are_exported_and_forgotten_with_their_person(channel: Channel) -> None:
    store, tools = channel.store, channel.handler.tools
    await channel.say("anna", "/hunt puzzle scent")
    await channel.say("anna", "/hunt puzzle show")
    await channel.say("anna", "/hunt puzzle trail")
    await channel.say("anna", "/hunt puzzle daily on 9")
    person = await store.persons.read(await store.persons.of("web:anna", "Anna"))
    told = (await collect_export(tools, person))["puzzles"]
    assert told["toy"]["tries"]["scent"]["points"] == 0.0
    assert told["one a day"] == ["web:table"]
    await channel.say("anna", "forget")
    await channel.say("anna", "forget sure")
    await PersonalDuties(tools).look()
    assert (await store.puzzling.solver("toy", person.ids)).tries == {}
    assert await room(channel, "anna") is None
    assert (await store.puzzling.posed("toy", "scent")).games == 1
    assert "anna" not in str(await store.puzzling.daily())


async def test_accounts_that_turn_out_to_be_one_person_have_one_rating(channel: Channel) -> None:
    await channel.say("anna", "/hunt puzzle scent")
    await channel.say("anna", "/hunt puzzle show")
    await channel.say("ben", "/hunt puzzle trail")
    await channel.say("ben", "/hunt puzzle show")
    one, other = [await channel.store.persons.of(f"web:{name}", name) for name in ("anna", "ben")]
    joined = await channel.store.puzzling.solver("toy", [one, other])
    assert {*joined.tries} == {"scent", "trail"}
    assert joined.games == 1


async def test_a_verdict_counts_once_wherever_a_process_dies(channel: Channel, redis_url: str) -> None:
    await channel.say("anna", "/hunt puzzle scent")
    await channel.say("anna", "track east")
    before, died, points = await kept(channel.store.connection), True, 0
    while died:
        for done in (False, True):
            await put_back(channel.store.connection, before)
            link = Dying(redis_url, 1 + EVERY * points, done=done)
            await Channel.open(Store(link)).say("anna", "done anyway", key="last")
            died = link.dead
            await link.close()
            (verdict,) = await Channel.open(channel.store).say("anna", "done anyway", key="last")
            assert "Your puzzle rating: **1" in verdict.text, (points, done, verdict.text)
            assert (await solver(channel, "anna")).games == 1
            assert (await channel.store.puzzling.posed("toy", "scent")).games == 1
        points += 1
    assert points > 5


async def test_leaving_on_an_old_panel_leaves_nothing_that_was_begun_since(channel: Channel) -> None:
    await channel.say("anna", "/hunt puzzle scent")
    old = await channel.say("anna", "/hunt puzzle show")
    await channel.say("anna", "/hunt puzzle scent")
    begun = await room(channel, "anna")
    await channel.press("anna", token_of(old, "Leave"))
    assert await room(channel, "anna") == begun
    assert "doesn't count unless" in await channel.told("anna", "/hunt puzzle leave")
    assert await room(channel, "anna") is None


def test_a_new_solver_begins_with_the_easiest_and_then_gets_puzzles_of_their_level() -> None:
    puzzles, day = puzzles_of(usual_title()), date(2026, 11, 27)
    nobody = StoredSolver()
    assert following(puzzles, nobody, day).rating == min(one.rating for one in puzzles)
    tried = Try(points=1.0, best=1.0, game="g", at=0.0)
    first = following(puzzles, nobody, day)
    daily = today(puzzles, day)
    assert following(puzzles, StoredSolver(tries={first.name: tried}), day) == daily
    two = StoredSolver(tries={first.name: tried, daily.name: tried})
    chosen = following(puzzles, two, day)
    left = [one for one in puzzles if one.name not in two.tries]
    assert abs(chosen.rating - 1500) == min(abs(one.rating - 1500) for one in left)

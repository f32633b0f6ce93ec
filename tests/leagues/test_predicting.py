"""Predictions: by the buttons of a match's card or typed, until the title's turn; the table; no byte of a result where it is not wanted."""

from __future__ import annotations

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.matches import Fixed
from bot.leagues.standings import How
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.port import Inbound
from bot.service.leagues import predictions
from bot.storage import Store
from bot.table.reply import Menu, Reply, Select
from bot.titles import usual_title
from bot.titles.capabilities import foreseeable
from tests.leagues.support import four_at_play

FOUR = ("Ann", "Ben", "Cleo", "Dan")


@pytest.fixture
async def league(store: Store) -> League:
    """A season of four with its six games on."""
    return await four_at_play(store)


async def _say(league: League, user: str, text: str = "", token: str = "") -> list[Reply]:
    said = {"text": text} if text else {"token": token}
    key = f"{user} {text} {token} {league.repository.at} {len(await league.store.watching.read(SPRING, 'predictions'))}"
    inbound = Inbound(platform="web", channel="hall", user=user, user_name=user.title(), key=key, **said)  # type: ignore[arg-type]
    return list(await league.handler.run(inbound))


async def _card(league: League, match: str = "1.1.1") -> MessageEntry:
    """The card of a match, in the room of its game."""
    room = (await league.games())[match].channel.partition(":")[2]
    rows = await league.platform.timeline.newest(Stream(room, ""), 50)
    (card,) = [
        row.entry
        for row in rows
        if isinstance(row.entry, MessageEntry) and row.entry.text.startswith(f"**Match `{match}`")
    ]
    return card


async def _rule(league: League, match: str, points: tuple[int, int], how: How = How.PLAYED) -> None:
    ruling = journal.Ruled(at=league.repository.at, by="chief", match=match, points=points, reason="so it was", how=how)
    await league.act(lambda season: acts.rule_game(season, ruling))


async def test_every_match_has_one_card_with_its_picture_and_buttons_and_a_press_predicts(league: League) -> None:
    for match in await league.games():
        card = await _card(league, match)
        assert card.picture is not None
        assert card.picture.kind == "league_pairing"
        assert isinstance(card.menu, Menu)
        assert len(card.menu.buttons) == 4
    card = await _card(league)
    assert isinstance(card.menu, Menu)
    season = await league.repository.season(SPRING)
    names = {kept.person: kept.name for kept in (await league.context.people(season.entrants)).values()}
    label = f"{names[season.matches['1.1.1'].second]} wins: 90 %"
    (token,) = [button.token for button in card.menu.buttons if button.label == label]
    (said,) = await _say(league, "eve", token=token)
    assert "90 %" in said.text
    (said,) = await _say(league, "eve", token=token)
    assert "90 %" in said.text
    assert len(await league.store.watching.read(SPRING, "predictions")) == 1


async def test_the_table_has_the_square_of_how_far_everybody_was_off_and_is_a_picture_as_well(league: League) -> None:
    for number in range(1, 7):
        await _say(league, "eve", f"league predict 1.1.{number} first 80")
        await _say(league, "fay", f"league predict 1.1.{number} second 60")
    await _say(league, "gus", "league predict 1.1.1 first 50")
    for number in range(1, 6):
        await _rule(league, f"1.1.{number}", (2, 0))
    await _rule(league, "1.1.6", (2, 0), How.WALKOVER)
    (said,) = await _say(league, "zoe", "league predict")
    lines = said.text.rpartition("\n\n")[2].splitlines()
    assert lines[1:4] == [
        "**1.** Eve: 0.040 in 5 games",
        "**2.** Fay: 0.360 in 5 games",
        "- Gus: 0.250 in one game, too few to be ranked",
    ]
    assert said.picture is not None
    assert said.picture.kind == "league_forecasts"
    assert "1. Eve: 5 games, Brier score 0.040" in said.picture.alt


async def test_without_words_it_lists_what_can_be_predicted_by_whom_and_until_when(league: League) -> None:
    season = await league.repository.season(SPRING)
    people = await league.context.people(season.entrants)
    made = season.matches["1.1.2"]
    first, second = (people[slot].name for slot in made.sides())
    await _rule(league, "1.1.1", (2, 0))
    (said,) = await _say(league, "eve", "league predict")
    assert "until turn 3 of its game begins" in said.text
    assert f"- `1.1.2` {first} (Allied Powers) – {second} (Central Powers), now in turn 1" in said.text
    assert "1.1.1" not in said.text, "it is over"
    assert said.menu is not None
    select = next(row for row in said.menu.rows if isinstance(row, Select) and "1.1.2" in row.placeholder)
    assert select.placeholder == f"Match 1.1.2: {first} or {second}?"
    wanted = next(one for one in select.options if one.label == f"{second} wins, 90 % sure")
    assert wanted.description == "Match 1.1.2, as the Central Powers"
    (noted,) = await _say(league, "eve", token=wanted.token)
    assert f"You predict that {second} wins match `1.1.2`, 90 % sure" in noted.text
    assert f"Your prediction: {second}, 90 %" in (await _say(league, "eve", "league predict"))[0].text
    (own,) = await _say(league, first.lower(), "league predict")
    assert "1.1.2" not in own.text, "nobody predicts the own match"


async def test_the_winner_is_named_by_name_as_well(league: League) -> None:
    season = await league.repository.season(SPRING)
    people = await league.context.people(season.entrants)
    for slot in season.matches["1.1.1"].slots:
        name = people[slot].name
        assert (
            f"You predict that {name} wins"
            in (await _say(league, "eve", f"league predict 1.1.1 {name.lower()} 80"))[0].text
        )
    (wrong,) = await _say(league, "eve", "league predict 1.1.1 nobody")
    assert all(people[slot].name in wrong.text for slot in season.matches["1.1.1"].slots)


async def test_after_an_auction_the_first_player_is_the_winner_of_the_first_side(league: League) -> None:
    made = Fixed("1.1.1", 1, 0, "ann", "ben", kind="bid")
    made.auction = journal.Auctioned(
        at=0, match="1.1.1", first="ben", second="ann", side=1, ceded=2, maxima=((2, 0), (3, 0)), dice=(), calls=()
    )
    menu = predictions.menu(league.handler.tools, SPRING, made, {"ann": "Ann", "ben": "Ben"})
    assert [(one.label, one.token.split()[3]) for one in menu.buttons[::2]] == [
        ("Ben wins: 65 %", "first"),
        ("Ann wins: 65 %", "second"),
    ]


async def test_predictions_close_with_the_turn_that_the_title_names_and_with_the_end(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = usual_title()
    assert foreseeable(title) == 3
    turn = {"now": 2}
    monkeypatch.setattr(type(title), "moment", lambda self, game: (turn["now"], 1))
    assert "You predict" in (await _say(league, "eve", "league predict 1.1.1 first"))[0].text
    turn["now"] = 3
    told = (await _say(league, "fay", "league predict 1.1.1 first"))[0].text
    assert "are closed. They close when" in told
    turn["now"] = 1
    await _rule(league, "1.1.2", (2, 0))
    assert "are closed. They close when" in (await _say(league, "fay", "league predict 1.1.2 first"))[0].text
    assert [name.split(" ")[1] for name in await league.store.watching.read(SPRING, "predictions")] == ["1.1.1"]


@pytest.mark.parametrize("sealed", [False, True])
async def test_a_game_that_is_over_has_one_card_that_tells_the_result_unless_it_is_sealed(
    store: Store, sealed: bool
) -> None:
    league = League(store)
    await league.open(FOUR, sealed=sealed)
    await league.draw()
    await league.step()
    await league.resign((await league.games())["1.1.1"], 1)
    for _ in range(3):
        await league.step()
    await League(league.store, league.hands).step()
    rows = await league.platform.timeline.newest(Stream("hall", ""), 50)
    (card,) = [
        row.entry for row in rows if isinstance(row.entry, MessageEntry) and row.entry.text.startswith("Match `1.1.1`")
    ]
    assert ("2–0" in card.text) is not sealed
    assert (card.picture is None) is sealed
    assert isinstance(card.menu, Menu)
    (shown,) = await _say(league, "eve", token=card.menu.buttons[1].token)
    assert "2–0" in shown.text


async def test_nobody_predicts_the_own_match_and_wrong_words_are_told_what_would_work(league: League) -> None:
    season = await league.repository.season(SPRING)
    (first,) = (await league.context.people([season.matches["1.1.1"].first])).values()
    assert "is your own" in (await _say(league, first.name.lower(), "league predict 1.1.1 first"))[0].text
    assert "first, second" in (await _say(league, "eve", "league predict 1.1.1 third"))[0].text
    assert "1.9.9" in (await _say(league, "eve", "league predict 1.9.9 first"))[0].text
    assert await league.store.watching.read(SPRING, "predictions") == {}


async def test_the_table_needs_a_press_from_readers_who_hide_results(league: League) -> None:
    await _say(league, "eve", "league predict 1.1.1 first 80")
    await _say(league, "eve", "settings spoilers off")
    before = (await _say(league, "eve", "league predict"))[0]
    await _rule(league, "1.1.1", (2, 0))
    league.hands.move(hours=1)
    after = (await _say(league, "eve", "league predict"))[0]
    assert after == before
    assert after.menu is not None
    token = after.menu.buttons[0].token
    assert "Eve: 0.040" in (await _say(league, "eve", token=token))[0].text

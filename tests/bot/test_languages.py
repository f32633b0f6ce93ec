"""Answers use the language of the person asking, posts that of the channel; texts not in the files are found."""

from __future__ import annotations

from dataclasses import replace

from bot.port import Inbound
from bot.service.session import Memory
from bot.storage import Store
from bot.storage.store import Change
from bot.table.reply import PictureRef, Reply
from tests.bot.handing import LONG, attack, begin
from tests.bot.support import CHANNEL, Channel
from tests.bot.test_told_once import asked_now, decided
from tests.support.pseudo import CLOSE, OPEN, pictures_in, pseudo, unspoken

__all__ = ["pseudo"]


def spoken(text: str) -> bool:
    return text.startswith(OPEN) and text.endswith(CLOSE)


async def said(channel: Channel, user: str, text: str, locale: str = "", place_locale: str = "") -> list[Reply]:
    """Return the answer to a command by a person whose platform uses a language."""
    return await channel.does(user, text=text, locale=locale, place_locale=place_locale)


async def test_a_person_chooses_a_language_and_keeps_it(channel: Channel, pseudo: str) -> None:
    assert "language = auto" in await channel.told("anna", "settings")
    assert "en, en-XA" in await channel.told("anna", "settings")
    assert f"language {pseudo}" in " ".join(await channel.complete("anna", "settings lang"))
    assert spoken(await channel.told("anna", f"settings language {pseudo.lower()}"))
    assert spoken(await channel.told("anna", "undo"))
    assert not spoken(await channel.told("ben", "undo"))
    assert not spoken(await channel.told("anna", "settings language en"))
    assert "en, en-XA or auto" in await channel.told("anna", "settings language xx")


async def test_a_person_hears_their_platforms_language_at_first_and_later_without_it(
    channel: Channel, pseudo: str
) -> None:
    (first,) = await said(channel, "anna", "undo", locale=pseudo)
    assert spoken(first.text)
    assert spoken(await channel.told("anna", "undo")), "a refreshed panel brings no language along"
    (other,) = await said(channel, "anna", "undo", locale="en-GB")
    assert not spoken(other.text)
    await channel.told("anna", "settings language en")
    (chosen,) = await said(channel, "anna", "undo", locale=pseudo)
    assert not spoken(chosen.text)


async def test_where_there_is_one_language_nobody_is_offered_any(channel: Channel) -> None:
    assert "language" not in await channel.told("anna", "settings")
    assert [text for text in await channel.complete("anna", "settings ") if "language" in text] == []
    assert await channel.told("anna", "settings language en") != ""


async def test_posts_speak_the_language_of_the_channel_and_panels_that_of_the_person(
    channel: Channel, pseudo: str
) -> None:
    await channel.told("anna", f"settings language {pseudo}")
    await channel.begin()
    assert {kind for kind, reply in await channel.posts() if OPEN in reply.text} == set()
    (panel,) = await channel.say("anna", "panel")
    assert unspoken([panel], "Anna", "Ben") == []
    (theirs,) = await channel.say("ben", "panel")
    assert OPEN not in theirs.text
    await channel.clear()
    assert spoken(await channel.told("anna", f"settings channel_language {pseudo}"))
    posts = await channel.posts()
    assert {kind for kind, _ in posts} == {"table"}
    assert unspoken([reply for _, reply in posts], "Anna", "Ben") == []
    await channel.clear()
    assert OPEN not in await channel.told("ben", "resign")
    answer = await channel.told("ben", "resign yes")
    assert OPEN not in answer
    posts = await channel.posts()
    assert {kind for kind, _ in posts} >= {"action", "end", "table"}
    assert unspoken([reply for _, reply in posts], "Anna", "Ben") == []


async def test_pictures_have_the_language_of_their_message(channel: Channel, pseudo: str) -> None:
    await channel.told("anna", f"settings language {pseudo}")
    await channel.begin()
    await channel.clear()
    answers = [
        *await channel.say("anna", "panel"),
        *await channel.say("anna", "map west"),
        *await channel.say("anna", "hand"),
    ]
    assert {one.language for _, one in pictures_in(answers)} == {pseudo}
    others = [*await channel.say("ben", "map west"), *await channel.say("carl", "status")]
    assert {one.language for _, one in pictures_in(others)} == {"en"}
    await channel.told("anna", "play guns of august as event")
    shown = [one for _, one in pictures_in([reply for _, reply in await channel.posts()])]
    assert shown
    assert {one.language for one in shown} == {"en"}
    await channel.clear()
    await channel.told("anna", f"settings channel_language {pseudo}")
    shown = [one for _, one in pictures_in([reply for _, reply in await channel.posts()])]
    assert {one.language for one in shown} <= {pseudo}


async def test_a_reference_in_english_is_stored_as_before(pseudo: str) -> None:
    english = PictureRef(kind="theatre", game="g", number=3, args={"name": "west"})
    assert "language" not in english.model_dump_json()
    assert PictureRef.model_validate_json(english.model_dump_json()) == english
    other = english.model_copy(update={"language": pseudo})
    assert PictureRef.model_validate_json(other.model_dump_json()) == other
    assert other.model_dump_json() != english.model_dump_json(), "what is kept of pictures is kept by language"


async def test_a_new_game_has_the_language_of_its_server_by_default(channel: Channel, pseudo: str) -> None:
    (opened,) = await said(channel, "anna", "new introductory", place_locale=pseudo) or [Reply(text="")]
    assert OPEN not in opened.text
    assert unspoken([reply for _, reply in await channel.posts()], "Anna", await channel.game_id()) == []
    await channel.told("anna", "settings channel_language en")
    assert OPEN not in (await channel.posts())[-1][1].text
    await channel.told("anna", "settings channel_language auto")
    await said(channel, "anna", "settings channel_language auto", place_locale=pseudo)
    assert OPEN in (await channel.posts())[-1][1].text


async def test_only_managers_choose_for_a_channel(channel: Channel, pseudo: str) -> None:
    inbound = Inbound(
        platform="web", channel=CHANNEL, user="anna", key="k", text=f"settings channel_language {pseudo}", manages=False
    )
    (refused,) = await channel.handler.run(inbound)
    assert "only its managers can" in refused.text
    assert await channel.store.channels.language(f"web:{CHANNEL}") == ""


async def test_an_answer_that_is_replayed_speaks_its_first_language(channel: Channel, pseudo: str) -> None:
    await channel.begin()
    await channel.told("anna", f"settings language {pseudo}")
    first = await channel.say("anna", "play guns of august as event", key="twice")
    assert unspoken(first, "Anna", "Ben") == []
    await channel.told("anna", "settings language en")
    again = await channel.say("anna", "play guns of august as event", key="twice")
    assert [reply.text for reply in again] == [reply.text for reply in first]
    (panel,) = await channel.say("anna", "panel")
    assert OPEN not in panel.text


async def test_games_of_older_versions_go_on_in_english(store: Store, pseudo: str) -> None:
    from bot.service.handler import BotHandler

    channel = Channel.open(store)
    await channel.begin()
    german = replace(channel, handler=BotHandler(store, language=pseudo))
    assert spoken(await german.told("carl", "undo"))
    await german.told("anna", "resign yes")
    assert {kind for kind, reply in await german.posts() if OPEN in reply.text} == set()


async def test_direct_messages_speak_the_language_of_their_reader(store: Store, pseudo: str) -> None:
    channel, _, hands, watch = await begin(store)
    await channel.told("ben", "settings pings dm")
    await channel.told("ben", f"settings language {pseudo}")
    hands.move(seconds=LONG)
    await attack(channel)
    posts = (await watch.told()).posts
    (direct,) = [reply for kind, reply in posts if kind == "direct"]
    assert unspoken([direct], "Anna", "Ben", await channel.game_id()) == []
    assert [reply.text for kind, reply in posts if kind != "direct" and OPEN in reply.text] == []
    while await asked_now(channel) == "ben":
        await decided(channel)
    (over,) = [reply for kind, reply in (await watch.told()).posts if kind == "strip" and reply.audience == "private"]
    assert unspoken([over], "Anna", "Ben") == []


async def test_a_warning_sent_directly_speaks_the_language_of_its_reader(channel: Channel, pseudo: str) -> None:
    await channel.begin()
    await channel.told("ben", "settings pings dm")
    await channel.told("ben", f"settings language {pseudo}")
    await channel.told("anna", "warn sedan: look")
    posts = dict(await channel.posts())
    assert unspoken([posts["direct"]], "Anna", "Ben", "look") == []
    assert OPEN not in posts["warning"].text


async def test_the_puzzle_of_the_day_speaks_the_language_of_its_channel(channel: Channel, pseudo: str) -> None:
    await said(channel, "anna", "puzzle daily on 17", place_locale=pseudo)
    assert await channel.store.channels.language(f"web:{CHANNEL}") == pseudo
    assert await channel.handler.tools.language_at(f"web:{CHANNEL}") == pseudo
    assert await channel.handler.tools.language_at("web:elsewhere") == "en"


async def wishes(channel: Channel, user: str, language: str) -> None:
    """Make a person who gets direct messages and reads a language."""
    await channel.told(user, "settings pings dm")
    await channel.told(user, f"settings language {language}")


async def test_a_player_in_the_lobby_is_told_directly_in_their_language(channel: Channel, pseudo: str) -> None:
    await wishes(channel, "anna", pseudo)
    await channel.told("anna", "new campaign")
    await channel.told("anna", "join cp")
    await channel.clear()
    await channel.told("ben", "join ap")
    posts = await channel.posts()
    (direct,) = [reply for kind, reply in posts if kind == "direct"]
    assert unspoken([direct], "Anna", "Ben", "web:table", await channel.game_id()) == []
    assert [kind for kind, reply in posts if kind != "direct" and OPEN in reply.text] == []


async def test_the_winner_of_a_bid_is_told_directly_in_their_language(channel: Channel, pseudo: str) -> None:
    await wishes(channel, "anna", pseudo)
    await channel.told("anna", "new historical")
    await channel.told("anna", "bid ap 1")
    await channel.clear()
    await channel.told("ben", "bid accept")
    posts = await channel.posts()
    (direct,) = [reply for kind, reply in posts if kind == "direct"]
    assert unspoken([direct], "Anna", "Ben") == []
    assert [kind for kind, reply in posts if kind != "direct" and OPEN in reply.text] == []


async def test_an_offer_has_the_language_of_its_addressee(store: Store, pseudo: str) -> None:
    channel, _, hands, watch = await begin(store)
    await wishes(channel, "ben", pseudo)
    game = await channel.game_id()
    for line in ("draw", "clock fast"):
        hands.move(seconds=LONG)
        await channel.told("anna", line)
        posts = (await watch.told()).posts
        (direct,) = [reply for kind, reply in posts if kind == "direct"]
        assert unspoken([direct], "Anna", "Ben", game) == []
        assert [kind for kind, reply in posts if kind != "direct" and OPEN in reply.text] == []
        (panel,) = await channel.say("ben", "panel")
        assert unspoken([panel], "Anna", "Ben") == []
        await channel.told("ben", f"{line.partition(' ')[0]} reject")
        posts = (await watch.told()).posts
        closed = [reply for kind, reply in posts if kind == "strip" and reply.audience == "private"]
        assert closed
        assert unspoken(closed, "Anna", "Ben", game) == []


async def test_a_wish_to_go_back_is_kept_by_its_fields_and_read_in_each_readers_language(
    store: Store, pseudo: str
) -> None:
    """An offer isn't stored as a sentence; one stored as text can still be read."""
    channel, *_ = await begin(store)
    await wishes(channel, "ben", pseudo)
    await channel.told("anna", "rollback 0")
    game = await channel.game_id()
    offer = Memory.of((await channel.store.load(game)).settings).offer
    assert offer is not None
    assert "text" not in offer
    assert (offer["kind"], offer["name"], offer["number"]) == ("rollback", "Anna", 0)
    (panel,) = await channel.say("ben", "panel")
    assert unspoken([panel], "Anna", "Ben") == []
    (own,) = await channel.say("anna", "panel")
    assert "asks to go back to entry 0" in own.text
    assert OPEN not in own.text


async def test_a_wish_to_go_back_that_was_stored_worded_is_still_read_and_answered(channel: Channel) -> None:
    await channel.begin()
    await channel.told("anna", "rollback 0")
    game = await channel.game_id()
    stored = await channel.store.load(game)
    memory = Memory.of(stored.settings)
    offer = dict(memory.offer or {})
    old = {key: offer[key] for key in ("kind", "sides", "user", "to", "id", "mark", "asks")}
    memory.offer = {**old, "text": "Anna asks to go back, as it was worded."}
    settings = memory.into(stored.settings)
    change = Change(answer={}, snapshot=stored.snapshot, settings=settings)
    await channel.store.commit(game, stored.number, change, "older", revision=stored.revision)
    (panel,) = await channel.say("ben", "panel")
    assert "Anna asks to go back, as it was worded." in panel.text
    await channel.told("ben", "rollback accept")
    assert Memory.of((await channel.store.load(game)).settings).offer is None

"""The smallest title plays a whole game through all of the host, and the host says nothing of what it cannot do."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

from bot.platforms import painting
from bot.platforms.painting import PicturePool
from bot.storage import Store
from bot.table.reply import PictureRef
from bot.titles import title_checks, title_named
from bot.titles.vocabulary import vocabulary
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.conftest import ROOT
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN
from tests.titles.smallest.script import LOBBY, ORDERS, WON

pytestmark = pytest.mark.usefixtures("smallest_title", "last_chosen")

#: Lines of all its files; design/structure.md asks for a title that a stranger can write.
MOST_LINES = 600
#: Buttons, commands and pages of capabilities that it lacks.
OF_CAPABILITIES = (
    "/standing",
    "/warn",
    "/learn",
    "/puzzle",
    "/advise",
    "/assess",
    "against=",
    "staff",
    "lesson",
    "uzzle",
)


def test_it_is_whole_and_small() -> None:
    assert title_checks.faults(title_named("depots")) == []
    folder = ROOT / "tests" / "titles" / "smallest"
    files = [folder / name for name in ("__init__.py", "rules.py", "painting.py", "title.py", "text/en.toml")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


async def test_a_game_is_typed_to_its_end(channel: Channel) -> None:
    for user, line in (*LOBBY, *ORDERS):
        for reply in await channel.say(user, line):
            check_limits(reply)
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.status == "finished"
    assert stored.header.result == {"winner": 1, "reason": "last_crate"}, "it has no score"
    end = next(post for kind, post in await channel.posts() if kind == "end")
    assert WON in end.text
    assert "core" not in end.text
    assert "replay to the current position" in await channel.told("eve", "verify")
    export = json.loads(((await channel.say("eve", "export"))[0].attachment or pytest.fail("no file")).text)
    assert [one["choice"] for one in export["entries"] if one.get("choice")][:2] == ["carry 3_mill", "carry 2_quarry"]


async def test_presses_play_it_and_undo_takes_back(channel: Channel) -> None:
    for user, line in LOBBY:
        await channel.say(user, line)
    panel = await channel.say("ben", "panel")
    panel = await channel.press("ben", token_of(panel, "3 from the mill"))
    assert "The Blues carry off 3 from the mill." in panel[0].text
    assert "Crates left: the mill 0" in panel[0].text
    undone = await channel.press("ben", token_of(panel, "Undo"))
    assert "Crates left: the mill 3" in undone[0].text
    await channel.press("ben", token_of(undone, "1 from the quarry"))
    assert restore(await channel.store.load(await channel.game_id())).state.crates == [3, 4, 4]


async def test_a_refusal_says_what_is_wrong_and_what_would_work(channel: Channel) -> None:
    for user, line in LOBBY:
        await channel.say(user, line)
    await channel.say("ben", "carry 2 mill")
    told = await channel.told("anna", "carry 3 from the mill")
    assert "There are not so many crates for 3 from the mill (rule 2)" in told
    assert "1 from the mill" in told
    assert "There's nothing called “9 moon”" in await channel.told("anna", "carry 9 moon")
    assert "/carry CRATES DEPOT" in await channel.told("anna", "carry")
    assert "“lift 1” doesn't fit" in await channel.told("anna", "choose lift 1")
    await channel.say("anna", "choose carry off 1 mill")
    assert restore(await channel.store.load(await channel.game_id())).state.crates[0] == 0
    assert "carry 1 from the station" in await channel.complete("ben", "carry ")


async def test_a_rollback_needs_agreement_and_draws_new_chance(channel: Channel) -> None:
    for user, line in (*LOBBY, *ORDERS[:2]):
        await channel.say(user, line)
    await channel.say("anna", "rollback 1")
    await channel.say("ben", "rollback accept")
    game = restore(await channel.store.load(await channel.game_id()))
    assert (game.state.crates, game.epoch) == ([0, 4, 5], 1)
    assert "replay to the current position" in await channel.told("eve", "verify")


async def test_nobody_is_offered_what_it_cannot_do(channel: Channel) -> None:
    names = set(vocabulary(title_named("depots")).by_name)
    assert not {"standing", "warn", "learn", "puzzle", "advise", "assess"} & names
    lines = (
        "panel", "status", "map", "log", "log all", "log 1", "rules", "rules 2", "help", "help carry", "help playing", "help looking",
        "help around", "help lobby", "help learn", "help three depots", "clock", "clock fast", "settings", "games", "seed", "follow",
        "replay all", "export", "verify", "draw", "substitute offer", "substitute keep", "master log", "resign", "resign yes", "rematch",
    )  # fmt: skip
    for user, line in (*LOBBY, *ORDERS[:3]):
        await channel.say(user, line)
    seen = [(line, reply) for line in lines for reply in await channel.say("anna", line)]
    seen += await channel.posts()
    wrong = []
    for line, reply in seen:
        check_limits(reply)
        shown = "\n".join([reply.text, *(label for label, _ in controls([reply]))])
        wrong += [(line, word, shown) for word in OF_CAPABILITIES if word in shown]
        wrong += [(line, "marks twice", shown)] if "``" in shown else []
        wrong += [(line, found[0], shown) for found in [FOREIGN.search(shown)] if found]
    assert wrong == []


async def test_every_picture_is_drawn_with_words(channel: Channel, store: Store) -> None:
    refs: list[PictureRef] = []
    for user, line in (
        *LOBBY,
        ("anna", "help three depots"),
        *ORDERS,
        ("eve", "map"),
        ("eve", "status"),
        ("eve", "replay all"),
    ):
        refs += [reply.picture for reply in await channel.say(user, line) if reply.picture]
    refs += [post.picture for _, post in await channel.posts() if post.picture]
    pool, kinds = PicturePool(store, 1), set()
    for ref in refs:
        data, mime, alt = painting.work(await pool._job(ref))
        assert Image.open(io.BytesIO(data)).width == 360
        assert mime.startswith("image/")
        assert "Crates left: the mill" in alt
        kinds.add(ref.kind)
    await pool.close()
    assert kinds >= {"board", "end", "replay", "opening"}

"""The vocabulary is complete: every command has words, a route and parseable arguments; completion fits."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.commands.arguments import BiddingArgs
from bot.commands.model import Command
from bot.narration.texts import MissingText
from bot.service.routes import ROUTES
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.titles import table_of, title_named
from bot.titles.pog.commands import BidArgs, SupplyArgs
from bot.titles.pog.narration.event_lines import SILENT
from bot.titles.pog.notation import questions
from bot.titles.pog.notation.typed import ORDERS
from tests.bot.moments import choosing
from tests.bot.support import Channel
from tests.support.facts import lexicon, names
from tests.support.table import AP
from tests.support.vocabulary import BY_NAME, COMMANDS, ORDER_NAMES, texts

ENGINE = Path(__file__).parent.parent.parent / "engine"
#: Events that `EventLines` words by separate code.
BY_CODE = {"fire", "flank", "loss", "no_loss", "combat_over", "game_over", "vp", "retreated", "advanced"}


def test_every_command_has_a_route_and_words() -> None:
    for command in COMMANDS:
        assert command.name in ROUTES or command.name in ORDER_NAMES or command.name in title_named("pog").looks
        assert command.help(texts())
        assert command.usage(texts()).startswith(f"/{command.name}")
        assert len(command.help(texts())) <= 200
    assert set(ORDERS) == ORDER_NAMES
    assert len(BY_NAME) == len(COMMANDS)


def test_the_usage_of_a_command_names_every_form_that_questions_are_read_as() -> None:
    """The question "who can reach Sedan?" is read as `units reaching`, which the help lists."""
    usage = BY_NAME["units"].usage(names().words)
    questions_and_forms = (
        ("who can get to sedan?", "reaching"),
        ("which units are reduced?", "reduced"),
        ("ops cost of verdun", "costing"),
    )
    for question, form in questions_and_forms:
        meant = questions.about(lexicon(), table_of(choosing().game, AP), question)
        assert meant.startswith(f"units {form}"), meant
        assert form in usage


#: Commands whose text argument comes first, by the argument's length limit.
FREE = [one for one in COMMANDS if [*one.arguments.model_fields.values()][:1] and any(
    getattr(bound, "max_length", None) == 1900 for bound in next(iter(one.arguments.model_fields.values())).metadata)
]  # fmt: skip


@pytest.mark.parametrize("command", FREE, ids=lambda one: one.name)
def test_words_that_are_too_many_are_refused_by_their_bound(command: Command) -> None:
    """An order of 1,950 letters is too long; it isn't reported as a missing text."""
    assert len(FREE) > 15
    with pytest.raises(Refusal) as refused:
        command.parse("x" * 1950, texts())
    assert refused.value.reason.code == "text_too_long"


def test_the_contract_is_served() -> None:
    """Every command of the players' contract, and those added since."""
    wanted = """new join leave bid seed start settings play activate move attack sr rp entrench peace card lose retreat advance
    choose pass done map hand deck status score units odds supply log rules undo rollback resign draw export verify
    follow games help panel standing warn clock substitute relocate master rematch replay advise assess learn puzzle"""
    assert set(wanted.split()) <= set(BY_NAME)


def engine_calls(name: str) -> set[str]:
    """Return the first arguments of calls such as `game.emit("moved")` in the engine, for titles that offer games."""
    found = set()
    for file in (*(ENGINE / "core").rglob("*.py"), *(ENGINE / "pog").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name and isinstance(node.args[0].value, str):
                    found.add(node.args[0].value)
    return found


def test_every_event_of_the_engine_has_words() -> None:
    told = set(texts().table("narration.events")) | SILENT | BY_CODE
    assert engine_calls("emit") - told == set()


def test_every_reason_of_the_engine_has_words() -> None:
    assert {code for code in engine_calls("Reason") if not texts().has(f"reasons.{code}")} == set()


def test_every_condition_of_a_card_has_words() -> None:
    needs = [need for card in names().content.cards for need in card.needs]
    kinds = {need.args[1].split(":")[0] if need.kind == "under" else need.kind for need in needs}
    assert kinds - set(texts().table("reasons.needs")) == set()


def test_every_decision_of_the_engine_has_words() -> None:
    from engine.core.frames import Decision
    from engine.pog.rulesets import RULEBOOKS

    frames = [frame for book in RULEBOOKS.values() for frame in book.frames()]
    kinds = {frame.kind for frame in frames if issubclass(frame, Decision)}
    assert kinds - set(texts().table("ui.decisions")) == set()


def test_texts_say_what_is_missing() -> None:
    with pytest.raises(MissingText):
        texts().say("ui.nothing.here")
    assert texts().say("ui.answers.undone", count=1) == "1 step undone."
    assert texts().say("ui.answers.undone", count=2) == "2 steps undone."


def test_rules_help_covers_what_a_newcomer_needs() -> None:
    paragraphs = texts().table("rules.paragraphs")
    assert {str(section) for section in range(4, 18)} <= set(paragraphs)
    for text in paragraphs.values():
        assert text["title"]
        assert 40 < len(text["text"]) < 700


@pytest.mark.parametrize("text", ["", "o", "x~a~1~b", "o~a~zz zz~b", "o~a~1", "~~~", "o~a~§~b"])
def test_bad_tokens(text: str) -> None:
    with pytest.raises(tokens.BadToken):
        tokens.parse(text)


def test_tokens_round_trip() -> None:
    for made in (
        tokens.order("abcd2345", 1234, "m.1a,2b>3c"),
        tokens.screen("abcd2345", -1, "map:west"),
        tokens.line("g", "join ap"),
    ):
        parsed = tokens.parse(made)
        assert len(made) <= 100
        assert parsed.body in made
    with pytest.raises(tokens.BadToken):
        tokens.order("abcd2345", 1, "x" * 100)


async def test_completion_is_legal_and_accepted(channel: Channel) -> None:
    """Completions can be sent unchanged."""
    await channel.begin("anna", "anna")
    offered = await channel.complete("anna", "play guns")
    assert "play Guns of August (CP 1) as ops" in offered
    await channel.say("anna", offered[0])
    spaces = await channel.complete("anna", "activate kob")
    assert spaces == ["activate Koblenz attack", "activate Koblenz move"]
    both = await channel.complete("anna", "activate Koblenz move; aach")
    assert both == ["activate Koblenz move; Aachen attack", "activate Koblenz move; Aachen move"]
    number = await channel.number()
    await channel.say("anna", both[0])
    assert await channel.number() == number + 2
    await channel.say("anna", "done anyway")
    moves = await channel.complete("anna", "move all")
    assert any(text.startswith("move all Koblenz to ") for text in moves)
    assert "GE 2" in await channel.told("anna", next(text for text in moves if "Frankfurt" in text))
    attacks = await channel.complete("anna", "attack ")
    assert "attack Liège" in attacks
    await channel.say("anna", attacks[0])
    assert (await channel.store.record(await channel.game_id()))[-1]["choice"].startswith("target ")


async def test_completion_of_names_and_fixed_words(channel: Channel) -> None:
    assert "new historical" in await channel.complete("eve", "new ")
    assert "new campaign hand=8" in await channel.complete("eve", "new campaign hand")
    await channel.begin()
    assert (await channel.complete("anna", "pl"))[0] == "play "
    assert (await channel.complete("anna", ""))[0] == "play ", "what fits the decision comes first"
    for user in ("anna", "ben", "eve"):
        offered = await channel.complete(user, "")
        assert {"map ", "move "} <= set(offered)
        assert not {"join ", "start ", "bid ", "new "} & set(offered), "the game has begun"
        assert "join " in await channel.complete(user, "jo"), "typed, it is found"
    assert await channel.complete("eve", "play ") == []
    assert await channel.complete("ben", "play ") == [], "it is not Ben's decision"
    assert await channel.complete("eve", "new ") == [], "the channel has a game"
    assert "map west" in await channel.complete("eve", "map w")
    assert "map Liège" in await channel.complete("eve", "map lie")
    assert "rules 12.3" in await channel.complete("eve", "rules 12.")
    assert len(await channel.complete("eve", "card re")) <= 25
    assert await channel.complete("eve", "fly ") == []


async def test_settings_games_and_follow(channel: Channel) -> None:
    await channel.begin()
    assert "pings = on" in await channel.told("anna", "settings")
    assert "`pings` is now `off`" in await channel.told("anna", "settings pings off")
    assert "pings = off" in await channel.told("anna", "settings")
    assert "**your turn**" in await channel.told("anna", "games")
    assert "**your turn**" not in await channel.told("ben", "games")
    assert await channel.told("eve", "games") == "You have no games.", "a game goes on here"
    assert "You follow" in await channel.told("eve", "follow")
    assert "no longer" in await channel.told("eve", "follow")


@pytest.mark.parametrize(
    ("line", "side", "where"),
    [
        ("west", "", "west"),
        ("near east", "", "near_east"),
        ("AP near east", "ap", "near_east"),
        ("west cp", "cp", "west"),
        ("ap", "ap", ""),
    ],
)
def test_supply_takes_a_side_and_an_area_in_any_order(line: str, side: str, where: str) -> None:
    assert SupplyArgs.read(line) == SupplyArgs(side=side, where=where)  # type: ignore[arg-type]


async def test_looking(channel: Channel) -> None:
    await channel.begin()
    for user in ("anna", "ben", "eve"):
        for command, words in {
            "map": "whole map", "map sed": "**Sedan** (AP): FR 5", "deck": "in the draw pile", "status": "war status",
            "score": "**10** victory points (VP)", "units ge": "GE 1", "units bulgaria": "no units on the map", "units liege": "fort 3", "supply cp": "in supply", "card moltke": "AP 9",
            "rules 12.3": "Flank", "rules supply": "Supply", "rules": "**12**", "help": "here: `/new introductory`", "help move": "/move UNITS",
        }.items():  # fmt: skip
            assert words in await channel.told(user, command), command
    picture = (await channel.say("anna", "hand"))[0].picture
    assert picture is not None
    assert picture.viewer == 1
    assert (await channel.say("eve", "map near"))[0].picture is not None


async def test_a_card_says_what_the_games_own_card_set_makes_of_it(channel: Channel) -> None:
    """Four cards have a different text in the Valiant set."""
    changed = ("ap 27", "ap 48", "ap 62", "cp 65")
    await channel.begin()
    for card in (*changed, "cp 1"):
        assert "Valiant" not in await channel.told("eve", f"card {card}")
    await channel.say("anna", "resign yes")
    await channel.say("anna", "new campaign cards=valiant")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("anna", "start")
    for card in changed:
        assert "Valiant set:" in await channel.told("eve", f"card {card}")
    assert "Valiant" not in await channel.told("eve", "card cp 1")


def test_only_a_titles_own_class_takes_bids() -> None:
    with pytest.raises(TypeError, match="abstract"):
        BiddingArgs(side="ap")  # type: ignore[abstract]  # that is what must fail
    assert BidArgs(side="ap", vp=3).height == 3

"""A small bot behind the local channel: no game, but every kind of reply, public and private.

`attack` is an action: private panel, channel post, thread post and table message, as in a game. Its hands contain card
names that only their owner may ever receive.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Sequence

from PIL import Image, ImageDraw

from bot.port import Completion, Inbound, Outgoing
from bot.table.reply import (
    Area,
    Attachment,
    Board,
    Button,
    Form,
    FormField,
    Menu,
    MenuOption,
    PictureRef,
    Reply,
    Select,
    Spot,
    Touch,
)
from engine.pog.content import load_content
from renderer.pog.hit_areas import card_target, hand_ground, space_target, theatre_ground

GAME = "testgame"
SECRETS = {"player-one": "Landships of the Somme", "player-two": "Rathenau Raw Materials"}
COMMANDS = {
    "attack": "fight for a space",
    "boom": "break the bot",
    "hand": "your cards",
    "hello": "a greeting",
    "slow": "an answer that takes a while",
    "status": "how the game stands",
    "units": "what stands in a space",
}

#: A panel that reports what happened before the current state and the question.
_HAPPENED = "*Since your last move:*\nGE 8 moves to Posen.\n**GE 8** from Posen against **Lodz**.\nRU 1 digs in.\n"
STORY = Reply(
    text=f"{_HAPPENED}**August 1914**, round 2\nYour action, please.",
    task="Your action, please.",
    past=len(_HAPPENED),
    edit="panel",
)

Deliver = Callable[[Outgoing], Awaitable[None]]


class FakeBot:
    """Counts what it runs; the same key runs only once."""

    def __init__(self) -> None:
        self.deliver: Deliver | None = None
        self.count = 0
        self.seen: list[Inbound] = []
        self.answers: dict[str, Sequence[Reply]] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        #: Blocks completions while it is cleared; and the number of pending ones.
        self.thinking = asyncio.Event()
        self.thinking.set()
        self.asked = 0
        self.failing = False
        #: Number of progress requests, and after how many it is done.
        self.looks, self.enough = 0, 3

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        if ":refresh:" not in inbound.key:  # a page requests its panel by itself when it opens
            self.seen.append(inbound)
        if inbound.key in self.answers:
            return self.answers[inbound.key]
        word = (inbound.text or inbound.token or "").split()[0]
        if word == "boom" or self.failing:
            raise RuntimeError("boom")
        if word == "slow":
            await self.gate.wait()
        replies = await self._replies(word, inbound)
        self.answers[inbound.key] = replies
        return replies

    async def complete(self, inbound: Inbound) -> Sequence[Completion]:
        text = inbound.text or ""
        self.asked += 1
        try:
            await self.thinking.wait()
        finally:
            self.asked -= 1
        if text.startswith("storm liege "):  # words that mean an order
            return [Completion(label="attack liege", insert="attack liege")]
        if text.startswith("units "):
            return [Completion(label=f"{name}: 2 armies", insert=f"units {name}") for name in ("liege", "sedan")]
        return [Completion(label=what, insert=name) for name, what in COMMANDS.items() if name.startswith(text)]

    async def _replies(self, word: str, inbound: Inbound) -> Sequence[Reply]:
        if word == "attack":
            self.count += 1
            await self.publish(self.count, inbound.channel)
            return [panel(inbound.user, self.count)]
        if word in {"hand", "board"}:
            laid = board(inbound.user, self.count) if word == "board" else None
            return [panel(inbound.user, self.count).model_copy(update={"board": laid})]
        if word == "plan":
            return [panel(inbound.user, self.count).model_copy(update={"form": form(inbound.user)})]
        if word == "o~plan":
            taken = ", ".join(inbound.tokens).replace("o~plan ", "")
            return [panel(inbound.user, self.count).model_copy(update={"text": f"Taken: {taken}."})]
        if word in {"look", "story"}:
            return [self._looked() if word == "look" else STORY]
        if word in {"hello", "slow"}:
            return [Reply(text=f"Good day, **{inbound.user_name}**.")]
        if word == "export":
            file = Attachment(name="game.json", mime="application/json", text='{"seat": "' + inbound.user + '"}')
            return [Reply(text="The record.", attachment=file)]
        if word == "status":
            return [Reply(text=f"Action {self.count}.", picture=picture("status", self.count))]
        return [Reply(text=f"`{word}` is no command: type `/` to see what there is.")]

    def _looked(self) -> Reply:
        self.looks += 1
        done = self.looks >= self.enough
        text = f"Looked at {self.looks}" + (", all of it." if done else ".")
        return Reply(text=text, edit="panel", follow="" if done else "look")

    async def publish(self, count: int, channel: str) -> None:
        assert self.deliver is not None
        for number, reply in enumerate(public(count)):
            await self.deliver(Outgoing(id=f"{GAME}/{count}-{number}", game=GAME, channel=channel, reply=reply))


def picture(kind: str, number: int, viewer: int | None = None, *, private: bool = False) -> PictureRef:
    ref = {"kind": kind, "game": GAME, "number": number, "viewer": viewer, "alt": f"{kind} {number}, in short"}
    return PictureRef.model_validate({**ref, "private": private})


def public(count: int) -> list[Reply]:
    action = Reply(
        text=f"**Action {count}.** The German 1st Army attacks *Liège*: `4` (+1) against `2`.\n- Liège takes 3\n- the fort falls",
        picture=picture("closeup", count),
        audience="channel",
        mention=("player-two",),
    )
    table = Reply(
        text=f"**August 1914, round {count}.** Waiting for **Player one** (Central Powers).\nVP 10 · war status 0/0",
        picture=picture("overview", count),
        menu=Menu(
            rows=(
                (
                    Button(label="My move", token="hand", style="primary"),
                    Button(label="Map", token="status", hint="the whole map"),
                    Button(label="Log", token="hello"),
                ),
                (Button(label="Plan an operation", token="plan"),),
            )
        ),
        audience="channel",
        edit="table",
    )
    return [action, action.model_copy(update={"audience": "thread", "mention": ()}), table]


def panel(user: str, count: int) -> Reply:
    options = tuple(MenuOption(label=f"Space {i}", token=f"attack {i}", description="3 units") for i in range(1, 13))
    return Reply(
        text=f"**Your move.** {count} of 4 ops spent.\nYou hold *{SECRETS.get(user, 'nothing')}*.",
        picture=picture("hand", count, viewer=1 if user == "player-two" else 0),
        menu=Menu(
            rows=(
                Select(placeholder="Attack which space?", options=options),
                (
                    Button(label="Attack Liège", token="attack", style="primary"),
                    Button(label="Say hello", token="hello"),
                    Button(label="Resign", token="resign", style="danger", hint="ends the game"),
                    Button(label="Plan it", token="plan"),
                ),
            )
        ),
        edit="panel",
    )


def form(user: str) -> Form:
    """A form with a required single choice, an optional one, menus of 25 spaces, and the most entries allowed."""

    def field(name: str, labels: Sequence[str], most: int = 1, *, required: bool = False) -> FormField:
        options = tuple(
            MenuOption(label=label, token=f"o~plan {name} {number}", description="2 armies")
            for number, label in enumerate(labels)
        )
        return FormField(
            label=name, menu=Select(placeholder=name, options=options, most=most), required=required
        )  # fmt: skip

    spaces = [f"Space {number} with a rather long name, as spaces in the Caucasus have" for number in range(25)]
    return Form(
        title="Operation",
        game=GAME,
        fields=(
            field("Card", [SECRETS.get(user, "nothing"), "Falkenhayn", "Oberost"], required=True),
            field("Attack from", spaces, 2),
            field("Move from", spaces, 25),
            field("Move on from", spaces, 25),
            field("And then", [f"Attack number {number}" for number in range(25)]),
        ),
    )


def board(user: str, count: int) -> Board:
    """A board with a touchable stack, and a hand with a card that only its owner may know."""
    west = PictureRef(kind="theatre", game=GAME, number=count, args={"name": "west"})
    hand = PictureRef(kind="hand", game=GAME, number=count, viewer=1 if user == "player-two" else 0)
    koblenz = load_content().space_by_name["koblenz"]
    return Board(
        number=count,
        areas=(
            Area("west", "Western Front", west, theatre_ground(load_content(), "west")),
            Area("hand", "Your hand", hand, hand_ground((0, 1)), aside=True, shelf=True, look="Look at the hand"),
        ),
        spots=(Spot(space_target(koblenz), "Koblenz", "**Koblenz** (CP): GE 2"),),
        touches=(
            Touch("Koblenz: attack", "", "attack 1", here=(space_target(koblenz),), aimed=True, sign="⚔"),
            Touch(SECRETS.get(user, "nothing"), "", "attack 2", "Operations", uses=card_target(0)),
        ),
    )


class Painter:
    """Renders pictures that describe themselves; can be paused or made to fail."""

    def __init__(self) -> None:
        self.drawn: list[PictureRef] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.broken = False

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        await self.gate.wait()
        self.drawn.append(ref)
        if self.broken:
            raise RuntimeError("no paint left")
        size = {"overview": (1200, 800), "hand": (1200, 420), "closeup": (900, 600)}.get(ref.kind, (800, 500))
        image = Image.new("RGB", size, (214, 200, 170))
        draw = ImageDraw.Draw(image)
        for x in range(0, size[0], 100):
            draw.line((x, 0, size[0] - x, size[1]), fill=(120, 100, 70), width=3)
        draw.text((40, 40), f"{ref.kind} {ref.number}", fill=(60, 20, 20), font_size=90)
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        owner = "" if ref.viewer is None else list(SECRETS.values())[ref.viewer]
        return buffer.getvalue(), "image/png", f"A drawn {ref.kind} after action {ref.number}. {owner}".strip()

"""Two players for the budget of attention: one presses what the panel shows, one types whole lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.notation import compact, typed
from bot.notation.refusal import Refusal
from bot.notation.table import Table
from bot.replies import moving, tokens
from bot.replies.model import Button, Menu, MenuOption, Reply, Select
from bot.replies.offers import Desk
from bot.service.calls import Tools
from bot.service.completion import suggested
from engine.errors import ChanceError

#: How often a card is used for what.
USES = {"ops": 70, "event": 14, "sr": 8, "rp": 8}


#: What the typing player does not spend a thought on.
PASSED = frozenset(
    {"advance", "attacker_cards", "defender_cards", "trench_cards", "attack", "sr_unit", "move_unit", "move_stack"}
)


@dataclass(frozen=True, slots=True)
class Move:
    """What a player sends: a line, or tokens of one press; `action` is the use of a card it begins with."""

    text: str = ""
    tokens: tuple[str, ...] = ()
    action: str = ""
    fight: int = 0
    #: It gives an order, so the record must grow.
    order: bool = False


def body_of(token: str) -> str:
    """The order in a token, "" if it shows a screen."""
    parsed = tokens.parse(token)
    return parsed.body if parsed.kind == "order" else ""


class PanelPlayer:
    """Presses only what stands on the panel."""

    opens = True

    def __init__(self, dice: Random, tools: Tools) -> None:
        self._dice, self._tools = dice, tools

    def next(self, game: Any, replies: Sequence[Reply]) -> Move:
        """The next press on the panel that was answered last."""
        menu = next((reply.menu for reply in reversed(replies) if reply.menu is not None), None) or Menu()
        table = Table(game, int(game.actor))
        for chosen in (self._card, self._activation, self._marked):
            move = chosen(table, menu)
            if move is not None:
                return move
        offered = [control for control in _controls(menu) if body_of(control.token)]
        ending: list[Button | MenuOption] = [control for control in offered if isinstance(control, Button)]
        rest = [control for control in offered if not isinstance(control, Button)] or ending
        if not offered:
            screens = [control.token for control in _controls(menu) if "panel:" in control.token]
            if not screens:
                raise RuntimeError(f"{table.kind} offers nothing: {[reply.text for reply in replies]}")
            return Move(tokens=(screens[0],))
        if table.kind in ("attacker_cards", "defender_cards", "trench_cards", "flank"):
            rest = ending or rest
        if table.kind == "advance":
            rest = [control for control in offered if body_of(control.token)[:2] == "v."] or ending
        chosen_one = rest[0] if table.kind in ("attack", "move_unit", "retreat", "advance") else self._dice.choice(rest)
        at_once = [control for control in offered if body_of(control.token).startswith("L.")]
        return _press((at_once[0] if at_once else chosen_one).token)

    def _card(self, table: Table, menu: Menu) -> Move | None:
        if table.kind != "choose_action":
            return None
        uses = [use for use in USES if table.may(use)]
        use = self._dice.choices(uses, [USES[use] for use in uses])[0] if uses else "auto_op"
        found = [c.token for c in _controls(menu) if body_of(c.token).startswith(f"c.{use}:")]
        found = found or [c.token for c in _controls(menu) if body_of(c.token).startswith("c.auto_op")]
        token = self._dice.choice(found)
        return Move(tokens=(token,), action=body_of(token)[2:].partition(":")[0], order=True)

    def _activation(self, table: Table, menu: Menu) -> Move | None:
        """An attack at once, or several spaces to move in one press; with OPS left over, that is the end."""
        if table.kind != "activate":
            return None
        attacks = [c.token for c in _controls(menu) if "|x." in body_of(c.token)]
        operation = table.game.state.operation
        if attacks and self._dice.random() < 0.5:
            return _press(attacks[0])
        if operation.move or operation.attack:
            return _press(_token(menu, "c.stop"))
        selects: list[Select] = [row for row in menu.rows if isinstance(row, Select)]
        several = next((row for row in selects if body_of(row.options[0].token).startswith("c.for_movement")), None)
        if several is None:
            return _press(attacks[0] if attacks else _token(menu, "c.stop"))
        chosen: list[str] = []
        trial = table.trial()
        for option in several.options:
            try:
                compact.carry_out(trial, body_of(option.token))
            except (Refusal, ChanceError):
                break
            chosen.append(option.token)
            if trial.kind != "activate" or len(chosen) == several.most:
                break
        return Move(tokens=tuple(chosen or [several.options[0].token]), order=True)

    @staticmethod
    def _marked(table: Table, menu: Menu) -> Move | None:
        """Each marked stack goes to the first place that is offered, all in one press where that is offered."""
        if table.kind != "move_unit":
            return None
        together = [row for row in menu.rows if isinstance(row, Select) and body_of(row.options[0].token)[:2] == "n."]
        if together:
            first: dict[str, str] = {}
            trial = table.trial()
            for option in together[0].options:
                stack, there = option.label.partition(":")[0], trial.trial()
                if stack in first:
                    continue
                try:
                    compact.carry_out(there, body_of(option.token))
                except (Refusal, ChanceError):
                    continue
                first[stack], trial = option.token, there
            return Move(tokens=tuple(first.values()), order=True)
        moves = [c.token for c in _controls(menu) if body_of(c.token)[:2] in ("m.", "g.")]
        return _press(moves[0] if moves else _token(menu, "c.finish"))


class TypingPlayer:
    """Types what is legal, as much of an action in one line as can be said before a die."""

    opens = False

    def __init__(self, dice: Random, tools: Tools) -> None:
        self._dice, self._tools = dice, tools

    def next(self, game: Any, replies: Sequence[Reply]) -> Move:
        """The next line."""
        del replies
        table = Table(game, int(game.actor))
        if table.kind == "choose_action":
            return self._action(table)
        if table.kind in ("defender_loss", "attacker_loss") and table.may("hit"):
            return Move(text="lose corps first", order=True)
        if table.kind in PASSED:
            return Move(text="done", order=True)
        if table.kind == "flank":
            return Move(text="choose frontal", order=True)
        return Move(text=self._any(table), order=True)

    def _any(self, table: Table) -> str:
        choice = self._dice.choice([pair for pair in table.game.options() if pair.verb != "peace"])
        return f"choose {table.game.text(choice)}".replace("_", " ")

    def _action(self, table: Table) -> Move:
        uses = [use for use in USES if table.may(use)]
        use = self._dice.choices(uses, [USES[use] for use in uses])[0] if uses else "auto_op"
        if use != "ops":
            line = f"play {self._card(table, use)} as {use}" if use != "auto_op" else "play auto"
            return Move(text=line, action=use, order=True)
        lines = [f"play {self._card(table, use)} as ops"]
        trial = table.trial()
        typed.play(self._tools.lexicon, trial, lines[0][5:])
        if trial.kind != "activate":
            return Move(text=lines[0], action="ops", order=True)
        fights = self._dice.random() < 0.5
        following = (self._attack(trial) if fights else []) or self._moves(trial)
        return Move(
            text=" /".join([*lines, *following]),
            action="ops",
            fight=int(any(line.startswith("attack ") for line in following)),
            order=True,
        )

    def _card(self, table: Table, use: str) -> str:
        return self._tools.names.card(self._dice.choice(table.may(use)))

    def _attack(self, trial: Table) -> list[str]:
        found = moving.suggestions(Desk(trial, self._tools.names), trial.may("for_combat"))
        if not found:
            return []
        marks, _, attack = found[0][0].order.partition("|")
        spaces = [int(mark.partition(":")[2], 36) for mark in marks[2:].split("+")]
        names = self._tools.names
        target = names.space(int(attack[2:], 36))
        lines = [f"activate {', '.join(names.space(space) for space in spaces)} attack", f"attack {target}"]
        there = trial.trial()
        try:
            compact.carry_out(there, found[0][0].order)
        except (Refusal, ChanceError):
            return lines
        return [*lines, "choose frontal"] if there.mine and there.kind == "flank" else lines

    def _moves(self, trial: Table) -> list[str]:
        """Every space that the OPS pay for goes to the first place in reach."""
        desk, parts = Desk(trial, self._tools.names), list[str]()
        names = self._tools.names
        for space in moving.front(desk, trial.may("for_movement")):
            if trial.kind != "activate":
                break
            if trial.offers("for_movement", space):
                trial.do("for_movement", space)
                parts.append(names.space(space))
        if trial.kind == "activate":
            trial.do("stop")
        lines = [f"activate {', '.join(parts)} move"]
        orders = list[str]()
        while trial.kind in ("move_unit", "move_stack") and trial.mine:
            words = [text[4:] for text in suggested(trial, self._tools, "move", "") if text.startswith("all ")]
            fitting = [text for text in words if len(set(text.split(" to "))) == 2]
            if not fitting or len(orders) > 6:
                break
            try:
                typed.move(self._tools.lexicon, trial, f"all {fitting[0]}")
            except (Refusal, ChanceError):
                break
            orders.append(fitting[0])
        if orders:
            lines.append("move " + "; ".join(f"all {order}" for order in orders))
        if trial.kind in ("move_unit", "move_stack") and trial.mine:
            lines.append("done")
        return lines


def _controls(menu: Menu) -> list[Button | MenuOption]:
    found: list[Button | MenuOption] = []
    for row in menu.rows:
        found += list(row.options) if isinstance(row, Select) else list(row)
    return found


def _token(menu: Menu, order: str) -> str:
    return next(control.token for control in _controls(menu) if body_of(control.token).startswith(order))


def _press(token: str) -> Move:
    order = body_of(token)
    return Move(tokens=(token,), fight=int("x." in order), order=bool(order))


__all__ = ["Move", "PanelPlayer", "TypingPlayer"]

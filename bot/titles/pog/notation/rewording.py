"""Lines in plainer words: what adds nothing left out, and turns of speech as the orders say them.

`FR 3 joins FR 2 in Nancy` is `fr 3 to nancy`, `both reserve corps to Essen` is `2 corps from reserve to essen`, `1 on GE 8 and 1 on
GE 14` is `ge 8 and ge 14`. Only lines that were refused as they stand are read so, and the plainer line is read like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot.table.table import Table
from bot.table.typed_text import DASHES, tokens
from bot.titles.pog.notation import pronouns, shorthand
from bot.titles.pog.notation.card_orders import AUTO_WORDS, automatic, names_a_use
from bot.titles.pog.notation.concrete import concrete
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.movement_orders import diggers, moving
from bot.titles.pog.notation.questions import asks
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import ARMY_WORDS, CORPS_WORDS, fitting, read_unit

#: Words of a line at most that is reworded, and of a card with its use.
_LONGEST, _CARD = 60, 8
#: Orders whose words are none of a remark.
_ORDERED = ("attack", "move", "entrench", "sr", "rp", "lose", "retreat", "advance", "activate", "play", "stay")
#: Words at most of a remark before an order.
_REMARK = 6
#: What is said of an order behind it: `fr 3 to paris, it's safer there`.
_ASIDE = re.compile(
    r",\s*(?:it'?s|that'?s|he'?s|she'?s|they'?re|we'?re|it|that|he|she|they|i|we|im|hope|hopefully|sorry|good|nice|this|there|there'?s)\b[^,;.!:\n]*",
    re.IGNORECASE,
)
#: Words of an end, which are none of a remark.
_ENDS = frozenset({"done", "stop", "end", "finish", "finished", "pass", "undo", "all", "both", "yes", "no"})
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")
#: What units cost or how far they go, said for the sake of completeness.
_AMOUNT = re.compile(
    r"\( (?:1|1 2|half|½)(?: (?:a|an))?(?: \w+)? \)|\( \d (?:mps?|mf|spaces?|points?|rps?|srs?|ops?|steps?) \)"
)
#: Points on a unit that costs as many: `1 on ge 8`, `half an rp for the corps`, `gets 1 rp`, `last point on the corps`.
_SPENT = re.compile(
    r"\b(?:the )?(?:1 2|1|half|½|last|other)(?: (?:a|an))?(?: (?:NATION))?(?: (?:rps?|points?|pts?|replacements?))? (?:each )?(?:on|to|for|into|in|goes to|go to)\b"
    r"|\b(?:gets?|takes?|receives?|needs?|costs?)(?: (?:1 2|1|half|½|a|an))(?: (?:rps?|points?|pts?))?\b"
    r"|\b(?:back )?(?:up|back)\b(?= ?(?:[,;]|and\b|in\b|to full\b|$))|(?<=[\w)]) ?\+(?: 1)?(?= ?(?:[,;]|$))"
)
#: An army with its number behind, some of several, and all of those who were just named.
_ARMY_NUMBER = re.compile(
    r"\barmy (?:no |nr |number )?(\d{1,2})\b(?! ?(?:ops?|spaces?|steps?|rps?|srs?|points?|corps|armies|army|x\b|c\b|a\b))"
)
_ONE_OF = re.compile(r"\b(\d) of (?:the|my|our|those|these) ")
_ALL_TO = re.compile(r" ?, (?:both|all|2|each|all of them|both of them|2 of them) to ")
#: To what units are restored, and both uses of a space.
_FULL = re.compile(r"(?<=\w) (?:(?:to|at|is|be) )?(?:full|fresh)(?: (?:strength|again))?(?= ?(?:[,;]|and\b|$))")
_BOTH_USES = re.compile(r"^(?:2|both)(?: (?:markers?|uses?))? (?:for|on|in|at) (\w+(?: \w+){0,2})$")
#: How many points it is before what they restore, and that it is all that are left.
_POINTS = re.compile(
    r"(?:^|(?<=[,;:] )|(?<=and ))(?:1 2|\d|half|½)(?: an?)? (?:rps?|points?|pts?)\b(?! ?(?:on|to|for|into|in|goes|go)\b)"
)
_REST = re.compile(
    r"\b(?:the )?rest(?: of (?:the|my|our|them|it)(?: (?:rps?|points?))?)?(?: (?:rps?|points?))?(?: (?:to|for|on|goes to|go to|goes on|go on|goes into|goes for))?(?= (?:rebuilds?|flips?|restores?|the|\w+ \d|\d))"
)
#: A number after what it counts, `corps x2`, `corps ( 2 )`, and one with a sign before it, `2x corps`.
_AFTER = re.compile(r"\b(corps|armies) (?:x ?(\d)|\( (?:x ?)?(\d)x? \))(?= |$)")
_BEFORE = re.compile(r"\b(\d) ?x (?=\w+ ?(?:corps|armies)\b)")
#: From which space defenders are kept from turning round, which the rules find out; how many dice or cards go with an attack.
_PINNED = re.compile(r"[,(]? ?(?:and )?\b(?:pin|pins|pinning|pinned)(?: (?:from|by|with|in))? [\w ]+?(?= ?(?:[,;)]|$))")
#: The same, behind the units that do so: `2nd pins`, `ah 5 pinning`.
_PINNING = re.compile(r"[,;(] ?(?:and |with )?(?:the )?(?:\w+ ){1,3}(?:pins|pinning|pin)(?= ?(?:[,;)]|$))")
#: The end of a movement where it ends anyway, and an advance without its verb: `ru 3 in`.
_STOPPED = re.compile(r"[,;]? ?(?:and |then )?(?:stops?|halts?)(?: there)?(?= ?(?:[,;]|$))")
_INTO = re.compile(r"(?<=\w) (?:(?:goes|go|moves|gets|steps) )?in(?= ?(?:[,;]|$))")
#: A step that is lost: `we stand, fr 4 takes the extra step`, `sb 1 - 1`.
_STEP = re.compile(
    r"\b(?:takes?|takes on|loses?|suffers?|absorbs?|pays?) (?:the |a |an |its |1 )?(?:extra |additional |further )?(?:steps?|loss|hit|it)\b|(?<=\w) [-–−] ?1\b(?: step)?"
)
#: That no combat card is played, which is asked for later.
_NO_CARDS = re.compile(r"[,;]? ?\b(?:and |with )?(?:no|without) (?:ccs?|cards?|combat cards?)\b")
_STANDING = re.compile(
    r"^(?:we |they |i )?(?:(?:cancel|ignore|refuse) (?:the |this |that )?retreat|stand|hold|stay|stand fast|hold on|dig in)\b ?(?:fast |our ground |firm )?[,;]? ?(?:and )?"
)
#: An attack by the flank, as its name is said.
_FLANKING = re.compile(r"\b(?:flank|flanking) (?:attempt|try|attack|move|manoeuvre|maneuver)\b")
#: An attack, said by a word for going: `4th goes at verdun`.
_GOING_AT = re.compile(r"\b(?:goes|go|going|piles?|pitch|pitches) (?:in )?(?:at|for|against|into)\b")
_THERE = frozenset({"in", "at", "on", "to", "into"})
_WAY = DASHES | {"to", "into", "via", "through", "from", "in", "at", "on"}
#: Commands of decisions at which units go somewhere.
_GOING = frozenset({"play", "activate", "move", "sr"})

#: Makes the words of a line plainer, or leaves them as they are.
Step = Callable[[Lexicon, Table, Sequence[str]], list[str]]


def reworded(lexicon: Lexicon, table: Table, typed: str) -> list[str]:
    """Return a line in plainer words, nothing where it has none, or asks something."""
    line = _without_remarks(lexicon, typed)
    words = lexicon.counted(tokens(line))
    if not table.mine or not words or len(words) > _LONGEST or asks(lexicon, words):
        return []
    said = lexicon.counted(tokens(_POSSESSIVE.sub("", line)))
    for step in _BEFORE_ALL:
        said = step(lexicon, table, said)
    said = _phrases(lexicon, table, " ".join(said)).split()
    if (lexicon.order_words.open | (lexicon.order_words.verbs["not"] - lexicon.order_words.without)).intersection(said):
        return []
    for step in _STEPS:
        said = step(lexicon, table, said)
    found = (
        shorthand.attacks(lexicon, table, said),
        *(" ".join(one).strip(" ,;") for one in (said, concrete(lexicon, table, said))),
    )
    return [one for one in dict.fromkeys(found) if one and one != " ".join(lexicon.counted(tokens(typed)))]


def _without_remarks(lexicon: Lexicon, line: str) -> str:
    """Return a line without a remark at its head, and without sentences that are none but remarks: `conrad is eager: ah 4 hits lublin`."""
    head, mark, rest = line.partition(":")
    if mark and rest.strip() and _is_remark(lexicon, head):
        line = rest.strip()
    line = _ASIDE.sub(lambda aside: "" if _is_remark(lexicon, aside[0]) else aside[0], line)
    said = [one for one in shorthand.sentences(line).split(";") if one.strip()]
    kept = [one for one in said if not _is_remark(lexicon, one)] if len(said) > 1 else []
    return ";".join(kept or said).strip()


def _is_remark(lexicon: Lexicon, said: str) -> bool:
    """Return whether words name nothing and deny nothing, and are none of an order."""
    words = lexicon.counted(tokens(lexicon.order_words.chat.sub(" ", " ".join(tokens(_POSSESSIVE.sub("", said))))))
    if len(words) > _REMARK or (lexicon.order_words.open | lexicon.order_words.verbs["not"]).intersection(words):
        return False
    found = mentions(lexicon, words, range(len(lexicon.book.content.cards)))
    boxes = any(word in lexicon.spaces for word in words)
    named = boxes or found.units or found.spaces or found.cards or found.uses or found.manners
    ordered = {word for name in _ORDERED for word in lexicon.order_words.verbs[name]} | lexicon.nations.keys() | _ENDS
    return not named and not ordered.intersection(words)


def _phrases(lexicon: Lexicon, table: Table, said: str) -> str:
    """Return a line without chat and what follows from the rules anyway, and with other words for the same as those of the orders."""
    said = " ".join(_AMOUNT.sub(" ", lexicon.order_words.chat.sub(" ", said)).split())
    said = _ALL_TO.sub(" to ", _ONE_OF.sub(r"\1 ", _ARMY_NUMBER.sub(r"\1 army", said)))
    said = _PINNING.sub(" ", _PINNED.sub(" ", said))
    answer = table.face.commands[0]
    if answer == "rp":
        said = re.sub(rf"(?<=\w) (?=(?:{'|'.join(lexicon.nations)}) :)", " ; ", said)
        said = _REST.sub(
            " ",
            _POINTS.sub(
                " ",
                re.sub(
                    rf"^(?:with |use |using |spend )?(?:the |my |our )?(?:{'|'.join(lexicon.nations)}) (?:rps?|points?|pts?) (?:to|for|on|:)",
                    " ",
                    said,
                ),
            ),
        )
        said = re.sub(_SPENT.pattern.replace("NATION", "|".join(lexicon.nations)), " ", said)
    if answer == "rp":
        said = _FULL.sub(" ", said)
    if table.kind == "activate":
        said = _BOTH_USES.sub(r"\1 move and attack", said)
    if answer == "move":
        said = _STOPPED.sub(" ", said)
    if answer == "advance":
        said = _INTO.sub(" advance", said)
    if answer == "sr":
        said = moving(said)
    if answer == "attack":
        said = _FLANKING.sub("flank", _GOING_AT.sub("attack", said))
    if answer in ("play", "activate", "move", "attack"):
        said = _NO_CARDS.sub(" ", said)
    if answer == "lose" or table.kind == "retreat_option":
        said = _STEP.sub(" ", said)
    if table.kind == "retreat_option":
        said = _STANDING.sub("hold ", said)
        said = "retreat hold" if said.strip(" ,;") == "hold" else said
    said = " ".join(lexicon.order_words.instead.get(word, word) for word in said.split())
    return re.sub(r"([,;])(?: ?[,;])+", r"\1", said).strip(" ,;")


def _carded(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with a semicolon after a card and its use, or an action without a card: `1op be 1 to ostend`."""
    if table.face.commands[0] != "play" or ";" in words[:_CARD] or not words:
        return list(words)
    for end in range(min(_CARD, len(words) - 1), 0, -1):
        head = words[:end]
        if not head[-1].isalpha() and names_a_use(lexicon, table, head[:-1]):
            continue  # a mark, or a number of what follows
        if automatic(head) or " ".join(head) in AUTO_WORDS or names_a_use(lexicon, table, head):
            rest = list(words[end:])
            return [*head, ";", *(rest[1:] if rest[0] in (",", ":") or rest[0] in DASHES else rest)]
    return list(words)


def _of_nation(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with the nation at its head before each unit that has none: `ah : 2nd and 3rd army in budapest`."""
    del table
    found, at, nation = list[str](), 0, ""
    while at < len(words):
        if words[at] in lexicon.nations and words[at + 1 : at + 2] == [":"]:
            found += [";"] if nation else []
            nation, at = words[at], at + 2
            continue
        read = read_unit(lexicon, words, at) if nation else None
        bare = read is not None and not read[0].nation and not read[0].everything and read[0].unit is None
        end = read[1] if read is not None else at + 1
        begin = at + (bare and words[at] in ("the", "a", "an"))
        count = list(words[begin : begin + 1]) if bare and read is not None and read[0].count > 1 else []
        found += [*count, nation, *words[begin + len(count) : end]] if bare else words[at:end]
        at = end
    return found


def _of_stack(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with the place at its head behind each of several units: `rb : 1 c to metz , 1 c to koblenz`."""
    place = pronouns.own_place(lexicon, table, words, 0)
    end = place[1] if place is not None else pronouns.box(lexicon, words, 0)
    if not end or words[end : end + 1] != [":"] or ";" in words:
        return list(words)
    found = mentions(lexicon, words[end + 1 :])
    if len(found.units) < len("ab") or any(unit.wish.everything for unit in found.units):
        return list(words)
    made, at = list[str](), 0
    for unit in found.units:
        last = unit.at + len(unit.text.split())
        made += [*found.words[at:last], "from", *words[:end]]
        at = last
    return [*made, *found.words[at:]]


def _counted(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with numbers before what they count: `corps x2` as `2 corps`."""
    del table
    said = _BEFORE.sub(r"\1 ", " ".join(words))
    while (found := _AFTER.search(said)) is not None:
        before = said[: found.start()].split()
        named = len(before)
        while named and before[named - 1] in lexicon.nations.keys() | lexicon.reserve:
            named -= 1
        count = found[2] or found[3]
        said = " ".join([*before[:named], count, *before[named:], found[1], said[found.end() :]])
    return said.split()


def _from_reserve(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with `reserve corps` as `corps from reserve`, and `all reserve corps` by their number."""
    found, at = list[str](), 0
    reserve = lexicon.spaces["reserve"]
    while at < len(words):
        end = next((end for end in (at + 2, at + 3) if _names_reserved(lexicon, words[at:end], reserve)), 0)
        if not end:
            found.append(words[at])
            at += 1
            continue
        named = [word for word in words[at:end] if not lexicon.spaces.get(word, set()) & reserve]
        if found[-1:] == ["all"]:
            found[-1] = str(_reserved(lexicon, table, reserve))
        found += [*named, "from", "reserve"]
        at = end
    return found


def _names_reserved(lexicon: Lexicon, words: Sequence[str], reserve: set[int]) -> bool:
    """Return whether words are corps with the word for the reserve before them, with or without a nation."""
    boxes = [word for word in words if lexicon.spaces.get(word, set()) & reserve]
    others = [word for word in words if word not in boxes]
    kind = others[-1:] and others[-1] in CORPS_WORDS and words[-1] == others[-1]
    return len(boxes) == 1 and bool(kind) and all(word in lexicon.nations for word in others[:-1])


def _reserved(lexicon: Lexicon, table: Table, reserve: set[int]) -> int:
    own = [unit for unit in lexicon.book.content.units if unit.side == table.side and not unit.army]
    return sum(stands(table, unit.id) in reserve for unit in own)


def _of_place(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with units that are named by their place as units from there: `the essen corps to metz`."""
    found, at = list[str](), 0
    while at < len(words):
        place = pronouns.own_place(lexicon, table, words, at)
        kind = words[place[1]] if place is not None and place[1] < len(words) else ""
        if place is None or kind not in CORPS_WORDS | ARMY_WORDS or (found and found[-1] in _WAY):
            found.append(words[at])
            at += 1
            continue
        found += [kind, "from", *words[at : place[1]]]
        at = place[1] + 1
    return found


def _joining(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line with those whom units join as where they are: `fr 3 joins fr 2 in nancy` as `fr 3 to nancy`."""
    at = next((at for at, word in enumerate(words) if word in lexicon.order_words.joining), -1)
    if at < 0 or table.face.commands[0] not in _GOING:
        return list(words)
    end = at + 1
    while end < len(words) and words[end] in ("up", "with", "the", "forces", "hands"):
        end += 1
    end, goal = _goal(lexicon, table, words, end)
    if not goal:
        return list(words)
    before, after = list(words[:at]), list(words[end:])
    if before[-1:] == ["to"]:
        before = before[:-1]
    if not before:
        return [*after[1:], "to", *goal] if after[:1] == ["with"] else list(words)  # `reinforce nancy with fr 3`
    led = before[-len(goal) - 1 :] == ["to", *goal]  # `fr 3 to nancy to join fr 2`
    return [*before, *([] if led else ["to", *goal]), *after]


def _goal(lexicon: Lexicon, table: Table, words: Sequence[str], at: int) -> tuple[int, list[str]]:
    """Return the place after the units or the space that are joined at a word, and the words of the space; none where it isn't sure."""
    if (place := pronouns.own_place(lexicon, table, words, at)) is not None:
        return place[1], list(words[at : place[1]])
    read = read_unit(lexicon, words, at) if at < len(words) else None
    if read is None:
        return at, []
    wish, end = read
    if words[end : end + 1] and words[end] in _THERE:
        place = pronouns.own_place(lexicon, table, words, end + 1)
        return (place[1], list(words[end + 1 : place[1]])) if place is not None else (at, [])
    where = {stands(table, one) for one in pronouns.meant(lexicon, table, wish)}
    return (end, tokens(lexicon.book.space(min(where)))) if len(where) == 1 else (at, [])


def _rebuilt(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return replacements with a place for each army that comes back, which is named once for several: `ge 4 , ge 2 , ge 3 essen`."""
    found = mentions(lexicon, words)
    if table.face.commands[0] != "rp" or len(found.spaces) != 1 or len(found.units) < len("ab"):
        return list(words)
    if not {word for _, word in found.others} <= lexicon.order_words.harmless | lexicon.order_words.verbs["rp"]:
        return list(words)
    gone = table.game.state.rules.board.eliminated[table.side]
    parts = list[str]()
    for unit in found.units:
        meant = {stands(table, one) for one in fitting(lexicon, unit.wish, table.may("spend"), weakened(table))}
        if unit.wish.everything or len(meant) != 1 or unit.at > found.spaces[0].at:
            return list(words)
        parts.append(f"{unit.text} in {found.spaces[0].text}" if meant == {gone} else unit.text)
    return f"rp {' ; '.join(parts)}".split()


def _placed(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return the space alone where that answers the question where a unit goes: `put the new army in berlin`."""
    if table.kind != "place_reinforcement":
        return list(words)
    found = mentions(lexicon, words)
    known = lexicon.order_words.harmless | {
        "new",
        "reinforcement",
        "reinforcements",
        "place",
        "deploy",
        "enters",
        "arrives",
        "army",
    }
    others = {word for _, word in found.others}
    return found.spaces[0].text.split() if len(found.spaces) == 1 and others <= known else list(words)


def _digging(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return the order for all armies that can entrench: `entrench everywhere i can`."""
    everywhere = {"everywhere", "wherever", "all", "everybody", "everyone", "where"}
    verb = lexicon.order_words.verbs["entrench"].intersection(words)
    if table.face.commands[0] != "move" or not verb or not everywhere.intersection(words):
        return list(words)
    known = (
        everywhere
        | verb
        | {"i", "we", "you", "can", "possible", "in", "armies", "army", "them", "it", "that", "is", "my", "ever"}
    )
    spaces = diggers(table) if set(words) <= known else []
    return " ; ".join(["entrench " + " ".join(tokens(lexicon.book.space(one))) for one in spaces]).split() or list(
        words
    )


def _others_attack(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return a line whose later orders for all others name nobody, which is everybody who is left: `..., the rest attack sedan`."""
    del table
    return lexicon.order_words.others.sub("; attack ", " ".join(words)).split()


#: What makes a line plainer before it is asked whether it leaves anything open, one after another.
_BEFORE_ALL: tuple[Step, ...] = (
    shorthand.spelled, shorthand.to_in_figures, shorthand.comrades, shorthand.same, shorthand.without_costs, shorthand.without_aims, shorthand.without_bystanders, shorthand.steps,
)  # fmt: skip
#: What makes a line plainer, one after another.
_STEPS: tuple[Step, ...] = (
    _carded, _of_nation, _of_stack, _counted, _from_reserve, _of_place, _joining, pronouns.another, pronouns.both, pronouns.whole, _others_attack,
    pronouns.others, pronouns.staying, pronouns.excepted, _rebuilt, _placed, _digging,
)  # fmt: skip

__all__ = ["reworded"]

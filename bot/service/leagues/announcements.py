"""Public announcements of a season, derived from its journal: in its home channel and in its venues."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from bot.leagues import journal
from bot.leagues.acts.bidding import BIDDING
from bot.leagues.acts.ladder_challenges import ANSWER
from bot.leagues.appeals import effect
from bot.leagues.brackets import level_winner
from bot.leagues.draw_omissions import LeftOut, left_out
from bot.leagues.journal import Entry, Person
from bot.leagues.ladders import MOST_UP
from bot.leagues.matches import Leg
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.port import DeliveryError
from bot.service.clock import lasting, shown
from bot.service.leagues import controls
from bot.service.leagues.act_refusals import reason_told
from bot.service.leagues.clerk_context import ClerkContext, name_of
from bot.service.leagues.match_cards import MOST_DRAWN, Cards
from bot.service.leagues.people import called
from bot.storage.persons import StoredPerson
from bot.table.reply import Button, Menu, Reply
from bot.titles.roots import title_meant

log = logging.getLogger(__name__)

#: Maximum number of people named as left out of a draw.
_LEFT_OUT = 12
#: The last part of a text key, and its placeholders.
Said = tuple[str, dict[str, Any]]
#: Entries that are announced.
TOLD = (
    journal.Opened, journal.Registering, journal.Closed, journal.Drawn, journal.Published, journal.Announced,
    journal.Extended, journal.Ruled, journal.Corrected, journal.Withdrawn, journal.Replaced, journal.Offered,
    journal.Reviewing, journal.Finished, journal.Resulted, journal.Challenged, journal.Appealed, journal.Decided,
    journal.Auctioned, journal.Venued,
)  # fmt: skip


async def tell(context: ClerkContext, season_id: str, number: int, entry: Entry) -> None:
    """Announce an entry if it is of public interest; skip channels that no longer exist.

    Raises:
        DeliveryError: a platform is unavailable, so the announcement is retried later.
    """
    season = await context.repository.season(season_id)
    if isinstance(entry, journal.Venued):
        await _venue(context, season_id, season, number, entry)
        return
    if isinstance(entry, journal.Resulted):
        await _result(context, season_id, season, number, entry)
        await _level(context, season_id, season, entry)
        return
    persons = _people_named(season, entry)
    text = words(context, season, entry, await context.people(persons) if persons else {})
    if not text:
        return
    menu = _controls(context, season_id, season, entry)
    asked = _people_to_act(season, entry)
    for channel in dict.fromkeys([season.rules.home, *season.venues]):
        platform, _, own = channel.partition(":")
        if platform not in context.venues or not own:
            continue
        key = f"{season_id}:{number}:{channel}"
        pinged = await context.pinged(asked, platform, f"{season_id}:{number}")
        reply = Reply(text=text, audience="channel", mention=pinged, menu=menu)
        if await _post_in(context, channel, reply, key) and pinged:
            asked = []  # a person asked in several of these channels is pinged in one
    if isinstance(entry, journal.Ruled | journal.Corrected | journal.Decided):
        await _level(context, season_id, season, entry)


async def call_in(context: ClerkContext, season_id: str) -> None:
    """Announce the start of check-in, with its button; raise DeliveryError if a platform is unavailable."""
    season = await context.repository.season(season_id)
    calendar = season.rules.calendar
    assert calendar is not None
    text = context.tools.say("clerk.check_in", season=user_text(season.rules.name), end=shown(calendar.draw))
    menu = controls.row(context.tools, season_id, "checkin", "me")
    for channel in dict.fromkeys([season.rules.home, *season.venues]):
        platform, _, own = channel.partition(":")
        if platform in context.venues and own:
            await _post_in(
                context, channel, Reply(text=text, audience="channel", menu=menu), f"{season_id}:check-in:{channel}"
            )


async def remind(context: ClerkContext, season_id: str, shown: journal.Drawn) -> None:
    """Remind the organisers, in the home channel, of an unpublished draw; raise DeliveryError like `call_in`."""
    await _show_draw(context, season_id, shown, "forgotten")


async def hold(context: ClerkContext, season_id: str, shown: journal.Drawn) -> None:
    """Tell the organisers, in the home channel, that pairings await review; raise DeliveryError like `call_in`."""
    await _show_draw(context, season_id, shown, "held")


async def _show_draw(context: ClerkContext, season_id: str, shown: journal.Drawn, word: str) -> None:
    season, tools = await context.repository.season(season_id), context.tools
    home = season.rules.home
    if not context.serves(home):
        return
    key = f"{season_id}:{word}:{shown.round}"
    organisers = sorted(season.roles.get("owner", set()) | season.roles.get("organiser", set()))
    pinged = await context.pinged(organisers, home.partition(":")[0], key)
    text = tools.say(f"clerk.{word}", season=user_text(season.rules.name), round=shown.round)
    begin = Button(
        label=tools.say("leagues.buttons.publish"), token=controls.line(season_id, "draw publish"), style="primary"
    )
    look = Button(label=tools.say("leagues.buttons.preview"), token=controls.line(season_id, "draw preview"))
    await _post_in(
        context, home, Reply(text=text, audience="channel", mention=pinged, menu=Menu(rows=((begin, look),))), key
    )


async def _post_in(context: ClerkContext, channel: str, reply: Reply, key: str) -> bool:
    """Post a reply in a channel; return False if it is gone. Raise DeliveryError if its platform is unavailable."""
    try:
        await context.tell(channel, reply, key)
    except DeliveryError as error:
        if error.away:
            raise
        log.warning("%s is not told in %s: %s", key, channel, error)
        return False
    return True


def _controls(context: ClerkContext, season_id: str, season: Season, entry: Entry) -> Menu | None:
    """Return the controls below an announcement; None if it asks nobody to act."""
    if isinstance(entry, journal.Challenged):
        return Menu(rows=(controls.answers(context.tools, season_id),))
    commands: tuple[str, ...] = ()
    match entry:
        case journal.Opened(draft=False) | journal.Registering():
            commands = ("join", "table")
        case journal.Drawn(preview=False) | journal.Published():
            commands = ("me", "pairings", "table")
        case journal.Offered():
            commands = ("substitute",)
        case journal.Closed() | journal.Reviewing() | journal.Finished():
            commands = ("table",)
    # The table of a season with hidden results is shown only on request.
    wanted = [one for one in commands if one != "table" or not season.rules.sealed]
    return controls.row(context.tools, season_id, *wanted) if wanted else None


async def _result(context: ClerkContext, season_id: str, season: Season, number: int, entry: journal.Resulted) -> None:
    """Post the result card of a game in the home channel, unless the season has too many matches."""
    if len(season.matches) > MOST_DRAWN or not context.serves(season.rules.home):
        return
    made = season.matches[entry.match]
    people = await context.people([season.holder_of(slot) for slot in made.slots])
    first, second = (name_of(people, season, slot) for slot in made.sides(entry.leg))
    card = (await Cards.of(context.repository, context.tools, season_id, season)).result(
        made, entry.leg, (first, second)
    )
    try:
        await context.tell(season.rules.home, card, f"{season_id}:{number}:{season.rules.home}")
    except DeliveryError as error:
        if error.away:
            raise
        log.warning("the result of match %s of season %s is not told: %s", entry.match, season_id, error)


async def _venue(context: ClerkContext, season_id: str, season: Season, number: int, entry: journal.Venued) -> None:
    """Test a new venue with a post, including checks that need one; report problems to the person who named it."""
    if not context.serves(entry.venue) or entry.venue not in season.venues:
        return
    about, key = {"season": user_text(season.rules.name)}, f"{season_id}:{number}:venue"
    try:
        said = Reply(text=context.tools.say("clerk.venue", **about), audience="channel")
        message = await context.tell(entry.venue, said, key)
    except DeliveryError as error:
        if error.away:
            raise
        log.warning("venue %s of season %s takes no post: %s", entry.venue, season_id, error)
        fields = {"place": place(entry.venue), "why": str(error), **about}
        await _report_venue(context, season, entry, ("clerk.venue_fails", fields), key)
        return
    wrong = await context.lacking(entry.venue, message) if message else ()
    if wrong:
        log.warning("venue %s of season %s: %s", entry.venue, season_id, " ".join(wrong))
        fields = {"place": place(entry.venue), "why": " ".join(wrong), **about}
        await _report_venue(context, season, entry, ("clerk.venue_lacks", fields), f"{key}:lacks")


async def _report_venue(context: ClerkContext, season: Season, entry: journal.Venued, said: Said, key: str) -> None:
    """Report a venue's problem to the person who named it: in the home channel if that is another, else privately."""
    home, platform = season.rules.home, entry.venue.partition(":")[0]
    if home != entry.venue and context.serves(home):
        mention = await context.pinged([entry.by], home.partition(":")[0], key)
        text = context.tools.say(said[0], **said[1])
        if await _post_in(context, home, Reply(text=text, audience="channel", mention=mention), key):
            return
    kept = (await context.people([entry.by])).get(entry.by)
    account = next(iter(kept.on(platform)), None) if kept is not None else None
    if account is None:
        return
    try:
        alone = await context.speaking_to(account)
        await alone.tell_alone(account, entry.venue, Reply(text=alone.tools.say(said[0], **said[1])), key)
    except DeliveryError as error:
        if error.away:
            raise
        log.warning("nobody can be told of venue %s: %s", entry.venue, error)


async def _level(
    context: ClerkContext,
    season_id: str,
    season: Season,
    entry: journal.Resulted | journal.Ruled | journal.Corrected | journal.Decided,
) -> None:
    """Announce who advances from a level play-off."""
    made = season.matches[entry.match]
    winner = level_winner(season, made)
    if winner is None or season.rules.sealed:
        return
    people = await context.people([season.holder_of(slot) for slot in made.slots])
    first, second = (user_text(name_of(people, season, slot)) for slot in made.sides())
    text = context.tools.say(
        "clerk.level", season=user_text(season.rules.name), match=made.match, first=first, second=second,
        winner=user_text(name_of(people, season, winner)),
    )  # fmt: skip
    await context.tell_all(season, Reply(text=text, audience="channel"), f"{season_id}:level:{made.match}:{winner}")


def _people_to_act(season: Season, entry: Entry) -> list[Person]:
    """Return the people who must act now."""
    if isinstance(entry, journal.Challenged):
        return [season.holders[entry.opponent]]
    return [entry.substitute] if isinstance(entry, journal.Offered) else []


def _people_named(season: Season, entry: Entry) -> list[Person]:
    """Return the people whose names an entry's text needs."""
    if isinstance(entry, journal.Challenged):
        return [season.holders[entry.person], season.holders[entry.opponent]]
    if isinstance(entry, journal.Appealed):
        return [entry.person]
    if isinstance(entry, journal.Drawn | journal.Published):
        return [one.slot for one in _without_place(season, entry)]
    if isinstance(entry, journal.Ruled | journal.Corrected | journal.Decided | journal.Auctioned):
        return [season.holder_of(slot) for slot in season.matches[entry.match].slots]
    if isinstance(entry, journal.Withdrawn):
        return [entry.person]
    if isinstance(entry, journal.Replaced | journal.Offered):
        return [entry.person, entry.substitute]
    return []


def words(context: ClerkContext, season: Season, entry: Entry, people: Mapping[Person, StoredPerson]) -> str:
    """Return the text for an entry; "" if there is none."""
    if isinstance(entry, journal.Ruled | journal.Corrected | journal.Decided):
        return _ruling(context, season, entry, people)
    if isinstance(entry, journal.Auctioned):
        return _auction_text(context, season, entry, people)
    found = _of_season(season, entry) or _of_people(context, season, entry, people)
    if found is None:
        return ""
    key, data = found
    text = context.tools.say(f"clerk.{key}", season=user_text(season.rules.name), **data)
    if key == "drawn" and (out := _left_out(context, season, entry, people)):
        text = f"{text} {out}"
    bids = key == "drawn" and season.rules.match == "bid"
    return f"{text} {context.tools.say('clerk.bids', end=shown(entry.at + BIDDING))}" if bids else text


def _without_place(season: Season, entry: Entry) -> list[LeftOut]:
    """Return the first few entrants who are missing from the first draw."""
    if entry.kind not in ("drawn", "published") or season.round != 1 or season.rules.format == "ladder":
        return []
    first = journal.Drawn(at=entry.at, round=1, sections=season.sections, matches=())
    return left_out(season, first)[:_LEFT_OUT]


def _left_out(context: ClerkContext, season: Season, entry: Entry, people: Mapping[Person, StoredPerson]) -> str:
    """List the entrants left out of the first draw, each with the reason."""
    listed = [
        f"{called(context.tools, people[one.slot])} ({context.tools.say(f'clerk.out.{one.why}')})"
        for one in _without_place(season, entry)
        if one.slot in people
    ]
    return context.tools.say("clerk.left_out", list=", ".join(listed)) if listed else ""


def _auction_text(
    context: ClerkContext, season: Season, entry: journal.Auctioned, people: Mapping[Person, StoredPerson]
) -> str:
    """Return the outcome of an auction: who has which side, and the price."""
    made = season.matches[entry.match]
    if season.withheld(made):
        return ""
    words = title_meant(season.rules.title).words(context.tools.words.language)
    sides = [words.say(f"names.sides.{seat}.name") for seat in title_meant(season.rules.title).seats]
    names = [user_text(name_of(people, season, slot)) for slot in (entry.first, entry.second)]
    paid = 0 if entry.side == 1 else 1
    return context.tools.say(
        "clerk.auctioned" if entry.ceded else "clerk.auctioned_free",
        season=user_text(season.rules.name), match=entry.match, first=names[0], second=names[1], first_side=sides[0],
        second_side=sides[1], side=sides[paid], payer=names[paid], ceded=entry.ceded,
    )  # fmt: skip


def _of_season(season: Season, entry: Entry) -> Said | None:
    """Return the text key and data of an entry that concerns everyone."""
    found: Said | None = None
    match entry:
        case journal.Opened(draft=False) | journal.Registering():
            found = "open", {}
        case journal.Closed():
            found = "closed", {"count": sum(not one.substitute for one in season.entrants.values())}
        case journal.Drawn(preview=False) | journal.Published() if season.rules.format == "ladder":
            found = "ladder", {"reach": MOST_UP}
        case journal.Drawn(preview=False) | journal.Published():
            window = season.window(entry.round)
            count = sum(made.round == entry.round for made in season.matches.values())
            found = "drawn", {"round": entry.round, "count": count, "end": shown(window.end) if window else ""}
        case journal.Announced():
            found = "announced", {"text": user_text(entry.text)}
        case journal.Extended():
            reason = f" {user_text(entry.reason)}" if entry.reason else ""
            found = "outage" if entry.outage else "extended", {"time": lasting(entry.seconds), "reason": reason}
        case journal.Reviewing():
            found = "reviewing", {"end": shown(season.final_from() or entry.at)}
        case journal.Finished():
            found = "finished", {"seed": entry.seed}
    return found


def _of_people(
    context: ClerkContext, season: Season, entry: Entry, people: Mapping[Person, StoredPerson]
) -> Said | None:
    """Return the text key and data of an entry about people: joining and leaving, challenges and appeals."""

    def name(person: Person) -> str:
        kept = people.get(person)
        return called(context.tools, kept) if kept is not None else "–"

    if isinstance(entry, journal.Challenged):
        one, other = (name(season.holders[slot]) for slot in (entry.person, entry.opponent))
        return "challenged", {"name": one, "opponent": other, "end": shown(entry.at + ANSWER)}
    if isinstance(entry, journal.Appealed):
        made, match = season.matches[entry.match], entry.match
        if len(made.legs) > 1:
            match = context.tools.say("clerk.game_of", match=match, number=entry.leg + 1)
        if season.withheld(made):
            return "appealed_sealed", {"match": match}
        second = [(one.at, one.text) for one in made.legs[entry.leg].appeals[1:]]
        key = "appealed_again" if (entry.at, entry.text) in second else "appealed"
        return key, {"name": name(entry.person), "match": match}
    if isinstance(entry, journal.Withdrawn):
        return "withdrawn", {"name": name(entry.person)}
    if not isinstance(entry, journal.Replaced | journal.Offered):
        return None
    both = {"name": name(entry.substitute), "before": name(entry.person)}
    return ("offered", both | {"end": shown(entry.until)}) if isinstance(entry, journal.Offered) else ("replaced", both)


def _ruling(
    context: ClerkContext,
    season: Season,
    entry: journal.Ruled | journal.Corrected | journal.Decided,
    people: Mapping[Person, StoredPerson],
) -> str:
    """Return the text of a ruling, correction or appeal decision; if results are hidden, only that there is one."""
    made = season.matches[entry.match]
    first, second = (user_text(name_of(people, season, slot)) for slot in made.sides(entry.leg))
    code = entry.code if isinstance(entry, journal.Ruled) else ""
    words = title_meant(season.rules.title).words(context.tools.words.language)
    reason = reason_told(words, entry.reason, code)
    about = {"season": user_text(season.rules.name), "match": entry.match, "first": first, "second": second}
    if season.rules.sealed:
        return context.tools.say("clerk.ruling_hidden" if season.withheld(made) else "clerk.ruling_sealed", **about)
    if isinstance(entry, journal.Decided):
        return _decision(context, made.legs[entry.leg], entry, {**about, "reason": reason})
    key = "clerk.corrected" if isinstance(entry, journal.Corrected) else "clerk.ruling"
    return context.tools.say(key, one=entry.points[0], other=entry.points[1], reason=reason, **about)


def _decision(context: ClerkContext, leg: Leg, entry: journal.Decided, about: dict[str, str]) -> str:
    """Return an appeal decision as text: of a first instance, one vote of two, or the outcome of both votes."""
    done = effect(leg, entry)
    one, other = done.stands or (0, 0)
    word = ("stands" if entry.points is None else "other") if done.what in ("decided", "agreed") else ""
    key = "_".join(part for part in (done.what, word) if part)
    return context.tools.say(f"clerk.{key}", one=one, other=other, **about)


__all__ = ["TOLD", "call_in", "remind", "tell", "words"]

"""Draw commands: a draw is previewed, then published; the first one ends registration."""

from __future__ import annotations

from bot.leagues import acts
from bot.leagues.draw_omissions import left_out
from bot.leagues.journal import DIVISION_FORMATS, Drawn, Published
from bot.leagues.ladders import MOST_UP
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.leagues import drawing, reachability
from bot.service.leagues.controls import line
from bot.service.leagues.league_call import LeagueCall, named_holders
from bot.service.leagues.times import told
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply

#: Maximum number of matches and names listed of a draw; the rest is counted.
_SHOWN = 24


async def draw(asked: LeagueCall) -> list[Reply]:
    """Preview the next draw, or publish the previewed one."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    if asked.args.what == "publish":
        return [await _publish_draw(asked, season_id)]
    if season.preview is None and season.stage == "open":
        season = await asked.act(
            season_id, lambda one: acts.close_registration(one, asked.me, asked.at), role="organiser", part="close"
        )
    shown = await _with_preview(asked, season_id)
    return [await preview(asked, season_id, shown)]


async def _publish_draw(asked: LeagueCall, season_id: str) -> Reply:
    length = (await asked.repository.season(season_id)).length
    repeated = await asked.repository.answered(season_id, asked.caller.key) is not None
    season = await asked.act(season_id, lambda one: acts.publish_draw(one, asked.me, asked.at), role="organiser")
    # # A second or later press changed nothing.
    mine = repeated or (season.length > length and await _published_by_caller(asked, season_id, season))
    text = (
        _begun_text(asked, season)
        if mine
        else asked.say("draws.begun", name=user_text(season.rules.name), round=season.round)
    )
    buttons = (
        Button(label=asked.say("buttons.pairings"), token=line(season_id, "pairings")),
        Button(label=asked.say("buttons.table"), token=line(season_id, "table")),
    )
    return Reply(text=text, menu=Menu(rows=(buttons,)))


async def _published_by_caller(asked: LeagueCall, season_id: str, season: Season) -> bool:
    """Return True if the caller published a season's last draw."""
    entries = await asked.repository.journal(season_id)
    last = next((entry for entry in reversed(entries) if isinstance(entry, Published | Drawn)), None)
    return last is not None and last.by in asked.ids and season.preview is None


def _begun_text(asked: LeagueCall, season: Season) -> str:
    name = user_text(season.rules.name)
    if season.rules.format == "ladder":
        return asked.say("draws.ladder_begun", name=name, reach=MOST_UP)
    games = sum(made.round == season.round for made in season.matches.values())
    window = season.window()
    ends = told(window.end, asked.person.zone) if window is not None else "–"
    bids = "_bids" if season.rules.match == "bid" else ""
    key = "_outside" if season.rules.outside else bids
    return asked.say(f"draws.published{key}", name=name, round=season.round, count=games, ends=ends)


async def _with_preview(asked: LeagueCall, season_id: str) -> Season:
    """Return the season with its preview; the pairing is computed off the event loop from the journal as it is now."""
    key, cut = f"{asked.caller.key}/draw", asked.args.cut == "yes"
    await reachability.noted(asked.tools.store, asked.repository, season_id)
    try:
        season = await drawing.draw(
            asked.repository, asked.tools.workshop, season_id, key, by=asked.me, cut=cut, preview=True, ids=asked.ids
        )
    except NotNow as no:
        raise await asked.refused(season_id, no) from None
    if season.preview is None:
        raise refuse("league.nobody_to_pair", season=user_text(season.rules.name))
    return season


async def preview(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    """Return a previewed draw: sections, matches, byes, and the button that publishes it."""
    drawn = season.preview
    assert drawn is not None
    slots = [*(slot for section in drawn.sections for slot in section), *_players(drawn)]
    known = await named_holders(asked, season, slots)
    name = user_text(season.rules.name)
    lines = [asked.say("draws.preview", name=name, round=drawn.round, count=len(drawn.matches))]
    if season.rules.format == "ladder":
        order = [known[one] for section in drawn.sections for one in section]
        lines = [asked.say("draws.ladder", name=name), asked.say("draws.order", names=", ".join(order[:_SHOWN]))]
        lines += [asked.say("more", count=len(order) - _SHOWN)] if len(order) > _SHOWN else []
    elif len(drawn.sections) > 1 or season.rules.format in DIVISION_FORMATS:
        for number, section in enumerate(drawn.sections[:_SHOWN], start=1):
            lines.append(asked.say("draws.section", number=number, names=", ".join(known[one] for one in section)))
    else:
        lines += [f"- `{one.match}` {known[one.first]} – {known[one.second]}" for one in drawn.matches[:_SHOWN]]
    if (more := len(drawn.matches) - _SHOWN) > 0 and len(drawn.sections) == 1:
        lines.append(asked.say("more", count=more))
    byes = [*([drawn.bye] if drawn.bye else []), *drawn.byes]
    lines += [asked.say("draws.bye", person=known[one]) for one in byes]
    lines += await _left_out(asked, season, drawn)
    lines += [
        asked.say("draws.lost_board", match=one.match, person=known[slot])
        for one in drawn.matches
        for slot in (one.first, one.second)
        if slot in season.gone
    ]
    lines += await reachability.warned(asked, season, drawn)
    lines.append(asked.say("draws.then"))
    publish = Button(label=asked.say("buttons.publish"), token=line(season_id, "draw publish"), style="primary")
    again = Button(label=asked.say("buttons.preview"), token=line(season_id, "draw preview"))
    return Reply(text="\n".join(lines), menu=Menu(rows=((publish, again),)))


async def _left_out(asked: LeagueCall, season: Season, drawn: Drawn) -> list[str]:
    """List those without a match in a draw, with reasons, up to a limit."""
    out = left_out(season, drawn)
    known = await named_holders(asked, season, [one.slot for one in out[:_SHOWN]])
    lines = []
    for one in out[:_SHOWN]:
        lacks = "; ".join(asked.say(f"lacks.{code}") for code in one.lacks)
        lines.append(asked.say(f"draws.out.{one.why}", person=known[one.slot], why=lacks))
    return [*lines, asked.say("draws.out.more", count=len(out) - _SHOWN)] if len(out) > _SHOWN else lines


def _players(drawn: Drawn) -> list[str]:
    fixtures = [person for one in drawn.matches for person in (one.first, one.second)]
    return [*fixtures, *drawn.byes, *drawn.left, *([drawn.bye] if drawn.bye else [])]


__all__ = ["draw", "preview"]

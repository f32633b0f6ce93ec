"""How replies and typed lines become entries of the local page's logs, with their pictures and touchable boards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot.narration.texts import host_text
from bot.platforms.web.board import lay
from bot.platforms.web.pictures import PictureCache
from bot.platforms.web.records import MessageEntry, Where, slot_of, where_of
from bot.platforms.web.signed_links import Person, Signer
from bot.platforms.web.timeline import Stream, Timeline
from bot.port import DeliveryError
from bot.table.reply import Reply


def entry_id(*parts: str) -> str:
    """Return a short id; the same origin gives the same id, so that a repetition writes nothing."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


class EntryWriter:
    """Writes replies to the logs of channels and people; `now` gives the time in Unix seconds."""

    def __init__(self, timeline: Timeline, pictures: PictureCache, signer: Signer, now: Callable[[], float]) -> None:
        self._timeline, self._pictures, self._signer, self._now = timeline, pictures, signer, now

    async def show(
        self,
        stream: Stream,
        origin: str,
        reply: Reply,
        game: str = "",
        pressed: str = "",
        players: tuple[str, ...] = (),
        slot: str = "",
    ) -> None:
        """Write a reply to the log of a channel or person; the same origin writes nothing a second time.

        Raises:
            DeliveryError: what only one person may see would be shown in a channel.
        """
        if not stream.user and reply.picture is not None and reply.picture.private:
            raise DeliveryError(host_text("web.adapter.picture_seat_own_view"), final=True)
        if not stream.user and reply.form is not None:
            raise DeliveryError(host_text("web.adapter.form_one_who_asked"), final=True)
        if stream.user and reply.edit == "panel":
            self.lay_board(stream, reply)
        ident = entry_id(origin)
        entry = self._entry(stream, reply, game, pressed, players, slot or slot_of(reply, game) or ident)
        if reply.picture is not None:
            self._pictures.address(stream, entry.picture_id, reply.picture)
        if await self._timeline.write(stream, ident, entry) and reply.picture is not None:
            self._pictures.announce_later(stream, ident, entry)

    def _entry(
        self, stream: Stream, reply: Reply, game: str, pressed: str, players: tuple[str, ...], slot: str
    ) -> MessageEntry:
        """Convert a reply to a log entry."""
        form = reply.form if pressed else None  # a form opens only in response to a press
        return MessageEntry(
            slot=slot,
            where=where_of(reply),
            anew=reply.anew,
            replaces=reply.replaces,
            at=self._milliseconds(),
            text=reply.text,
            task=reply.task,
            past=reply.past,
            picture=reply.picture,
            picture_id=self._signer.name(stream.name, reply.picture.model_dump_json()) if reply.picture else "",
            room=self._pictures.room(reply.picture) if reply.picture else (0, 0),
            menu=reply.menu,
            mention=reply.mention,
            addressed=reply.addressed,
            address=reply.address,
            players=(stream.user,) if stream.user else players,
            attachment=reply.attachment,
            game=game if reply.until >= 0 else "",
            until=reply.until,
            form=form,
            key=pressed if form is not None else "",
        )

    def lay_board(self, stream: Stream, panel: Reply) -> None:
        """Show a panel's touchable board to its owner."""
        board = panel.board
        laid = lay(board, lambda ref: self._signer.name(stream.name, ref.model_dump_json())) if board else None
        for name, ref in laid.pictures.items() if laid else ():
            # A page may request them after the board has been replaced.
            self._pictures.address(stream, name, ref)
        self._timeline.lay_board(stream, laid)

    def said(self, person: Person, text: str, where: Where, key: str) -> MessageEntry:
        """Return the entry of what a person typed."""
        return MessageEntry(
            slot=f"said-{key}-{person.id}", where=where, at=self._milliseconds(),
            author=person.name, author_id=person.id, text=text, key=key,
        )  # fmt: skip

    def _milliseconds(self) -> int:
        return int(self._now() * 1000)


__all__ = ["EntryWriter", "entry_id"]

"""People's links: signed, stable across restarts, and valid for one person only."""

from __future__ import annotations

import base64
import json
import stat
from pathlib import Path

import pytest

from bot.platforms.web.errors import WebRefusal
from bot.platforms.web.signed_links import Person, Signer, checked_channel, person_named


def test_a_link_reads_back_as_its_person(signer: Signer) -> None:
    person = person_named("Łucja  Nowak")
    assert person.name == "Łucja Nowak"
    assert signer.person(signer.token(person)) == person


def test_the_same_name_is_the_same_person() -> None:
    assert person_named("Player one") == person_named(" Player  one ") == Person("player-one", "Player one")


def test_a_name_without_latin_letters_gets_an_id_of_its_own() -> None:
    assert person_named("Жуков").id != person_named("Ленин").id
    assert person_named("Жуков").id.startswith("guest-")


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b", "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(WebRefusal, match="1 to 40 characters"):
        person_named(name)


def test_a_forged_link_is_refused(signer: Signer, tmp_path: Path) -> None:
    token = signer.token(person_named("Player one"))
    body, signature = token.split(".")
    forged = base64.urlsafe_b64encode(json.dumps(["player-two", "Player two"]).encode()).decode().rstrip("=")
    other = Signer.from_file(tmp_path / "other.key").token(person_named("Player one"))
    for bad in (f"{forged}.{signature}", body, f"{body}.", f".{signature}", "", "é.é", other, token + "x"):
        with pytest.raises(WebRefusal):
            signer.person(bad)


def test_links_live_on_after_a_restart_and_the_secret_is_private(tmp_path: Path) -> None:
    token = Signer.from_file(tmp_path / "var" / "web.key").token(person_named("Player one"))
    assert Signer.from_file(tmp_path / "var" / "web.key").person(token).id == "player-one"
    assert stat.S_IMODE((tmp_path / "var" / "web.key").stat().st_mode) == 0o600


def test_a_damaged_secret_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "web.key"
    path.write_bytes(b"short")
    signer = Signer.from_file(path)
    assert signer.person(signer.token(person_named("Foch"))).name == "Foch"
    assert len(path.read_bytes()) == 32


@pytest.mark.parametrize("name", ["", "-a", "A", "a/b", "a b", "x" * 41, "ä", "..", "a\n"])
def test_a_channel_name_that_makes_no_link_is_refused(name: str) -> None:
    with pytest.raises(WebRefusal, match="small letters, digits and dashes"):
        checked_channel(name)


def test_a_channel_name_with_digits_and_dashes_is_taken() -> None:
    assert checked_channel("western-front-2") == "western-front-2"

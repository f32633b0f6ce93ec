"""All settings of the bot, read from the environment and `.env` into one typed object.

`.env.example` documents the same list; a test keeps the two equal. Secrets come from the
environment only and never appear in a log line or a `repr`.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.addresses import read_address
from bot.narration.texts import host_text, speak_to_operator
from bot.sharding import Shards
from renderer.kit import languages

#: Prefix of every variable except REDIS_URL, which keeps the name that hosting services use.
PREFIX = "FELDPOST_"

#: Platform names, used as prefixes of the ids of people and channels.
PLATFORMS = ("discord", "slack", "web")

#: Variables with our prefix that only tests and scripts read.
FOREIGN = frozenset({"FELDPOST_CHROMIUM", "FELDPOST_SHARED"})


class SettingsError(Exception):
    """A setting has an unusable value; the message says which, why, and what would work."""

    #: Exit code of the process.
    exit_code = 1


class RefusedError(SettingsError):
    """A platform rejects the settings permanently: a supervisor must not restart the bot after this."""

    #: EX_CONFIG of sysexits.h, which `deploy/feldpost.service` checks for.
    exit_code = 78


class Settings(BaseSettings):
    """The settings of one bot process, immutable once read; `settings.toml` of the texts describes each one."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    redis_url: Annotated[
        SecretStr | None,
        Field(validation_alias=AliasChoices("REDIS_URL", "redis_url")),
    ] = None
    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8014
    var: Path = Path("var")
    texts: str = ""
    language: str = "en"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    log_shapes: Literal["no", "yes"] = "no"
    picture_workers: Annotated[int, Field(ge=1, le=32)] = 1
    staff_workers: Annotated[int, Field(ge=1, le=64)] = 1
    redis_fsync: Literal["always", "everysec"] = "always"
    answer_days: Annotated[int, Field(ge=1, le=365)] = 30
    delivery_tries: Annotated[int, Field(ge=1, le=100)] = 8
    process: Annotated[str, Field(max_length=40)] = ""
    stop_seconds: Annotated[int, Field(ge=1, le=600)] = 20
    admins: str = ""
    channels: str = ""
    open_games: Annotated[int, Field(ge=0, le=1000)] = 20
    lobby_days: Annotated[
        int,
        Field(ge=0, le=3650),
    ] = 14
    operations_host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    operations_port: Annotated[int | None, Field(ge=0, le=65535)] = None
    public: str = ""
    public_url: Annotated[str, Field(pattern=r"^(https?://[^\s/?#]+/?)?$")] = ""
    public_proxies: str = ""
    public_robots: Literal["no", "yes"] = "no"
    result_key: Annotated[
        SecretStr | None,
        Field(min_length=32),
    ] = None
    webhooks: SecretStr | None = None
    webhook_secret: Annotated[SecretStr | None, Field(min_length=32)] = None
    discord_token: SecretStr | None = None
    discord_application_id: Annotated[int | None, Field(ge=1)] = None
    discord_shards: str = ""

    slack_bot_token: SecretStr | None = None
    slack_app_token: SecretStr | None = None
    slack_signing_secret: SecretStr | None = None
    slack_client_id: str = ""
    slack_client_secret: SecretStr | None = None
    slack_encryption_key: SecretStr | None = None
    slack_api: Annotated[str, Field(pattern=r"^https?://.+/$")] = "https://slack.com/api/"
    slack_host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    slack_port: Annotated[int, Field(ge=0, le=65535)] = 8015

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("language")
    @classmethod
    def _known_language(cls, value: str, info: ValidationInfo) -> str:
        there = languages.languages(info.data.get("texts", ""))
        if value not in there:
            raise ValueError(host_text("operator.settings.no_language", value=value, list=", ".join(there)))
        return value

    @field_validator("admins", "channels")
    @classmethod
    def _known_platforms(cls, value: str) -> str:
        for part in _parts(value):
            platform, _, ident = part.partition(":")
            if platform not in PLATFORMS or not ident:
                raise ValueError(host_text("operator.settings.each_part_must_platform", part=f"{part!r}"))
        return value

    @field_validator("discord_shards")
    @classmethod
    def _range_of_shards(cls, value: str) -> str:
        Shards.parse(value)
        return value

    @field_validator("public")
    @classmethod
    def _host_and_port(cls, value: str) -> str:
        host, colon, port = value.rpartition(":")
        if value and not (colon and host and port.isdecimal() and int(port) <= 65535):
            raise ValueError(host_text("operator.settings.must_host_port_such", value=f"{value!r}"))
        return value

    @field_validator("public_proxies")
    @classmethod
    def _networks(cls, value: str) -> str:
        for part in _parts(value):
            try:
                ipaddress.ip_network(part, strict=False)
            except ValueError:
                raise ValueError(host_text("operator.settings.each_part_must_address", part=f"{part!r}")) from None
        return value

    @field_validator("webhooks")
    @classmethod
    def _safe_addresses(cls, value: SecretStr | None) -> SecretStr | None:
        for address in _parts(value.get_secret_value()) if value is not None else []:
            parts = urlsplit(address)
            own = parts.hostname in ("127.0.0.1", "::1", "localhost")
            if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and own)):
                raise ValueError(host_text("operator.settings.each_address_must_begin"))
        return value

    @model_validator(mode="after")
    def _webhooks_signed(self) -> Self:
        if self.webhooks is not None and self.webhook_secret is None:
            raise ValueError(host_text("operator.settings.webhooks_needs_webhook_secret"))
        return self

    @property
    def webhook_addresses(self) -> list[str]:
        """Return the addresses that receive the events of seasons."""
        return _parts(self.webhooks.get_secret_value()) if self.webhooks is not None else []

    @property
    def public_address(self) -> tuple[str, int] | None:
        """Host and port of the public pages; None if they are not served."""
        host, _, port = self.public.rpartition(":")
        return (host.strip("[]"), int(port)) if self.public else None

    @property
    def proxies(self) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
        """Networks of the proxies that are trusted to report the client's address."""
        return tuple(ipaddress.ip_network(one, strict=False) for one in _parts(self.public_proxies))

    def listed(self, field: Literal["admins", "channels"]) -> list[str]:
        """Return the parts of a list setting."""
        return _parts(getattr(self, field))

    @field_validator("redis_url")
    @classmethod
    def _known_scheme(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            read_address(value.get_secret_value())
        return value


def _parts(value: str) -> list[str]:
    return [part for part in value.replace(",", " ").split() if part]


def variable(field: str) -> str:
    """Return the environment variable of a field."""
    return "REDIS_URL" if field == "redis_url" else PREFIX + field.upper()


def load_settings() -> Settings:
    """Read the settings from the environment and `.env`.

    Raises:
        SettingsError: one sentence for each unusable value. Values that might be secret are not repeated.
    """
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError("\n".join(_sentence(item["loc"], _reason(item)) for item in error.errors())) from None
    if settings.texts:
        os.environ[languages.FOLDER] = settings.texts  # also for the worker processes
    speak_to_operator(settings.language)
    return settings


def speak_as_set() -> None:
    """Set the operator's language before the settings are read; `load_settings` reports unusable values."""
    given = {name.upper(): value or "" for name, value in {**_values_in_file(), **os.environ}.items()}
    if texts := given.get(variable("texts")):
        os.environ[languages.FOLDER] = texts
    language = given.get(variable("language"), "")
    speak_to_operator(language if language in languages.languages() else languages.USUAL)


def unknown_variables() -> list[str]:
    """Return a sentence about each unknown variable, in the environment or `.env`, that looks like one of ours.

    In the environment only names with our prefix count; in `.env` also names close to one of ours, such as misspelled ones.
    """
    known = {variable(field) for field in Settings.model_fields}
    # Compare names without the prefix: it would make all of them similar.
    bare = {name.removeprefix(PREFIX): name for name in sorted(known, key=len)}
    sentences = []
    for name, place in sorted({**_in_file(), **dict.fromkeys(os.environ, "")}.items()):
        if name.upper() in known | FOREIGN:  # settings are read case-insensitively
            continue
        ours, own = _without_prefix(name.upper(), spelt_rightly=not place)
        near = difflib.get_close_matches(own, bare, n=1, cutoff=0.75) or [
            one for one in bare if one.startswith(f"{own}_")
        ]
        if ours or (place and near):
            hint = (
                host_text("operator.settings.did_you_mean", bare=bare[near[0]])
                if near
                else host_text("operator.settings.env_example_lists_settings")
            )
            said = "operator.settings.not_setting_in" if place else "operator.settings.not_setting"
            sentences.append(host_text(said, name=name, file=place, hint=hint))
    return sentences


def _without_prefix(name: str, *, spelt_rightly: bool) -> tuple[bool, str]:
    """Return whether a name has our prefix, even misspelled, and the rest of the name."""
    head, _, own = name.partition("_")
    alike = difflib.SequenceMatcher(None, f"{head}_", PREFIX).ratio()
    ours = name.startswith(PREFIX) or (not spelt_rightly and alike >= 0.75)
    return ours, own if ours else name


def _in_file() -> dict[str, str]:
    """Return the names set in `.env`, each with the file's path."""
    return dict.fromkeys(_values_in_file(), str(Settings.model_config.get("env_file")))


def _values_in_file() -> dict[str, str | None]:
    """Return the values set in `.env`, by name."""
    path = Settings.model_config.get("env_file")
    return dotenv_values(path, interpolate=False) if isinstance(path, str | Path) and Path(path).is_file() else {}


def _reason(item: ErrorDetails) -> str:
    """Return what is wrong with a value; pydantic counts a secret's characters as items."""
    bounds = item.get("ctx", {})
    for kind, bound in (("too_short", "at least"), ("too_long", "at most")):
        if item["type"] == kind and (number := bounds.get("min_length", bounds.get("max_length"))) is not None:
            return host_text(
                "operator.settings.must_have_characters_not", bound=bound, number=number, bounds=bounds["actual_length"]
            )
    return item["msg"]


def _sentence(location: tuple[int | str, ...], message: str) -> str:
    if not location:  # messages about several settings name them themselves
        return f"{message.removeprefix('Value error, ')}."
    field = str(location[0])
    name = field if field == "REDIS_URL" else variable(field)
    reason = message.removeprefix("Value error, ")
    about = host_text(f"settings.{'redis_url' if name == 'REDIS_URL' else field}")
    return host_text(
        "operator.settings.cannot_used", name=name, lower=reason[:1].lower(), reason=reason[1:], about=about
    )

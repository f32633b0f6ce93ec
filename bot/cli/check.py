"""`feldpost check`: checks settings, Redis, assets, fonts and the platforms, each with a result and a remedy."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import advice
from bot.narration.texts import host_text
from bot.platforms.web.guard import is_loopback
from bot.public.server import reaches
from bot.settings import Settings, SettingsError, load_settings
from bot.storage import keys, server_advisories
from bot.storage.connection import Connection
from bot.storage.directory import is_running
from bot.storage.errors import StorageError
from bot.storage.indexes import name_of
from bot.storage.server import redis_server

if TYPE_CHECKING:
    from bot.platforms.slack.installs import Access


@dataclass(frozen=True, slots=True)
class CheckVerdict:
    """The result of a check; `remedy` says what to do, also where things work but could be better."""

    name: str
    ok: bool
    text: str
    remedy: str = ""


async def run_checks() -> list[CheckVerdict]:
    """Run all checks; if the settings can't be read, only that failure is returned."""
    try:
        settings = load_settings()
    except SettingsError as error:
        return [
            CheckVerdict("settings", ok=False, text=str(error), remedy=host_text("operator.check.mend_environment_env"))
        ]
    checks: tuple[Callable[[Settings], Awaitable[CheckVerdict]], ...] = (
        _settings,
        _redis,
        _assets,
        _titles,
        _commands,
        _fonts,
    )
    verdicts = [await check(settings) for check in checks]
    if settings.discord_token is not None:
        verdicts.append(await _discord(settings.discord_token.get_secret_value(), settings.discord_shards))
    if slack := await _slack(settings):
        verdicts.append(slack)
    if settings.discord_token is None and slack is None:
        verdicts.append(
            CheckVerdict(
                "platform",
                ok=True,
                text=host_text("operator.check.no_platform"),
                remedy=host_text("operator.check.local_works_so_run"),
            )
        )
    return verdicts


async def _slack(settings: Settings) -> CheckVerdict | None:
    from bot.platforms.slack.serving import access_of
    from bot.platforms.slack.setup_check import look

    try:
        access = access_of(settings)
    except SettingsError as error:
        return CheckVerdict(
            "Slack", ok=False, text=str(error), remedy=host_text("operator.check.deploy_slack_readme_md")
        )
    half = advice.of_slack(settings)
    if access is None:
        return (
            CheckVerdict("Slack", ok=False, text=host_text("operator.check.half_set_up"), remedy=half) if half else None
        )
    found = await look(access)
    if found.ok and access.by_oauth and settings.redis_url is not None:
        return await _workspaces(access, settings.redis_url.get_secret_value(), found.text)
    remedy = " ".join(part for part in (found.remedy, half) if part)
    return CheckVerdict("Slack", ok=found.ok, text=found.text, remedy=remedy)


async def _workspaces(access: Access, url: str, text: str) -> CheckVerdict:
    """Return how Slack answers the tokens of the workspaces that installed the app."""
    from bot.platforms.slack.workspaces import look

    connection = Connection(url, patience=3)
    try:
        found = await look(access, connection)
    except StorageError as error:
        return CheckVerdict("Slack", ok=False, text=f"{text}; {error}")
    finally:
        await connection.close()
    return CheckVerdict("Slack", ok=found.ok, text=f"{text}; {found.text}", remedy=found.remedy)


async def _discord(token: str, shards: str) -> CheckVerdict:
    from bot.platforms.discord.setup_check import look
    from bot.sharding import Shards

    found = await look(token, Shards.parse(shards))
    return CheckVerdict("Discord", ok=found.ok, text=found.text, remedy=found.remedy)


async def _settings(settings: Settings) -> CheckVerdict:
    found = [_source()]
    any_port = host_text("operator.check.any_port")
    if is_loopback(settings.host):
        found.append(host_text("operator.check.local_at", host=settings.host, port=settings.port or any_port))
    if settings.public:
        found.append(host_text("operator.check.public_at", address=settings.public, reaches=reaches(settings)))
        trusted = "operator.check.proxies" if settings.proxies else "operator.check.no_proxies"
        found.append(host_text(trusted, proxies=settings.public_proxies))
    if settings.webhook_addresses:
        found.append(host_text("operator.check.webhooks", count=len(settings.webhook_addresses)))
    if settings.operations_port is not None:
        port = settings.operations_port or any_port
        found.append(host_text("operator.check.health_at", host=settings.operations_host, port=port))
    return CheckVerdict("settings", ok=True, text="; ".join(found), remedy=" ".join(advice.of_settings(settings)))


async def _redis(settings: Settings) -> CheckVerdict:
    try:
        running = settings.redis_url is None and is_running(settings.var / "redis")
        async with redis_server(settings, attach=running) as url:
            connection = Connection(url, patience=3)
            try:
                version, hurt = await connection.check_version(), await _damaged_indexes(connection)
                program = _text((await connection.call("INFO", "server")).get("executable", ""))
                advised = await _advice(connection) if settings.redis_url is not None else ""
            finally:
                await connection.close()
        if running:
            place = settings.var / "redis"
            text = host_text("operator.check.own_server_runs", place=place)
            return CheckVerdict("Redis", ok=not hurt, text=text, remedy=hurt)
        if settings.redis_url is not None:
            remedy = " ".join(part for part in (hurt, server_advisories.warning(version, program), advised) if part)
            return CheckVerdict(
                "Redis",
                ok=not hurt,
                text=host_text("operator.check.server_at", version=version, place=connection.place),
                remedy=remedy,
            )
        known = server_advisories.warning(version, program)
        own = host_text("operator.check.our_own_server_listens")
        return CheckVerdict(
            "Redis",
            ok=not hurt,
            text=host_text("operator.check.started_from_stopped_again", version=version, program=program),
            remedy=" ".join(part for part in (hurt, f"{known} {own}" if known else "") if part),
        )
    except StorageError as error:
        return CheckVerdict("Redis", ok=False, text=str(error))


async def _damaged_indexes(connection: Connection) -> str:
    """Return which of the indexes over all games are damaged, "" for none; changes nothing."""
    indexes = connection.indexes
    wrong = {name_of(key) for key in await indexes.wrong()}
    if keys.MENDED.partition(":")[2] not in wrong:
        wrong |= {name for name, times in (await indexes.counts()).items() if times}
    if not wrong:
        return ""
    return host_text("operator.check.damage_met_games_verify", names=", ".join(sorted(wrong)))


async def _advice(connection: Connection) -> str:
    """Return recommended settings for a server that isn't ours, as far as it shows its configuration."""
    try:
        reply = (
            await connection.call("CONFIG", "GET", "appendonly"),
            await connection.call("CONFIG", "GET", "maxmemory-policy"),
        )
    except StorageError:
        return host_text("operator.check.does_not_show_configuration")
    appendonly, policy = (_text(next(iter(answer.values()), "")) for answer in reply)
    advised = []
    if appendonly != "yes":
        advised.append(host_text("operator.check.set_appendonly_yes_crash"))
    if policy != "noeviction":
        advised.append(host_text("operator.check.set_maxmemory_policy_noeviction"))
    return " ".join(advised)


async def _assets(settings: Settings) -> CheckVerdict:
    """Check the content of all titles and the host's texts."""
    from bot.narration.texts import lacking, texts
    from renderer.kit.languages import languages

    del settings
    from bot.titles import titles
    from engine.errors import ContentError

    remedy = host_text("operator.check.restore_folder_assets_from")
    if wrong := [f"assets/host/{fault}" for one in languages() for fault in texts(one).faults()]:
        return CheckVerdict("assets", ok=False, text="; ".join(wrong), remedy=remedy)
    told = []
    for title in titles():
        try:
            told.append(title.check())
        except ContentError as error:
            return CheckVerdict("assets", ok=False, text=str(error), remedy=remedy)
    told += [
        host_text("operator.check.language_lacks", language=one, count=len(missing), first=missing[0])
        for one in languages()[1:]
        if (missing := lacking(one, *(title.name for title in titles())))
    ]
    return CheckVerdict("assets", ok=True, text="; ".join(text for text in told if text))


async def _titles(settings: Settings) -> CheckVerdict:
    """Check every title, including installed packages: its members, and a text for everything it declares."""
    del settings
    from bot.titles import title_checks, titles
    from bot.titles.discovery import left_out

    wrong = [str(one) for one in left_out()]
    wrong += [
        host_text("operator.check.title_fault", name=title.name, fault=fault)
        for title in titles()
        for fault in title_checks.faults(title)
    ]
    whole = host_text("operator.check.titles_whole", names=", ".join(title.name for title in titles()))
    text = "; ".join(wrong) or whole
    remedy = host_text("operator.check.mend_package_title_uninstall") if wrong else ""
    return CheckVerdict("titles", ok=not wrong, text=text, remedy=remedy)


async def _commands(settings: Settings) -> CheckVerdict:
    """Check the declarations of all commands."""
    del settings
    from bot.service import declarations

    wrong = declarations.faults()
    remedy = host_text("operator.check.mend_declaration_restore_distribution") if wrong else ""
    return CheckVerdict(
        "commands", ok=not wrong, text="; ".join(wrong) or host_text("operator.check.commands_whole"), remedy=remedy
    )


async def _fonts(settings: Settings) -> CheckVerdict:
    """Load every font used in pictures, so that a missing one is found before the first picture."""
    del settings
    from PIL import ImageFont

    from renderer.kit.theme import FONTS

    with as_file(files("assets").joinpath("fonts")) as folder:
        for name in sorted(FONTS.values()):
            try:
                ImageFont.truetype(folder / name, 14).getbbox("1914 Łódź")
            except OSError as error:
                remedy = host_text("operator.check.restore_folder_assets_fonts")
                return CheckVerdict(
                    "fonts",
                    ok=False,
                    text=host_text("operator.check.cannot_read", name=name, error=error),
                    remedy=remedy,
                )
    return CheckVerdict("fonts", ok=True, text=", ".join(sorted(Path(name).stem for name in FONTS.values())))


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _source() -> str:
    return host_text("operator.check.from_file" if Path(".env").is_file() else "operator.check.from_environment")

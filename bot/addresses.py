"""Parse REDIS_URL: a single server, a server behind sentinels, or a cluster.

redis://USER:PASSWORD@HOST:6379/0, rediss:// (TLS) and unix:// name a single server; on connecting, it is asked whether
it is a node of a cluster. redis+sentinel://USER:PASSWORD@HOST:26379,HOST:26379/SERVICE/0 names sentinels, whose own
user and password are given in the parameters `sentinel_username` and `sentinel_password`.
redis+cluster://USER:PASSWORD@HOST:7000,HOST:7001 names nodes of a cluster; one that answers is enough. With rediss+
every connection uses TLS. All other parameters are those of redis-py, e.g. `ssl_ca_certs`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import SplitResult, unquote, urlsplit

from redis.asyncio.connection import parse_url

from bot.narration.texts import host_text

Kind = Literal["single", "sentinel", "cluster"]

#: Accepted URL schemes.
SCHEMES = (
    "redis://", "rediss://", "unix://", "redis+sentinel://", "rediss+sentinel://", "redis+cluster://", "rediss+cluster://",
)  # fmt: skip
#: Default ports, used where the address gives none.
_PORTS: dict[Kind, int] = {"single": 6379, "sentinel": 26379, "cluster": 6379}


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed Redis address.

    `options` are redis-py connection options without host and port; TLS is given by `tls` alone. `hosts` is empty for a
    Unix socket. `service` is the sentinel service name, `guards` the credentials for the sentinels.
    """

    kind: Kind
    hosts: tuple[tuple[str, int], ...]
    tls: bool = False
    options: dict[str, Any] = field(default_factory=dict, repr=False)
    service: str = ""
    guards: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def place(self) -> str:
        """Return the hosts (or the socket path) without user and password, for messages."""
        if not self.hosts:
            return str(self.options.get("path", ""))
        hosts = ", ".join(f"{host}:{port}" for host, port in self.hosts)
        return f"{self.service} (sentinels {hosts})" if self.kind == "sentinel" else hosts


def read_address(url: str) -> Address:
    """Parse a Redis address.

    Raises:
        ValueError: the address is invalid; the message says why and contains no password.
    """
    parts = urlsplit(url)
    scheme, _, kind = parts.scheme.partition("+")
    if f"{parts.scheme}://" not in SCHEMES:
        raise ValueError(host_text("operator.addresses.must_begin_with_redis"))
    if kind == "sentinel":
        return _sentinel_address(scheme, parts)
    if kind == "cluster":
        if parts.path.strip("/") not in ("", "0"):
            raise ValueError(host_text("operator.addresses.cluster_one_database_leave"))
        return Address("cluster", _hosts(parts, "cluster"), scheme == "rediss", _options(scheme, parts, ""))
    options: dict[str, Any] = dict(parse_url(url))
    options.pop("connection_class", None)
    if scheme == "unix":
        return Address("single", (), options=options)
    host, port = str(options.pop("host", "localhost")), int(str(options.pop("port", _PORTS["single"])))
    return Address("single", ((host, port),), scheme == "rediss", options)


def _sentinel_address(scheme: str, parts: SplitResult) -> Address:
    service, _, database = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError(host_text("operator.addresses.behind_sentinels_must_stand"))
    options = _options(scheme, parts, database)
    guards = {
        name: options.pop(f"sentinel_{name}") for name in ("username", "password") if f"sentinel_{name}" in options
    }
    return Address("sentinel", _hosts(parts, "sentinel"), scheme == "rediss", options, unquote(service), guards)


def _options(scheme: str, parts: SplitResult, database: str) -> dict[str, Any]:
    """Return the redis-py connection options from an address with several hosts."""
    user, _, _ = parts.netloc.rpartition("@")
    options: dict[str, Any] = dict(
        parse_url(f"{scheme}://{user}{'@' if user else ''}localhost/{database}?{parts.query}")
    )
    for name in ("host", "port", "connection_class"):
        options.pop(name, None)
    return options


def _hosts(parts: SplitResult, kind: Kind) -> tuple[tuple[str, int], ...]:
    found = []
    for one in parts.netloc.rpartition("@")[2].split(","):
        try:
            place = urlsplit(f"//{one.strip()}")
            host, port = place.hostname, place.port
        except ValueError:
            host, port = None, None
        if not host:
            raise ValueError(host_text("operator.addresses.each_hosts_must_host"))
        found.append((host, port or _PORTS[kind]))
    return tuple(found)


__all__ = ["SCHEMES", "Address", "Kind", "read_address"]

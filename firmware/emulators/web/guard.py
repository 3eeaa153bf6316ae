"""Lets only pages talk to the server that it served itself, under a name of this machine.

A page of another site can make a browser send requests here. If the name of that site leads to this machine, the page
could read the answers. So the Host header is checked, and the Origin header if there is one; a WebSocket must have one.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
POLICY_VIOLATION = 1008
HTTP_PORT = 80


class ServerNames(Struct, frozen=True):
    """The names and the port of the server. `anywhere`: it listens on every address of this machine."""

    names: tuple[str, ...]
    port: int
    any_address: bool = False

    def matches(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        name, colon, port = host.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = host, str(HTTP_PORT)
        return port == str(self.port) and (name.lower() in self.names or (self.any_address and _is_address(name)))


def names_of(host: str, port: int) -> ServerNames:
    """Return the names of a server that listens on a host, which is a name or an address."""
    name = f"[{host}]" if ":" in host else host.lower()
    return ServerNames((*LOOPBACK, name), port, _is_address(name) and ipaddress.ip_address(host).is_unspecified)


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches a host."""
    return host.lower() == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


class Guard:
    """Refuses requests of strangers, and limits what a page from here may load."""

    def __init__(self, app: ASGIApp, names: ServerNames) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse one request, or pass it on to the app."""
        hosts = _headers(scope, b"host")
        origins = _headers(scope, b"origin")
        socket = scope["type"] == "websocket"
        is_known = len(hosts) == 1 and self._names.matches(hosts[0])
        is_own_page = origins == [f"http://{hosts[0]}"] if origins else not socket
        if is_known and is_own_page:
            await self._app(scope, receive, send if socket else _with_headers(send, hosts[0]))
        elif socket:
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            await _refuse(send)


def _with_headers(send: Send, host: str) -> Send:
    """Return a `send` that adds the headers which say what a page may load."""
    policy = (  # its own files, and nothing written into the page
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        f"connect-src 'self' ws://{host}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    headers = [
        (b"content-security-policy", "; ".join(policy).encode()),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
    ]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *headers]
        await send(message)

    return send_with_headers


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": b"This server answers its own page only.\n"})


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        return True
    return False

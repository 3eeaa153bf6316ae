"""The page, the diagrams and the WebSocket, on a port of this machine.

page ◀─ command, reply ─▶ reader ◀──▶ owner    one command of a page at a time: a flood waits
     ◀──── newest ─────── writer ◀─── owner    a slow page skips outdated messages
"""

import asyncio
import errno
import logging
import socket
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.http.h11_impl import H11Protocol

from display.letters import Face, font
from firmware.bots.engines import cached_bot
from firmware.device.builds import profiles
from firmware.emulators.web import chart, messages
from firmware.emulators.web.guard import Guard, names_of
from firmware.emulators.web.messages import Error, Reply
from firmware.emulators.web.owner import Owner
from firmware.errors import TavolinoError

PORT = 8420
HOST = "127.0.0.1"
PAGE_FOLDER = Path(__file__).parent / "page"
PANEL_LIST = b'<select id="panel">'
"""The place in the page for the list of panels."""
MAX_PAGES = 16
"""Pages that are open at once, at most."""
TRY_AGAIN_LATER = 1013
SHUTDOWN_TIMEOUT_S = 2
"""Time that pages have to close when the server ends, s."""
REQUEST_TIMEOUT_S = 10.0
"""Time that a connection may be open without a complete request, s."""
MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".ttf": "font/ttf",
    ".png": "image/png",
    ".gif": "image/gif",
    **dict.fromkeys(("", ".md", ".scad"), "text/plain"),
}
GUIDES_ROOT = Path(__file__).parents[3]
"""The checkout: its README and the folder docs are the guides. An installed package has none."""


class Server:
    """A server of the pages of one device. It listens at once, and answers while `run` runs.

    `port` None is the usual one, or any that is free.

    Raises:
        TavolinoError: the host or the port cannot be listened on.

    """

    def __init__(self, owner: Owner, host: str = HOST, port: int | None = None) -> None:
        self._socket = _listen(host, port)
        port = self._socket.getsockname()[1]
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self._owner = owner
        config = uvicorn.Config(
            Guard(application(owner), names_of(host, port)),
            http=ImpatientProtocol,
            log_config=None,
            lifespan="off",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=2 * messages.MAX_PLAY_CHARS,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        )
        logging.getLogger("uvicorn").setLevel(logging.WARNING)
        self._server = uvicorn.Server(config)

    def run(self) -> None:
        """Answer until Ctrl-C or the end of the device. TavolinoError if the device has failed."""
        self._owner.listen(self._watch)
        if self._owner.failure is None:  # it may have failed before anyone listened
            self._server.run(sockets=[self._socket])
        if self._owner.failure is not None:
            raise TavolinoError("The device has failed; its log says why. Nothing that was kept is lost.")

    def close(self) -> None:
        """Let go of the port."""
        self._socket.close()

    def _watch(self) -> None:
        if self._owner.failure is not None:
            self._server.should_exit = True


def application(owner: Owner) -> Starlette:
    """Return the app: the files of the page, the guides, a diagram of each bot, the WebSocket."""
    free_pages = asyncio.Semaphore(MAX_PAGES)

    async def talk(websocket: WebSocket) -> None:
        if free_pages.locked():
            await websocket.close(TRY_AGAIN_LATER)
            return
        async with free_pages:
            await Connection(websocket, owner).run()

    async def machine(request: Any) -> Response:
        engine = cached_bot(request.path_params["game"])
        if engine is None:
            return Response(status_code=404)
        return Response(chart.draw(engine), media_type=MEDIA_TYPES[".svg"])

    async def file(request: Any) -> Response:
        content, media_type = page_files[request.url.path]
        return Response(content, media_type=media_type)

    async def guide(request: Any) -> Response:
        path = guides.get(request.path_params["path"])
        if path is None:
            return Response(status_code=404)
        return Response(path.read_bytes(), media_type=MEDIA_TYPES[path.suffix])

    guides = {path.relative_to(GUIDES_ROOT).as_posix(): path for path in _guides()}
    page_files = _page_files()
    routes: list[BaseRoute] = [Route(address, file) for address in page_files]
    routes += [
        Route("/guide/{path:path}", guide),
        Route("/machines/{game}.svg", machine),
        WebSocketRoute("/device", talk),
    ]
    return Starlette(routes=routes)


def _page_files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page with their media types, by address; the page lists the known panels."""
    files = {f"/{path.name}": path for path in PAGE_FOLDER.iterdir()}
    files["/type.ttf"] = Path(str(font(Face("Semibold", 17, 16)).path))  # as on the glass
    contents = {address: (path.read_bytes(), MEDIA_TYPES[path.suffix]) for address, path in files.items()}
    options = "".join(f'<option value="{key}">{key}</option>' for key in profiles())
    page = contents["/index.html"][0].replace(PANEL_LIST, PANEL_LIST + options.encode())
    return contents | dict.fromkeys(("/", "/index.html"), (page, MEDIA_TYPES[".html"]))


class Connection:
    """An open page. Its fingers are its own: when it leaves, they leave the keys."""

    def __init__(self, websocket: WebSocket, owner: Owner) -> None:
        self._websocket = websocket
        self._owner = owner
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._replies = asyncio.Queue[Reply | None]()

    async def run(self) -> None:
        """Exchange messages until one side ends; messages to a closed page are dropped."""
        await self._websocket.accept()
        wake = partial(self._call, self._news.set)
        self._owner.listen(wake)
        self._news.set()
        tasks = reader, _ = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._owner.unlisten(wake)
            self._owner.submit(None, self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if not reader.cancelled():
            with suppress(WebSocketDisconnect):
                reader.result()  # an error of ours

    async def _read(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            reply = await self._carry_out(message.get("text"))
            if reply is not None and self._websocket.application_state is WebSocketState.CONNECTED:
                await self._websocket.send_text(messages.encode_message(reply))

    async def _carry_out(self, message: str | None) -> Reply | None:
        try:
            command = messages.decode_command(message)
        except TavolinoError as error:
            return Error(str(error))
        self._owner.submit(command, self, partial(self._call, self._replies.put_nowait))
        return await self._replies.get()

    async def _write(self) -> None:
        sent: dict[str, str] = {}
        while True:
            await self._news.wait()
            self._news.clear()
            for kind, message in self._owner.newest.items():
                if sent.get(kind) is not message:
                    await self._websocket.send_text(message)
                    sent[kind] = message

    def _call(self, function: Any, *arguments: Any) -> None:
        """Call a function in the server's thread, unless it has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)


class ImpatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, but a connection without a complete request is closed after a while."""

    def connection_made(self, transport: Any) -> None:
        """Take a connection, and check after a while whether it is idle."""
        super().connection_made(transport)
        self.loop.call_later(REQUEST_TIMEOUT_S, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self not in self.connections:  # it is closed, or a page's WebSocket now
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:
            self.loop.call_later(REQUEST_TIMEOUT_S, self._close_if_idle)


def _guides() -> list[Path]:
    """Return the guides of a checkout, with their pictures."""
    names = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
    found = (*(GUIDES_ROOT / name for name in names), *(GUIDES_ROOT / "docs").rglob("*"))
    return [path for path in found if path.suffix in MEDIA_TYPES and path.is_file()]


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on a port; None is the usual one, or any free one if it is taken."""
    try:
        host.encode("idna")
    except UnicodeError:
        raise TavolinoError(f"{host} cannot be the name of a host. Choose another.") from None
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            listener.bind((host, PORT if port is None else port))
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE:
                raise
            listener.bind((host, 0))
        listener.listen()
    except OSError as error:
        listener.close()
        raise TavolinoError(f"{host}:{port or PORT} cannot be listened on: {error.strerror}. Choose others.") from None
    return listener

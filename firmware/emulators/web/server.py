"""The page, the diagrams and the WebSocket, on a port of this machine.

page ── command ──▶ reader ──▶ owner          a page has a few commands under way at most: a flood waits
     ◀── newest ─── writer ◀── owner         a slow page misses what is out of date, nothing else
"""

import asyncio
import errno
import logging
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from display.type import Face, font
from firmware.bots.engines import loaded
from firmware.emulators.web import chart, messages
from firmware.emulators.web.guard import Guard, door
from firmware.emulators.web.messages import Error, Reply
from firmware.emulators.web.owner import Owner
from firmware.errors import TavolinoError

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.websockets import WebSocket

EXTRA = ("starlette", "uvicorn", "websockets")
"""The packages of the extra `emulator`; uvicorn wants the last for the WebSocket."""
PORT = 8420
HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
UNDER_WAY = 32
"""Commands of one page that are not answered yet, at most."""
PAGES = 16
"""Pages that are open at once, at most."""
TRY_AGAIN_LATER = 1013
GRACE_S = 2
"""How long pages have to close when the server ends, s."""
REQUEST_S = 10.0
"""How long a connection may be open without a request that is whole, s."""
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".ttf": "font/ttf",
}


class Server:
    """A server of the pages of one device. It listens at once, and answers while `run` runs.

    `port` None is the usual one, or any that is free.

    Raises:
        TavolinoError: the host or the port cannot be had, or the extra is not installed.

    """

    def __init__(self, owner: Owner, host: str = HOST, port: int | None = None) -> None:
        if any(find_spec(name) is None for name in EXTRA):
            raise TavolinoError(
                "The emulator in a browser needs more packages. Install them: pip install 'tavolino[emulator]'. "
                "Without them: tavolino emulate --terminal."
            )
        import uvicorn

        self._socket = _listen(host, port)
        port = self._socket.getsockname()[1]
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self._owner = owner
        config = uvicorn.Config(
            Guard(application(owner), door(host, port)),
            http=_impatient(),
            log_config=None,
            lifespan="off",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=2 * messages.LARGEST,
            timeout_graceful_shutdown=GRACE_S,
        )
        logging.getLogger("uvicorn").setLevel(logging.WARNING)
        self._server = uvicorn.Server(config)

    def run(self) -> None:
        """Answer until Ctrl-C, `stop`, or the end of the device. TavolinoError where the device has failed."""
        self._owner.listen(self._watch)
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._owner.unlisten(self._watch)
        if self._owner.failure is not None:
            raise TavolinoError("The device has failed; its log says why. Nothing that was kept is lost.")

    def stop(self) -> None:
        """End soon. May be called from any thread."""
        self._server.should_exit = True

    def close(self) -> None:
        """Let go of the port."""
        self._socket.close()

    def _watch(self) -> None:
        if self._owner.failure is not None:
            self.stop()


def application(owner: Owner) -> "Starlette":
    """Return the app: the files of the page, a diagram of each bot, the WebSocket."""
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route, WebSocketRoute

    pages: set[Connection] = set()

    async def talk(websocket: "WebSocket") -> None:
        if len(pages) >= PAGES:
            await websocket.close(TRY_AGAIN_LATER)
            return
        connection = Connection(websocket, owner)
        pages.add(connection)
        try:
            await connection.run()
        finally:
            pages.discard(connection)

    async def machine(request: Any) -> Response:
        engine = loaded(request.path_params["game"])
        if engine is None:
            return Response(status_code=404)
        return Response(chart.draw(engine), media_type=TYPES[".svg"])

    async def file(request: Any) -> Response:
        path, content = files[request.url.path]
        return Response(content, media_type=TYPES[path.suffix])

    files = {address: (path, path.read_bytes()) for address, path in _files()}
    routes: list[BaseRoute] = [Route(address, file) for address in files]
    routes += [Route("/machines/{game}.svg", machine), WebSocketRoute("/device", talk)]
    return Starlette(routes=routes)


def _files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the page by their addresses. Its type is that of the glass."""
    yield "/", PAGE / "index.html"
    yield "/type.ttf", Path(str(font(Face("Semibold", 17, 16)).path))
    yield from ((f"/{path.name}", path) for path in PAGE.iterdir())


class Connection:
    """A page that is open. Its fingers are its own: when it goes, they leave the keys."""

    def __init__(self, websocket: "WebSocket", owner: Owner) -> None:
        self._websocket = websocket
        self._owner = owner
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._room = asyncio.Semaphore(UNDER_WAY)
        self._replies: deque[Reply] = deque()

    async def run(self) -> None:
        """Talk until one side ends it: a page that is gone takes no message, whatever of its own still waits."""
        await self._websocket.accept()
        self._owner.listen(self._told)
        self._news.set()
        tasks = reader, _ = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._owner.unlisten(self._told)
            self._owner.give(None, self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if not reader.cancelled():
            reader.result()  # an error of ours

    async def _read(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._room.acquire()
            try:
                command = messages.read(message.get("text"))
            except TavolinoError as error:
                self._done(Error(str(error)))
                continue
            self._owner.give(command, self, partial(self._call, self._done))

    async def _write(self) -> None:
        sent: dict[str, str] = {}
        while True:
            await self._news.wait()
            self._news.clear()
            for kind, message in self._owner.newest.items():
                if sent.get(kind) is not message:
                    await self._websocket.send_text(message)
                    sent[kind] = message
            while self._replies:
                await self._websocket.send_text(messages.write(self._replies.popleft()))
                self._room.release()

    def _done(self, reply: Reply | None) -> None:
        """Make room for another command, at once or when its answer is sent."""
        if reply is None:
            self._room.release()
        else:
            self._replies.append(reply)
            self._news.set()

    def _told(self) -> None:
        self._call(self._news.set)

    def _call(self, does: Any, *arguments: Any) -> None:
        """Do something in the server's thread; nothing once it has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(does, *arguments)


def _impatient() -> type[asyncio.Protocol]:
    """Return how HTTP is spoken: as by uvicorn, but a request that is never whole does not stay open for ever."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Impatient(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.loop.call_later(REQUEST_S, self._look)

        def _look(self) -> None:
            if self not in self.connections:  # it is closed, or a page's WebSocket now
                return
            if self.cycle is None or self.cycle.response_complete:
                self.transport.close()
            else:
                self.loop.call_later(REQUEST_S, self._look)

    return Impatient


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        host.encode("idna")
    except UnicodeError:
        raise TavolinoError(f"{host} cannot be the name of a host. Choose another.") from None
    try:
        return _bound(family, host, PORT if port is None else port)
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return _bound(family, host, 0)
        raise TavolinoError(f"{host}:{port or PORT} cannot be listened on: {error.strerror}. Choose others.") from None


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen()
    except OSError:
        made.close()
        raise
    return made

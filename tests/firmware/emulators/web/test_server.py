"""The server of the pages: its visitors, its messages, and its robustness."""

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from firmware.cli import main
from firmware.device.builds import profiles
from firmware.emulators.command import EXTRA_PACKAGES
from firmware.emulators.web import guard, server
from firmware.emulators.web.messages import MAX_PLAY_CHARS, Error, Pace, Turn
from firmware.errors import TavolinoError
from firmware.plays.folder import name_of
from tests.web_device import DEADLINE_S, FIRST_LINE, SECOND_LINE, ServedDevice, served_device

pytestmark = [pytest.mark.all, pytest.mark.usefixtures("magpie_menu")]


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedDevice]:
    """Yield a device with its server; each test undoes its changes."""
    with served_device(tmp_path_factory.mktemp("device")) as served:
        yield served


def open_page(device: ServedDevice, *, host: str = "", origin: str | None = "") -> ClientConnection:
    """Open the WebSocket as a page does, or under another name, from another site, or from none (None)."""
    name, _, port = device.host.partition(":")
    host = host or device.host
    source = f"http://{host}" if origin == "" else origin
    plug = socket.create_connection((name, int(port)))
    plug.settimeout(DEADLINE_S)
    site = None if source is None else Origin(source)
    return connect(f"ws://{host}/device", sock=plug, origin=site, proxy=None, max_queue=None)


def get(device: ServedDevice, path: str, **headers: str) -> http.client.HTTPResponse:
    """Send an HTTP request; return the response."""
    with closing(http.client.HTTPConnection(device.host, timeout=DEADLINE_S)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.body = response.read()  # type: ignore[attr-defined]  # kept for the test
        return response


def say(socket: ClientConnection, **command: Any) -> None:
    """Send a command."""
    socket.send(json.dumps(command))


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=DEADLINE_S))
        if message["kind"] == kind:
            return message


# --- strangers ---


@pytest.mark.parametrize(
    "host", ["evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "10.0.0.1:{port}"]
)
def test_foreign_host(device: ServedDevice, host: str) -> None:
    """A request for another host name gets neither the page nor the WebSocket."""
    host = host.format(port=device.host.rpartition(":")[2])
    assert get(device, "/", Host=host).status == 403
    with pytest.raises(InvalidStatus, match="403"):
        open_page(device, host=host).__enter__()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://{host}", ""])
def test_foreign_origin(device: ServedDevice, origin: str) -> None:
    """A page of another site gets nothing."""
    origin = origin.format(host=device.host)
    assert get(device, "/", Origin=origin).status == 403
    with pytest.raises(InvalidStatus, match="403"):
        open_page(device, origin=origin or " ").__enter__()


def test_no_origin(device: ServedDevice) -> None:
    """A WebSocket without an origin is refused; every browser sends one."""
    with pytest.raises(InvalidStatus, match="403"):
        open_page(device, origin=None).__enter__()
    assert get(device, "/").status == 200


def test_other_names_of_this_machine(device: ServedDevice) -> None:
    """The page also works under the name localhost."""
    port = device.host.rpartition(":")[2]
    assert get(device, "/", Host=f"localhost:{port}").status == 200
    with open_page(device, host=f"localhost:{port}") as socket:
        assert hear(socket, "face")["on"]


@pytest.mark.parametrize(
    ("host", "name", "known"),
    [
        ("0.0.0.0", "192.168.1.7:8420", True),  # noqa: S104 - no server listens there
        ("0.0.0.0", "[fe80::1]:8420", True),  # noqa: S104 - as above
        ("0.0.0.0", "evil.example:8420", False),  # noqa: S104 - as above
        ("::", "192.168.1.7:8420", True),
        ("192.168.1.7", "192.168.1.7:8420", True),
        ("192.168.1.7", "192.168.1.8:8420", False),
        ("table.lan", "TABLE.lan:8420", True),
        ("::1", "[::1]:8420", True),
    ],
)
def test_names_of_a_server(host: str, name: str, known: bool) -> None:
    """A server on every address accepts each of its addresses, but no invented name."""
    assert guard.names_of(host, 8420).matches(name) == known
    assert guard.names_of("table.lan", 80).matches("table.lan")
    assert guard.names_of("::1", 80).matches("[::1]")


def test_only_this_machine() -> None:
    """A name or address that others can reach is not a loopback."""
    hosts = ("localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::", "192.168.1.7", "table.lan")  # noqa: S104 - no server listens there
    assert [host for host in hosts if guard.is_loopback(host)] == [*hosts[:5]]


def test_headers(device: ServedDevice) -> None:
    """The page may load only its own files, no injected text, and cannot be framed."""
    headers = get(device, "/").headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["form-action"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://{device.host}"
    assert policy["base-uri"] == "'none'"
    assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "no-store")
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"


OPTIONS = "".join(f'<option value="{key}">{key}</option>' for key in profiles()).encode()


def test_files(device: ServedDevice) -> None:
    """Every file of the page has its type, and the page lists all panels; no other file is served."""
    for path in server.PAGE_FOLDER.iterdir():
        found = get(device, f"/{path.name}")
        whole = path.read_bytes().replace(b"</select>", OPTIONS + b"</select>", path.name == "index.html")
        assert (found.status, found.body) == (200, whole)  # type: ignore[attr-defined]
        assert (found.headers.get_content_type()) == server.MEDIA_TYPES[path.suffix]
    assert get(device, "/machines/wyrmspan.svg").headers.get_content_type() == "image/svg+xml"
    for address in ("/../server.py", "/machines/none.svg", "/machines/..%2f..%2f.svg", "/device"):
        assert get(device, address).status in (404, 405)


def test_guides(device: ServedDevice) -> None:
    """The guides of a checkout are served with their pictures, and no other file."""
    for path in ("README.md", "docs/build.md", "docs/drawings/wiring-2.9.svg", "docs/page.png", "docs/turn.gif"):
        found = get(device, f"/guide/{path}")
        assert (found.status, found.body) == (200, (server.GUIDES_ROOT / path).read_bytes())  # type: ignore[attr-defined]
    for path in (
        "Makefile",
        "docs",
        "docs/../Makefile",
        "docs/%2e%2e/pyproject.toml",
        "/etc/passwd",
        "docs/keeper.toml",
    ):
        assert get(device, f"/guide/{path}").status == 404


def test_nothing_comes_from_elsewhere() -> None:
    """No file of the page names another host, except in the namespaces of XML."""
    for path in server.PAGE_FOLDER.iterdir():
        content = path.read_bytes().replace(b"http://www.w3.org/", b"")
        assert [] == [sign for sign in (b"http:", b"https:", b"//cdn", b"@import") if sign in content], path.name


def test_what_save_writes_can_be_loaded() -> None:
    """The page offers files for Load in all formats that Save writes or a play can be read from."""
    accept = re.search('id="load" accept="([^"]*)"', (server.PAGE_FOLDER / "index.html").read_text())
    assert accept is not None
    assert {Path(name_of(1, "magpie")).suffix, ".txt"} <= set(accept[1].split(","))


# --- messages ---


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("not JSON", "The message is no command: "),
        (b"\x00\xff", "A message is text, not bytes."),
        ('{"do":"down","key":"next","more":1}', "The message is no command: Object contains unknown field `more`."),
        ("[" * 50_000, "The message is no command: "),
        (json.dumps({"do": "seed", "seed": "x" * 5000}), "The message is no command: "),
        ("x" * (MAX_PLAY_CHARS + 1), "The message is too long: "),
        ('{"do":"load","file":"[]"}', "The file is no play file: "),
    ],
    ids=["not JSON", "bytes", "a field too many", "deep", "a long value", "long", "no play"],
)
def test_a_bad_message_changes_nothing(device: ServedDevice, message: str | bytes, sentence: str) -> None:
    """A bad message is answered by one sentence; the connection stays."""
    before = device.owner.newest
    with open_page(device) as socket:
        socket.send(message)
        assert hear(socket, "error")["error"].startswith(sentence)
        say(socket, do="save")
        assert hear(socket, "error")["error"] == "There is no play on the device."
    device.do(Pace(True))
    assert device.owner.newest == before


def test_a_huge_message_ends_the_connection(device: ServedDevice) -> None:
    """A far too large message is not read, and does not reach the device."""
    before = device.owner.newest
    with open_page(device) as socket:
        socket.send("x" * (3 * MAX_PLAY_CHARS))
        with pytest.raises(ConnectionClosed, match="1009"):
            hear(socket, "nothing of the kind")
    device.do(Pace(True))
    assert device.owner.newest == before


def test_a_flood_of_keys(device: ServedDevice) -> None:
    """Four hundred messages at once are each done and answered, while another page is served.

    A detent on a step that is not on the glass yet does not count, so the end of the flood depends on the time; going
    up and down the list afterwards does not.
    """
    device.do(Pace(False))
    with open_page(device) as flood, open_page(device) as other:
        for n in range(200):
            say(flood, do="turn", by=1 if n % 2 else -1)
            say(flood, do="go", to=1)
        say(other, do="seed", seed="flooded")
        while hear(other, "drawer")["next_seed"] != "flooded":
            pass
        for _ in range(200):
            assert hear(flood, "error")["error"] == "There is no play on the device."
    device.do(Pace(True))
    for by, marked in ((-1, FIRST_LINE), (1, SECOND_LINE), (-1, FIRST_LINE)):
        device.do(Turn(by))
        device.wait_until(partial(_marked, device, marked))
    assert device.emulated.rig is not None
    assert device.emulated.rig.sim.chip.violations == []


def _marked(device: ServedDevice, line: str) -> bool:
    return line in device.face["words"]


def test_dropped_while_holding(device: ServedDevice) -> None:
    """A page that disappears during a hold releases its key: one press, and nothing is stuck."""
    with open_page(device) as dropped:
        say(dropped, do="down", key="back")
        device.wait_until(lambda: device.face["down"] == ["back"])
        dropped.socket.shutdown(socket.SHUT_RDWR)
        device.wait_until(lambda: device.face["down"] == [])
    with open_page(device) as again:
        for by, marked in ((1, SECOND_LINE), (-1, FIRST_LINE)):
            say(again, do="turn", by=by)
            while marked not in hear(again, "face")["words"]:
                pass


def test_two_pages(device: ServedDevice) -> None:
    """Each page sees the actions of the other; both can hold the same key."""
    with open_page(device) as one, open_page(device) as other:
        say(one, do="turn", by=1)
        while SECOND_LINE not in hear(other, "face")["words"]:
            pass
        say(other, do="turn", by=-1)
        device.wait_until(lambda: FIRST_LINE in device.face["words"])
        for finger in one, other:
            say(finger, do="down", key="back")
        device.wait_until(lambda: device.face["down"] == ["back"])
    device.wait_until(lambda: device.face["down"] == [])


def test_too_many_pages(device: ServedDevice) -> None:
    """The number of pages is limited; when some close, others can open."""
    with ExitStack() as pages:
        for _ in range(server.MAX_PAGES):
            hear(pages.enter_context(open_page(device)), "face")
        with pytest.raises(InvalidStatus, match="403"), open_page(device):
            pass
    with open_page(device) as again:
        assert hear(again, "face")["on"]


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: "])
def test_a_request_that_is_never_whole(device: ServedDevice, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection with an incomplete request is closed after a while; other pages stay."""
    monkeypatch.setattr(server, "REQUEST_TIMEOUT_S", 0.05)
    name, _, port = device.host.partition(":")
    with open_page(device) as other, socket.create_connection((name, int(port)), DEADLINE_S) as half:
        half.sendall(sent)
        while half.recv(4096):
            pass
        say(other, do="save")
        assert hear(other, "error")["error"] == "There is no play on the device."


# --- the command ---


COMMAND = """
import signal, sys
from firmware.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main())
"""
"""The command, which obeys Ctrl-C even if these tests run in the background of a shell."""


def test_a_reply_to_a_page_that_has_gone_is_dropped() -> None:
    """If sending news fails while a command is carried out, its reply is no error of ours."""
    incoming = iter([{"type": "websocket.connect"}, {"type": "websocket.receive", "text": '{"do":"go","to":1}'}])
    sent: list[str] = []

    async def receive() -> dict[str, str]:
        message = next(incoming, None)
        return message if message is not None else await asyncio.Future()  # and nothing more

    async def send(message: Any) -> None:
        sent.append(message["type"])
        if message["type"] != "websocket.accept":
            raise OSError

    def submit(_command: object, _who: object, answer: Any = None) -> None:
        if answer is not None:
            answer(Error("no"))

    owner: Any = SimpleNamespace(
        listen=lambda _: None, unlisten=lambda _: None, submit=submit, newest={"face": "the first report"}
    )

    async def visit() -> None:
        await server.Connection(WebSocket({"type": "websocket"}, receive, send), owner).run()

    asyncio.run(visit())
    assert ["websocket.accept", "websocket.send"] == sent


@pytest.mark.parametrize(("end", "code", "flood"), [(signal.SIGINT, 130, 1500), (signal.SIGTERM, 0, 0)])
def test_the_command(tmp_path: Path, end: signal.Signals, code: int, flood: int) -> None:
    """It prints the address of the page and serves it; Ctrl-C or `kill` ends it without output."""
    command = [sys.executable, "-c", COMMAND, "emulate", "--port", "0", "--data", str(tmp_path), "--panel", "2.9"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=Path.cwd()) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        host = line.removeprefix("The device is at http://").partition("/")[0]
        with connect(f"ws://{host}/device", origin=Origin(f"http://{host}"), proxy=None) as socket:
            assert hear(socket, "face")["panel"] == "2.9"
            for _ in range(flood):
                say(socket, do="go", to=1)
            process.send_signal(end)
            said, complained = process.communicate(timeout=DEADLINE_S)
    assert (process.returncode, said, complained) == (code, "", "")
    assert line.endswith("/ (Ctrl-C ends it).\n")


def test_the_usual_port() -> None:
    """The port is the usual one, or any free one if it is taken; a requested port is never replaced."""
    with closing(server._listen("127.0.0.1", None)) as first, closing(server._listen("127.0.0.1", None)) as second:
        ports = [one.getsockname()[1] for one in (first, second)]
        assert server.PORT not in ports[1:]
        assert len(set(ports)) == 2
        with pytest.raises(TavolinoError, match=f"127.0.0.1:{ports[1]} cannot be listened on: Address already"):
            server._listen("127.0.0.1", ports[1])


def test_what_the_command_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Impossible options give one sentence and exit code 2."""
    data = ["--data", str(tmp_path)]
    for options, sentence in (
        (["--host", "0.0.0.0"], "Whoever reaches 0.0.0.0 could use the device and read its plays. Add --i-know if so."),  # noqa: S104
        (["--host", "192.0.2.1", "--i-know", "--port", "0"], "Whoever reaches 192.0.2.1 can use this device and"),
        (["--terminal", "--port", "1"], "--port, --open, --host and --i-know are for a browser. Leave them out."),
        (["--host", "é" * 70, "--i-know"], f"Whoever reaches {'é' * 70} can use this device and"),
        (["--headless", "--open"], "--port, --open, --host and --i-know are for a browser. Leave them out."),
    ):
        assert main(["emulate", *options, *data]) == 2
        assert capsys.readouterr().err.startswith(sentence)


def test_the_page_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --open the user's browser gets the address of the served page."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(server.Server, "run", lambda serving: opened.append(serving.address))
    assert main(["emulate", "--open", "--port", "0", "--data", str(tmp_path)]) == 0
    assert opened[0] == opened[1]


@pytest.mark.parametrize("missing", EXTRA_PACKAGES)
def test_without_the_extra(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the packages of the extra, one sentence names them."""
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["emulate", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said == (
        "The emulator in a browser needs more packages. Install them: pip install 'tavolino[emulator]'. "
        "Without them: tavolino emulate --terminal.\n"
    )


@pytest.mark.parametrize("first", [False, True])
def test_a_device_that_fails_ends_the_server(first: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """If the device fails by an error of ours, even before the server runs, the server ends and reports it."""
    from firmware.emulators.web.device import WebDevice
    from firmware.emulators.web.owner import Owner

    class Failing(WebDevice):
        def do(self, *_: object) -> None:
            raise ZeroDivisionError

    with Owner(lambda: Failing(tmp_path)) as owner, closing(server.Server(owner, port=0)) as serving:
        owner.submit(Pace(True), "me")
        if first:
            owner._thread.join()
        with pytest.raises(TavolinoError, match="The device has failed; its log says why"):
            serving.run()
    assert "the device has failed" in caplog.text

"""Commands on pages: each is run here, or listed with the reason why not; and every listed one is on a page."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import msgspec
import pytest

from firmware import cli
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.report import code_texts, report_of
from tests.docs.commands import ROOT, arguments_of, page_commands, program
from tests.docs.examples import standard_input
from tests.evening import __main__ as evening
from tests.mutants import lists
from tests.vm import __main__ as vm
from tests.vm import user_mode
from tests.words import __main__ as catalogues

pytestmark = pytest.mark.all

MAKE, BASH = shutil.which("make") or "", shutil.which("bash") or ""
MAKE_VARIABLES = ("ARGS", "MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS")
"""Variables by which the `make` that runs these tests would change the targets that they run."""

# --- what is not run, and why ---

OURS_NOT_RUN = {
    "run": "wants the parts of a build: tests/firmware/service runs it",
    "doctor": "wants the parts of a build: tests/firmware/doctor runs it on simulated ones",
    "emulate": "waits for keys: tests/firmware/emulators and tests/browser press them",
    "bot try": "waits for keys: tests/firmware/authoring presses them",
}
"""Our own commands that are not run, except `doctor --simulate` and `emulate --headless`."""
TARGETS_NOT_RUN = {
    "bench": ".ci/run runs it",
    "check": ".ci/run runs it",
    "check-bot": "tests/bots runs it",
    "clean": "removes the environment that the tests run in",
    "docs": "tests/docs compares what it would write",
    "image": "takes minutes and root; tests/image builds a small one",
    "install": "changes the system: tests/vm types it on a machine, tests/test_installer.py on folders",
    "key-cards": "wants chromium: tests/docs/test_key_card.py compares the cards",
    "lock": "asks the package index: tests/test_lock.py compares the lock",
    "mutate": "takes minutes: tests/mutants runs some",
    "release": "takes minutes: tests/test_release.py runs it with fake tools",
    "run": "opens a browser: tests/browser uses the page",
    "test": ".ci/run runs it",
    "test-costs": "measures every new test: tests/test_costs.py",
    "test-all": ".ci/run runs it",
    "test-arm64": "takes half an hour and root",
    "test-long": "takes hours",
    "test-vm": "takes hours and root",
    "uninstall": "changes the system: tests/vm types it on a machine",
}
NOT_RUN = {
    "tests/vm/look_after.py": (
        "sudo systemctl stop tavolino",
        "sudo systemctl restart tavolino",
        "sudo systemctl reset-failed tavolino; sudo systemctl restart tavolino",
        "sudo mkdir -p /boot/firmware/tavolino",
        """echo 'panel = "2.9"' | sudo tee /boot/firmware/tavolino/settings.toml""",
        "journalctl -u tavolino",
    ),
    "tests/vm/read_only.py": (
        "sudo parted /dev/sdX resizepart 2 8GiB",
        "sudo parted /dev/sdX mkpart primary ext4 8GiB 100%",
        "sudo e2fsck -fp /dev/sdX2",
        "sudo resize2fs /dev/sdX2",
        "sudo mkfs.ext4 -L tavolino /dev/sdX3",
        "sudo overlayroot-chroot",
        "rm /etc/overlayroot.local.conf",
        "exit",
        "sudo reboot",
    ),
    "another computer's own": ("shasum -a 256 FILE", "certutil -hashfile FILE SHA256", "ssh USER@NAME.local"),
    "fetches the project": ("git clone", "git clone ADDRESS tavolino", "git pull", "cd tavolino"),
    "installs a release: systemd/release.sh does the same": (
        "pip install --require-hashes -r requirements.txt",
        "pip install --no-deps tavolino-VERSION-py3-none-any.whl",
        'pip install "tavolino-VERSION-py3-none-any.whl[emulator]"',
    ),
    "of the Pi's system, not ours": (
        "sudo systemctl start tavolino",
        "sudo systemctl kill -s STOP tavolino",
        "systemctl status tavolino",
        "systemctl --failed",
        "journalctl -b",
        "journalctl -f -u tavolino -u polkit",
        "sudo journalctl --vacuum-size=16M",
        "sudo apt update",
        "sudo apt clean",
        "sudo apt install -y git make",
        "sudo apt install python3-spidev",
        "sudo cp -a /var/lib/tavolino ~",
        "sudo fuser -v /dev/spidev0.0",
        "sudo install -d -m 700 -o tavolino /var/lib/tavolino",
        "sudo mount -o remount,rw /boot/firmware",
        "sudo powertop",
        "sudo raspi-config nonint do_spi 0",
        "sudo usermod -aG gpio,spi USER",
        "unset GPIOZERO_PIN_FACTORY",
        "busybox netstat -tuln",
        "busybox top -d 60",
        "busybox vi",
        "cat /sys/class/thermal/thermal_zone0/temp",
        "df -h",
        "df -h /var/lib/tavolino",
        "ls -l",
        "ls -l /dev/gpiochip*",
        "ls -l /dev/spidev0.0",
        "ss -tuln",
        "top -d 60",
    ),
}
"""Other commands that are not run, by the reason, or by the file of tests that types them."""

# --- what is run ---

MUTANTS = [f"{one.file}: {one.what}" for one in lists.read(ROOT / "tests/mutants")]
ARGUMENT_PARSERS: dict[str, Callable[[list[str]], object]] = {
    "evening": evening.arguments().parse_args,
    "mutate": lambda parts: next(one for one in MUTANTS if any(part in one for part in parts)),
    "test-arm64": user_mode.parse_suite,
    "test-vm": vm.parse_arguments,
    "words": catalogues.arguments().parse_args,
}
"""Parsers of the ARGS of targets that are not run; they raise if the arguments cannot be used."""
PLACEHOLDERS = (
    (r"GAME DECK", "burgundy automata"),
    (r"GAME|<key>", "lisboa"),
    (r"COMMAND", "games"),
    (r"LANGUAGE", "de"),
    (r"\bN\b", "1"),
    (r"(?<=bot new )FILE", "new.toml"),
    (r"(?<=bot check )FILE|(?<=bot words )FILE", "crow.toml"),
    (r"(?<=deck check )FILE|(?<=deck import )(/tmp/)?FILE", "deck.toml"),
    (r"(?<=play import )FILE|(?<=--resume )FILE", "report.jsonl"),
    (r"(?<=--script )FILE", "script.txt"),
)
"""Placeholders on the pages, and the values that are typed here."""
OUR_COMMANDS = sorted({one for one in page_commands() if program(one) == "tavolino" and not re.search(r"[…\[]", one)})
TARGETS = sorted({one.removeprefix("sudo ") for one in page_commands() if program(one) == "make"})
OTHER_COMMANDS = sorted(set(page_commands()) - {one for one in page_commands() if program(one) in ("tavolino", "make")})
RUN_IN_FOLDER = {
    "git checkout -b my-change": "git init -q",
    'git commit --all --message "Release 0.1.0"': "git init -q; echo 1 >a; git add a",
    'git tag --annotate v0.1.0 --message "Tavolino 0.1.0"': "git init -q; git commit -q --allow-empty -m a",
    "git -c diff.play.textconv='cut -d, -f4-' diff tests/plays": "git init -q; mkdir -p tests/plays",
    """git diff --word-diff --word-diff-regex='"[^,]*' tests/plays/ends.json""": (
        "git init -q; mkdir -p tests/plays; touch tests/plays/ends.json"
    ),
    """grep -rn --include='*.py' --include='*.toml' "lisboa.plans.most" engines tests""": (
        f"ln -s {ROOT}/engines {ROOT}/tests ."
    ),
    "sha256sum --check --ignore-missing SHA256SUMS": "echo 1 >a; sha256sum a >SHA256SUMS",
    "xzcat tavolino-VERSION-arm64.img.xz | sudo dd of=/dev/sdX bs=4M conv=fsync status=progress": (
        'echo 1 | xz >tavolino-VERSION-arm64.img.xz; sudo() { "${@//\\/dev\\/sdX/card}"; }'
    ),
}
"""Other commands that are run in an empty folder, each with the commands before it."""


def test_every_command_is_accounted_for() -> None:
    """Each command is run or listed here, each target exists, and every listed command is on a page."""
    listed = [one for commands in NOT_RUN.values() for one in commands]
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    assert sorted([*RUN_IN_FOLDER, *listed]) == OTHER_COMMANDS
    assert set() == {_target(one) for one in TARGETS} - targets
    assert set() == TARGETS_NOT_RUN.keys() - {_target(one) for one in TARGETS}
    for path, commands in NOT_RUN.items():
        if path.startswith("tests/"):
            assert [] == [one for one in commands if one not in (ROOT / path).read_text()]


@pytest.mark.parametrize("command", OUR_COMMANDS)
def test_every_command_of_ours_can_be_parsed(command: str) -> None:
    """A command line is complete, or it is the name of a command."""
    arguments, code = _typed_arguments(command), None
    try:
        cli._parser().parse_args(arguments)
    except SystemExit as done:  # of `--help` and `--version`
        code = done.code
    except TavolinoError:
        code = not _is_mention(arguments)
    assert not code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file of each kind, and a data folder with two plays and two taught decks."""
    path = tmp_path_factory.mktemp("commands")
    data = path / "data/tavolino"
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(path)
        patched.setenv("XDG_DATA_HOME", str(path / "data"))
        for name in ("first.jsonl", "second.jsonl", "report.jsonl"):
            replies = _run(["engine", "lisboa", "--seed", name], b'{"answer":true}\n{"journal":true}\n')
            play = "".join(f"{line}\n" for line in msgspec.json.decode(replies.splitlines()[-1])["lines"])
            Path(name).write_bytes(report_of(play, "4.2", "0.1.0"))
        Path("note.txt").write_text("\n".join(code_texts(Path("report.jsonl").read_bytes())))
        Path("script.txt").write_text("next next shot:one expect:Set up\n")
        Path("keys.txt").write_text("shot:1\nnext\n")
        Path("deck.toml").write_text(_run(["deck", "export", "burgundy", "automata"]))
        for game, deck, name in (("burattino", "burattino", "taught"), ("pampero", "cards", "learned")):
            taught = tomllib.loads(_run(["deck", "export", game, deck]))
            DataFolder(data).settings.remember(game, {"cards": taught | {"name": name}})
        for line in ("play import first.jsonl", "play import second.jsonl", "bot new crow.toml"):
            _run(line.split())
    return path


@pytest.mark.parametrize("command", [one for one in OUR_COMMANDS if one != "tavolino bot new crow.toml"])
def test_every_command_of_ours_runs(
    command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with exit code 0 in a folder with the files that the page names."""
    arguments = _typed_arguments(command)
    if _is_mention(arguments) or _is_not_run(arguments):
        return
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    _run(arguments)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout, with its environment and a history of its own."""
    copy = tmp_path_factory.mktemp("checkout") / "tavolino"
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, copy, ignore=ignored)
    (copy / ".venv").mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (copy / ".venv" / name).symlink_to(Path(sys.prefix) / name)
    (copy / ".venv/.ready").touch()
    who = "-c user.name=a -c user.email=a@b"
    _shell(f"git init -q && git add --all && git {who} commit -q -m a", copy)
    return copy


@pytest.mark.skipif(not MAKE or not shutil.which("git"), reason="make or git is missing")
@pytest.mark.parametrize("command", TARGETS)
def test_every_target_runs_as_it_is_typed(command: str, checkout: Path) -> None:
    """It ends with exit code 0 in a copy of the checkout; if it is not run, its arguments can be parsed."""
    words = shlex.split(command.replace("<key>", "otter" if "new-bot" in command else "lisboa"))
    values = dict(word.split("=", 1) for word in words[2:])
    planned = _shell(shlex.join([*words, "--dry-run"]), checkout)

    assert planned
    target = _target(command)
    if target not in TARGETS_NOT_RUN or ("ARGS" in values and target in ("test", "test-all")):
        _shell(shlex.join(words), checkout)
    elif "ARGS" in values and target in ARGUMENT_PARSERS:
        ARGUMENT_PARSERS[target](shlex.split(values["ARGS"]))


@pytest.mark.parametrize("command", OTHER_COMMANDS)
def test_every_other_command_runs(command: str, tmp_path: Path) -> None:
    """A command that needs no Pi runs in its own folder; all others have valid shell syntax."""
    if command in RUN_IN_FOLDER:
        for tool in ("git", "xz"):
            if tool in f"{RUN_IN_FOLDER[command]} {command}" and not shutil.which(tool):
                pytest.skip(f"{tool} is missing")
        who = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b"
        _shell(f"{who}\n{RUN_IN_FOLDER[command]}\n{command}", tmp_path)
    else:
        subprocess.run([BASH, "-n", "-c", command], check=True)


def _typed_arguments(command: str) -> list[str]:
    """Return the arguments of one of our commands, with values in place of placeholders."""
    for place, value in PLACEHOLDERS:
        command = re.sub(place, value, command)
    return arguments_of(command)


def _is_mention(given: list[str]) -> bool:
    """Return whether this is only the name of a command, which needs more arguments."""
    return " ".join(given) in ("deck", "engine", "bot check", "bot new", "bot try", "play export")


def _is_not_run(given: list[str]) -> bool:
    simulated = {"--simulate", "--headless"} & set(given)
    return not simulated and bool({given[0], " ".join(given[:2])} & OURS_NOT_RUN.keys())


def _run(given: list[str], sent: bytes = b"") -> str:
    """Run a command of ours; return what it prints. AssertionError if it fails."""
    raw = BytesIO()
    out = TextIOWrapper(raw, write_through=True)
    with standard_input(sent), redirect_stdout(out):
        try:
            code = cli.main(given)
        except SystemExit as done:  # of `--help` and `--version`
            code = int(done.code or 0)
    assert code == 0, given
    return raw.getvalue().decode()


def _shell(commands: str, folder: Path) -> str:
    """Run commands in a folder; return what they print. AssertionError if they fail."""
    shell = {name: value for name, value in os.environ.items() if name not in MAKE_VARIABLES}
    done = subprocess.run([BASH, "-ec", commands], cwd=folder, capture_output=True, text=True, check=False, env=shell)
    assert done.returncode == 0, f"{commands}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def _target(command: str) -> str:
    return command.split()[1]

"""The installer on a computer of folders with fake commands: what it does, and that it rolls failures back."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.all

SYSTEMD = Path(__file__).parents[1] / "systemd"
SYSTEM_FOLDERS = ("/opt/", "/var/", "/etc/", "/boot/", "/run/", "/usr/local/")
DATA = "var/lib/tavolino"
SPI_LINE = "dtparam=spi=on\n"
FOLDERS = "boot/firmware etc/polkit-1 etc/systemd/system etc/udev run/systemd/system usr/local var/lib opt"
COMMANDS = """apt-get awk blkid cat chmod chown cp dtparam find findmnt id install ln mkdir mount mountpoint mv pip
    python3 runuser sync systemctl systemd-sysusers udevadm umount userdel"""
"""Commands that `FAKE` replaces: it does nothing, or does what the real one does within the folders."""
FAKE = r"""#!/bin/bash
name=${0##*/}
[ "$name" != python ] || name=pip
PATH=/usr/sbin:/usr/bin:/sbin:/bin
last=${*: -1}
case "$name $1" in
  "blkid -L") echo /dev/sdX3; exit ;;
  "findmnt -no") echo "$ROOT_IS"; exit ;;
  "id -u") echo 0; exit ;;
  "id tavolino") exit ;;
  "mountpoint -q") test -L "$2"; exit ;;
  "systemctl is-active") test -e "$STATE/active"; exit ;;
  "systemctl is-enabled") test -e "$STATE/enabled"; exit ;;
esac
echo "$name ${*//$'\n'/ }" >>"$LOG"
mapfile -t before <"$LOG"
[ ${#before[@]} -ne "$FAILS" ] || exit 1
case "$name $1" in
  "systemctl start") touch "$STATE/active" ;;
  "systemctl stop") rm -f "$STATE/active" ;;
  "systemctl enable") touch "$STATE/enabled" ;;
  "systemctl disable") rm -f "$STATE/enabled" ;;
  "python3 -m") mkdir "$last/bin"; ln -s "$0" "$last/bin/python" ;;
  "mount "*) mv "$last" "$last.covered"; ln -s "$PARTITION" "$last" ;;
  "umount "*) rm "$last"; mv "$last.covered" "$last" ;;
  "chown "*) [ -L "$last" ] || [ "$last" != "$OWNED" ] || echo "${*: -2:1}" >"$STATE/owner" ;;
  "install "*) mkdir -p "$last" ;;
  apt-get* | dtparam* | pip* | runuser* | systemctl* | sync* | systemd-sysusers* | udevadm* | userdel*) ;;
  find*) [ ! -L "$1" ] || set -- "$1/" "${@:2}"; exec find "$@" ;;
  *) exec "$name" "$@" ;;
esac
"""


class Computer:
    """A computer whose root is a folder. It has a partition for plays, and systemd runs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in (*FOLDERS.split(), "state", "plays", "tmp", "bin"):
            (root / name).mkdir(parents=True)
        self.config = root / "boot/firmware/config.txt"
        self.fstab = root / "etc/fstab"
        self.config.write_text("[pi4]\narm_boost=1")
        self.fstab.write_text("LABEL=root / ext4 defaults 0 1\n# plays\n\nLABEL=swap none swap sw 0 0")
        (root / "state/owner").write_text("tavolino:tavolino\n")
        (root / "bin" / "fake").write_text(FAKE)
        (root / "bin" / "fake").chmod(0o755)
        for name in COMMANDS.split():
            (root / "bin" / name).symlink_to("fake")
        shutil.copytree(SYSTEMD, root / "systemd")
        for name in ("install.sh", "uninstall.sh", "files"):
            text = (SYSTEMD / name).read_text()
            for place in SYSTEM_FOLDERS:
                text = text.replace(place, f"{root}{place}")
            (root / "systemd" / name).write_text(text)

    def add_older_version(self) -> None:
        """Add an older Tavolino that runs, with a play."""
        env = self.root / "opt/tavolino/env.old"
        env.mkdir(parents=True)
        (env / "old").touch()
        (env.parent / "current").symlink_to(env)
        unit = self.root / "etc/systemd/system/tavolino.service"
        unit.write_text("old")
        for name in ("enabled", "active"):
            (self.root / "state" / name).touch()
        (self.root / DATA).mkdir(mode=0o700)
        (self.root / DATA / "play").write_text("an input\n")
        (self.root / DATA / "play").chmod(0o600)

    def install(self, *words: str, fails: int = 0) -> tuple[int, list[str]]:
        """Run the installer while command number `fails` fails; return its exit code and the commands."""
        code, commands, output = self.run("install.sh", *words, fails=fails)
        assert fails or not code, output
        return code, commands

    def run(self, script: str, *words: str, fails: int = 0, root_is: str = "ext4") -> tuple[int, list[str], str]:
        """Run a script on a file system of a kind; return its exit code, the commands, and its output."""
        log = self.root / "log"
        log.write_text("")
        environment = {"PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "TMPDIR": str(self.root / "tmp")}
        environment |= {"STATE": str(self.root / "state"), "PARTITION": str(self.root / "plays"), "FAILS": str(fails)}
        environment |= {"OWNED": str(self.root / DATA), "ROOT_IS": root_is, "LOG": str(log)}
        command = ["bash", str(self.root / "systemd" / script), *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, log.read_text().splitlines(), done.stdout + done.stderr

    def contents(self) -> dict[str, str]:
        """Return all that is on it: files with modes and text, links with targets, the state of services."""
        folders = [self.root / name for name in ("boot", "etc", "opt", "usr", "var", "state", "plays", "tmp")]
        return {str(path.relative_to(self.root)): _summary(path) for folder in folders for path in folder.rglob("*")}


def _summary(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    return f"{path.stat().st_mode:o} {path.read_text() if path.is_file() else ''}"


MAY_FAIL = re.compile(
    r"find \S+ -mindepth 1 -maxdepth 1|dtparam|systemctl (kill|reset-failed|show|start)|umount"
    r"|runuser"
)
"""Commands that may fail: old environments stay, the doctor is not run, the service starts with the next boot."""
MakeComputer = Callable[[], Computer]


@pytest.fixture
def make_computer(tmp_path: Path) -> MakeComputer:
    """Return a function that makes a computer."""
    return lambda: Computer(tmp_path / str(len(list(tmp_path.iterdir()))))


# --- rollback ---


def check_failing_commands(make_computer: MakeComputer, used: bool, every: int = 1) -> None:
    """Let each command fail in turn, or one in `every`: all is as before, or that command may fail."""
    _, commands = computer_for(make_computer, used).install("--read-only")
    assert len(commands) > 50
    for fails in range(every, 1 + len(commands), every):
        computer = computer_for(make_computer, used)
        before = computer.contents()
        code, done = computer.install("--read-only", fails=fails)
        if code:
            assert before == computer.contents(), done[fails - 1]
        else:
            assert MAY_FAIL.match(done[fails - 1]), done[fails - 1]


def computer_for(make_computer: MakeComputer, used: bool) -> Computer:
    """Return a computer, with an older Tavolino if it was used."""
    computer = make_computer()
    if used:
        computer.add_older_version()
    return computer


@pytest.mark.long
@pytest.mark.parametrize("used", [False, True])
def test_an_installation_that_fails_is_taken_back(used: bool, make_computer: MakeComputer) -> None:
    """If any command fails, files, services and partition are as before, and no folder remains."""
    check_failing_commands(make_computer, used)


def test_an_upgrade_that_fails_is_taken_back(make_computer: MakeComputer) -> None:
    """The same for some of the commands."""
    check_failing_commands(make_computer, used=True, every=11)


def test_an_interruption_is_taken_back(make_computer: MakeComputer) -> None:
    """An installation is also taken back if the connection breaks while the plays are copied."""
    computer = computer_for(make_computer, used=True)
    before = computer.contents()
    copy = computer.root / "bin" / "cp"
    copy.unlink()
    copy.write_text('#!/bin/sh\ncase "$*" in *update*) kill -HUP $PPID; esac\nexec /bin/cp "$@"\n')
    copy.chmod(0o755)
    with pytest.raises(AssertionError, match="half way"):
        computer.install("--read-only")
    assert before == computer.contents()


def test_plays_that_the_partition_has_are_not_deleted(make_computer: MakeComputer) -> None:
    """A failure removes nothing from a partition that was filled before."""
    computer = computer_for(make_computer, used=True)
    (computer.root / "plays" / "earlier").write_text("a play")
    _, commands = make_computer().install("--read-only")
    at = next(n for n, command in enumerate(commands, 1) if command.endswith("/etc/fstab.new"))
    code, _ = computer.install("--read-only", fails=at)
    assert (1, "a play") == (code, (computer.root / "plays" / "earlier").read_text())


# --- installation ---


def test_a_card_that_is_read_only(make_computer: MakeComputer) -> None:
    """Plays move to their partition, which allows neither devices nor setuid; the folder under it belongs to root.

    A play that the partition has in a newer state stays as it is.
    """
    computer = computer_for(make_computer, used=True)
    (computer.root / DATA).chmod(0o755)
    (computer.root / DATA / "twice").write_text("older")
    os.utime(computer.root / DATA / "twice", (1, 1))
    (computer.root / "plays" / "twice").write_text("newer")
    _, commands = computer.install("--read-only")
    *others, line, after = computer.fstab.read_text().split("\n")
    assert ("LABEL=root / ext4 defaults 0 1\n# plays\n\nLABEL=swap none swap sw 0 0", "") == ("\n".join(others), after)
    label, place, kind, options, *_ = line.split()
    assert ("LABEL=tavolino", str(computer.root / DATA), "ext4") == (label, place, kind)
    assert {"noatime", "nosuid", "nodev", "nofail"} == set(options.split(","))
    assert "an input\n" == (computer.root / "plays" / "play").read_text()
    assert "newer" == (computer.root / "plays" / "twice").read_text()
    assert 0o700 == (computer.root / "plays").stat().st_mode & 0o777
    assert "root:root\n" == (computer.root / "state/owner").read_text()
    covered = computer.root / f"{DATA}.covered"
    assert (0o755, 0o644) == (covered.stat().st_mode & 0o777, (covered / "play").stat().st_mode & 0o777)
    assert [True] == [line.endswith("/plays") for line in commands if line.startswith("umount ")]
    assert 'overlayroot="tmpfs:recurse=0"\n' == (computer.root / "etc/overlayroot.local.conf").read_text()
    assert (computer.root / "state/active").exists()
    assert [] == list((computer.root / "tmp").iterdir())


def test_a_second_time_changes_nothing(make_computer: MakeComputer) -> None:
    """Only the environment is replaced; the partition of an older version gets today's options."""
    computer = computer_for(make_computer, used=True)
    computer.install("--read-only")
    before = computer.contents()
    computer.fstab.write_text(computer.fstab.read_text().replace("nosuid,nodev,", ""))
    computer.install("--read-only")
    after = computer.contents()
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith("opt/")} == set()


def test_an_upgrade_without_the_partition(make_computer: MakeComputer) -> None:
    """Without the partition, its mount point still belongs to root, so that no play is saved there by mistake."""
    computer = computer_for(make_computer, used=True)
    computer.install("--read-only")
    (computer.root / DATA).unlink()
    (computer.root / f"{DATA}.covered").rename(computer.root / DATA)
    _, commands = computer.install()
    assert [] == [command for command in commands if command.startswith("install ")]
    assert "root:root\n" == (computer.root / "state/owner").read_text()


def test_an_older_environment_goes(make_computer: MakeComputer) -> None:
    """The environment before the last one is deleted; the one in use stays until the next upgrade."""
    computer = computer_for(make_computer, used=True)
    for there in (True, False):
        computer.install()
        assert (computer.root / "opt/tavolino/env.old").exists() == there


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_a_card_that_is_read_only_now_is_refused(script: str, make_computer: MakeComputer) -> None:
    """A read-only card is refused with one sentence, since all writes would be lost at the next start."""
    computer = computer_for(make_computer, used=True)
    before = computer.contents()
    code, commands, output = computer.run(script, root_is="overlay")
    assert (1, [], before) == (code, commands, computer.contents())
    assert "The card is read-only." in output


# --- uninstallation ---


def test_an_uninstallation(make_computer: MakeComputer) -> None:
    """Every file, the environments and the service go, and the card does not become read-only; plays stay."""
    computer = computer_for(make_computer, used=True)
    computer.install("--read-only")
    fstab = computer.fstab.read_text()
    code, _, _ = computer.run("uninstall.sh")
    targets = [line.split()[1] for line in (computer.root / "systemd/files").read_text().splitlines()]
    gone = [*map(Path, targets), *(computer.root / name for name in ("opt/tavolino", "etc/overlayroot.local.conf"))]
    gone += [computer.root / "etc/systemd/system/tavolino.service.d", computer.root / "state/enabled"]
    gone += [computer.root / "state/active"]
    assert (0, []) == (code, [path for path in gone if path.exists()])
    assert ("an input\n", fstab) == ((computer.root / DATA / "play").read_text(), computer.fstab.read_text())


def test_the_overlay_of_somebody_else_stays(make_computer: MakeComputer) -> None:
    """A card that was read-only without the installer stays so."""
    computer = computer_for(make_computer, used=True)
    (computer.root / "etc/overlayroot.local.conf").write_text('overlayroot="disabled"\n')
    assert 0 == computer.run("uninstall.sh")[0]
    assert (computer.root / "etc/overlayroot.local.conf").exists()


@pytest.mark.parametrize("mounted", [False, True])
def test_a_purge_deletes_the_plays(mounted: bool, make_computer: MakeComputer) -> None:
    """A purge deletes the folder on the card, or the partition's content and its line only; and the user."""
    computer = computer_for(make_computer, used=True)
    computer.install(*(["--read-only"] if mounted else []))
    code, commands, _ = computer.run("uninstall.sh", "--purge")
    assert (0, mounted) == (code, (computer.root / DATA).exists())
    assert [] == list((computer.root / "plays").iterdir())
    labels = [line.split()[0] for line in computer.fstab.read_text().splitlines() if line.startswith("LABEL")]
    assert ["LABEL=root", "LABEL=swap"] == labels
    assert "userdel tavolino" in commands


def test_pip_takes_nothing_but_the_lock(make_computer: MakeComputer) -> None:
    """Only files in the lock are downloaded, checked by hash; the wheel is built without a network."""
    _, commands = make_computer().install()
    packages, wheel = (command.split() for command in commands if " pip install" in command)
    assert {"--require-hashes", "--only-binary", "--ignore-installed"} <= set(packages)
    assert "requirements.txt" == Path(packages[-1]).name
    assert {"--no-deps", "--no-index", "--no-build-isolation"} <= set(wheel)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", SPI_LINE),
        ("a=1", f"a=1\n{SPI_LINE}"),
        ("a=1\n", f"a=1\n{SPI_LINE}"),
        (SPI_LINE, SPI_LINE),
        ("[pi4]\na=1", f"[pi4]\na=1\n[all]\n{SPI_LINE}"),
        (f"[pi4]\n{SPI_LINE}", f"[pi4]\n{SPI_LINE}[all]\n{SPI_LINE}"),
        (f"{SPI_LINE}[pi4]\n", f"{SPI_LINE}[pi4]\n"),
        (f"[pi4]\n[all]\n{SPI_LINE}", f"[pi4]\n[all]\n{SPI_LINE}"),
        (f"{SPI_LINE}dtparam=spi=off\n", f"{SPI_LINE}dtparam=spi=off\n{SPI_LINE}"),
        ("#dtparam=spi=on\r\n[all]\r\n", f"#dtparam=spi=on\r\n[all]\r\n{SPI_LINE}"),
    ],
)
def test_spi_is_on_for_every_pi(before: str, after: str, make_computer: MakeComputer) -> None:
    """The line for SPI is separate and under no filter; a file that has it so is not changed."""
    computer = make_computer()
    computer.config.write_bytes(before.encode())
    computer.install()
    assert after.encode() == computer.config.read_bytes()

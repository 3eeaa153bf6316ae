"""The installer on a computer of folders, whose commands are played: what it does, and that failures are taken back."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.all

SYSTEMD = Path(__file__).parents[1] / "systemd"
PLACES = ("/opt/", "/var/", "/etc/", "/boot/", "/run/", "/usr/local/")
DATA = "var/lib/tavolino"
SPI = "dtparam=spi=on\n"
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
            for place in PLACES:
                text = text.replace(place, f"{root}{place}")
            (root / "systemd" / name).write_text(text)

    def used(self) -> None:
        """Let an older Tavolino run on it, with a play."""
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
        """Run the installer, whose n-th command fails; return its code and the commands."""
        code, commands, said = self.run("install.sh", *words, fails=fails)
        assert fails or not code, said
        return code, commands

    def run(self, script: str, *words: str, fails: int = 0, root_is: str = "ext4") -> tuple[int, list[str], str]:
        """Run a script on a file system of a kind; return its code, the commands, and what it says."""
        log = self.root / "log"
        log.write_text("")
        found = {"PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "TMPDIR": str(self.root / "tmp"), "LOG": str(log)}
        found |= {"STATE": str(self.root / "state"), "PARTITION": str(self.root / "plays"), "FAILS": str(fails)}
        found |= {"OWNED": str(self.root / DATA), "ROOT_IS": root_is}
        command = ["bash", str(self.root / "systemd" / script), *words]
        done = subprocess.run(command, env=found, capture_output=True, text=True, check=False)
        return done.returncode, log.read_text().splitlines(), done.stdout + done.stderr

    def found(self) -> dict[str, str]:
        """Return all that is on it: files with their words, links with their ends, modes, the state of services."""
        kept = [self.root / name for name in ("boot", "etc", "opt", "usr", "var", "state", "plays", "tmp")]
        return {str(path.relative_to(self.root)): _said(path) for folder in kept for path in folder.rglob("*")}


def _said(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    return f"{path.stat().st_mode:o} {path.read_text() if path.is_file() else ''}"


SPARED = re.compile(
    r"find \S+ -mindepth 1 -maxdepth 1|dtparam|systemctl (kill|reset-failed|show|start)|umount"
    r"|runuser"
)
"""Commands that may fail: old environments stay, the doctor is not run, the service starts with the next boot."""
Made = Callable[[], Computer]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Return a function that makes a computer."""
    return lambda: Computer(tmp_path / str(len(list(tmp_path.iterdir()))))


# --- taken back ---


def failed(made: Made, used: bool, every: int = 1) -> None:
    """Let each command fail in its turn, or one in `every`: all is as before, or it could be done without."""
    _, commands = ready(made, used).install("--read-only")
    assert len(commands) > 50
    for fails in range(every, 1 + len(commands), every):
        computer = ready(made, used)
        before = computer.found()
        code, done = computer.install("--read-only", fails=fails)
        if code:
            assert before == computer.found(), done[fails - 1]
        else:
            assert SPARED.match(done[fails - 1]), done[fails - 1]


def ready(made: Made, used: bool) -> Computer:
    """Return a computer, on which an older Tavolino may run."""
    computer = made()
    if used:
        computer.used()
    return computer


@pytest.mark.long
@pytest.mark.parametrize("used", [False, True])
def test_an_installation_that_fails_is_taken_back(used: bool, made: Made) -> None:
    """If any command fails, files, services and partition are as before, and no folder remains."""
    failed(made, used)


def test_an_upgrade_that_fails_is_taken_back(made: Made) -> None:
    """The same for some of the commands."""
    failed(made, used=True, every=11)


def test_an_interruption_is_taken_back(made: Made) -> None:
    """An installation is also taken back if the connection breaks while the plays are copied."""
    computer = ready(made, used=True)
    before = computer.found()
    copy = computer.root / "bin" / "cp"
    copy.unlink()
    copy.write_text('#!/bin/sh\ncase "$*" in *update*) kill -HUP $PPID; esac\nexec /bin/cp "$@"\n')
    copy.chmod(0o755)
    with pytest.raises(AssertionError, match="half way"):
        computer.install("--read-only")
    assert before == computer.found()


def test_plays_that_the_partition_has_are_not_deleted(made: Made) -> None:
    """A failure removes nothing from a partition that was filled before."""
    computer = ready(made, used=True)
    (computer.root / "plays" / "earlier").write_text("a play")
    _, commands = made().install("--read-only")
    at = next(n for n, command in enumerate(commands, 1) if command.endswith("/etc/fstab.new"))
    code, _ = computer.install("--read-only", fails=at)
    assert (1, "a play") == (code, (computer.root / "plays" / "earlier").read_text())


# --- carried through ---


def test_a_card_that_is_read_only(made: Made) -> None:
    """Plays move to their partition, which can bring neither devices nor rights; what is covered is root's.

    A play that the partition has in a newer state stays as it is.
    """
    computer = ready(made, used=True)
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


def test_a_second_time_changes_nothing(made: Made) -> None:
    """Nothing but the environment is another one; a partition from an older version gets the options of today."""
    computer = ready(made, used=True)
    computer.install("--read-only")
    before = computer.found()
    computer.fstab.write_text(computer.fstab.read_text().replace("nosuid,nodev,", ""))
    computer.install("--read-only")
    after = computer.found()
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith("opt/")} == set()


def test_an_upgrade_without_the_partition(made: Made) -> None:
    """Without the partition, its mount point still belongs to root, so that no play is saved there by mistake."""
    computer = ready(made, used=True)
    computer.install("--read-only")
    (computer.root / DATA).unlink()
    (computer.root / f"{DATA}.covered").rename(computer.root / DATA)
    _, commands = computer.install()
    assert [] == [command for command in commands if command.startswith("install ")]
    assert "root:root\n" == (computer.root / "state/owner").read_text()


def test_an_older_environment_goes(made: Made) -> None:
    """The environment before the last one is taken away; the one in use stays until the next upgrade."""
    computer = ready(made, used=True)
    for there in (True, False):
        computer.install()
        assert (computer.root / "opt/tavolino/env.old").exists() == there


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_a_card_that_is_read_only_now_is_refused(script: str, made: Made) -> None:
    """A read-only card is refused with one sentence, since all writes would be lost at the next start."""
    computer = ready(made, used=True)
    before = computer.found()
    code, commands, said = computer.run(script, root_is="overlay")
    assert (1, [], before) == (code, commands, computer.found())
    assert "The card is read-only." in said


# --- taken off ---


def test_what_is_uninstalled(made: Made) -> None:
    """Every file, the environments and the service go, and the card does not become read-only; plays stay."""
    computer = ready(made, used=True)
    computer.install("--read-only")
    fstab = computer.fstab.read_text()
    code, _, _ = computer.run("uninstall.sh")
    targets = [line.split()[1] for line in (computer.root / "systemd/files").read_text().splitlines()]
    gone = [*map(Path, targets), *(computer.root / name for name in ("opt/tavolino", "etc/overlayroot.local.conf"))]
    gone += [computer.root / "etc/systemd/system/tavolino.service.d", computer.root / "state/enabled"]
    gone += [computer.root / "state/active"]
    assert (0, []) == (code, [path for path in gone if path.exists()])
    assert ("an input\n", fstab) == ((computer.root / DATA / "play").read_text(), computer.fstab.read_text())


def test_the_overlay_of_somebody_else_stays(made: Made) -> None:
    """A card that was read-only without the installer stays so."""
    computer = ready(made, used=True)
    (computer.root / "etc/overlayroot.local.conf").write_text('overlayroot="disabled"\n')
    assert 0 == computer.run("uninstall.sh")[0]
    assert (computer.root / "etc/overlayroot.local.conf").exists()


@pytest.mark.parametrize("mounted", [False, True])
def test_a_purge_deletes_the_plays(mounted: bool, made: Made) -> None:
    """A purge deletes the folder on the card, or the partition's content and its line only; and the user."""
    computer = ready(made, used=True)
    computer.install(*(["--read-only"] if mounted else []))
    code, commands, _ = computer.run("uninstall.sh", "--purge")
    assert (0, mounted) == (code, (computer.root / DATA).exists())
    assert [] == list((computer.root / "plays").iterdir())
    labels = [line.split()[0] for line in computer.fstab.read_text().splitlines() if line.startswith("LABEL")]
    assert ["LABEL=root", "LABEL=swap"] == labels
    assert "userdel tavolino" in commands


def test_pip_takes_nothing_but_the_lock(made: Made) -> None:
    """Only files in the lock are downloaded, checked by hash; the wheel is built without a network."""
    _, commands = made().install()
    packages, wheel = (command.split() for command in commands if " pip install" in command)
    assert {"--require-hashes", "--only-binary", "--ignore-installed"} <= set(packages)
    assert "requirements.txt" == Path(packages[-1]).name
    assert {"--no-deps", "--no-index", "--no-build-isolation"} <= set(wheel)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", SPI),
        ("a=1", f"a=1\n{SPI}"),
        ("a=1\n", f"a=1\n{SPI}"),
        (SPI, SPI),
        ("[pi4]\na=1", f"[pi4]\na=1\n[all]\n{SPI}"),
        (f"[pi4]\n{SPI}", f"[pi4]\n{SPI}[all]\n{SPI}"),
        (f"{SPI}[pi4]\n", f"{SPI}[pi4]\n"),
        (f"[pi4]\n[all]\n{SPI}", f"[pi4]\n[all]\n{SPI}"),
        (f"{SPI}dtparam=spi=off\n", f"{SPI}dtparam=spi=off\n{SPI}"),
        ("#dtparam=spi=on\r\n[all]\r\n", f"#dtparam=spi=on\r\n[all]\r\n{SPI}"),
    ],
)
def test_spi_is_on_for_every_pi(before: str, after: str, made: Made) -> None:
    """The line for SPI is separate and under no filter; a file that has it so is not changed."""
    computer = made()
    computer.config.write_bytes(before.encode())
    computer.install()
    assert after.encode() == computer.config.read_bytes()

"""The units of the service, the helper that copies files for a PC, and the lists of the installer."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.device.loop import PARTS_CHECK_S
from firmware.files.exchange import FOLDER_VARIABLE, HELPER_COMMAND, HELPER_MAX_S
from firmware.service.hang import HANG_SIGNAL
from firmware.service.serve import MAX_TURN_S, POWER_OFF_COMMAND, SAFE_MODE_CRASHES

ROOT = Path(__file__).parents[1]
SYSTEMD = ROOT / "systemd"
UNIT = (SYSTEMD / "tavolino.service").read_text()
INSTALL = (SYSTEMD / "install.sh").read_text()
SCRIPTS = [SYSTEMD / "install.sh", SYSTEMD / "uninstall.sh"]
FILES = dict(line.split() for line in (SYSTEMD / "files").read_text().splitlines())

analyses = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")


def unit_values(name: str) -> list[str]:
    """Return the values that the unit gives to a name."""
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def analyse(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Let systemd-analyze look at the unit, whose command is one that every computer has."""
    unit = folder / "tavolino.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE))
    command = ["systemd-analyze", *words, str(unit)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@analyses
def test_the_unit_is_sound(tmp_path: Path) -> None:
    """Systemd finds no fault in the unit."""
    done = analyse(tmp_path, "verify", "--man=no")
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


@analyses
def test_the_unit_is_hardened(tmp_path: Path) -> None:
    """Its exposure is 1.0 or better, of 10."""
    done = analyse(tmp_path, "security", "--offline=true", "--threshold=10", "--no-pager")
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None
    assert float(found[1]) <= 1.0
    assert 0 == done.returncode


def test_the_unit_opens_what_it_reads() -> None:
    """Pins, bus and USB keys, of which the last are only read, and nothing else."""
    assert ["closed"] == unit_values("DevicePolicy")
    assert ["char-gpiochip rw", "char-spi rw", "char-input r"] == unit_values("DeviceAllow")


def test_the_unit_waits_for_the_loop() -> None:
    """The watchdog waits for longer than a turn of the loop and the waits around it may take."""
    assert ["notify"] == unit_values("Type")
    assert int(unit_values("WatchdogSec")[0]) >= MAX_TURN_S + 2 * PARTS_CHECK_S


def test_the_unit_lets_a_process_that_hangs_say_so() -> None:
    """Whether it hangs while it starts or later, it gets the signal for its last words, and time for them."""
    assert ([HANG_SIGNAL.name], ["abort"]) == (unit_values("WatchdogSignal"), unit_values("TimeoutStartFailureMode"))
    assert int(unit_values("TimeoutAbortSec")[0]) > 0


def test_the_unit_lets_a_crash_loop_come_to_safe_mode() -> None:
    """Systemd starts it again more often than it takes for safe mode, and the notes outlive a start."""
    assert int(unit_values("StartLimitBurst")[0]) > SAFE_MODE_CRASHES + 1
    assert ["restart"] == unit_values("RuntimeDirectoryPreserve")
    assert ["on-failure"] == unit_values("Restart")


def test_only_the_user_of_the_service_may_switch_off() -> None:
    """The polkit rule names the unit's user and allows two actions only, so that inhibitors are respected."""
    rule = (SYSTEMD / "polkit.rules").read_text()
    assert f'subject.user == "{unit_values("User")[0]}"' in rule
    allowed = re.findall(r'"org\.freedesktop\.login1\.([a-z-]+)"', rule)
    assert ["power-off", "power-off-multiple-sessions"] == allowed
    assert "allowed.indexOf(action.id) >= 0" in rule
    assert ("systemctl", "poweroff") == POWER_OFF_COMMAND


# --- files for a PC ---


EXCHANGE = (SYSTEMD / "tavolino-exchange.service").read_text()


def test_only_the_user_of_the_service_may_have_files_brought() -> None:
    """The rule names the user, the unit and the verb, and both units the same place."""
    rule = (SYSTEMD / "polkit.rules").read_text().rpartition("polkit.addRule")[2]
    assert f'subject.user == "{unit_values("User")[0]}"' in rule
    assert 'action.lookup("unit") == "tavolino-exchange.service"' in rule
    assert 'action.lookup("verb") == "start"' in rule
    assert HELPER_COMMAND[2:] == ("start", "tavolino-exchange.service")
    [place] = re.findall(rf"^Environment=({FOLDER_VARIABLE}=.*)$", EXCHANGE, re.MULTILINE)
    assert place in unit_values("Environment")
    assert f"ExecStart=/bin/bash {FILES['exchange.sh']}\n" in EXCHANGE
    assert float(re.findall(r"^TimeoutStartSec=(.*)$", EXCHANGE, re.MULTILINE)[0]) < HELPER_MAX_S < MAX_TURN_S


class Outbox:
    """A computer of folders with files to bring, whose partition is `boot`.

    The outbox does not exist: only the fake `setpriv`, which stands for the user of the service, finds its files.
    """

    STAND_IN = """\
#!/bin/bash
name=${0##*/}
[ "$name" != mountpoint ] || exit "$NO_PARTITION"
[ "$name" != sync ] || there=": $(echo $(ls -A))"
echo "$name $*$there" >>"$LOG"
[ "$name $1" != "sync .new" ] || eval "$MEANWHILE"
[ "$name" != setpriv ] || { command=("${@:4}"); exec "${command[@]/#$OUT/$FILES}"; }
"""

    def __init__(self, root: Path, **files: str) -> None:
        self.root, self.boot, self.target = root, root / "boot", root / "boot" / "tavolino"
        for folder in (root / "files", root / "tools", self.boot):
            folder.mkdir()
        for name, text in files.items():
            (root / "files" / name).write_text(text)
        for tool in ("mount", "mountpoint", "setpriv", "sync"):
            (root / "tools" / tool).write_text(self.STAND_IN)
            (root / "tools" / tool).chmod(0o755)

    def bring(self, *words: str, partition: bool = True, meanwhile: str = "") -> subprocess.CompletedProcess[str]:
        """Run the script."""
        script = (SYSTEMD / "exchange.sh").read_text()
        script = re.sub("^OUT=.*", f"OUT={self.root}/outbox", script, flags=re.MULTILINE)
        environment = {
            "PATH": f"{self.root}/tools:/usr/bin:/bin",
            FOLDER_VARIABLE: str(self.target),
            "LOG": f"{self.root}/log",
        }
        environment |= {"OUT": f"{self.root}/outbox", "FILES": f"{self.root}/files"}
        environment |= {"NO_PARTITION": str(int(not partition)), "MEANWHILE": meanwhile}
        command = ["bash", "-c", script, "exchange", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    @property
    def target_files(self) -> dict[str, str]:
        """The files that a PC finds."""
        return {path.name: path.read_text() for path in self.target.iterdir()}

    @property
    def log(self) -> list[str]:
        """The commands, with what was in the folder when something was synced."""
        path = self.root / "log"
        return path.read_text().replace(str(self.root), "").splitlines() if path.exists() else []


REFUSED_NAMES = ("c d.toml", ".hidden.toml", "-x.toml", "e.tar.gz", "f")
AS_THE_SERVICE = "setpriv --reuid=tavolino --regid=tavolino --clear-groups"


def test_files_are_brought_and_nothing_is_overwritten(tmp_path: Path) -> None:
    """The partition is writable only meanwhile; files are read as the service, and strange or taken names stay out."""
    outbox = Outbox(tmp_path, **{"a.toml": "new", "b.jsonl": "two", **dict.fromkeys(REFUSED_NAMES, "no")})
    outbox.target.mkdir()
    (outbox.target / "a.toml").write_text("old")
    assert 0 == outbox.bring().returncode
    assert {"a.toml": "old", "b.jsonl": "two"} == outbox.target_files
    (outbox.root / "files" / "b.toml").write_text("later")
    assert 0 == outbox.bring("close").returncode
    assert {"a.toml": "old", "b.jsonl": "two"} == outbox.target_files
    assert [
        "mount -o remount,rw /boot",
        f"{AS_THE_SERVICE} ls /outbox",
        f"{AS_THE_SERVICE} cat /outbox/b.jsonl",
        "sync .new: .new a.toml",
        "sync -f .: a.toml b.jsonl",
        "mount -o remount,ro /boot",
    ] == outbox.log


def test_a_file_that_comes_meanwhile_stays(tmp_path: Path) -> None:
    """A file that takes the name meanwhile is not overwritten."""
    outbox = Outbox(tmp_path, **{"a.toml": "new"})
    outbox.bring(meanwhile="echo -n old >a.toml")
    assert "old" == outbox.target_files["a.toml"]


def test_files_are_brought_to_a_folder_that_is_no_partition(tmp_path: Path) -> None:
    """Nothing is mounted then; a missing folder is made."""
    outbox = Outbox(tmp_path, **{"a.toml": "new"})
    assert 0 == outbox.bring(partition=False).returncode
    assert {"a.toml": "new"} == outbox.target_files
    assert [] == [line for line in outbox.log if line.startswith("mount ")]


def test_no_partition_no_files(tmp_path: Path) -> None:
    """A missing mount point is not made: it would be a folder of the card itself."""
    outbox = Outbox(tmp_path, **{"a.toml": "new"})
    outbox.boot.rmdir()
    done = outbox.bring()
    assert (1, f"There is no {outbox.boot}.\n", False) == (done.returncode, done.stderr, outbox.boot.exists())


def test_an_unreadable_file_is_not_brought(tmp_path: Path) -> None:
    """It is an error, and no empty file has its name."""
    outbox = Outbox(tmp_path)
    (outbox.root / "files" / "a.toml").mkdir()
    assert 0 != outbox.bring().returncode
    assert "a.toml" not in outbox.target_files


@analyses
def test_the_unit_that_brings_files_is_sound(tmp_path: Path) -> None:
    """Systemd finds no fault in it."""
    unit = tmp_path / "tavolino-exchange.service"
    unit.write_text(EXCHANGE)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def test_every_group_of_the_unit_is_made() -> None:
    """If the system has no group for pins or bus, the installer makes it, and the rules of udev use it."""
    users, rules = (SYSTEMD / "sysusers.conf").read_text(), (SYSTEMD / "udev.rules").read_text()
    for group in unit_values("SupplementaryGroups")[0].split():
        assert f"\ng {group}\n" in users
        assert f'GROUP="{group}"' in rules


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_can_be_run(script: Path) -> None:
    """It can be executed, is sound, stops at the first failure, and knows its words."""
    assert script.stat().st_mode & 0o111
    assert "set -euo pipefail" in script.read_text()
    for words, sentence in ((["-n", str(script)], ""), ([str(script), "--nonsense"], "Unknown: --nonsense.")):
        done = subprocess.run(["bash", *words], capture_output=True, text=True, check=False)
        assert (0 if not sentence else 1, True) == (done.returncode, done.stderr.startswith(sentence))


@pytest.mark.parametrize(("user", "code"), [("0", 0), ("1000", 2)])
def test_the_command_of_the_device(tmp_path: Path, user: str, code: int) -> None:
    """Root runs it as the service's user, on its data, with arguments as typed; others are told to use sudo."""
    fakes = {"id": f"echo {user}", "systemctl": "echo A=1 B=/none", "runuser": 'printf "%s|" "$@"'}
    for name, does in fakes.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    words = [str(SYSTEMD / "command.sh"), "play", "export", "a b"]
    path = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(words, env=path, capture_output=True, text=True, check=False)
    variables = "A=1|B=/none|STATE_DIRECTORY=/var/lib/tavolino|"
    run = f"-u|tavolino|--|env|{variables}/opt/tavolino/current/bin/tavolino|play|export|a b|"
    assert (code, "" if code else run) == (done.returncode, done.stdout)
    assert ("sudo tavolino play export a b" in done.stderr) == bool(code)


def test_everything_here_is_installed() -> None:
    """Each file of the folder is installed by the list, or by its name in a script; and each of the list is here."""
    others = {path.name for path in SCRIPTS} | {"files", "README.md", "release.sh", "image"}
    named = {name for name in ("read-only.conf", "requirements.txt") if name in INSTALL}
    assert {path.name for path in SYSTEMD.iterdir()} == others | named | set(FILES)


def test_a_file_is_put_in_place_whole(tmp_path: Path) -> None:
    """Every file of the system gets its name only when it is on the disk; one that is the same is left alone."""
    [put_file] = re.findall(r"^put_file\(\) \{\n.*?^\}$", INSTALL, re.MULTILINE | re.DOTALL)
    assert put_file.index('cat "$1" >"$2.new"') < put_file.index("sync") < put_file.index("mv ")
    assert [] == re.findall(r">>? *(?:/etc|/boot|\$config|\"\$DROP_IN).*", INSTALL)
    source, target = tmp_path / "source", tmp_path / "etc" / "deep" / "target"
    for words in ("one", "one", "two"):
        before = target.stat().st_ino if target.exists() and target.read_text() == words else None
        source.write_text(words)
        subprocess.run(
            ["bash", "-c", f"set -e; umask 022\nundo_file() {{ :; }}\n{put_file}\nput_file {source} {target}"],
            check=True,
        )
        assert words == target.read_text()
        assert before in (None, target.stat().st_ino)
        assert 0o644 == target.stat().st_mode & 0o777
        assert [target] == list(target.parent.iterdir())


def test_both_scripts_read_the_list() -> None:
    """What one script puts in place the other takes away: neither has a list of its own."""
    for script in SCRIPTS:
        text = script.read_text()
        assert 'done <"$HERE/files"' in text
        assert [] == [target for target in FILES.values() if target in text.split()]


def test_the_card_that_is_read_only_keeps_nothing_beside_its_partition() -> None:
    """Without its partition the data folder is not the service's to write to, which then says so."""
    drop_in = (SYSTEMD / "read-only.conf").read_text().splitlines()
    assert {"StateDirectory=", "Environment=STATE_DIRECTORY=/var/lib/tavolino"} <= set(drop_in)
    assert 'chown -R root:root "$DATA"' in INSTALL


@analyses
def test_the_card_that_is_read_only_waits_for_its_partition(tmp_path: Path) -> None:
    """The start of the system waits for no partition that may be missing; the service must, or it finds no plays."""
    assert ",nofail " in INSTALL
    drop_in = tmp_path / "tavolino.service.d" / "read-only.conf"
    drop_in.parent.mkdir()
    shutil.copy(SYSTEMD / drop_in.name, drop_in)
    done = analyse(tmp_path, "verify", "--man=no")
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    name = subprocess.run(["systemd-escape", "--path", "/var/lib/tavolino"], capture_output=True, text=True, check=True)
    unit, _, _ = drop_in.read_text().partition("[Service]")
    assert {"[Unit]", f"After={name.stdout.strip()}.mount"} <= set(unit.splitlines())

"""The image of `make image` on the emulated Raspberry Pi 3: played, cut from its power, upgraded, switched off.

Nothing is built again: kernel, initramfs, device tree and command line are those of the image. A copy of its boot
partition has `service.conf` and `inside/` added, so that panel and keys are simulated and the machine answers. Frames
are saved as pictures in `build/vm/pi3`.
"""

import base64
import contextlib
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.vm import card as cards
from tests.vm import starts
from tests.vm.checks import check_unchanged, play_answer, pull_plugs, report, turn_to
from tests.vm.image import BUILD, Suite, run
from tests.vm.machine import Gone, Machine
from tests.vm.pi import Card, boot_pi
from tests.vm.upgrades import upgrades
from tests.vm.usb import usb
from tests.vm.worn import full, worn

TOOLS = (
    "qemu-system-aarch64",
    "mcopy",
    "sfdisk",
    "xz",
    "fdtput",
    "e2fsck",
    "fsck.fat",
    "mksquashfs",
    "systemd-analyze",
)
PACKAGES = "qemu-system-arm mtools fdisk xz-utils device-tree-compiler e2fsprogs dosfstools squashfs-tools systemd"
PI3 = Suite("pi3", "3.13", 41)
PICTURES = BUILD / PI3.name
GAMES = ("Wyrmspan", "The Castles of Burgundy", "Lisboa", "Viticulture World", "Pampero")
PRESSES = 24
"""Presses of Next in each game."""
UNITS = ("tavolino", "tavolino-exchange", "tavolino-grow", "tavolino-upgrade", "tavolino-usb")
MAX_EXPOSURE = 2.5
"""The highest exposure by `systemd-analyze security`; 10 is a unit without a sandbox."""
PASSWORDS = "cut -d : -f 2 /etc/shadow | grep -qv '^[!*]'"
OPEN_PORTS = "cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 /proc/net/raw /proc/net/raw6 2>/dev/null"
GETTY = "cat /proc/[0-9]*/comm | grep -xE 'a?getty|login|bash'"


def pi3(pulls: int) -> dict[str, Any]:
    """Test everything on the emulated Pi; return the measurements."""
    began = time.monotonic()
    shutil.rmtree(PICTURES, ignore_errors=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    card = cards.fresh_card(PI3.name)
    PICTURES.mkdir()
    report(PI3, f"{cards.image().name}, {cards.image().stat().st_size / 1e6:.0f} MB, unpacked to a card")
    measurements = _first_start(card)
    measurements["exposure"] = _exposures(card)
    _console(card)
    _games(card)
    _files_for_a_pc(card)
    usb(PI3, look)
    measurements["boots_s"] = pull_plugs(PI3, lambda: boot_pi(card), lambda: cards.check_file_systems(card), pulls)
    full(PI3, card)
    worn(PI3, card)
    measurements["upgrades"] = upgrades(PI3, card)
    _switch_off(card)
    measurements["starts_s"] = starts.measure(card)
    measurements["took_min"] = round((time.monotonic() - began) / 60)
    return measurements


# --- the parts ---


def _first_start(made: Card) -> dict[str, Any]:
    """The first start asks for the language; the plays' partition fills the card; no login or port is open."""
    with boot_pi(made) as machine:
        seen = machine.hand("look")
        assert "Which language?" in seen["words"], seen
        look(machine, "first")
        units = machine.run("systemctl list-units --type=service --state=running --plain --no-legend | cut -d ' ' -f 1")
        machine.until("! systemctl is-system-running | grep -E 'starting|initializing'")
        failed = machine.run("systemctl list-units --state=failed --plain --no-legend")
        assert not failed, failed
        kib = int(machine.until("df --output=size /var/lib/tavolino | tail -n 1 | awk '$1 > 100000' | grep ."))
        begin, size = cards.partition(made.path, cards.PLAYS)
        assert begin + size == made.path.stat().st_size, (begin, size)
        assert kib * 1024 > 0.9 * size, (kib, size)
        _check_closed(machine)
        for device, group in (("/dev/spidev0.0", "spi"), ("/dev/gpiochip0", "gpio")):
            assert machine.run(f"stat -c '%G %a' {device}") == f"{group} 660", device
        memory = machine.run("awk '/^Mem(Total|Available)/ {print $2}' /proc/meminfo").split()
        assert "Which game?" in machine.hand("back")["words"]
        look(machine, "menu")
        machine.run("sync")
    report(
        PI3, f"first start: asks for the language, {kib / 1024:.0f} MiB for plays; nothing listens; no way to log in"
    )
    return {"running": units.split(), "memory_MiB": [int(kib) // 1024 for kib in memory]}


def _check_closed(machine: Machine) -> None:
    """There is no network, password, login or setuid program, and only the plays are writable."""
    doors = [line for line in machine.run(OPEN_PORTS).splitlines() if "local_address" not in line]
    assert not doors, doors
    assert machine.run("ls /sys/class/net") == "lo"
    for command in (PASSWORDS, GETTY):
        code, output, _ = machine.ask(command)
        assert code == 1, (command, output)
    assert not machine.run("find / -xdev -type f -perm /6000")
    mounted = [line.split() for line in machine.run("cat /proc/mounts").splitlines()]
    written = {place for source, place, _, options, *_ in mounted if source[0] == "/" and "rw" in options.split(",")}
    assert written == {"/var/lib/tavolino"}, written


def _exposures(made: Card) -> dict[str, float]:
    """Return the exposure that systemd finds for each of our started units, of 10."""
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        root = Path(folder) / "root"
        begin, _ = cards.partition(made.path, cards.ROOT_A)
        run("unsquashfs", "-quiet", "-no-progress", "-offset", begin, "-dest", root, made.path, "etc/systemd/system")
        exposures = {}
        for unit in UNITS:
            command = ["systemd-analyze", "security", "--offline=true", f"--root={root}", f"{unit}.service"]
            output = subprocess.run([*command, "--no-pager"], capture_output=True, text=True, check=True).stdout
            exposures[unit] = float(output.splitlines()[-1].split(": ")[1].split()[0])
    assert max(exposures.values()) <= MAX_EXPOSURE, exposures
    report(PI3, f"systemd-analyze security: {exposures}")
    return exposures


def _console(made: Card) -> None:
    """A console starts if a file on the boot partition asks for it; `_first_start` checked that no other does."""
    asks = BUILD / "console.txt"
    asks.touch()
    cards.put_on(made.path, asks)
    with boot_pi(made) as machine:
        machine.until(GETTY)
        machine.until("systemctl is-active tavolino-console@ttyS1")
        machine.run("systemctl stop tavolino")
        _, output, _ = machine.ask("cd /root; tavolino doctor")
        assert "/var/lib/tavolino, " in output, output
    assert "# " in made.log.read_text(errors="replace"), made.log
    cards.delete_file(made.path, asks.name)
    report(PI3, "a console where a file asks for one, and the doctor on it")


def _games(made: Card) -> None:
    """Each game is played for some steps, with the pause menu between them."""
    inputs = {}
    with boot_pi(made) as machine:
        for game in GAMES:
            turn_to(machine, game)
            machine.hand("next")
            look(machine, f"{game}-options")
            for n in range(PRESSES):
                seen = machine.hand("next")
                look(machine, f"{game}-{n}")
            assert seen["n"] >= 1, seen
            assert seen["kept"], seen
            assert seen["faults"] == 0, seen
            inputs[game] = seen["n"]
            machine.hand("hold:push")
            look(machine, f"{game}-pause")
            turn_to(machine, "Other game")
            machine.hand("next")
        turn_to(machine, GAMES[0])
        machine.hand("next")
        assert machine.hand("look")["n"] == inputs[GAMES[0]]
        assert machine.state("NRestarts") == {"NRestarts": "0"}
        machine.run("sync")
    report(PI3, f"each game played, {sum(inputs.values())} inputs; the first was as it was left")


def _files_for_a_pc(made: Card) -> None:
    """Exported files are on the partition for a PC, which is read-only again afterwards."""
    read_only = "grep ' /media/card .* ro' /proc/self/mountinfo"
    with boot_pi(made) as machine:
        play_answer(machine)
        machine.hand("hold:push")
        for row in ("More…", "Files…", "All plays"):
            turn_to(machine, row)
            machine.hand("next")
        look(machine, "written-out")
        machine.until(read_only)
        seen = machine.run("ls /media/card/tavolino")
        assert ".jsonl" in seen or ".zip" in seen, seen
        machine.cut()
    cards.check_file_systems(made)
    listed = cards.list_files(made.path, "tavolino")
    assert all(name in listed for name in seen.split() if "." in name), (seen, listed)
    report(PI3, f"written out to the card: {seen.split()}")


def _switch_off(made: Card) -> None:
    """“Power off” in the menu switches the machine off; the step is there at the next start."""
    with boot_pi(made) as machine:
        before = play_answer(machine)
        machine.hand("hold:push")
        turn_to(machine, "Power off")
        look(machine, "off")
        machine.press("next")
        with contextlib.suppress(Gone):  # a nudge is not enough here; questions keep QEMU's clock running
            while True:
                machine.ask("sleep 1")
        machine.off()
    cards.check_file_systems(made)
    with boot_pi(made) as machine:
        check_unchanged(before, machine.hand("look"))
        look(machine, "on")
    report(PI3, "“Power off” switched the machine off, at the step that it started with again")


def look(machine: Machine, name: str) -> None:
    """Save a picture of the glass."""
    number = len(list(PICTURES.iterdir()))
    seen = machine.hand("picture")
    (PICTURES / f"{number:03}-{name.replace(' ', '-')}.png").write_bytes(base64.b64decode(seen["picture"]))

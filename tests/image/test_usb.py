"""USB keys on the image: their modules wait for the first frame, and their devices get the right group."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from firmware.device.rig import CONSOLE
from tests.image.card import IMAGE
from tests.image.test_first_program import run

SCRIPT = IMAGE / "root/usr/local/lib/tavolino/usb"
UNIT = (IMAGE / "root/etc/systemd/system/tavolino-usb.service").read_text()
FIRST_PROGRAM = (IMAGE / "first").read_text()
KEPT_MODULES = "/run/tavolino-card/usb"


def usb(folder: Path, *words: str, **event: str) -> list[str]:
    """Run the script with a folder for the kept and loaded modules; return its actions on modules and nodes."""
    text = SCRIPT.read_text().replace(f"={KEPT_MODULES}", f"={folder}/usb").replace("/sys/module", str(folder))
    functions, call = re.split(r'^(?=main "\$@"$)', text, flags=re.MULTILINE)
    stubs = 'busybox() { echo "$1 ${2##*/}"; }\nopen_keys() { echo "open ${1%%[0-9*]*}"; }\n'
    command = ["sh", "-c", f"{functions}{stubs}{call}", "usb", *words]
    done = subprocess.run(command, env=event | {"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_modules_wait() -> None:
    """The first program keeps the modules in memory, in order; with a console it loads them itself."""
    stubs = 'cat() { echo hid usbhid; }\nmkdir() { echo "mkdir $1"; }\ncp() { echo "cp $*"; }\n'
    kept = [f"cp /modules/{name}.ko {KEPT_MODULES}" for name in ("hid", "usbhid")]
    assert (0, [f"mkdir {KEPT_MODULES}", *kept, f"cp /modules/usb {KEPT_MODULES}/list"]) == (
        run(f"{stubs}keep_usb")[0],
        run(f"{stubs}keep_usb")[1].splitlines(),
    )
    assert f"    load usb\n    load console\n    : >{CONSOLE}\n" in FIRST_PROGRAM


def test_the_lists_of_modules() -> None:
    """The list has events, keyboards and the USB ports of each Pi; the console's list does not repeat them."""
    lists = dict(line.split(" ", 1) for line in (IMAGE / "modules").read_text().splitlines() if line[0] != "#")
    assert {"evdev", "usbhid", "hid-generic", "dwc2", "xhci-pci", "reset-raspberrypi"} <= set(lists["usb"].split())
    assert ["vc4"] == lists["console"].split()
    assert "{card,later,usb,console}" in (IMAGE / "build.sh").read_text()


@pytest.mark.parametrize("loaded", [False, True])
def test_they_are_loaded_in_order(tmp_path: Path, loaded: bool) -> None:
    """The modules are loaded once, unless a console has loaded them; then existing devices are opened."""
    (tmp_path / "usb").mkdir()
    (tmp_path / "usb/list").write_text("hid\nusbhid\n")
    if loaded:
        (tmp_path / "evdev").mkdir()
    modules = [] if loaded else ["insmod hid.ko", "insmod usbhid.ko"]
    assert [*modules, "open /dev/input/event"] == usb(tmp_path, "load")
    assert not (tmp_path / "usb").exists()
    assert ["open /dev/input/event"] == usb(tmp_path, "load")


@pytest.mark.parametrize(
    ("event", "done"),
    [
        ({"ACTION": "add", "SUBSYSTEM": "input", "DEVNAME": "input/event3"}, ["open /dev/input/event"]),
        ({"ACTION": "remove", "SUBSYSTEM": "input", "DEVNAME": "input/event3"}, []),
        ({"ACTION": "add", "SUBSYSTEM": "input", "DEVNAME": "input/mouse0"}, []),
        ({"ACTION": "add", "SUBSYSTEM": "input"}, []),
        ({"ACTION": "add", "SUBSYSTEM": "block", "DEVNAME": "input/event3"}, []),
        ({}, []),
    ],
)
def test_a_new_device_is_opened(event: dict[str, str], done: list[str], tmp_path: Path) -> None:
    """Nodes of input events are opened, and no others."""
    assert done == usb(tmp_path, **event)


def test_the_unit_comes_after_the_first_frame() -> None:
    """The unit runs the executable script for every event, and once for the modules."""
    assert "After=tavolino.service\n" in UNIT
    path = "/usr/local/lib/tavolino/usb"
    assert [f"busybox uevent {path}", f"{path} load"] == [
        line.removeprefix("/usr/bin/") for line in re.findall(r"^Exec\w+=(.*)$", UNIT, re.MULTILINE)
    ]
    assert SCRIPT.stat().st_mode & 0o111
    assert "wants/tavolino-usb.service\n" in (IMAGE / "root.sh").read_text()
    assert {"busybox-static", "libevdev2"} <= set((IMAGE / "packages").read_text().split())

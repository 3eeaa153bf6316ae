"""A script that plays a headless device."""

from pathlib import Path

from firmware.emulators.device import numbered_seeds
from firmware.emulators.script import HeadlessDevice, parse
from firmware.settings.settings import panel_values


def play_script(folder: Path, text: str, *, until_over: bool = False, panel: str = "4.2") -> Path:
    """Play a script with the seed 7 on the data of a folder; return the folder of its pictures."""
    data = folder / "data"
    data.mkdir(exist_ok=True)

    device = HeadlessDevice(data, numbered_seeds("7"), panel_values(panel))
    try:
        device.run(parse(text, "keys.txt"), folder / "frames", until_over=until_over)
    finally:
        device.power_off()
    return folder / "frames"

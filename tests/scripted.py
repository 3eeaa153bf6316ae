"""A script that plays a headless device."""

from pathlib import Path

from msgspec.structs import replace

from firmware.data_folder import DataFolder
from firmware.emulators.device import numbered_seeds
from firmware.emulators.script import HeadlessDevice, parse
from firmware.settings.settings import Settings


def scripted(folder: Path, text: str, *, until_over: bool = False, panel: str = "4.2") -> Path:
    """Play a script with the seed 7 on the data of a folder; return the folder of its pictures."""
    data = folder / "data"
    data.mkdir(exist_ok=True)

    def settings() -> Settings:
        return replace(DataFolder(data).settings.load(), panel=panel)

    device = HeadlessDevice(data, settings, numbered_seeds("7"))
    try:
        device.run(parse(text, "keys.txt"), folder / "frames", until_over=until_over)
    finally:
        device.power_off()
    return folder / "frames"

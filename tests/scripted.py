"""A script that plays a headless device."""

from pathlib import Path

from msgspec.structs import replace

from firmware.emulators.script import Headless, counted, parse
from firmware.settings.settings import Settings, load


def scripted(folder: Path, text: str, *, until_over: bool = False, panel: str = "4.2") -> Path:
    """Play a script with the seed 7 on the data of a folder; return the folder of its pictures."""
    data = folder / "data"
    data.mkdir(exist_ok=True)

    def settings() -> Settings:
        return replace(load(data), panel=panel)

    device = Headless(data, settings, folder / "frames", counted("7"))
    try:
        device.run(parse(text, "keys.txt"), until_over=until_over)
    finally:
        device.close()
    return folder / "frames"

"""The figures of each board: `python -m tests.bench --boards`.

Each board gets a knob on the usual pins, so that the same keys are measured everywhere.
"""

import os
from collections.abc import Iterator
from math import ceil
from pathlib import Path

import msgspec

from firmware.device.builds import build_of
from firmware.settings.settings import Settings
from hw.build import names
from hw.bus import MAX_TRANSFER_BYTES
from tests.bench import glass
from tests.bench.device import make_data_folder
from tests.bench.figures import Figure
from tests.bench.start import Started, run

SETTINGS = 'panel = "{panel}"\n[hardware.keys]\nset = "knob"\n'
MAX_COMMAND_TRANSFERS = 32
"""Transfers of a partial refresh, without those of the pictures."""
MAX_WAVEFORM_TRANSFERS = 10
"""Transfers of a waveform."""


def figures(folder: Path, rounds: int) -> Iterator[Figure]:
    """Yield the cost of a key on each board, its transfers, and the memory of the device. `folder` is made."""
    for panel in names():
        yield from board_figures(folder / panel, panel, rounds)


def board_figures(folder: Path, panel: str, rounds: int) -> Iterator[Figure]:
    """Yield the figures of one board."""
    settings = Settings(panel=panel, hardware={"keys": {"set": "knob"}})
    build, name = build_of(settings).panel, f"_{panel}"
    budget = 1 / 4 if build.driver in glass.LIBRARY_CLASSES else 1.5
    yield glass.key_to_refresh(make_data_folder(folder / "keys"), settings, rounds, budget, f"key_to_refresh{name}")
    width, height = build.native
    parts = 2 * ceil((width + 7) // 8 * height / MAX_TRANSFER_BYTES)
    most = MAX_COMMAND_TRANSFERS + parts + (MAX_WAVEFORM_TRANSFERS if build.registers.waveform else 0)
    yield from glass.partial_refreshes(folder, settings, name, most)
    yield glass.highlight_bytes(folder / "moves", settings, 0.3)
    yield memory(folder / "memory", panel)


def memory(folder: Path, panel: str) -> Figure:
    """Return the memory of a device on a board after a short play."""
    (make_data_folder(folder) / "settings.toml").write_text(SETTINGS.format(panel=panel), "utf-8")
    started = msgspec.json.decode(run(dict(os.environ), "-m", "tests.bench.first_frame", str(folder)), type=Started)
    return Figure(id=f"memory_{panel}", what="memory of the running device, MiB", ours=started.rss_mib, budget=42)

"""What this package loads when it is imported."""

import subprocess
import sys


def loaded_by(modules: str) -> list[str]:
    """Return the top-level names that a fresh interpreter has loaded after importing these modules."""
    code = (
        f"import os, sys, {modules}; print(os.environ['BLINKA_OS_AGNOSTIC'], *{{m.split('.')[0] for m in sys.modules}})"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_importing_the_parts_loads_no_pin_library() -> None:
    """Pin library and Pillow are loaded when a part is made, and Blinka's switch is set before anything else."""
    agnostic, *loaded = loaded_by(
        "hw.clock, hw.inputs, hw.keys, hw.light, hw.panel, hw.profile, hw.signals, hw.sim.hand"
    )

    assert agnostic == "1"
    assert {"gpiozero", "PIL", "logging", "asyncio"}.isdisjoint(loaded)
    assert {"hw", "msgspec"} <= set(loaded)

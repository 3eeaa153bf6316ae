"""`python -m tests.vm.user_mode [bookworm|trixie]`: `make test` in an arm64 Debian, with each program emulated.

Everything is aarch64 down to the C library: the wheels that pip installs on a Pi, at the locked versions, Debian's
Python, and the compiled layers of tests. The kernel is this machine's own, so only its calls are translated. It needs
root. Debian is unpacked and the environment filled from outside, since an emulated pip takes most of an hour.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.vm.arm64 import environment, unpack
from tests.vm.image import ROOT, SUITES, Suite, checkout, want

TOOLS = ("mmdebstrap", "qemu-aarch64-static", "ldconfig", "unshare")
NEEDED_PACKAGES = "mmdebstrap qemu-user-static binfmt-support"
PACKAGES = (
    *(
        "base-files",
        "base-passwd",
        "libc-bin",
        "bash",
        "dash",
        "coreutils",
        "util-linux",
        "mount",
        "hostname",
        "passwd",
    ),
    *("grep", "sed", "mawk", "findutils", "diffutils", "tar", "gzip", "systemd", "make", "gcc", "libc6-dev"),
    *("python3", "python3-venv", "python3-spidev"),
)
EMULATED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
NOT_EMULATED = """\
This kernel does not hand arm64 programs to the emulator. Let it:
  mount -t binfmt_misc none /proc/sys/fs/binfmt_misc; /usr/lib/systemd/systemd-binfmt"""
SUITE = "trixie"
"""The Debian of the image."""
VARIABLES = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    # The processor of a Pi 3 and a Zero 2 W. A later one signs return addresses, which makes the emulator six times
    # slower.
    "QEMU_CPU": "cortex-a53",
    "PIP_NO_INDEX": "1",  # there is no name server inside, and pip would try for minutes
}
TIMEOUT_S = 3000
"""Ten times the timeout of pyproject.toml."""
ENTER = """\
for place in sys dev; do mount --rbind /$place "$0/$place"; done
mount -t proc proc "$0/proc"
chroot "$0" "$@"
"""
"""In its own namespace, so that all mounts and processes disappear with it."""


def main() -> None:
    """Run the tests; exit with pytest's code."""
    want(TOOLS, NEEDED_PACKAGES)
    if not EMULATED.exists():
        sys.exit(NOT_EMULATED)
    suite = parse_suite(sys.argv[1:])
    root = _root(suite)
    variables = [f"{name}={value}" for name, value in VARIABLES.items()]
    words = ["make", "-C", ROOT, "test", f"ARGS=--timeout {TIMEOUT_S} --durations 30"]
    namespace = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    command = [*namespace, "sh", "-euc", ENTER, root, "env", "-i", *variables, *words]
    sys.exit(subprocess.run([str(word) for word in command], check=False).returncode)


def parse_suite(arguments: Sequence[str]) -> Suite:
    """Return the requested Debian."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm.user_mode")
    parser.add_argument("suite", nargs="?", choices=SUITES, default=SUITE)
    return SUITES[parser.parse_args(arguments).suite]


def _root(suite: Suite) -> Path:
    """Return a folder with a Debian and this checkout at its usual path, with its environment."""
    root = unpack(suite, f"{suite.name}-user-mode", PACKAGES)
    for name, does in (("cc", "gcc"), ("awk", "mawk")):  # as their packages' own set-up does
        (root / "usr/bin" / name).symlink_to(does)
    inside = root / str(ROOT)[1:]
    checkout(inside)
    locked = root / "locked"
    lock = (ROOT / "systemd/requirements.txt").read_text()
    locked.write_text("\n".join(re.findall(r"^[\w.-]+==[\w.]+", lock, re.MULTILINE)))
    environment(inside / ".venv", suite, "--constraint", locked, "pip", "--editable", f"{ROOT}[dev,pins]")
    (inside / ".venv/.ready").touch()  # the mark that `make` checks
    return root


if __name__ == "__main__":
    main()

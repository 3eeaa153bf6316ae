"""A card of files: three partitions of the image, and its scripts with every path moved into a folder."""

import os
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

IMAGE = Path(__file__).parents[2] / "systemd" / "image"
SLOTS = IMAGE / "slots"
UPGRADE = IMAGE / "root/usr/local/lib/tavolino/upgrade"
PLACES = ("/usr/local/", "/boot/", "/run/", "/etc/")
FOLDERS = (
    "boot/firmware",
    "run/tavolino-card",
    "run/tavolino-upgrade",
    "usr/local/lib/tavolino",
    "etc",
    "state",
    "bin",
)
SIZE = 1 << 20
FAKES = {
    "systemctl": """\
case "$1" in
  show) sed -n "$(($(cat "$STATE/clock") / 5 + 1))p;\\$p" "$STATE/pids" | head -n 1 ;;
  is-active) test "$(cat "$STATE/active")" = yes ;;
  reboot) echo reboot >>"$STATE/log" ;;
esac
""",
    "sleep": 'echo $(($(cat "$STATE/clock") + $1)) >"$STATE/clock"\n',
    "blockdev": 'stat -c %s "$2"\n',
    "dd": """\
if [ -e "$STATE/cut" ] && [[ "$*" == of=*bs=1M* ]]; then
  head -c "$(cat "$STATE/cut")" | exec /bin/dd "$1" conv=notrunc status=none
  exit
fi
for word; do [ "$word" = iflag=direct ] || set -- "$@" "$word"; shift; done
exec /bin/dd "$@"
""",
}
"""Stand-ins for systemd, the time, and a disk (not every file system supports `iflag=direct`)."""


def slots(*words: object) -> str:
    """Run `slots`; return its output."""
    done = subprocess.run(["sh", SLOTS, *map(str, words)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Card:
    """A card with root a running version 0.1.0; the device is well."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in (
            "boot/firmware",
            "run/tavolino-card",
            "run/tavolino-upgrade",
            "etc",
            "state",
            "bin",
            "usr/local/lib",
        ):
            (root / name).mkdir(parents=True)
        (root / "usr/local/lib/tavolino").mkdir()
        (root / "usr/local/lib/tavolino/slots").write_bytes(SLOTS.read_bytes())
        (root / "usr/local/lib/tavolino/slots").chmod(0o755)
        text = UPGRADE.read_text()
        for place in PLACES:
            text = text.replace(place, f"{root}{place}")
        (root / "upgrade").write_text(text)
        (root / "etc/os-release").write_text("IMAGE_VERSION=0.1.0\n")
        for n, size in ((5, 4096), (6, SIZE), (7, SIZE)):
            (root / f"cardp{n}").write_bytes(bytes(size))
        (root / "run/tavolino-card/card").write_text(f"{root}/card\n")
        self.set_root("a")
        self.state = {"clock": "0", "pids": "77", "active": "yes"}
        for name, text in FAKES.items():
            (root / "bin" / name).write_text(f"#!/bin/bash\n{text}")
            (root / "bin" / name).chmod(0o755)

    @property
    def records(self) -> Path:
        """Return the partition with the records of which root starts."""
        return self.root / "cardp5"

    @property
    def record(self) -> list[str]:
        """Return the fields: the good root, the one on trial, its tries, the last upgrade taken."""
        return slots("show", self.records).split()

    @property
    def message(self) -> str | None:
        """Return the message for the device, if any."""
        place = self.root / "run/tavolino-upgrade/told"
        return place.read_text().strip() if place.exists() else None

    def set_root(self, root: str) -> None:
        """Set the running root."""
        (self.root / "run/tavolino-card/root").write_text(f"{root}\n")

    def put_upgrade(self, version: str, root: bytes, name: str | None = None, **other: object) -> Path:
        """Copy an upgrade to the card; `size` and `sum` can be false."""
        fields: Mapping[str, object] = {"size": len(root), "sum": sha256(root).hexdigest(), **other}
        head = f"tavolino {version} {fields['size']} {fields['sum']}"
        path = self.root / "boot/firmware" / (name or f"tavolino-{version}.upgrade")
        path.write_bytes(f"{head:<511}\n".encode() + root)
        return path

    def upgrade(self) -> int:
        """Run the service once; return its exit code."""
        for name, text in self.state.items():
            (self.root / "state" / name).write_text(text)
        env = {"PATH": f"{self.root}/bin:{os.environ['PATH']}", "STATE": f"{self.root}/state"}
        return subprocess.run(["sh", self.root / "upgrade"], env=env, check=False).returncode

    def asked_for_reboot(self) -> bool:
        """Return whether the service asked for a reboot."""
        return (self.root / "state/log").exists()

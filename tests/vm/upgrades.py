"""Upgrades by a file on the boot partition: damaged, cut at random, undisturbed, and one that never starts."""

import random
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any

from tests.vm import card as cards
from tests.vm.checks import check_unchanged, play_answer, report
from tests.vm.image import BUILD, ROOT, Suite
from tests.vm.pi import Card, boot_pi, switch_on

CUTS = 12
"""Power cuts after the first frame, and as many before it."""
TRIES = 4
"""Cuts of each kind before the next upgrade."""
MAX_DELAY = 2.0
"""The latest power cut after the first frame, as a multiple of the time to that frame."""
NEWER, BROKEN = "9.1.0", "9.2.0"
VERSION = ". /etc/os-release; echo $IMAGE_VERSION"
NOTICE = "cat /run/tavolino-upgrade/told"
SETTLED = "/usr/local/lib/tavolino/slots show $(cat /run/tavolino-card/card)p5 | cut -d ' ' -f 2 | grep -qx -e -"
UPGRADE_ENDED = "systemctl is-active tavolino-upgrade | grep -qx inactive"
_names = count()


def upgrades(suite: Suite, made: Card) -> list[str]:
    """Test all kinds of upgrades; return the versions that started between the cuts."""
    newer, broken = cards.upgrade("newer", NEWER), cards.upgrade("broken", BROKEN, broken=True)
    with boot_pi(made) as machine:
        before, older = play_answer(machine), machine.run(VERSION)
        machine.run("sync")
    files = {older: cards.own_upgrade(), NEWER: newer}
    _check_refused(suite, made, newer, before)
    seen = _cut(suite, made, files, before)
    _undisturbed(suite, made, files, before)
    _never_well(suite, made, broken, before)
    return seen


def _check_refused(suite: Suite, made: Card, newer: Path, before: dict[str, Any]) -> None:
    """An upgrade with a wrong bit and one copied by half are refused, and the device says so."""
    content = newer.read_bytes()
    middle = len(content) // 2
    flipped = content[:middle] + bytes((content[middle] ^ 8,)) + content[middle + 1 :]
    for wrong in (flipped, content[:middle]):
        other = BUILD / "wrong.upgrade"
        other.write_bytes(wrong)
        name = _put_upgrade(made, other)
        with boot_pi(made, leaps=True) as machine:
            machine.until(UPGRADE_ENDED)
            assert machine.run(NOTICE) == f"damaged {NEWER}"
            check_unchanged(before, machine.hand("look"))
        assert _record(made)[:2] == ["a", "-"], _record(made)
        cards.delete_file(made.path, name)
    report(suite, "an upgrade with a wrong bit and one copied by half were refused")


def _cut(suite: Suite, made: Card, files: dict[str, Path], before: dict[str, Any]) -> list[str]:
    """After a power cut while an upgrade is written, tried or booted, one of the two versions starts and continues."""
    chance, seen, name = random.Random("upgrades"), list[str](), ""  # noqa: S311 - the same moments every time
    for n in range(CUTS):
        if n % TRIES == 0:
            name = _put_upgrade(made, files[NEWER if not seen or seen[-1] != NEWER else min(files)])
        began = time.monotonic()
        with boot_pi(made) as machine:
            took = time.monotonic() - began
            seen.append(machine.run(VERSION))
            assert seen[-1] in files, seen
            check_unchanged(before, machine.hand("look"))
            time.sleep(chance.uniform(0, MAX_DELAY * took))
            machine.cut()
        with switch_on(made) as machine:  # before it can answer
            time.sleep(chance.uniform(0, took))
            machine.cut()
        cards.check_file_systems(made)
        if n % TRIES == TRIES - 1:
            cards.delete_file(made.path, name)
    report(suite, f"{2 * CUTS} plugs pulled in upgrades; one of two started each time, at the same step: {seen}")
    return seen


def _undisturbed(suite: Suite, made: Card, files: dict[str, Path], before: dict[str, Any]) -> None:
    """Undisturbed, the running version installs the other one, the next start tries it, and it is kept."""
    with boot_pi(made, leaps=True) as machine:
        machine.until(UPGRADE_ENDED)
        machine.run(SETTLED)
        version = machine.run(VERSION)
    (other,) = set(files) - {version}
    name = _put_upgrade(made, files[other])
    with boot_pi(made, leaps=True) as machine:
        machine.until(UPGRADE_ENDED)
        assert machine.run(NOTICE) == f"ready {other}"
    for _ in range(2):
        with boot_pi(made, leaps=True) as machine:
            assert machine.run(VERSION) == other
            machine.until(UPGRADE_ENDED)
            machine.run(SETTLED)
            check_unchanged(before, machine.hand("look"))
    cards.delete_file(made.path, name)
    report(suite, f"left in peace, {version} became {other}")


def _never_well(suite: Suite, made: Card, broken: Path, before: dict[str, Any]) -> None:
    """An upgrade whose service never starts is tried three times; then the older version is back, and stays."""
    name = _put_upgrade(made, broken)
    with boot_pi(made, leaps=True) as machine:
        version = machine.run(VERSION)
        machine.until(UPGRADE_ENDED)
        assert machine.run(NOTICE) == f"ready {BROKEN}"
    began = time.monotonic()
    with boot_pi(made, leaps=True) as machine:
        took = time.monotonic() - began
        assert machine.run(VERSION) == version
        machine.until(UPGRADE_ENDED)
        assert machine.run(NOTICE) == f"back {BROKEN}"
        machine.run(SETTLED)
        check_unchanged(before, machine.hand("look"))
    with boot_pi(made, leaps=True) as machine:
        machine.until(UPGRADE_ENDED)
        machine.run(f"test ! -e /run/tavolino-upgrade/told && {SETTLED}")
    cards.delete_file(made.path, name)
    report(suite, f"an upgrade that never got well was given up after three tries ({took:.0f} s), and not taken again")


def _put_upgrade(made: Card, upgrade: Path) -> str:
    """Copy an upgrade to the boot partition under a new name; return the name."""
    name = f"tavolino-{next(_names)}.upgrade"
    cards.put_on(made.path, upgrade, name)
    return name


def _record(made: Card) -> list[str]:
    """Return the chosen root, the one on trial, its tries, and the last upgrade taken."""
    begin, size = cards.partition(made.path, cards.RECORD)
    part = made.path.with_suffix(".record")
    with made.path.open("rb") as whole:
        whole.seek(begin)
        part.write_bytes(whole.read(size))
    command = [str(ROOT / "systemd/image/slots"), "show", str(part)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

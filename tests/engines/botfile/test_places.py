"""Bot files mean the same under every locale: with a decimal comma, and with a dotless small I."""

import locale
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.botfile.hostile import FILES, mutant, verdict

FEW, MANY = 6, 400
"""Changed files that are looked at in every run, and in the long one."""
PLACES = {"de_DE": "a decimal comma", "tr_TR": "a small I without a dot"}
HERE = """
import locale, sys
from tests.engines.botfile.test_places import told
many = int(sys.argv[2])
print(locale.setlocale(locale.LC_ALL, sys.argv[1]), f"{1.5:n}", file=sys.stderr)
sys.stdout.buffer.write("\\n".join(told(many)).encode())
"""


def told(many: int) -> list[str]:
    """Return what is said of some files, good ones and others."""
    return [*(verdict(path.read_bytes(), 1) for path in FILES), *(verdict(mutant(seed), seed) for seed in range(many))]


@pytest.mark.all
@pytest.mark.parametrize("many", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: PLACES[place].replace(" ", "-"))
def test_a_file_means_the_same_everywhere(place: str, many: int, tmp_path: Path) -> None:
    """Every sentence, every play is the same as under the plain locale of the tests."""
    made = _made(place, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", HERE, made, str(many)],
        env={**os.environ, "LOCPATH": str(tmp_path), "LC_ALL": made, "PYTHONUTF8": "1"},
        cwd=FILES[0].parents[1],
        capture_output=True,
        check=False,
    )
    if b"unsupported locale" in done.stderr:
        pytest.skip(f"The locale {made} cannot be set here.")
    assert 0 == done.returncode, done.stderr.decode()
    if place == "de_DE":
        assert b"1,5" in done.stderr, "a number of that place has a comma, else this shows nothing"
    assert told(many) == done.stdout.decode().split("\n")


def test_letters_are_those_of_the_file() -> None:
    """A dotted I is no small letter of a name, and no name is made small or large to be found."""
    for name in ("İ", "ı", "Title", "ﬁ", "straße"):
        raw = b'format = 1\nkey = "crow"\ntitle = "C"\n[values]\n"' + name.encode() + b'" = {}\n'
        assert "line" in verdict(raw + b"[[play]]\nend = 'you'\n", 1), name
    assert "" == verdict("format = 1\nkey = 'i'\ntitle = 'Iİıi'\nplay = [{ tell = 'İI' }, { end = 'you' }]".encode(), 1)


def _made(place: str, folder: Path) -> str:
    """Return the name of a locale of a place: of the system's, else made here; skip where neither can be."""
    name = f"{place}.UTF-8"
    if shutil.which("localedef") is not None:
        command = ["localedef", "-i", place, "-f", "UTF-8", str(folder / name)]
        if subprocess.run(command, capture_output=True, check=False).returncode in (0, 1) and (folder / name).exists():
            return name
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"There is no locale {name}, and none can be made: localedef has no {place}.")
    finally:
        locale.setlocale(locale.LC_ALL, before)
    return name

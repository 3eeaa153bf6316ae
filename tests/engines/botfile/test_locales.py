"""Bot files mean the same under every locale: with a decimal comma, and with a dotless small I."""

import locale
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.botfile.hostile import FILES, mutant, verdict

FEW_FILES, MANY_FILES = 6, 400
"""Changed files that are tried in every run, and in the long one."""
LOCALES = {"de_DE": "a decimal comma", "tr_TR": "a small I without a dot"}
SCRIPT = """
import locale, sys
from tests.engines.botfile.test_locales import verdicts
files = int(sys.argv[2])
print(locale.setlocale(locale.LC_ALL, sys.argv[1]), f"{1.5:n}", file=sys.stderr)
sys.stdout.buffer.write("\\n".join(verdicts(files)).encode())
"""


def verdicts(files: int) -> list[str]:
    """Return the verdicts on all good files, and on so many changed ones."""
    return [*(verdict(path.read_bytes(), 1) for path in FILES), *(verdict(mutant(seed), seed) for seed in range(files))]


@pytest.mark.all
@pytest.mark.parametrize("files", [FEW_FILES, pytest.param(MANY_FILES, marks=pytest.mark.long)])
@pytest.mark.parametrize("locale_id", LOCALES, ids=lambda locale_id: LOCALES[locale_id].replace(" ", "-"))
def test_a_file_means_the_same_everywhere(locale_id: str, files: int, tmp_path: Path) -> None:
    """Every sentence and every play is the same as under the plain locale of the tests."""
    name = _locale_name(locale_id, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name, str(files)],
        env={**os.environ, "LOCPATH": str(tmp_path), "LC_ALL": name, "PYTHONUTF8": "1"},
        cwd=FILES[0].parents[1],
        capture_output=True,
        check=False,
    )
    if b"unsupported locale" in done.stderr:
        pytest.skip(f"The locale {name} cannot be set here.")
    assert 0 == done.returncode, done.stderr.decode()
    if locale_id == "de_DE":
        assert b"1,5" in done.stderr, "a number of that locale has a comma, else this shows nothing"
    assert verdicts(files) == done.stdout.decode().split("\n")


def test_letters_are_those_of_the_file() -> None:
    """A dotted I is no small letter of a name, and names are compared without a change of case."""
    for name in ("İ", "ı", "Title", "ﬁ", "straße"):
        raw = b'format = 1\nkey = "crow"\ntitle = "C"\n[values]\n"' + name.encode() + b'" = {}\n'
        assert "line" in verdict(raw + b"[[play]]\nend = 'you'\n", 1), name
    assert "" == verdict("format = 1\nkey = 'i'\ntitle = 'Iİıi'\nplay = [{ tell = 'İI' }, { end = 'you' }]".encode(), 1)


def _locale_name(locale_id: str, folder: Path) -> str:
    """Return the name of a locale, which is made here if `localedef` can; skip the test if there is none."""
    name = f"{locale_id}.UTF-8"
    if shutil.which("localedef") is not None:
        command = ["localedef", "-i", locale_id, "-f", "UTF-8", str(folder / name)]
        if subprocess.run(command, capture_output=True, check=False).returncode in (0, 1) and (folder / name).exists():
            return name
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"There is no locale {name}, and none can be made: localedef has no {locale_id}.")
    finally:
        locale.setlocale(locale.LC_ALL, before)
    return name

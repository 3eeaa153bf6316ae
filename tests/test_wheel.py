"""The wheel: built, installed outside the checkout, and run."""

import os
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

from engines.kit.text import ENGLISH
from engines.registry import GAMES, load_engine

pytestmark = pytest.mark.all

ROOT = Path(__file__).parents[1]
CHECK = """
import engines, msgspec, sys
from pathlib import Path
from engines.registry import GAMES, KEYS, load_engine
home = Path(engines.__file__).parent
assert str(home).startswith(sys.prefix), home
for key in KEYS:
    assert load_engine(key).book.rule
    assert "rules.toml" in {path.name for path in (home / key).iterdir()}
from firmware.bots.files import open_bot
from firmware.data_folder import DataFolder
bots = DataFolder(home).bots.list_files()
assert bots and all(one.path.is_relative_to(home.parent) and open_bot(one, bots).title for one in bots)
from firmware.emulators.web.server import PAGE_FOLDER
assert {"index.html", "main.js", "style.css", "wood.webp"} <= {path.name for path in PAGE_FOLDER.iterdir()}
print(*sorted(path.name for path in home.parent.iterdir() if (path / "__init__.py").exists()))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_runs_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Installed into a fresh environment, `tavolino games` lists key, title and version, and the data is inside."""
    home = tmp_path / "home"
    _run([sys.executable, "-m", "venv", "--without-pip", str(home)], tmp_path)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    _run([*install, "--no-compile", "--disable-pip-version-check"], tmp_path)
    # Dependencies come from the environment of the tests; the editable install in it is not followed from here.
    packages = _run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], tmp_path).strip()
    (Path(packages) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")

    listed = _run([str(home / "bin" / "tavolino"), "games"], tmp_path).splitlines()
    assert list(GAMES) == [line.split()[0] for line in listed]
    for line, (key, title) in zip(listed, GAMES.items(), strict=True):
        assert ENGLISH.words(title) in line
        assert str(load_engine(key).version) == line.split()[-1]
    assert f"tavolino {wheel.name.split('-')[1]}\n" == _run([str(home / "bin" / "tavolino"), "--version"], tmp_path)
    packaged = _run([str(python), "-c", CHECK], tmp_path).split()
    assert {"display", "engines", "firmware", "hw"} <= set(packaged)
    assert "tests" not in packaged


def test_the_same_source_gives_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    """A wheel built from the source package, anywhere and by anyone, has the same bytes."""
    source = build("sdist", ROOT, tmp_path)
    with tarfile.open(source) as file:
        file.extractall(tmp_path, filter="data")
    folder = tmp_path / source.name.removesuffix(".tar.gz")
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    assert wheel.read_bytes() == build("wheel", folder, tmp_path).read_bytes()


def build(target: str, folder: Path, out: Path) -> Path:
    """Build a package from a folder, with a fixed build time, and return it."""
    _run([sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)], folder)
    [made] = out.glob("tavolino-*.whl" if target == "wheel" else "tavolino-*.tar.gz")
    return made


def _run(command: list[str], folder: Path) -> str:
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
    surroundings["SOURCE_DATE_EPOCH"] = "1700000000"
    done = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout

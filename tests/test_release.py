"""The release command in a temporary repository with fake tools: its results, and the faults that stop it."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

RELEASE = Path(__file__).parents[1] / "systemd/release.sh"
pytestmark = [pytest.mark.all, pytest.mark.skipif(not shutil.which("git"), reason="git is missing")]

NOTES = "First words.\n\n### Added\n\n- A bot.\n"
CHANGELOG = (
    f"# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [0.1.0] - 2026-11-23\n\n{NOTES}\n## [0.0.1] - 2026-01-01\n"
)
PYTHON = r"""#!/bin/bash
last=${*: -1}
. "$PLAYED"
case "$*" in
  "-m venv "*) mkdir -p "$last/bin"; cp "$0" "$last/bin/python"; cp "$0" "$last/bin/tavolino" ;;
  "-m hatchling "*) echo sources >"$last/tavolino-0.1.0.tar.gz" ;;
  *" wheel "*) echo wheel >"${last%/*}/tavolino-0.1.0-py3-none-any.whl" ;;
  --version) echo tavolino 0.1.0 ;;
esac
"""
BUILD = """#!/bin/bash
. "$PLAYED"
mkdir -p build/image
for file in -arm64.img.xz -arm64.packages .upgrade; do
  echo "$SOURCE_DATE_EPOCH, $(cat "$WHEELS"/*.whl)" >"build/image/tavolino-0.1.0$file"
done
"""
MAKEFILE = """test-all:
\t@bash -c '. "$$PLAYED"' tests test-all
"""
LOG_OR_FAIL = """echo "$*" >>"$LOG"; [ "$(wc -l <"$LOG")" -ne "$FAILS" ] || exit 1"""
"""The first lines of each fake tool."""
RELEASE_FILES = {
    "tavolino-0.1.0.tar.gz",
    "tavolino-0.1.0-py3-none-any.whl",
    "tavolino-0.1.0-arm64.img.xz",
    "tavolino-0.1.0-arm64.packages",
    "tavolino-0.1.0.upgrade",
    "requirements.txt",
    "notes.md",
}


class Repository:
    """A clean checkout with one commit, which has the tag v0.1.0."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder / "checkout", folder / "log"
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        (folder / "played").write_text(LOG_OR_FAIL)
        self.env = os.environ | {"PLAYED": str(folder / "played"), "LOG": str(self.log), "TMPDIR": str(self.temporary)}
        for who in ("AUTHOR", "COMMITTER"):
            self.env |= {f"GIT_{who}_NAME": "a", f"GIT_{who}_EMAIL": "b", f"GIT_{who}_DATE": "1700000000 +0100"}
        self.env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        self.write("systemd/release.sh", RELEASE.read_text())
        self.write("systemd/image/build.sh", BUILD)
        self.write("systemd/requirements.txt", "one==1 --hash=sha256:0\n")
        self.write("Makefile", MAKEFILE)
        self.write("pyproject.toml", '[project]\nversion = "0.1.0"\n')
        self.write("CHANGELOG.md", CHANGELOG)
        self.write(".gitignore", ".venv/\nbuild/\ndist/\n")
        self.write(".venv/bin/python", PYTHON)
        self.git("init", "--quiet")
        self.commit()
        self.git("tag", "--annotate", "v0.1.0", "--message", "first")

    def write(self, name: str, text: str) -> None:
        """Write a file that can be run."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def git(self, *words: str) -> None:
        """Run git in it."""
        subprocess.run(["git", *words], cwd=self.folder, env=self.env, check=True, capture_output=True)

    def commit(self) -> None:
        """Commit all that is there."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "one")

    def retag(self, name: str, text: str) -> None:
        """Commit another file, and set the tag there."""
        self.write(name, text)
        self.commit()
        self.git("tag", "--force", "v0.1.0")

    def release(self, *tag: str, fails: int = 0) -> tuple[int, str]:
        """Release it while fake command number `fails` fails; return the exit code and the error output."""
        self.log.write_text("")
        command = ["bash", "systemd/release.sh", *tag]
        env = self.env | {"FAILS": str(fails)}
        done = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        assert [] == list(self.temporary.iterdir())
        return done.returncode, done.stderr

    @property
    def dist(self) -> list[str]:
        """The names in the folder of releases."""
        return [path.name for path in self.folder.glob("dist/*")]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository that can be released."""
    return Repository(tmp_path)


def test_a_release_is_whole(repository: Repository) -> None:
    """Packages, lock, image, upgrade, notes, and their sums. The image has this wheel and the commit's second."""
    assert (0, "") == repository.release()
    assert ["0.1.0"] == repository.dist
    files = {path.name: path.read_bytes() for path in (repository.folder / "dist/0.1.0").iterdir()}
    lines = files.pop("SHA256SUMS").decode().splitlines()
    assert RELEASE_FILES == files.keys()
    assert sorted(f"{hashlib.sha256(raw).hexdigest()}  {name}" for name, raw in files.items()) == sorted(lines)
    assert NOTES == files["notes.md"].decode().rstrip("\n") + "\n"
    assert b"1700000000, wheel\n" == files["tavolino-0.1.0-arm64.img.xz"]
    assert (repository.folder / "systemd/requirements.txt").read_bytes() == files["requirements.txt"]


FAULTS: dict[str, tuple[Callable[[Repository], object], str]] = {
    "no tag": (lambda it: it.git("tag", "--delete", "v0.1.0"), "This commit has no tag."),
    "another version": (
        lambda it: it.retag("pyproject.toml", '[project]\nversion = "0.2.0"\n'),
        "The tag is v0.1.0, but pyproject.toml has version 0.2.0.",
    ),
    "two tags": (lambda it: it.git("tag", "v0.2.0"), "The tag is v0.1.0, v0.2.0, but"),
    "a later commit": (lambda it: it.commit(), "This commit has no tag."),
    "a changed file": (lambda it: it.write("CHANGELOG.md", f"{CHANGELOG}\n"), "differs from v0.1.0 in CHANGELOG.md."),
    "a new file": (lambda it: it.write("new.md", ""), "differs from v0.1.0 in new.md."),
    "no section": (lambda it: it.retag("CHANGELOG.md", CHANGELOG.replace("[0.1.0]", "[0.1]")), "nothing in a section"),
    "no date": (lambda it: it.retag("CHANGELOG.md", CHANGELOG.replace(" - 2026-11-23", "")), "nothing in a section"),
    "no words": (lambda it: it.retag("CHANGELOG.md", CHANGELOG.replace(NOTES, "")), "nothing in a section [0.1.0]"),
    "it is there": (lambda it: it.write("dist/0.1.0", ""), "dist/0.1.0 is there already."),
}
"""By name: what makes a repository unfit for a release, and words of the sentence that says so."""


@pytest.mark.parametrize(("done", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_reported_in_one_sentence(
    repository: Repository, done: Callable[[Repository], object], sentence: str
) -> None:
    """No release is begun, and one line says what is wrong and what to do."""
    done(repository)
    before = repository.dist
    code, errors = repository.release()
    assert (1, 1, before) == (code, errors.count("\n"), repository.dist)
    assert sentence in errors
    assert set(repository.log.read_text().splitlines()) <= {"-m pytest -q tests/test_lock.py"}


def test_one_of_several_tags(repository: Repository) -> None:
    """If a commit has several tags, one can be named."""
    repository.git("tag", "v0.2.0")
    assert (0, "") == repository.release("v0.1.0")


def test_a_tag_of_another_commit(repository: Repository) -> None:
    """A tag that is named must be the one that is checked out."""
    repository.commit()
    assert (1, "The tag v0.1.0 is not at this commit. Check it out: git checkout v0.1.0.\n") == repository.release(
        "v0.1.0"
    )


def test_a_lock_that_is_not_up_to_date(repository: Repository) -> None:
    """If the tests of the lock fail, the command says so and does nothing."""
    code, errors = repository.release(fails=1)
    assert ("-m pytest -q tests/test_lock.py\n", []) == (repository.log.read_text(), repository.dist)
    assert code
    assert errors.startswith("systemd/requirements.txt does not fit pyproject.toml. Run make lock")


def test_a_failure_leaves_no_half_release(repository: Repository) -> None:
    """No tool that fails leaves a part of a release, and the remains of a power cut are replaced."""
    assert 0 == repository.release()[0]
    commands = len(repository.log.read_text().splitlines())
    assert commands > 6
    shutil.rmtree(repository.folder / "dist")
    for fails in range(1, commands + 1):
        assert repository.release(fails=fails)[0]
        assert [] == repository.dist
    repository.write("dist/0.1.0.new/old", "")
    assert 0 == repository.release()[0]
    assert not (repository.folder / "dist/0.1.0/old").exists()


def test_an_older_image_does_not_count(repository: Repository) -> None:
    """Files that an earlier run left in build/image are never released."""
    repository.retag("systemd/image/build.sh", '#!/bin/bash\n. "$PLAYED"\n')
    for name in ("tavolino-0.1.0-arm64.img.xz", "tavolino-0.1.0.upgrade", "kernel-trixie.tar"):
        repository.write(f"build/image/{name}", "old")
    code, errors = repository.release()
    assert (1, []) == (code, repository.dist)
    assert not (repository.folder / "build/image").exists()
    assert errors.startswith("build/image/tavolino-0.1.0-arm64.img.xz is missing")


def test_a_wheel_of_another_version(repository: Repository) -> None:
    """A wheel that says another version than the tag is not released."""
    repository.write(".venv/bin/python", PYTHON.replace("echo tavolino 0.1.0", "echo tavolino 0.0.9"))
    assert (1, "The wheel does not start as 0.1.0.\n") == repository.release()

"""Parts of the script that makes the image, run alone: its requirements, and the partitions for a PC."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.image.card import IMAGE

pytestmark = pytest.mark.all

SCRIPT = IMAGE / "build.sh"
TOOLS = re.findall(r'^TOOLS="(.*)"', SCRIPT.read_text(), re.MULTILINE)[0].split()
ELSEWHERE = "the page where you found this image"


def run(commands: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run commands after the script's functions, without its main part; WORK is the folder."""
    functions = re.sub(r"^(HERE|TOP)=.*\n|^main\nexit\n", "", SCRIPT.read_text(), flags=re.MULTILINE)
    text = f"HERE={IMAGE} TOP={folder} WORK={folder}\n{functions}\nPATH=$PATH:/usr/sbin:/sbin\n{commands}\n"
    return subprocess.run(
        ["bash"], input=text, env=os.environ | env, capture_output=True, text=True, check=False, cwd=folder
    )


# --- what it wants first ---


def tools(folder: Path, **texts: str) -> dict[str, str]:
    """Return an environment in which each tool is a stand-in that logs its name and runs its text."""
    for name in (*TOOLS, "sed", "mkdir", "dirname"):
        real = shutil.which(name)
        text = texts.get(name.replace("-", "_"), f'exec {real} "$@"' if name in ("sed", "mkdir", "dirname") else "")
        (folder / name).write_text(f'#!/bin/bash\necho "{name}" >>"{folder}/log"\n{text}\n')
        (folder / name).chmod(0o755)
    return {"PATH": str(folder), "LC_ALL": "C"}


def test_missing_tools_are_named_at_once(tmp_path: Path) -> None:
    """A missing tool is named with the command that installs it, and nothing is downloaded."""
    env = tools(tmp_path)
    (tmp_path / "arch-test").unlink()
    done = subprocess.run(["/bin/bash", SCRIPT], env=env, capture_output=True, text=True, check=False)

    assert 1 == done.returncode
    assert done.stderr.startswith("Not found: arch-test. Install: apt-get install mmdebstrap arch-test ")


def test_a_computer_without_the_emulator_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    """If this computer cannot run programs for arm64, the script gives the cure and downloads nothing."""
    env = tools(tmp_path, arch_test='[ "$1" = arm64 ] || exit 3; echo "arm64: not supported"; exit 1')
    done = subprocess.run(["/bin/bash", SCRIPT], env=env, capture_output=True, text=True, check=False)

    assert 1 == done.returncode
    assert "This computer runs no programs for arm64." in done.stderr
    assert "mount -t binfmt_misc" in done.stderr
    assert {"mmdebstrap", "git"}.isdisjoint((tmp_path / "log").read_text().split())


# --- the partitions that a PC opens ---


@pytest.mark.skipif(not shutil.which("mcopy"), reason="mtools is missing")
def test_each_partition_has_its_own_serial(tmp_path: Path) -> None:
    """BOOT and TAVOLINO have different serials, the same in each image, and the files of their folders."""
    (tmp_path / "files/tavolino/bots").mkdir(parents=True)
    (tmp_path / "files/README.txt").write_text("x")
    commands = "\n".join(
        f'bytes() {{ echo 40000000; }}; place() {{ cp "$2" "$WORK/{label}{n}"; }}; fat {n} {label} "$WORK/files"'
        for label in ("A", "B")
        for n in (1, 2)
    )
    done = run(commands, tmp_path, SOURCE_DATE_EPOCH="1700000000")
    assert (0, "") == (done.returncode, done.stderr)
    made = {name: (tmp_path / name).read_bytes() for name in ("A1", "A2", "B1", "B2")}
    serials = {name: raw[67:71][::-1].hex() for name, raw in made.items()}
    listed = subprocess.run(["mdir", "-/", "-b", "-i", tmp_path / "A2"], capture_output=True, text=True, check=True)

    assert {"A1": "7a401101", "A2": "7a401102", "B1": "7a401101", "B2": "7a401102"} == serials
    assert {"::/README.txt", "::/tavolino/", "::/tavolino/bots/"} == set(listed.stdout.split())


@pytest.mark.parametrize("name", ["boot.txt", "card.txt", "settings.toml"])
def test_a_text_can_be_read_by_any_editor(name: str, tmp_path: Path) -> None:
    """A text on the card is plain ASCII with Windows line ends, and each line fits a window."""
    run(f"for_pc {IMAGE / name} >text", tmp_path)
    lines = (tmp_path / "text").read_bytes().decode("ascii").split("\r\n")

    assert "" == lines.pop()
    assert all("\n" not in line and "@ADDRESS@" not in line for line in lines)
    assert name == "settings.toml" or all(len(line) <= 79 for line in lines)


def test_each_drive_names_the_other() -> None:
    """Each drive refers to the other one; both texts ask to eject the card."""
    boot, card = ((IMAGE / name).read_text() for name in ("boot.txt", "card.txt"))

    assert "TAVOLINO" in boot
    assert "BOOT" in card
    assert all("Eject" in text and "@ADDRESS@" in text for text in (boot, card))


@pytest.mark.skipif(not shutil.which("git"), reason="git is missing")
@pytest.mark.parametrize(
    ("origin", "address"),
    [
        ("https://example.org/eva/tavolino.git", "https://example.org/eva/tavolino"),
        ("https://eva:secret@example.org/eva/tavolino", "https://example.org/eva/tavolino"),
        ("git@example.org:eva/tavolino.git", "https://example.org/eva/tavolino"),
        ("ssh://git@example.org/eva/tavolino.git", "https://example.org/eva/tavolino"),
        ("/home/eva/tavolino", ELSEWHERE),
        (None, ELSEWHERE),
    ],
)
def test_the_address_is_that_of_the_checkout(origin: str | None, address: str, tmp_path: Path) -> None:
    """The texts have the origin of the checkout without a password; a local folder is no address."""
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    if origin:
        subprocess.run([*git, "remote", "add", "origin", origin], check=True)

    assert address == run("address", tmp_path).stdout.strip()

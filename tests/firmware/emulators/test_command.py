"""`tavolino emulate`: its options, its output and its exit codes."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from firmware.cli import main
from firmware.plays.store import Store

pytestmark = [pytest.mark.all, pytest.mark.usefixtures("magpie_menu")]

SCRIPTS = Path(__file__).parents[2] / "scripts"


def emulate(tmp_path: Path, text: str, *options: str) -> int:
    """Run a script; return the exit code. Pictures are written to the folder `frames`."""
    (tmp_path / "keys.txt").write_text(text)
    frames = ["--frames", str(tmp_path / "frames")]
    return main(["emulate", "--headless", "--script", str(tmp_path / "keys.txt"), *frames, *options])


def test_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A script whose expectations all hold ends with 0 and no output, and leaves its pictures."""
    assert emulate(tmp_path, "expect:Wyrmspan:_new shot:menu next", "--seed", "7") == 0
    assert capsys.readouterr() == ("", "")
    assert ["menu.png"] == [path.name for path in (tmp_path / "frames").iterdir()]


def test_expect_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A failed expectation ends with 1, and prints the line and the words on the glass."""
    assert emulate(tmp_path, "next\nexpect:Lisboa") == 1
    said = capsys.readouterr().err
    assert said.startswith("Line 2: expect:Lisboa is not on the glass, which says:\nTavolino\n")
    assert "> Begin" in said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("next\njump", "keys.txt, line 2: 'jump' is no word of a script. There are: next, back, push, hold:push, "),
        ('expect:"x', "keys.txt, line 1: No closing quotation. Close the quotation."),
        ("power:cut next", "Line 1: next without power. Put power:on before it."),
    ],
)
def test_bad_script(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str) -> None:
    """A faulty script gives one sentence and exit code 2."""
    assert emulate(tmp_path, text) == 2
    said = capsys.readouterr().err
    assert (said.startswith(sentence), said.count("\n")) == (True, 1)


def test_no_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A headless run without a script, or with a missing one, is refused."""
    assert main(["emulate", "--headless"]) == 2
    assert main(["emulate", "--headless", "--script", str(tmp_path / "none.txt")]) == 2
    expected = [
        "A headless run wants its keys: --script FILE.",
        "none.txt cannot be read: No such file or directory. Check its name.",
    ]
    assert expected == capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("options", [["--script", "x"], ["--frames", "x"], ["--until-over", "--terminal"]])
def test_headless_alone(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Options for headless runs are refused without --headless."""
    assert main(["emulate", *options]) == 2
    expected = "--script, --frames and --until-over are for a headless run. Add --headless.\n"
    assert expected == capsys.readouterr().err


def test_seed(tmp_path: Path) -> None:
    """The same seed gives the same pictures, another seed other ones."""
    pictures = []
    for seed in ("7", "7", "8"):
        assert emulate(tmp_path, "next next next shot:charm", "--seed", seed) == 0
        pictures.append((tmp_path / "frames" / "charm.png").read_bytes())
    assert (pictures[0] == pictures[1], pictures[0] == pictures[2]) == (True, False)


def test_data(tmp_path: Path) -> None:
    """With --data a play is kept between runs; without it each run uses a fresh folder."""
    data = ("--data", str(tmp_path / "data"))
    assert emulate(tmp_path, "next next next expect:What_is_it_worth", *data) == 0
    assert emulate(tmp_path, "expect:What_is_it_worth", *data) == 0
    assert emulate(tmp_path, "expect:Wyrmspan:_new") == 0


def test_panel(tmp_path: Path) -> None:
    """--panel chooses another panel."""
    assert emulate(tmp_path, "shot:menu", "--panel", "2.9") == 0
    with Image.open(tmp_path / "frames" / "menu.png") as menu:
        assert menu.size == (296, 128)


def test_typed_and_chosen(tmp_path: Path) -> None:
    """An option applies to its run only; a choice on the device is kept, also after a power cut."""
    data = ["--data", str(tmp_path / "data")]
    cut, settings = "power:cut power:on", "hold:push turn:2 next next"
    assert emulate(tmp_path, f"{cut} expect:Schwingenschlag: neu", *data, "--language", "de") == 0
    assert emulate(tmp_path, "expect:Wyrmspan: new", *data) == 0
    assert emulate(tmp_path, f"{settings} turn:-1 next {cut} expect:Wyrmspan: new", *data, "--language", "de") == 0
    french = f"{settings} turn:2 next {cut} expect:Wyrmspan: nouvelle"
    assert emulate(tmp_path, french, *data, "--language", "de", "--panel", "2.9") == 0
    assert emulate(tmp_path, "expect:Wyrmspan: nouvelle", *data) == 0
    assert emulate(tmp_path, "expect:Schwingenschlag: neu", *data, "--language", "de") == 0
    assert 'language = "fr"\n' == (tmp_path / "data" / "settings.toml").read_text()


def test_bad_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invalid settings give one sentence and exit code 2."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text('panel = "7.5"')
    assert emulate(tmp_path, "next", "--data", str(tmp_path / "data")) == 2
    assert 'panel cannot be "7.5"' in capsys.readouterr().err


def test_frames_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pictures that cannot be written give one sentence and exit code 2."""
    (tmp_path / "frames").write_text("")
    assert emulate(tmp_path, "shot:menu") == 2
    assert capsys.readouterr().err.endswith("Choose another --frames.\n")


@pytest.mark.parametrize("place", ["a file", "below a file"])
def test_nothing_is_kept(tmp_path: Path, place: str) -> None:
    """Without a data folder a play continues in memory, without an error."""
    (tmp_path / "data").write_text("")
    data = tmp_path / "data" if place == "a file" else tmp_path / "data" / "below"
    script = 'expect:"Nothing is saved" next next expect:"Nothing is saved" next expect:"What is it worth?"'
    assert emulate(tmp_path, script, "--data", str(data)) == 0


def test_import_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command whose purpose is to write ends with 2 if it cannot."""
    (tmp_path / "data").write_text("")
    assert main(["deck", "export", "wyrmspan", "automa"]) == 0
    (tmp_path / "deck.toml").write_text(capsys.readouterr().out)
    assert main(["deck", "import", str(tmp_path / "deck.toml"), "--data", str(tmp_path / "data")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_unusual_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A playable but unusual deck is accepted, with a sentence about it."""
    file = tmp_path / "mine.toml"
    assert main(["deck", "export", "burattino", "burattino"]) == 0
    file.write_text(capsys.readouterr().out.replace('marks = "ABGH"', 'marks = "ABG"'))
    for command in (["check", str(file)], ["import", str(file), "--data", str(tmp_path)]):
        assert main(["deck", *command]) == 0
        assert "Unusual: card 3 has 3 marks, not 4.\n" in capsys.readouterr().out


def test_real_process(tmp_path: Path) -> None:
    """The installed command plays a whole play to its result, which is in the store."""
    run = [sys.executable, "-m", "firmware.cli", "emulate", "--headless", "--seed", "7", "--until-over"]
    files = ["--script", str(SCRIPTS / "until_over.txt"), "--data", str(tmp_path)]
    done = subprocess.run([*run, *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    failed = subprocess.run(
        [*run[:5], "--data", str(tmp_path), "--script", "/dev/stdin"],
        input='turn:+2 next expect:"The end"',
        capture_output=True,
        text=True,
        check=False,
    )
    assert failed.returncode == 1
    assert failed.stderr.startswith("Line 1: expect:The end is not on the glass, which says:\nWhich game?")
    with Store(tmp_path) as store:
        assert [info.over for info in store.plays()] == [True]

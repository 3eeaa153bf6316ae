"""The runner of mutants on a project of one function, and the rules of the lists."""

from pathlib import Path

import pytest

from tests.mutants import run
from tests.mutants.__main__ import main, print_summary
from tests.mutants.lists import BadList, Mutant, duplicates, faults, misplaced, read
from tests.mutants.run import OUT_OF_TIME, Verdict

LISTS = Path(__file__).parent
ROOT = LISTS.parents[1]
PRODUCT = {"engines", "display", "hw", "firmware", "systemd"}
SOURCE = """\
def larger(one: int, other: int) -> int:
    while one < other:
        one, other = other, one
    return one
"""
TESTS = """\
from larger import larger

def test_larger() -> None:
    assert (2, 1) == (larger(1, 2), larger(1, 1))

def test_nothing_much() -> None:
    assert larger(2, 1)
"""
LIST = """\
tests = ["test_larger.py::test_nothing_much"]

[[mutant]]
what = "the smaller one is taken"
file = "larger.py"
old = "one < other"
new = "False"
tests = ["test_larger.py"]

[[mutant]]
what = "the smaller one is taken, and nobody looks"
file = "larger.py"
old = "one < other:"
new = "False:"

[[mutant]]
what = "the same in other words"
file = "larger.py"
old = "return one"
new = "return int(one)"
tests = ["test_larger.py"]
survives = "an integer is one already"
"""
MUTANT = Mutant("it is broken", "larger.py", "one < other", "False", ("test_larger.py",))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project with one function, its tests and a list of mutants."""
    (tmp_path / "larger.py").write_text(SOURCE)
    (tmp_path / "test_larger.py").write_text(TESTS)
    (tmp_path / "list.toml").write_text(LIST)
    return tmp_path


@pytest.mark.all
def test_mutants_are_tried_in_copies(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mutant that its own tests notice is killed, any other survives, and the checkout is never touched."""
    assert 1 == main([], project, project)
    output = capsys.readouterr().out
    assert "killed      larger.py: the smaller one is taken\n" in output
    assert "survived    larger.py: the same in other words (an integer is one already)\n" in output
    assert "Killed 1 of 3 mutants (33.3%), 0 of them by the time limit.\n" in output
    assert output.endswith("Not explained: survived    larger.py: the smaller one is taken, and nobody looks\n")
    assert SOURCE == (project / "larger.py").read_text()
    assert {"larger.py", "list.toml", "test_larger.py"} == {path.name for path in project.iterdir()}


def test_tests_that_run_for_ever_are_stopped(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests over the time limit are stopped; the verdict says so, and counts as killed."""
    copy = tmp_path_factory.mktemp("home") / "copy"
    monkeypatch.setattr(run, "LIMIT_S", 0.0)
    verdict = run._try(project, copy, MUTANT)
    assert (OUT_OF_TIME, True) == (verdict.fate, verdict.is_killed)
    assert "out of time larger.py: it is broken" == str(verdict)
    assert not copy.exists()


@pytest.mark.all
def test_tests_that_are_not_there(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If a test is missing no mutant is tried: pytest would fail, and the mutant would count as killed."""
    (project / "list.toml").write_text(LIST.replace("test_nothing_much", "test_nothing"))
    assert 1 == main(["larg"], project, project)
    assert "No such tests: test_larger.py::test_nothing.\n" == capsys.readouterr().out


def test_words_that_no_mutant_has(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is tried: without any tests named pytest would run all of them."""
    assert 1 == main(["smaller two"], project, project)
    assert "No mutant has any of these words: smaller two.\n" == capsys.readouterr().out


@pytest.mark.all
def test_tests_that_fail_anyway(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If tests fail without a mutant, no mutant is tried."""
    (project / "test_larger.py").write_text(TESTS.replace("2, 1", "1, 2"))
    assert 1 == main([], project, project)
    output = capsys.readouterr().out
    assert output.startswith("The tests do not pass without any mutant.")
    assert "killed" not in output


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("two < other", "False", "its place is found 0 times; it must be found once"),
        ("other", "one", "its place is found 4 times; it must be found once"),
        ("one < other:", "one < other:  # well", "it changes nothing"),
        ("one < other:", "one < :", "it is no Python"),
    ],
)
def test_a_mutant_that_cannot_be_made_fails_the_run(
    project: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, sentence: str
) -> None:
    """A place that is missing or not unique, or a change that does nothing or is no Python, ends the run at once."""
    last = f'\n[[mutant]]\nwhat = "it is broken"\nfile = "larger.py"\nold = "{old}"\nnew = "{new}"\n'
    (project / "list.toml").write_text(LIST + last)
    assert 1 == main([], project, project)
    output = capsys.readouterr().out
    assert output.startswith(f"larger.py: it is broken: {sentence}")
    assert "killed" not in output


def test_a_missing_file_and_a_mutant_listed_twice(project: Path) -> None:
    """A missing file is named, and so is a mutant that is listed twice."""
    assert ["larger.py: it is broken: it is listed twice"] * 2 == faults(project, [MUTANT, MUTANT])
    (project / "larger.py").unlink()
    assert ["larger.py: it is broken: the file is missing"] == faults(project, [MUTANT])


@pytest.mark.parametrize(
    ("fates", "survives", "code"),
    [
        (["killed"] * 97 + ["survived"] * 3, "nobody can see it", 0),
        (["killed"] * 96 + ["survived"] * 4, "nobody can see it", 1),
        (["killed"] * 99 + ["survived"], "", 1),
        (["killed"] * 99 + [OUT_OF_TIME], "", 0),
        ([], "", 1),
    ],
)
def test_the_rate_and_the_reasons(fates: list[str], survives: str, code: int) -> None:
    """At least 97 % are killed, and each that survives has a reason; no mutants at all prove nothing."""
    excused = Mutant("it is broken", "larger.py", "one", "1", ("test_larger.py",), survives)
    assert code == print_summary([Verdict(excused if fate == "survived" else MUTANT, fate) for fate in fates])


def test_a_reason_that_no_longer_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """A mutant that is killed must not be listed as one that survives."""
    excused = Mutant("it is broken", "larger.py", "one", "1", ("test_larger.py",), "nobody can see it")
    assert 1 == print_summary([Verdict(excused, "killed")])
    assert "Killed, but listed as one that survives: killed      larger.py: it is broken" in capsys.readouterr().out


def test_a_list_that_cannot_be_read(project: Path) -> None:
    """A list that is not TOML, or has a word too many, is named."""
    (project / "list.toml").write_text('tests = []\n[[mutant]]\nwhere = "larger.py"\n')
    with pytest.raises(BadList, match=r"list\.toml: .*where"):
        read(project)
    (project / "list.toml").write_text("tests = [")
    with pytest.raises(BadList, match=r"list\.toml: "):
        read(project)


def test_the_lists_name_product_code() -> None:
    """There are 150 mutants at least, of all product code; each says in words what it does, and has tests."""
    mutants = read(LISTS)
    assert len(mutants) >= 150
    assert PRODUCT == {one.file.partition("/")[0] for one in mutants}
    assert all(one.what and one.tests for one in mutants)


def test_the_lists_find_all_their_places() -> None:
    """Every place is in its file exactly once, none is listed twice, and every test that is named has its file."""
    mutants = read(LISTS)
    files = {test.partition("::")[0] for one in mutants for test in one.tests}
    assert [] == misplaced(ROOT, mutants) + duplicates(mutants)
    assert [] == sorted(file for file in files if not (ROOT / file).exists())

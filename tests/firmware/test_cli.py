"""The command line: its output, its refusals and its exit codes."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w

from engines.kit.contract import Result
from engines.kit.decks import DeckKind
from engines.kit.play import Play
from engines.kit.text import Text
from engines.kit.versions import resume
from engines.registry import GAMES, MAGPIE, load_engine
from firmware import cli
from firmware.dealer import dealer
from firmware.plays.from_outside import load_play
from firmware.plays.lines import encode
from firmware.plays.store import Store
from tests.contract.walk import luck, usual_answer
from tests.core import core
from tests.play_values import play_of_lines

MAX_SENTENCE_CHARS = 1000
"""The longest sentence of a command, in characters, for any input."""

Run = Callable[..., tuple[int, list[dict[str, Any]], str]]
"""Runs `tavolino engine` with lines of input; returns its exit code, its replies and its standard error."""


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run `tavolino engine` in this process."""

    def run(*arguments: str, lines: list[dict[str, Any]] | None = None) -> tuple[int, list[dict[str, Any]], str]:
        given = b"".join(json.dumps(line).encode() + b"\n" for line in lines or [])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = cli.main(["engine", *arguments])
        out, err = capfdbinary.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err.decode()

    return run


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game is listed with key, title and version; the Magpie is not."""
    assert 0 == cli.main(["games"])
    lines = capsys.readouterr().out.splitlines()
    assert list(GAMES) == [line.split()[0] for line in lines]
    assert ["wyrmspan", "Wyrmspan", str(load_engine("wyrmspan").version)] == lines[0].split()


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` prints the same number as a report and the doctor, then the command ends."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert (0, f"tavolino {version('tavolino')}\n") == (ended.value.code, capsys.readouterr().out)


def test_a_session(engine: Run) -> None:
    """The first line is printed at once, then one for each line of input; the session ends with the input."""
    code, replies, errors = engine("magpie", "--seed", "7", lines=[{"answer": True}, {"nonsense": 1}, {"undo": 1}])
    assert (0, "") == (code, errors)
    assert [True, True, False, True] == [reply["ok"] for reply in replies]
    assert [0, 1, 0] == [reply["n"] for reply in replies if reply["ok"]]


def test_the_same_seed_deals_the_same(engine: Run) -> None:
    """The same seed deals the same cards, another seed other ones; without a seed each play differs."""
    dealt = [engine("wyrmspan", "--seed", seed)[1][0]["dealt"] for seed in ("1", "1", "2")]
    assert dealt[0] == dealt[1] != dealt[2]
    journal: list[dict[str, Any]] = [{"journal": True}]
    seeds = {engine("wyrmspan", lines=journal)[1][1]["lines"][0] for _ in range(3)}
    assert 3 == len(seeds)


def test_own_cards(engine: Run) -> None:
    """Every card and die is asked; none is dealt."""
    code, replies, _ = engine("wyrmspan", "--own-cards", lines=[{"answer": "8A"}])
    assert 0 == code
    assert [[], []] == [reply["dealt"] for reply in replies]
    assert ["draw", "draw"] == [reply["screen"]["ask"]["kind"] for reply in replies]


def test_options_may_be_typed_loosely(engine: Run) -> None:
    """A choice needs no spaces, dashes or capitals; numbers and switches are accepted, too."""
    assert "ravel3" == engine("wyrmspan", "--option", "level=Ravel-3", "--seed", "1")[1][0]["state"]["level"]
    code, [status], _ = engine("magpie", "--option", "rounds=3", "--option", "tame=on", "--option", "tie=Leftmost")
    assert 0 == code
    assert (3, 0, "leftmost") == tuple(status["state"][name] for name in ("rounds", "coins", "tie"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nosuch"], "There is no game 'nosuch'. There are: "),
        (["magpie", "--option", "rounds"], "NAME=VALUE is wanted"),
        (["magpie", "--option", "nosuch=1"], "no option nosuch. It has: rounds, tame, tie, charms."),
        (["magpie", "--option", "rounds=6"], "Option rounds cannot be 6. Allowed: 1 to 5."),
        (["magpie", "--option", "rounds=0"], "Option rounds cannot be 0."),
        (["magpie", "--option", "rounds=two"], "Option rounds cannot be two."),
        (["magpie", "--option", "rounds=--1"], "Option rounds cannot be --1."),
        (["magpie", "--option", "rounds=1.0"], "Option rounds cannot be 1.0."),
        (["magpie", "--option", "rounds=" + "9" * 200], "Option rounds cannot be 999"),
        (["magpie", "--option", "tame=perhaps"], "Option tame cannot be perhaps. Allowed: true, false."),
        (["wyrmspan", "--option", "level=automa4"], "Option level cannot be automa4. Allowed: automa1, "),
        (["wyrmspan", "--option", "cards=my.toml"], "takes a deck file: cards=@FILE"),
        (["wyrmspan", "--option", "cards=@nosuch.toml"], "nosuch.toml cannot be read"),
        (["wyrmspan", "--resume", "nosuch.json"], "nosuch.json cannot be read"),
        (["wyrmspan", "--resume", "play.json", "--seed", "1"], "Leave --seed, --own-cards and --option out."),
        (["wyrmspan", "--resume", "play.json", "--own-cards"], "Leave --seed, --own-cards and --option out."),
        (["magpie", "--resume", "play.json", "--option", "rounds=3"], "--resume goes on with the play as it is."),
    ],
)
def test_what_cannot_be_used_is_one_sentence(engine: Run, arguments: list[str], sentence: str) -> None:
    """Bad input is refused with one line on standard error, no other output, and exit code 2."""
    code, replies, errors = engine(*arguments)
    assert (2, []) == (code, replies)
    assert 1 == len(errors.splitlines())
    assert sentence in errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "The following arguments are required: COMMAND. `tavolino --help` says more."),
        (["nosuch"], "Argument COMMAND: invalid choice: 'nosuch' (choose from "),
        (["engine"], "The following arguments are required: GAME. `tavolino engine --help` says more."),
        (["engine", "wyrmspan", "--nosuch"], "Unrecognized arguments: --nosuch. `tavolino --help` says more."),
        (
            ["engine", "wyrmspan", "--seed", "1", "--own-cards"],
            "Argument --own-cards: not allowed with argument --seed.",
        ),
        (["doctor", "--keys", "-1"], "Argument --keys: -1 is no number of times. "),
        (["emulate", "--port", "-1"], "Argument --port: -1 is no port: 0 to 65535 are. "),
        (["emulate", "--port", "65536"], "Argument --port: 65536 is no port: 0 to 65535 are. "),
        (["emulate", "--port", "x"], "Argument --port: x is no port: 0 to 65535 are. "),
    ],
)
def test_a_wrong_command_line(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A command line that argparse refuses also gives one sentence and exit code 2."""
    assert 2 == cli.main(arguments)
    out, errors = capsys.readouterr()
    assert ("", 1) == (out, len(errors.splitlines()))
    assert errors.startswith(sentence)


COMMANDS = [
    ["{}"],
    ["games", "{}"],
    ["engine", "{}"],
    ["engine", "wyrmspan", "--{}"],
    ["engine", "wyrmspan", "--seed", "{}"],
    ["engine", "wyrmspan", "--option", "{}"],
    ["engine", "wyrmspan", "--option", "{}=1"],
    ["engine", "wyrmspan", "--option", "level={}"],
    ["engine", "pampero", "--option", "cards=@{}"],
    ["engine", "wyrmspan", "--resume", "{}"],
    ["deck", "list", "--data", "{}"],
    ["deck", "check", "{}"],
    ["deck", "import", "{}"],
    ["deck", "export", "{}", "automa"],
    ["deck", "export", "wyrmspan", "{}"],
    ["deck", "export", "wyrmspan", "automa", "--name", "{}"],
    ["play", "list", "--data", "{}"],
    ["play", "export", "{}"],
    ["doctor", "--data", "{}"],
    ["doctor", "--keys", "{}"],
    ["emulate", "--host", "{}", "--i-know"],
    ["emulate", "--port", "{}"],
    ["emulate", "--headless", "--script", "{}"],
    ["emulate", "--headless", "--script", "x", "--frames", "{}"],
    ["emulate", "--panel", "{}"],
    ["run", "--data", "{}"],
]
"""All commands that take a word from the user."""

WORDS = {"endless": "x" * 1_000_000, "too long for a file": "x" * 256, "not UTF-8": "\udcff"}


@pytest.mark.all
@pytest.mark.parametrize("kind", core(WORDS))
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_word_that_nobody_typed(
    command: list[str],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A very long word, one too long for a file name and one that is not UTF-8 give one sentence and exit code 2."""
    monkeypatch.chdir(tmp_path)
    assert 2 == cli.main([one.format(WORDS[kind]) for one in command])
    out, errors = capfd.readouterr()
    assert ("", 1) == (out, len(errors.splitlines()))
    assert len(errors) <= MAX_SENTENCE_CHARS


# --- decks ---


def printed_deck(key: str, kind: str) -> dict[str, Any]:
    """Return the printed deck of a game, as in a file."""
    engine = load_engine(key)
    found: DeckKind[Any] = next(one for one in engine.decks if one.key == kind)
    plain: dict[str, Any] = msgspec.to_builtins(found.printed_file(key))
    return json.loads(json.dumps(plain), object_hook=lambda table: {k: v for k, v in table.items() if v is not None})  # type: ignore[no-any-return]


def write_deck_file(folder: Path, content: dict[str, Any]) -> str:
    """Write a deck file; return the option for it."""
    path = folder / "my.toml"
    path.write_text(tomli_w.dumps(content))
    return f"cards=@{path}"


def test_a_deck_of_ones_own(engine: Run, tmp_path: Path) -> None:
    """A deck file replaces the deck and is embedded in the play file, which needs no other file."""
    own = printed_deck("wyrmspan", "automa")
    card = next(card for card in own["cards"] if card["id"] == "1")
    card["steps"] = [5, 5, 5, 5]
    lines: list[dict[str, Any]] = [{"answer": value} for value in ("8A", "3B", "5A", "1A", "plains")]
    lines += [{"answer": True}] * 3 + [{"answer": "go_on"}, {"answer": "1"}, {"journal": True}]
    code, replies, errors = engine("wyrmspan", "--own-cards", "--option", write_deck_file(tmp_path, own), lines=lines)
    assert (0, "") == (code, errors)
    assert 5 == replies[-2]["state"]["p"]
    assert 16 == len(play_of_lines(replies[-1]["lines"]).options["cards"]["cards"])
    (tmp_path / "play.json").write_text("\n".join(replies[-1]["lines"]))
    (tmp_path / "my.toml").unlink()
    _, [resumed], _ = engine("wyrmspan", "--resume", str(tmp_path / "play.json"))
    assert 5 == resumed["state"]["p"]


def _without_a_card(content: dict[str, Any]) -> None:
    content["cards"] = [card for card in content["cards"] if card["id"] != "R 2"]


def _wrong_type(content: dict[str, Any]) -> None:
    content["cards"][2]["dragon"] = "one"


def _out_of_bounds(content: dict[str, Any]) -> None:
    content["cards"][2]["dragon"] = 4


def _too_many_steps(content: dict[str, Any]) -> None:
    content["cards"][0]["steps"] = [1, 2, 2, 6]


def _unknown_field(content: dict[str, Any]) -> None:
    content["cards"][4]["colour"] = "red"


def _missing_field(content: dict[str, Any]) -> None:
    del content["cards"][4]["refresh"]


def _unknown_card(content: dict[str, Any]) -> None:
    content["cards"].append(content["cards"][0] | {"id": "9"})


def _card_twice(content: dict[str, Any]) -> None:
    content["cards"].append(content["cards"][0])


def _neither_cave_nor_marker(content: dict[str, Any]) -> None:
    del content["cards"][0]["marker"]


def _other_game(content: dict[str, Any]) -> None:
    content["game"] = "chess"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_without_a_card, "my.toml lacks card R 2."),
        (_wrong_type, 'card 3: field dragon cannot be "one". Allowed: 1 to 3.'),
        (_out_of_bounds, "card 3: field dragon cannot be 4. Allowed: 1 to 3."),
        (_too_many_steps, "card 1: field steps"),
        (_unknown_field, "card 5: field colour is no field. Allowed: id, pass, "),
        (_missing_field, "card 5: field refresh is missing."),
        (_unknown_card, "my.toml has the unknown card 9."),
        (_card_twice, "my.toml has card 1 twice."),
        (_neither_cave_nor_marker, "card 1 is wrong: it needs either a cave or a marker, and not both"),
        (_other_game, "my.toml is a deck of chess/automa, but wyrmspan/automa is wanted."),
    ],
)
def test_a_bad_deck_is_one_sentence(
    engine: Run, tmp_path: Path, spoil: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    """The sentence names the file, the card, the field, what was found and what was expected."""
    content = printed_deck("wyrmspan", "automa")
    spoil(content)
    code, replies, errors = engine("wyrmspan", "--option", write_deck_file(tmp_path, content))
    assert (2, []) == (code, replies)
    assert 1 == len(errors.splitlines())
    assert "my.toml" in errors
    assert sentence in errors


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"cards = [", "my.toml is not a TOML file"),
        (b"nonsense", "my.toml is not a TOML file"),
        (b"\xff\xfe", "my.toml is not a TOML file: byte 0, in line 1, is not UTF-8"),
        (b"", "my.toml: field origin is missing"),
        (b"cards = 3", "my.toml"),
        (b"cards = " + b"[" * 20_000, "my.toml is not a TOML file"),
        (b'origin = "' + b"x" * 200_000 + b'"', "my.toml: field confidence is missing"),
        (b'colour = "' + b"x" * 200_000 + b'"', "my.toml: field colour is no field"),
        (b'"' + b"x" * 200_000 + b'" = 1', "my.toml: field xxx"),
    ],
)
def test_a_file_that_is_no_deck_is_one_sentence(engine: Run, tmp_path: Path, raw: bytes, sentence: str) -> None:
    """A file that is no TOML or no deck is named in one short sentence."""
    (tmp_path / "my.toml").write_bytes(raw)
    code, replies, errors = engine("wyrmspan", "--option", f"cards=@{tmp_path / 'my.toml'}")
    assert (2, []) == (code, replies)
    assert 1 == len(errors.splitlines())
    assert len(errors) <= MAX_SENTENCE_CHARS
    assert sentence in errors


def test_a_folder_is_no_deck(engine: Run, tmp_path: Path) -> None:
    """A folder given as a deck file is refused as unreadable."""
    code, _, errors = engine("wyrmspan", "--option", f"cards=@{tmp_path}")
    assert 2 == code
    assert "cannot be read" in errors


# --- schema, resume ---


def test_the_schema_is_printed(engine: Run) -> None:
    """One JSON object with the schemas of options, state and corrections."""
    code, [schemas], _ = engine("wyrmspan", "--schema")
    assert 0 == code
    assert {"options", "state", "correct"} == set(schemas)
    assert {"p", "dragons", "row_4_bot", "space_6", "excavated_golden"} <= set(schemas["correct"]["properties"])
    assert {"integer": 2} == {
        schemas["correct"]["properties"]["row_1_you"]["type"]: schemas["correct"]["properties"]["row_1_you"]["maximum"]
    }


def test_resume_goes_on_identically(engine: Run, tmp_path: Path) -> None:
    """The lines of `journal` are a play file, resumed with the same screen, undone inputs, coming cards and undo."""
    before: list[dict[str, Any]] = [{"answer": True}] * 3 + [{"answer": "go_on"}] * 4
    before += [{"correct": {"dragons": 5}}, {"undo": 2}, {"journal": True}]
    after: list[dict[str, Any]] = [{"why": 2}, {"answer": "go_on"}, {"answer": "go_on"}, {"undo": 6}, {"answer": True}]
    level = ("--option", "level=automa3")
    _, whole, _ = engine("wyrmspan", "--seed", "11", *level, lines=[*before, *after, {"journal": True}])
    (tmp_path / "play.jsonl").write_text("\n".join(whole[len(before)]["lines"]))
    lines = [*after, {"journal": True}]
    code, resumed, errors = engine("wyrmspan", "--resume", str(tmp_path / "play.jsonl"), lines=lines)
    assert (0, "") == (code, errors)
    assert whole[len(before) - 1] | {"dealt": []} == resumed[0]
    assert whole[len(before) + 1 :] == resumed[1:]


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"nonsense", "play.json is no play file: line 1"),
        (b"\xff", "play.json is no play file: line 1"),
        (b"{}", "play.json is no play file, or one from before 0.1.0"),
        (b'{"format":"tavolino-play-1"}', "play.json is no play file, or one from before 0.1.0"),
        (b'[12,1,"00000000",{}]\n', "play.json is no play file: line 1 was changed"),
        (encode(1, 0, b'{"format":"tavolino-play-3"}').raw, "play.json was written by a newer Tavolino"),
        (encode(1, 0, b'{"format":"tavolino-play-2","options":' + b"[" * 100_000).raw, "play.json"),
        (b"[" * 100_000, "play.json is no"),
    ],
)
def test_a_file_that_is_no_play_is_one_sentence(engine: Run, tmp_path: Path, raw: bytes, sentence: str) -> None:
    """A file that is no play is named, with exit code 2."""
    (tmp_path / "play.json").write_bytes(raw)
    code, replies, errors = engine("wyrmspan", "--resume", str(tmp_path / "play.json"))
    assert (2, []) == (code, replies)
    assert 1 == len(errors.splitlines())
    assert sentence in errors


def test_a_play_file_that_was_changed_is_named(engine: Run, tmp_path: Path) -> None:
    """A play file with a changed line is refused; the line is named."""
    _, [_, _, file], _ = engine("wyrmspan", "--seed", "1", lines=[{"answer": True}, {"journal": True}])
    lines = [line.replace("true", "false") for line in file["lines"]]
    (tmp_path / "play.jsonl").write_text("\n".join([file["lines"][0], *lines[1:]]))
    code, _, errors = engine("wyrmspan", "--resume", str(tmp_path / "play.jsonl"))
    assert 2 == code
    assert "play.jsonl is no play file: line 2 was changed." in errors


def test_a_play_of_another_game_is_one_sentence(engine: Run, tmp_path: Path) -> None:
    """A play can be resumed only with its own game."""
    _, [_, file], _ = engine(MAGPIE, "--seed", "1", lines=[{"journal": True}])
    (tmp_path / "play.json").write_text("\n".join(file["lines"]))
    code, _, errors = engine("wyrmspan", "--resume", str(tmp_path / "play.json"))
    assert 2 == code
    assert "play.json is a play of magpie, not of wyrmspan." in errors


# --- a real process ---


def _process(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-W", "error", "-m", "firmware.cli", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=60)


def test_a_process_answers_line_by_line() -> None:
    """A client that waits for each reply before its next line is served."""
    command = [sys.executable, "-m", "firmware.cli", "engine", "magpie", "--seed", "7"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        process.stdin.write(b'{"answer":true}\n')
        process.stdin.flush()
        second = json.loads(process.stdout.readline())
        process.stdin.write(b'{"quit":true}\n')
        process.stdin.flush()
        assert b"" == process.stdout.readline()
    assert (0, 0, 1) == (process.returncode, first["n"], second["n"])


def test_a_process_survives_any_bytes() -> None:
    """Lines that are not text are refused one by one, and the session continues."""
    done = _process("engine", "magpie", "--seed", "7", given=b'\xff\xfe\n\x00\n\n{"answer":true}')
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [True, False, False, False, True] == [reply["ok"] for reply in replies]
    assert (0, b"") == (done.returncode, done.stderr)


def test_a_process_ends_with_code_2() -> None:
    """Bad input ends the process with exit code 2, one sentence and no traceback."""
    done = _process("engine", "nosuch")
    assert (2, b"") == (done.returncode, done.stdout)
    assert 1 == len(done.stderr.splitlines())


def test_plays_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each play is listed with its number, game, inputs and outcome."""
    with Store(tmp_path) as store:
        _store_play(store, "wyrmspan", 3)
        _store_play(store, "wyrmspan", 1)
        store.archive(_store_play(store, "lisboa", 2), result=Result("you", 1, 2, Text("You win.")))
    assert 0 == cli.main(["play", "list", "--data", str(tmp_path)])
    assert [line.split(maxsplit=4) for line in capsys.readouterr().out.splitlines()] == [
        ["1", "wyrmspan", "3", "inputs", "abandoned"],
        ["2", "wyrmspan", "1", "inputs", "goes on"],
        ["3", "lisboa", "2", "inputs", "won by you"],
    ]


def test_a_play_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exported text is the whole play with its undone inputs, and can be continued."""
    with Store(tmp_path) as store:
        number = _store_play(store, "wyrmspan", 4)
        play = resume(load_engine("wyrmspan"), store.load(number), dealer("7"))
        assert isinstance(play, Play)
        store.record(number, play, play.undo())
    assert 0 == cli.main(["play", "export", str(number), "--data", str(tmp_path)])
    raw = capsys.readouterr().out.encode()
    assert store.text(number).encode() == raw
    assert load_play(raw, "play.json").state == play.state


def test_a_play_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing play is refused with one sentence and exit code 2; a damaged one is reported first."""
    damaged = tmp_path / "plays" / "0007-wyrmspan.jsonl"
    damaged.parent.mkdir()
    damaged.write_bytes(b"not a play")
    assert 2 == cli.main(["play", "export", "9", "--data", str(tmp_path)])
    errors = capsys.readouterr().err.splitlines()
    assert "0007-wyrmspan.jsonl cannot be read as a play, and has no copy." in errors[0]
    assert "There is no play 9. Choose one from the list." == errors[1]


def _store_play(store: Store, game: str, inputs: int) -> int:
    """Keep a play with this many inputs; return its number."""
    play = Play(load_engine(game), {}, dealer("7"), seed="7")
    number = store.create(play)
    chance = luck(game)
    for _ in range(inputs):
        store.record(number, play, play.give(usual_answer(play.screen.ask, chance)))
    return number

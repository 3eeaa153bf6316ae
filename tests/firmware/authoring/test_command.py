"""`tavolino bot new` writes a playable file; `bot check` reports its faults and the results of its plays."""

import re
import sys
from pathlib import Path

import pytest

from engines.botfile import load
from engines.botfile.check import doubts
from engines.botfile.kinds import YourTurn
from engines.botfile.tables import BotFile, fields
from engines.botfile.tables import Result as ResultTable
from engines.botfile.words import DEFAULT_SENTENCES, PRONOUNS
from engines.kit.contract import Result
from engines.kit.text import Text
from firmware.authoring.check import SPREAD, end_table, language_limits
from firmware.authoring.examine import Examination
from firmware.cli import main
from firmware.languages import catalogue
from tests.contract.walk import FILES
from tests.core import core
from tests.engines.botfile.small import SMALL, changed

ROOT = Path(__file__).parents[3]
DRAW = '{ draw = "deeds", rule = "turn" },'
END = '{ end = "score", if = "coins >= 5" },'
TAKE = '{ tell = "Give it a coin", id = "take" }'


def _check(tmp_path: Path, raw: bytes, plays: int = 12) -> int:
    (tmp_path / "crow.toml").write_bytes(raw)
    return main(["bot", "check", str(tmp_path / "crow.toml"), "--plays", str(plays)])


@pytest.mark.all
def test_new_writes_a_file_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new file has no faults or doubts, all its parts are reached, and its comments explain each part."""
    path = tmp_path / "mine.toml"
    assert 0 == main(["bot", "new", str(path)])
    assert 0 == main(["bot", "check", str(path), "--plays", "60"])
    said = capsys.readouterr().out
    assert "Every card, step, rule and option was reached." in said
    assert "60 plays ended within the laws." in said
    assert "Doubt" not in said
    assert all(
        any(line.startswith(f"{part} =") for line in path.read_text("utf-8").splitlines()) for part in ("play", "score")
    )


def test_new_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An existing file stays unchanged; a missing folder is reported."""
    path = tmp_path / "mine.toml"
    path.write_text("mine")
    assert 2 == main(["bot", "new", str(path)])
    assert "is there already" in capsys.readouterr().err
    assert "mine" == path.read_text()
    assert 2 == main(["bot", "new", str(tmp_path / "nowhere" / "mine.toml")])
    assert "cannot be written" in capsys.readouterr().err


def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence has file, line, fault and suggestion; the exit code is 1, or 2 if there is no file."""
    assert 1 == _check(tmp_path, changed('value = "coins"', 'value = "coin"'))
    assert "crow.toml, line 14: “coin”: there is no coin. Did you mean coins?\n" == capsys.readouterr().out
    assert 2 == main(["bot", "check", str(tmp_path / "none.toml")])
    for plays in ("many", "-1", "100001"):
        assert 2 == main(["bot", "check", str(tmp_path / "crow.toml"), "--plays", plays])


def test_check_reads_a_file_as_the_device_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any encoding of an editor is accepted, and a key that the device refuses is refused."""
    for raw in (SMALL.encode("utf-16"), b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode()):
        assert 0 == _check(tmp_path, raw, plays=0)
        assert capsys.readouterr().out.startswith("crow.toml: The Crow, 29 lines, version ")
    assert 1 == _check(tmp_path, changed('key = "crow"', 'key = "lisboa"'))
    assert "the key lisboa is that of a game of Tavolino’s own" in capsys.readouterr().out


def test_a_file_begins_again_with_each_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The parts reached in one check do not count in the next."""
    assert 0 == _check(tmp_path, SMALL.encode(), plays=60)
    assert "steps" not in capsys.readouterr().out.partition("Never reached")[2]
    assert 0 == _check(tmp_path, SMALL.encode(), plays=1)
    assert "Never reached" in capsys.readouterr().out


PAY_TABLE = "tables = { steps = [1, 2, 3], pay = { calm = 1 } }"
GUARDED_ENTRIES = [
    ('{ set = { coins = "pay[mood]" }, if = "mood == calm" }', ""),
    ('{ set = { coins = "pay[mood] if mood == calm else 2" } }', ""),
    ('{ set = { coins = "pay[near]" } }', "pay has no entry near; it has calm."),
]


@pytest.mark.parametrize(("step", "words"), GUARDED_ENTRIES)
def test_an_entry_that_is_guarded_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], step: str, words: str
) -> None:
    """A missing entry is a fault only if no value of the choice has one; plays find the others."""
    raw = changed(DRAW, step + "," + DRAW).replace(b"tables = { steps = [1, 2, 3] }", PAY_TABLE.encode())
    assert bool(words) == _check(tmp_path, raw, plays=0)
    said = capsys.readouterr().out
    assert words in said
    assert bool(words) == ("no entry" in said)


NEST = 'hoard = { list = "" }', 'hoard = { list = "deeds" }\nnest = { list = "" }\nloft = { list = "" }'
FROM_NOWHERE = "line 10: this adds a card, and a card is in one place"
CARD_MOVES = [
    ('{ move = "deed", to = "hoard" },', FROM_NOWHERE),
    ('{ move = "deed", to = "nest" },', FROM_NOWHERE),
    ('{ move = "first([take, near])", to = "nest" },', FROM_NOWHERE),
    ('{ move = "near", to = "nest" },', ""),
    ('{ set = { hoard = "[deed]" } },', "is in deeds_played and hoard."),
    ('{ set = { hoard = "[deed, deed]" } }, { all = "hoard", to = "deeds_played" },', "is in deeds_played"),
    ('{ set = { hoard = "[near]" } },', "near is in hoard, and is no card of deeds."),
    ('{ move = "near", from = "nest", to = "hoard", if = "len(nest) > 0" },', "near is no card of deeds: only its own"),
    (
        '{ draw = "deeds", to = "hoard" }, { set = { hoard = "[]" } },',
        "is in none of deeds_left, deeds_played, hoard any more.",
    ),
    ('{ draw = "deeds", to = "hoard" }, { all = "hoard" },', ""),
    ('{ draw = "deeds", to = "hoard" }, { shuffle = "deeds", cards = "hoard" },', ""),
    ('{ shuffle = "deeds", cards = "deeds_left" },', ""),
    ('{ all = "nest", to = "loft" }, { draw = "deeds", to = "nest" },', ""),
    ('{ move = "deed", from = "deeds_played", to = "others_left" },', ""),
]
OTHERS = """
[decks.others]
label = "Others"
[decks.others.cards]
take = { name = "Take", if = false }
wait = { name = "Wait", if = false }
"""


@pytest.mark.parametrize(("steps", "words"), core(CARD_MOVES, *CARD_MOVES[:3]))
def test_a_card_that_is_there_twice_or_lost_is_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], steps: str, words: str
) -> None:
    """A card is in one place; one that a step removes from the play, or that goes to another deck, is not lost."""
    raw = changed(*NEST, add=OTHERS).replace(b'{ do = "deed" },', steps.encode())
    assert bool(words) == _check(tmp_path, raw, plays=1)
    said = capsys.readouterr().out.splitlines()
    wrong = [line for line in said if line.startswith("crow.toml, line ")]
    assert bool(words) == bool(wrong)
    assert not words or any(words in line for line in wrong)
    assert not any(line.startswith("crow.toml, line 1:") for line in wrong), "the line is that of a step"


FAULTS = [
    ('hard = { label = "Hard" }', 'hard = { label = "Hard", default = "yes" }', "line 21: hard is on or off"),
    ('hard = { label = "Hard" }', 'hard = { label = "Hard", high = 3, default = 9 }', "line 21: hard goes from 0 to 3"),
    ('hard = { label = "Hard" }', 'hard = { label = "Hard", low = 2, high = 3, default = 1 }', "hard goes from 2 to 3"),
    (
        'id = "your_turn" }',
        'id = "your_turn", reports = [{ id = "go_on", text = "I pass" }] }',
        "line 8: go_on is a word of the device",
    ),
    (END, "", "line 7: no step ends the play"),
    (END, END.replace("coins >= 5", "mood == near"), "line 12: “mood == near”: mood is never near"),
    (DRAW, '{ say = "{x}", with = { x = "coins" }, why = "{x} coins." },' + DRAW, "“{x} coins.”: there is no x"),
    ('hoard = { list = "" }', 'hoard = { list = "deeds", start = ["near"] }', "line 19: near is no card of deeds"),
    (DRAW, '{ move = "deed", to = "hoard" },' + DRAW, "line 9: this adds a card, and a card is in one place"),
    (DRAW, DRAW + ' { tell = "Go", id = "over" },', "line 9: over is the name of the last screen"),
    ('label = "Hard" }', 'label = "Hard", notes = { far = "It is far." } }', "line 21: far is no choice of hard."),
    ('title = "The Crow"', 'title = "The ♥"', "line 3: the typeface lacks ♥. Take other letters in “The ♥”."),
    ("[values]", "[result]\ntie = 'you if coins > 2 else coins'\n[values]", "it must give you, bot, nobody."),
    (DRAW, '{ number = "How many?", as = "many", high = "near" },' + DRAW, "line 9: “near”: a number is wanted"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), FAULTS, ids=lambda one: str(one)[:20])
def test_a_certain_fault_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, words: str
) -> None:
    """The file can be played, but has a fault: the exit code says so."""
    assert 1 == _check(tmp_path, changed(old, new), plays=0)
    assert words in capsys.readouterr().out


def test_letters_of_translations_are_in_the_typeface(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line of a missing letter is reported; accents, no-break spaces and the emblem are no fault."""
    assert 1 == _check(tmp_path, changed(add='[words.de]\n"Wait" = "Wärten\u202f–\u00a0漢"\n'), plays=0)
    said = [line for line in capsys.readouterr().out.splitlines() if "typeface" in line]
    assert ["crow.toml, line 31: the typeface lacks 漢. Take other letters in “Wärten – 漢”."] == said


DOUBTS = [
    ("", "", 'more = { text = "Nobody follows it." }\n', "line 30: no step follows the rule more"),
    ("stop = { flag = true }", "stop = { high = 60, track = true, label = 'Stop' }", "", "line 17: stop has 61 places"),
    (
        'wait = "Wait"',
        'wait = { name = "Wait", if = "coins == 0" }',
        "",
        "line 27: whether it is in this play is settled at the start, and coins",
    ),
    ("", "", '[words.de]\n"It counts." = "Es zählt."\n', "line 31: nothing says “It counts.”"),
    ("", "", "[do]\nidle = [{ set = { coins = 1 } }]\n", "line 31: no step begins idle"),
    ("", "", '[words.de]\n"Wait" = "Warten"\n"Go" = "Los"\n', "line 32: nothing says “Go”"),
    ("", "", '[words.de]\n"Wait" = "Warten"\n', "line 30: “Take” has no words in de"),
    (DRAW, DRAW + ' { tell = "Go", id = "take" },', "", "a step above has the id take, too"),
    ("", "", "", "line 6: hop never comes up"),
    ('{ list = "" }', '{ list = "", label = "Hoard" }', "", "line 19: the player can correct hoard"),
    ("stop = { flag = true }", 'stop = { if = "coins > 2" }', "", "line 17: whether it is in this play is settled"),
    ('title = "The Crow"', f'title = "{"C" * 25}"', "", "line 3: the title has 25 letters; the header"),
    (DRAW, "{ set = { coins = 2 } }," + DRAW, "", "line 9: Why has no sentence for this step, and for 1 more"),
]


@pytest.mark.parametrize(("old", "new", "add", "words"), DOUBTS, ids=lambda one: str(one)[:20])
def test_a_possible_fault_is_a_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, add: str, words: str
) -> None:
    """A doubt is printed and does not change the exit code."""
    assert 0 == _check(tmp_path, changed(old, new, add), plays=0)
    doubts = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Doubt: ")]
    assert any(words in line for line in doubts)
    assert not [line for line in doubts if "{'" in line]


TURN = 'id = "your_turn" },'
SELL = 'reports = [{ id = "sell", text = "I sell" }, { id = "sell", text = "I buy"'
SETS = '{ set = { coins = "coins + 1" }, rule = "turn" },'
NO_WHY = "Why has no sentence for this step, and for 0 more"
NEAR_MISSES = [
    (
        TURN,
        f'id = "your_turn", {SELL} }}] }},',
        f'id = "your_turn", {SELL}, if = "hard" }}] }},',
        "",
        "the id of a report above",
    ),
    (
        DRAW,
        DRAW + '{ if = "hard", do = [] },',
        DRAW + '{ if = "hard", do = [], else = "idle" },',
        "[do]\nidle = [{ set = { coins = 1 } }]\n",
        "no step begins idle",
    ),
    (
        "stop = { flag = true }",
        "stop = { flag = true }",
        'stop = { flag = true, label = "Stop" }',
        "",
        "nothing reads stop",
    ),
    (
        "stop = { flag = true }",
        "stop = { high = 40, track = true }",
        "stop = { high = 39, track = true }",
        "",
        "a track is drawn as a number",
    ),
    (
        'wait = "Wait"',
        'wait = { name = "Wait", if = "coins == 0" }',
        'wait = { name = "Wait", if = "steps[0] == 1" }',
        "",
        "whether it is in this play is settled at the start",
    ),
    (
        DRAW,
        DRAW + '{ tell = "Go", id = "take" },',
        DRAW + '{ tell = "Go", id = "take", if = "hard" },',
        "",
        "a step above has the id take, too",
    ),
    ('title = "The Crow"', f'title = "{"C" * 25}"', f'title = "{"C" * 24}"', "", "letters; the header"),
    (SETS, SETS, SETS.replace('turn"', 'turn", why = "It has {coins}."'), "", NO_WHY),
    (SETS, SETS, SETS.replace("{ coins =", "{ stop ="), "", NO_WHY),
    (f"{SETS}\n  {END}\n]", f"{SETS}\n  {END}\n]", f"{END}\n]\nfinish = [{SETS}]", "", NO_WHY),
    (
        'tell = "Give it a coin"',
        'tell = { say = "Give it {n} coins", n = "coins" }',
        'tell = { say = "Give it {n} coin", plural = "Give it {n} coins", n = "coins" }',
        '[words.de]\n"Wait" = "Warten"\n',
        "“Give it {n} coins” has no words in de",
    ),
]


@pytest.mark.parametrize(("old", "odd", "fine", "add", "words"), NEAR_MISSES, ids=lambda one: str(one)[:20])
def test_a_file_that_differs_in_a_word_has_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, odd: str, fine: str, add: str, words: str
) -> None:
    """A file that differs in a word does not have the fault or doubt of the other one."""
    _check(tmp_path, changed(old, odd, add), plays=0)
    assert words in capsys.readouterr().out
    assert 0 == _check(tmp_path, changed(old, fine, add), plays=0)
    assert words not in capsys.readouterr().out


def test_a_card_may_end_the_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The only step that ends the play may be a step of a card."""
    raw = changed(END).replace(b'wait = "Wait"', b'wait = { name = "Wait", do = [{ end = "score" }] }')
    for plays, said in ((1, "1 play ended within the laws."), (12, "12 plays ended within the laws.")):
        assert 0 == _check(tmp_path, raw, plays)
        assert said in capsys.readouterr().out


LONG_NAME = "The Crow who sits upon the highest branch of the oldest tree of all the woods"
BROKEN_LAWS = [
    (END, END.replace("coins >= 5", "coins > 99"), "does not end: after 3000 inputs it goes round"),
    (TAKE, '{ set = { coins = "coins // 0" } }', "line 26: a legal answer leads nowhere: .*it divides by 0"),
    (TAKE, '{ while = "True", do = [] }', "a legal answer leads nowhere: .*without end"),
    ('title = "The Crow"', f'title = "The Crow"\nbot = "{LONG_NAME}"', "wider than a row"),
    (
        'title = "The Crow"',
        f'title = "The Crow"\nbot = "{LONG_NAME[:44]}"',
        r"wider than a row of a panel of \d+ x \d+ px",
    ),
    (
        'text = "It turns up a card." }\n',
        f'text = "It turns up a card." }}\n[words.de]\n"The bot" = "{LONG_NAME}"',
        "wider than",
    ),
]


@pytest.mark.parametrize(("old", "new", "words"), core(BROKEN_LAWS, *BROKEN_LAWS[1:]), ids=lambda one: str(one)[:20])
def test_a_play_that_breaks_a_law_is_said_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, words: str
) -> None:
    """The first broken law ends the plays, and is reported with its line and seed."""
    assert 1 == _check(tmp_path, changed(old, new))
    said = capsys.readouterr().out
    assert re.search(r"^crow\.toml, line \d+: .*\(seed \d+\)$", said, re.MULTILINE), said
    assert re.search(words, said), said


def test_what_was_never_reached_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unreached cards, steps with their lines, rules of the bot and values of options are listed."""
    step = '{ if = "coins > 80", do = [{ set = { coins = 0 }, rule = "rare" }] },'
    rules = '[rules.rare]\ntext = "Seldom."\n[rules.yours]\ntext = "Yours."\nremind = true\n'
    raw = changed(DRAW, DRAW + step, rules).replace(b'wait = "Wait"', b'wait = { name = "Wait", if = "hard" }')
    assert 0 == _check(tmp_path, raw, plays=1)
    said = capsys.readouterr().out
    assert "Never reached, cards: deeds.wait.\n" in said
    assert "Never reached, steps (lines): 9.\n" in said
    assert "Never reached, rules: rare.\n" in said
    assert "Never reached, options: hard = True.\n" in said


def test_of_many_names_twelve_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number of the remaining names is given."""
    steps = '{ if = "coins > 80", do = [\n' + "{ set = { coins = 0 } },\n" * 15 + "] },\n"
    assert 0 == _check(tmp_path, changed(DRAW, steps + DRAW), plays=1)
    lines = ", ".join(map(str, range(9, 21)))
    assert f"Never reached, steps (lines): {lines} and 4 more.\n" in capsys.readouterr().out


def test_levels_and_numbers_take_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The values of the first option take turns; those of a number are its ends and its default."""
    levels = 'level = { label = "Level", choices = { easy = "Easy", grim = "Grim" } }'
    assert 0 == _check(tmp_path, changed("[options]", f"[options]\n{levels}"), plays=3)
    assert ["2", "1"] == re.findall(r"^(?:Easy|Grim) +(\d)  ", capsys.readouterr().out, re.MULTILINE)
    assert 0 == _check(
        tmp_path, changed("[options]", '[options]\nmany = { label = "Many", high = 9, default = 4 }'), plays=1
    )
    assert "Never reached, options: many = 4, many = 9, " in capsys.readouterr().out


TYPED = '{ number = "What has it?", as = "its", high = 99 }'
SCORES = [
    ('value = "coins"', 'value = "coins"', True),
    ('value = "coins"', 'value = "its"', False),
    ('{ set = { coins = "coins + 1" }, rule = "turn" }', '{ set = { coins = "its" } }', False),
    ('{ set = { coins = "coins + 1" }, rule = "turn" }', '{ set = { coins = "coins + its" } }', True),
    ('score = [{ id = "coins", text = "Coins", value = "coins" }]', "", False),
]


@pytest.mark.parametrize(("old", "new", "computed"), SCORES, ids=lambda one: str(one)[:20])
def test_the_spread_is_of_a_score_that_the_bot_computes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, computed: bool
) -> None:
    """A score typed by the player is not in the table, nor is a value that only copies his number."""
    raw = changed(old, new).replace(DRAW.encode(), (DRAW + TYPED + ", { set = { stop = true } },").encode())
    _check(tmp_path, raw, plays=4)
    said = capsys.readouterr().out
    assert "All answers were random: this does not show how strong the bot is.\n" in said
    assert computed == ("and the bot’s final score" in said)
    assert computed == bool(re.search(r"neither +min +25 % +median +75 % +max$", said, re.MULTILINE))


def test_the_table_of_ends() -> None:
    """Each level has its plays, their winners, and minimum, quartiles and maximum of the score."""
    results = {
        "Easy": [Result("you" if n > 5 else "bot", n, None, Text("")) for n in (7, 1, 3, 5, 9)],
        "Nobody": [Result(None, None, None, Text(""))],
    }
    assert [
        "         plays you won bot won neither     min    25 %  median    75 %     max",
        "Easy         5       2       3       0       1       3       5       7       9",
        "Nobody       1       0       0       1" + " " * 40,
    ] == list(end_table(Examination(results), SPREAD))
    assert "Easy         5       2       3       0" == list(end_table(Examination(results), ()))[1]


def test_a_bar_shows_how_far_the_plays_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bar appears only on a terminal; without rich a hint to install it. The plays are the same each time."""
    pytest.importorskip("rich")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "rich.console", None)
        assert 0 == _check(tmp_path, SMALL.encode())
    plain = capsys.readouterr()
    assert "pip install rich" in plain.err
    assert 0 == _check(tmp_path, SMALL.encode())
    shown = capsys.readouterr()
    assert "Playing" in shown.err
    assert plain.out == shown.out
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    assert 0 == _check(tmp_path, SMALL.encode())
    assert ("", plain.out) == (capsys.readouterr())[::-1]


def test_what_a_file_cannot_say_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each limit is listed with its reason, in the words of the guide."""
    assert 0 == main(["bot", "check", str(ROOT / "firmware/authoring/new.toml"), "--plays", "0"])
    said = capsys.readouterr().out
    guide = (ROOT / "docs/your-own-bot.md").read_text("utf-8").partition("## What the language cannot say")[2]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", guide.partition("\n## ")[0], re.MULTILINE)[1:]
    assert rows == [(one.what, one.why) for one in language_limits()]
    for one in language_limits():
        assert f"  {one.what}: {one.why}\n" in said


# Expressions beyond the language, as an author might write them.
BEYOND_THE_LANGUAGE = [
    ("coins + 1.5", "numbers are whole"),
    ("coins ** 2", "The signs are"),
    ("hoard[1:2]", "There are numbers"),
    ("sorted(hoard)", "The functions are"),
    ("hoard.append(near)", "The functions are"),
    ("[one for one in hoard]", "There are numbers"),
    ("'near'", "An id has no quotes"),
    ("1 + place", "there is no place."),
]


def test_the_sentences_of_a_file_are_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each untranslated sentence is a line, in the order of the file, with its line number and its plural."""
    counted = 'tell = { say = "Give it {n} \\"coin\\"", plural = "Give it {n} coins", n = "coins" }'
    path = tmp_path / "crow.toml"
    path.write_bytes(changed('tell = "Give it a coin"', counted, '[words.fr]\n"Wait" = "Attends"\n"The Crow" = ""\n'))
    assert 0 == main(["bot", "words", str(path), "de"])
    german = capsys.readouterr().out
    assert "[words.de]" == german.splitlines()[0]
    assert [] == [one for one in DEFAULT_SENTENCES if f'"{one}" = ' in german]
    assert '"Give it {n} \\"coin\\"" = ["", ""]  # line 26, for other numbers: Give it {n} coins' in german.splitlines()
    lines = [int(line.rpartition("# line ")[2].partition(",")[0]) for line in german.splitlines()[1:]]
    assert lines == sorted(lines)
    path.write_bytes(changed('tell = "Give it a coin"', counted, german))
    assert [] == [one for one in doubts(load(path.read_bytes(), path.name).file) if "nothing says" in one]

    assert 0 == main(["bot", "words", str(path), "de"])
    assert german.splitlines()[1:] == capsys.readouterr().out.splitlines()  # empty ones still need words
    path.write_bytes(changed('tell = "Give it a coin"', counted, '[words.fr]\n"Wait" = "Attends"\n"The Crow" = ""\n'))
    assert 0 == main(["bot", "words", str(path), "fr"])
    french = capsys.readouterr().out.splitlines()
    assert [line for line in german.splitlines()[1:] if not line.startswith('"Wait"')] == french
    assert 2 == main(["bot", "words", str(path), "xx"])
    assert capsys.readouterr().err.startswith("There is no language 'xx'.")


def test_what_fields_say_by_themselves_needs_no_words() -> None:
    """The device translates the default sentences of fields, so no file needs to."""
    tables = (BotFile, ResultTable, YourTurn)
    usual = {one.default for table in tables for one in fields(table) if isinstance(one.default, str)}
    pronouns = {text.one for texts in PRONOUNS.values() for text in texts}
    assert usual - {"", "nobody", "it"} == DEFAULT_SENTENCES - pronouns
    german = catalogue("de", "nobody")
    assert [] == [one for one in DEFAULT_SENTENCES if german.words(Text(one, n=1, bot_name="x", bot=1, you=1)) == one]


@pytest.mark.parametrize(("text", "words"), BEYOND_THE_LANGUAGE)
def test_what_is_beyond_the_language_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    """The sentence names the available alternative."""
    assert 1 == _check(tmp_path, changed(DRAW, f'{{ set = {{ coins = "{text}" }} }},' + DRAW))
    assert words in capsys.readouterr().out


@pytest.mark.all
@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_our_own_files_are_without_faults(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A few plays of each bot file keep the laws."""
    assert 0 == main(["bot", "check", str(path), "--plays", "2"]), capsys.readouterr().out

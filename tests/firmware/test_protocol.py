"""The engine protocol, field by field and refusal by refusal."""

import io
from typing import Any

import msgspec
import pytest

from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import KEYS, MAGPIE, load_engine
from firmware.dealer import dealer
from firmware.protocol import Driver, schema, serve
from tests.contract.walk import Walk, levels
from tests.core import core
from tests.engines.magpie.plays import bot_with, deed
from tests.json_schema import faults
from tests.play_values import entries
from tests.protocol_client import Outsider, Reply

STATUS = ["ok", "n", "over", "screen", "dealt", "undone", "state", "score", "result"]
SCREEN = ["key", "role", "headline", "lines", "badge", "ask", "facts", "rule", "drawing", "because"]


# --- what comes back ---


def test_a_status_has_these_fields() -> None:
    """The first line and every accepted command return exactly the fields of the design, in order."""
    bot = Outsider("magpie", seed="7")
    for status in (bot.status, bot.answer(True), bot.do(undo=1), bot.do(correct={"coins": 2})):
        assert STATUS == list(status)
        assert SCREEN == list(status["screen"])
        assert ["who", "place", "turn", "step", "steps"] == list(status["screen"]["badge"])
        assert ["id", "text", "value"] == list(status["score"]["rows"][0])
        assert (True, False, None) == (status["ok"], status["over"], status["result"])


def test_every_ask_has_its_json() -> None:
    """Each kind of ask has the fields of its row in the design's table; a blocked option gives its reason."""
    assert {"kind": "done"} == Outsider("magpie").ask
    charms = Outsider("magpie").answer(True)["screen"]["ask"]
    left = [{"id": name, "text": name.capitalize()} for name in ("feather", "button", "key")]
    assert {"kind": "draw", "deck": "charms", "shuffle": 0, "left": left} == charms
    assert {"kind": "roll", "die": "hop", "n": 0, "low": 1, "high": 6} == deed("hop").ask
    assert {"kind": "yes_no", "likely": False} == deed("toll").ask
    assert ["kind", "options", "low", "high", "likely", "advance"] == list(deed("steal").ask)
    number = deed("toll").answer(True)["screen"]["ask"]
    assert {"kind": "number", "low": 1, "high": 3, "likely": 1, "minus_from": 8} == number
    worth = Outsider("magpie")
    worth.answer(True, "key")
    assert {"kind": "number", "low": 0, "high": 9, "likely": 3} == worth.ask
    pick = bot_with(trinkets=1, purse=1).ask
    buy = {"id": "buy", "text": "I buy a trinket for 2", "icon": "coin", "blocked": "needs 2, has 1"}
    options = [{"id": "go_on", "text": "My turn is done"}, buy]
    assert {"kind": "pick", "options": options, "likely": "go_on"} == pick


def test_n_counts_inputs() -> None:
    """Answers and corrections raise n; refused and other commands do not."""
    bot = bot_with()
    counted = [bot.answer("go_on")["n"], bot.do(correct={"coins": 3})["n"]]
    bot.refusal(answer="nonsense")
    bot.do(why=None)
    bot.send(journal=True)
    counted += [bot.do(source={"hop": "device"})["n"], bot.do(undo=2)["n"]]
    assert [1, 2, 2, 0] == counted


def test_dealt_lists_the_outcomes_since_the_last_line() -> None:
    """Each dealt outcome is listed once, in order; the first line lists the outcomes before the first step."""
    bot = Outsider("magpie", seed="7")
    assert [] == bot.status["dealt"]
    assert [{"source": "charms", "value": bot.answer(True)["state"]["charm"]}] == bot.status["dealt"]
    first = Outsider("wyrmspan", seed="7").status
    assert ["objectives"] * 4 + ["guild"] == [one["source"] for one in first["dealt"]]
    assert first["state"]["objectives"] == [one["value"] for one in first["dealt"][:4]]


def test_a_result() -> None:
    """At the end the result has its fields, the ask is done, and answers are refused."""
    bot = bot_with(rounds=1, left=[], played=["hop", "steal", "toll", "hoard"])
    bot.answer("go_on", {"trinkets": 1, "coins": 1})
    assert bot.status["over"]
    assert ["winner", "bot", "you", "verdict"] == list(bot.status["result"])
    assert ({"kind": "done"}, "result") == (bot.ask, bot.screen["role"])
    assert "The play is over." == bot.refusal(answer=True)


# --- commands ---


def test_why() -> None:
    """The reasons of an input, counted from 1, or of the current step, have rule, facts, outcome and words."""
    bot = deed("toll")
    bot.answer(True)
    [*_, reason] = bot.reasons()
    assert ["rule", "facts", "outcome", "text"] == list(reason)
    assert "magpie.toll.shiny" == reason["rule"]
    assert "If you show a shiny coin" in reason["text"]
    assert "(The Magpie’s book, “Toll”)" in reason["text"]
    assert bot.reasons(2) == bot.reasons(2)
    bot.answer(2)
    assert [{"paid": 2}, {"sold": 3}] == [reason["outcome"] for reason in bot.reasons(bot.status["n"])]


def test_a_side_is_drawn_and_said() -> None:
    """Drawings are sent as values and as sentences; the screen has the drawing that its step changed."""
    bot = deed("hop")
    bot.answer(4, 1)
    shown = bot.do(side=True)
    path = {"kind": "track", "label": "Path", "at": 3, "moved": 4, "loop": True}
    assert path.items() <= shown["side"]["parts"][0].items()
    assert ["Path: at 4 of 6.", "Moved 4 steps."] == shown["words"][:2]
    assert shown["side"]["parts"][0] == bot.screen["drawing"]


def test_set_replaces_fields() -> None:
    """Only the named fields change, and the step is repeated."""
    bot = bot_with(trinkets=2)
    before = bot.state
    after = bot.do(set={"purse": 1})["state"]
    assert before | {"purse": 1} == after
    assert "blocked" in bot.ask["options"][1]


def test_a_source_is_switched() -> None:
    """A source switched to the device deals at once; switched to own, its next draw is asked. Neither is an input."""
    bot = Outsider("magpie")
    bot.answer(True)
    assert "draw" == bot.ask["kind"]
    status = bot.do(source={"charms": "device"})
    assert (1, ["charms"]) == (status["n"], [one["source"] for one in status["dealt"]])
    other = Outsider("magpie", seed="7")
    other.do(source={"charms": "own"})
    assert "draw" == other.answer(True)["screen"]["ask"]["kind"]


def test_the_journal_is_the_play_file() -> None:
    """The journal is the whole play in the lines of a file; entries are kind, screen key, value, by."""
    bot = Outsider("magpie", seed="7")
    bot.answer(True)
    bot.do(correct={"coins": 3})
    bot.do(undo=1)
    reply = bot.send(journal=True)
    assert ["ok", "lines"] == list(reply)
    head = msgspec.json.decode(reply["lines"][0])[3]
    assert ("tavolino-play-2", "magpie", load_engine("magpie").version, "7") == tuple(
        head[name] for name in ("format", "game", "version", "seed")
    )
    assert {"deeds": "device", "charms": "device", "hop": "device", "luck": "device"} == head["sources"]
    charm = bot.state["charm"]
    play = bot.play()
    assert [["answer", "lay_out", True, "player"], ["draw", "charm", charm, "device"]] == entries(play)
    assert [["correct", bot.key, {"coins": 3}, "player"]] == msgspec.to_builtins(list(play.redo_stack))


def test_quit_ends_the_session() -> None:
    """Every line before quit is answered, and none after it."""
    given = [b'{"answer":true}\n', b'{"quit":true}\n', b'{"undo":1}\n']
    assert 2 == len(_serve(given))


# --- refusals ---

ENDLESS = b"x" * 1_000_000

WRONG_LINES = {
    b"": "not JSON",
    b"\n": "not JSON",
    b"nonsense": "not JSON",
    b'{"answer":': "not JSON",
    b'{"answer":\xff\xfe}': "not JSON",
    b'{"answer":"\xc3("}': "not JSON",
    b"[" * 100_000: "not JSON",
    b'{"answer":' * 100_000: "not JSON",
    b"null": "A command is an object",
    b"[]": "A command is an object",
    b'"answer"': "A command is an object",
    b"{}": "A command is an object",
    b'{"answer":true,"undo":1}': "A command is an object",
    b'{"answers":true}': "There is no command answers",
    b'{"undo":0}': "There is nothing to take back",
    b'{"undo":1}': "There is nothing to take back",
    b'{"undo":true}': "takes a number",
    b'{"undo":1.5}': "takes a number",
    b'{"undo":"1"}': "takes a number",
    b'{"why":0}': "There is no input 0. Nothing was done yet.",
    b'{"why":99}': "There is no input 99",
    b'{"why":true}': "takes the number",
    b'{"why":[]}': "takes the number",
    b'{"set":[]}': "takes an object",
    b'{"set":{"nonsense":1}}': "no field nonsense",
    b'{"set":{"coins":"two"}}': 'coins cannot be "two". Allowed: a whole number.',
    b'{"set":{"at":"nowhere"}}': 'at cannot be "nowhere". Allowed: "lay_out", ',
    b'{"set":{"coins":-1}}': "coins must be 0 to",
    b'{"correct":{}}': "at least one value",
    b'{"correct":[]}': "at least one value",
    b'{"correct":{"nonsense":1}}': "no value nonsense",
    b'{"correct":{"coins":-1}}': "from 0 to 99",
    b'{"correct":{"coins":true}}': "from 0 to 99",
    b'{"correct":{"tie":"right"}}': "must be one of: you, leftmost",
    b'{"source":"own"}': "takes an object",
    b'{"source":{}}': "takes an object",
    b'{"source":{"hop":"own","luck":"own"}}': "takes an object",
    b'{"source":{"nonsense":"own"}}': "no source nonsense",
    b'{"source":{"hop":"mine"}}': "own” or “device",
    b'{"source":{"hop":["own"]}}': "own” or “device",
    b'{"journal":1}': "takes true",
    b'{"side":1}': "takes true",
    b'{"answer":1}': "Only “done”",
    b'{"answer":null}': "Only “done”",
    b'{"answer":99999999999999999999999999}': "Only “done”",
    b'{"answer":' + b"[" * 800 + b"]" * 800 + b"}": "Only “done”",
    b'{"answer":1' + b"0" * 5000 + b"}": "not JSON",
    b'{"undo":1' + b"0" * 5000 + b"}": "not JSON",
    b'{"answer":"\\ud800"}': "not JSON",
    b'{"' + ENDLESS + b'":1}': "There is no command xxx",
    b'{"set":{"' + ENDLESS + b'":1}}': "no field xxx",
    b'{"set":{"at":"' + ENDLESS + b'"}}': 'at cannot be "xxx',
    b'{"correct":{"' + ENDLESS + b'":1}}': "no value xxx",
    b'{"source":{"' + ENDLESS + b'":"own"}}': "no source xxx",
    b'{"source":{"hop":"' + ENDLESS + b'"}}': "own” or “device",
    b'{"source":{"hop":' + b"[" * 800 + b"]" * 800 + b"}}": "own” or “device",
}


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda line: line[:40].decode("latin-1") or "empty")
def test_a_wrong_line_is_refused(line: bytes) -> None:
    """A wrong line is refused with one sentence, and the play does not change."""
    driver = _driver()
    before = driver.reply(b'{"journal":true}')
    raw = driver.reply(line)
    assert raw is not None
    reply = msgspec.json.decode(raw)
    assert ["ok", "error"] == list(reply)
    assert not reply["ok"]
    assert WRONG_LINES[line] in reply["error"]
    assert len(reply["error"]) <= 1000
    assert "The bot failed" not in reply["error"]
    assert before == driver.reply(b'{"journal":true}')


def test_a_session_goes_on_after_refusals() -> None:
    """Refused lines, also empty ones, are answered one by one, and the next command works."""
    replies = _serve([*(line.replace(b"\n", b"") + b"\n" for line in WRONG_LINES), b'{"answer":true}\n'])
    assert len(WRONG_LINES) + 2 == len(replies)
    assert [True, *[False] * len(WRONG_LINES), True] == [reply["ok"] for reply in replies]


def test_undo_too_many_is_refused() -> None:
    """The sentence gives the number of inputs that can be undone."""
    bot = bot_with()
    bot.answer("go_on", "hoard")
    assert "There is no input 3. There are 1 to 2." == bot.refusal(why=3)
    assert "1 to 2 inputs can be undone." == bot.refusal(undo=3)
    assert "1 to 2 inputs can be undone." == bot.refusal(undo=0)
    assert "1 to 2 inputs can be undone." == bot.refusal(undo=-1)


def test_a_bot_without_sources() -> None:
    """If a bot has no sources, the sentence ends with “none”."""
    assert "There is no source cards. There are: none." == Outsider("pampero").refusal(source={"cards": "own"})


def test_set_lists_every_broken_invariant() -> None:
    """All broken invariants are named, and nothing changes."""
    sentence = bot_with().refusal(set={"coins": -1, "left": ["hop"], "round": 9})
    assert all(part in sentence for part in ("coins must be", "deeds left and played", "round must be"))
    assert "., " not in sentence, "the faults are separate sentences, not a list"


@pytest.mark.parametrize(
    "wrong",
    [
        {"objectives": []},
        {"objectives": ["1A"]},
        {"guild": ""},
        {"ravel_bonus": "zz"},
        {"turn": -5},
        {"shuffle": -1},
        {"p": 10**30},
        {"did": {"card": "zz"}},
        {"at": "drawn"},
        {"at": "round_end"},
        {"at": "advance"},
        {"at": "her_turn_alone"},
        {"at": "guild"},
        {},
    ],
)
def test_set_refuses_what_no_play_can_be(wrong: Any) -> None:
    """A state that no play can reach is refused with a sentence of the game, not with an error of ours."""
    bot = Outsider("wyrmspan", seed="5")
    bot.answer(True)
    sentence = bot.refusal(set=wrong)
    assert "failed" not in sentence
    assert "Error" not in sentence


@pytest.mark.parametrize("value", [False, 0, None, "yes"])
def test_quit_takes_true(value: Any) -> None:
    """Any other value of quit is refused, and the session continues."""
    assert "“quit” takes true." == Outsider("magpie").refusal(quit=value)


@pytest.mark.parametrize("at", [phase.value for phase in load_engine("wyrmspan").state_type.__annotations__["at"]])
def test_set_to_any_phase_is_accepted_or_changes_nothing(at: str) -> None:
    """A phase that is invalid in a state is answered with a line; the session does not end."""
    driver = _driver("wyrmspan")
    before = driver.reply(b'{"journal":true}')
    raw = driver.reply(msgspec.json.encode({"set": {"at": at}}))
    assert raw is not None
    if not msgspec.json.decode(raw)["ok"]:
        assert before == driver.reply(b'{"journal":true}')
    assert driver.reply(b'{"why":null}')


def test_a_bot_that_fails_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """An error of the bot refuses the line and is logged; the play stays at its last input and continues."""
    driver = _driver()

    def fail(*_: Any) -> None:
        raise RuntimeError("out of order")

    with monkeypatch.context() as broken:
        broken.setattr(driver.play.engine, "apply", fail)
        raw = driver.reply(b'{"answer":true}')
    assert {"ok": False, "error": "The bot failed (out of order). The play stays at input 0."} == msgspec.json.decode(
        raw or b""
    )
    assert "input 0 of magpie failed" in caplog.text
    assert "out of order" in caplog.text
    assert msgspec.json.decode(driver.reply(b'{"answer":true}') or b"")["ok"]


def test_an_unknowable_source_cannot_be_the_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of cards that the device does not know stays the player's."""
    driver = _driver()
    engine = driver.play.engine
    unknown = tuple(msgspec.structs.replace(source, known=source.name != "deeds") for source in engine.sources)
    monkeypatch.setattr(engine, "sources", unknown)
    assert "own" == Play(engine, {}, dealer("")).sources["deeds"]
    reply = msgspec.json.decode(driver.reply(b'{"source":{"deeds":"device"}}') or b"")
    assert {"ok": False, "error": "The device does not know the cards of Magpie’s deeds."} == reply


# --- schema ---


@pytest.mark.parametrize("key", core(KEYS, MAGPIE))
def test_the_schema_fits_what_is_real(key: str) -> None:
    """Options, every state of a play and every correctable value fit the printed schema."""
    schemas = msgspec.json.decode(schema(load_engine(key)))
    assert ["options", "state", "correct"] == list(schemas)
    for level in levels(key):
        for play in Walk(key, level, 0):
            assert [] == faults(play.engine.plain_state(play.state), schemas["state"], schemas["state"])
            fields = {field.name: field.value for field in play.engine.fields(play.state)}
            assert [] == faults(fields, schemas["correct"], schemas["correct"])
        assert [] == faults(play.options, schemas["options"], schemas["options"])


@pytest.mark.parametrize("key", KEYS)
def test_the_schema_refuses_what_is_not(key: str) -> None:
    """An unknown option or field and a value of the wrong type do not fit."""
    schemas = msgspec.json.decode(schema(load_engine(key)))
    for part in ("options", "correct"):
        assert faults({"nonsense": 1}, schemas[part], schemas[part])
        for name in schemas[part]["properties"]:
            assert faults({name: [None]}, schemas[part], schemas[part])
    assert faults({"at": "nowhere"}, schemas["state"], schemas["state"])


def _driver(key: str = MAGPIE) -> Driver:
    return Driver(Play(load_engine(key), {}, dealer("7"), seed="7"), ENGLISH)


def _serve(lines: list[bytes]) -> list[Reply]:
    out = io.BytesIO()
    serve(_driver(), lines, out)
    return [msgspec.json.decode(line) for line in out.getvalue().splitlines()]

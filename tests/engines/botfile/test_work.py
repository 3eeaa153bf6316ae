"""No bot file stalls the device: the work of one input is counted, and too much is refused."""

from collections import Counter
from typing import Any

import pytest

from display.drawings import places
from display.layout import lay_out
from engines.botfile.expressions import FUNCTIONS, Expression
from engines.botfile.scope import MAX_WORK
from engines.botfile.side import MAX_PLACES
from engines.botfile.step_runner import MAX_REASONS
from engines.botfile.values import MAX_IDS
from engines.kit.contract import Refused
from engines.kit.drawings import Cards, Slots, describe
from engines.kit.play import MAX_OUTCOMES
from engines.kit.text import ENGLISH
from firmware.views.play_view import SideView
from tests.engines.botfile.inline_bots import Names, Table, bot
from tests.profiles import PROFILES

YOURS = '{ your_turn = "Your turn" }'
MANY_IDS = [f"c{n}" for n in range(1_000)]
IDS = "\n".join(["[names]", *(f'{one} = "{one}"' for one in MANY_IDS), "[tables]", f"many = {MANY_IDS}"])
VALUES = (
    "[values]\nx = { high = 999_999 }\ny = { high = 999_999 }\nl = { list = '', start = 'many' }\nm = { list = '' }"
)
LONG_SUM = "+".join(["len(both(many, many))"] * 10)
LONG_SENTENCE = "word and " * 25


def _begin(play: str, *parts: str) -> Table:
    return Table(bot(IDS, VALUES, *parts, play=f"{YOURS}, {play}, {YOURS}"))


def _work(table: Table) -> int:
    """Return the work of the last input."""
    work: int = table.play.engine._turn._scope.work  # type: ignore[attr-defined]
    return work


def test_a_thousand_ids_are_done_one_by_one() -> None:
    """Steps for each id of a long list end within the allowed work."""
    steps = '{ set = { x = "x + 1" } }, { set = { y = "y + x" }, if = "x > 500" }, { set = { x = "x + 0" } }'
    table = _begin(f'{{ each = "one", of = "many", do = [{steps}] }}').give("go_on")
    assert (1_000, sum(range(501, 1_001))) == (table.values["x"], table.values["y"])
    assert _work(table) < MAX_WORK


@pytest.mark.parametrize(
    "step",
    [
        '{ set = { x = "x + 1" } }',
        f'{{ set = {{ x = "{LONG_SUM}" }} }}',
        '{ set = { l = "many", m = "many" } }',
        '{ all = "l", to = "m" }, { all = "m", to = "l" }',
        '{ each = "one", of = "many", do = [] }',
        pytest.param(f'{{ say = "{LONG_SENTENCE}{{x}}" }}', marks=pytest.mark.all),
        '{ pick = "Which?", as = "p", of = [{ id = "c1", blocked = true, because = "{x}" }] }',
        '{ marks = "Which?", as = "p", of = "many", low = 1_000 }',
    ],
)
def test_steps_without_end_are_refused(step: str) -> None:
    """Endless steps of any kind are refused after `MAX_WORK` of work, and nothing has changed."""
    table = _begin(f'{{ while = "True", do = [{step}] }}')
    before = table.play.state
    with pytest.raises(Refused, match="without end, or does too much at once: look at play"):
        table.give("go_on")
    assert table.play.state is before
    assert MAX_WORK < _work(table) < 1.1 * MAX_WORK


def test_chance_without_end_is_refused() -> None:
    """One input has at most `MAX_OUTCOMES` cards and rolls."""
    rolls = f'{{ while = "x < {MAX_OUTCOMES}", do = [{{ roll = "hop" }}, {{ set = {{ x = "x + 1" }} }}] }}'
    assert MAX_OUTCOMES == len(_begin(rolls, '[dice]\nhop = { label = "Hop" }').give("go_on").play.dealt)
    with pytest.raises(Refused, match=f"More than {MAX_OUTCOMES} cards and rolls"):
        _begin(rolls.replace("x <", "x <="), '[dice]\nhop = { label = "Hop" }').give("go_on")


def test_work_of_an_input_goes_on_behind_a_roll() -> None:
    """A dealt roll is no input: the work before and after it is counted together."""
    half = '{ each = "one", of = "many", do = [{ set = { x = "x + 1" } }, { set = { x = "x + 1" } }] }'
    table = _begin(f"{half}, {half}").give("go_on")
    with pytest.raises(Refused, match="too much at once"):
        _begin(f'{half}, {{ roll = "hop" }}, {half}, {half}', '[dice]\nhop = { label = "Hop" }').give("go_on")
    assert _work(table) < MAX_WORK


class _CountingId(str):
    """An id that counts how often it is compared."""

    __slots__ = ()
    compared: Counter[str] = Counter()

    def __hash__(self) -> int:
        self.compared["hash"] += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        self.compared["eq"] += 1
        return super().__eq__(other)


@pytest.mark.parametrize("name", [name for name, one in FUNCTIONS.items() if len(one.takes) < 9])
def test_a_function_goes_through_its_lists_once(name: str) -> None:
    """Its time grows with the length of its lists, not with the square of it."""
    most = len(FUNCTIONS[name].takes)
    values = {"len": "a", "abs": "n", "count": "a, n", "place": "a, n", "having": "a, t, n", "total": "a, t"}
    read = Expression(f"{name}({values.get(name, ', '.join('ab'[:most]))})", lambda _: False)
    here, there = [_CountingId(one) for one in MANY_IDS], [_CountingId(one) for one in reversed(MANY_IDS)]
    _CountingId.compared.clear()
    read(Names(a=here, b=there, n=5, t=dict.fromkeys(MANY_IDS, 1)))
    assert _CountingId.compared.total() <= 8 * len(MANY_IDS)


@pytest.mark.parametrize("text", ["c1 in a", "a == a", "count(a, c1)", "both(a, a)", "total(a, t)"])
def test_a_list_that_is_read_is_counted_as_work(text: str) -> None:
    """Every operator and function counts one piece of work for each id that it reads."""
    look = Names(a=MANY_IDS, t=dict.fromkeys(MANY_IDS, 1))
    Expression(text, lambda name: name == "c1")(look)
    assert look.work >= len(MANY_IDS)


def test_a_long_sentence_is_more_work_than_a_short_one() -> None:
    """Its letters are counted."""
    short, long = (Table(bot(play=f'{YOURS}, {{ say = "{said}" }}')).give("go_on") for said in ("Go.", LONG_SENTENCE))
    assert _work(long) - _work(short) >= len(LONG_SENTENCE) // 5


def test_lines_that_wait_are_bounded() -> None:
    """If too many lines wait, the oldest are dropped together with their orders."""
    steps = '{ while = "x < 70", do = [{ set = { x = "x + 1" } }, { say = "{x}" }] }'
    table = Table(bot("[values]\nx = {}", play=f"{YOURS}, {steps}")).give("go_on")
    assert ["11", "70"] == [table.lines[0], table.lines[-1]]
    assert len(table.lines) == len(table.play.state.orders)


def test_lists_of_a_play_are_bounded_together() -> None:
    """The lists of a play have at most `MAX_IDS` ids together, because every input stores them."""
    with pytest.raises(Refused, match=f"more than {MAX_IDS} ids together"):
        _begin('{ set = { m = "many" } }, { marks = "All?", as = "third", of = "many", low = 1_000 }').give("go_on")


def test_a_screen_has_only_so_many_letters() -> None:
    """The oldest waiting lines are dropped; a step whose own words are too long is refused."""
    lines = _begin(f'{{ while = "x < 70", do = [{{ set = {{ x = "x + 1" }} }}, {{ say = "{LONG_SENTENCE}{{x}}" }}] }}')
    assert ["70", "69"] == [line.split()[-1] for line in reversed(lines.give("go_on").lines)][:2]
    assert len(lines.lines) < 30
    several = ", ".join([f'"{LONG_SENTENCE}"'] * 60)
    for step in (f'{{ tell = "Read", lines = [{several}] }}', '{ pick = "Which?", as = "one", of = "many" }'):
        with pytest.raises(Refused, match="a screen has more than"):
            _begin(step).give("go_on")
    with pytest.raises(Refused, match="becomes longer than"):
        _begin('{ say = "All of {l}." }').give("go_on")


def test_bookkeeping_is_told_so_far() -> None:
    """Why keeps the first `MAX_REASONS` reasons."""
    steps = f'{{ while = "x < {2 * MAX_REASONS}", do = [{{ set = {{ x = "x + 1" }}, why = "{{x}}." }}] }}'
    assert MAX_REASONS == len(_begin(steps).give("go_on").play.reasons)


def test_a_side_is_drawn_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many values, long lists and many cards: each place is drawn a few times, however many pages there are."""
    made = Counter[str]()
    cell = places.cell
    monkeypatch.setattr(places, "cell", lambda *given, **more: (made.update(["cell"]), cell(*given, **more))[1])
    labelled = [f'v{n} = {{ label = "Value {n}", start = {n} }}' for n in range(30)]
    labelled += [f't{n} = {{ label = "Track {n}", track = true, high = 38 }}' for n in range(10)]
    labelled += [f'q{n} = {{ label = "List {n}", list = "", start = {MANY_IDS[:20]} }}' for n in range(20)]
    table = Table(bot(IDS, "[values]", *labelled, play=YOURS))
    side = table.play.engine.side(table.play.state)
    told = [ENGLISH.words(line) for line in describe(side)]
    assert "Track 0: at 0 of 38." in told
    assert "Track 9: 0." in told
    assert "List 19: 20 in all." in told
    for profile in ("4.2", "2.9"):
        lay_out(SideView(None, table.play).screen(), PROFILES[profile], ENGLISH)  # type: ignore[arg-type]
        assert made.total() <= 15 * MAX_PLACES
        made.clear()


def test_many_decks_are_drawn_apart() -> None:
    """The last cards played of each deck are drawn, with a few decks to a drawing."""
    decks = [
        f'[decks.d{n}]\nlabel = "Deck {n}"\ncard = "k{n}"\n[decks.d{n}.cards]\n'
        + "\n".join(f'k{n}_{m} = "{m}"' for m in range(25))
        for n in range(20)
    ]
    draws = ", ".join(f'{{ draw = "d{n % 20}" }}' for n in range(80))
    table = Table(bot(*decks, play=f"{draws}, {YOURS}"))
    parts = table.play.engine.side(table.play.state).parts
    cards = [card for part in parts if isinstance(part, Cards) for card in part.cards]
    assert ([4] * 5, 20) == ([len(part.cards) for part in parts if isinstance(part, Cards)], len(cards))
    assert {4} == {len(card.items) for card in cards}
    assert not [part for part in parts if isinstance(part, Slots)]


def _repeat(n: int, line: str) -> str:
    return "\n".join(line.format(n=n) for n in range(n))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (["[values]", _repeat(301, "v{n} = {{}}")], "values has more than 300 entries"),
        (["[values]", _repeat(61, 'v{n} = {{ label = "V" }}')], "more than 60 values with a label"),
        (["[rules]", _repeat(41, 'r{n} = {{ text = "R", remind = true }}')], "more than 40 rules with `remind`"),
        (["[decks.d]", 'label = "D"', "[decks.d.cards]", _repeat(13, 'c{n} = {{ name = "C", n = 40 }}')], "500 cards"),
        (["[dice]", _repeat(61, 'd{n} = {{ label = "D" }}')], "dice has more than 60 entries"),
        (["[values.v.choices]", _repeat(101, 'c{n} = "C"')], "more than 100 choices"),
        (["[options.o]", 'label = "O"', "[options.o.choices]", _repeat(101, 'c{n} = "C"')], "more than 100 choices"),
        (["[result]", "parts = [" + _repeat(61, '{{ id = "p{n}", text = "P" }},') + "]"], "more than 60 parts"),
    ],
)
def test_what_is_declared_is_bounded(parts: list[str], words: str) -> None:
    """A file may declare only so much as fits on the glass together."""
    with pytest.raises(Exception, match=rf"^crow\.toml, line \d+: .*{words}"):
        bot(*parts)


def test_steps_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps of all blocks are counted together."""
    monkeypatch.setattr("engines.botfile.bot.MAX_STEPS", 2)
    bot(play=f"{YOURS}, {YOURS}")
    with pytest.raises(Exception, match="there are more than 2 steps"):
        bot("[do]", f"more = [{YOURS}]", play=f"{YOURS}, {YOURS}")


def test_a_name_that_is_not_known_is_looked_for_among_some() -> None:
    """An unknown name among thousands is refused with similar names."""
    names: Any = "\n".join(["[names]", *(f'n{n} = "{n}"' for n in range(3_000))])
    with pytest.raises(Exception, match=r"there is no n9x\. Did you mean n9 or"):
        bot(names, play='{ your_turn = "{n9x}" }')

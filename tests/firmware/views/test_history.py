"""The history as figures and bars: totals, results and marks."""

from typing import Any

import pytest

from engines.kit.drawings import Bars, Side
from engines.kit.text import ENGLISH, Text
from firmware.history.figures import Group
from firmware.history.records import Record
from firmware.views.history import figures, heading


class ClosingHost:
    """A stand-in for the host that counts calls of close."""

    def __init__(self) -> None:
        self.times = 0

    def close(self) -> None:
        """Count."""
        self.times += 1


def group(*ends: tuple[int | None, str | None], **values: Any) -> Group:
    """Return plays of the Magpie with these margins and winners; without a margin there are no points."""
    plays = (
        Record(n, "magpie", {}, n, 9, over=True, winner=winner, bot=None if margin is None else 50,  # type: ignore[arg-type]  # one of them
               you=None if margin is None else 50 + margin, **values)
        for n, (margin, winner) in enumerate(ends)
    )  # fmt: skip
    return Group(Text("Usual options"), tuple(plays))


def lines_and_bars(shown: Group) -> tuple[list[str], Bars]:
    """Return the lines of the figures, and the bars."""
    side = figures(ClosingHost(), "magpie", Text("The Magpie"), shown).screen().drawing  # type: ignore[arg-type]  # a host
    assert isinstance(side, Side)
    (bars,) = (part for part in side.parts if isinstance(part, Bars))
    return [ENGLISH.words(part) for part in side.parts if isinstance(part, Text)], bars


def test_the_last_six_results_are_drawn() -> None:
    """The figures are of all plays, the bars of the last six, with the latest at the right."""
    lines, bars = lines_and_bars(group(*((margin, "you") for margin in (1, 2, 3, 4, 5, 6, 0, 35))))
    assert lines == ["Usual options: 8 plays, 8 won", "Margin: 0 to +35, +7 on average."]
    assert [(bar.value, bar.label) for bar in bars.bars] == [
        (3, "+3"), (4, "+4"), (5, "+5"), (6, "+6"), (0, "0"), (35, "+35"),
    ]  # fmt: skip


def test_a_draw_is_not_won() -> None:
    """Only plays that the player won count as won."""
    assert ENGLISH.words(heading(group((3, "you"), (0, None), (-2, "bot")))) == "Usual options: 3 plays, 1 won"


def test_results_without_points() -> None:
    """A win is drawn above the line, a defeat below it, each with a word and no number."""
    lines, bars = lines_and_bars(group((None, "you"), (None, "bot")))
    assert lines == ["Usual options: 2 plays, 1 won"]
    assert [(bar.value, bar.label, ENGLISH.words(bar.said)) for bar in bars.bars] == [
        (1, None, "won"), (-1, None, "lost"),
    ]  # fmt: skip


def test_what_was_undone_or_corrected_has_a_sign() -> None:
    """An undone or corrected play is marked, and one mark is enough for the explanation."""
    plain, undone, corrected = (group((3, "you"), **values) for values in ({}, {"undone": 1}, {"corrected": 1}))
    lines, bars = lines_and_bars(Group(plain.label, (*plain.plays, *undone.plays, *corrected.plays)))
    assert [bar.marked for bar in bars.bars] == [False, True, True]
    assert ENGLISH.words(bars.bars[1].said) == "+3 (undone or corrected)"
    assert lines[-1] == "Inputs were undone or corrected."
    assert lines_and_bars(Group(plain.label, plain.plays * 2))[0][-1] == "Margin: +3 to +3, +3 on average."


@pytest.mark.parametrize(
    ("end", "values", "ending"),
    [
        ((3, "you"), {}, ["You won, 53 to 50."]),
        ((-2, "bot"), {"undone": 1}, ["The bot won, 50 to 48.", "Inputs were undone or corrected."]),
        ((0, None), {"corrected": 1}, ["Nobody won, 50 to 50.", "Inputs were undone or corrected."]),
        ((None, "you"), {}, ["You won."]),
        ((None, "bot"), {}, ["The bot won."]),
        ((None, None), {}, ["Nobody won."]),
    ],
)
def test_one_play_says_how_it_ended(
    end: tuple[int | None, str | None], values: dict[str, int], ending: list[str]
) -> None:
    """A single play has a sentence instead of range, average and bars."""
    screen = figures(ClosingHost(), "magpie", Text("The Magpie"), group(end, **values)).screen()  # type: ignore[arg-type]  # a host
    assert isinstance(screen.drawing, Side)
    assert [ENGLISH.words(part) for part in screen.drawing.parts if isinstance(part, Text)] == [
        "Usual options",
        *ending,
    ]
    assert len(screen.drawing.parts) == 1 + len(ending)


def test_next_and_back_close_the_figures() -> None:
    """Next and Back each close the figures once."""
    host = ClosingHost()
    view = figures(host, "magpie", Text("The Magpie"), group((3, "you")))  # type: ignore[arg-type]  # a host
    view.take(None)
    assert host.times == 1
    view.back()
    assert host.times == 2

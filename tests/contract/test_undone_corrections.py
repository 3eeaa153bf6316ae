"""An undone correction in random plays of every bot: it has its own row, and every other row works as before."""

from types import SimpleNamespace
from typing import Any

from engines.kit.contract import Pick, Refused, Screen, YesNo
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.random_plays import answer, fork, has_ended
from firmware.views.play_view import PlayView
from firmware.views.position import value_at
from tests.contract.laws import assert_same, guide
from tests.contract.walk import ALL_SHARE, Steps, Walks, each_seed, luck

CORRECT_AGAIN, CONTINUE_WITHOUT, CORRECT = "device.again", "device.without", "device.correct"


@guide("state.py")
def test_an_undone_correction_is_a_row(walks: Walks) -> None:
    """It is the first and highlighted row, and Next redoes it; every other row discards it and does what it says."""
    seen = set[Any]()

    def law(seed: int, plays: Steps) -> None:
        chance = luck("again", seed)
        for walked in plays:
            screen = walked.screen.key, type(walked.screen.ask)
            share = walks.share / 16 if screen in seen else walks.share / ALL_SHARE
            values = _accepted_correction(walked, chance) if chance.random() <= share else None
            if values is None:
                continue
            seen.add(screen)
            corrected = fork(walked)
            corrected.correct(values)
            view = _view_after_undo(corrected)
            correction_row, *others = _rows(view)
            first = (correction_row.id, value_at(view.screen().ask, view.place.cursor))
            assert (CORRECT_AGAIN, CORRECT_AGAIN) == first, (
                f"{first} are first and highlighted, not the undone correction"
            )
            assert ENGLISH.words(correction_row.text).startswith("Again: "), "its row does not begin with “Again:”"
            view.take(CORRECT_AGAIN)
            assert_same(_moment(corrected), _moment(view.play), "an undone correction was taken again")
            assert others, "there is no row but that of the correction"
            for row in others:
                _check_row(row, _view_after_undo(corrected), walked, chance)

    each_seed(walks, law)


class View(PlayView):
    """The pending step of a play that is not saved."""

    def __init__(self, play: Play[Any]) -> None:
        self.play, self.opened = play, list[Any]()
        host: Any = SimpleNamespace(
            commit=lambda _: self.renew(),
            open=self.opened.append,
            result_before=lambda: None,
            folder=SimpleNamespace(plays=SimpleNamespace(draft=lambda _: None)),
            number=1,
        )
        super().__init__(host, play)


def _view_after_undo(corrected: Play[Any]) -> View:
    """Return the pending step of a play after the correction at its end was undone."""
    play = fork(corrected)
    play.undo()
    return View(play)


def _check_row(row: Any, view: View, walked: Play[Any], chance: Any) -> None:
    """Take a row other than the correction, and check that the play is as if there had been no correction."""
    ended = has_ended(walked) and row.id != CONTINUE_WITHOUT  # its rows are the device's
    if row.blocked is not None or row.id == CORRECT or ended:
        return
    if row.id == CONTINUE_WITHOUT:
        view.take(CONTINUE_WITHOUT)
        assert (walked.n, ()) == (view.play.n, view.play.redo_stack), "the discarded correction is still there"
        same_screen = _screen_without_redo(walked) == view.screen()
        assert same_screen, "without the correction the screen is another than before it"
        if has_ended(walked):
            return
        value = answer(walked.screen.ask, chance)
    else:
        value = row.id == "yes" if isinstance(walked.screen.ask, YesNo) else row.id
    uncorrected = fork(walked)
    uncorrected.give(True if value == "go_on" and not isinstance(walked.screen.ask, Pick) else value)
    view.take(row.id if row.id != CONTINUE_WITHOUT else value)
    assert_same(_moment(uncorrected), _moment(view.play), f"{row.id} was taken in place of an undone correction")


def _rows(view: PlayView) -> tuple[Any, ...]:
    ask = view.screen().ask
    assert isinstance(ask, Pick)
    return ask.options


def _screen_without_redo(play: Play[Any]) -> Screen:
    """Return what the device shows of a step with an empty redo stack."""
    return View(fork(play)).screen()


def _moment(play: Play[Any]) -> tuple[Any, ...]:
    return play.engine.encode(play.state), play.screen, play.why(), play.journal, play.redo_stack


def _accepted_correction(play: Play[Any], chance: Any) -> dict[str, Any] | None:
    """Return a correction that a step accepts; None if all are refused that set a field to a choice or a bound."""
    fields = play.engine.fields(play.state)
    for field in chance.sample(fields, len(fields)):
        values: list[Any] = [choice.id for choice in field.choices] or [field.low, field.high]
        for value in values:
            try:
                fork(play).correct({field.name: value})
            except Refused:
                continue
            return {field.name: value}
    return None

"""An undone correction in random plays of every bot: it has its own row, and every other row works as before."""

from types import SimpleNamespace
from typing import Any

from engines.kit.contract import Pick, Refused, Screen, YesNo
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.random_plays import answer, fork, has_ended
from firmware.views.play_view import PlayView
from firmware.views.position import value_at
from tests.contract.laws import guide, same
from tests.contract.walk import IN_ALL, Steps, Walks, each_seed, luck

CORRECT_AGAIN, CONTINUE_WITHOUT, CORRECT = "device.again", "device.without", "device.correct"


@guide("state.py")
def test_an_undone_correction_is_a_row(walks: Walks) -> None:
    """It is highlighted first and taken by Next; every other row does what it says, and the correction is gone."""
    seen = set[Any]()

    def law(seed: int, plays: Steps) -> None:
        chance = luck("again", seed)
        for walked in plays:
            screen = walked.screen.key, type(walked.screen.ask)
            share = walks.share / 16 if screen in seen else walks.share / IN_ALL
            values = _possible(walked, chance) if chance.random() <= share else None
            if values is None:
                continue
            seen.add(screen)
            corrected = fork(walked)
            corrected.correct(values)
            view = _undone(corrected)
            again, *others = _rows(view)
            first = (again.id, value_at(view.screen().ask, view.place.cursor))
            assert (CORRECT_AGAIN, CORRECT_AGAIN) == first, (
                f"{first} are first and highlighted, not the undone correction"
            )
            assert ENGLISH.words(again.text).startswith("Again: "), "its row does not begin with “Again:”"
            view.take(CORRECT_AGAIN)
            same(_moment(corrected), _moment(view.play), "an undone correction was taken again")
            assert others, "there is no row but that of the correction"
            for row in others:
                _check(row, _undone(corrected), walked, chance)

    each_seed(walks, law)


class View(PlayView):
    """The pending step of a play that is kept nowhere."""

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


def _undone(corrected: Play[Any]) -> View:
    """Return the step of a play whose last input, a correction, was taken back."""
    play = fork(corrected)
    play.undo()
    return View(play)


def _check(row: Any, view: View, walked: Play[Any], chance: Any) -> None:
    """Take a row that is not the correction, and see that all is as if there had been none."""
    ended = has_ended(walked) and row.id != CONTINUE_WITHOUT  # its rows are the device's
    if row.blocked is not None or row.id == CORRECT or ended:
        return
    if row.id == CONTINUE_WITHOUT:
        view.take(CONTINUE_WITHOUT)
        assert (walked.n, ()) == (view.play.n, view.play.redo_stack), "what was to be left out is still there"
        assert _plain(walked) == view.screen(), "without the correction the screen is another than before it"
        if has_ended(walked):
            return
        value = answer(walked.screen.ask, chance)
    else:
        value = row.id == "yes" if isinstance(walked.screen.ask, YesNo) else row.id
    never = fork(walked)
    never.give(True if value == "go_on" and not isinstance(walked.screen.ask, Pick) else value)
    view.take(row.id if row.id != CONTINUE_WITHOUT else value)
    same(_moment(never), _moment(view.play), f"{row.id} was taken in place of an undone correction")


def _rows(view: PlayView) -> tuple[Any, ...]:
    ask = view.screen().ask
    assert isinstance(ask, Pick)
    return ask.options


def _plain(play: Play[Any]) -> Screen:
    """Return what the device shows of a step of which nothing was undone."""
    return View(fork(play)).screen()


def _moment(play: Play[Any]) -> tuple[Any, ...]:
    return play.engine.encode(play.state), play.screen, play.why(), play.journal, play.redo_stack


def _possible(play: Play[Any], chance: Any) -> dict[str, Any] | None:
    """Return a correction that holds at a step; None where none of a few does."""
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

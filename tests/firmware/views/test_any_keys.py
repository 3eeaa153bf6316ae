"""Whatever is pressed, in whatever language, with the plug pulled at any moment: nothing is lost, cut or a dead end."""

import logging
import random
import re
from pathlib import Path

import pytest

from display.profiles import PROFILES
from engines.play import Play
from engines.registry import KEYS
from firmware.dealer import dealer
from firmware.languages import languages
from firmware.plays.versions import resume
from hw.events import Key
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.play_values import written

FIRST_KEYS, KEYS_OF_A_SEED = 30, 500
SEEDS, LONG = 10, 200
CUT = 60
"""One of so many keys is a pulled plug."""
TWIN = re.compile(r"is play \d+, which (goes on|was put away) here")
"""Who writes a play out and takes it in again is told so, and the log says what one was told."""
OUT = 40
"""Backs that lead out of any menu."""


class Hands:
    """Presses keys by chance, and looks after each that the glass shows where the player stands."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)  # noqa: S311 - the same keys every time
        self.plays = 0

    def play(self, keys: int) -> None:
        """Press so many keys, on another panel and in another language after each power cut."""
        while keys > 0:
            panel, language = self.chance.choice(sorted(PROFILES)), self.chance.choice(languages())
            with bench(self.folder, panel=panel, language=language) as device:
                self._begin(device)
                many = min(keys, self.chance.randint(1, 2 * CUT))
                for _ in range(many):
                    self._key(device)
                    if device.device.over:
                        break
                    _shows_where_one_stands(device)
                keys -= many
                if not device.device.over:
                    _is_kept(device)
                    self._leads_out(device)
                self._no_play_is_lost(device)

    def _begin(self, device: Bench) -> None:
        """Now and then go on with another game."""
        if self.chance.random() < 0.5:
            device.device.act(lambda: device.session.choose(self.chance.choice(sorted(KEYS))))
            device.wait(3)

    def _key(self, device: Bench) -> None:
        match self.chance.randrange(10):
            case 0 | 1 | 2 | 3:
                device.next()
            case 4:
                device.back()
            case 5:
                device.push()
            case 6:
                device.hold(self.chance.choice([PUSH, BACK]))
            case _:
                device.turn(self.chance.choice([-4, -1, 1, 1, 2, 6]))

    def _leads_out(self, device: Bench) -> None:
        """From anywhere the pause menu is one hold away, and closes again."""
        device.hold(PUSH)
        for _ in range(OUT):
            if len(device.session.views) == 1:
                return
            device.tap(Key.BACK)
        pytest.fail(f"no way out of {device.device.layout.screen.key}")

    def _no_play_is_lost(self, device: Bench) -> None:
        numbers = [info.number for info in device.store.plays()]
        assert len(numbers) >= self.plays, "a play is gone"
        self.plays = len(numbers)


def _shows_where_one_stands(device: Bench) -> None:
    shown = device.device.shown
    assert shown is not None
    place = device.place  # which of its lines were seen is not drawn
    assert (shown.step, shown.place.page, shown.place.cursor) == (device.device.frames.step, place.page, place.cursor)


def _is_kept(device: Bench) -> None:
    """Check that the store has the play as it is on the device."""
    if device.session.play is not None:
        stored = device.store.load(device.session.number)
        play = resume(device.play.engine, stored, dealer(stored.seed))
        assert isinstance(play, Play)
        assert written(play) == written(device.play)


def _any_keys(folder: Path, caplog: pytest.LogCaptureFixture, seed: int, keys: int = KEYS_OF_A_SEED) -> None:
    with caplog.at_level(logging.WARNING):
        Hands(folder, seed).play(keys)
    said = [record.getMessage() for record in caplog.records]
    assert [] == [one for one in said if not TWIN.search(one)]


@pytest.mark.parametrize("seed", range(2))
def test_some_keys(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """The first of them."""
    _any_keys(tmp_path, caplog, seed, FIRST_KEYS)


@pytest.mark.all
@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_keys(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """5,000 keys over all menus, languages and games: the glass shows where one stands, and all of it is kept."""
    _any_keys(tmp_path, caplog, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS, LONG))
def test_any_keys_long(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """The same with 95,000 other keys."""
    _any_keys(tmp_path, caplog, seed)

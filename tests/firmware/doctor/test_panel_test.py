"""The panel test: true answers about the glass end with a correct picture, for any mounting of the panel."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from display.patterns import border
from firmware.data_folder import DataFolder
from firmware.device.builds import build_of
from firmware.device.glass import FULL_MODES
from firmware.doctor import dialogue
from firmware.doctor.checks import Check
from firmware.doctor.dialogue import SPLIT, SWAPPED, Outcome, PanelSettings, Question, next_question
from firmware.doctor.examination import draw
from firmware.doctor.panel_test import KEYS_HELP, NOTHING_TO_SET, panel_test
from firmware.settings import settings
from firmware.settings.settings import Settings
from hw.build import Build
from hw.events import Edge, Key
from hw.inputs import Inputs
from hw.panel import Mode
from tests.firmware.doctor.faulty import Defect, FaultyInstallation
from tests.hw.panel_bench import UC81XX
from tests.hw.panel_bench import build_of as mounted_build
from tests.hw.second_base import Batch, batches_of
from tests.hw.second_chip import SecondPanel

pytestmark = pytest.mark.all

BLACK = 0
MIRRORED = 1
"""The scan of an SSD16xx from the last gate, as some glass is wired."""
TURNS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "as it is": lambda image: image,
    "turned": lambda image: image.transpose(Image.Transpose.ROTATE_180),
    "mirrored": lambda image: image.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
    "upside down": lambda image: image.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
}
PANELS = ("4.2", "2.9", "4.26-hat", "7.5-v2", "3.7")
each_panel = pytest.mark.parametrize("panel", PANELS)


def has_whole_frame(image: Image.Image) -> bool:
    """Return whether the outermost pixels are black on all four sides."""
    width, height = image.size
    edges = [(x, y) for x in range(width) for y in (0, height - 1)]
    edges += [(x, y) for x in (0, width - 1) for y in range(height)]
    return {BLACK} == {image.getpixel(place) for place in edges}


def is_in_one_piece(image: Image.Image) -> bool:
    """Return whether the middle is that of the picture, even if turned, mirrored, shifted or inverted."""
    wanted, (width, height) = border(*image.size), image.size
    for turn in TURNS.values():
        for ink in (image, ImageChops.invert(image)):
            for x, y in ((0, 0), *((n, 0) for n in (-16, -8, 8, 16)), *((0, n) for n in (-16, -8, 8, 16))):
                middle = (width // 4, height // 4, width * 3 // 4, height * 3 // 4)
                moved = ImageChops.offset(turn(wanted), x, y)
                if moved.crop(middle) == ink.crop(middle):
                    return True
    return False


def corner_of_the_dot(image: Image.Image) -> int:
    """Return the number of the corner with the most black."""
    width, height = image.size
    places = [(8, 8), (width - 56, 8), (width - 56, height - 56), (8, height - 56)]  # in the order of CORNERS
    counts = [image.crop((x, y, x + 48, y + 48)).convert("L").histogram()[BLACK] for x, y in places]
    return counts.index(max(counts))


QUESTIONS = {
    "Is the picture in one piece": "piece",
    "Is it black on white": "ink",
    "Which corner": "corner",
    "Is the frame whole": "frame",
    "Is it the frame again": "partial",
    "Is anything grey": "grey",
}
"""The beginning of each question, and its name."""


class Builder(FaultyInstallation):
    """A builder who looks at a mounted panel and answers truly. `asked_of` are the questions."""

    def __init__(self, folder: Path, panel: str, batch: Batch, rotation: int) -> None:
        super().__init__(folder, None)
        (folder / settings.FILE_NAME).write_text(f'panel = "{panel}"\n[hardware.keys]\nnext = 20\n[sources]\n')
        self.glass = SecondPanel(mounted_build(panel, rotation), self.clock, self._factory, batch=batch)
        self.sim: Any = self.glass
        self.asked_of: list[str] = []
        self.left = False

    def turn_round(self) -> None:
        """Sit on the other side, with the left hand on the knob."""
        self.folder.settings.change(hand="left")
        self.left = True

    def panel_test(self) -> Iterator[Check | str]:
        """Yield the words of the panel test, and note its questions."""
        for said in panel_test(self):
            self.asked_of += [name for words, name in QUESTIONS.items() if isinstance(said, str) and words in said]
            yield said

    def inputs(self, build: Build, sink: Callable[[Edge], None]) -> Inputs:
        """Return the keys, which are opened for each question, and answer it."""
        inputs = super().inputs(build, sink)
        self._hand.turned = self.left
        self.answer(self.asked_of[-1])
        return inputs

    def answer(self, question: str) -> None:
        """Look, turn to the true answer, and press Next."""
        self.take(Key.NEXT, self.true_answer(question))

    def true_answer(self, question: str) -> int:
        """Return the number of the true answer."""
        image = self.glass.picture()
        if self.left:
            image = image.transpose(Image.Transpose.ROTATE_180)
        match question:
            case "piece":
                return 0 if is_in_one_piece(image) else 1
            case "ink":
                return 0 if image.getpixel((12, image.height // 2)) != BLACK else 1
            case "corner":
                return corner_of_the_dot(image)
            case "frame":
                return 0 if has_whole_frame(image) else 1
            case "partial":
                return 0 if image == border(*image.size) else 1
        return 1 if self.glass.chip.grey else 0


def batch_of(panel: str, **values: Any) -> Batch:
    """Return a panel with unusual wiring."""
    usual = batches_of(mounted_build(panel))[0]
    return replace(usual, scan=usual.scan ^ values.pop("scan", 0), **values)


def upright_rotation(panel: str) -> int:
    """Return the rotation of a panel."""
    return mounted_build(panel).rotation


def draw_correctly(builder: Builder, wanted: Settings) -> list[bool]:
    """Return whether a device with these settings shows each frame correctly: full as set, partial, slow."""
    build = build_of(wanted)
    frames = [
        border(build.panel.width, build.panel.height),
        Image.new("1", (build.panel.width, build.panel.height), BLACK),
    ]
    frames.append(ImageChops.invert(frames[0]))
    right = []
    with closing(builder.panel(build)) as panel:
        for frame, mode in zip(frames, (FULL_MODES[wanted.full_refresh], Mode.PARTIAL, Mode.SLOW), strict=True):
            draw(builder, panel, frame, mode)
            right.append(frame == builder.glass.picture() and not builder.glass.chip.grey)
    return right


ODDITIES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "upside down": {"turned": 2},
    "mirrored": {"scan": MIRRORED},
    "mirrored and upside down": {"scan": MIRRORED, "turned": 2},
    "split": {"scan": SPLIT},
    "swapped": {"scan": SWAPPED},
    "split, swapped and mirrored": {"scan": SPLIT | SWAPPED | MIRRORED},
    "inverted": {"inverted": True},
    "grey": {"pale": 0x50, "hot": 0x6F},
    "everything": {"scan": SWAPPED | MIRRORED, "turned": 2, "inverted": True, "pale": 0x50, "hot": 0x7F},
}
"""The oddities of a panel."""
ODDITIES_UC81XX: dict[str, dict[str, Any]] = {
    "nothing": {},
    "upside down": {"turned": 2},
    "mirrored": {"mirrored": True},
    "mirrored and upside down": {"mirrored": True, "turned": 2},
    "grey": {"pale": 0x50, "hot": 0x5F},
    "everything": {"mirrored": True, "turned": 2, "pale": 0x50, "hot": 0x6D},
}
"""The same for a chip without scan order, whose ink is as in its profile."""


def oddities_of(panel: str) -> dict[str, dict[str, Any]]:
    """Return the possible oddities of a panel."""
    return ODDITIES_UC81XX if panel in UC81XX else ODDITIES


@pytest.mark.parametrize(("panel", "odd"), [(panel, odd) for panel in PANELS for odd in oddities_of(panel)])
def test_a_panel_that_is_mounted_wrong(tmp_path: Path, panel: str, odd: str) -> None:
    """The dialogue ends with settings that show every frame correctly; all other settings are kept."""
    values = dict(oddities_of(panel)[odd])
    turned = upright_rotation(panel) + values.pop("turned", 0)
    builder = Builder(tmp_path, panel, batch_of(panel, **values), turned)
    how, *_, end = builder.panel_test()
    found = DataFolder(tmp_path).settings.load()

    assert KEYS_HELP.format(turn="the knob turns") == how
    assert isinstance(end, Check)
    assert end.ok
    assert all(draw_correctly(builder, found))
    assert ({"next": 20}, panel) == (found.hardware["keys"], found.panel)
    assert (end == NOTHING_TO_SET) == (odd == "nothing")


@each_panel
@pytest.mark.parametrize("odd", ["nothing", "upside down", "mirrored", "everything"])
def test_the_left_hand(tmp_path: Path, panel: str, odd: str) -> None:
    """From the other side, with swapped buttons, the same settings are found."""
    values = dict(oddities_of(panel)[odd])
    turned = values.pop("turned", 0) + upright_rotation(panel)
    found = []
    for name in ("right", "left"):
        (tmp_path / name).mkdir()
        builder = Builder(tmp_path / name, panel, batch_of(panel, **values), turned)
        if name == "left":
            builder.turn_round()
        list(builder.panel_test())
        found.append(DataFolder(tmp_path / name).settings.load())
    assert [replace(found[0], hand="left")] == found[1:]


@pytest.mark.parametrize("source", [0, 8, 16])
def test_a_panel_whose_picture_is_shifted(tmp_path: Path, source: int) -> None:
    """Some batches of the small panel use other sources: offset and 0x21 follow, for both kinds of refresh."""
    builder = Builder(tmp_path, "2.9", batch_of("2.9", first_source=source), 1)
    list(builder.panel_test())

    assert all(draw_correctly(builder, DataFolder(tmp_path).settings.load()))
    assert 1 == builder.asked_of.count("partial")  # the result of the full refresh also applies to it


@each_panel
@pytest.mark.parametrize("odd", ["upside down", "mirrored", "mirrored and upside down"])
def test_one_look_at_the_dot_is_enough(tmp_path: Path, panel: str, odd: str) -> None:
    """In whichever corner the dot is, the next picture has it top left."""
    values = dict(oddities_of(panel)[odd])
    turned = values.pop("turned", 0) + upright_rotation(panel)
    builder = Builder(tmp_path, panel, batch_of(panel, **values), turned)
    list(builder.panel_test())

    assert 2 == builder.asked_of.count("corner")


def test_a_panel_that_wants_another_temperature(tmp_path: Path) -> None:
    """A panel that is grey at 0x64 gets 0x6E, and keeps its fast refresh."""
    builder = Builder(tmp_path, "2.9", batch_of("2.9", pale=0x50, hot=0x6E), 1)
    list(builder.panel_test())
    found = DataFolder(tmp_path).settings.load()

    assert ({"fast_full_temperature": 0x6E}, "fast") == (found.hardware["panel"], found.full_refresh)


def test_what_was_written_is_said_by_its_name(tmp_path: Path) -> None:
    """Each value has a line with its name in the settings; the last line has their file."""
    builder = Builder(tmp_path, "4.2", batch_of("4.2", scan=MIRRORED, pale=0x50, hot=0x7F), 2)
    *_, rotation, mirrored, full, end = builder.panel_test()

    assert ("hardware.panel.rotation is 2", "hardware.panel.mirrored is True") == (rotation, mirrored)
    assert 'full_refresh is "slow"' == full
    assert isinstance(end, Check)
    assert str(tmp_path / settings.FILE_NAME) in end.found
    assert {"rotation": 2, "mirrored": True} == DataFolder(tmp_path).settings.load().hardware["panel"]


def test_the_first_start_still_is_one(tmp_path: Path) -> None:
    """Settings written before the first start do not skip any of its questions."""
    builder = Builder(tmp_path, "4.2", batch_of("4.2"), 2)
    (tmp_path / settings.FILE_NAME).unlink()
    assert ["hardware.panel.rotation is 2"] == [one for one in builder.panel_test() if "rotation" in str(one)]
    assert "language" == DataFolder(tmp_path).settings.load().first_start


def test_what_no_setting_cures(tmp_path: Path) -> None:
    """A panel with a defect is reported with a cure, and the settings stay."""
    builder = Builder(tmp_path, "4.2", batch_of("4.2", first_source=8), 0)
    before = (tmp_path / settings.FILE_NAME).read_text()
    found = [one for one in builder.panel_test() if isinstance(one, Check)]

    assert [("No offset makes the frame whole", False), ("A partial refresh is not right", False)] == [
        (check.found, check.ok) for check in found
    ]
    assert all("flat cable" in check.cure for check in found)
    assert before == (tmp_path / settings.FILE_NAME).read_text()


def test_a_glass_that_stays_white(tmp_path: Path) -> None:
    """If nothing is drawn although BUSY moves, no setting is tried: the cure is at the cable or a switch."""
    builder = ScriptedBuilder(tmp_path, "4.2", batch_of("4.2"), 0)
    builder.script = iter([(Key.NEXT, 8)])
    before = (tmp_path / settings.FILE_NAME).read_text()
    *_, end = builder.panel_test()

    assert isinstance(end, Check)
    assert (["piece"], "BUSY moves, but there is no picture", False) == (builder.asked_of, end.found, end.ok)
    assert all(word in end.cure for word in ("flat cable", "4 wires", "RESE"))
    assert before == (tmp_path / settings.FILE_NAME).read_text()


# --- keys ---


class ScriptedBuilder(Builder):
    """A builder with a script of presses; afterwards it takes the first answers."""

    script: Iterator[tuple[Key, int]]

    def answer(self, question: str) -> None:  # noqa: ARG002 - whatever it is
        """Press what the script says."""
        self.take(*next(self.script, (Key.NEXT, 0)))


def test_back_is_the_question_before(tmp_path: Path) -> None:
    """Each Back undoes the previous answer; at the first question it does nothing."""
    builder = ScriptedBuilder(tmp_path, "4.2", batch_of("4.2"), 0)
    presses = [(Key.BACK, 0), (Key.NEXT, 1), (Key.BACK, 0), (Key.PUSH, 0), (Key.NEXT, 0), (Key.BACK, 0)]
    builder.script = iter(presses)
    found = list(builder.panel_test())

    asked = ["piece", "piece", "piece", "piece", "ink", "corner", "ink", "corner", "frame", "partial", "grey"]
    assert asked == builder.asked_of
    assert " yes   [no]   there is none " in found
    assert NOTHING_TO_SET == found[-1]


def test_what_is_already_on_the_glass_is_not_drawn_again(tmp_path: Path) -> None:
    """Four questions about one picture draw it once, since each refresh takes seconds and wears the panel."""
    builder = Builder(tmp_path, "4.2", batch_of("4.2"), 0)
    list(builder.panel_test())

    assert ["slow", "slow", "partial", "fast"] == builder.glass.chip.drawn
    assert [] == builder.glass.chip.faults


# --- the questions alone ---


def shipped_settings(panel: str) -> PanelSettings:
    """Return the settings of a shipped build."""
    return PanelSettings(build_of(Settings(panel)).panel, "fast")


def test_what_nothing_cures_stays_as_it_was() -> None:
    """If no setting is right, the old one is kept, and the fault is reported."""
    found = next_question(shipped_settings("2.9"), [1, 1, 1, 1, 0, 0, 0, 0, 0])
    assert Outcome(shipped_settings("2.9"), ("The picture is torn whatever the scan order is",)) == found


@each_panel
def test_every_way_of_answering_comes_to_an_end(panel: str) -> None:
    """Any answers lead to at most twenty questions and a valid build."""
    for seed in range(12):
        dice, answers = random.Random(seed), list[int]()  # noqa: S311
        while isinstance(now := dialogue.next_question(shipped_settings(panel), answers), Question):
            answers.append(dice.randrange(len(now.answers)) if seed else len(now.answers) - 1)
        assert len(answers) <= 20
        assert now.settings.panel.native == shipped_settings(panel).panel.native


# --- what cannot be ---


@pytest.mark.parametrize("defect", [Defect.BUSY_DEAD, Defect.NO_SPI, Defect.NO_FONT, Defect.PIN_IN_USE])
def test_a_panel_test_that_cannot_be(tmp_path: Path, defect: Defect) -> None:
    """It ends with the fault, in the words of the examination."""
    with closing(FaultyInstallation(tmp_path, None, defect)) as installation:
        found = list(panel_test(installation))

    assert isinstance(found[-1], Check)
    assert False is found[-1].ok


def test_settings_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is shown, and so is the failure to keep it."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    builder = Builder(tmp_path, "4.2", batch_of("4.2"), 2)
    monkeypatch.setattr(settings, "write_whole", refuse)
    found = list(builder.panel_test())

    assert "hardware.panel.rotation is 2" in found
    assert [("settings", False)] == [(one.name, one.ok) for one in found if isinstance(one, Check)]


def test_what_the_panel_test_writes_is_checked_at_the_start(tmp_path: Path) -> None:
    """A wrong value gives one sentence with its plain name; `opened` then uses the last valid settings."""
    (tmp_path / settings.FILE_NAME).write_text("[hardware.panel]\nrotation = 5\n")
    with pytest.raises(Exception, match=r"settings.toml: hardware.panel.rotation cannot be 5. Allowed: 0, 1, 2, 3"):
        build_of(DataFolder(tmp_path).settings.load())

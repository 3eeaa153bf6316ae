"""The panel in memory keeps the promises of every panel."""

import pytest
from PIL import Image

from hw.clock import HandClock
from hw.errors import BadFrame, PanelBusy
from hw.panel import PANELS, MemoryPanel, Mode, Panel, PanelKind

kinds = pytest.mark.parametrize("kind", PANELS.values(), ids=lambda kind: kind.key)


def frame(kind: PanelKind, colour: int = 1) -> Image.Image:
    """Return an empty frame, white unless told otherwise."""
    return Image.new("1", (kind.width, kind.height), colour)


def shown(panel: MemoryPanel, picture: Image.Image, mode: Mode) -> None:
    """Show a picture and wait for it."""
    panel.start(picture, mode)
    at = panel.deadline()

    assert at is not None
    assert panel.poll(at)


@kinds
@pytest.mark.parametrize("mode", Mode)
def test_a_refresh_takes_the_time_of_its_kind(kind: PanelKind, mode: Mode) -> None:
    """The panel is busy from start until poll has said, once, that it is over."""
    clock = HandClock(8.0)
    panel: Panel = MemoryPanel(kind, clock)

    assert (False, None, False) == (panel.busy, panel.deadline(), panel.poll(8.0))

    panel.start(frame(kind), mode)
    over_at = 8.0 + kind.refresh_s(mode)

    assert (True, over_at) == (panel.busy, panel.deadline())
    assert [False, True, False] == [panel.poll(now) for now in (over_at - 0.001, over_at, over_at)]
    assert (False, None) == (panel.busy, panel.deadline())


@kinds
def test_the_times_are_those_measured(kind: PanelKind) -> None:
    """The kinds carry the measured times in seconds and their size in pixels."""
    measured = {"4.2": (400, 300, 0.36, 1.14), "2.9": (296, 128, 0.36, 1.72)}

    assert measured[kind.key] == (kind.width, kind.height, kind.refresh_s(Mode.PARTIAL), kind.refresh_s(Mode.FULL))


def test_the_glass_is_unknown_before_the_first_full_refresh() -> None:
    """A partial refresh draws differences, so that on an unknown glass it shows nothing known."""
    kind = PANELS["4.2"]
    panel = MemoryPanel(kind, HandClock())
    shown(panel, frame(kind), Mode.PARTIAL)

    assert panel.glass is None

    shown(panel, frame(kind), Mode.FULL)
    shown(panel, frame(kind, 0), Mode.PARTIAL)

    assert panel.glass == frame(kind, 0)
    assert (2, 1) == (panel.partials, panel.fulls)


def test_the_glass_changes_when_the_refresh_is_over() -> None:
    """While it is drawn the old picture counts; and drawing on the caller's frame afterwards changes nothing."""
    kind = PANELS["2.9"]
    panel = MemoryPanel(kind, HandClock())
    shown(panel, frame(kind), Mode.FULL)
    black = frame(kind, 0)
    panel.start(black, Mode.PARTIAL)
    black.paste(1, (0, 0, 10, 10))

    assert panel.glass == frame(kind)
    assert panel.poll(0.36)
    assert panel.glass == frame(kind, 0)


def test_a_busy_panel_takes_no_frame() -> None:
    """A second start is refused until the first is over, and the first goes on."""
    kind = PANELS["4.2"]
    panel = MemoryPanel(kind, HandClock())
    panel.start(frame(kind), Mode.FULL)

    with pytest.raises(PanelBusy, match=r"The 4\.2 inch panel is still drawing"):
        panel.start(frame(kind, 0), Mode.PARTIAL)
    assert panel.poll(1.14)
    assert panel.glass == frame(kind)


@pytest.mark.parametrize(("mode", "size"), [("1", (296, 128)), ("L", (400, 300))])
def test_a_frame_that_does_not_fit_is_refused(mode: str, size: tuple[int, int]) -> None:
    """A wrong size or mode is named with what the panel shows, and nothing is started."""
    panel = MemoryPanel(PANELS["4.2"], HandClock())

    with pytest.raises(BadFrame, match=rf'400 x 300 pixels in mode "1", not of {size[0]} x {size[1]} in mode "{mode}"'):
        panel.start(Image.new(mode, size), Mode.FULL)
    assert not panel.busy


def test_a_closed_panel_keeps_its_picture() -> None:
    """Closing ends the refresh that runs; the glass stays as it was."""
    kind = PANELS["2.9"]
    panel = MemoryPanel(kind, HandClock())
    shown(panel, frame(kind), Mode.FULL)
    panel.start(frame(kind, 0), Mode.FULL)
    panel.close()

    assert not panel.busy
    assert panel.glass == frame(kind)

"""The step on the glass as other panels would show it, side by side with the device."""

from base64 import b64encode

from msgspec import Struct
from msgspec.structs import replace
from PIL.Image import Image

from display.frame import draw
from display.layout import Layout, lay_out
from firmware.device.builds import profiles
from firmware.device.rig import Simulated
from firmware.settings.settings import panel_key
from firmware.text import Text
from firmware.views.chrome import NOTHING_SAVED, Names, chrome
from firmware.views.position import Position, clamp_to_layout


class Neighbour(Struct, frozen=True):
    """A panel beside the device, and its glass; the fields are those of `Face`."""

    panel: str
    width: int
    height: int
    pitch_mm: float
    glass: str


class Neighbours:
    """The chosen panels beside a device. They are drawn again when the device shows something else."""

    def __init__(self) -> None:
        self.panels: tuple[str, ...] = ()
        self._drawn: tuple[Neighbour, ...] = ()
        self._known: object = None

    def look(self, rig: Simulated) -> tuple[Neighbour, ...]:
        """Return the panels with what they show now."""
        shown, settings = rig.device.glass.shown, rig.session.settings
        if shown is None:
            return self._drawn
        known = (self.panels, shown.step, shown.place, settings)
        if known != self._known:
            others = (panel for panel in self.panels if panel != panel_key(settings))
            self._known, self._drawn = known, tuple(_draw(rig, panel, shown.layout) for panel in others)
        return self._drawn


def bits(picture: Image) -> str:
    """Return a picture as a message has it: a bit a pixel, 1 is paper, in base 64."""
    return b64encode(picture.tobytes()).decode()


def _draw(rig: Simulated, panel: str, device_layout: Layout) -> Neighbour:
    """Draw the step on another panel, on the page with the same words as the device's, if there is one."""
    session, play = rig.session, rig.session.play
    view, notice = session.top, NOTHING_SAVED if device_layout.notice else None
    one_per_page = session.settings.one_action_per_page
    profile = profiles()[panel]
    layout = lay_out(view.screen(), profile, session.catalogue, notice=notice, one_per_page=one_per_page)
    names = Names(play.engine.title, play.engine.bot) if play else Names(Text("Tavolino"), Text("Tavolino"))
    own_place, view.place = view.place, _place_in(layout, view.place, device_layout)
    try:
        around = chrome(view, layout, names, message=None, keys=session.key_set)
        frame = draw(layout, view.place.page, view.place.cursor, around)
    finally:
        view.place = own_place
    return Neighbour(panel, frame.width, frame.height, profile.pitch_mm, bits(frame))


def _place_in(layout: Layout, place: Position, device_layout: Layout) -> Position:
    """Return the place in a layout that corresponds to one of the device; the last page stays the last."""
    is_last = place.page == len(device_layout.pages) - 1
    return clamp_to_layout(layout, replace(place, page=len(layout.pages) - 1) if is_last and place.page else place)

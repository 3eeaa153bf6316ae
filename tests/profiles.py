"""Profiles of screens: of the panels that most tests use, and of every size of panel that is sold.

Keys are names of panels, or diagonals in inches; "-big" means big text.
"""

from display.profiles import Profile, profile_for
from firmware.device.builds import profiles

PROFILES = {key: profiles()[key] for key in ("4.2", "4.2-big", "2.9")}
SIZES = {
    "2.13": (250, 122, 0.194),
    "2.66": (296, 152, 0.203),
    "2.7": (264, 176, 0.217),
    "2.9-fine": (384, 168, 0.176),
    "3.7": (416, 240, 0.196),
    "3.7-fine": (480, 280, 0.169),
    "4.26": (800, 480, 0.116),
    "5.83": (648, 480, 0.184),
    "7.5": (800, 480, 0.204),
}
"""Width and height, px, and pitch, mm: the dot pitch in Waveshare's wiki, or the diagonal over its pixels."""
_OTHER_SIZES = {(key, big): profile_for(*size, big=big) for key, size in SIZES.items() for big in (False, True)}
OTHER_PROFILES = {key + ("-big" if big else ""): way for (key, big), way in _OTHER_SIZES.items() if way.big == big}
ALL_PROFILES = PROFILES | OTHER_PROFILES


def key_of(profile: Profile) -> str:
    """Return the name of a profile's panel."""
    wanted = profile.name, profile.pitch_mm
    return next(key for key, one in ALL_PROFILES.items() if (one.name, one.pitch_mm) == wanted)

"""How screens are set on the panels that most tests look at, by the name of the panel; "-big" is for big text."""

from display.profiles import Profile
from firmware.device.builds import profiles

PROFILES = {key: profiles()[key] for key in ("4.2", "4.2-big", "2.9")}


def key_of(profile: Profile) -> str:
    """Return the name of a profile's panel."""
    return next(key for key, one in PROFILES.items() if one.name == profile.name)

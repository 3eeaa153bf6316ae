"""The animation at the top of the README: one turn on a device whose keys a script presses.

`python -m tests.docs.animation docs/turn.gif` writes it. Below the glass are the keys of the build. A pressed key is
black, and the glass changes after the time that its panel takes.
"""

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from PIL import Image, ImageDraw

from display.letters import Face, font
from firmware.device.builds import load
from firmware.emulators import script
from firmware.emulators.device import numbered_seeds
from firmware.settings.settings import panel_values
from tests.docs.pictures import RAVEL_2, SET_UP
from tests.firmware.device.bench import mark_hints_shown

PANEL, SEED = "4.2", "1"
SET_UP_KEYS = RAVEL_2 + SET_UP
"""Keys that are not shown: a play of Wyrmspan, in Ravel mode, is begun and set up."""
TURN_KEYS = """
wait:1.2
next expect:Excavated_spaces? wait:1.4
push expect:OK wait:0.4
turn:+1 wait:0.2 turn:+1 expect:Take_3,_1,_1 wait:0.8
next expect:Move_her_guild_token_4_steps wait:3.1
push expect:Why? wait:1.9
next expect:The_rule wait:1.8
next expect:My_turn_is_done wait:0.6
"""
"""Keys that are shown, each with the time that the glass is looked at."""
TAP_S = 0.2
"""Time that a key is down before its panel begins to draw, s."""
CASE, KEYS_HEIGHT, KEY, KNOB = 12, 60, 34, 44
"""The case around the glass, the room for the keys below it, a button and the knob, px."""
INK, EDGE, CLAY, PAPER = range(4)
LEVELS = (0, 120, 216, 255)
"""The four greys of the picture, from ink to paper."""
LABEL = Face("Semibold", 18, 16)


class Moment(Struct, frozen=True):
    """A picture of the device from outside, and its duration, s."""

    picture: Image.Image
    seconds: float


def moments() -> Iterator[Moment]:
    """Yield the turn, picture by picture."""
    down_s = TAP_S + load(PANEL).panel.times.partial_s
    with TemporaryDirectory() as data:
        mark_hints_shown(Path(data))
        device = script.HeadlessDevice(Path(data), numbered_seeds(SEED), panel_values(PANEL))
        try:
            device.run(script.parse(SET_UP_KEYS, "before the turn"), Path(data))
            for word in script.parse(TURN_KEYS, "the turn"):
                glass = device.last_rig.sim.picture()
                device.run([word], Path(data))
                if word.name == "wait":
                    yield Moment(draw_device(glass), float(word.value))
                elif word.name != "expect":
                    yield Moment(draw_device(glass, word.name), down_s)
        finally:
            device.power_off()


def draw_device(glass: Image.Image, pressed: str = "") -> Image.Image:
    """Return the device from outside: its glass and the keys below it, one of them perhaps pressed or turned."""
    width, height = glass.width + 2 * CASE, glass.height + CASE + KEYS_HEIGHT
    image = Image.new("P", (width, height), PAPER)
    image.putpalette([level for level in LEVELS for _ in range(3)])
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), CASE, CLAY, EDGE)
    draw.rectangle((CASE - 1, CASE - 1, CASE + glass.width, CASE + glass.height), INK, EDGE)
    image.paste(PAPER, (CASE, CASE), glass)
    y, letters = height - KEYS_HEIGHT // 2, font(LABEL)
    for name, x, words, anchor in (
        ("back", 2 * CASE, 2 * CASE + KEY + 10, "lm"),
        ("next", width - 2 * CASE - KEY, width - 2 * CASE - KEY - 10, "rm"),
    ):
        fill = INK if name == pressed else PAPER
        draw.rounded_rectangle((x, y - KEY // 2, x + KEY, y + KEY // 2), 6, fill, INK, 2)
        draw.text((words, y), name.capitalize(), INK, letters, anchor)
    x, radius = width // 2, KNOB // 2
    knob = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(knob, INK if pressed == "push" else PAPER, INK, 2)
    draw.ellipse((x - 9, y - 9, x + 9, y + 9), CLAY if pressed == "push" else PAPER, INK, 2)
    if pressed == "turn":
        draw.arc((x - 28, y - 28, x + 28, y + 28), -50, 50, INK, 3)
        draw.polygon([(x + 12, y + 27), (x + 22, y + 25), (x + 14, y + 16)], INK)  # turned to the right
    return image


def gif_bytes() -> bytes:
    """Return the animation as a GIF."""
    first, *others = moments()
    file = BytesIO()
    more = [one.picture for one in others]
    times = [round(one.seconds * 100) * 10 for one in (first, *others)]
    first.picture.save(file, "GIF", save_all=True, append_images=more, duration=times, loop=0, optimize=False)
    return file.getvalue()


def main(arguments: Sequence[str]) -> None:
    """Write the animation."""
    (name,) = arguments
    Path(name).write_bytes(gif_bytes())


if __name__ == "__main__":
    main(sys.argv[1:])

"""The glass while the power is off: the words stay; a band with the emblem replaces rows and footer."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageDraw

from display import letters
from display.blocks import Page, Part
from display.emblems import TAVOLINO, draw_emblem, picture
from display.layout import Layout, lay_out
from display.paint import BLACK, WHITE, draw_centred, draw_row
from display.profiles import Profile
from engines.kit.contract import Done, Emblem
from engines.kit.emblem import SIZES
from engines.kit.text import Text


class Off(Struct, frozen=True):
    """The words of the band: a message, and the progress of a play, longest first, if there is one."""

    message: Text
    emblem: Emblem = TAVOLINO
    progress: tuple[Text, ...] = ()


def lay_out_off(layout: Layout, notice: Text | None) -> Layout:
    """Return a step without its rows: unchanged if its words are on one page, else laid out layouts.

    Since no key turns pages, it is in the first face that needs the fewest pages.
    """
    profile = replace(layout.profile, footer=layout.profile.band)
    screen = replace(layout.screen, ask=Done())
    text_pages = [one for one in layout.pages if one.body or one.of(Part.DRAWING)]
    blocks = tuple(one for one in (text_pages or layout.pages)[0].blocks if one.part not in (Part.OPTION, Part.VALUE))
    if len(text_pages) <= 1 and all(one.y + one.height <= profile.height - profile.footer for one in blocks):
        return replace(layout, screen=screen, profile=profile, pages=(Page(blocks),))
    layouts = [lay_out(screen, one, layout.catalogue, notice=notice) for one in (profile, *_smaller_profiles(profile))]
    return min(layouts, key=lambda layout: len(layout.pages))


def _smaller_profiles(profile: Profile) -> Iterator[Profile]:
    """Yield the profile with lines in each smaller face that it has, and its headline in the face before."""
    faces = sorted({profile.body, profile.number_faces[-1], profile.bar, profile.small}, key=lambda face: -face.size)
    for head, face in pairwise(faces):
        pitch = face.size + 1
        yield replace(profile, headline=head, headline_pitch=head.size + 1, body=face, body_pitch=pitch, light=face)


def progress_text(layout: Layout, off: Off) -> Text:
    """Return the longest words of a play's progress that fit beside the emblem, or none."""
    profile = layout.profile
    room = profile.width - profile.emblem - 3 * profile.margin
    rows = (text for text in off.progress if letters.width(profile.bar, layout.catalogue.runs(text)) <= room)
    return next(rows, Text(""))


def draw_band(image: Image.Image, layout: Layout, off: Off, marker: str) -> None:
    """Draw the band at the foot of the glass, in place of the footer; a `marker` says which page stays."""
    profile, runs = layout.profile, layout.catalogue.runs
    top, size, pitch = profile.height - profile.band, profile.emblem, profile.header
    ImageDraw.Draw(image).rectangle((0, top, profile.width - 1, profile.height - 1), fill=BLACK)
    draw_emblem(image, off.emblem, size, (profile.margin, top + (profile.band - size) // 2))
    first = top + (profile.band - 2 * pitch) // 2 + letters.baseline(profile.bar, pitch)
    for base, text in ((first, progress_text(layout, off)), (first + pitch, off.message)):
        draw_row(image, profile.bar, runs(text), (2 * profile.margin + size, base), WHITE)
    right = profile.width - profile.margin - letters.length(profile.bar, marker)
    draw_row(image, profile.bar, (marker,), (right, first + pitch), WHITE)


def draw_mark(image: Image.Image, layout: Layout, off: Off) -> None:
    """Fill the glass with the mark of the device."""
    profile = layout.profile
    base = profile.height - profile.margin
    room = base - letters.cap_height(profile.bar) - 2 * profile.margin
    step = SIZES[-1] if room >= 2 * SIZES[-1] else SIZES[0]
    size = room // step * step
    corner = ((profile.width - size) // 2, (base - letters.cap_height(profile.bar) - size) // 2)
    image.paste(BLACK, corner, picture(off.emblem, size))
    draw_centred(image, profile.bar, layout.catalogue.runs(off.message), profile.width // 2, base)

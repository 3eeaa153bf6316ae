"""A language on the glass: random plays on every panel, what does not fit there, and pictures of it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from display.blocks import Block
from display.errors import DoesNotFit
from display.frame import draw
from display.layout import lay_out
from display.profiles import PROFILES
from display.type import HYPHENS
from engines.play import Play
from firmware.device.session import Session
from firmware.plays.store import Store
from firmware.settings import Settings
from firmware.views.chrome import Names, chrome
from firmware.views.play_view import PlayView
from firmware.views.position import begin, settled
from firmware.views.view import View
from tests.contract.test_fits import Fits, around, names_of
from tests.contract.walk import Walk, levels

AROUND = 16
"""The menus above a step are looked at so many steps apart."""


def look(language: str, game: str, seeds: Iterable[int], folder: Path) -> list[str]:
    """Return what does not fit in random plays of a game, each kind once; a picture of it goes to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, str] = {}
    with TemporaryDirectory() as kept:
        data = Path(kept)
        session = Session(Store.open(data), data, Settings(language=language), lambda: "7")
        for profile in PROFILES:
            fits = Fits(profile, language, game)
            for view, names in _views(session, game, seeds):
                for fault in _faults(fits, view, names):
                    name = f"{game}-{language}-{profile}-{len(found)}.png"
                    if fault not in found:
                        found[fault] = _picture(view, names, fits, folder / name)
    return [f"{fault} {picture}".strip() for fault, picture in found.items()]


def _views(session: Session, game: str, seeds: Iterable[int]) -> Iterator[tuple[View, Names]]:
    for level in levels(game):
        for seed in seeds:
            for n, play in enumerate(Walk(game, level, seed)):
                for view in _shown(session, play, menus=n % AROUND == 0):
                    yield view, names_of(play)


def _shown(session: Session, play: Play[Any], *, menus: bool) -> Iterator[View]:
    session.play = play
    session.views = [PlayView(session, play)]
    yield session.top
    if menus:
        yield from around(session, play)


def _faults(fits: Fits, view: View, names: Names) -> Iterator[str]:
    screen = view.screen()
    try:
        fits.check(view, names)
        layout = lay_out(screen, fits.profile, fits.catalogue)
    except (AssertionError, DoesNotFit) as fault:
        yield f"{screen.key}: {fault}"
        return
    for page in layout.pages:
        for block in page.blocks:
            if word := _broken(block):
                yield f"{screen.key} on {fits.profile.key} breaks the word “{word}”."


def _broken(block: Block) -> str | None:
    """Return a word that stands in two rows; a row that ends with a whole word keeps its space."""
    for row, following in zip(block.rows, block.rows[1:], strict=False):
        if (
            row
            and following
            and isinstance(row[-1], str)
            and isinstance(following[0], str)
            and row[-1][-1:] not in (" ", *HYPHENS)
        ):
            return row[-1].split(" ")[-1] + "|" + following[0].split(" ")[0]
    return None


def _picture(view: View, names: Names, fits: Fits, path: Path) -> str:
    screen = view.screen()
    try:
        layout = lay_out(screen, fits.profile, fits.catalogue)
        view.place = settled(layout, begin(screen.ask))
        bars = chrome(view, layout, names, message=None, kept=True)
        draw(layout, view.place.page, view.place.cursor, bars).save(path)
    except DoesNotFit:
        return ""
    return f"See {path}."

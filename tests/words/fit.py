"""A language on the glass: sentences of random plays that do not fit on a panel, with pictures."""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from display.bars import DoesNotFit
from display.frame import draw
from display.layout import lay_out
from firmware.data_folder import DataFolder
from firmware.device.builds import load
from firmware.device.session import Session
from firmware.languages import catalogue
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from firmware.views.chrome import Names, chrome
from firmware.views.play_view import PlayView
from firmware.views.position import clamp_to_layout, start_position
from firmware.views.view import View
from tests.contract.layouts import LANGUAGE_STEPS, Glass, faults, names_of, views_above
from tests.contract.walk import Walk, levels
from tests.profiles import PROFILES, key_of


def find_misfits(language: str, game: str, seeds: Iterable[int], folder: Path) -> list[str]:
    """Return the faults of layout in random plays of a game, each once, and save a picture of each in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures: dict[str, str] = {}
    glasses = [Glass(profile, language, catalogue(language, game)) for profile in PROFILES.values()]
    with TemporaryDirectory() as kept:
        data = DataFolder(Path(kept))
        data.plays = Store(data.path)
        session = Session(data, Settings(language=language), load("4.2"), lambda: "7")
        for walk in (Walk(game, level, seed) for level in levels(game) for seed in seeds):
            for n, play in enumerate(walk):
                session.play = play
                session.views = [PlayView(session, play)]
                for view in (session.top, *(views_above(session, play) if n % LANGUAGE_STEPS == 0 else ())):
                    for glass in glasses:
                        for _, fault in faults(view, names_of(play), [glass]):
                            name = f"{game}-{language}-{key_of(glass.profile)}-{len(pictures)}.png"
                            if fault not in pictures:
                                pictures[fault] = _picture(view, names_of(play), glass, folder / name)
    return [f"{fault} {picture}".strip() for fault, picture in pictures.items()]


def _picture(view: View, names: Names, glass: Glass, path: Path) -> str:
    screen = view.screen()
    try:
        layout = lay_out(screen, glass.profile, glass.catalogue)
        view.place = clamp_to_layout(layout, start_position(screen.ask))
        bars = chrome(view, layout, names, message=None)
        draw(layout, view.place.page, view.place.cursor, bars).save(path)
    except DoesNotFit:
        return ""
    return f"See {path}."

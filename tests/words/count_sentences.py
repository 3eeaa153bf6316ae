"""Counts how often each sentence is on the glass in random plays.

A screen counts once for each sentence on it. The screens of a play are its options, every step, Why at every sixteenth
step, and at the end everything that the menus open.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from display.frame import footer_of, header_of, push_row
from display.layout import lay_out
from engines.kit.text import Catalogue, Text
from engines.registry import KEYS
from firmware.authoring.random_plays import has_ended
from firmware.data_folder import DataFolder
from firmware.device.builds import load
from firmware.device.session import Session
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from firmware.views.chrome import Names, chrome
from firmware.views.play_view import PlayView
from firmware.views.position import start_position
from firmware.views.view import View
from firmware.views.why import why_step
from tests.contract.layouts import LANGUAGE_STEPS, names_of, views_above
from tests.contract.walk import Walk, levels
from tests.profiles import PROFILES
from tests.words.counts import FILE, PLAYS
from tests.words.extract import Message

PANEL = PROFILES["4.2"]


class Recorder(Catalogue):
    """English that records each sentence it words, and whether it is one of the device."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[tuple[bool, str]] = set()

    def _sentence(self, text: Text) -> str:
        self.seen.add((text.of_device, text.one))
        return super()._sentence(text)


def count() -> None:
    """Count the sentences of random plays, as many of each game, and store the counts."""
    seen = Counter[tuple[bool, str]]()
    with TemporaryDirectory() as kept:
        data = DataFolder(Path(kept))
        data.plays = Store(data.path)
        session = Session(data, Settings(), load("4.2"), lambda: "7")
        for walk in islice(_walks(), PLAYS):
            for view, names in _views(session, walk):
                seen.update(_sentences(view, names))
    lines = [f"# Made by `make words ARGS=--count`: {PLAYS} random plays on 4.2."]
    for name, device in (("device", True), ("games", False)):
        counted = sorted((one, n) for (said, one), n in seen.items() if said is device and Message(one).needed)
        lines += ["", f"[{name}]", *(f"{json.dumps(one, ensure_ascii=False)} = {n}" for one, n in counted)]
    FILE.write_text("\n".join([*lines, ""]), "utf-8")


def _walks() -> Iterator[Walk]:
    """Yield random plays: of each game in turn, at each level in turn."""
    places = {key: cycle(levels(key)) for key in KEYS}
    for n, key in enumerate(cycle(KEYS)):
        yield Walk(key, next(places[key]), n // len(KEYS))


def _views(session: Session, walk: Walk) -> Iterator[tuple[View, Names]]:
    session.open_game(walk.play.engine.key)
    yield session.top, names_of(walk.play)
    for n, play in enumerate(walk):
        session.play = play
        session.views = [PlayView(session, play)]
        yield session.top, names_of(play)
        if n % LANGUAGE_STEPS == 0 or has_ended(play):
            yield why_step(session, play, play.n), names_of(play)
    yield from ((view, names_of(play)) for view in views_above(session, play))


def _sentences(view: View, names: Names) -> set[tuple[bool, str]]:
    """Return the sentences of a view, and those of header and footer on each of its pages."""
    catalogue = Recorder()
    layout = lay_out(view.screen(), PANEL, catalogue)
    measured, catalogue.seen = catalogue.seen, set()
    start, around = start_position(layout.screen.ask), list[Text]()
    for page in range(len(layout.pages)):
        view.place = replace(start, page=page)
        bars = chrome(view, layout, names, message=None)
        footer, push = footer_of(layout, page, bars)[1], push_row(layout, page, bars)
        words = [text for text in bars.footer if catalogue.runs(text) == footer]
        around += [
            bars.left,
            header_of(layout, bars)[1],
            bars.back,
            *words[:1],
            *([bars.push] if bars.push and push else []),
        ]
    catalogue.seen = measured
    for text in around:
        catalogue.runs(text)
    return catalogue.seen

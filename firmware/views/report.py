"""“Something is wrong”: the play as a file, or as codes that a phone reads from the glass, one after the other."""

from functools import lru_cache, partial
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from display.drawings.sides import max_modules
from engines.kit.contract import Done, Screen
from engines.kit.drawings import Code, Side
from engines.kit.play import Play
from firmware import report
from firmware.plays.folder import name_of
from firmware.settings.settings import panel_key
from firmware.text import Text
from firmware.views.files import export_file
from firmware.views.host import Host
from firmware.views.view import CLOSE, Item, Menu, MenuPage, Series, View, menu_screen


def report_rows(host: Host, play: Play[Any]) -> View:
    """Return the menu of ways to report a play."""
    raw = report.report_of(host.folder.plays.text(host.number), panel_key(host.settings), play.engine.version)
    name = f"report-{name_of(host.number, play.engine.key)}"
    chars = report.part_chars(max_modules(host.profile))
    codes = partial(report.code_texts, raw, chars)
    items = (
        Item("write", Text("Write it as a file"), partial(export_file, host, name, raw)),
        Item("codes", Text("Show it as QR codes"), lambda: host.open(Codes(host, codes())), _no_codes(chars)),
    )
    lines = (Text("A report is this play, step by step."),)
    return Menu(lambda: MenuPage("report", Text("Something is wrong"), items, lines), host.close)


class Codes(Series):
    """A report as codes, one a page; each is made when it is shown. Turning leads on and back, too."""

    def __init__(self, host: Host, texts: list[str]) -> None:
        self._texts = texts
        super().__init__(len(texts), host.close)

    def screen(self) -> Screen:
        """Return the code that is shown now."""
        self.title = Text("Code {i} of {n}", i=self._at + 1, n=self._count)
        self.next_words = (CLOSE,) if self.is_last else (Text("Next code"),)
        side = Side(self.title, (_code(self._texts[self._at]),))
        return replace(menu_screen("code", self.title, (), Done()), drawing=side)

    def on_overscroll(self, direction: int) -> bool:
        """Turn to another code."""
        exists = self._at + direction in range(self._count)
        if exists:
            self.go(direction)
        return exists


def _no_codes(chars: int) -> Text | None:
    if not chars:
        return Text("the panel is too small")
    return None if find_spec("segno") else Text("segno is not installed")


@lru_cache(maxsize=2)
def _code(text: str) -> Code:
    import segno

    code = segno.make(text, error="l", mode="alphanumeric", micro=False, boost_error=False)
    return Code(text, tuple("".join("1" if module else "0" for module in row) for row in code.matrix))

"""The first start: the questions of a new device, a check that it can be read, and the lesson on its keys.

language ─▶ hand ─▶ size of text ─▶ can it be read? ─▶ Next ─▶ Back ─▶ the knob ─▶ USB keys ─▶ (the view below)

The size of text is asked for only if there are two, and USB keys only if a keyboard or a pad is plugged in.

Each answer is written together with the step that follows it, so a power cut loses no answer.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from engines.kit.contract import Choice, Pick
from engines.kit.options import Choose
from engines.kit.text import PSEUDO, load_catalogue
from firmware.languages import DEVICE, ENGLISH_KEY, languages
from firmware.settings.preferences import PREFERENCES
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.usb_keys import TITLE as USB_TITLE
from firmware.views.usb_keys import LearnKeys
from firmware.views.view import Pages, Prompt, View

STEPS = ("language", "hand", "text", "reading", "next", "back", "knob", "usb")
OWN_NAME = Text("English")
"""A catalogue translates it by the name of its own language, for those who read no other."""


def restart_first_start(host: Host) -> None:
    """Begin the first start once more."""
    host.change_settings(first_start=STEPS[0])
    host.open(first_start(host))


def first_start(host: Host) -> View:
    """Return the step at which the first start waits."""
    step = host.settings.first_start
    view = VIEWS[step](host)
    if step == STEPS[0]:
        view.back_word = Text("Skip")
    return view


def choice_of_languages(now: str) -> Pick:
    """Return the choice of languages; the made-up one is listed only if the settings have it."""
    keys = [key for key in languages() if key != PSEUDO or key == now]
    return Pick(tuple(Choice(key, Text("{name}", name=own_name(key))) for key in keys), now)


def own_name(key: str) -> str:
    """Return the name of a language in that language; its key if its catalogue has none."""
    name = load_catalogue(key, DEVICE / f"{key}.mo").words(OWN_NAME)
    return name if key == ENGLISH_KEY or name != "English" else key


def _go(host: Host, direction: int, **answers: Any) -> None:
    """Go to the next step (1), the previous one (-1) or this one again (0), and keep answers; past the ends, finish."""
    current = host.settings.first_start
    needed = {"text": host.has_big_text, "usb": bool(host.usb_devices)}
    steps = ("", *(step for step in STEPS if step == current or needed.get(step, True)), "")
    host.change_settings(**answers, first_start=steps[steps.index(current) + direction])
    host.close()
    if host.settings.first_start:
        host.open(first_start(host))


def _question(host: Host, headline: Text, ask: Pick, on_answer: Callable[[Any], None], *lines: Text) -> View:
    return Prompt(headline, ask, on_answer, partial(_go, host, -1), lines)


def _language(host: Host) -> View:
    ask = choice_of_languages(host.settings.language)
    return _question(host, Text("Which language?"), ask, lambda key: _go(host, 1, language=key))


def _preference(name: str, ids: tuple[str, ...], host: Host) -> View:
    """Ask for a setting as the menu of settings does."""
    (preference,) = (one for one in PREFERENCES if one.name == name)
    assert isinstance(preference, Choose)  # those of the first start are lists
    ask = Pick(tuple(one for one in preference.choices if one.id in ids), getattr(host.settings, name))
    label = host.key_set.hand if name == "hand" else preference.label
    return _question(host, label, ask, lambda value: _go(host, 1, **{name: value}))


def _reading(host: Host) -> View:
    """Ask whether the panel can be read: it shows all sizes of text, and a dot in each corner."""

    def on_answer(answer: str) -> None:
        if answer == "well":
            _go(host, 1)
        else:
            _go(host, 0, text="big")

    well = Choice("well", Text("Yes, easily"), note=Text("No letters are smaller than these."))
    bigger = (Choice("bigger", Text("Bigger text, please")),) if host.has_big_text and not host.profile.big else ()
    ask = Pick((well, *bigger), "well")
    view = _question(host, Text("Can you read it?"), ask, on_answer, Text("There is a dot in each corner."))
    view.corners = True
    return view


def _next(host: Host) -> View:
    beside, below = Text("It does what is written beside it."), Text("It does what is written at the bottom right.")
    return _key_page(
        host, host.key_set.next, (beside if host.key_set.marks.edge else below, Text("Press it to continue."))
    )


def _back(host: Host) -> View:
    lines = (
        Text("It takes back your last answer."),
        Text("In a menu it goes one level up."),
        Text("Hold it for the steps so far."),
    )
    return _key_page(host, host.key_set.back, lines)


def _key_page(host: Host, headline: Text, lines: Iterable[Text]) -> View:
    view = Pages(headline, lines, partial(_go, host, 1), partial(_go, host, -1))
    view.next_words = (Text("Go on"),)
    view.reading = False  # Push does what Next does
    return view


def _usb(host: Host) -> View:
    """Ask whether to learn the keys of the USB device; without that a keyboard has its usual keys."""

    def on_answer(answer: str) -> None:
        _go(host, 1)
        if answer == "learn":
            host.open(LearnKeys(host))

    usual = Choice("usual", Text("Usual keys"), note=Text("The page keys, the arrows and Enter."))
    learn = Choice("learn", Text("Learn its keys"), note=Text("You press a key for Next, one for Back and so on."))
    return _question(host, USB_TITLE, Pick((usual, learn), "usual"), on_answer)


VIEWS: dict[str, Callable[[Host], View]] = {
    "language": _language,
    "hand": partial(_preference, "hand", ("right", "left")),
    "text": partial(_preference, "text", ("normal", "big")),
    "reading": _reading,
    "next": _next,
    "back": _back,
    "knob": lambda host: _key_page(host, host.key_set.turning, host.key_set.lines),
    "usb": _usb,
}

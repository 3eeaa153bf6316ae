"""The cards of the keys are those of the device, and print as they are meant to."""

import re
from xml.etree import ElementTree as ET

import pytest
from babel.messages.pofile import read_po

from display.letters import Face, Weight, font
from firmware.languages import DEVICE, ENGLISH_KEY, languages
from hw.build import KEY_SETS
from hw.usb_keys import STANDARD_ROLES
from tests.docs import key_card
from tests.docs.key_card import CARDS, Card
from tests.docs.outlines import typeface
from tests.docs.pages import ROOT, STALE

pytestmark = pytest.mark.all

FOLDER = ROOT / "docs/keys"
MIN_CAP_MM = 2.0
PRINTER_MARGIN_MM = 3.0
each_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)


def test_the_cards_are_fresh() -> None:
    """Each committed card is what `make docs` writes, and there is no other."""
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    drawn = key_card.pages()

    assert drawn.keys() == kept.keys()
    assert [] == [f"{name} {STALE}" for name in drawn if drawn[name] != kept[name]]


def test_every_key_set_and_language_has_a_card() -> None:
    """The key sets are those of builds, the languages those of the device without variants and the made-up one."""
    spoken = {key for key in languages() if key == ENGLISH_KEY or (key.isalpha() and (DEVICE / f"{key}.po").exists())}

    assert KEY_SETS.keys() == {card.keys.partition("-")[0] for card in CARDS}
    assert spoken == {card.language for card in CARDS}


def test_every_usb_key_is_named() -> None:
    """The keys that need not be learned are on the card, and no others."""
    named = {*key_card.USB_WORDS, *key_card.USB_ARROWS, *key_card.USB_KEYPAD, *key_card.USB_KNOB}

    assert STANDARD_ROLES.keys() == named


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_words_of_the_glass_are_known(language: str) -> None:
    """Sentences that a card quotes are sentences of the device, and translated."""
    with (DEVICE / f"{language}.po").open("rb") as file:
        words = {message.id: message.string for message in read_po(file)}
    quoted = set(re.findall("{([A-Z▲][^}=]*)}", key_card.DATA.read_text(encoding="utf-8")))
    quoted |= {"Next", "Back", *key_card.USB_WORDS.values()}

    assert {"Why?", "My turn is done"} < quoted
    assert [] == sorted(one for one in quoted if not words.get(one))


@each_card
def test_a_card_can_be_printed(card: Card) -> None:
    """It is an A6 side in black and white with capitals of 2 mm, and nothing is in a printer's margin."""
    page = ET.fromstring(key_card.draw(card))  # noqa: S314 - drawn here
    rows = [part for part in page.iter() if part.get("aria-label")]
    sizes = {float(re.findall(r"scale\((.+)\)", part.get("transform", ""))[0]) * 1000 for part in rows}
    inks = {part.get(name) for part in page.iter() for name in ("fill", "stroke")}
    ends = [_ends(part) for part in rows]

    assert ("105mm", "148mm", "0 0 105 148") == tuple(page.get(key) for key in ("width", "height", "viewBox"))
    assert inks <= {None, "none", "#000", "#fff"}
    assert min(sizes) * font(Face("Regular", 1000, 16)).getbbox("H", anchor="ls")[1] / -1000 >= MIN_CAP_MM
    assert PRINTER_MARGIN_MM <= min(left for left, _, _ in ends)
    assert max(right for _, right, _ in ends) <= key_card.WIDTH - PRINTER_MARGIN_MM
    assert max(foot for _, _, foot in ends) <= key_card.HEIGHT - PRINTER_MARGIN_MM


def test_a_card_names_its_keys_in_its_language() -> None:
    """The keys are in their order, with the words of the glass in that language."""
    page = ET.fromstring(key_card.draw(Card("four", "de")))  # noqa: S314 - drawn here
    words = " ".join(" ".join(part.get("aria-label", "") for part in page.iter()).split())

    assert re.search(
        "Mein Zug ist fertig.* Weiter .*Zurück .*Zurück halten .*▲ oder ▼ .*▲ und ▼ zugleich .*▲ und ▼ halten ", words
    )


@pytest.mark.parametrize("weight", ["Regular", "Semibold"])
def test_outlines_are_those_of_the_typeface(weight: Weight) -> None:
    """Letters are as wide as FreeType says and reach as far; those made of parts, too."""
    face, other = typeface(weight), font(Face(weight, 1000, 16))
    for letter in "HgjÉçœß„?▲1":
        corners = [float(number) for number in re.findall(r"-?[\d.]+", face.outline(letter))]
        _, top, _, bottom = other.getbbox(letter, anchor="ls")
        left, _, right, _ = other.getmask(letter, mode="1").getbbox()

        assert other.getlength(letter) == pytest.approx(face.advance(letter), abs=1)
        assert right - left == pytest.approx(max(corners[::2]) - min(corners[::2]), abs=2)
        assert (top, bottom) == pytest.approx((min(corners[1::2]), max(corners[1::2])), abs=2)
    assert "" == face.outline(" ")


def _ends(row: ET.Element) -> tuple[float, float, float]:
    """Return the left end, the right end and the foot of a row of letters, mm."""
    x, y, scale = (float(number) for number in re.findall(r"-?[\d.]+", row.get("transform", "")))
    last = max(row, key=lambda letter: float(letter.get("x", "0")))
    letter = chr(int("0x" + last.get("href", "")[2:], 0))
    return x, x + scale * (float(last.get("x", "0")) + typeface("Semibold").advance(letter)), y

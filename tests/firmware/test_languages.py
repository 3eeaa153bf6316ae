"""The language of the device: from the settings, from the command line, and switched during a play."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from engines.kit.text import ENGLISH, PSEUDO, Text
from firmware import cli, languages
from firmware.data_folder import DataFolder
from firmware.emulators.script import HeadlessDevice, parse
from firmware.languages import catalogue
from firmware.views.new_play import OWNER_WORDS


def test_a_language_is_switched_in_mid_play(tmp_path: Path) -> None:
    """A switched language applies to all words at once, including those of earlier steps."""
    headless = HeadlessDevice(tmp_path, lambda: "7")
    try:
        headless.run(parse("next next next next expect:Place expect:guild", "keys"), tmp_path)
        assert headless.rig is not None
        session, device = headless.rig.session, headless.rig.device
        session.settings = replace(session.settings, language=PSEUDO)
        device.frames.renew()
        headless.run(parse("wait:5 expect:Pláçë", "keys"), tmp_path)
        headless.run(parse("hold:back expect:Sët", "keys"), tmp_path)
    finally:
        headless.power_off()


def test_english_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """English is available without reading the disk, for any game."""
    monkeypatch.setattr("firmware.languages.load_catalogue", None)
    assert catalogue("en", "burgundy") is ENGLISH


def test_a_bot_of_a_file_has_no_words_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that a file does not translate stay English; words that it lacks come from those shared by all games."""
    monkeypatch.setattr(languages, "_words_of_bots", {})
    sentences = ("a den", "no", "mine", "Dig {n}: {den}", "Go to {den}", "empty", OWNER_WORDS["own"].one)
    languages.add_words("rugwort", {"de": {"a den": "ein Bau", "Go to {den}": "Geh in {den}", "empty": ""}}, sentences)
    german = catalogue("de", "rugwort")
    words = [german.words(Text(one)) for one in ("a den", "yes", "no", "mine", "empty")]
    assert ["ein Bau", "ja", "no", "mine", "empty"] == words
    places = [Text(one, n=2, den=(Text("a den"), Text("no"), Text("yes"))) for one in ("Dig {n}: {den}", "Go to {den}")]
    assert ["Dig 2: a den, no, yes", "Geh in ein Bau, no, ja"] == [german.words(one) for one in places]
    assert "ich" == german.words(OWNER_WORDS["own"])
    languages.add_words("rugwort", {"de": {"mine": "Mine"}}, ("mine",))
    assert ["ein Bau", "Mine"] == [catalogue("de", "rugwort").words(Text(one)) for one in ("a den", "mine")]
    assert "Dîg" in catalogue("pseudo", "rugwort").words(places[0])
    assert "mine" == catalogue("de", "stranger").words(Text("mine"))


def test_a_language_in_the_settings(tmp_path: Path) -> None:
    """An installed language is allowed."""
    (tmp_path / "settings.toml").write_text('language = "pseudo"')
    assert DataFolder(tmp_path).settings.load().language == "pseudo"


@pytest.mark.parametrize(
    ("language", "editions", "variant"),
    [
        ("de", '{ burgundy = "old" }', "de-old"),
        ("de", '{ burgundy = "" }', "de"),
        ("fr", '{ burgundy = "old" }', "fr"),
        ("de", "3", "de"),
    ],
)
def test_an_edition_in_old_settings_is_a_variant(tmp_path: Path, language: str, editions: str, variant: str) -> None:
    """An old table of editions is read; the next write of the settings drops it."""
    (tmp_path / "settings.toml").write_text(f'language = "{language}"\neditions = {editions}')
    assert DataFolder(tmp_path).settings.load().language == variant
    DataFolder(tmp_path).settings.change(hand="left")
    assert DataFolder(tmp_path).settings.values() == {"language": variant, "hand": "left"}
    assert "editions" not in (tmp_path / "settings.toml").read_text()


def test_a_variant_falls_back_message_by_message() -> None:
    """A variant has its own words for the differences; all others come from its language, for game and device."""
    usual, variant = (catalogue(language, "burgundy") for language in ("de", "de-old"))
    assert ["Kran", "Park"] == [one.words(Text("Crane")) for one in (usual, variant)]
    for same in (Text("Duchy"), Text("yes"), OWNER_WORDS["own"]):
        assert usual.words(same) == variant.words(same) != same.one


def test_the_protocol_in_a_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--language` translates every sentence of the protocol; an unknown language is refused with one sentence."""
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"quit":true}\n')))
    assert 0 == cli.main(["engine", "magpie", "--seed", "7", "--language", "pseudo"])
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert "öäëï" in first["screen"]["headline"]
    assert 2 == cli.main(["engine", "magpie", "--language", "xx"])
    assert "There is no language 'xx'. There are: en, " in capsys.readouterr().err

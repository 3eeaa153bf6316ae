"""The words of all languages: every sentence is found, and a language that is complete has every word of it."""

import os
import subprocess
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from engines.burgundy.pieces import TILE_NAMES
from engines.kit.text import Text, load_catalogue
from engines.registry import KEYS
from firmware.languages import catalogue, is_language, languages
from firmware.text import Text as OfDevice
from firmware.views.new_play import OWNER_WORDS
from hatch_build import compile_one, glossary
from tests.product_sentences import MODULES, ROOT, literal, text_calls
from tests.words import COMPLETE, catalogues, cost, count_sentences, counts, extract, settle, values
from tests.words import __main__ as command

ALL_CATALOGUES = [(language, domain) for domain in extract.DOMAINS for language in catalogues.languages()]
COMPLETE_CATALOGUES = [(language, domain) for language, domains in COMPLETE.items() for domain in domains]
CONFIDENCE = {"confirmed", *catalogues.UNCONFIRMED}

ENVIRONMENT = os.environ | {
    f"GIT_{who}_{what}": "words@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
GERMAN = r"""
msgid "Discard the {card}."
msgstr "Lege {card:acc} ab."

msgid "Lay {n} coin on the {place}."
msgid_plural "Lay {n} coins on the {place}."
msgstr[0] "Lege {n} Münze auf {place:acc}."
msgstr[1] "Lege {n} Münzen auf {place:acc}."

msgid "{card}, the upper one"
msgstr "{card}, oben"

msgid "crane"
msgstr "{=crane}"

msgctxt "acc"
msgid "crane"
msgstr "{=crane.acc}"

msgid "{n} crane"
msgid_plural "{n} cranes"
msgstr[0] "{n} {=crane}"
msgstr[1] "{n} {=crane.many}"
"""
GLOSSARY = """
[[term]]
id = "crane"
english = "Crane"
word = "Kran"
forms = { acc = "den Kran", many = "Kräne" }
"""
VARIANT_GLOSSARY = GLOSSARY.replace("Kran", "Park").replace("Kräne", "Parks")


@pytest.mark.all
@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_of_a_play_is_found(key: str) -> None:
    """Every sentence of random plays is in the catalogue of the game, or in the one that games share."""
    known = extract.sayable(key)
    shown = values.values_in_plays(key, seeds=1)
    assert shown
    assert [] == [one for one in shown if one and one not in known and extract.Message(one).needed]


@pytest.mark.all
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", catalogues.languages())
def test_each_has_its_own_words(language: str, key: str) -> None:
    """A game has its words from its catalogue or from the one that games share, the device from its own only."""
    own, shared, device = (
        extract.folder(domain) / f"{language}.mo" for domain in (key, extract.SHARED, extract.DEVICE)
    )
    both, game = catalogue(language, key), load_catalogue(language, own, shared)
    pairs = {one: (game.words(Text(one)), both.words(Text(one))) for one in plain(key)}
    assert {} == {one: words for one, words in pairs.items() if words[0] != words[1]}
    alone = load_catalogue(language, device)
    pairs = {one: (alone.words(Text(one)), both.words(OfDevice(one))) for one in plain(extract.DEVICE)}
    assert {} == {one: words for one, words in pairs.items() if words[0] != words[1]}


def plain(domain: str) -> list[str]:
    """Return the sentences of a catalogue that have no values and count nothing."""
    return [one for one, message in extract.messages(domain).items() if not message.values and not message.plural]


def test_a_mine_is_no_pronoun() -> None:
    """A word with two meanings has two translations: a mine of Burgundy, and a deck that is mine."""
    found = {language: catalogue(language, "burgundy") for language in ("de", "fr")}
    assert ["Mine", "mine"] == [words.words(TILE_NAMES["gray"].one) for words in found.values()]
    assert ["ich", "moi"] == [words.words(OWNER_WORDS["own"]) for words in found.values()]


def test_sentences_of_the_device_are_marked() -> None:
    """Every module of the device that words something takes `Text` from `firmware.text`; nobody else can."""
    theirs = {path for path in MODULES if text_calls(path) and path.is_relative_to(ROOT / "firmware")}
    worded = {path for path in theirs if any(literal(call.args[0]) for call in text_calls(path) if call.args)}
    taken = {path for path in MODULES if "from firmware.text import Text\n" in path.read_text("utf-8")}
    assert worded == taken


@pytest.mark.all
@pytest.mark.parametrize(("language", "domain"), ALL_CATALOGUES)
def test_a_translation_has_no_mistake(language: str, domain: str) -> None:
    """Values, forms, terms and plurals of all translations are right."""
    assert [] == list(catalogues.mistakes(language, domain))


@pytest.mark.parametrize(("language", "domain"), ALL_CATALOGUES)
def test_each_term_of_a_glossary_has_a_grade(language: str, domain: str) -> None:
    """Each term has its English, a word, a source and a grade."""
    found = glossary(catalogues.file(language, domain))
    for term in found.get("term", ()):
        assert {"english", "word", "origin", "confidence"} <= set(term), term
        assert term["confidence"] in CONFIDENCE, term


@pytest.mark.all
@pytest.mark.parametrize(("language", "domain"), COMPLETE_CATALOGUES)
def test_a_complete_language_has_every_word(language: str, domain: str) -> None:
    """No sentence is missing or fuzzy, and none is unused."""
    assert [] == catalogues.missing(language, domain)
    assert [] == catalogues.stale(language, domain)


@pytest.mark.parametrize("place", extract.ENGLISH_ONLY)
def test_modules_of_authors_have_sentences(place: str) -> None:
    """Each module, and each function of one, that no catalogue words has a sentence that another one does not have."""
    path, named = ROOT / place, extract.ENGLISH_ONLY[place]
    around, known = extract.functions(path), {one for domain in extract.DOMAINS for one in extract.messages(domain)}
    apart = [around.get(call.lineno) for call in text_calls(path) if literal(call.args[0]) not in known]
    assert apart
    assert set(named) <= set(apart)


@pytest.mark.all
@pytest.mark.parametrize(("language", "domain"), ALL_CATALOGUES)
def test_a_sentence_of_two_games_is_one_message(language: str, domain: str) -> None:
    """It is in the shared catalogue; a game's file has it only if its words must differ there."""
    assert [] == catalogues.shared_entries(language, domain)
    sentences = [one for game in KEYS for one in extract.wanted(game)]
    assert len(sentences) == len(set(sentences))


@pytest.mark.all
def test_words_move_with_their_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A sentence that a second game says moves to the shared catalogue with its words, and back; others stay."""
    sentences = {"wyrmspan": ["Feather", "Key", "Row"], "magpie": ["Feather", "Key"], "lisboa": ["Row"]}

    def say() -> None:
        extract.messages.cache_clear()
        extract.wanted.cache_clear()

    monkeypatch.setattr(extract, "folder", lambda domain: tmp_path / domain)
    monkeypatch.setattr(extract, "_of_code", lambda domain: [extract.Message(one) for one in sentences.get(domain, ())])
    monkeypatch.setattr(extract, "_of_data", lambda _: [])
    head = f"{HEADER}\n"
    for game, translated in {
        "wyrmspan": {"Feather": "Feder", "Key": "Schlüssel", "Row": "Reihe"},
        "magpie": {"Feather": "Feder", "Key": "Taste"},
        "lisboa": {"Row": ""},
    }.items():
        (tmp_path / game).mkdir()
        entries = "\n".join(f'msgid "{one}"\nmsgstr "{word}"\n' for one, word in translated.items())
        (tmp_path / game / "de.po").write_text(head + entries)

    def words(domain: str) -> dict[str, str]:
        return {str(one.id): str(one.string) for one in catalogues.read("de", domain) if one.id}

    try:
        say()
        catalogues.update("de")
        assert {"Feather": "Feder", "Key": "Schlüssel", "Row": "Reihe"} == words("shared")
        assert [{}, {"Key": "Taste"}, {}] == [words(game) for game in sentences]
        sentences["wyrmspan"] = []
        say()
        catalogues.update("de")
        assert {} == words("shared")
        assert [{}, {"Feather": "Feder", "Key": "Taste"}, {"Row": "Reihe"}] == [words(game) for game in sentences]
    finally:
        say()


@pytest.mark.parametrize("line", ['msgstr "Annuler', 'msgstr Annuler"', 'msgstr "L"A"', '"et la suite'])
def test_a_quote_that_is_missing_is_named(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing quote is reported with its line; otherwise the last letter would be lost silently."""
    path = tmp_path / "fr.po"
    monkeypatch.setattr(catalogues, "file", lambda *_: path)
    path.write_text(f'# me\n\nmsgid "Undo"\n{line}\n', "utf-8")
    with pytest.raises(catalogues.BadCatalogue, match=r"^fr\.po, line 4: "):
        catalogues.read("fr", "device")
    path.write_text('msgid "Undo"\n<<<<<<< HEAD\nmsgstr "Annuler"\n', "utf-8")
    with pytest.raises(catalogues.BadCatalogue, match=r"^fr\.po, line 2: .*--settle"):
        catalogues.read("fr", "device")
    path.write_text('msgid ""\n"a \\"b\\""\nmsgstr[0] ""\n#~ msgid "old\n', "utf-8")
    assert catalogues.read("fr", "device") is not None


def test_forms_terms_and_variants(tmp_path: Path) -> None:
    """A value has the form that the translation needs, from any catalogue; a term is the variant's."""
    new, old = compile_german(tmp_path)
    card = Text("Discard the {card}.", card=Text("crane"))
    assert "Lege den Kran ab." == load_catalogue("de", new).words(card)
    assert "Lege den Park ab." == load_catalogue("de", old, new).words(card)
    nested = Text("Discard the {card}.", card=Text("{text}", text=Text("crane")))
    assert "Lege den Kran ab." == load_catalogue("de", new).words(nested)
    several = Text("Discard the {card}.", card=(Text("crane"), Text("glass")))
    assert "Lege den Kran, glass ab." == load_catalogue("de", new).words(several)
    coins = Text("Lay {n} coin on the {place}.", plural="Lay {n} coins on the {place}.", n=2, place=Text("crane"))
    assert "Lege 2 Münzen auf den Park." == load_catalogue("de", old, new).words(coins)


def test_a_form_is_used_once(tmp_path: Path) -> None:
    """Words in the needed form leave their values as they are; otherwise the values have that form."""
    new, _ = compile_german(tmp_path)
    inner = Text("{card}, the upper one", card=Text("crane"))
    assert "Lege den Kran, oben ab." == load_catalogue("de", new).words(Text("Discard the {card}.", card=inner))
    cranes = Text("{n} crane", plural="{n} cranes", n=3)
    assert "Lege 3 Kräne ab." == load_catalogue("de", new).words(Text("Discard the {card}.", card=cranes))


def test_a_variant_has_only_its_own_words(tmp_path: Path) -> None:
    """Its file has the sentences with its terms alone."""
    new, old = compile_german(tmp_path)
    text = Text("{card}, the upper one", card="x")
    assert "x, oben" == load_catalogue("de", new).words(text)
    assert "x, the upper one" == load_catalogue("de", old).words(text)


def test_compiled_once(tmp_path: Path) -> None:
    """Only an edited catalogue is compiled again, or one with a changed glossary; the result has no date."""
    new, _ = compile_german(tmp_path)
    before = new.read_bytes()
    assert b"POT-Creation-Date: 1970-01-01" in before
    new.write_bytes(b"kept")
    compile_one(tmp_path / "de.po")
    assert b"kept" == new.read_bytes()
    later = new.stat().st_mtime_ns + 10**9
    text = (tmp_path / "glossary.de.toml").read_text()
    (tmp_path / "glossary.de.toml").write_text(text)
    os.utime(tmp_path / "glossary.de.toml", ns=(later, later))
    compile_one(tmp_path / "de.po")
    assert before == new.read_bytes()


def test_an_unknown_term(tmp_path: Path) -> None:
    """A translation that names a term the glossary lacks is not compiled; the sentence names both."""
    with pytest.raises(SystemExit, match=r"de\.po names the term \{=crane\}, which its glossary lacks"):
        compile_german(tmp_path, terms="")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('msgid "Take {n} of {cards}."\nmsgstr "Nimm {n} von {card}."', "there is no value {card}"),
        ('msgid "Take {n} of {cards}."\nmsgstr "Nimm {n}."', "the value {cards} is missing"),
        ('msgid "Take {n} of {cards}."\nmsgstr "Nimm {n} von {cards."', "a brace is open or closed too often"),
        ('msgid "Take {n} of {cards}."\nmsgstr "Nimm {n} von {cards:dat}."', "no words have the form “dat”"),
        ('msgid "Take {n} of {cards}."\nmsgstr "Nimm {n} von {cards} {=tree}."', "no term {=tree}"),
        ('msgid "Take {cards}."\nmsgstr "Nimm {cards} "', "ends with a space"),
        ('msgid "Lay out:"\nmsgstr "Lege aus :"', "a row can end at the space of “ :”"),
        ('msgid "Say"\nmsgstr "Sag « ja\u00a0»"', "a row can end at the space of “« ”"),
        ('msgid "Go"\nmsgstr "Geh"\n\n#~ msgid "Go"\n#~ msgstr ""', "“Go” is there twice"),
        ('msgid "{n} a"\nmsgid_plural "{n} b"\nmsgstr[0] "{n} c"', "has not all 2 plural forms of de"),
    ],
)
def test_mistakes_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, fault: str) -> None:
    """Each kind of mistake is said in a sentence."""
    (tmp_path / "de.po").write_text(f"{HEADER}\n{words}\n")
    monkeypatch.setattr(extract, "folder", lambda _: tmp_path)
    assert any(fault in one for one in catalogues.mistakes("de", "wyrmspan"))


@pytest.mark.all
def test_a_new_language_has_every_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A catalogue is begun with every sentence; what is written stays, and other English is marked to be looked at."""
    monkeypatch.setattr(extract, "folder", lambda domain: tmp_path / domain)
    catalogues.update("it", ["magpie"])
    path = tmp_path / "magpie/it.po"
    assert set(extract.wanted("magpie")) == set(catalogues.missing("it", "magpie"))
    text = path.read_text().replace('msgid "Feather"\nmsgstr ""', 'msgid "Feather"\nmsgstr "Piuma"')
    text = text.replace('msgid "Set up for two"', 'msgid "Set up for 2"')
    path.write_text(text + '\nmsgctxt "acc"\nmsgid "Feather"\nmsgstr "la piuma"\n')
    catalogues.update("it")
    with path.open("rb") as file:
        written = read_po(file, locale="it")
    assert ("Piuma", "la piuma") == (written["Feather"].string, written.get("Feather", "acc").string)  # type: ignore[union-attr]
    before = path.read_text()
    catalogues.update("it")
    assert before == path.read_text()
    assert "Feather" not in catalogues.missing("it", "magpie")
    assert not (tmp_path / "pampero").exists()
    assert 'msgid "English"\nmsgstr "Italiano"' in (tmp_path / "device/it.po").read_text()


@pytest.mark.all
def test_a_conflict_is_settled_by_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each entry takes the side that changed it; one that both changed is named, and has the words that came in."""

    def write(feather: str, button: str, key: str) -> None:
        (tmp_path / "magpie").mkdir(exist_ok=True)
        words = {"Feather": feather, "Button": button, "Key": key}
        entries = "".join(f'\nmsgid "{one}"\nmsgstr "{word}"\n' for one, word in words.items())
        (tmp_path / "magpie/de.po").write_text(HEADER + entries)

    def git(*words: str) -> int:
        done = subprocess.run(["git", *words], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False)
        return done.returncode

    monkeypatch.setattr(extract, "folder", lambda domain: tmp_path / domain)
    git("init", "-q", "-b", "main")
    write("Feder", "Knopf", "")
    git("add", "."), git("commit", "-qm", "base"), git("checkout", "-qb", "mine")
    write("Feder", "Kopf", "Schlüssel")
    git("commit", "-qam", "mine"), git("checkout", "-q", "main")
    write("Federn", "Knöpfe", "")
    git("commit", "-qam", "main"), git("checkout", "-q", "mine")
    assert git("rebase", "-q", "main") != 0
    assert ["magpie/de.po: “Button” had other words on both sides; look at it."] == settle.settle(tmp_path)
    found = catalogues.read("de", "magpie")
    assert ["Federn", "Kopf", "Schlüssel"] == [found.get(one).string for one in ("Feather", "Button", "Key")]  # type: ignore[union-attr]
    assert git("-c", "core.editor=true", "rebase", "--continue") == 0
    assert [] == settle.settle(tmp_path)


@pytest.mark.all
def test_the_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The report lists mistakes, then missing sentences, the commonest first, and is stored until something changes."""
    monkeypatch.setattr(extract, "folder", lambda domain: tmp_path / domain)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "FOLDERS", ("magpie",))
    monkeypatch.setattr(command, "REPORTS", tmp_path / "reports")
    monkeypatch.setattr(catalogues, "note_of", lambda *_: ["on the glass"])
    monkeypatch.setattr(catalogues, "count_of", lambda _, one: {"Key": 2, "Button": 1}.get(one, 0))
    (tmp_path / "magpie").mkdir()
    path = tmp_path / "magpie/de.po"
    path.write_text(HEADER + '\nmsgid "Feather"\nmsgstr "{=feather}"\n\n#~ msgid "Hop"\n#~ msgstr "Hüpf"\n')
    report = command.kept_report("de", None, 1)
    assert "“Feather”: the glossary has no term {=feather}." in report
    assert report.index("  wrong:") < report.index("  missing in de, magpie")
    assert report.index("    Key\n    Button\n") > report.index("  missing in de, magpie")
    assert "#. on the glass\n" in path.read_text()
    assert '\nmsgid "Hop"\nmsgstr "Hüpf"\n' in path.read_text()
    assert "#~" not in path.read_text()
    monkeypatch.setattr(catalogues, "mistakes", lambda *_: ["another fault"])
    assert report == command.kept_report("de", None, 1)
    path.write_text(path.read_text().replace("{=feather}", "Feder"))
    assert "another fault" in command.kept_report("de", None, 1)


def test_no_such_language() -> None:
    """A key that is none is refused in one sentence, and no file is begun."""
    for key in ("xx", "de-old"):
        with pytest.raises(catalogues.BadCatalogue, match=f"There is no language {key}"):
            catalogues.update(key)
    assert not catalogues.file("xx", extract.DEVICE).exists()


@pytest.mark.all
def test_the_cost_of_a_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The table of the page is about right, and is written again if it is not; `make words` does that."""
    true, known = cost.costs(), cost.table_on_page()
    assert true.keys() == known.keys()
    assert all(cost.drift(true[name], known[name]) <= 2 * cost.MAX_DRIFT for name in true), "run make words"
    page = tmp_path / "translate.md"
    page.write_text(cost.PAGE.read_text("utf-8").replace("| Lisboa |", "| Porto |"))
    monkeypatch.setattr(cost, "PAGE", page)
    cost.update()
    assert true == cost.table_on_page()


@pytest.mark.all
def test_sentences_on_the_glass_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sentences of a play, of its header and footer and of its menus are counted, those of the device apart."""
    monkeypatch.setattr(count_sentences, "FILE", tmp_path / "counts.toml")
    monkeypatch.setattr(count_sentences, "PLAYS", 1)
    count_sentences.count()
    found = tomllib.loads((tmp_path / "counts.toml").read_text("utf-8"))
    steps = found["device"]["Undo"]
    assert steps >= found["device"]["Why?"] > 1
    assert steps > found["games"]["Take your turn"] > 1
    assert found["device"]["Pause"] == 1
    assert "{n}" not in found["games"]


def test_the_commonest_sentences() -> None:
    """They make up half of what is on the glass, and the notes for translators have the counts."""
    listed, share = counts.commonest()
    assert counts.COMMONEST == len(listed)
    assert share > 0.5
    assert [f"on the glass {listed[0][0]:,} times in 100 plays"] == counts.note_of(*listed[0][1:])
    assert [] == counts.note_of("device", "no such sentence")


def test_english_needs_no_file() -> None:
    """English is there without a catalogue, and every other language that has one, and the one made up for tests."""
    assert ("en", "pseudo") == (languages()[0], languages()[-1])
    assert all(map(is_language, languages()))
    assert not is_language("xx")
    assert catalogue("en", "lisboa") is catalogue("en")


def compile_german(folder: Path, terms: str = GLOSSARY) -> list[Path]:
    """Return the compiled files of the German catalogue above, and of its variant."""
    (folder / "de.po").write_text(HEADER + GERMAN)
    (folder / "glossary.de.toml").write_text(terms)
    (folder / "glossary.de-old.toml").write_text(VARIANT_GLOSSARY)
    return compile_one(folder / "de.po")

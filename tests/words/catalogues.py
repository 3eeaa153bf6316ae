"""The catalogues that translators write: updates from the code, and checks for mistakes."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, KeysView
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from engines.registry import KEYS
from firmware.views.first_start import OWN_NAME
from hatch_build import TERM, glossary, terms
from tests.words import extract
from tests.words.counts import count_of, note_of
from tests.words.extract import DEVICE, DOMAINS, SHARED, wanted

WIDTH = 100
_DATES = re.compile(
    r'^"(?:POT-Creation|PO-Revision)-Date:.*\n|^"(?:Last-Translator|Language-Team|Report).*\n', re.MULTILINE
)
_LINE = re.compile(r'#.*|\s*|(?:(?:msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"(?:[^"\\]|\\.)*"\s*')
_BREAKABLE = re.compile(" [:;?!»]|« ")
"""A space that is part of a sign, as in French, where a row can end; there it must be a no-break space."""
UNCONFIRMED = ("secondary", "own", "english")
"""The grades of terms that no rulebook or licensed text in that language confirms."""


class BadCatalogue(Exception):
    """A catalogue cannot be read; the sentence names its line."""


def file(language: str, domain: str) -> Path:
    """Return the catalogue of a language that translators write."""
    return extract.folder(domain) / f"{language}.po"


def languages() -> list[str]:
    """Return the languages that have a catalogue, without variants."""
    stems = {path.stem for domain in DOMAINS for path in extract.folder(domain).glob("*.po")}
    return sorted(stem for stem in stems if "-" not in stem)


def read(language: str, domain: str) -> Catalog:
    """Return a catalogue, empty if it has no file. BadCatalogue for a missing quote or an unmerged file."""
    path = file(language, domain)
    if not path.exists():
        return Catalog(locale=language)
    for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):  # Babel would take the last letter for a quote
        if line.startswith("<<<<<<<"):
            raise BadCatalogue(f"{path.name}, line {n}: git could not merge it. Run make words ARGS=--settle.")
        if not _LINE.fullmatch(line):
            raise BadCatalogue(f'{path.name}, line {n}: {line} needs one " before its words, and one after.')
    with path.open("rb") as opened:
        return read_po(opened, locale=language)


def update(language: str, asked: Iterable[str] = ()) -> None:
    """Bring the catalogues of a language up to date, and begin those in `asked`.

    A new sentence has no words; one whose English changed is marked as fuzzy. A sentence that moves to another
    catalogue keeps its words, and an obsolete one that returns has its words again.
    """
    own_name = _own_name(language)
    domains = [one for one in DOMAINS if file(language, one).exists() or one in (DEVICE, SHARED, *asked)]
    catalogues = {domain: read(language, domain) for domain in domains}
    of_games = [_translated(catalogues[domain]) for domain in domains if domain != DEVICE]
    for domain in domains:
        if domain == DEVICE:
            _set_words(catalogues[domain], OWN_NAME.one, own_name)
        obsolete = _translated(catalogues[domain].obsolete.values())
        _take_words(domain, catalogues[domain], [obsolete, *(of_games if domain != DEVICE else ())])
        shared = catalogues[SHARED] if domain in KEYS else Catalog()
        catalogues[domain].update(_template(domain, catalogues[domain], shared))
        write(language, domain, catalogues[domain])


def write(language: str, domain: str, written: Catalog) -> None:
    """Write a catalogue, without obsolete entries."""
    written.project, written.version, written.fuzzy = f"Tavolino: {domain}", language, False
    written.header_comment = f"# Tavolino, {domain}: docs/translate.md says how to go on."
    for entry in written:
        entry.flags.discard("python-brace-format")  # `{=term}` and `{value:form}` are of our own
    raw = BytesIO()
    write_po(raw, written, width=WIDTH, include_lineno=False, include_previous=True, ignore_obsolete=True)
    text = _DATES.sub("", raw.getvalue().decode())
    path = file(language, domain)
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _translated(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return the translated entries without a form, by their sentence."""
    return {english(entry): entry for entry in entries if entry.id and not entry.context and _is_translated(entry)}


def _own_name(language: str) -> str:
    """Return the name of a language in that language, for the list of languages."""
    try:
        name = Locale.parse(language).display_name or language
    except (UnknownLocaleError, ValueError):
        raise BadCatalogue(f"There is no language {language}. Use its two letters, as in web addresses.") from None
    return name[0].upper() + name[1:]


def _take_words(domain: str, written: Catalog, sources: list[dict[str, Entry]]) -> None:
    """Give sentences without words the most common words of their obsolete entries and of other catalogues."""
    for one, message in wanted(domain).items():
        ids = _ids(message)
        same = [source[one] for source in sources if one in source and source[one].id == ids]
        known = Counter(strings for strings in map(_strings, same) if not TERM.search("".join(strings)))
        if known:
            strings = known.most_common(1)[0][0]
            _set_words(written, ids, strings[0] if message.plural is None else strings)


def _set_words(written: Catalog, ids: str | tuple[str, str], words: str | tuple[str, ...]) -> None:
    """Give words to a sentence that has none."""
    entry = written.get(ids)
    if entry is None or not _is_translated(entry):
        written.delete(ids)
        written.add(ids, words)


def _template(domain: str, written: Catalog, shared: Catalog) -> Catalog:
    """Return the entries of a catalogue: the sentences it needs, and those its translator words differently."""
    template = Catalog()
    known = extract.sayable(domain)
    needed = wanted(domain)
    for message in needed.values():
        _add(template, domain, message, None)
    for entry in written:
        one = english(entry)
        if (
            one in known
            and one
            and (entry.context or (one not in needed and _is_translated(entry)))
            and not _is_in(shared, entry)
        ):
            _add(template, domain, known[one], entry.context)
    return template


def _is_in(shared: Catalog, entry: Entry) -> bool:
    same = shared.get(entry.id, entry.context)
    return same is not None and _strings(same) == _strings(entry)


def shared_entries(language: str, domain: str) -> list[str]:
    """Return the entries of a game whose words are those of the shared catalogue."""
    shared = read(language, SHARED)
    return [english(entry) for entry in read(language, domain) if domain in KEYS and entry.id and _is_in(shared, entry)]


def _add(template: Catalog, domain: str, message: extract.Message, context: str | None) -> None:
    places = [(place, 0) for place in message.places]
    notes = [*message.notes, *note_of(domain, message.one)]
    template.add(_ids(message), locations=places, auto_comments=notes, context=context)


def _ids(message: extract.Message) -> str | tuple[str, str]:
    return message.one if message.plural is None else (message.one, message.plural)


def english(entry: Entry) -> str:
    """Return the sentence of an entry, without its plural."""
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def all_translations() -> Iterator[str]:
    """Yield every translation there is."""
    for domain in DOMAINS:
        for language in languages():
            yield from (string for entry in read(language, domain) if entry.id for string in _strings(entry))


# --- what is wrong --------------------------------------------------------------------------------------------------


def missing(language: str, domain: str) -> list[str]:
    """Return the sentences that have no words, or words for older English; those most on the glass first."""
    written = read(language, domain)
    found = [one for one in wanted(domain) if (entry := written.get(one)) is None or not _is_translated(entry)]
    return sorted(found, key=lambda one: -count_of(domain, one))


def stale(language: str, domain: str) -> list[str]:
    """Return the sentences in a catalogue that the code no longer has, or has with another plural."""
    known = extract.sayable(domain)
    return [english(entry) for entry in read(language, domain) if entry.id and not _is_known(entry, known)]


def _is_known(entry: Entry, known: dict[str, extract.Message]) -> bool:
    message = known.get(english(entry))
    plural = None if isinstance(entry.id, str) else entry.id[1]
    return message is not None and message.plural == plural


def _is_translated(entry: Entry) -> bool:
    return all(_strings(entry)) and not entry.fuzzy


def _strings(entry: Entry) -> tuple[str, ...]:
    return tuple(entry.string) if isinstance(entry.string, list | tuple) else (entry.string or "",)


def mistakes(language: str, domain: str) -> Iterator[str]:
    """Yield a sentence for each mistake in the words of a catalogue."""
    written = read(language, domain)
    words = terms(glossary(file(language, domain)))
    for entry in written.obsolete.values():
        if entry.id and written.get(entry.id, entry.context):
            yield f"“{english(entry)}” is there twice: it is no longer obsolete. Delete the lines with “#~”."
    where = DOMAINS if domain == SHARED else (SHARED, domain)
    forms = {entry.context for one in where for entry in read(language, one) if entry.context}
    for entry in written:
        if not entry.id or not any(_strings(entry)):
            continue
        one = english(entry)
        if not all(_strings(entry)):
            yield f"“{one}” has not all {written.num_plurals} plural forms of {language}."
        for string in filter(None, _strings(entry)):
            yield from (f"“{one}”: {fault}" for fault in _faults(entry, string, forms, words.keys()))


def _faults(entry: Entry, string: str, forms: set[str], known: KeysView[str]) -> Iterator[str]:
    """Yield the mistakes in one translation of a sentence."""
    try:
        pieces = list(Formatter().parse(TERM.sub("", string)))
    except ValueError:
        yield f"a brace is open or closed too often in “{string}”."
        return
    expected = {
        name
        for words in (entry.id if not isinstance(entry.id, str) else (entry.id,))
        for name in extract.value_names(words)
    }
    given = {name for _, name, _, _ in pieces if name is not None}
    if unknown := given - expected:
        yield f"there is no value {_braced(unknown)}; the values are {_braced(expected) or 'none'}."
    left_out = expected - given - ({"n"} if not isinstance(entry.id, str) else set())
    if left_out and not entry.context:
        yield f"the value {_braced(left_out)} is missing in “{string}”."
    for form in {form for _, _, form, _ in pieces if form} - forms:
        yield f"no words have the form “{form}”; add them with msgctxt “{form}”."
    for name in set(TERM.findall(string)) - known:
        yield f"the glossary has no term {{={name}}}."
    for sign in _BREAKABLE.findall(string):
        yield f"a row can end at the space of “{sign}” in “{string}”; set a no-break space (U+00A0)."
    ends = [(string[:1] == " ", "begins"), (string[-1:] == " ", "ends")]
    yield from (
        f"“{string}” {where} with a space."
        for bad, where in ends
        if bad and not english(entry).isspace() and english(entry) != ", "
    )


def _braced(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


# --- the glossary ---------------------------------------------------------------------------------------------------


def unconfirmed_terms(language: str, domain: str) -> list[str]:
    """Return the terms that no rulebook or licensed text in that language confirms."""
    files = sorted(extract.folder(domain).glob(f"glossary.{language}*.toml"))
    found = [term for one in files for term in tomllib.loads(one.read_text("utf-8")).get("term", ())]
    return [
        f"{term['english']}: {term['word']} ({term['confidence']})"
        for term in found
        if term["confidence"] in UNCONFIRMED
    ]


def strays(language: str, domain: str) -> Iterator[str]:
    """Yield the translations that have another word for a term than the glossary; a translator judges each."""
    terms = glossary(file(language, domain)).get("term", ())
    for entry in read(language, domain):
        if not entry.id or not any(_strings(entry)):
            continue
        for term in terms:
            if re.search(rf"\b{re.escape(term['english'])}s?\b", english(entry), re.IGNORECASE):
                translation = " ".join(_strings(entry)).lower()
                roots = [
                    word.lower() for word in (term["word"], *term.get("forms", {}).values(), *term.get("also", ()))
                ]
                if not any(root in translation for root in roots) and f"{{={term.get('id')}" not in translation:
                    found_words = f"“{english(entry)}” → “{_strings(entry)[0]}”"
                    yield f"{found_words} has not “{term['word']}” for “{term['english']}”"
